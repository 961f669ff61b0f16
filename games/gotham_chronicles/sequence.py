"""What every open action shares: faces in, rerolls, keeping, stopping."""

from __future__ import annotations

from msgspec.structs import replace

from games.gotham_chronicles import cites, clash, perils, tasks
from games.gotham_chronicles.actions import Faces, Keep, Misfortune, Reroll, Total
from games.gotham_chronicles.guards import side_only
from games.gotham_chronicles.moves import close_if_spent, end_move
from games.gotham_chronicles.rolls import (
    HIGHEST,
    buy_rerolls,
    face,
    misfortune_reroll,
    reroll,
    rolling,
    settled,
    with_roll,
)
from games.gotham_chronicles.state import (
    Attack,
    Move,
    Roll,
    State,
    Task,
    hero_of,
    name_of,
    side_of,
    with_hero,
)
from games.messages import Msg
from games.referee import Call, Rolled


def current(state: State, call: Call) -> tuple[Roll, str]:
    """The roll in progress and its roller; refuses when there is none."""
    found = rolling(state)
    if found is None:
        call.impossible("E_NO_ROLL", cites.DICE)
    return found


def faces(state: State, action: Faces, call: Call) -> State:
    """What the dice showed, die by die; kept at once if nothing can change it."""
    roll, who = current(state, call)
    side_only(state, side_of(state, who), call, cites.DICE)
    if roll.rolled and roll.dice:
        call.impossible("E_ROLLED", cites.REROLLS)
    if len(action.faces) != len(roll.dice):
        call.impossible("E_DICE", cites.DICE, n=len(roll.dice), told=len(action.faces))
    for die, shown in zip(roll.dice, action.faces, strict=True):
        face(state, die, shown, call)
    dice = tuple(
        replace(die, face=shown) for die, shown in zip(roll.dice, action.faces, strict=True)
    )
    roll = replace(roll, dice=dice)
    call.note(
        "rolled",
        cites.DICE,
        who=name_of(state, who),
        faces=tuple(str(shown) for shown in action.faces) or ("–",),
        n=roll.symbols,
    )
    state = with_roll(state, roll)
    if settled(state) and not may_add_success(state):
        return _done(state, roll.symbols, False, call)
    return state


def total(state: State, action: Total, call: Call) -> State:
    """Only the sum after all rerolls; cubes paid for some of them go to their space."""
    roll, who = current(state, call)
    side_only(state, side_of(state, who), call, cites.DICE)
    most = HIGHEST * len(roll.dice)
    call.within(Msg("field.symbols"), action.symbols, 0, most, cites.DICE)
    call.within(Msg("field.paid"), action.paid, 0, 20, cites.PAID_REROLL)
    state, cubes = buy_rerolls(state, who, action.paid, call)
    call.note(
        "total",
        cites.DICE,
        who=name_of(state, who),
        n=action.symbols,
        paid=action.paid,
        cubes=cubes,
    )
    return _done(state, action.symbols, action.free_success, call)


def again(state: State, action: Reroll, call: Call) -> State:
    """The roller rolls one die again."""
    roll, who = _on_the_table(state, call)
    side_only(state, side_of(state, who), call, cites.REROLLS)
    return _kept_if_settled(reroll(state, roll, who, action, call), call)


def forced(state: State, action: Misfortune, call: Call) -> State:
    """An enemy makes the roller roll one die again."""
    roll, who = _on_the_table(state, call)
    side = "villain" if side_of(state, who) == "heroes" else "heroes"
    side_only(state, side, call, cites.BONUS_REROLL)
    state = misfortune_reroll(state, roll, action.die, action.face, call)
    return _kept_if_settled(state, call)


def _on_the_table(state: State, call: Call) -> tuple[Roll, str]:
    roll, who = current(state, call)
    if not roll.rolled:
        call.impossible("E_NOT_ROLLED", cites.REROLLS)
    return roll, who


def _kept_if_settled(state: State, call: Call) -> State:
    roll, _ = current(state, call)
    if settled(state) and not may_add_success(state):
        return _done(state, roll.symbols, False, call)
    return state


def keep(state: State, action: Keep, call: Call) -> State:
    """The faces stand as they lie."""
    roll, who = _on_the_table(state, call)
    side_only(state, side_of(state, who), call, cites.REROLLS)
    return _done(state, roll.symbols, action.free_success, call)


def may_add_success(state: State) -> bool:
    """Whether the hero may still add the variant's free success to this action (p.58)."""
    found = rolling(state)
    if found is None or state.peril:
        return False
    if isinstance(state.open, Attack) and state.open.stage != "roll":
        return False
    index = hero_of(found[1])
    return index is not None and state.heroes[index].free_success


def _done(state: State, symbols: int, free: bool, call: Call) -> State:
    """Hand the result to what rolled."""
    if free:
        state = _free_success(state, call)
    if state.peril:
        return close_if_spent(perils.suffered(state, symbols, call), call)
    match state.open:
        case Attack(stage="roll"):
            return clash.count(state, state.open, symbols, free, call)
        case Attack():
            return clash.resolve(state, state.open, symbols, call)
        case Task():
            return tasks.count(state, state.open, symbols, free, call)
    return state


def _free_success(state: State, call: Call) -> State:
    found = rolling(state)
    index = hero_of(found[1]) if found else None
    if index is None or not may_add_success(state):
        call.impossible("E_NO_FREE_SUCCESS", cites.FREE_SUCCESS)
    call.note("free-success", cites.FREE_SUCCESS, who=state.heroes[index].sheet.name)
    return with_hero(state, index, free_success=False)


def abandon(state: State, call: Call) -> State:
    """Stop what is open; cubes spent stay where they are."""
    if state.peril:
        call.note("abandoned", cites.PRIORITY)
        return replace(state, peril=None)
    if isinstance(state.open, Move):
        return end_move(state, call)
    if state.open is None:
        call.impossible("E_NO_ROLL", cites.PRIORITY)
    call.note("abandoned", cites.PRIORITY)
    return replace(state, open=None)


def reported(state: State, action: object) -> tuple[Rolled, ...]:
    """The physical dice an action tells of, for the dice ledger; a total has no faces."""
    found = rolling(state)
    if found is None:
        return ()
    roll, who = found
    purpose = "wounds" if state.peril else _purpose(state)
    part = hero_of(who)
    if part is None and side_of(state, who) == "villain":
        part = state.villain
    match action:
        case Faces(shown) if len(shown) == len(roll.dice):
            return tuple(
                Rolled(die.colour, str(face_), purpose, part)
                for die, face_ in zip(roll.dice, shown, strict=True)
            )
        case Reroll(at, face_) | Misfortune(at, face_) if 0 <= at < len(roll.dice):
            return (Rolled(roll.dice[at].colour, str(face_), purpose, part),)
        case Total():
            return tuple(Rolled(die.colour, "", purpose, part) for die in roll.dice)
    return ()


def _purpose(state: State) -> str:
    match state.open:
        case Attack(stage="defend"):
            return "defence"
        case Attack(kind) | Task(kind):
            return kind
    return ""

"""One roll in progress: pools, faces, rerolls in their order and their cubes (p.50-51)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.actions import Reroll
from games.gotham_chronicles.energy import Cubes, pay, spent
from games.gotham_chronicles.sheets import COLOURS
from games.gotham_chronicles.skills import skill_of
from games.gotham_chronicles.state import (
    Attack,
    Die,
    Peril,
    Roll,
    State,
    Task,
    hero_of,
    side_of,
    tile_of,
    with_post,
)
from games.messages import Msg, msg
from games.referee import Call

HIGHEST = 4
WAYS = ("free", "paid", "bonus")
ANY_COLOUR = "any"


def pool(
    state: State,
    who: str,
    dice: Iterable[str],
    arrows: Iterable[str] = (),
    bonus: int = 0,
) -> Roll:
    """A pool ready to be rolled by ``who``; arrows without a die of their colour are void."""
    thrown = tuple(Die(colour) for colour in sorted(dice, key=COLOURS.index))
    colours = {die.colour for die in thrown}
    usable = tuple(colour for colour in arrows if colour in colours)
    if side_of(state, who) == "villain" and state.post.free_reroll and thrown:
        usable = (*usable, ANY_COLOUR)
    return Roll(thrown, usable, bonus + skill_of(state, who, "Luck"), misfortune(state, who))


def misfortune(state: State, who: str) -> int:
    """How many rerolls an enemy on the map could force upon ``who``."""
    enemy = "villain" if side_of(state, who) == "heroes" else "heroes"
    levels = [
        skill.level
        for tile in state.tiles
        if tile.on_map and side_of(state, f"tile:{tile.name}:0") == enemy
        for skill in tile.sheet.skills
        if skill.name == "Misfortune"
    ]
    return max(levels, default=0)


def rolling(state: State) -> tuple[Roll, str] | None:
    """The roll the table waits for or rerolls, and who rolls it."""
    if state.peril:
        return state.peril.roll, state.peril.victims[0].who
    match state.open:
        case Attack(stage="roll"):
            return state.open.roll, state.open.who
        case Attack(stage="defend"):
            return state.open.defence, state.open.target
        case Task():
            return state.open.roll, state.open.who
    return None


def with_roll(state: State, roll: Roll) -> State:
    """The state with the roll in progress changed."""
    if state.peril:
        return replace(state, peril=Peril(state.peril.victims, roll))
    match state.open:
        case Attack(stage="roll"):
            return replace(state, open=replace(state.open, roll=roll))
        case Attack():
            return replace(state, open=replace(state.open, defence=roll))
        case Task():
            return replace(state, open=replace(state.open, roll=roll))
    return state


def payer(state: State, who: str) -> tuple[int, str] | None:
    """Who pays for rerolls of ``who`` and where the cubes go; nobody for neutrals."""
    index = hero_of(who)
    if index is not None:
        return index, "reroll"
    if side_of(state, who) == "villain":
        return state.villain, "reroll"
    tile = state.tile(tile_of(who)[0])
    if tile is None or tile.owner is None:
        return None
    return tile.owner, "thought"


def rerolls_to_buy(state: State, who: str) -> int:
    """How many paid rerolls the reserve and the limit allow ``who``."""
    paying = payer(state, who)
    if paying is None:
        return 0
    part, space = paying
    if part == state.villain:
        return state.post.room(space)
    hero = state.heroes[part]
    return 0 if hero.neutralized else hero.room(space)


def buy_rerolls(state: State, who: str, n: int, call: Call) -> tuple[State, tuple[Cubes, ...]]:
    """Cubes for ``n`` paid rerolls."""
    if not n:
        return state, ()
    paying = payer(state, who)
    if paying is None:
        call.impossible("E_NO_PAYER", cites.PAID_REROLL)
    part, space = paying
    return pay(state, part, space, n, call, cites.PAID_REROLL), spent(part, space, n)


def face(state: State, die: Die, shown: int, call: Call) -> None:
    """Refuse a face no die has; warn of one this colour has not, if faces are entered."""
    call.within(Msg("field.face"), shown, 0, HIGHEST, cites.DICE)
    faces = dict(zip(COLOURS, state.faces, strict=False)).get(die.colour, ())
    if faces and shown not in faces:
        colour = Msg(f"colour.{die.colour}")
        call.warn("FACE", cites.DICE, colour=colour, face=shown)


def reroll(state: State, roll: Roll, who: str, action: Reroll, call: Call) -> State:
    """One die again, in the way named; bonus and free rerolls come before paid ones."""
    if action.way not in WAYS:
        call.impossible("E_NO_SPACE", cites.REROLLS, space=action.way)
    die = _die(state, roll, action.die, action.face, call)
    cubes: tuple[Cubes, ...] = ()
    if action.way == "paid":
        state, cubes = buy_rerolls(state, who, 1, call)
        roll = replace(roll, paying=True, arrows=(), bonus=0, forced=0)
    else:
        _unpaid(roll, call)
        if action.way == "free":
            roll, state = _free(state, roll, die, call)
        else:
            roll = _bonus(roll, call)
    return _again(state, roll, action.die, action.face, action.way, cubes, call)


def misfortune_reroll(state: State, roll: Roll, at: int, shown: int, call: Call) -> State:
    """One die again because an enemy's skill demands it, before anything is paid."""
    _die(state, roll, at, shown, call)
    _unpaid(roll, call)
    if not roll.forced:
        call.impossible("E_NO_BONUS_REROLL", cites.BONUS_REROLL)
    roll = replace(roll, forced=roll.forced - 1)
    return _again(state, roll, at, shown, "forced", (), call)


def _die(state: State, roll: Roll, at: int, shown: int, call: Call) -> Die:
    call.within(Msg("field.die_number"), at, 0, len(roll.dice) - 1, cites.REROLLS)
    face(state, roll.dice[at], shown, call)
    return roll.dice[at]


def _unpaid(roll: Roll, call: Call) -> None:
    if roll.paying:
        call.forbid("E_REROLL_STEP", cites.REROLL_ORDER, remedy=msg("remedy.pay"))


def _bonus(roll: Roll, call: Call) -> Roll:
    if not roll.bonus:
        call.impossible("E_NO_BONUS_REROLL", cites.BONUS_REROLL)
    return replace(roll, bonus=roll.bonus - 1)


def _again(
    state: State,
    roll: Roll,
    at: int,
    shown: int,
    way: str,
    cubes: tuple[Cubes, ...],
    call: Call,
) -> State:
    die = roll.dice[at]
    fresh = replace(die, face=shown, freed=die.freed or way == "free")
    dice = tuple(fresh if i == at else each for i, each in enumerate(roll.dice))
    call.note(
        "reroll",
        cites.PAID_REROLL if way == "paid" else cites.FREE_REROLL,
        colour=Msg(f"colour.{die.colour}"),
        way=Msg(f"way.{way}"),
        before=die.face,
        after=shown,
        cubes=cubes,
    )
    return with_roll(state, replace(roll, dice=dice))


def _free(state: State, roll: Roll, die: Die, call: Call) -> tuple[Roll, State]:
    arrow = next((a for a in (die.colour, ANY_COLOUR) if a in roll.arrows), None)
    colour = Msg(f"colour.{die.colour}")
    if arrow is None:
        call.impossible("E_NO_FREE_REROLL", cites.FREE_REROLL, colour=colour)
    if die.freed:
        call.forbid("E_FREE_REROLL_USED", cites.FREE_REROLL, colour=colour)
    arrows = list(roll.arrows)
    arrows.remove(arrow)
    if arrow == ANY_COLOUR:
        state = with_post(state, free_reroll=False)
    return replace(roll, arrows=tuple(arrows)), state


def free_dice(roll: Roll) -> tuple[int, ...]:
    """The dice a free reroll may still hit."""
    if roll.paying:
        return ()
    return tuple(
        i
        for i, die in enumerate(roll.dice)
        if not die.freed and (die.colour in roll.arrows or ANY_COLOUR in roll.arrows)
    )


def settled(state: State) -> bool:
    """Whether nothing can change the roll any more."""
    found = rolling(state)
    if found is None:
        return False
    roll, who = found
    more = free_dice(roll) or roll.bonus or roll.forced or rerolls_to_buy(state, who)
    return roll.rolled and not more

"""Movement: the roll, the two directions, the Guard, the keys, the Door, the Tower."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import msg
from games.referee import Call
from games.talisman_batman import plan
from games.talisman_batman.actions import (
    DoorDice,
    DoorResult,
    Guard,
    InsaneMove,
    Move,
    Reroll,
    Roll,
    SpendFate,
    UseKeys,
)
from games.talisman_batman.flow import (
    GUARD_VALUE,
    after_move,
    face_batman,
    floor_of,
    open_fight,
    put_down,
    to_end,
)
from games.talisman_batman.life import from_stock, spend_fate
from games.talisman_batman.state import FIRST, SECOND, TOWER, Card, Fight, Fighter, State
from games.talisman_batman.table import (
    card_label,
    change,
    die,
    known,
    known_card,
    me,
    moment,
    new_card,
    own,
    part,
    place,
    space_label,
    switched,
    to_pile,
    turn,
    who,
    without,
)

DOOR_DICE = 4
"""More dice than any space asks for."""


def mine(call: Call, state: State, rule: str) -> None:
    """Refuse everybody but the active player."""
    call.only(part(state, state.active), rule)


# -- the roll ----------------------------------------------------------------------------


def roll(state: State, action: Roll, call: Call) -> State:
    """The movement die."""
    mine(call, state, "T-040")
    moment(call, state, "T-040", "move")
    die(call, action.die)
    if me(state).insane:
        call.forbid("T-E23", "T-049", who=who(state, state.active))
    call.note("rolled", "T-040", who=who(state, state.active), n=action.die)
    if action.forced:
        call.note("forced", "T-048")
    return turn(
        state, phase="path", roll=action.die, forced=action.forced, batman_due=action.die == 1
    )


def reroll_move(state: State, action: Reroll, call: Call) -> State:
    """The movement die rolled again for a Fate token: only the new face counts."""
    mine(call, state, "T-023")
    if action.seat != state.active:
        call.impossible("T-E07", "T-026")
    if state.turn.rerolled:
        call.impossible("T-E06", "T-024")
    die(call, action.die)
    state = spend_fate(state, action.seat, call)
    name, before = who(state, action.seat), state.turn.roll
    call.note("reroll", "T-Q04", who=name, before=before, after=action.die)
    return turn(state, roll=action.die, rerolled=True, batman_due=action.die == 1)


# -- walking -----------------------------------------------------------------------------


def move(state: State, action: Move, call: Call) -> State:
    """The villain walks to where the move ends."""
    mine(call, state, "T-040")
    moment(call, state, "T-040", "path", "up")
    villain = me(state)
    state, space = place(state, action.to)
    default = SECOND if state.turn.phase == "up" else villain.floor
    if villain.guard_passed and not state.turn.forced:
        default = SECOND
    floor = floor_of(space, action.floor or _planned(state, space) or default)
    _gates(state, space, floor, action, call)
    _steps(state, space, floor, action, call)
    if action.direction == "down" and villain.floor == TOWER and not villain.turning_back:
        state = _turn_round(state, call)
    if floor == TOWER and space == "control-room":
        space = "anteroom"
    return land(state, space, floor, call)


def _planned(state: State, space: str) -> int:
    """The floor of a space the plan knows, else 0."""
    return next((floor for floor in (1, 2, 3) if space in plan.ring(state.plan, floor)), 0)


def _gates(state: State, space: str, floor: int, action: Move, call: Call) -> None:
    villain = me(state)
    if state.turn.forced:
        return
    climbing = state.turn.phase == "up" or villain.guard_passed
    if climbing and floor != SECOND:
        call.forbid("T-UP", "T-129", remedy=msg("remedy.up"))
    if villain.floor == FIRST and floor == SECOND and not climbing:
        call.forbid("T-GUARD", "T-126", remedy=msg("remedy.guard"))
    if villain.floor == FIRST and floor == TOWER:
        call.forbid("T-GUARD", "T-126", remedy=msg("remedy.guard"))
    if villain.floor == SECOND and floor == TOWER:
        call.forbid("T-DOOR", "T-138", remedy=msg("remedy.door"))
    if villain.floor != TOWER:
        return
    up = action.direction == "up" or space in ("anteroom", "control-room")
    if villain.turning_back and up:
        call.forbid("T-E27", "T-045")
    if floor != TOWER and not villain.turning_back and action.direction != "down":
        call.forbid("T-TURN", "T-044", remedy=msg("remedy.turn"))
    if space == "control-room" and not any(c.key for c in villain.objects):
        call.forbid("T-E26", "T-141")


def _steps(state: State, space: str, floor: int, action: Move, call: Call) -> None:
    """Whether the number of steps is right, as far as the plan knows."""
    options = plan.ends(state)
    if not options or not known(space):
        return
    fitting = [end for end in options if end.space == space and end.floor == floor]
    if fitting:
        ways = {end.via for end in fitting}
        if action.direction and action.direction not in ways:
            call.forbid("T-E04", "T-041")
        return
    facts = {
        "n": _walked(state),
        "ends": tuple(space_label(end.space, end.floor) for end in options),
    }
    if state.depth == "full":
        call.forbid("T-E05", "T-040", remedy=msg("remedy.ends", ends=facts["ends"]), **facts)
    elif space in plan.ring(state.plan, floor) and floor == me(state).floor:
        call.warn("STEPS", "T-040", **facts)


def _walked(state: State) -> int:
    if state.turn.phase == "up":
        return state.turn.left
    return (state.turn.roll + 1) // 2 if me(state).floor == TOWER else state.turn.roll


def land(state: State, space: str, floor: int, call: Call) -> State:
    """The move ends here; the anteroom has its own say."""
    seat = state.active
    state = put_down(state, seat, space, floor)
    call.note("moved", "T-040", who=who(state, seat), space=space_label(space, floor))
    if space != "anteroom" or me(state).turning_back:
        return after_move(state, call)
    return anteroom(state, call)


def anteroom(state: State, call: Call) -> State:
    """Give up a Security Key card and enter the Control Room, or turn back."""
    seat = state.active
    key = next((c for c in me(state).objects if c.key), None)
    if key is None:
        call.note("no-key", "T-141", who=who(state, seat))
        return after_move(change(state, seat, turning_back=True), call)
    state = change(state, seat, objects=without(me(state).objects, key.id))
    state = put_down(to_pile(state, key), seat, "control-room", TOWER)
    call.note("enters-control", "T-141", who=who(state, seat))
    return face_batman(state, call)


def turn_back(state: State, call: Call) -> State:
    """From now on only down."""
    mine(call, state, "T-044")
    moment(call, state, "T-044", "move", "path")
    villain = me(state)
    if villain.floor != TOWER:
        call.impossible("T-NOT-TOWER", "T-044")
    if villain.turning_back:
        call.impossible("T-E27", "T-045")
    return _turn_round(state, call)


def _turn_round(state: State, call: Call) -> State:
    call.note("turns-back", "T-045", who=who(state, state.active))
    if me(state).space == "tower-entrance":
        return state
    return change(state, state.active, turning_back=True)


def insane_move(state: State, action: InsaneMove, call: Call) -> State:
    """The Insane side of the card says how to move; nobody rolls."""
    mine(call, state, "T-049")
    moment(call, state, "T-049", "move")
    if not me(state).insane:
        call.impossible("T-SANE", "T-049", who=who(state, state.active))
    state, space = place(state, action.to or me(state).space)
    return land(
        turn(state, forced=True), space, floor_of(space, action.floor or me(state).floor), call
    )


# -- the Guard ---------------------------------------------------------------------------


def guard(state: State, action: Guard, call: Call) -> State:
    """Fight the Guard to go up."""
    mine(call, state, "T-127")
    villain = me(state)
    if state.turn.here == "space" and villain.space == "guard-post":
        call.forbid("T-E24", "T-133")
    moment(call, state, "T-127", "path")
    if villain.floor != FIRST or state.turn.forced:
        call.impossible("T-NOT-FIRST", "T-127")
    if villain.guard_passed:
        call.impossible("T-UP", "T-130", remedy=msg("remedy.up"))
    used = _used(state, action.used, call)
    state = put_down(state, state.active, "guard-post", FIRST)
    state = turn(state, left=state.turn.roll - used)
    call.note("guard", "T-128", who=who(state, state.active), n=GUARD_VALUE)
    return open_fight(state, Fight("guard", Fighter(state.active), name="guard", value=GUARD_VALUE))


def _used(state: State, used: int, call: Call) -> int:
    """The steps to the Guard Post: from the plan if it knows, else as said."""
    villain, most = me(state), state.turn.roll
    if villain.space == "guard-post":
        if switched(state, "guardFromStart"):
            call.forbid("T-GUARD-START", "T-Q13")
        return 0
    ways = [n for n in plan.reach(state.plan, FIRST, villain.space, "guard-post") if n]
    if ways and state.depth == "full":
        if min(ways) > most:
            call.forbid("T-FAR", "T-127", n=min(ways), roll=most)
        return min(most, used if used in ways else min(ways))
    call.within(msg("field.used"), used, 0 if not known(villain.space) else 1, most, "T-127")
    return used


# -- keys and desks ----------------------------------------------------------------------


def search(state: State, call: Call) -> State:
    """Search the desk for Guard Keys with Lock Picks."""
    mine(call, state, "T-135")
    villain = me(state)
    instead = switched(state, "lockPicksReplaceEncounter")
    moment(call, state, "T-135", *(("encounter",) if instead else (
        "move", "path", "encounter", "cards", "take", "end"
    )))  # fmt: skip
    if not any(c.name == "lock-picks" for c in villain.objects):
        call.forbid("T-NO-PICKS", "T-135")
    if state.turn.searched:
        call.forbid("T-SEARCHED", "T-Q14")
    if known(villain.space) and villain.space not in ("office", "darkroom"):
        call.forbid("T-DESK", "T-135")
    if not known(villain.space) and call.ask("DESK", "T-135") == "no":
        call.forbid("T-DESK", "T-135")
    keys = known_card(state, "guard-keys") or Card("guard-keys")
    state, keys = new_card(state, replace(keys, purchase=True))
    state, keys = from_stock(state, keys, call, strict=True)
    call.note("searched", "T-135", who=who(state, state.active), card=card_label(keys))
    state = change(turn(state, searched=True), state.active, objects=(*villain.objects, keys))
    return to_end(state, call) if instead else state


def use_keys(state: State, action: UseKeys, call: Call) -> State:
    """Return the Guard Keys and cross to the opposite space; no roll, so no Batman."""
    mine(call, state, "T-136")
    moment(call, state, "T-136", "move")
    villain = me(state)
    keys = next((c for c in villain.objects if c.name == "guard-keys"), None)
    if keys is None:
        call.forbid("T-NO-KEYS", "T-136")
        return state
    if villain.floor != FIRST:
        call.impossible("T-NOT-FIRST", "T-136")
    if villain.insane:
        call.forbid("T-E23", "T-049", who=who(state, state.active))
    linked = plan.opposite(state.plan, villain.space) if known(villain.space) else ""
    state, space = place(state, action.to or linked)
    if linked and space != linked and state.depth == "full":
        call.forbid("T-OPPOSITE", "T-136", space=space_label(linked, SECOND))
    state = change(state, state.active, objects=without(villain.objects, keys.id))
    state = put_down(to_pile(state, keys), state.active, space, SECOND)
    call.note("keys", "T-136", who=who(state, state.active), space=space_label(space, SECOND))
    return turn(state, phase="encounter")


# -- the Door ----------------------------------------------------------------------------


def door(state: State, call: Call) -> State:
    """Try the Security Door; the space itself says how."""
    mine(call, state, "T-137")
    moment(call, state, "T-137", "path", "up")
    villain = me(state)
    upstairs = villain.floor == SECOND or state.turn.phase == "up" or villain.guard_passed
    if not upstairs:
        call.impossible("T-NOT-SECOND", "T-137")
    if villain.job is not None:
        call.forbid("T-E25", "T-124", remedy=msg("remedy.job"))
    if villain.floor == SECOND and known(villain.space) and state.depth == "full":
        ways = plan.reach(state.plan, SECOND, villain.space, "security-door")
        if ways and min(ways) > state.turn.roll:
            call.forbid("T-FAR", "T-137", n=min(ways), roll=state.turn.roll)
    call.note("door", "T-137", who=who(state, state.active))
    return turn(put_down(state, state.active, "security-door", SECOND), phase="door", left=0)


def door_dice(state: State, action: DoorDice, call: Call) -> State:
    """What the dice of the attempt showed; whether that opens it, the table says."""
    mine(call, state, "T-139")
    moment(call, state, "T-139", "door")
    shown = tuple(face for face in action.dice if face)
    if state.turn.door:
        call.impossible("T-DOOR-DICE", "T-139")
    call.within(msg("field.how-many-dice"), len(shown), 1, DOOR_DICE, "T-139")
    die(call, *shown)
    facts = {"who": who(state, state.active), "n": sum(shown)}
    call.note("door-dice", "T-139", **facts, dice=tuple(map(str, shown)))
    return turn(state, door=shown)


def door_result(state: State, action: DoorResult, call: Call) -> State:
    """The Door opens, or it does not; the turn ends either way."""
    mine(call, state, "T-139")
    moment(call, state, "T-139", "door")
    name = who(state, state.active)
    if action.passed:
        call.note("door-open", "T-139", who=name)
        state = put_down(state, state.active, "tower-entrance", TOWER)
    else:
        call.note("door-shut", "T-139", who=name)
    return after_move(turn(state, over=True), call)


def spend(state: State, action: SpendFate, call: Call) -> State:
    """A Fate token for a die a card or a space asked for."""
    own(call, state, action.seat, "T-023")
    if state.turn.phase == "door":
        if action.seat != state.active:
            call.impossible("T-E07", "T-026")
        if state.turn.left:
            call.impossible("T-E06", "T-025")
        state = turn(state, left=1, door=())
    state = spend_fate(state, action.seat, call)
    call.note("fate-spent", "T-023", who=who(state, action.seat))
    return state

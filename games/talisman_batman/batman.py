"""Batman's move after a rolled 1."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call, Choice
from games.talisman_batman import plan
from games.talisman_batman.actions import BatmanMove, BatmanRoll, BatmanTarget, PlaceBatman, Reroll
from games.talisman_batman.flow import after_batman, batman_attacks, floor_of
from games.talisman_batman.glossary import space_key
from games.talisman_batman.lessons import BatmanLine, EnterBatman
from games.talisman_batman.life import spend_fate
from games.talisman_batman.moves import mine
from games.talisman_batman.state import Batman, State
from games.talisman_batman.table import (
    change,
    die,
    known,
    moment,
    part,
    place,
    sit,
    space_label,
    switched,
    turn,
    who,
)


def roll(state: State, action: BatmanRoll, call: Call) -> State:
    """How far Batman goes; this roll never moves him again."""
    mine(call, state, "T-046")
    moment(call, state, "T-046", "batman-roll")
    die(call, action.die)
    call.note("batman-rolled", "T-046", n=action.die)
    return turn(state, phase="batman-path", batman_roll=action.die)


def reroll(state: State, action: Reroll, call: Call) -> State:
    """The mover may reroll this die too, unless the table reads that differently."""
    mine(call, state, "T-Q05")
    if action.seat != state.active or switched(state, "fateOnBatmanRoll"):
        call.forbid("T-E07", "T-Q05")
    if state.turn.batman_rerolled:
        call.impossible("T-E06", "T-024")
    die(call, action.die)
    state = spend_fate(state, action.seat, call)
    name, before = who(state, action.seat), state.turn.batman_roll
    call.note("reroll", "T-Q05", who=name, before=before, after=action.die)
    return turn(state, batman_roll=action.die, batman_rerolled=True)


def move(state: State, action: BatmanMove, call: Call) -> State:
    """Batman walks; if villains stand where he stops, the mover must choose one."""
    mine(call, state, "T-046")
    moment(call, state, "T-046", "batman-path")
    if action.crossing > 1:
        call.forbid("T-E33", "T-047")
    state, space = place(state, action.to)
    options = {end.space: end.floor for end in plan.batman_ends(state)}
    planned = options.get(space, 0) if known(space) else 0
    floor = floor_of(space, action.floor or planned or state.batman.floor)
    crossed = action.crossing or planned == floor or not state.batman.space
    if floor != state.batman.floor and not crossed:
        call.forbid("T-CROSS", "T-047", remedy=msg("remedy.cross"))
    _steps(state, space, floor, call)
    met = _met(state, space, floor, call)
    if met and not known(space):
        space = state.villains[met[0]].space or space
    elif met:
        state = change(state, met[0], space=space)
    state = replace(state, batman=replace(state.batman, space=space, floor=floor))
    call.note("batman-moved", "T-046", space=space_label(space, floor))
    if not met:
        return after_batman(state, call)
    if len(met) == 1:
        return batman_attacks(state, met[0], call)
    return turn(state, phase="batman-target")


def _steps(state: State, space: str, floor: int, call: Call) -> None:
    options = plan.batman_ends(state)
    if not options or not known(space):
        return
    if any(end.space == space and end.floor == floor for end in options):
        return
    names = tuple(space_label(end.space, end.floor) for end in options)
    if state.depth == "full":
        remedy = msg("remedy.ends", ends=names)
        call.forbid("T-E05", "T-046", remedy=remedy, n=state.turn.batman_roll, ends=names)
    elif space in plan.ring(state.plan, floor):
        call.warn("STEPS", "T-046", n=state.turn.batman_roll, ends=names)


def standing(state: State, space: str, floor: int) -> tuple[int, ...]:
    """The seats known to stand on a space."""
    return tuple(
        i for i, v in enumerate(state.villains) if v.alive and v.space == space and v.floor == floor
    )


def _met(state: State, space: str, floor: int, call: Call) -> tuple[int, ...]:
    """Who stands where Batman stops; the table is asked about villains on unnamed spaces."""
    met = standing(state, space, floor)
    unsure = [
        i
        for i, v in enumerate(state.villains)
        if v.alive and v.floor == floor and i not in met
        and not (known(v.space) and known(space))
    ]  # fmt: skip
    if met or not unsure:
        return met
    options = (
        Choice("none", Msg("answer.nobody")),
        *(Choice(str(i), part(state, i).name) for i in unsure),
    )
    answer = call.ask("BATMAN_MEETS", "T-050", options)
    return () if answer == "none" else (int(answer),)


def target(state: State, action: BatmanTarget, call: Call) -> State:
    """The mover names who has to fight."""
    mine(call, state, "T-050")
    moment(call, state, "T-050", "batman-target")
    sit(call, state, action.victim)
    if action.victim not in standing(state, state.batman.space, state.batman.floor):
        call.impossible("T-E13", "T-050", who=who(state, action.victim))
    return batman_attacks(state, action.victim, call)


def put(state: State, action: PlaceBatman, call: Call) -> State:
    """Batman is set somewhere, without a move of his own."""
    space = space_key(action.space)
    call.within(msg("field.floor"), action.floor, 1, 3)
    floor = floor_of(space, action.floor)
    call.note("batman-placed", "T-Q01", space=space_label(space, floor))
    return replace(state, batman=replace(state.batman, space=space, floor=floor))


def enter(state: State, action: EnterBatman, call: Call) -> State:
    """Batman's numbers, from his card."""
    batman = card_of(action, call, state.batman)
    call.note("batman-card", "T-052", strength=batman.strength, cunning=batman.cunning)
    state = replace(state, batman=batman)
    return turn(state, phase="stand") if state.turn.phase == "batman-card" else state


def card_of(action: EnterBatman, call: Call, before: Batman) -> Batman:
    call.within(Msg("term.strength"), action.strength, 1, 20, "T-052")
    call.within(Msg("term.cunning"), action.cunning, 1, 20, "T-052")
    lines = tuple(line.strip()[:200] for line in action.lines[:6]) or before.lines
    return replace(before, strength=action.strength, cunning=action.cunning, lines=lines)


def line(state: State, action: BatmanLine, call: Call) -> State:
    """One line of his list."""
    lines = line_of(action, call, state.batman)
    call.note("batman-line", "T-053", n=action.die, text=action.text)
    return replace(state, batman=replace(state.batman, lines=lines))


def line_of(action: BatmanLine, call: Call, before: Batman) -> tuple[str, ...]:
    die(call, action.die)
    lines = [*before.lines, *[""] * (6 - len(before.lines))]
    lines[action.die - 1] = action.text.strip()[:200]
    return tuple(lines)

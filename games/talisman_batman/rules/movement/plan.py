"""The board entered once: distances, and where a move can end."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.messages import Msg
from games.referee import Frozen, RulingContext
from games.talisman_batman.state import FIRST, SECOND, TOWER, Plan, State, Villain
from games.talisman_batman.state.derived import (
    known,
    me,
    named,
    space_label,
    switched,
    tower_steps,
)
from games.talisman_batman.state.rings import open_places, placed, ring
from games.talisman_batman.words import SPACES, space_key


class End(Frozen):
    """A space where a move can end; ``via`` is the way: a direction, or through a gate."""

    space: str
    floor: int
    via: str


FIXED = {
    "guard-post": FIRST,
    "office": FIRST,
    "darkroom": FIRST,
    "falcone": SECOND,
    "security-door": SECOND,
    "tower-entrance": TOWER,
    "anteroom": TOWER,
    "control-room": TOWER,
}
"""The floor of the spaces the rulebook tells it of."""


def suggested(plan: Plan, floor: int) -> tuple[str, ...]:
    """Return the spaces that a floor may have by the rulebook and by what is known of the
    others."""
    spaces = (space.removeprefix("space.") for space, *_ in SPACES)
    return tuple(space for space in spaces if planned(plan, space) in (0, floor))


def unplaced(state: State) -> tuple[str, ...]:
    """Return the names the book and the copy know that may be on the active villain's floor."""
    floor, plan = me(state).floor, state.plan
    sheets = (*(v.sheet for v in state.villains), *state.unused)
    found = dict.fromkeys(
        (
            *suggested(plan, floor),
            *(space_key(sheet.start) for sheet in sheets),
            *(space for space, _cards in plan.symbols),
            *(v.space for v in state.villains if v.floor == floor),
            *(s.space for s in state.spots if s.floor == floor),
        )
    )
    return tuple(space for space in found if named(space) and not placed(plan, space))


def planned(plan: Plan, space: str) -> int:
    """Return the floor of a space the rulebook or the plan knows, else 0."""
    found = (floor for floor in (FIRST, SECOND, TOWER) if space in ring(plan, floor))
    return FIXED.get(space) or next(found, 0)


def floor_of(state: State, space: str, floor: int, mover: int | None = None) -> int:
    """Return the floor of a space: from the plan, or from figures and cards there, else ``floor``.

    One name is one place; ``mover`` is leaving and isn't counted.
    """
    if not known(space):
        return floor
    there = (
        v.floor for i, v in enumerate(state.villains) if v.alive and v.space == space and i != mover
    )
    lying = (spot.floor for spot in state.spots if spot.space == space)
    return planned(state.plan, space) or next(there, 0) or next(lying, 0) or floor


def on_floor(
    state: State, space: str, floor: int, call: RulingContext, mover: int | None = None
) -> int:
    """Return the floor as ``floor_of`` does, where ``floor`` is no guess: refuse a space known
    elsewhere."""
    found = floor_of(state, space, floor, mover)
    if floor and found != floor:
        there = space_label(space, found)
        call.refuse("T-FLOOR", "T-005", space=there, floor=Msg(f"floor.{found}"))
        return floor
    return found


def charted(call: RulingContext, state: State, space: str, floor: int) -> None:
    """Warn about an unoccupied name that the entered plan of its floor doesn't have."""
    if open_places(state.plan, floor) or not ring(state.plan, floor):
        return
    if known(space) and not floor_of(state, space, 0):
        call.warn("UNPLANNED", "T-005", space=space, floor=Msg(f"floor.{floor}"))


def opposite(plan: Plan, space: str) -> str:
    """Return the space linked with this one on the other floor, or an empty text."""
    for first, second in plan.links:
        if space in (first, second):
            return second if space == first else first
    return ""


def across(state: State) -> str:
    """Return the Second Floor space opposite the active villain, or an empty text."""
    space = me(state).space
    linked = opposite(state.plan, space) if known(space) else ""
    return linked if floor_of(state, linked, SECOND) == SECOND else ""


class Lack(Frozen):
    """Fact the plan lacks to show a move: a ring's size, a space's place or the way up."""

    what: Literal["size", "place", "up"]
    floor: int
    space: str = ""


def lacks(state: State) -> Lack | None:
    """Return what no one has entered yet of the ring of the move under way."""
    villain, plan, batman = me(state), state.plan, state.batman
    if state.turn.phase == "batman-path":
        floor, space = batman.floor, batman.space
    elif state.turn.phase not in ("path", "up") or state.turn.forced:
        return None
    elif climbing(state):
        floor, space = SECOND, opposite(plan, "guard-post")
    else:
        floor, space = villain.floor, villain.space
    if not ring(plan, floor):
        return Lack("size", floor)
    if space in ring(plan, floor) or (named(space) and not open_places(plan, floor)):
        return None
    up = climbing(state) and not space and state.turn.phase != "batman-path"
    return Lack("up" if up else "place", floor, space)


def round_ring(plan: Plan, floor: int, space: str, steps: int) -> tuple[End, ...]:
    """Return the two ends of a move on the First or Second Floor."""
    spaces = ring(plan, floor)
    if space not in spaces:
        return ()
    at = spaces.index(space)
    ways = (("clockwise", steps), ("anticlockwise", -steps))
    return tuple(End(spaces[(at + by) % len(spaces)], floor, way) for way, by in ways)


def distance(plan: Plan, floor: int, space: str, goal: str) -> int | None:
    """Return the fewest steps between two spaces of a floor; ``None`` if the plan does not say."""
    spaces = ring(plan, floor)
    if space not in spaces or goal not in spaces:
        return None
    apart = abs(spaces.index(space) - spaces.index(goal))
    return apart if floor == TOWER else min(apart, len(spaces) - apart)


def reach(plan: Plan, floor: int, space: str, goal: str) -> tuple[int, ...]:
    """Return the steps to a space of the same ring in either direction."""
    spaces = ring(plan, floor)
    if space not in spaces or goal not in spaces:
        return ()
    ahead = (spaces.index(goal) - spaces.index(space)) % len(spaces)
    return tuple(sorted({ahead, (len(spaces) - ahead) % len(spaces)}))


def ends(state: State) -> tuple[End, ...]:
    """Return where the move of this turn can end; empty if the plan does not reach that far."""
    villain, roll, plan = me(state), state.turn.roll, state.plan
    if state.turn.forced or not known(villain.space):
        return ()
    if climbing(state):
        return upstairs(plan, steps_up(state))
    if villain.floor == TOWER:
        return _tower(state, villain, roll)
    stay = round_ring(plan, villain.floor, villain.space, roll)
    return (*stay, *(ways_down(state) or ())) if stay else ()


def climbing(state: State) -> bool:
    """Return whether the move goes up from the Guard Post, he being beaten this turn or the
    last."""
    return state.turn.phase == "up" or me(state).guard_passed


def steps_up(state: State) -> int:
    """Return the steps of such a move."""
    return state.turn.left if state.turn.phase == "up" else state.turn.roll


def to_guard(state: State) -> tuple[int, ...] | None:
    """Return the steps to the Guard Post in either direction; ``None`` if the plan does not say."""
    villain = me(state)
    if villain.space == "guard-post":
        return (0,)
    return reach(state.plan, FIRST, villain.space, "guard-post") or None


def to_door(state: State) -> int | None:
    """Return the fewest steps to the Security Door; ``None`` if the plan does not say."""
    space, way = me(state).space, 0
    if climbing(state):
        space, way = opposite(state.plan, "guard-post"), 1
    steps = reach(state.plan, SECOND, space, "security-door")
    return min(steps) + way if steps else None


def door_in_reach(state: State) -> bool:
    """Return whether the move can end at the Security Door or lead through it, as far as is
    known."""
    steps = to_door(state)
    return steps is None or steps <= (steps_up(state) if climbing(state) else state.turn.roll)


def upstairs(plan: Plan, left: int) -> tuple[End, ...]:
    """Return the ends of a move up from the Guard Post with this many steps left."""
    entry = opposite(plan, "guard-post")
    if not entry or not left:
        return ()
    return round_ring(plan, SECOND, entry, left - 1) if left > 1 else (End(entry, SECOND, "up"),)


def ways_down(state: State) -> tuple[End, ...] | None:
    """Return where a move down from the Second Floor can end; ``None`` if the plan does not say."""
    plan, roll, villain = state.plan, state.turn.roll, me(state)
    if villain.floor != SECOND:
        return ()
    entry = opposite(plan, "guard-post")
    ways = reach(plan, SECOND, villain.space, entry)
    if not ways or "guard-post" not in plan.first:
        return None
    found: tuple[End, ...] = ()
    for steps in ways:
        rest = roll - steps - 1
        if rest == 0:
            found += (End("guard-post", FIRST, "down"),)
        if rest > 0:
            found += tuple(
                End(end.space, FIRST, "down") for end in round_ring(plan, FIRST, "guard-post", rest)
            )
    return tuple(dict.fromkeys(found))


def _tower(state: State, villain: Villain, roll: int) -> tuple[End, ...]:
    plan, spaces = state.plan, state.plan.tower
    if villain.space not in spaces:
        return ()
    at, steps = spaces.index(villain.space), tower_steps(roll)
    found: tuple[End, ...] = ()
    top = spaces.index("anteroom") if "anteroom" in spaces else len(spaces) - 1
    if not villain.turning_back and at < top:
        least = 1 if switched(state, "towerUpTo") else steps
        reached = dict.fromkeys(min(at + n, top) for n in range(least, steps + 1))
        found += tuple(End(spaces[n], TOWER, "up") for n in reached)
    if not villain.turning_back and villain.space == "anteroom" and holds_key(villain):
        found += (End("control-room", TOWER, "up"),)
    if at >= steps:
        return (*found, End(spaces[at - steps], TOWER, "down"))
    outside = steps - at - 1
    if not outside:
        return (*found, End("security-door", SECOND, "down"))
    out = round_ring(plan, SECOND, "security-door", outside)
    return (*found, *(End(end.space, SECOND, "down") for end in out))


def holds_key(villain: Villain) -> bool:
    return any(card.key for card in villain.objects)


def batman_ends(state: State) -> tuple[End, ...]:
    """Return where Batman's move can end; ``via`` is ``across`` after a change of floor."""
    plan, steps, batman = state.plan, state.turn.batman_roll, state.batman
    stay = _walk(plan, batman.floor, batman.space, steps)
    found = stay
    for space, floor in _neighbours(plan, batman.space, batman.floor) if stay else ():
        across = _walk(plan, floor, space, steps - 1) if steps > 1 else (End(space, floor, ""),)
        found += tuple(End(end.space, end.floor, "across") for end in across)
    return tuple(dict.fromkeys(found))


def _walk(plan: Plan, floor: int, space: str, steps: int) -> tuple[End, ...]:
    if floor != TOWER:
        return round_ring(plan, floor, space, steps)
    spaces = plan.tower
    if space not in spaces:
        return ()
    at = spaces.index(space)
    up, down = min(at + steps, len(spaces) - 1), max(at - steps, 0)
    ends = (End(spaces[up], TOWER, "up"), End(spaces[down], TOWER, "down"))
    return tuple(end for end in ends if end.space != space)


def _neighbours(plan: Plan, space: str, floor: int) -> tuple[tuple[str, int], ...]:
    gates = {
        "security-door": ("tower-entrance", TOWER),
        "tower-entrance": ("security-door", SECOND),
    }
    found = (gates[space],) if space in gates else ()
    linked = opposite(plan, space)
    return (*found, (linked, SECOND if floor == FIRST else FIRST)) if linked else found


def with_symbols(plan: Plan, *told: tuple[str, int]) -> Plan:
    """Return the plan with how many card symbols these spaces show."""
    return replace(plan, symbols=tuple({**dict(plan.symbols), **dict(told)}.items()))


def symbols(state: State, space: str) -> int | None:
    """Return how many cards a space shows, if anyone has entered it."""
    fixed = {"guard-post": 1, "open-cell": 1, "falcone": 0, "security-door": 0, "anteroom": 0}
    return dict(state.plan.symbols).get(space, fixed.get(space))

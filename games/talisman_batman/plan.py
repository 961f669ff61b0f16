"""The board entered once: distances, and where a move can end."""

from __future__ import annotations

from games.referee import Frozen
from games.talisman_batman.state import FIRST, SECOND, TOWER, Plan, State, Villain
from games.talisman_batman.table import known, me, switched, tower_steps


class End(Frozen):
    """A space where a move can end; ``via`` is the way: a direction, or through a gate."""

    space: str
    floor: int
    via: str


def ring(plan: Plan, floor: int) -> tuple[str, ...]:
    """The spaces of a floor in clockwise order; empty if nobody has entered them."""
    return {FIRST: plan.first, SECOND: plan.second, TOWER: plan.tower}[floor]


def opposite(plan: Plan, space: str) -> str:
    """The space linked with this one on the other floor, or an empty text."""
    for first, second in plan.links:
        if space in (first, second):
            return second if space == first else first
    return ""


def round_ring(plan: Plan, floor: int, space: str, steps: int) -> tuple[End, ...]:
    """The two ends of a move on the First or Second Floor."""
    spaces = ring(plan, floor)
    if space not in spaces:
        return ()
    at = spaces.index(space)
    ways = (("clockwise", steps), ("anticlockwise", -steps))
    return tuple(End(spaces[(at + by) % len(spaces)], floor, way) for way, by in ways)


def distance(plan: Plan, floor: int, space: str, goal: str) -> int | None:
    """The fewest steps between two spaces of a floor; ``None`` if the plan does not say."""
    spaces = ring(plan, floor)
    if space not in spaces or goal not in spaces:
        return None
    apart = abs(spaces.index(space) - spaces.index(goal))
    return apart if floor == TOWER else min(apart, len(spaces) - apart)


def reach(plan: Plan, floor: int, space: str, goal: str) -> tuple[int, ...]:
    """The steps to a space of the same ring in either direction."""
    spaces = ring(plan, floor)
    if space not in spaces or goal not in spaces:
        return ()
    ahead = (spaces.index(goal) - spaces.index(space)) % len(spaces)
    return tuple(sorted({ahead, (len(spaces) - ahead) % len(spaces)}))


def ends(state: State) -> tuple[End, ...]:
    """Where the move of this turn can end; empty if the plan does not reach that far."""
    villain, roll, plan = me(state), state.turn.roll, state.plan
    if state.turn.forced or not known(villain.space):
        return ()
    if state.turn.phase == "up" or villain.guard_passed:
        return upstairs(plan, state.turn.left if state.turn.phase == "up" else roll)
    if villain.floor == TOWER:
        return _tower(state, villain, roll)
    stay = round_ring(plan, villain.floor, villain.space, roll)
    if villain.floor == SECOND and stay:
        return (*stay, *_down(plan, villain.space, roll))
    return stay


def upstairs(plan: Plan, left: int) -> tuple[End, ...]:
    """The ends of a move up from the Guard Post with this many steps left."""
    entry = opposite(plan, "guard-post")
    if not entry or not left:
        return ()
    return round_ring(plan, SECOND, entry, left - 1) if left > 1 else (End(entry, SECOND, "up"),)


def _down(plan: Plan, space: str, roll: int) -> tuple[End, ...]:
    entry = opposite(plan, "guard-post")
    found: tuple[End, ...] = ()
    for steps in reach(plan, SECOND, space, entry):
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
    if not villain.turning_back and at + 1 < len(spaces):
        top = spaces.index("anteroom") if "anteroom" in spaces else len(spaces) - 1
        least = 1 if switched(state, "towerUpTo") else steps
        reached = dict.fromkeys(min(at + n, max(top, at)) for n in range(least, steps + 1))
        found += tuple(End(spaces[n], TOWER, "up") for n in reached)
    if at >= steps:
        return (*found, End(spaces[at - steps], TOWER, "down"))
    outside = steps - at - 1
    if not outside:
        return (*found, End("security-door", SECOND, "down"))
    out = round_ring(plan, SECOND, "security-door", outside)
    return (*found, *(End(end.space, SECOND, "down") for end in out))


def batman_ends(state: State) -> tuple[End, ...]:
    """Where Batman's move can end; ``via`` is ``across`` after a change of floor."""
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
    up = End(spaces[min(at + steps, len(spaces) - 1)], TOWER, "up")
    return (up, End(spaces[max(at - steps, 0)], TOWER, "down"))


def _neighbours(plan: Plan, space: str, floor: int) -> tuple[tuple[str, int], ...]:
    gates = {
        "security-door": ("tower-entrance", TOWER),
        "tower-entrance": ("security-door", SECOND),
    }
    found = (gates[space],) if space in gates else ()
    linked = opposite(plan, space)
    return (*found, (linked, SECOND if floor == FIRST else FIRST)) if linked else found


def symbols(state: State, space: str) -> int | None:
    """How many cards a space shows, if anybody has entered it."""
    fixed = {"guard-post": 1, "open-cell": 1, "falcone": 0, "security-door": 0, "anteroom": 0}
    return dict(state.plan.symbols).get(space, fixed.get(space))

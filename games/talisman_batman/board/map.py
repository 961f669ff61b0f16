"""The board as a picture: its rings, as far as they are known, laid out in a square."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from games.messages import Msg
from games.referee import Frozen
from games.talisman_batman.rules.movement.places import unplaced
from games.talisman_batman.rules.movement.plan import (
    climbing,
    distance,
    opposite,
    round_ring,
)
from games.talisman_batman.state import FIRST, SECOND, TOWER, Plan, State, Villain
from games.talisman_batman.state.derived import known, me, named, space_label, spot, who
from games.talisman_batman.state.rings import ring


class Figurine(Frozen):
    """A villain's figure."""

    seat: int
    name: str
    key: bool
    active: bool
    where: Msg | str = ""


class MapCell(Frozen):
    """A space of the picture; ``col``, ``row``, ``wide`` and ``high`` count cells from 1.

    ``step`` is how many steps of the move under way lead here, 0 where none do.
    """

    space: str
    label: Msg | str
    floor: int
    col: int
    row: int
    wide: int = 1
    high: int = 1
    here: tuple[Figurine, ...] = ()
    batman: bool = False
    cards: int = 0
    coins: int = 0
    step: int = 0
    named: bool = True


class Leader(Frozen):
    """Villain with the fewest steps to the Control Room."""

    name: str
    steps: int


def cells(state: State) -> tuple[MapCell, ...]:
    """Return the spaces of every ring that has been entered, each where it is drawn."""
    plan, steps = state.plan, _steps(state)
    found = []
    for floor, place in _places(plan).items():
        for space, (col, row, wide, high) in zip(ring(plan, floor), place, strict=True):
            lying = spot(state, space)
            found.append(
                MapCell(
                    space,
                    space_label(space, floor),
                    floor,
                    col,
                    row,
                    wide,
                    high,
                    figures(state, partial(_stands, space)),
                    state.batman.space == space,
                    len(lying.cards),
                    lying.coins,
                    steps.get(space, 0),
                    named(space),
                )
            )
    return tuple(found)


def figures(state: State, stands: Callable[[Villain], bool]) -> tuple[Figurine, ...]:
    """Return the figures of the living villains for whom ``stands`` holds."""
    return tuple(
        Figurine(i, who(state, i), any(c.key for c in v.objects), i == state.active)
        for i, v in enumerate(state.villains)
        if v.alive and stands(v)
    )


def off_the_rings(state: State) -> tuple[Figurine, ...]:
    """Return the figures that no ring shows: on spaces that no one has shown on theirs, and those
    ``where`` a floor has none yet."""
    off, drawn = unplaced(state), any(ring(state.plan, floor) for floor in (FIRST, SECOND, TOWER))
    found = []
    for each in figures(state, lambda _villain: True):
        villain = state.villains[each.seat]
        if each.seat in off:
            found.append(each)
        elif drawn and not ring(state.plan, villain.floor):
            found.append(replace(each, where=space_label(villain.space, villain.floor)))
    return tuple(found)


def _stands(space: str, villain: Villain) -> bool:
    return villain.space == space


# -- the picture -----------------------------------------------------------------------------

Place = tuple[int, int, int, int]
LEAST = 5
"""Fewer cells to a side would leave no room for the Tower within two rings."""


def _side(plan: Plan) -> int:
    """Return how many cells the square has to a side: the outer ring around it, then the inner one,
    and the Tower in what is left."""
    n = LEAST
    while (
        4 * (n - 1) < len(plan.first)
        or 4 * (n - 3) < len(plan.second)
        or (n - 4) ** 2 < len(plan.tower)
    ):
        n += 1
    return n


def _places(plan: Plan) -> dict[int, tuple[Place, ...]]:
    """Return where the spaces of each floor lie."""
    n = _side(plan)
    return {
        FIRST: tuple(_round(len(plan.first), 1, n)),
        SECOND: tuple(_round(len(plan.second), 2, n - 2)),
        TOWER: tuple(_filled(len(plan.tower), 3, n - 4)),
    }


def _round(spaces: int, at: int, side: int) -> Iterator[Place]:
    """Yield that many spaces clockwise round a square that begins at ``at``, from its top left
    corner.

    Where there are fewer than the square has cells, those between the corners are longer.
    """
    inner, end = side - 2, at + side - 1
    corners = min(4, spaces)
    for edge in range(corners):
        col, row = ((at, at), (end, at), (end, end), (at, end))[edge]
        yield col, row, 1, 1
        between = (spaces - corners) // corners + (edge < (spaces - corners) % corners)
        begun = 0
        for k in range(between):
            long = (k + 1) * inner // between - begun
            before = at + 1 + begun
            after = end - begun - long
            begun += long
            yield (
                (before, at, long, 1),
                (end, before, 1, long),
                (after, end, long, 1),
                (at, after, 1, long),
            )[edge]


def _filled(spaces: int, at: int, side: int) -> Iterator[Place]:
    """Yield that many spaces from the bottom of a square to its top, the last as wide as its
    row."""
    for k in range(spaces):
        row, col = divmod(k, side)
        wide = side - col if k == spaces - 1 else 1
        yield at + col, at + side - 1 - row, wide, 1


# -- the way -------------------------------------------------------------------------------------


def _steps(state: State) -> dict[str, int]:
    """Return the spaces on both ways round of the move under way, by their steps."""
    villain, turn = me(state), state.turn
    if turn.phase != "path" or turn.forced or climbing(state) or villain.floor == TOWER:
        return {}
    ways = (
        (end.space, n)
        for n in range(turn.roll, 0, -1)
        for end in round_ring(state.plan, villain.floor, villain.space, n)
    )
    return dict(ways)


def leader(state: State) -> Leader | None:
    """Return who is nearest to the Control Room; ``None`` while the plan does not tell of
    everyone."""
    alive = [(i, v) for i, v in enumerate(state.villains) if v.alive]
    far = [(to_the_top(state.plan, v), i) for i, v in alive]
    if not far or any(steps is None for steps, _ in far):
        return None
    steps, seat = min((steps or 0, seat) for steps, seat in far)
    return Leader(who(state, seat), steps)


def to_the_top(plan: Plan, villain: Villain) -> int | None:
    """Return the fewest steps from a villain to the Control Room past Guard and Door."""
    if not known(villain.space):
        return None
    if villain.space == "control-room":
        return 0
    entry = opposite(plan, "guard-post")
    above = distance(plan, SECOND, entry, "security-door")
    legs: tuple[int | None, ...]
    top = plan.tower.index("anteroom") + 1 if "anteroom" in plan.tower else None
    match villain.floor:
        case 1:
            legs = (distance(plan, FIRST, villain.space, "guard-post"), 1, above, 1, top)
        case 2:
            legs = (distance(plan, SECOND, villain.space, "security-door"), 1, top)
        case _:
            legs = (distance(plan, TOWER, villain.space, "anteroom"), 1)
    return None if None in legs else sum(leg or 0 for leg in legs)

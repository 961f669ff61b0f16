"""The board as it gets known: rings of so many places, each named when someone comes there."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg
from games.talisman_batman.state import FIRST, SECOND, TOWER, Plan
from games.talisman_batman.state.derived import NUMBERED, named, space_label

SIZES = {FIRST: 24, SECOND: 16, TOWER: 6}
"""How many spaces a floor is taken to have until someone counts them."""
MOST = {FIRST: 40, SECOND: 30, TOWER: 15}
"""The most spaces a floor can have."""
LEAST = 3
_RINGS = {FIRST: "first", SECOND: "second", TOWER: "tower"}


def ring(plan: Plan, floor: int) -> tuple[str, ...]:
    """Return a floor's spaces in clockwise order; empty if no one knows how many there are."""
    return {FIRST: plan.first, SECOND: plan.second, TOWER: plan.tower}[floor]


def with_ring(plan: Plan, floor: int, spaces: tuple[str, ...]) -> Plan:
    """Return the plan with this ring."""
    return replace(plan, **{_RINGS[floor]: spaces})


def sized(plan: Plan, floor: int, n: int) -> Plan:
    """Return the plan with a ring of ``n`` unnamed places; the Tower's ends have their names."""
    spaces = [f"{floor}-{place}" for place in range(1, n + 1)]
    if floor == TOWER:
        spaces[0], spaces[-2], spaces[-1] = "tower-entrance", "anteroom", "control-room"
    return with_ring(plan, floor, tuple(spaces))


def open_places(plan: Plan, floor: int) -> tuple[str, ...]:
    """Return the places of a ring that have no name yet."""
    return tuple(space for space in ring(plan, floor) if not named(space))


def whole(plan: Plan) -> bool:
    """Return whether every space of every floor has its name."""
    return all(ring(plan, floor) and not open_places(plan, floor) for floor in _RINGS)


def placed(plan: Plan, space: str) -> bool:
    """Return whether a space has its place on a ring."""
    return any(space in ring(plan, floor) for floor in _RINGS)


def renamed(plan: Plan, place: str, name: str) -> Plan:
    """Return the plan with a place called ``name`` wherever it occurs."""
    for floor in _RINGS:
        spaces = ring(plan, floor)
        if place in spaces and name not in spaces:
            plan = with_ring(plan, floor, tuple(name if s == place else s for s in spaces))
    links = tuple((_called(a, place, name), _called(b, place, name)) for a, b in plan.links)
    symbols = dict(plan.symbols)
    if place in symbols:
        symbols = {_called(s, place, name): n for s, n in symbols.items() if s != name}
    return replace(plan, links=links, symbols=tuple(symbols.items()))


def current(plan: Plan, space: str) -> str:
    """Return what a place on a ring is called by now; any other space as it is."""
    if found := NUMBERED.fullmatch(space):
        spaces, at = ring(plan, int(found[1])), int(found[2]) - 1
        return spaces[at] if at < len(spaces) else space
    return space


def joined(known: Plan, seen: Plan) -> Plan:
    """Return what a copy knew and what a table has seen of it; the table's names come first."""
    for floor in _RINGS:
        old, new = ring(known, floor), ring(seen, floor)
        if not old:
            known = with_ring(known, floor, new)
        elif len(old) == len(new):
            for place, name in zip(old, new, strict=True):
                if not named(place) and named(name):
                    known = renamed(known, place, name)
    links = tuple(dict.fromkeys((*known.links, *seen.links)))
    symbols = {**dict(known.symbols), **dict(seen.symbols)}
    return replace(known, links=links[-40:], symbols=tuple(symbols.items()))


def label(plan: Plan, space: str, floor: int) -> Msg | str:
    """Return what a space is called; one without a name by its way from the nearest that has."""
    spaces = ring(plan, floor)
    if named(space) or space not in spaces:
        return space_label(space, floor)
    at, size = spaces.index(space), len(spaces)
    for n in range(1, size):
        for by, way in ((n, "clockwise"), (-n, "anticlockwise")):
            place = at - by
            if floor == TOWER and not 0 <= place < size:
                continue
            other = spaces[place % size]
            if named(other):
                code = f"space.{way}.{TOWER}" if floor == TOWER else f"space.{way}"
                return Msg(code, {"n": n, "space": space_label(other, floor)})
    return space_label(space, floor)


def _called(space: str, place: str, name: str) -> str:
    return name if space == place else space

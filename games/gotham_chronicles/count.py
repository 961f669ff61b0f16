"""Count-check: which logged changes could explain a different number on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from games.gotham_chronicles.sheets import SPACES
from games.gotham_chronicles.state import POST_SPACES, State
from games.gotham_chronicles.table import HERO_ZONES, POST_ZONES, counts_of
from games.referee import Adjust, Frozen, Note

How = Literal["missed", "doubled", "partly", "contributes"]


class Clue(Frozen):
    """One logged change that may explain the difference.

    ``index`` is the entry's place in the log; ``change`` what it did to the counted zone.
    "missed": not carried out on the table; "doubled": carried out twice; "partly": carried
    out only in part; "contributes": missed, it explains a part of the difference.
    """

    index: int
    action: Any
    note: Note
    change: int
    how: How


class Check(Frozen):
    """What the app holds, what was counted, and the clues, newest first, best first."""

    where: str
    expected: int
    counted: int
    clues: tuple[Clue, ...]

    @property
    def difference(self) -> int:
        return self.counted - self.expected


def count_check(
    state: State, log: Sequence[tuple[Any, Sequence[Note]]], where: str, counted: int
) -> Check:
    """Compare one zone with the table.

    ``where`` is a tracker's name (``hero.0.reserve``, ``post.defence``), or ``hero.0`` and
    ``post`` for all cubes outside the wounds, as lie on a tablet at a glance. Raises
    ``ValueError`` for another name. ``log`` are the live entries in order, oldest first.
    """
    part, zones = zones_of(state, where)
    names = POST_ZONES if part == state.villain else HERO_ZONES
    counts = dict(zip(names, counts_of(state, part), strict=True))
    expected = sum(counts[zone] for zone in zones)
    missing = counted - expected
    clues = []
    for index, (action, notes) in reversed(list(enumerate(log))):
        for note in reversed(notes):
            change = change_of(note, part, zones) or adjusted(action, note, where)
            how = explains(change, missing)
            if how:
                clues.append(Clue(index, action, note, change, how))
    return Check(where, expected, counted, tuple(clues))


def zones_of(state: State, where: str) -> tuple[int, tuple[str, ...]]:
    """The part and the zones a name means."""
    kind, _, rest = where.partition(".")
    names: tuple[str, ...]
    if kind == "post":
        part, zone, names = state.villain, rest, POST_ZONES
    elif kind == "hero" and (head := rest.partition("."))[0].isdigit():
        part, zone, names = int(head[0]), head[2], HERO_ZONES
    else:
        raise ValueError(where)
    if part > state.villain or (zone and zone not in names):
        raise ValueError(where)
    if zone:
        return part, (zone,)
    spaces = POST_SPACES if part == state.villain else SPACES
    return part, ("reserve", "fatigue", *spaces)


def change_of(note: Note, part: int, zones: tuple[str, ...]) -> int:
    """What a note's cubes did to the zones; 0 if nothing."""
    change = 0
    for moved in note.facts.get("cubes", ()):
        who, source, target, n = moved
        if who == part:
            change += n * (target in zones) - n * (source in zones)
    return change


def adjusted(action: Any, note: Note, where: str) -> int:
    """What an adjustment of the very same number did to it."""
    if not isinstance(action, Adjust) or action.tracker != where or "after" not in note.facts:
        return 0
    return int(note.facts["after"]) - int(note.facts["before"])


def explains(change: int, missing: int) -> How | None:
    """How a change could be behind a difference (counted less expected)."""
    if not change or not missing:
        return None
    if change == -missing:
        return "missed"
    if change == missing:
        return "doubled"
    if (change < 0) == (missing > 0):
        return "partly" if abs(change) > abs(missing) else "contributes"
    return None

"""Count-check: which logged changes could explain a different number on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.counting import Check, Clue, explains
from games.gotham_chronicles.box.sheets import SPACES
from games.gotham_chronicles.rules.common.energy import HERO_ZONES, POST_ZONES, counts_of
from games.gotham_chronicles.state import POST_SPACES, State
from games.messages import msg
from games.referee import Adjust, Note, Tracker


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
                clues.append(Clue(index, change, how))
    return Check(where, expected, counted, tuple(clues))


def tablets(state: State) -> tuple[Tracker, ...]:
    """All cubes outside the wounds of each tablet and of the command post, as they lie there."""
    found = []
    for part in range(state.villain + 1):
        post = part == state.villain
        name = "post" if post else f"hero.{part}"
        _, zones = zones_of(state, name)
        counts = dict(zip(POST_ZONES if post else HERO_ZONES, counts_of(state, part), strict=True))
        total = sum(counts[zone] for zone in zones)
        label = msg("count.post") if post else msg("count.hero", who=state.heroes[part].sheet.name)
        found.append(Tracker(name, label, total, 0, sum(counts.values())))
    return tuple(found)


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

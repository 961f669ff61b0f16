"""Clocks of an evening from the times in its log: whose time it was, in which phase, and pauses.

The evening lasts from the first live entry to the last. The time before an entry belongs to the
part it was made for, and to the phase the table was in until then; a silence longer than
``history.BREAK`` is a pause and no one's. All are whole seconds of one running clock, so that parts
and pauses, and phases and pauses, sum to the evening exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec

from companion.stats.history import BREAK, History

POINTS = 12
"""Moments of an evening that are kept for forecasts, after as many equal shares of its entries."""


class Point(msgspec.Struct, frozen=True):
    """A moment of an evening: ``entries`` made, ``seconds`` played, and how the table was, by
    name."""

    entries: int
    seconds: int
    figures: dict[str, float]


class Clocks(msgspec.Struct, frozen=True):
    """An evening's time in seconds: by part (-1: no one's), by phase (the title's ``rules_step``),
    and in pauses."""

    parts: list[tuple[int, int]]
    phases: list[tuple[str, int]]
    pauses: int
    points: list[Point]

    @property
    def played(self) -> int:
        """The seconds without pauses."""
        return sum(seconds for _part, seconds in self.parts)

    @property
    def evening(self) -> int:
        """All seconds from the first entry to the last."""
        return self.played + self.pauses


def of(past: History) -> Clocks:
    """Return the clocks of a log as far as it holds."""
    parts: Counter[int] = Counter()
    phases: Counter[str] = Counter()
    points = []
    pauses = mark = 0
    elapsed = timedelta(0)
    kept = {len(past.steps) * share // POINTS for share in range(1, POINTS + 1)}
    for n, (step, gap) in enumerate(zip(past.steps, past.gaps, strict=True), 1):
        elapsed += gap
        seconds = round(elapsed.total_seconds()) - mark
        mark += seconds
        if gap > BREAK:
            pauses += seconds
        elif seconds:
            parts[past.whose(step)] += seconds
            phases[past.referee.rules_step(step.before)] += seconds
        if n in kept:
            points.append(Point(n, mark - pauses, figures_of(past, step.after)))
    return Clocks(sorted(parts.items()), phases.most_common(), pauses, points)


def figures_of(past: History, state: Any) -> dict[str, float]:
    """Return a table in numbers that games of one title share: its turn, and of each kind of
    figure the highest and the mean."""
    kinds: dict[str, list[int]] = {}
    for each in past.referee.figures(state):
        kinds.setdefault(each.name.rpartition(".")[0] or each.name, []).append(each.value)
    sides = len(past.referee.parts(state))
    found = {"turn": float(past.referee.turn(state)), "sides": float(sides)}
    for kind, values in kinds.items():
        found[kind] = float(max(values))
        if len(values) > 1:
            found[f"{kind}/"] = round(sum(values) / len(values), 2)
    return found


def kept(past: History) -> dict[str, Any]:
    """Return the clocks as a record keeps them."""
    found: dict[str, Any] = msgspec.to_builtins(of(past))
    return found


def read(kept: Mapping[str, Any] | None) -> Clocks | None:
    """Return the clocks of a record; ``None`` where it has none or no time passed."""
    if not kept:
        return None
    found = msgspec.convert(kept, Clocks)
    return found if found.evening else None

"""End of a running game, by the crew's own evenings of that title.

A ridge regression over moments of past evenings (``clocks.Point``) says how many entries are still
to come, and the pace of this evening how long they take. Before it says anything it forecasts each
of those evenings at its half-time from the others: unless it is right within ``RIGHT`` for the
median of them, it stays silent.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median, pstdev
from typing import NamedTuple

from companion.crews.models import Crew
from companion.stats import clocks
from companion.stats.clocks import Clocks, Point
from companion.stats.models import Record

FEWEST, MOST = 10, 20
"""Evenings of a title that a forecast needs, and the newest ones it uses."""
RIGHT = 0.15
"""The share of an evening by which the median forecast at half-time may be wrong."""
SOON = 0.4
"""The share of an evening that must be over before its end is forecast."""
DAMPING = 3.0
"""The weight of the ridge, in moments: how strongly a number must tell to count."""


class Forecast(NamedTuple):
    """Seconds of play ``left``, and by which share of an evening such forecasts were wrong."""

    left: float
    error: float


class Model:
    """Model of a crew's evenings: how many entries are still to come at a moment."""

    def __init__(self, evenings: Sequence[Clocks]) -> None:
        self.evenings = evenings
        moments = [point for each in evenings for point in each.points]
        names = sorted({name for point in moments for name in point.figures})
        self._scales = {name: _scale(moments, name) for name in names}
        self._weights = [_weights(self._rows(each)) for each in evenings]
        self._whole = _solved(_summed(self._weights))

    def left(self, point: Point) -> float:
        """Return how many seconds of play are left at a moment, at its own pace."""
        return self._left(self._whole, point)

    @property
    def error(self) -> float:
        """The median share by which it is wrong at half-time of an evening it has not seen."""
        wrong = []
        for n, evening in enumerate(self.evenings):
            others = _solved(_summed([*self._weights[:n], *self._weights[n + 1 :]]))
            at = half_time(evening)
            whole = at.seconds + self._left(others, at)
            wrong.append(abs(whole - evening.played) / evening.played)
        return median(wrong)

    def _left(self, solved: Sequence[float], point: Point) -> float:
        entries = sum(a * b for a, b in zip(solved, self._row(point), strict=True))
        return max(0.0, entries) * point.seconds / point.entries

    def _row(self, point: Point) -> list[float]:
        """Return a moment as numbers around 0, and 1 in front."""
        scales = self._scales.items()
        return [1.0, *((point.figures.get(name, m) - m) / s for name, (m, s) in scales)]

    def _rows(self, evening: Clocks) -> list[tuple[list[float], float]]:
        last = last_entry(evening)
        return [(self._row(point), float(last - point.entries)) for point in evening.points]


def half_time(evening: Clocks) -> Point:
    """Return the kept moment nearest to the middle of an evening's playing time."""
    return min(evening.points, key=lambda point: abs(2 * point.seconds - evening.played))


def last_entry(evening: Clocks) -> int:
    """Return how many entries an evening had."""
    return evening.points[-1].entries


def _scale(moments: Sequence[Point], name: str) -> tuple[float, float]:
    values = [point.figures[name] for point in moments if name in point.figures]
    return fmean(values), pstdev(values) or 1.0


Normal = list[list[float]]
"""The sums of a least-squares fit: a row for each number, the sum with the target last."""


def _weights(rows: Sequence[tuple[list[float], float]]) -> Normal:
    width = len(rows[0][0])
    return [
        [sum(row[i] * row[j] for row, _left in rows) for j in range(width)]
        + [sum(row[i] * left for row, left in rows)]
        for i in range(width)
    ]


def _summed(weights: Sequence[Normal]) -> Normal:
    return [
        [sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*weights, strict=True)
    ]


def _solved(normal: Normal) -> list[float]:
    """Return the factors of the damped fit (Gauss-Jordan; the damping keeps it solvable)."""
    rows = [[*row] for row in normal]
    size = len(rows)
    for i in range(1, size):
        rows[i][i] += DAMPING
    for i, pivot in enumerate(rows):
        rows[i] = pivot = [cell / pivot[i] for cell in pivot]
        for j in range(size):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], pivot, strict=True)]
    return [row[-1] for row in rows]


def evenings(crew: Crew, title: str) -> list[Clocks]:
    """Return the clocks of a crew's newest evenings of a title that came to their end."""
    found = crew.records.filter(title=title, clocks__isnull=False)
    newest = found.exclude(result=Record.Result.ABANDONED).order_by("-ended_at")
    read = (clocks.read(each) for each in newest.values_list("clocks", flat=True)[:MOST])
    return [each for each in read if each and each.played and each.points]


def of(now: Clocks, past: Sequence[Clocks]) -> Forecast | None:
    """Return what is left of an evening; ``None`` too early, after too few others, or where these
    can't be forecast from each other."""
    if len(past) < FEWEST or not now.points or not now.played:
        return None
    model = Model(past)
    left = model.left(now.points[-1])
    if now.played < SOON * (now.played + left) or (error := model.error) > RIGHT:
        return None
    return Forecast(left, error)

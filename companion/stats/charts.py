"""Charts as plain numbers for the SVG templates; colours and dashes are CSS classes.

Everything is geometry in a fixed box; a table behind each chart has the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 12, 24
TICKS = 4
WEEKS, SQUARE = 26, 14
FEW = 5
"""With fewer plays there is no share: they are listed one by one."""


@dataclass(frozen=True)
class NumberTable:
    """A plain table as it is read: the first cell of a row says what the others are of."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]


@dataclass(frozen=True)
class Series:
    """One line: a value per point of the chart, ``None`` where there is none."""

    label: str
    values: Sequence[int | None]


@dataclass(frozen=True)
class ChartLine:
    """A line as SVG draws it; ``n`` picks its colour and dash."""

    n: int
    label: str
    points: str
    end: tuple[float, float]
    values: Sequence[int | None]


@dataclass(frozen=True)
class LineChart:
    """Lines over the same points. ``rows`` are the table: a point's name, then its values."""

    title: str
    names: Sequence[str]
    lines: Sequence[ChartLine]
    ticks: Sequence[tuple[float, int]]
    marks: Sequence[tuple[float, str]]
    rows: Sequence[tuple[str, Sequence[int | None]]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def line_chart(title: str, names: Sequence[str], series: Sequence[Series]) -> LineChart | None:
    """Return lines over named points; ``None`` where two points or any line are missing."""
    known = [value for line in series for value in line.values if value is not None]
    if len(names) < 2 or not known:
        return None
    low = min([0, *known])
    high = max([low + 1, *known])
    span = high - low
    xs = [LEFT + i * (WIDTH - LEFT - RIGHT) / (len(names) - 1) for i in range(len(names))]

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (value - low) * (HEIGHT - TOP - BOTTOM) / span, 1)

    lines = []
    for n, line in enumerate(series):
        dots = [
            (round(x, 1), y(value))
            for x, value in zip(xs, line.values, strict=True)
            if value is not None
        ]
        if dots:
            path = " ".join(f"{px},{py}" for px, py in dots)
            lines.append(ChartLine(n, line.label, path, dots[-1], line.values))
    every = max(1, -(-len(names) // 7))
    marks = [(round(xs[i], 1), names[i]) for i in range(0, len(names), every)]
    rows = [(name, [line.values[i] for line in series]) for i, name in enumerate(names)]
    return LineChart(title, names, lines, [(y(v), v) for v in _round(low, high)], marks, rows)


def _round(low: int, high: int) -> list[int]:
    """Return a few whole numbers from ``low`` to ``high`` to label an axis with."""
    step = next(
        s * 10**e for e in range(12) for s in (1, 2, 5) if (high - low) / (s * 10**e) <= TICKS
    )
    first = -(-low // step) * step
    return list(range(first, high + 1, step))


@dataclass(frozen=True)
class Day:
    """A square of a calendar; ``level`` from 0 (nothing) to 3 picks its colour."""

    day: date
    n: int
    x: int
    y: int
    level: int


@dataclass(frozen=True)
class Calendar:
    """Weeks side by side, Monday on top; ``months`` are names above, ``played`` the table."""

    days: Sequence[Day]
    months: Sequence[tuple[int, date]]
    played: Sequence[tuple[date, int]]
    width: int
    height: int


def calendar(played: Mapping[date, int], last: date) -> Calendar:
    """Return the newest half year up to the week of ``last``."""
    start = last - timedelta(days=last.weekday(), weeks=WEEKS - 1)
    days, months = [], []
    for n in range((last - start).days + 1):
        day = start + timedelta(days=n)
        x, y = n // 7 * SQUARE, 16 + n % 7 * SQUARE
        times = played.get(day, 0)
        days.append(Day(day, times, x, y, min(times, 3)))
        if day.day == 1:
            months.append((x, day))
    found = sorted(((day, n) for day, n in played.items() if day >= start), reverse=True)
    return Calendar(days, months, found, WEEKS * SQUARE, 16 + 7 * SQUARE)


@dataclass(frozen=True)
class Rate:
    """A share with the interval it may truly have, in per cent; drawn in a box 100 wide."""

    label: str
    won: int
    of: int
    share: float
    low: float
    high: float
    note: str = ""
    link: str = ""

    @property
    def few(self) -> bool:
        """True if so few plays say nothing yet but themselves."""
        return self.of < FEW

    @property
    def width(self) -> float:
        return round(self.high - self.low, 1)


@dataclass(frozen=True)
class Bar:
    """A length in a box 100 wide; ``mark`` is where it is expected to end, ``sign`` its icon."""

    label: str
    value: int
    length: float
    note: str = ""
    mark: float | None = None
    sign: str = ""


@dataclass
class Bars:
    """Lengths to compare, the longest filling the box."""

    title: str
    bars: list[Bar] = field(default_factory=list)


def bars(
    title: str,
    values: Sequence[tuple[str, int]],
    expected: Sequence[float] = (),
    signs: Sequence[str] = (),
) -> Bars:
    """Return bars of the given values, in that order, with what is ``expected`` of each where
    given."""
    most = max([*(value for _label, value in values), *expected], default=0) or 1
    return Bars(
        title,
        [
            Bar(
                label,
                value,
                round(100 * value / most, 1),
                f"{expected[i]:.1f}" if expected else "",
                round(100 * expected[i] / most, 1) if expected else None,
                signs[i] if signs else "",
            )
            for i, (label, value) in enumerate(values)
        ],
    )

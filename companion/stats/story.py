"""The story of a finished play: what mattered turn by turn, and where it turned."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from companion.plays import fold, reading
from companion.plays.fold import Step
from companion.plays.models import Entry, Play
from companion.stats import charts, history
from companion.stats.charts import LineChart, Series
from companion.stats.history import History
from games.messages import Msg, Speaker
from games.referee import Figure

CHARTS = 4
LINES = 6
MOMENTS = 3
LEAD = 0.5
"""What a change of the lead weighs beside a swing."""
SWING = 0.2
"""A change counts as a turning point from this share of everything the figure has covered."""


@dataclass(frozen=True)
class Point:
    """The end of one turn (or of one entry, where a title counts no turns)."""

    name: str
    state: Any
    steps: Sequence[Step[Entry]]


@dataclass(frozen=True)
class Moment:
    """A turning point: when, what changed, and the entry that did it."""

    name: str
    text: str
    entry: str
    step: int


@dataclass(frozen=True)
class Story:
    """Everything the page tells beside the record."""

    charts: Sequence[LineChart]
    moments: Sequence[Moment]
    corrections: Sequence[str]
    misfit: bool
    turns: bool = True
    """Whether the points are turns; entries for a title that counts none."""
    entries: Mapping[int, int] = field(default_factory=dict)
    """How many entries were made in each part's name."""
    long: bool = False
    """Whether there is no story because a page would take too long to read that log."""


def tell(play: Play, speaker: Speaker) -> Story:
    """Fold the play and tell its story in the speaker's language."""
    past = history.read(play)
    points = points_of(past)
    turns = len({past.referee.turn(step.before) for step in past.steps}) > 1
    groups = _groups(past, points)
    return Story(
        [chart for chart in (_chart(group, points, speaker) for group in groups) if chart],
        _moments(past, points, groups, speaker),
        [say(speaker, play, step.entry) for step in past.steps if _corrects(step.entry)],
        past.misfit is not None,
        turns,
        Counter(step.entry.actor for step in past.steps if step.entry.actor is not None),
    )


def say(speaker: Speaker, play: Play, entry: Entry) -> str:
    """The first sentence of an entry."""
    notes = reading.public(play, fold.notes_of(entry))
    return speaker.say(Msg(notes[0].code, notes[0].facts)) if notes else "–"


def _corrects(entry: Entry) -> bool:
    return entry.adjusted or any(name.startswith("override:") for name in entry.answers)


def points_of(past: History) -> list[Point]:
    """The ends of all turns, after the start."""
    turns = [past.referee.turn(step.before) for step in past.steps]
    counted = len(set(turns)) > 1
    points = [Point("0", past.first, ())] if past.first is not None else []
    held: list[Step[Entry]] = []
    for i, step in enumerate(past.steps):
        held.append(step)
        last = i + 1 == len(past.steps)
        if not counted or last or turns[i + 1] != turns[i]:
            name = str(turns[i]) if counted else str(i + 1)
            points.append(Point(name, step.after, tuple(held)))
            held = []
    return points


Lines = dict[str, list[Figure]]
"""The figures of one chart: per name, its value at every point."""


def _groups(past: History, points: Sequence[Point]) -> list[Lines]:
    """Figures that moved, those of one kind together, the liveliest first."""
    found: dict[str, Lines] = defaultdict(dict)
    for point in points:
        for figure in past.referee.figures(point.state):
            kind = figure.name.rpartition(".")[0] or figure.name
            found[kind].setdefault(figure.name, []).append(figure)
    lively = []
    for lines in found.values():
        whole = {n: fs for n, fs in lines.items() if len(fs) == len(points) and _range(fs)}
        if whole:
            first = sorted(whole, key=lambda name: -_range(whole[name]))[:LINES]
            lively.append({name: whole[name] for name in whole if name in first})
    lively.sort(key=lambda lines: -sum(_moves(figures) for figures in lines.values()) / len(lines))
    return lively[:CHARTS]


def _range(figures: Sequence[Figure]) -> int:
    values = [figure.value for figure in figures]
    return max(values) - min(values) if values else 0


def _moves(figures: Sequence[Figure]) -> int:
    return sum(a.value != b.value for a, b in pairwise(figures))


def _chart(lines: Lines, points: Sequence[Point], speaker: Speaker) -> LineChart | None:
    series = [
        Series(speaker.say(figures[-1].label), [figure.value for figure in figures])
        for figures in lines.values()
    ]
    title = series[0].label if len(series) == 1 else _("Side by side")
    return charts.line_chart(title, [point.name for point in points], series)


@dataclass(frozen=True)
class Turn:
    """A candidate for a turning point: how much of a swing, in which figure, said how."""

    swing: float
    name: str
    text: str


def _moments(
    past: History, points: Sequence[Point], groups: Sequence[Lines], speaker: Speaker
) -> list[Moment]:
    """The turns with the largest swings and those in which the lead changed hands."""
    found: dict[int, Turn] = {}
    for lines in groups:
        whole = max(_range(figures) for figures in lines.values())
        for name, figures in lines.items():
            for i, (a, b) in enumerate(pairwise(figures), 1):
                swing = abs(b.value - a.value) / whole
                if swing >= SWING and (i not in found or swing > found[i].swing):
                    text = f"{speaker.say(b.label)}: {a.value} → {b.value}"
                    found[i] = Turn(swing, name, text)
        for i, who in _leads(lines, len(points)):
            text = _("{what}: {n}, now in the lead").format(
                what=speaker.say(who.label), n=who.value
            )
            swing = found[i].swing if i in found else 0.0
            found[i] = Turn(swing + LEAD, who.name, text)
    numbers = {id(step): n for n, step in enumerate(past.steps, 1)}
    moments = []
    for i in sorted(sorted(found, key=lambda i: -found[i].swing)[:MOMENTS]):
        step = _telling(past, points[i].steps, found[i].name)
        entry = say(speaker, past.play, step.entry)
        moments.append(Moment(points[i].name, found[i].text, entry, numbers[id(step)]))
    return moments


def _leads(lines: Lines, points: int) -> list[tuple[int, Figure]]:
    """Where another side's line becomes the highest; the first lead is no change."""
    sides = [figures for figures in lines.values() if figures[0].part is not None]
    if len(sides) < 2:
        return []
    leader: Any = None
    changes = []
    for i in range(points):
        best = sorted(sides, key=lambda figures: -figures[i].value)
        if best[0][i].value == best[1][i].value:
            continue
        if leader is not None and best[0] is not leader:
            changes.append((i, best[0][i]))
        leader = best[0]
    return changes


def _telling(past: History, steps: Sequence[Step[Entry]], name: str) -> Step[Entry]:
    """The entry of a turn that moved the figure most; of equals the one with most to say."""

    def moved(step: Step[Entry]) -> int:
        before, after = (
            next((f.value for f in past.referee.figures(state) if f.name == name), 0)
            for state in (step.before, step.after)
        )
        return abs(after - before)

    return max(steps, key=lambda step: (moved(step), len(step.entry.notes)))

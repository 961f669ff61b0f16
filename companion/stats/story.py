"""The story of a finished play: what mattered turn by turn, and where it turned."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from companion.boxes import comparing, facts_text
from companion.plays import replay, visibility
from companion.plays.models import Entry, Play, Seat
from companion.plays.replay import ReplayStep
from companion.stats import charts, history, records, words
from companion.stats.charts import LineChart, Series
from companion.stats.history import History
from games.messages import Msg, Speaker
from games.referee import Figure

CHARTS = 4
LINES = 6
MOMENTS = 3
PEAKS = 4
LEAD = 0.5
"""The weight of a change of the lead compared with a swing."""
SWING = 0.2
"""A change counts as a turning point from this share of everything the figure has covered."""


@dataclass(frozen=True)
class Point:
    """The end of one turn (or of one entry, where a title counts no turns)."""

    name: str
    state: Any
    steps: Sequence[ReplayStep[Entry]]


@dataclass(frozen=True)
class TurningPoint:
    """A turning point: when, what changed, and the entry that did it.

    ``word`` is what a great moment is shouted with; ``part`` whose doing it was, -1 if no one's.
    """

    name: str
    text: str
    entry: str
    step: int
    word: str = ""
    part: int = -1


@dataclass(frozen=True)
class Lead:
    """Moment a side came to lead the race, and with what."""

    name: str
    part: int
    value: int


@dataclass(frozen=True)
class FinalFigure:
    """A figure as it stood in the end; ``limit`` is what would have ended the game."""

    label: str
    value: int
    limit: int | None
    part: int | None
    races: bool
    wins: bool = False


@dataclass(frozen=True)
class Story:
    """Everything on the page except the record."""

    charts: Sequence[LineChart]
    moments: Sequence[TurningPoint]
    corrections: Sequence[str]
    misfit: bool
    turns: bool = True
    """Whether the points are turns; entries for a title that counts none."""
    entries: Mapping[int, int] = field(default_factory=dict)
    """How many entries were made in each part's name."""
    leads: Sequence[Lead] = ()
    """Who led the race from when on, the first included."""
    best: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    """The most each part gained in one turn of the race, and in which."""
    deeds: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """How many great moments each part had, by the word they are shouted with."""
    final: Sequence[FinalFigure] = ()
    hurt: TurningPoint | None = None
    """The turn that brought the table nearest to losing, and its entry."""
    helped: TurningPoint | None = None
    """The turn that brought it nearest to winning, or farthest from losing."""
    learned: int = 0
    """How many things of its copy this play made known."""
    known: int = 0
    """The percentage of the copy that was known in the end."""
    long: bool = False
    """Whether there is no story because a page would take too long to read that log."""


def tell(play: Play, speaker: Speaker) -> Story:
    """Fold the play and tell its story in the speaker's language; an empty one where the title
    raises."""
    past = history.read(play)
    return past.soft("story", lambda: _tell(past, speaker), Story((), (), (), misfit=True))


def _tell(past: History, speaker: Speaker) -> Story:
    play = past.play
    points = points_of(past)
    turns = _counts(past)
    groups = _groups(past, points)
    peaks, deeds = _peaks(past, turns, speaker)
    race = next((group for group in groups if _races(past, group)), {})
    return Story(
        [chart for chart in (_chart(group, points, speaker) for group in groups) if chart],
        _together(_moments(past, points, groups, speaker), peaks),
        [say(speaker, play, step.entry) for step in past.steps if _corrects(step.entry)],
        past.misfit is not None,
        turns,
        _entries(past),
        [Lead(points[i].name, _part(who), who.value) for i, who in _leads(race, len(points))],
        _best(race, points),
        deeds,
        _final(past, speaker),
        _steepest(past, points, speaker, helped=False),
        _steepest(past, points, speaker, helped=True),
        *_learned(past),
    )


def _steepest(
    past: History, points: Sequence[Point], speaker: Speaker, *, helped: bool
) -> TurningPoint | None:
    """Return the turn that moved a number farthest towards the limit that ends the game well, or
    badly: as the share of that limit. The last turn is the ending's."""
    best, at, moved = 0.0, 0, None
    for i, (a, b) in enumerate(pairwise(points[:-1]), 1):
        before = {each.name: each.value for each in past.referee.figures(a.state)}
        for each in past.referee.figures(b.state):
            if not each.limit or each.name not in before or past.referee.race:
                continue
            gain = (each.value - before[each.name]) / each.limit
            if (gain := gain if each.wins == helped else -gain) > best:
                best, at, moved = gain, i, (each, before[each.name])
    if moved is None:
        return None
    figure, was = moved
    step = telling(past, points[at].steps, {figure.name})
    text = f"{speaker.say(figure.label)}: {was} → {figure.value}"
    return TurningPoint(points[at].name, text, text, past.steps.index(step) + 1)


def _entries(past: History) -> Counter[int]:
    """Return how many entries were made for each part, without those of people who shared it with
    the one it is credited to."""
    seats = {seat.pk: seat for seat in past.play.seats.exclude(role=Seat.Role.SPECTATOR)}
    made = Counter((step.entry.seat_id, step.entry.actor) for step in past.steps)
    parts = [part.index for part in past.referee.parts(past.state)] if past.steps else []
    holders = records.who_plays(parts, [*seats.values()], made)
    found: Counter[int] = Counter()
    for (pk, part), n in made.items():
        if part is None:
            continue
        seat = seats.get(pk or 0)
        shared = seat is not None and part in seat.parts and part in holders
        if seat is None or not shared or records.who(holders[part]) == records.who(seat):
            found[part] += n
    return found


def _learned(past: History) -> tuple[int, int]:
    """Return how many things the play taught about its copy, and how much was known then."""
    play, referee = past.play, past.referee
    if play.sample:
        return 0, 0
    before = box = referee.decode_box(msgspec.json.decode(play.facts))
    for step in past.steps:
        if step.action.teaches:
            box = referee.remember(box, step.action, step.after)
    new = comparing.learned_since(before, box)
    own = comparing.entered(play.box) if play.box else set()
    sure = facts_text.sure(play.title, box, {*own, *new})
    known = facts_text.counted(referee, box, sure)
    return len(new), known.percent if known else 0


def _counts(past: History) -> bool:
    """Return whether the title counted turns (or rounds) in this game."""
    return len({past.referee.turn(step.before) for step in past.steps}) > 1


def _part(figure: Figure) -> int:
    return -1 if figure.part is None else figure.part


def _races(past: History, lines: Lines) -> bool:
    """Return whether these are the figures of the race this title has."""
    kind = past.referee.race
    return bool(kind) and all(name.rpartition(".")[0] == kind for name in lines)


def _best(race: Lines, points: Sequence[Point]) -> dict[int, tuple[int, str]]:
    """Return the most each side gained in one turn, and in which."""
    found = {}
    for figures in race.values():
        gains = [
            (b.value - a.value, points[i].name) for i, (a, b) in enumerate(pairwise(figures), 1)
        ]
        gain, name = max(gains, key=lambda each: each[0])
        if gain > 0:
            found[_part(figures[0])] = gain, name
    return found


def _final(past: History, speaker: Speaker) -> list[FinalFigure]:
    """Return what the board came to in numbers: those of a race, or those that could have ended
    it."""
    kind = past.referee.race
    found = [
        (figure, bool(kind) and figure.name.rpartition(".")[0] == kind)
        for figure in (past.referee.figures(past.state) if past.state is not None else ())
    ]
    told = [each for each in found if each[1]] or [each for each in found if each[0].limit]
    return [
        FinalFigure(speaker.say(each.label), each.value, each.limit, each.part, races, each.wins)
        for each, races in told or found
    ]


def _peaks(
    past: History, counted: bool, speaker: Speaker
) -> tuple[list[TurningPoint], dict[int, dict[str, int]]]:
    """Return the rarest great moments of the log in the order of the game, and how many each part
    had."""
    shouts = past.referee.highlights
    found: list[tuple[str, TurningPoint]] = []
    deeds: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for n, step in enumerate(past.steps, 1) if shouts else ():
        notes = {
            note.code: note for note in visibility.public(past.play, replay.notes_of(step.entry))
        }
        code = next((code for code in shouts if code in notes), "")
        if not code:
            continue
        word, part = speaker.say(Msg(shouts[code])), past.whose(step)
        told = speaker.say(Msg(code, notes[code].facts))
        name = words.turn_of(past.referee, step.before) if counted else str(n)
        found.append((code, TurningPoint(name, "", told, n, word, part)))
        deeds[part][word] += 1
    often = Counter(code for code, _moment in found)
    rarest = sorted(found, key=lambda each: (often[each[0]], -each[1].step))[:PEAKS]
    kept = sorted((moment for _code, moment in rarest), key=lambda moment: moment.step)
    return kept, {part: dict(own) for part, own in deeds.items()}


def _together(swings: Sequence[TurningPoint], peaks: Sequence[TurningPoint]) -> list[TurningPoint]:
    """Return both in the order of the game, one moment an entry."""
    found = {moment.step: moment for moment in swings}
    for peak in peaks:
        same = found.get(peak.step)
        found[peak.step] = replace(peak, text=same.text) if same else peak
    return [found[step] for step in sorted(found)]


def say(speaker: Speaker, play: Play, entry: Entry, most: int = 1) -> str:
    """Return the first sentences of an entry."""
    notes = visibility.public(play, replay.notes_of(entry))[:most]
    return " · ".join(speaker.say(Msg(note.code, note.facts)) for note in notes) or "–"


def _corrects(entry: Entry) -> bool:
    return entry.adjusted or any(name.startswith("override:") for name in entry.answers)


def points_of(past: History) -> list[Point]:
    """Return the ends of all turns, after the start."""
    turns = [past.referee.turn(step.before) for step in past.steps]
    counted = len(set(turns)) > 1
    points = [Point("0", past.first, ())] if past.first is not None else []
    held: list[ReplayStep[Entry]] = []
    for i, step in enumerate(past.steps):
        held.append(step)
        last = i + 1 == len(past.steps)
        if not counted or last or turns[i + 1] != turns[i]:
            if counted and not turns[i]:
                # Preparations before the first turn are part of the start.
                points.clear()
            name = words.turn_of(past.referee, step.before) if counted else str(i + 1)
            points.append(Point(name, step.after, tuple(held)))
            held = []
    return points


Lines = dict[str, list[Figure]]
"""The figures of one chart: per name, its value at every point."""


def _groups(past: History, points: Sequence[Point]) -> list[Lines]:
    """Return figures that moved, those of one kind together, the liveliest first."""
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


def _owned(figures: Sequence[Figure]) -> Figure:
    """Return the last of these figures that was anything: death takes the name off a number."""
    return next((figure for figure in reversed(figures) if figure.value), figures[-1])


def _chart(lines: Lines, points: Sequence[Point], speaker: Speaker) -> LineChart | None:
    series = [
        Series(speaker.say(_owned(figures).label), [figure.value for figure in figures])
        for figures in lines.values()
    ]
    title = series[0].label if len(series) == 1 else _("Side by side")
    return charts.line_chart(title, [point.name for point in points], series)


@dataclass(frozen=True)
class TurnCandidate:
    """A candidate for a turning point: the size of its swing, the figure, and its sentence."""

    swing: float
    name: str
    text: str
    part: int


def _moments(
    past: History, points: Sequence[Point], groups: Sequence[Lines], speaker: Speaker
) -> list[TurningPoint]:
    """Return the turns with the largest swings and those in which the lead changed hands."""
    found: dict[int, TurnCandidate] = {}
    for lines in groups:
        whole = max(_range(figures) for figures in lines.values())
        for name, figures in lines.items():
            for i, (a, b) in enumerate(pairwise(figures), 1):
                swing = abs(b.value - a.value) / whole
                if swing >= SWING and (i not in found or swing > found[i].swing):
                    text = f"{speaker.say(_owned((a, b)).label)}: {a.value} → {b.value}"
                    found[i] = TurnCandidate(swing, name, text, _part(b))
        leads = _leads(lines, len(points))[1:] if _races(past, lines) else ()
        for i, who in leads:
            text = _("{what}: {n}, takes the lead").format(what=speaker.say(who.label), n=who.value)
            swing = found[i].swing if i in found else 0.0
            found[i] = TurnCandidate(swing + LEAD, who.name, text, _part(who))
    numbers = {id(step): n for n, step in enumerate(past.steps, 1)}
    moments = []
    for i in sorted(sorted(found, key=lambda i: -found[i].swing)[:MOMENTS]):
        step = telling(past, points[i].steps, {found[i].name})
        text, part = found[i].text, found[i].part
        # Someone else's entry under the name of the side whose number moved would be untrue.
        others = part >= 0 and past.whose(step) != part
        entry = text if others else say(speaker, past.play, step.entry)
        moments.append(TurningPoint(points[i].name, text, entry, numbers[id(step)], part=part))
    return moments


def _leads(lines: Lines, points: int) -> list[tuple[int, Figure]]:
    """Return where another side's line becomes the highest, the first one's included."""
    sides = [figures for figures in lines.values() if figures[0].part is not None]
    if len(sides) < 2:
        return []
    leader: Any = None
    changes = []
    for i in range(points):
        best = sorted(sides, key=lambda figures: -figures[i].value)
        if best[0][i].value == best[1][i].value:
            continue
        if best[0] is not leader:
            changes.append((i, best[0][i]))
        leader = best[0]
    return changes


def telling(
    past: History, steps: Sequence[ReplayStep[Entry]], names: Container[str]
) -> ReplayStep[Entry]:
    """Return the entry of a turn that moved these figures most; of equals the one with most to
    say."""

    def moved(step: ReplayStep[Entry]) -> int:
        before, after = (
            Counter({f.name: f.value for f in past.referee.figures(state) if f.name in names})
            for state in (step.before, step.after)
        )
        return sum(abs(after[name] - before[name]) for name in {*before, *after})

    return max(steps, key=lambda step: (moved(step), len(step.entry.notes)))

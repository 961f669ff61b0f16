"""The turning point of an evening: its games played on in a job, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.plays.models import Entry, Play
from companion.plays.replay import ReplayStep
from companion.stats import charts, history, prose, story, words
from companion.stats.charts import LineChart, Series
from companion.stats.history import History
from companion.stats.job_slice import JobSlice
from companion.stats.models import Job, Place, Record
from games import house_rules, registry
from games.messages import Speaker
from games.odds import redrawn_turns, turning_point
from games.odds.probability import percent
from games.odds.redrawn_turns import FEWEST, Course
from games.odds.turning_point import PLAYOUTS, Swing, WinChance
from games.prospects import Pick
from games.referee import AnyReferee, Figure

SLICE = 500
"""Entries of the games that one slice of the job plays on: about a quarter of a second."""
KEPT = 3600
MISSING = "missing"

Counts = Sequence[Sequence[int]]
"""Of some points: its place, and how many games were won, undecided and played."""


@dataclass(frozen=True)
class Turn:
    """A turn that changed the odds: its sentence, the bands of both chances, and its entry."""

    when: str
    text: str
    bands: str
    entry: str
    step: int


@dataclass(frozen=True)
class TurningPoints:
    """The story of the odds: turns, the chance after every turn, and what it assumes."""

    turns: Sequence[Turn]
    chart: LineChart | None
    policy: str
    axis: str
    why: str = ""
    """Why nothing can be told, in a sentence; then there is no turn."""


class Played(NamedTuple):
    """A finished game to play on: the table after each turn, who won, how its turns changed it."""

    referee: AnyReferee
    states: tuple[Any, ...]
    winners: tuple[int, ...]
    course: Course | None

    def once(self, at: int, pick: Pick) -> tuple[WinChance, int]:
        """Return one game played on from a turn, and how many entries that took."""
        if self.course is not None:
            return redrawn_turns.play_on(self.course, at, bool(self.winners), pick), 0
        return turning_point.play_on(self.referee, self.states[at], self.winners, pick)


def can(record: Record) -> bool:
    """Return whether a finished game of this title can be played on at all."""
    if not _decided(record):
        return False
    referee = registry.referee(record.title)
    return referee.plays_on or referee.redraws


def _decided(record: Record) -> bool:
    over = record.result in (Record.Result.WON, Record.Result.LOST)
    return over and record.title in registry.TITLES


def piece(job: Job) -> JobSlice:
    """Play on some games, and keep the counts of all once the last one is played.

    The cursor counts games; each has a seed of its own, so that a slice done twice is the same.
    """
    play = Play.objects.get(share=job.of)
    if job.about != about(play):
        raise ValueError(f"{play} has changed")
    played = _played(play.share, play.revision)
    total = len(played.states) * PLAYOUTS
    counts: dict[int, WinChance] = {}
    cursor, entries = job.cursor, 0
    while cursor < total and entries < SLICE:
        at = cursor // PLAYOUTS
        won, more = played.once(at, Random(f"{play.share} {cursor}").randrange)
        counts[at] = counts.get(at, WinChance()).plus(won)
        cursor, entries = cursor + 1, entries + more
    data = [[at, *chance] for at, chance in sorted(counts.items())]
    finished = cursor >= total or _hopeless(_summed(job, data))
    if finished:
        keep(job, play, data)
    return JobSlice(msgspec.json.encode(data), cursor, cursor, max(total, 1), finished)


@lru_cache(maxsize=2)
def _played(share: str, revision: int) -> Played:
    """Return the game of a job, kept from slice to slice; without tables where its log doesn't
    hold, or its turns say too little."""
    past = history.read(Play.objects.get(share=share, revision=revision))
    states = tuple(point.state for point in story.points_of(past))
    course = _course(past) if past.referee.redraws else None
    if not _known(past) or (course is not None and not course.tells):
        states = ()
    return Played(past.referee, states, _winners(past), course)


def _course(past: History) -> Course:
    points = story.points_of(past)
    return redrawn_turns.course([past.referee.figures(point.state) for point in points])


def keep(job: Job, play: Play, data: Counts = ()) -> None:
    """Keep the counts of a job that is done, and of its last slice, in the play's record."""
    found = _summed(job, data)
    kept = [] if _hopeless(found) else [[at, *chance] for at, chance in sorted(found.items())]
    records = Record.objects.filter(play=play, revision=play.revision)
    records.update(turning=kept)


def _hopeless(found: Mapping[int, WinChance]) -> bool:
    """Return whether too many games from one point come to no end, whatever the rest does."""
    return any(each.undecided * 3 > PLAYOUTS for each in found.values())


def about(play: Play) -> str:
    """Return what the job of this play, as it stands, is called."""
    return f"{play.share}@{play.revision}"


def _known(past: History) -> bool:
    """Return whether the whole log holds, and every house rule of it is understood."""
    return past.misfit is None and past.state is not None and house_rules.understood(past.state)


def _winners(past: History) -> tuple[int, ...]:
    outcome = past.referee.outcome(past.state)
    return outcome.winners if outcome else ()


def _summed(job: Job, data: Counts) -> dict[int, WinChance]:
    """Return the counts of all slices so far and of one more, by the place of the turn."""
    rows = [msgspec.json.decode(bytes(each.data)) for each in job.pieces.all()]
    found: dict[int, WinChance] = {}
    for at, *counted in (row for some in (*rows, data) for row in some):
        found[at] = found.get(at, WinChance()).plus(WinChance(*counted))
    return found


def told(
    record: Record, places: Sequence[Place], play: Play, speaker: Speaker
) -> TurningPoints | None:
    """Return what is told of the games played on; ``None`` where nothing turned."""
    chances = [WinChance(*counted) for _at, *counted in record.turning or ()]
    swings = turning_point.swings(chances)
    if not swings and not registry.referee(record.title).redraws:
        return None
    past = history.read(play)
    if not swings:
        return past.soft("turning", lambda: _untold(past), None)
    points = story.points_of(past)
    if len(points) != len(chances):
        return None
    return past.soft("turning", lambda: _told(record, places, past, speaker, chances, swings), None)


def _untold(past: History) -> TurningPoints | None:
    """Return why the turns of a game tell nothing, where its title draws them again."""
    if not _known(past):
        return None
    course = _course(past)
    if len(course.changes) < FEWEST:
        why = ngettext(
            "This game was too short to tell where the odds turned: that takes {n} turn.",
            "This game was too short to tell where the odds turned: that takes {n} turns.",
            FEWEST,
        ).format(n=FEWEST)
        return _silent(why)
    if not course.nears:
        no_turn = _(
            "No turn of this game came nearer to a win, so Sidekick can't tell where the odds "
            "turned."
        )
        return _silent(no_turn)
    return None


def _silent(why: str) -> TurningPoints:
    return TurningPoints((), None, "", "", why)


def _told(
    record: Record,
    places: Sequence[Place],
    past: History,
    speaker: Speaker,
    chances: Sequence[WinChance],
    swings: Sequence[Swing],
) -> TurningPoints:
    points = story.points_of(past)
    counted = len({past.referee.turn(step.before) for step in past.steps}) > 1
    numbers = {id(step): n for n, step in enumerate(past.steps, 1)}
    turns = []
    for swing in swings:
        point = points[swing.at]
        step = _decisive(past, point.steps, swing)
        turns.append(
            Turn(
                words.period(record.title, point.name, counted),
                f"{_percent(swing.before)} → {_percent(swing.after)}",
                # The last table is the end of the game: nothing of it is drawn.
                f"{_band(swing.before)} → "
                f"{_band(swing.after) if swing.at < len(chances) - 1 else _percent(swing.after)}",
                _what(past, point, swing, speaker),
                numbers[id(step)],
            )
        )
    label = _("Chance to win")
    if not past.referee.title.cooperative:
        winners = prose.people([place for place in places if place.winner])
        label = f"{label}: {speaker.join([*dict.fromkeys(winners.values())])}"
    values = [round(100 * chance.share) for chance in chances]
    names = [point.name for point in points]
    chart = charts.line_chart(f"{label} (%)", names, [Series(label, values)])
    return TurningPoints(
        turns,
        chart,
        _policy(past.referee),
        words.axis_titles(record.title, counted)[1],
    )


def _policy(referee: AnyReferee) -> str:
    """Return what the chances assume, in a sentence."""
    if referee.redraws:
        return _redraws()
    return ngettext(
        "If everyone plays on by always taking the step that brings most on average: each "
        "chance is the share won of {n} such game, and the range in brackets holds the true one "
        "19 times in 20.",
        "If everyone plays on by always taking the step that brings most on average: each "
        "chance is the share won of {n} such games, and the range in brackets holds the true one "
        "19 times in 20.",
        PLAYOUTS,
    ).format(n=PLAYOUTS)


def _redraws() -> str:
    return ngettext(
        "Every further turn is one of this game's own turns, drawn at random. Each chance is the "
        "share won of {n} such game, and the range in brackets holds the true one 19 times in 20.",
        "Every further turn is one of this game's own turns, drawn at random. Each chance is the "
        "share won of {n} such games, and the range in brackets holds the true one 19 times in 20.",
        PLAYOUTS,
    ).format(n=PLAYOUTS)


def _decisive(past: History, steps: Sequence[ReplayStep[Entry]], swing: Swing) -> ReplayStep[Entry]:
    """Return the entry that did most in a turn: for a rise to figures of the winners, for a drop to
    those of others, where the title has a race; else to figures that win or lose the game."""
    race, winners = past.referee.race, _winners(past)
    rises = swing.after.share > swing.before.share
    names = {
        each.name
        for each in past.referee.figures(steps[-1].after)
        if not race or each.part is None or (each.part in winners) == rises
    }
    return story.telling(past, steps, {new.name for _, new in _nearer(past, steps, swing)} or names)


def _nearer(
    past: History, steps: Sequence[ReplayStep[Entry]], swing: Swing
) -> list[tuple[Figure, Figure]]:
    """Return the figures that a turn brought nearer to the win, or to the loss, before and after
    it; none where the game was played on."""
    if not past.referee.redraws:
        return []
    wins = swing.after.share > swing.before.share
    before = {each.name: each for each in past.referee.figures(steps[0].before)}
    after = [each for each in past.referee.figures(steps[-1].after) if each.name in before]
    return [
        (before[each.name], each)
        for each in after
        if (each.limit is not None and each.wins == wins and each.value > before[each.name].value)
        or (each.least is not None and not wins and each.value < before[each.name].value)
    ]


def _what(past: History, point: story.Point, swing: Swing, speaker: Speaker) -> str:
    """Return what a turn did: the figures that changed its odds, or else its entry."""
    moved = _nearer(past, point.steps, swing)[:2]
    if moved:
        return " · ".join(f"{speaker.say(b.label)}: {a.value} → {b.value}" for a, b in moved)
    step = _decisive(past, point.steps, swing)
    return story.say(speaker, past.play, step.entry, most=2)


def _percent(chance: WinChance) -> str:
    return f"{percent(chance.share)} %"


def _band(chance: WinChance) -> str:
    low, high = chance.band()
    return f"{round(100 * low)}–{round(100 * high)} %"


def context(
    record: Record, places: Sequence[Place], play: Play, speaker: Speaker
) -> dict[str, Any]:
    """Return what the story shows of it: ``due`` where it is still to be reckoned."""
    due = can(record) and bool(record.pk) and record.turning is None
    if due or not _decided(record):
        return {"turning": None, "turning_due": due}
    referee = registry.referee(record.title)
    if referee.turning_unknown is not None:
        return {"turning": _silent(speaker.say(referee.turning_unknown)), "turning_due": False}
    if not record.turning and not referee.redraws:
        return {"turning": None, "turning_due": False}
    said = f"{record.turning}{words.winners(record, places)}"
    digest = blake2b(said.encode(), digest_size=8).hexdigest()
    key = f"turning-{play.pk}-{play.revision}-{digest}-{get_language()}"
    found = cache.get(key, MISSING)
    if found == MISSING:
        found = told(record, places, play, speaker)
        cache.set(key, found, KEPT)
    return {"turning": found, "turning_due": False}

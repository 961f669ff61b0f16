"""The turning point of an evening: its games played on in a job, and what is told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Any

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
from games.odds import turning_point
from games.odds.probability import percent
from games.odds.turning_point import PLAYOUTS, Swing, WinChance

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


def can(record: Record) -> bool:
    """Return whether a finished game of this title can be played on at all."""
    over = record.result in (Record.Result.WON, Record.Result.LOST)
    return over and record.title in registry.TITLES and registry.referee(record.title).plays_on


def piece(job: Job) -> JobSlice:
    """Play on some games, and keep the counts of all once the last one is played.

    The cursor counts games; each has a seed of its own, so that a slice done twice is the same.
    """
    play = Play.objects.get(share=job.of)
    if job.about != about(play):
        raise ValueError(f"{play} has changed")
    past = history.read(play)
    points = story.points_of(past)
    total = len(points) * PLAYOUTS if _known(past) else 0
    counts: dict[int, WinChance] = {}
    cursor, entries = job.cursor, 0
    while cursor < total and entries < SLICE:
        at = cursor // PLAYOUTS
        pick = Random(f"{play.share} {cursor}").randrange
        won, more = turning_point.play_on(past.referee, points[at].state, _winners(past), pick)
        counts[at] = counts.get(at, WinChance()).plus(won)
        cursor, entries = cursor + 1, entries + more
    data = [[at, *chance] for at, chance in sorted(counts.items())]
    finished = cursor >= total or _hopeless(_summed(job, data))
    if finished:
        keep(job, play, data)
    return JobSlice(msgspec.json.encode(data), cursor, cursor, max(total, 1), finished)


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
    """Return what is told of the games played on; ``None`` where nothing turned, or nobody
    knows."""
    chances = [WinChance(*counted) for _at, *counted in record.turning or ()]
    swings = turning_point.swings(chances)
    if not swings:
        return None
    past = history.read(play)
    points = story.points_of(past)
    if len(points) != len(chances):
        return None
    return past.soft("turning", lambda: _told(record, places, past, speaker, chances, swings), None)


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
                f"{_band(swing.before)} → {_band(swing.after)}",
                story.say(speaker, past.play, step.entry, most=2),
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
    return TurningPoints(turns, chart, _policy(), words.axis_titles(record.title, counted)[1])


def _policy() -> str:
    """Return what the chances assume, in a sentence."""
    return ngettext(
        "If everyone plays on by always taking the step that brings most on average: each "
        "chance is the share won of {n} such game, and the range in brackets holds the true one "
        "19 times in 20.",
        "If everyone plays on by always taking the step that brings most on average: each "
        "chance is the share won of {n} such games, and the range in brackets holds the true one "
        "19 times in 20.",
        PLAYOUTS,
    ).format(n=PLAYOUTS)


def _decisive(past: History, steps: Sequence[ReplayStep[Entry]], swing: Swing) -> ReplayStep[Entry]:
    """Return the entry that did most in a turn: for a rise to figures of the winners, for a drop to
    those of others, where the title has a race."""
    race, winners = past.referee.race, _winners(past)
    rises = swing.after.share > swing.before.share
    names = {
        each.name
        for each in past.referee.figures(steps[-1].after)
        if not race or each.part is None or (each.part in winners) == rises
    }
    return story.telling(past, steps, names)


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
    if not record.turning:
        return {"turning": None, "turning_due": due}
    said = f"{record.turning}{words.winners(record, places)}"
    digest = blake2b(said.encode(), digest_size=8).hexdigest()
    key = f"turning-{play.pk}-{play.revision}-{digest}-{get_language()}"
    found = cache.get(key, MISSING)
    if found == MISSING:
        found = told(record, places, play, speaker)
        cache.set(key, found, KEPT)
    return {"turning": found, "turning_due": False}

"""Clocks as pages show them: where an evening's time went, whose turns take how long, and when a
running game will be over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.crews.models import Crew
from companion.stats import clocks, forecast, words
from companion.stats.charts import NumberTable
from companion.stats.clocks import Clocks
from companion.stats.history import BREAK
from companion.stats.models import Place, Record
from games.messages import Msg, Speaker

NEWEST = 30
"""Evenings of a crew that its table of clocks is about."""
ROUNDED = timedelta(minutes=5)
"""The steps of a clock in which the end of a game is forecast."""


def pauses() -> str:
    """Say what counts as a pause."""
    minutes = int(BREAK.total_seconds()) // 60
    return ngettext(
        "From the first entry to the last. {n} minute or more without an entry is a pause.",
        "From the first entry to the last. {n} minutes or more without an entry are a pause.",
        minutes,
    ).format(n=minutes)


def tables(record: Record, places: Sequence[Place], speaker: Speaker) -> list[NumberTable]:
    """Return an evening's time by person and by phase, each with pauses and the sum."""
    found = clocks.read(record.clocks)
    if found is None:
        return []
    names = {place.part: words.name(place) for place in places if place.part >= 0}
    people: Counter[str] = Counter()
    for part, seconds in found.parts:
        people[names.get(part) or _("everyone")] += seconds
    phases = [(_phase(code, speaker), seconds) for code, seconds in found.phases]
    tables = [_table(_("Person"), people.most_common(), found)]
    return [*tables, _table(_("Phase"), phases, found)] if len(phases) > 1 else tables


def _phase(code: str, speaker: Speaker) -> str:
    names = (f"clock.{code}", f"phase.{code}")
    known = next((name for name in names if name in speaker.catalogue), "")
    return speaker.say(Msg(known)) if known else _("other")


def _table(heading: str, times: Iterable[tuple[str, int]], found: Clocks) -> NumberTable:
    rows = [(name, words.clock(seconds)) for name, seconds in times]
    rows += [(_("Pauses"), words.clock(found.pauses))] if found.pauses else []
    rows.append((_("Whole game"), words.clock(found.evening)))
    return NumberTable(heading, (heading, _("Time")), rows)


def crew(crew: Crew, book: str) -> NumberTable:
    """Return how long each person of a crew takes per game, in its newest evenings."""
    found = crew.records.filter(book=book, clocks__isnull=False).order_by("-ended_at")
    newest = list(found.only("pk", "clocks")[:NEWEST])
    prefetch_related_objects(newest, "places__person")
    seconds: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for record in newest:
        read = clocks.read(record.clocks)
        took = dict(read.parts) if read else {}
        own: Counter[str] = Counter()
        for place in record.places.all():
            if place.person and place.part in took:
                own[place.person.name] += took[place.part]
        seconds.update(own)
        games.update(own.keys())
    rows = [
        (name, words.clock(round(took / games[name])), games[name])
        for name, took in seconds.most_common()
    ]
    return NumberTable(_("How long everyone takes"), (_("Person"), _("Per game"), _("Plays")), rows)


def ends(record: Record) -> tuple[str, str] | None:
    """Return the time at which a running game will be over, and how sure that is; ``None`` where
    its crew's evenings don't say."""
    now = clocks.read(record.clocks)
    if record.crew is None or now is None:
        return None
    past = forecast.evenings(record.crew, record.title)
    if (found := forecast.of(now, past)) is None:
        return None
    step = ROUNDED.total_seconds()
    at = (timezone.now() + timedelta(seconds=found.left)).timestamp()
    rounded = datetime.fromtimestamp(round(at / step) * step, UTC)
    text = ngettext(
        "At half-time of your last {n} game, this forecast would have been off by {share} %.",
        "At half-time of your last {n} games, such forecasts would have been off by {share} % "
        "(median).",
        len(past),
    ).format(n=len(past), share=round(100 * found.error))
    return time_format(timezone.localtime(rounded), "TIME_FORMAT"), text

"""Queries of the crew's pages: sums that are kept ready, and a few newest rows by index.

Nothing here reads more rows when a crew has played more.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import median
from typing import Any

import msgspec
from django.db.models import Count, Max, Min, QuerySet, prefetch_related_objects
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from companion.boxes.models import Box
from companion.crews.models import Crew, Person
from companion.plays import faults
from companion.plays.models import Play
from companion.plays.pages.table import speaker_for
from companion.stats import charts, words
from companion.stats.charts import Bars, LineChart, Rate, Series
from companion.stats.models import DieName, Place, Record, Tally
from games import registry
from games.odds import dice_statistics

RECENT = 8
CLOSEST = 5
MONTHS = 12
STREAK = 200
"""Streaks and usual lengths are looked for in this many newest plays."""
USUAL = 12
"""Roles on a person's page: those played most."""
MOST = 40
"""Rows of one table on a page."""


@dataclass(frozen=True)
class Streak:
    """Wins in a row: up to now, and the longest among the newest plays."""

    now: int
    longest: int


def sums(crew: Crew, book: str, kind: str, **which: Any) -> list[Tally]:
    """Return the sums of one kind of question, the most played first."""
    found = crew.tallies.filter(book=book, kind=kind, plays__gt=0, **which)
    return list(found.order_by("-plays", "title", "key")[:MOST])


def rate(label: str, tally: Tally, note: str = "", link: str = "") -> Rate | None:
    """Return the share won with its interval; ``None`` where no one can say who won."""
    if not tally.decided:
        return None
    low, high = dice_statistics.wilson(tally.won, tally.decided)
    share = 100 * tally.won / tally.decided
    return Rate(
        label,
        tally.won,
        tally.decided,
        round(share, 1),
        round(100 * low, 1),
        round(100 * high, 1),
        note,
        link,
    )


def rates(pairs: Iterable[tuple[str, Tally]]) -> list[Rate]:
    """Return rates that can be given, the surest best first, those of few plays last."""
    found = [each for label, tally in pairs if (each := rate(label, tally))]
    return sorted(found, key=lambda each: (each.few, -each.low))


def average(tally: Tally) -> str:
    """Return how long these plays took on average."""
    return words.duration(tally.minutes / tally.timed) if tally.timed else "–"


def median_length(crew: Crew, book: str, **which: Any) -> str:
    """Return the median length of the newest plays: one long evening doesn't move it."""
    found = crew.records.filter(book=book, minutes__isnull=False, **which).order_by("-ended_at")
    newest = found.values_list("minutes", flat=True)[:STREAK]
    minutes = [each for each in newest if each is not None]
    return words.duration(median(minutes)) if minutes else "–"


def lengths(crew: Crew, book: str, whole: Tally, **which: Any) -> list[tuple[str, object]]:
    """Return the usual and the average length, as facts of a page."""
    return [
        (_("usual length"), median_length(crew, book, **which)),
        (_("on average"), average(whole)),
    ]


def debuts(people: Iterable[int]) -> dict[tuple[int | None, str], datetime]:
    """Return when each person first played each title; abandoned games count as played."""
    found = Place.objects.filter(person__in=people).values_list("person_id", "record__title")
    began = found.annotate(first=Min("record__started_at")).order_by()
    return {(person, title): first for person, title, first in began}


def newcomers(record: Record, places: Iterable[Place]) -> set[int | None]:
    """Return those (by key) who played this title for the first time."""
    found = debuts(place.person_id for place in places if place.person_id)
    return {
        person
        for (person, title), at in found.items()
        if title == record.title and at == record.started_at
    }


def span(crew: Crew, book: str, title: str) -> list[tuple[str, object]]:
    """Return when a game was played first and last, as facts of a page."""
    found = crew.records.filter(book=book, title=title)
    days = found.aggregate(first=Min("started_at"), last=Max("started_at"))
    labels = (_("first game"), days["first"]), (_("last game"), days["last"])
    return [(label, date_format(localtime(day), "DATE_FORMAT")) for label, day in labels if day]


def locations(crew: Crew) -> list[str]:
    """Return where a crew has played, the most frequent first."""
    found = crew.records.exclude(location="").values_list("location").annotate(n=Count("pk"))
    return [location for location, _n in found.order_by("-n", "location")[:MOST]]


def copies(crew: Crew) -> QuerySet[Box]:
    """Return the copies a crew has finished a game with."""
    return Box.objects.filter(plays__record__crew=crew).distinct()


@dataclass(frozen=True)
class YearOfMonths:
    """The plays of a year: in all, and per month with its first and last day and how strong its
    colour is, from 0 (nothing) to 3."""

    year: int
    plays: int
    months: Sequence[tuple[date, date, int, int]]


def years(crew: Crew, book: str) -> list[YearOfMonths]:
    """Return every year a crew has played in, the newest first, and those between."""
    found = crew.tallies.filter(book=book, kind="month", plays__gt=0)
    plays = dict(found.values_list("key", "plays"))
    most = max(plays.values(), default=1)
    played = [int(key[:4]) for key in plays]
    rows = []
    for year in range(max(played, default=0), min(played, default=1) - 1, -1):
        months = []
        for month in range(1, 13):
            n = plays.get(f"{year:04}-{month:02}", 0)
            last = date(year, month, monthrange(year, month)[1])
            months.append((date(year, month, 1), last, n, -(-3 * n // most)))
        rows.append(YearOfMonths(year, sum(n for *_days, n, _level in months), months))
    return rows


def others(crew: Crew) -> list[str]:
    """Return the games of a crew's book that Sidekick doesn't referee, the most played first."""
    found = crew.tallies.filter(kind="title", plays__gt=0).exclude(title__in=registry.TITLES)
    return list(dict.fromkeys(found.order_by("-plays").values_list("title", flat=True)[:MOST]))


def h_index(plays: Iterable[int]) -> int:
    """Return the largest number of games that were all played that often at least."""
    return sum(n >= rank for rank, n in enumerate(sorted(plays, reverse=True), 1))


def books(crew: Crew) -> dict[str, int]:
    """Return how many plays stand in each book."""
    found = crew.tallies.filter(kind="all").values_list("book", "plays")
    return {book: plays for book, plays in found if plays > 0}


def months(crew: Crew, book: str) -> LineChart | None:
    """Return plays per month, the newest year of them."""
    rows = crew.tallies.filter(book=book, kind="month", plays__gt=0).order_by("-key")[:MONTHS]
    newest = [(row.key, row.plays) for row in rows][::-1]
    if not newest:
        return None
    known = dict(newest)
    names = _months(newest[0][0], newest[-1][0])[-MONTHS:]
    values = [known.get(name, 0) for name in names]
    return charts.line_chart(_("Games per month"), names, [Series(_("Plays"), values)])


def _months(first: str, last: str) -> list[str]:
    """Return all months from one to another, as ``2026-05``."""
    year, month = map(int, first.split("-"))
    names = [first]
    while names[-1] < last:
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        names.append(f"{year:04}-{month:02}")
    return names


def newest(crew: Crew, **which: Any) -> list[Record]:
    """Return the last plays, whatever book they are in."""
    found = crew.records.filter(**which).select_related("play").order_by("-ended_at")
    return with_names(found[:RECENT])


def closest(crew: Crew, book: str, **which: Any) -> list[Record]:
    """Return the narrowest wins."""
    found = crew.records.filter(book=book, result="won", margin__isnull=False, **which)
    return with_names(found.select_related("play").order_by("margin", "-ended_at")[:CLOSEST])


def with_names(records: Iterable[Record]) -> list[Record]:
    """Return records with the names of their title and setup, the winners, and their texts."""
    found = list(records)
    prefetch_related_objects(found, "places__person")
    for record in found:
        extra: Any = record
        places = list(record.places.all())
        extra.winners = words.winners(record, places)
        extra.crowned = words.crowned(record, places)
        extra.scores = words.scores(places)
        extra.name = words.title_name(record.title)
        extra.said = words.result(record.result)
        extra.variant_name = variant(record.title, record.variant_label)
        extra.length = words.duration(record.minutes)
    return found


def variant(slug: str, label: str) -> str:
    """Return a set-up's name in the language of the page."""
    if slug in registry.TITLES:
        return words.label(label, speaker_for(slug))
    text = msgspec.json.decode(label)
    return text if isinstance(text, str) else ""


def streak(results: Sequence[bool]) -> Streak:
    """Return runs of wins in results given newest first."""
    longest = run = 0
    for won in results:
        run = run + 1 if won else 0
        longest = max(longest, run)
    now = next((i for i, won in enumerate(results) if not won), len(results))
    return Streak(now, longest)


def crew_streak(crew: Crew, slug: str) -> Streak:
    """Return a crew's run of wins in a cooperative title."""
    found = crew.records.filter(title=slug, result__in=("won", "lost")).order_by("-ended_at")
    return streak([result == "won" for result in found.values_list("result", flat=True)[:STREAK]])


def person_streak(person: Person) -> Streak:
    """Return a person's win streak over all titles; a player of several sides counts once."""
    found = Place.objects.filter(person=person, winner__isnull=False).order_by("-ended_at", "-pk")
    evenings: dict[int, bool] = {}
    for record, winner in found.values_list("record_id", "winner")[:STREAK]:
        evenings[record] = evenings.get(record, False) or bool(winner)
    return streak(list(evenings.values()))


def people(crew: Crew, book: str, title: str = "") -> list[tuple[Person, Tally]]:
    """Return everyone who played, with what they came to."""
    found = {
        tally.who: tally
        for tally in crew.tallies.filter(
            book=book, kind="person", title=title, plays__gt=0
        ).order_by("-plays")[:MOST]
    }
    known = crew.people.in_bulk(found)
    return [(known[who], tally) for who, tally in found.items() if who in known]


def endings(crew: Crew, book: str, slug: str) -> dict[str, Bars]:
    """Return ways to win and ways to lose, each with how often it came to that."""
    found: dict[str, list[tuple[str, int]]] = {}
    for tally in sums(crew, book, "ending", title=slug):
        result, _sep, code = tally.key.partition(":")
        found.setdefault(result, []).append((words.condition(slug, code), tally.plays))
    return {result: charts.bars(words.result(result), rows) for result, rows in found.items()}


@dataclass(frozen=True)
class DieKind:
    """One kind of die in the ledger with its number of throws, each die of a roll counted.

    ``luck`` is ``None`` where the box does not know it.
    """

    title: str
    slug: str
    die: str
    name: str
    thrown: int
    luck: dice_statistics.DieLuck | None
    bars: Bars


def dice(crew: Crew, who: int = 0) -> list[DieKind]:
    """Return every kind of die the crew (or one of its people) has rolled."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for row in crew.faces.filter(who=who, n__gt=0).order_by("title", "die", "face"):
        counts.setdefault((row.title, row.die), {})[row.face] = row.n
    names = {(n.title, n.die): n.name for n in DieName.objects.filter(crew=crew)}
    tables = {slug: die_tables(crew, slug) for slug in {slug for slug, _die in counts}}
    return [
        ledger_row(slug, die, seen, tables[slug], names.get((slug, die), ""))
        for (slug, die), seen in counts.items()
    ]


def ledger_row(
    slug: str, die: str, seen: dict[str, int], tables: dict[str, dict[str, int]], name: str = ""
) -> DieKind:
    """Return one kind of die, compared with its faces where they are known."""
    table = tables.get(die)
    # Faces of another copy's die: no one can say how often they should come.
    if table and not seen.keys() <= table.keys():
        table = None
    found = (
        dice_statistics.of_die(die, {face: seen.get(face, 0) for face in table}, table)
        if table
        else None
    )
    shown = [(face.face, face.seen) for face in found.faces] if found else list(seen.items())
    expected = [face.expected * found.rolls for face in found.faces] if found else []
    label = name or words.die(slug, die)
    faces = [(words.face(slug, face), n) for face, n in shown]
    signs = [words.sign(slug, face) for face, _n in shown]
    drawn = charts.bars(label, faces, expected, signs)
    return DieKind(words.title_name(slug), slug, die, label, sum(seen.values()), found, drawn)


def die_tables(crew: Crew | None, slug: str, play: Play | None = None) -> dict[str, Any]:
    """Return the faces of a title's dice as the newest play's box knows them."""
    if slug not in registry.TITLES:
        return {}
    if play is None and crew is not None:
        newest = crew.records.filter(title=slug, play__isnull=False).order_by("-ended_at")
        record = newest.select_related("play").first()
        play = record.play if record else None
    referee = registry.referee(slug)
    if play is None:
        return {}
    text = play.state
    return faults.attempt(slug, "dice", lambda: dict(referee.dice(referee.decode_state(text))), {})

"""Statistics that compare a crew's most recent plays: scores, pairs, records.

Never more than ``LOOKED`` plays are read, so that a page costs the same after many years.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.crews.models import Crew, Person
from companion.plays import faults
from companion.plays.pages.table import speaker_for
from companion.stats import words
from companion.stats.models import Place, Record
from games import registry
from games.messages import Msg
from games.referee import Figure

LOOKED = 100
EARLIER = 3
"""The number of plays of a title before a record can be broken, and of two people before anything
is said of them."""
DECIDED = (Record.Result.WON, Record.Result.LOST, Record.Result.ENDED)


def newest(crew: Crew, book: str, title: str) -> list[Record]:
    """Return the newest plays of a title with their places, the newest first."""
    found = crew.records.filter(title=title, book=book).prefetch_related("places__person")
    return list(found.order_by("-ended_at", "-pk")[:LOOKED])


@dataclass(frozen=True)
class Scores:
    """The points of someone in the newest plays of a title."""

    name: str
    plays: int
    average: float
    best: int
    last: int


def scores(records: Iterable[Record]) -> list[Scores]:
    """Return average, best and last points of everyone who had any, the best average first."""
    points: dict[int, list[int]] = defaultdict(list)
    names: dict[int, str] = {}
    for record in records:
        own: dict[int, int] = {}
        for place in record.places.all():
            if place.person_id and place.score is not None:
                own[place.person_id] = max(own.get(place.person_id, place.score), place.score)
                names[place.person_id] = words.name(place)
        for person, score in own.items():
            points[person].append(score)
    found = [
        Scores(names[who], len(each), sum(each) / len(each), max(each), each[0])
        for who, each in points.items()
    ]
    return sorted(found, key=lambda each: -each.average)


@dataclass(frozen=True)
class WinRateCell:
    """A set-up and a number of players: how often it was played and won."""

    variant: str
    players: int
    plays: int
    won: int


def crossed(slug: str, records: Iterable[Record]) -> list[WinRateCell]:
    """Return plays and wins by difficulty and team size, where partners win or lose."""
    plays: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for record in records:
        if record.result in (Record.Result.WON, Record.Result.LOST):
            key = words.label(record.variant_label, speaker_for(slug)), record.players
            plays[key] += 1
            won[key] += record.result == Record.Result.WON
    return [WinRateCell(*key, plays[key], won[key]) for key in sorted(plays)]


@dataclass(frozen=True)
class EndingsBySide:
    """A mission and how it ended for each side."""

    variant: str
    ends: Sequence[tuple[str, int]]


def sided(slug: str, records: Iterable[Record]) -> list[EndingsBySide]:
    """Return how each set-up ended, where sides play against each other."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        if record.variant and record.condition:
            label = words.label(record.variant_label, speaker_for(slug))
            found[label][words.condition(slug, record.condition)] += 1
    return [EndingsBySide(variant, ends.most_common()) for variant, ends in sorted(found.items())]


@dataclass(frozen=True)
class TitleStat:
    """A number that only this title has: a play on average, the fewest and the most.

    ``rate`` is how often a great moment came in a round or turn; ``None`` for what is no moment.
    """

    label: str
    average: float
    fewest: int
    most: int
    rate: float | None


def own(slug: str, records: Sequence[Record]) -> list[TitleStat]:
    """Return the title's own numbers: great moments and what stood on the table in the end."""
    values: dict[str, list[int]] = defaultdict(list)
    turns: dict[str, int] = defaultdict(int)
    for record in records:
        for key, value in (record.figures or {}).items():
            values[key].append(value)
            turns[key] += record.turns
    labels, moments = _labels(slug, records), registry.referee(slug).highlights.values()
    return [
        TitleStat(
            labels[key],
            sum(each) / len(each),
            min(each),
            max(each),
            sum(each) / turns[key] if key in moments and turns[key] else None,
        )
        for key, each in sorted(values.items())
        if key in labels and any(each)
    ]


def _labels(slug: str, records: Sequence[Record]) -> dict[str, str]:
    """Return what the numbers of a title are called in the language of the page."""
    referee, speaker = registry.referee(slug), speaker_for(slug)
    found = {word: speaker.say(Msg(word)) for word in referee.highlights.values()}
    play = next((record.play for record in records if record.play_id), None)
    figures: Sequence[Figure] = ()
    if play is not None:
        text = play.state
        figures = faults.attempt(
            slug, "figures", lambda: referee.figures(referee.decode_state(text)), ()
        )
    return found | {each.name: speaker.say(each.label) for each in figures if each.part is None}


@dataclass(frozen=True)
class TitleRecord:
    """A record of a title: what it is, how much, and the play."""

    what: str
    value: str
    record: Record


def bests(records: Sequence[Record]) -> list[TitleRecord]:
    """Return the records among these plays; of equals the first to reach it holds it."""
    found = []
    for kind in KINDS:
        measured = [(value, each) for each in records if (value := kind.of(each)) is not None]
        if measured:
            sign = 1 if kind.most else -1
            value, record = max(
                measured, key=lambda pair: (sign * pair[0], -pair[1].ended_at.timestamp())
            )
            found.append(TitleRecord(kind.name(), kind.say(value, record), record))
    return found


def broken(record: Record) -> list[str]:
    """Return the records this play broke when it ended, in words."""
    if record.result not in DECIDED or not record.crew_id or not record.pk:
        return []
    earlier = Record.objects.filter(
        crew=record.crew_id, title=record.title, book=record.book, ended_at__lt=record.ended_at
    ).prefetch_related("places__person")
    before = list(earlier.order_by("-ended_at", "-pk")[:LOOKED])
    said = []
    for kind in KINDS:
        value = kind.of(record)
        known = [each for other in before if (each := kind.of(other)) is not None]
        if value is None or len(known) < EARLIER:
            continue
        if (value > max(known)) if kind.most else (value < min(known)):
            text = _("Record: {what}, {value}")
            said.append(text.format(what=kind.name(), value=kind.say(value, record)))
    return said


class RecordKind:
    """Something a play can be the record of; ``most`` where more is more of a record."""

    most = True

    def name(self) -> str:
        raise NotImplementedError

    def of(self, record: Record) -> int | None:
        """Return its value in a play; ``None`` if unknown."""
        raise NotImplementedError

    def say(self, value: int, record: Record) -> str:
        return words.duration(value)


class Longest(RecordKind):
    def name(self) -> str:
        return _("longest game")

    def of(self, record: Record) -> int | None:
        return record.minutes if record.result in DECIDED else None


class Shortest(Longest):
    most = False

    def name(self) -> str:
        return _("shortest game")


class Closest(RecordKind):
    most = False

    def name(self) -> str:
        return _("closest finish")

    def of(self, record: Record) -> int | None:
        return record.margin if record.result == Record.Result.WON else None

    def say(self, value: int, record: Record) -> str:
        return ngettext("by {n}", "by {n}", value).format(n=value)


class Highest(RecordKind):
    def name(self) -> str:
        return _("most points")

    def of(self, record: Record) -> int | None:
        points = [place.score for place in record.places.all() if place.score is not None]
        return max(points, default=None)

    def say(self, value: int, record: Record) -> str:
        best = [place for place in record.places.all() if place.score == value]
        names = dict.fromkeys(map(words.name, best))
        return f"{value}, {speaker_for(record.title).join(list(names))}"


KINDS = (Longest(), Shortest(), Closest(), Highest())


@dataclass
class Pair:
    """Two people: how often each came out ahead of the other, and how they fared together."""

    person: Person
    ahead: int = 0
    behind: int = 0
    together: int = 0
    won: int = 0


def head_to_head(who: Person) -> list[Pair]:
    """Compare a person with everyone else, as rival and partner, in their newest plays."""
    mine = Place.objects.filter(person=who, winner__isnull=False).order_by("-ended_at", "-pk")
    own: dict[int, bool] = {}
    partners: dict[int, bool] = {}
    told = mine.values_list("record_id", "record__title", "record__result", "winner")
    for record, title, result, winner in told[:LOOKED]:
        own[record] = own.get(record, False) or bool(winner)
        known = words.title_of(title)
        # Of a game that isn't ours the record alone knows: only partners lose as a whole.
        partners[record] = known.cooperative if known else result == Record.Result.LOST
    others = Place.objects.filter(record__in=own, person__isnull=False, winner__isnull=False)
    theirs: dict[tuple[int, int], bool] = {}
    for record, person, winner in others.exclude(person=who).values_list(
        "record_id", "person_id", "winner"
    ):
        theirs[record, person] = theirs.get((record, person), False) or bool(winner)
    people = Person.objects.in_bulk({person for _record, person in theirs})
    pairs = {pk: Pair(person) for pk, person in people.items()}
    for (record, person), winner in theirs.items():
        pair = pairs[person]
        if own[record] != winner:
            pair.ahead += own[record]
            pair.behind += winner
        elif winner or partners[record]:
            pair.together += 1
            pair.won += winner
    met = [each for each in pairs.values() if each.ahead + each.behind + each.together]
    return sorted(met, key=lambda each: -(each.ahead + each.behind + each.together))


def nemesis(pairs: Sequence[Pair]) -> Pair | None:
    """Return who came out ahead of a person most, of those met ``EARLIER`` times or more."""
    met = [each for each in pairs if each.ahead + each.behind >= EARLIER]
    ahead = [each for each in met if each.behind > each.ahead]
    return max(ahead, key=lambda each: (each.behind - each.ahead, each.behind), default=None)


def best_partner(pairs: Sequence[Pair]) -> Pair | None:
    """Return with whom a person won the largest share, of ``EARLIER`` games or more together."""
    known = [each for each in pairs if each.together >= EARLIER and each.won]
    return max(known, key=lambda each: (each.won / each.together, each.together), default=None)


def days(found: QuerySet[Record]) -> list[tuple[Any, int]]:
    """Return how many plays began on which day: an evening past midnight is the evening
    before's."""
    by_day = found.annotate(day=TruncDate("started_at")).values("day").annotate(n=Count("pk"))
    return list(by_day.order_by("day").values_list("day", "n"))

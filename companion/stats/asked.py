"""Questions in an address: which of a crew's plays it asks for."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.utils import timezone

from companion.crews.models import Crew, Person
from companion.plays.models import LOCATION
from companion.requests import given
from companion.stats import queries
from companion.stats.models import Place, Record
from games import registry


def chosen(crew: Crew, query: QueryDict) -> Person | None:
    """Return who of a crew an address asks for; ``None`` for no one."""
    who = given(query.get("who", ""))
    return crew.people.filter(pk=who).first() if who else None


def _title(crew: Crew, title: str) -> str:
    """Return a title that is refereed here, or one a crew's book has from elsewhere; else ""."""
    known = title in registry.TITLES or crew.tallies.filter(kind="title", title=title).exists()
    return title if known else ""


class PlayFilter:
    """Question for plays: of whom, of what, how set up and with which copy, where, how many at the
    table, from when to when.

    What makes no sense is left out of the question.
    """

    def __init__(self, crew: Crew, query: QueryDict) -> None:
        self.who = chosen(crew, query)
        self.title = _title(crew, query.get("title", ""))
        self.setup = query.get("setup", "")[:80] if self.title else ""
        copy = given(query.get("copy", ""))
        self.copy = queries.copies(crew).filter(pk=copy).first() if copy else None
        self.location = query.get("location", "")[:LOCATION]
        self.players = given(query.get("players", ""))
        self.since, self.until = _day(query.get("since", "")), _day(query.get("until", ""))

    @property
    def any(self) -> bool:
        """True if anything was asked at all."""
        return any(value for _name, value in self._told())

    def of(self, found: QuerySet[Record]) -> QuerySet[Record]:
        """Return those of ``found`` that were asked for."""
        if self.who:
            found = found.filter(
                Exists(Place.objects.filter(record=OuterRef("pk"), person=self.who))
            )
        if self.title:
            found = found.filter(title=self.title)
        if self.setup:
            found = found.filter(variant=self.setup)
        if self.copy:
            found = found.filter(play__box=self.copy)
        if self.location:
            found = found.filter(location=self.location)
        if self.players:
            found = found.filter(players=self.players)
        if self.since:
            morning = _morning(self.since)
            # What began later ended later: the index of the newest leads there.
            found = found.filter(ended_at__gte=morning, started_at__gte=morning)
        if self.until:
            found = found.filter(started_at__lt=_morning(self.until + timedelta(days=1)))
        return found

    def older(self, before: str) -> str:
        """Return the address of the next page, with the same question."""
        asked = [(name, value) for name, value in self._told() if value]
        return urlencode([*asked, ("before", before)])

    def _told(self) -> list[tuple[str, object]]:
        return [
            ("who", self.who.pk if self.who else ""),
            ("title", self.title),
            ("setup", self.setup),
            ("copy", self.copy.pk if self.copy else ""),
            ("location", self.location),
            ("players", self.players),
            ("since", self.since),
            ("until", self.until),
        ]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _morning(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))

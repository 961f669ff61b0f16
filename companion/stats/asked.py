"""Which of a crew's plays an address asks for."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.utils import timezone

from companion.crews.models import Crew, Person
from companion.requests import given
from companion.stats.models import Place, Record
from games import registry


def chosen(crew: Crew, query: QueryDict) -> Person | None:
    """Who of a crew an address asks for; ``None`` for nobody."""
    who = given(query.get("who", ""))
    return crew.people.filter(pk=who).first() if who else None


class Asked:
    """Which plays are asked for: of whom, of what, how many at the table, from when to when.

    What makes no sense is left out of the question.
    """

    def __init__(self, crew: Crew, query: QueryDict) -> None:
        self.who = chosen(crew, query)
        self.title = query.get("title", "") if query.get("title") in registry.TITLES else ""
        self.players = given(query.get("players", ""))
        self.since, self.until = _day(query.get("since", "")), _day(query.get("until", ""))

    @property
    def any(self) -> bool:
        """Whether anything was asked at all."""
        return bool(self.who or self.title or self.players or self.since or self.until)

    def of(self, found: QuerySet[Record]) -> QuerySet[Record]:
        """Those of ``found`` that were asked for."""
        if self.who:
            found = found.filter(
                Exists(Place.objects.filter(record=OuterRef("pk"), person=self.who))
            )
        if self.title:
            found = found.filter(title=self.title)
        if self.players:
            found = found.filter(players=self.players)
        if self.since:
            found = found.filter(ended_at__gte=_morning(self.since))
        if self.until:
            found = found.filter(ended_at__lt=_morning(self.until + timedelta(days=1)))
        return found

    def older(self, before: str) -> str:
        """The address of the next page, with the same question."""
        told: list[tuple[str, object]] = [
            ("who", self.who.pk if self.who else ""),
            ("title", self.title),
            ("players", self.players),
            ("since", self.since),
            ("until", self.until),
        ]
        return urlencode([*((name, value) for name, value in told if value), ("before", before)])


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _morning(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))

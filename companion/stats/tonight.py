"""Answer to "What shall we play?": what suits the people who are here and the time they have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median, quantiles
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.crews.models import Crew, Person
from companion.requests import given
from companion.stats import queries, words
from companion.stats.models import Record
from games import registry
from games.referee import Title

HOURS = (30, 60, 90, 120, 180)
"""Minutes to choose from."""
ENOUGH = 4
"""Plays from which a spread is worth saying."""
LONGEST = timedelta(days=36500)


@dataclass(frozen=True)
class Suggestion:
    """A title for tonight: whether it suits, how long it takes this crew, and what is due."""

    title: Title
    suits: bool
    lines: Sequence[str]
    since: timedelta
    last: Record | None


class Tonight:
    """The people who are here, the time they have, and what suits both, the longest unplayed
    first."""

    def __init__(self, crew: Crew, me: Person, query: QueryDict) -> None:
        self.crew = crew
        everyone = sorted(crew.people.all(), key=lambda one: one != me)
        asked = "here" in query
        last = None if asked else crew.plays.order_by("-updated_at").first()
        sat = set(last.seats.filter(gone=False).values_list("person", flat=True)) if last else set()
        chosen = {given(pk) for pk in query.getlist("with")} if asked else sat
        self.faces = [(one, one == me, one == me or one.pk in chosen) for one in everyone]
        self.here = [one for one, _me, checked in self.faces if checked]
        self.minutes = given(query.get("time", "")) or 0
        self.times = [(each, words.duration(each)) for each in HOURS]

    @property
    def found(self) -> list[Suggestion]:
        """List all titles; those that suit first, and of them those not played for longest."""
        newest = self._newest()
        found = [self._of(each.title, newest.get(each.title.slug)) for each in registry.referees()]
        return sorted(found, key=lambda each: (not each.suits, -each.since))

    def _newest(self) -> dict[str, Record]:
        """Return each title's last play."""
        found = {}
        for referee in registry.referees():
            records = self.crew.records.filter(title=referee.title.slug)
            if last := records.select_related("play").order_by("-ended_at", "-pk").first():
                found[referee.title.slug] = last
        queries.with_names(found.values())
        return found

    def _of(self, title: Title, last: Record | None) -> Suggestion:
        n = len(self.here)
        fits = title.min_players <= n <= title.max_players
        minutes = self._minutes(title)
        usual = median(minutes) if minutes else None
        long = bool(self.minutes and usual is not None and usual > self.minutes)
        since = timezone.now() - last.ended_at if last else LONGEST
        lines = [self._usual(minutes, n) if fits else _size(title)]
        if long and fits:
            lines.append(_("Usually longer than you have."))
        lines.append(_ago(last, since))
        return Suggestion(title, fits and not long, lines, since, last)

    def _minutes(self, title: Title) -> list[int]:
        """Return how long the newest plays took this crew with as many as are here."""
        found = self.crew.records.filter(
            title=title.slug, players=len(self.here), minutes__isnull=False
        ).exclude(result=Record.Result.ABANDONED)
        newest = found.order_by("-ended_at").values_list("minutes", flat=True)[: queries.STREAK]
        return [each for each in newest if each is not None]

    def _usual(self, minutes: Sequence[int], players: int) -> str:
        """Return the median and, of enough plays, the range of the middle half."""
        if not minutes:
            text = ngettext(
                "No length known with {n} player.", "No length known with {n} players.", players
            )
            return text.format(n=players)
        facts: dict[str, Any] = {"n": players, "usual": words.duration(median(minutes))}
        if len(minutes) < ENOUGH:
            text = ngettext(
                "With {n} player about {usual}.", "With {n} players about {usual}.", players
            )
            return text.format(**facts)
        low, _middle, high = quantiles(minutes, n=4, method="inclusive")
        text = ngettext(
            "With {n} player {usual}, mostly {low} to {high}.",
            "With {n} players {usual}, mostly {low} to {high}.",
            players,
        )
        return text.format(low=words.duration(low), high=words.duration(high), **facts)


def _size(title: Title) -> str:
    text = _("Number of players: {low} to {high}.")
    return text.format(low=title.min_players, high=title.max_players)


def _ago(last: Record | None, since: timedelta) -> str:
    """Return when it was played last and who won: a result to settle."""
    if last is None:
        return _("Never played here.")
    said = getattr(last, "winners", "")
    if since.days < 1:
        return _("Last played today: {result}.").format(result=said)
    text = ngettext(
        "Last played {n} day ago: {result}.", "Last played {n} days ago: {result}.", since.days
    )
    return text.format(n=since.days, result=said)

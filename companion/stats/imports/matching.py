"""Matching the plays of a file: which of our titles a game is, which of the crew a name is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from companion.crews.models import Crew, Person
from companion.requests import given
from companion.stats.exports import bgstats
from companion.stats.imports.past import Past
from companion.stats.models import Place, Record
from games import registry

KEEP = "*"
"""The choice for a game that isn't one of ours: it stays what it is."""
NEW, NOBODY = "new", "nobody"
"""A name that becomes a guest of the crew, and one that stays a mere name."""
NEAR = timedelta(hours=14)
"""So far apart may two clocks be; the next evening is farther."""

NAME = 40
"""Letters of a game's name that are kept."""

Evenings = dict[tuple[str, frozenset[int]], list[datetime]]
"""By title and who of the crew was there: when."""


class FoundGame(msgspec.Struct):
    """A game of a file: how many plays it has there, and how many of them the book has."""

    name: str
    title: str
    plays: int = 0
    here: int = 0


class FoundPerson(msgspec.Struct):
    """A name of a file, and in which of its games it occurs (by position)."""

    name: str
    named: bool
    plays: int = 0
    games: list[int] = []


class MatchedFile(msgspec.Struct):
    """Sums of what a file holds; ``Import.found`` keeps them."""

    kind: str
    games: list[FoundGame]
    people: list[FoundPerson]
    problems: list[tuple[str, str]]
    uncounted: int = 0


class Choices(msgspec.Struct):
    """Choices about a file: a title, ``KEEP`` or nothing for each game, a person for each name.

    ``alike`` also imports plays that look like one in the book.
    """

    games: dict[str, str] = {}
    people: dict[str, str] = {}
    alike: bool = False

    def title(self, game: str) -> str:
        """Return the title that plays of a game go under; "" for those that are left out."""
        chosen = self.games.get(game, "")
        return game[:NAME] if chosen == KEEP else chosen


def title_of(game: str, number: int = 0) -> str:
    """Return our title that a game of a file is; empty if none is surely meant."""
    if game in registry.TITLES:
        return game
    plain = _plain(game)
    for referee in registry.referees():
        if number and number == referee.title.bgg:
            return referee.title.slug
    for referee in registry.referees():
        if plain in map(_plain, (referee.title.name, *dict(referee.title.names).values())):
            return referee.title.slug
    return ""


def _plain(name: str) -> str:
    """Return a name without its article, marks and capitals: every shop writes them otherwise."""
    words = re.findall(r"\w+", name.casefold())
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def guess(found: MatchedFile, crew: Crew) -> Choices:
    """Guess from names alone; a name that two people share is left to be chosen."""
    known: dict[str, list[Person]] = {}
    for person in crew.people.all():
        known.setdefault(person.name.casefold(), []).append(person)
    people = {}
    for person_found in found.people:
        same = known.get(person_found.name.casefold(), [])
        if not person_found.named:
            people[person_found.name] = NOBODY
        else:
            people[person_found.name] = str(same[0].pk) if len(same) == 1 else NEW
    return Choices({game.name: game.title or KEEP for game in found.games}, people)


def here(crew: Crew, plays: Sequence[Past]) -> set[str]:
    """Return keys of plays the crew's book has already: refereed here, or brought before."""
    if not plays:
        return set()
    first, last = min(p.at for p in plays) - NEAR, max(p.at for p in plays) + NEAR
    around = crew.records.filter(started_at__range=(first, last))
    own = around.filter(play__isnull=False).values_list("play__share", flat=True)
    brought = crew.records.exclude(source_id="").values_list("source_id", flat=True)
    return {bgstats.uid("play", share) for share in own.iterator()} | set(brought.iterator())


def evenings(crew: Crew, plays: Sequence[Past]) -> Evenings:
    """Return when the crew's book has what was played around these plays, by title and people."""
    first, last = min(p.at for p in plays) - NEAR, max(p.at for p in plays) + NEAR
    around = Record.objects.filter(crew=crew, started_at__range=(first, last))
    people: dict[int, set[int]] = {}
    sat = Place.objects.filter(record__in=around, person__isnull=False)
    for record, person in sat.values_list("record_id", "person_id"):
        people.setdefault(record, set()).add(person or 0)
    found: Evenings = {}
    for pk, title, at in around.values_list("pk", "title", "started_at"):
        found.setdefault((title, frozenset(people.get(pk, ()))), []).append(at)
    return found


def alike(played: Past, title: str, who: Mapping[str, int | None], known: Evenings) -> bool:
    """Return whether the book has this play under another name; what it has answers for one play
    only."""
    people = frozenset(pk for seat in played.seats if (pk := who.get(seat.name)))
    times = known.get((title, people), []) if people else []
    near = [at for at in times if abs(at - played.at) < NEAR]
    if near:
        times.remove(min(near, key=lambda at: abs(at - played.at)))
    return bool(near)


def people_of(found: MatchedFile, choices: Choices) -> list[FoundPerson]:
    """Return the names that occur in a game which is taken in, those who play most first."""
    wanted = {n for n, game in enumerate(found.games) if choices.games.get(game.name)}
    return sorted(
        (person for person in found.people if wanted & set(person.games)),
        key=lambda person: (-person.plays, person.name),
    )


def resolved(crew: Crew, names: Iterable[str], choices: Choices) -> dict[str, int | None]:
    """Return who of the crew each name is; ``None`` for a guest to be and for no one."""
    own = set(crew.people.values_list("pk", flat=True))
    found: dict[str, int | None] = {}
    for name in names:
        pk = given(choices.people.get(name, NEW))
        found[name] = pk if pk in own else None
    return found

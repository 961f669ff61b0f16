"""A crew of four with evenings of Acorns behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from django.test import Client

from companion import cookies
from companion.crews.models import Crew, Device, Person
from companion.plays import ledger, replay
from companion.plays.answers import Recorded
from companion.plays.models import Play, Seat
from companion.stats import tallies
from games.animated_dice.rules.setup import Setup as DiceSetup
from tests.sample_game import Setup


@dataclass
class Group:
    """Group in which Ana keeps the crew, Bo and Di belong to it, Gus is a guest no one has
    claimed."""

    crew: Crew
    people: dict[str, Person]
    phones: dict[str, Client]
    stranger: Client = field(default_factory=Client)

    def play(self, *faces: int, players: int = 2, goal: int = 10, names: str = "Ana Bo") -> Play:
        """Return a table of the crew on which these faces were rolled; over if they suffice."""
        play = ledger.begin("acorns", Setup(players, goal))
        play.crew = self.crew
        play.save()
        sits = [
            Seat.objects.create(play=play, name=name, person=self.people.get(name), parts=[i])
            for i, name in enumerate(names.split())
        ]
        for face in faces:
            roll(play, face, sits)
        play.refresh_from_db()
        return play

    def finished(self, *faces: int, **how) -> Play:
        """Return a finished and counted play: Ana wins it by 10 to 4 unless told otherwise."""
        play = self.play(*(faces or (6, 4, 4)), **how)
        assert play.over
        tallies.count(play.pk)
        return play


def heists(group, *points, target, names="Ana Bo"):
    """Return a finished and counted play of the dice game: what each turn in order brought."""
    play = ledger.begin("animated-dice", DiceSetup(2, ("joker", "catwoman"), target=target))
    play.crew = group.crew
    play.save()
    for i, name in enumerate(names.split()):
        Seat.objects.create(play=play, name=name, person=group.people[name], parts=[i])
    for n, brought in enumerate(points):
        total = {"do": "total", "points": brought, "busted": False}
        assert isinstance(ledger.record(play.pk, total, key=f"k{n}"), Recorded)
    play.refresh_from_db()
    assert play.over
    tallies.count(play.pk)
    return play


def roll(play, face, sits=()):
    """Roll for the active squirrel; the crow never looks."""
    play.refresh_from_db()
    active = replay.state_at(play, play.head).active
    seat = sits[active] if active < len(sits) else None
    return ledger.record(
        play.pk,
        {"do": "roll", "face": face},
        key=f"k{play.revision}",
        seat=seat,
        actor=active,
        answers={"CROW": "no"},
    )


@pytest.fixture
def group(db, acorns):
    return make_group()


@pytest.fixture
def ana(group):
    return group.phones["Ana"]


@pytest.fixture
def at(group):
    """Return where the crew takes in files of plays logged elsewhere."""
    return f"/c/{group.crew.key}/import/"


def make_group():
    crew = Crew.objects.create(name="The Cellar")
    people = {
        name: Person.objects.create(crew=crew, name=name, keeper=name == "Ana")
        for name in ("Ana", "Bo", "Di", "Gus")
    }
    return Group(crew, people, {n: phone_of(people[n]) for n in ("Ana", "Bo", "Di")})


def phone_of(person):
    """Return a phone that is this person's."""
    client = Client()
    Device.objects.create(person=person, key=f"phone-{person.pk}")
    from django.http import HttpResponse

    answer = HttpResponse()
    cookies.mark_device(answer, f"phone-{person.pk}")
    client.cookies[cookies.DEVICE_COOKIE] = answer.cookies[cookies.DEVICE_COOKIE].value
    return client

"""Evenings of every title, played entry by entry through the ledger by the people of a crew."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from django.utils import timezone

from companion.crews.models import Crew, Person
from companion.plays import ledger, playlog
from companion.plays.answers import Recorded
from companion.plays.models import Play, Seat
from companion.stats import tallies
from games import registry
from tests import golden

FIRST = datetime(2026, 1, 9, 18, 0, tzinfo=UTC)
NAMES = ("Ana", "Bruno", "Celia", "Dario", "Ewa")
PACE = (5, 40, 70, 110, 3000)
"""Seconds between two entries; the last is a break."""


class Evenings:
    """Evenings of a crew that play recorded games again, each on a later day than the last."""

    def __init__(self, patch: pytest.MonkeyPatch, seed: int) -> None:
        self.rng = Random(seed)
        self.now = FIRST + timedelta(days=seed)
        patch.setattr(timezone, "now", lambda: self.now)

    def crew(self, name: str) -> Crew:
        crew = Crew.objects.create(name=name)
        for n, who in enumerate(NAMES):
            Person.objects.create(crew=crew, name=who, keeper=not n)
        return crew

    def play(self, crew: Crew, path: Path, *, to_the_end: bool = True) -> Play:
        """Play one evening: some of the crew sit down and enter what the file says.

        Now and then an entry is taken back and made again; helpers without a part look on where
        all win together.
        """
        self.now += timedelta(days=self.rng.randint(2, 9))
        doc = golden.read(path)
        play = playlog.load(msgspec.structs.replace(doc, seats=(), entries=(), outcome=None))
        seats = self._sit(play, crew)
        entries = doc.entries if to_the_end else doc.entries[: len(doc.entries) // 2]
        for line in entries:
            self._enter(play, line, seats)
            if self.rng.random() < 0.03 and line is not entries[-1]:
                ledger.undo(play.pk, key=f"u{play.pk}-{line.n}")
                self._enter(play, line, seats, again=True)
        if not to_the_end:
            ledger.abandon(play.pk)
        play.refresh_from_db()
        assert play.over, path
        tallies.count(play.pk)
        return play

    def _sit(self, play: Play, crew: Crew) -> list[Seat]:
        referee = registry.referee(play.title)
        play.crew = crew
        play.save(update_fields=["crew"])
        parts = [part.index for part in referee.parts(referee.decode_state(play.state))]
        phones = self.rng.randint(1, len(parts))
        helpers = self.rng.randint(0, 1) if referee.title.cooperative else 0
        who = self.rng.sample(list(crew.people.all()), min(len(NAMES), phones + helpers))
        return [
            Seat.objects.create(
                play=play,
                name=person.name,
                person=person,
                parts=parts[n::phones] if n < phones else [],
            )
            for n, person in enumerate(who)
        ]

    def _enter(
        self, play: Play, line: playlog.LogLine, seats: list[Seat], *, again: bool = False
    ) -> None:
        self.now += timedelta(seconds=self.rng.choices(PACE, (40, 30, 20, 10, 1))[0])
        done = ledger.record(
            play.pk,
            line.action,
            key=f"{'again' if again else 'once'}-{line.n}",
            seat=next((seat for seat in seats if line.actor in seat.parts), None),
            actor=line.actor,
            answers=line.answers,
        )
        assert isinstance(done, Recorded), (line, done)


def files(count: int, rng: Random) -> Iterator[Path]:
    """Yield that many recorded games, of every title in turn."""
    by_title: dict[str, list[Path]] = {}
    for path in golden.files():
        by_title.setdefault(golden.title(path), []).append(path)
    slugs = sorted(by_title)
    for n in range(count):
        yield rng.choice(by_title[slugs[n % len(slugs)]])

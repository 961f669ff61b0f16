"""Recorded games at tables of their own, and the forms that enter them action by action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.plays import live, playlog, seats
from companion.plays.models import Play, Seat
from games import registry
from tests import golden

ENOUGH = 100
"""So many entries of a title are played at least, as many of its recorded games as that takes."""


@dataclass(frozen=True)
class Place:
    """A phone's seat: its cookie, and the parts it plays."""

    cookie: dict[str, str]
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """A table where a recorded game is about to be played, or has been up to some entry."""

    play: Play
    places: tuple[Place, ...]
    """The host's first."""
    lines: tuple[playlog.LogLine, ...]
    """The entries that are still to come."""

    @property
    def at(self) -> str:
        return f"/t/{self.play.code}/"

    @property
    def live(self) -> str:
        return live.url(self.play.bell, self.play.code, "en")

    def acting(self, line: playlog.LogLine) -> int:
        """Return the phone that enters this: the one that plays whose action it was, else the
        host's."""
        for n, place in enumerate(self.places):
            if line.actor in place.parts:
                return n
        return 0


@cache
def read(path: Path) -> playlog.Playlog:
    return golden.read(path)


def of(slug: str, enough: int = ENOUGH) -> list[Path]:
    """Return that many recorded games of a title that there are ``enough`` entries to play."""
    chosen: list[Path] = []
    found = 0
    for path in golden.games(slug):
        if found < enough:
            chosen.append(path)
            found += len(read(path).entries)
    return chosen


def begin(path: Path, phones: int, played: int = 0) -> Game:
    """Return a table for a recorded game with so many phones, after ``played`` of its entries.

    Every phone plays its share of the parts, the host the first ones.
    """
    doc = read(path)
    done = msgspec.structs.replace(doc, entries=doc.entries[:played], outcome=None)
    play = playlog.load(done)
    referee = registry.referee(doc.title)
    parts = [part.index for part in referee.parts(referee.decode_state(play.state))]
    places = []
    for n in range(phones):
        mine = parts[n::phones]
        if n == 0:
            seat = play.seats.get(role=Seat.Role.HOST)
            seat.parts, seat.claimed = mine, True
            seat.save(update_fields=["parts", "claimed"])
        else:
            seat = Seat.objects.create(play=play, name=f"P{n + 1}", parts=mine)
        token = seats.token(seat)
        places.append(Place({seats.cookie_name(seat.address): token}, tuple(mine)))
    return Game(play, tuple(places), doc.entries[played:])


def form(line: playlog.LogLine) -> list[tuple[str, str]]:
    """Return the fields a phone posts to enter this, answers to questions included."""
    pairs = [pair for name, value in line.action.items() for pair in _fields(name, value)]
    return pairs + [(f"answer:{code}", text) for code, text in line.answers.items()]


def _fields(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, list | tuple):
        # Rows of one form have a name each; elsewhere an empty one is as good as none.
        if "" in value:
            yield from ((f"{name}.{n}", str(each)) for n, each in enumerate(value))
        else:
            yield from ((name, str(each)) for each in value)
    elif value is not None:
        yield name, str(value)

"""Streams of phones without a server: what is brought over them after an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db import transaction

from companion import turns
from companion.plays import live
from companion.plays.live import SeatedPhone
from companion.plays.models import Seat
from companion.plays.pages import pushing


class Stream:
    """One open stream of a seat, and what came over it."""

    def __init__(self, seat: Seat, language: str = "en", address: str = "") -> None:
        at = address or seat.address
        self.phone = SeatedPhone(seat.play_id, seat.pk, seat.epoch, at, language)
        self.numbers: list[int] = []
        self.boards: list[tuple[str, str]] = []
        self.chances: list[str] = []

    def offer(self, revision: int, board: bytes = b"") -> None:
        if board:
            self.boards.append(unpacked(board))
        else:
            self.numbers.append(revision)

    def foretell(self, chances: bytes) -> None:
        self.chances.append(unpacked(chances)[1])


def unpacked(event: bytes) -> tuple[str, str]:
    """Return the first line of an event's data, and the rest."""
    lines = [
        line.removeprefix("data: ") for line in event.decode().removesuffix("\n\n").split("\n")
    ]
    return lines[0], "\n".join(lines[1:])


class Streams(list[Stream]):
    """All streams of a table, told at once what is drawn after an answer."""

    def __init__(self) -> None:
        self.left: dict[str, Any] = {}

    def afterwards(self, name: str, work: Any) -> bool:
        self.left[name] = work
        return True

    def drawn(self) -> None:
        """Have drawn what the last answer left to be drawn."""
        left, self.left = self.left, {}
        for work in left.values():
            work(lambda call: call())


@contextmanager
def streaming() -> Iterator[Streams]:
    """Bring boards to the streams that are added, each time ``drawn`` is called."""
    found = Streams()

    def tell(some: list[Any], call: Callable[[Any], None]) -> None:
        for each in some:
            call(each)

    with (
        mock.patch.object(turns, "afterwards", found.afterwards),
        mock.patch.object(turns, "leaves", lambda name: name in found.left),
        mock.patch.object(live.hub, "seated", return_value=found),
        mock.patch.object(live.hub, "tell", tell),
        mock.patch.object(pushing, "shown", pushing.ShownBoards()),
        mock.patch.object(pushing, "close_old_connections"),
        mock.patch.object(transaction, "on_commit", lambda work, **how: work()),
    ):
        yield found

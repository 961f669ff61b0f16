"""A play that was kept elsewhere, as files tell it, whatever they are written in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion import names
from companion.plays.models import LOCATION

MOST = 10_000
"""Plays read out of one file; who has more sends them year by year."""
PEOPLE = 100
"""People at one table, and kinds of anything else a line may repeat."""
OLDEST = 1900
IDENTIFYING = ("key", "game", "at", "seats", "minutes", "rounds", "variant", "note", "together")
"""Fields of a play by which it is found again where its file gives no id."""
LARGEST = 10**9


class ImportLineError(ValueError):
    """A line cannot be read; the message says what is wrong with it."""


def too_many() -> str:
    """Return what is wrong with a file of more plays than ``MOST``."""
    return ngettext(
        "At most {n} play can be imported from one file.",
        "At most {n} plays can be imported from one file.",
        MOST,
    ).format(n=MOST)


class PastSeat(msgspec.Struct, frozen=True):
    """Someone who played. ``winner`` is ``None`` where the file does not say.

    ``named`` is false for someone whom the file itself calls unknown.
    """

    name: str
    winner: bool | None = None
    score: int | None = None
    rank: int | None = None
    role: str = ""
    first: bool = False
    named: bool = True


class Past(msgspec.Struct, frozen=True):
    """One play. ``key`` is the same whenever it is read again; ``together`` is how it ended for
    all, where the file says so for no one in particular. ``raw`` is kept for the way back: the
    fields of the game, the play and each seat as the file has them."""

    key: str
    game: str
    at: datetime
    seats: tuple[PastSeat, ...]
    minutes: int | None = None
    rounds: int = 0
    variant: str = ""
    note: str = ""
    together: bool | None = None
    location: str = ""
    raw: dict[str, Any] | None = None

    @property
    def identity(self) -> str:
        """Text that stands for the id of a play without one, the same in every release."""
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in IDENTIFYING)
        return f"Past({told})"


@dataclass
class File:
    """A file's plays, and its unreadable lines.

    ``uncounted`` are plays marked as not counted, or abandoned. ``numbers`` are BoardGameGeek's of
    its games.
    """

    kind: str
    plays: list[Past] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    uncounted: int = 0
    numbers: dict[str, int] = field(default_factory=dict)


def moment(text: str) -> datetime:
    """Return a time as files write it, UTC where they do not say; a day alone is its noon."""
    text = text.strip()
    if polish := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)", text):
        day, month, year, rest = polish.groups()
        text = f"{year}-{month:>02}-{day:>02}{rest}"
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ImportLineError(
            _("“{text}” is not a date; write it as 2026-05-02 or 02.05.2026").format(text=text[:40])
            if text
            else _("it has no date")
        ) from None
    if len(text) <= len("2026-05-02"):
        found += timedelta(hours=12)
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    if found.year < OLDEST or found > timezone.now() + timedelta(days=1):
        raise ImportLineError(
            _("it can't have been played on {day}").format(day=f"{found:%Y-%m-%d}")
        )
    return found


def number(value: object) -> int | None:
    """Return a whole number, or a sum of some as BG Stats keeps scores; ``None`` for anything
    else."""
    text = str(value).replace(" ", "").replace("−", "-")
    text = re.sub(r"\.0+(?!\d)", "", text)
    if not re.fullmatch(r"[+-]?\d{1,9}([+-]\d{1,9})*", text, re.ASCII):
        return None
    found = sum(int(part) for part in re.findall(r"[+-]?\d+", text))
    return found if abs(found) <= LARGEST else None


def location(text: str) -> str:
    """Return where it was, as long as it may be here."""
    return names.clean(text, LOCATION)


def name(text: str) -> str:
    """Return a person's name, as long as it may be here."""
    return names.clean(text)


def seated(seats: Sequence[PastSeat]) -> tuple[PastSeat, ...]:
    """Return seats that can be kept; raise ``ImportLineError``."""
    if not seats:
        raise ImportLineError(_("no one played it"))
    if len(seats) > PEOPLE:
        raise ImportLineError(_("it has more players than fit around a table"))
    return tuple(seats)

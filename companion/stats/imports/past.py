"""A play that was kept elsewhere, as files tell it, whatever they are written in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion import names

MOST = 10_000
"""Plays read out of one file; who has more sends them year by year."""
PEOPLE = 100
"""People at one table, and kinds of anything else a line may repeat."""
OLDEST = 1900
LARGEST = 10**9


class Wrong(ValueError):
    """A line cannot be read; the message says what is wrong with it."""


def too_many() -> str:
    """What is wrong with a file of more plays than ``MOST``."""
    return ngettext(
        "At most {n} play can be imported from one file.",
        "At most {n} plays can be imported from one file.",
        MOST,
    ).format(n=MOST)


class PastSeat(msgspec.Struct, frozen=True):
    """Somebody who played. ``winner`` is ``None`` where the file does not say.

    ``named`` is false for somebody whom the file itself calls unknown.
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
    all, where the file says so for nobody in particular."""

    key: str
    game: str
    at: datetime
    seats: tuple[PastSeat, ...]
    minutes: int | None = None
    rounds: int = 0
    variant: str = ""
    note: str = ""
    together: bool | None = None


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
    """A time as files write it, UTC where they do not say; a day alone is its noon."""
    text = text.strip()
    if polish := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)", text):
        day, month, year, rest = polish.groups()
        text = f"{year}-{month:>02}-{day:>02}{rest}"
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Wrong(
            _("“{text}” is not a date; write it as 2026-05-02 or 02.05.2026").format(text=text[:40])
            if text
            else _("it has no date")
        ) from None
    if len(text) <= len("2026-05-02"):
        found += timedelta(hours=12)
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    if found.year < OLDEST or found > timezone.now() + timedelta(days=1):
        raise Wrong(_("it can't have been played on {day}").format(day=f"{found:%Y-%m-%d}"))
    return found


def number(value: object) -> int | None:
    """A whole number, or a sum of some as BG Stats keeps scores; ``None`` for anything else."""
    text = str(value).replace(" ", "").replace("−", "-")
    text = re.sub(r"\.0+(?!\d)", "", text)
    if not re.fullmatch(r"[+-]?\d{1,9}([+-]\d{1,9})*", text, re.ASCII):
        return None
    found = sum(int(part) for part in re.findall(r"[+-]?\d+", text))
    return found if abs(found) <= LARGEST else None


def name(text: str) -> str:
    """A person's name, as long as it may be here."""
    return names.clean(text)


def seated(seats: Sequence[PastSeat]) -> tuple[PastSeat, ...]:
    """Seats that can be kept; raises ``Wrong``."""
    if not seats:
        raise Wrong(_("no one played it"))
    if len(seats) > PEOPLE:
        raise Wrong(_("it has more players than fit around a table"))
    return tuple(seats)

"""Tables for spreadsheets: one row per seat, one row per die rolled (RFC 4180, UTF-8, ISO)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.stats.history import History
from companion.stats.models import Place, Record

SEATS = (
    "session_id",
    "game",
    "rules_version",
    "variant",
    "started_utc",
    "minutes",
    "rounds",
    "outcome",
    "end_reason",
    "seat",
    "player",
    "role",
    "team",
    "start_player",
    "winner",
    "rank",
    "score",
    "house_rules",
    "corrections",
)
DICE = (
    "session_id",
    "n",
    "at_utc",
    "seat",
    "die_id",
    "die_type",
    "face",
    "kept",
    "reroll_no",
    "purpose",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def seats(plays: Iterable[tuple[Record, Sequence[Place]]]) -> str:
    """One row per seat of every play."""
    return _text(SEATS, (_seat(record, place) for record, ps in plays for place in ps))


def _seat(record: Record, place: Place) -> list[Any]:
    return [
        record.play.share,
        record.title,
        record.play.rules_version,
        record.variant,
        stamp(record.started_at),
        record.minutes,
        record.turns,
        record.result,
        record.condition,
        place.part + 1 if place.part >= 0 else "",
        place.person.name if place.person else place.name,
        place.role,
        "",
        int(place.first),
        "" if place.winner is None else int(place.winner),
        place.rank,
        place.score,
        record.overruled,
        record.adjusted,
    ]


def dice(past: History) -> str:
    """One row per die, in the order they were reported. Which dice were kept is not known."""
    return _text(DICE, _dice(past))


def _dice(past: History) -> Iterable[list[Any]]:
    n = 0
    for step in past.steps:
        action = past.referee.decode_action(step.entry.action)
        for number, rolled in enumerate(past.referee.rolled(step.before, action), 1):
            n += 1
            part = step.entry.actor if rolled.part is None else rolled.part
            yield [
                past.play.share,
                n,
                stamp(step.entry.at),
                "" if part is None else part + 1,
                f"{rolled.die}.{number}",
                rolled.die,
                rolled.face,
                "",
                "",
                rolled.purpose,
            ]


def stamp(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: Any) -> Any:
    """A text a spreadsheet would run as a formula gets an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell

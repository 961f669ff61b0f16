"""Tables for spreadsheets: one row per seat, one row per die rolled (RFC 4180, UTF-8, ISO)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from companion.stats.exports import bgstats
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
    "location",
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


def seats(plays: Iterable[tuple[Record, Sequence[Place]]]) -> Iterator[bytes]:
    """Yield one row per seat of every play, in pieces of a play each."""
    yield _lines([SEATS])
    for record, places in plays:
        kept = (record.raw or {}).get("teams", ())
        teams = bgstats.teams_of(record) or dict(enumerate(kept))
        yield _lines(_seat(record, place, teams.get(place.part, "")) for place in places)


def _seat(record: Record, place: Place, team: str) -> list[Any]:
    kept = record.raw or {}
    return [
        record.known_as,
        record.title,
        record.play.rules_version if record.play else kept.get("rules", ""),
        record.variant,
        stamp(record.started_at),
        record.minutes,
        record.turns,
        record.result,
        record.condition or kept.get("reason", ""),
        place.part + 1 if place.part >= 0 else "",
        place.person.name if place.person else place.name,
        place.role,
        team,
        int(place.first),
        "" if place.winner is None else int(place.winner),
        place.rank,
        place.score,
        record.overruled,
        record.adjusted,
        record.location,
    ]


def dice(past: History) -> Iterator[bytes]:
    """Yield one row per die, in the order they were reported. Which dice were kept is not known."""
    yield _lines([DICE])
    yield _lines(_dice(past))


def _dice(past: History) -> Iterable[list[Any]]:
    n = 0
    for step in past.steps:
        action = past.referee.decode_action(step.entry.action)
        thrown = past.soft("rolled", partial(past.referee.rolled, step.before, action), ())
        for number, rolled in enumerate(thrown, 1):
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


def _lines(rows: Iterable[Sequence[Any]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def _safe(cell: Any) -> Any:
    """Put an apostrophe before a text a spreadsheet would run as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell

"""A whole crew in one file: gzipped JSON lines, a head, then one play a line, and at last what
was logged elsewhere.

Slices are gzip members of their own; put together they are one gzip file.
"""

from __future__ import annotations

import gzip
import time
import uuid
from typing import Annotated, Any, Literal

import msgspec

from companion.boxes.models import Box
from companion.crews.models import Crew
from companion.plays import playlog, visibility
from companion.plays.models import LOCATION, Play
from companion.plays.playlog import Name, Number, Playlog, Time
from companion.stats.job_slice import JobSlice
from companion.stats.models import DieName, Job, Record

SLICE = 1.5
"""Seconds one slice may take; no one waits longer than two."""


Slug = Annotated[str, msgspec.Meta(pattern=r"\A[-\w]{1,40}\Z")]
Label = Annotated[str, msgspec.Meta(max_length=60)]
Value = bool | int | str | None
"""What a setting may be set to."""
Text = Annotated[str, msgspec.Meta(max_length=300)]
Location = Annotated[str, msgspec.Meta(max_length=LOCATION)]


class PersonLine(msgspec.Struct, frozen=True):
    uid: uuid.UUID
    name: Name
    keeper: bool
    joined_at: Time


class BoxLine(msgspec.Struct, frozen=True):
    """A box the crew plays with; plays point to it by position."""

    title: Slug
    name: Label
    facts: dict[str, Any]
    updated_at: Time


class DieLine(msgspec.Struct, frozen=True):
    title: Slug
    die: Label
    name: Name


class RulingLine(msgspec.Struct, frozen=True):
    """A house ruling of the crew."""

    title: Slug
    entry: Annotated[str, msgspec.Meta(pattern=r"\A[-\w]{1,20}\Z")]
    reading: Text
    reason: Text
    by: Name
    made_at: Time
    value: Value = None


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    name: Label
    made_at: Time
    people: tuple[PersonLine, ...] = ()
    boxes: tuple[BoxLine, ...] = ()
    dice: tuple[DieLine, ...] = ()
    rulings: tuple[RulingLine, ...] = ()
    schema: Literal["sidekick.crew/1"] = "sidekick.crew/1"


class ArchiveSeatLine(msgspec.Struct, frozen=True):
    """Facts about a seat that the playlog's seat of the same position does not hold."""

    person: uuid.UUID | None
    gone: bool
    joined_at: Time


class InForce(msgspec.Struct, frozen=True):
    """A house ruling a play was started with."""

    entry: Text
    reading: Text
    value: Value = None


class PlayLine(msgspec.Struct, frozen=True):
    """Every further line. ``box`` is a position in the head."""

    share: Annotated[str, msgspec.Meta(pattern=r"\A[-\w]{1,16}\Z")]
    created_at: Time
    updated_at: Time
    ended_at: Time | None
    seats: tuple[ArchiveSeatLine, ...]
    playlog: Playlog
    box: Number | None = None
    rulings: tuple[InForce, ...] = ()
    location: Location = ""


class EarlierPlace(msgspec.Struct, frozen=True):
    """Player of a play that was logged elsewhere."""

    part: Annotated[int, msgspec.Meta(ge=-1, le=1000)]
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    person: uuid.UUID | None = None
    role: Annotated[str, msgspec.Meta(max_length=80)] = ""
    winner: bool | None = None
    rank: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    score: Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)] | None = None
    first: bool = False


class EarlierLine(msgspec.Struct, frozen=True):
    """A play that was logged elsewhere and has no log; ``key`` is its id there."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    result: Literal["won", "lost", "ended"]
    started_at: Time
    ended_at: Time
    places: Annotated[tuple[EarlierPlace, ...], msgspec.Meta(max_length=100)]
    variant: Annotated[str, msgspec.Meta(max_length=80)] = ""
    note: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    minutes: Annotated[int, msgspec.Meta(ge=0, lt=10**5)] | None = None
    rounds: Annotated[int, msgspec.Meta(ge=0, lt=10**5)] = 0
    margin: Annotated[int, msgspec.Meta(ge=0, le=2 * 10**9)] | None = None
    location: Location = ""
    raw: dict[str, Any] | None = None
    kind: Literal["earlier"] = "earlier"


EARLIER = 10**15
"""Added to ids of records where a slice goes on among them: ids of plays are smaller."""


def piece(job: Job) -> JobSlice:
    """Return the next slice of a crew's archive: the head, plays by their ids, then earlier ones.

    A game whose secrets are not public yet is left out.
    """
    started = time.monotonic()
    crew = Crew.objects.get(key=job.of)
    plays = visibility.whole(crew.plays.all())
    earlier = crew.records.filter(play=None).order_by("pk")
    total = job.total or plays.count() + earlier.count()
    boxes = _boxes(crew)
    lines: list[Head | PlayLine | EarlierLine] = [] if job.cursor else [_head(crew, boxes)]
    cursor, done, more = job.cursor, job.done, True
    # At least one play: a slice that ended at no play would have the next one begin anew.
    while more and (time.monotonic() - started < SLICE or cursor == job.cursor):
        play = plays.filter(pk__gt=cursor).order_by("pk").first() if cursor < EARLIER else None
        record = None if play else earlier.filter(pk__gt=cursor - EARLIER).first()
        if play is not None:
            lines.append(_play(play, boxes))
            cursor = play.pk
        elif record is not None:
            lines.append(_earlier(record))
            cursor = EARLIER + record.pk
        more = play is not None or record is not None
        done += more
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return JobSlice(gzip.compress(text, 6, mtime=0), cursor, done, max(total, done), not more)


def _boxes(crew: Crew) -> list[Box]:
    """Return the boxes that belong to the crew or lay on the table of one of its plays."""
    lent = set(crew.boxes.values_list("pk", flat=True))
    used = set(crew.plays.exclude(box=None).values_list("box", flat=True).distinct())
    return list(Box.objects.filter(pk__in=lent | used).order_by("pk"))


def _head(crew: Crew, boxes: list[Box]) -> Head:
    return Head(
        crew.name,
        crew.made_at,
        tuple(PersonLine(p.uid, p.name, p.keeper, p.joined_at) for p in crew.people.all()),
        tuple(BoxLine(b.title, b.name, msgspec.json.decode(b.facts), b.updated_at) for b in boxes),
        tuple(
            DieLine(d.title, d.die, d.name)
            for d in DieName.objects.filter(crew=crew).order_by("pk")
        ),
        tuple(
            RulingLine(r.title, r.entry, r.reading, r.reason, r.by, r.made_at, r.value)
            for r in crew.rulings.all()
        ),
    )


def _play(play: Play, boxes: list[Box]) -> PlayLine:
    places = {box.pk: n for n, box in enumerate(boxes)}
    return PlayLine(
        play.share,
        play.created_at,
        play.updated_at,
        play.ended_at,
        tuple(
            ArchiveSeatLine(seat.person.uid if seat.person else None, seat.gone, seat.joined_at)
            for seat in play.seats.select_related("person")
        ),
        playlog.export(play),
        places.get(play.box_id) if play.box_id else None,
        msgspec.convert(play.rulings, tuple[InForce, ...]),
        play.location,
    )


def _earlier(record: Record) -> EarlierLine:
    return EarlierLine(
        record.source_id,
        record.title,
        msgspec.convert(record.result, Literal["won", "lost", "ended"]),
        record.started_at,
        record.ended_at,
        tuple(
            EarlierPlace(
                place.part,
                place.name,
                place.person.uid if place.person else None,
                place.role,
                place.winner,
                place.rank,
                place.score,
                place.first,
            )
            for place in record.places.select_related("person")
        ),
        record.variant,
        record.note,
        record.minutes,
        record.turns,
        record.margin,
        record.location,
        record.raw,
    )

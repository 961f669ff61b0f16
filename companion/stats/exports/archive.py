"""A whole crew in one file, and back: gzipped JSON lines, a head and then one play a line.

Slices are gzip members of their own; put together they are one gzip file.
"""

from __future__ import annotations

import gzip
import time
import uuid
import zlib
from collections import defaultdict
from datetime import datetime
from typing import IO, Any, Literal

import msgspec
from django.db import transaction
from msgspec.structs import replace

from companion.boxes.models import Box
from companion.crews.models import Crew, Person
from companion.middleware import NUL
from companion.plays import playlog
from companion.plays.models import Play, Seat
from companion.plays.playlog import Playlog
from companion.plays.signals import tell_ended
from companion.rulings.models import HouseRuling
from companion.stats.made import Made
from companion.stats.models import DieName, Job
from games import registry
from games.referee import Malformed

SCHEMA = "sidekick.crew/1"
SLICE = 1.5
"""Seconds one slice may take; nobody waits longer than two."""
BATCH = 100
"""Rows brought up to date in one statement."""
LINE, WHOLE = 20_000_000, 2_000_000_000
"""Bytes, unpacked, of one play and of an archive; more is somebody else's file."""


class PersonLine(msgspec.Struct, frozen=True):
    uid: uuid.UUID
    name: str
    keeper: bool
    joined_at: datetime


class BoxLine(msgspec.Struct, frozen=True):
    """A box the crew plays with; plays point to it by position."""

    title: str
    name: str
    facts: dict[str, Any]
    updated_at: datetime


class DieLine(msgspec.Struct, frozen=True):
    title: str
    die: str
    name: str


class RulingLine(msgspec.Struct, frozen=True):
    """A house ruling of the crew."""

    title: str
    entry: str
    reading: str
    reason: str
    by: str
    made_at: datetime
    value: Any = None


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    name: str
    made_at: datetime
    people: tuple[PersonLine, ...] = ()
    boxes: tuple[BoxLine, ...] = ()
    dice: tuple[DieLine, ...] = ()
    rulings: tuple[RulingLine, ...] = ()
    schema: Literal["sidekick.crew/1"] = "sidekick.crew/1"


class SeatLine(msgspec.Struct, frozen=True):
    """What the playlog's seat of the same position does not say."""

    person: uuid.UUID | None
    gone: bool
    joined_at: datetime


class PlayLine(msgspec.Struct, frozen=True):
    """Every further line. ``box`` is a position in the head; ``playlog`` is let go once read."""

    share: str
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None
    seats: tuple[SeatLine, ...]
    playlog: Playlog | None
    box: int | None = None
    rulings: tuple[dict[str, Any], ...] = ()


class Broken(ValueError):
    """The file cannot be read; the message names the line. Nothing is written then."""


def piece(job: Job) -> Made:
    """The next slice of a crew's archive: the head first, then plays by their ids."""
    started = time.monotonic()
    crew = Crew.objects.get(key=job.about.partition("@")[0])
    total = job.total or crew.plays.count()
    boxes = _boxes(crew)
    lines = [] if job.cursor else [_head(crew, boxes)]
    cursor, done, more = job.cursor, job.done, True
    while more and time.monotonic() - started < SLICE:
        play = crew.plays.filter(pk__gt=cursor).order_by("pk").first()
        more = play is not None
        if play is not None:
            lines.append(_play(play, boxes))
            cursor, done = play.pk, done + 1
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return Made(gzip.compress(text, 6, mtime=0), cursor, done, max(total, done), not more)


def _boxes(crew: Crew) -> list[Box]:
    """The boxes that belong to the crew or lay on the table of one of its plays."""
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
            SeatLine(seat.person.uid if seat.person else None, seat.gone, seat.joined_at)
            for seat in play.seats.select_related("person")
        ),
        playlog.export(play),
        places.get(play.box_id) if play.box_id else None,
        tuple(play.rulings),
    )


def load(file: IO[bytes]) -> Crew:
    """Write an archive as a crew of this Sidekick; raises ``Broken`` and then leaves nothing.

    Every play is written by itself, so that nobody's table waits for longer than one of them
    takes; the crew is made, and gets them all, at the end.
    """
    plays: dict[int, PlayLine] = {}
    try:
        head = _read(file, plays)
        with transaction.atomic():
            return _gather(head, plays)
    except BaseException:
        Play.objects.filter(pk__in=plays).delete()
        raise


def _read(file: IO[bytes], plays: dict[int, PlayLine]) -> Head:
    """Write the plays, fill ``plays`` with what else is said of them, and give the head."""
    head: Head | None = None
    for number, text in enumerate(_lines(file), 1):
        try:
            if head is None:
                head = msgspec.json.decode(text, type=Head)
                _must_be_new(head)
            else:
                line = msgspec.json.decode(text, type=PlayLine)
                if line.playlog is None:
                    raise Malformed("a play without its log")
                play = playlog.load(line.playlog)
                plays[play.pk] = replace(line, playlog=None)
        except (msgspec.MsgspecError, playlog.Broken, Malformed, UnicodeDecodeError) as error:
            raise Broken(f"line {number}: {error}") from error
    if head is None:
        raise Broken("the file is empty")
    return head


def _gather(head: Head, plays: dict[int, PlayLine]) -> Crew:
    """Make the crew of ``head``, and the plays those of the crew."""
    _must_be_new(head)
    try:
        crew, people, boxes = _load_head(head)
    except Malformed as error:
        raise Broken(f"line 1: {error}") from error
    shares = {line.share[:16] for line in plays.values()}
    taken = set(Play.objects.filter(share__in=shares).values_list("share", flat=True))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(play__in=plays):
        seats[seat.play_id].append(seat)
    found = Play.objects.in_bulk(plays)
    for pk, line in plays.items():
        play = found[pk]
        if line.share[:16] not in taken:
            play.share = line.share[:16]
            taken.add(play.share)
        play.crew = crew
        play.created_at, play.updated_at = line.created_at, line.updated_at
        play.ended_at, play.rulings = line.ended_at, list(line.rulings)
        if line.box is not None and 0 <= line.box < len(boxes):
            play.box = boxes[line.box]
        for seat, more in zip(seats[pk], line.seats, strict=False):
            seat.person = people.get(more.person) if more.person else None
            seat.gone, seat.joined_at = more.gone, more.joined_at
        if play.over:
            tell_ended(pk)
    about = ["share", "crew", "created_at", "updated_at", "ended_at", "box", "rulings"]
    Play.objects.bulk_update(found.values(), about, batch_size=BATCH)
    who = [seat for group in seats.values() for seat in group]
    Seat.objects.bulk_update(who, ["person", "gone", "joined_at"], batch_size=BATCH)
    return crew


def _must_be_new(head: Head) -> None:
    known = Person.objects.filter(uid__in=[line.uid for line in head.people]).first()
    if known is not None:
        raise Broken(f"{known.name} is on this Sidekick already, in the crew {known.crew.name}")


def _lines(file: IO[bytes]) -> Any:
    """The unpacked lines, one at a time."""
    read = 0
    try:
        with gzip.GzipFile(fileobj=file) as unpacked:
            while line := unpacked.readline(LINE + 1):
                read += len(line)
                if len(line) > LINE or read > WHOLE:
                    raise Broken("the file is too large")
                if any(nul in line for nul in NUL):
                    raise Broken("it holds a character that cannot be kept")
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise Broken(f"not an archive: {error}") from error


def _load_head(head: Head) -> tuple[Crew, dict[uuid.UUID, Person], list[Box]]:
    crew = Crew.objects.create(name=head.name[:60], made_at=head.made_at)
    people = {
        line.uid: Person.objects.create(
            crew=crew,
            uid=line.uid,
            name=line.name[:40],
            keeper=line.keeper,
            joined_at=line.joined_at,
        )
        for line in head.people
    }
    boxes = [_load_box(line, crew) for line in head.boxes]
    for die in head.dice:
        DieName.objects.create(
            crew=crew, title=die.title[:40], die=die.die[:60], name=die.name[:40]
        )
    for ruling in head.rulings:
        HouseRuling.objects.create(
            crew=crew,
            title=ruling.title[:40],
            entry=ruling.entry[:20],
            reading=ruling.reading[:300],
            reason=ruling.reason[:300],
            by=ruling.by[:40],
            value=ruling.value,
            made_at=ruling.made_at,
        )
    return crew, people, boxes


def _load_box(line: BoxLine, crew: Crew) -> Box:
    if line.title not in registry.TITLES:
        raise Broken(f"unknown title: {line.title!r}")
    facts = registry.referee(line.title).decode_box(line.facts)
    box = Box.objects.create(
        title=line.title,
        name=line.name[:60],
        owner=crew.key,
        facts=msgspec.json.encode(facts).decode(),
        updated_at=line.updated_at,
    )
    crew.boxes.add(box)
    return box

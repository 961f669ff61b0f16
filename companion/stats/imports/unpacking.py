"""A crew out of its archive: play by play, each in a transaction of its own, stopped and taken up.

Until the last play is in, the crew has no joining link and no one belongs to it, so no one sees
it; the line that is done and what it has written are committed together.
"""

from __future__ import annotations

import gzip
import io
import uuid
import zlib
from collections.abc import Iterator
from typing import IO, Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from companion import names
from companion.boxes.models import Box
from companion.crews.models import Crew, Person, make_invitation
from companion.plays import playlog, store
from companion.plays.models import LOCATION, Play, Seat
from companion.plays.pages import incoming
from companion.requests import NUL
from companion.rulings.models import HouseRuling
from companion.stats.exports.archive import BoxLine, EarlierLine, Head, PlayLine
from companion.stats.imports import restoring
from companion.stats.models import DieName
from companion.uploads import intake, reading
from companion.uploads.kinds import BrokenFileError
from companion.uploads.models import Upload
from companion.uploads.reading import Work
from games import bounds, registry
from games.referee import MalformedError

LINE, WHOLE = 32_000_000, 4_000_000_000
"""Bytes, unpacked, of one play and of an archive; more is someone else's file."""
PEOPLE = 2_000
"""People of a crew, and as many boxes, rulings and names of dice."""


class Kind(msgspec.Struct):
    """Kind of a line, before it is read as that."""

    kind: str = "play"


def largest() -> int:
    return settings.UPLOAD_LIMIT


def read(work: Work) -> None:
    """Write what the lines say, from where the last reader stopped."""
    incoming.clear(work)
    packed = work.file()
    done = work.notebook.get("lines", 0)
    number = 0
    for number, text in enumerate(_lines(packed), 1):
        work.step(packed.tell(), work.upload.size)
        if number <= done:
            continue
        work.pause()
        try:
            if number == 1:
                _load_head(msgspec.json.decode(text, type=Head), work)
            elif msgspec.json.decode(text, type=Kind).kind == "earlier":
                restoring.load(msgspec.json.decode(text, type=EarlierLine), work, number)
            else:
                _load_play(msgspec.json.decode(text, type=PlayLine), work, number)
        except (msgspec.MsgspecError, BrokenFileError, MalformedError, UnicodeDecodeError) as error:
            raise BrokenFileError(f"line {number}: {error}") from error
    if not number:
        raise BrokenFileError(_("The file is empty."))
    with transaction.atomic():
        Crew.objects.filter(pk=work.notebook["crew"]).update(invitation=make_invitation())
        work.finish()


def undo(work: Work) -> None:
    """Take the plays back one by one, then their crew and its boxes."""
    incoming.clear(work)
    crew = Crew.objects.filter(pk=work.notebook.get("crew") or 0).first()
    if crew is None:
        return
    for pk in list(crew.plays.values_list("pk", flat=True)):
        store.remove(pk)
        work.step()
    with transaction.atomic():
        Box.objects.filter(pk__in=work.notebook["boxes"]).delete()
        crew.delete()


def answer(request: HttpRequest, notebook: dict[str, Any]) -> HttpResponseBase:
    """Redirect to the crew's joining page, where the importer chooses who they are."""
    crew = Crew.objects.filter(pk=notebook.get("crew") or 0).first()
    if crew is None or not crew.invitation:
        raise Http404
    return redirect("crew-join", crew.invitation)


def load(file: IO[bytes]) -> Crew:
    """Read an archive here and now; raises ``BrokenFileError`` and then leaves nothing."""
    # Taken from the beginning: no reader of the server takes it up as well.
    upload = Upload.objects.create(kind="archive", owner="", lease=playlog.LATEST)
    intake.keep(upload, file)
    try:
        upload = reading.go_on(upload.pk, slice_=float("inf"))
        if upload.stage != Upload.Stage.DONE:
            raise BrokenFileError(upload.problem)
        return Crew.objects.get(pk=upload.notebook["crew"])
    finally:
        upload.delete()


# -- lines -------------------------------------------------------------------------------------


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the unpacked lines, one at a time."""
    read = 0
    try:
        with io.BufferedReader(gzip.GzipFile(fileobj=file), 2**16) as unpacked:
            while line := unpacked.readline(LINE + 1):
                read += len(line)
                if len(line) > LINE or read > WHOLE:
                    raise BrokenFileError(_("Unpacked, it is larger than a crew can be."))
                if any(nul in line for nul in NUL):
                    raise BrokenFileError(_("It contains a character that can't be stored."))
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise BrokenFileError(f"not an archive: {error}") from error


def _load_head(head: Head, work: Work) -> None:
    _check_head(head)
    facts = [_facts(line) for line in head.boxes]
    with transaction.atomic():
        crew = Crew.objects.create(name=head.name, made_at=head.made_at, invitation="")
        for line in head.people:
            Person.objects.create(
                crew=crew,
                uid=line.uid,
                name=line.name,
                keeper=line.keeper,
                joined_at=line.joined_at,
            )
        boxes = [_load_box(line, text, crew) for line, text in zip(head.boxes, facts, strict=True)]
        for die in head.dice:
            DieName.objects.create(crew=crew, title=die.title, die=die.die, name=die.name)
        for ruling in head.rulings:
            HouseRuling.objects.create(crew=crew, **msgspec.structs.asdict(ruling))
        work.keep(lines=1, crew=crew.pk, boxes=[box.pk for box in boxes])


def _check_head(head: Head) -> None:
    """Check that the head fits the columns it is written to, and is of no one who is here
    already."""
    if not head.people and not head.name:
        raise BrokenFileError(_("There is no crew in it."))
    if max(len(head.people), len(head.boxes), len(head.dice), len(head.rulings)) > PEOPLE:
        raise BrokenFileError(_("It is larger than a crew can be."))
    times = [head.made_at, *(line.joined_at for line in head.people)]
    times += [line.updated_at for line in head.boxes]
    times += [line.made_at for line in head.rulings]
    for time in times:
        playlog.check_time(time, "head")
    uids = [line.uid for line in head.people]
    _only_once(uids)
    _only_once([(line.title, line.die) for line in head.dice])
    _only_once([(line.title, line.entry) for line in head.rulings])
    known = Person.objects.filter(uid__in=uids).select_related("crew").first()
    if known is not None:
        raise BrokenFileError(
            f"{known.name} is on this Sidekick already, in the crew {known.crew.name}"
        )


def _only_once(keys: list[Any]) -> None:
    if len(set(keys)) < len(keys):
        raise BrokenFileError(_("Something appears in it twice."))


def _facts(line: BoxLine) -> str:
    if line.title not in registry.TITLES:
        raise BrokenFileError(f"unknown title: {line.title!r}")
    referee = registry.referee(line.title)
    return msgspec.json.encode(referee.decode_box(line.facts)).decode()


def _load_box(line: BoxLine, facts: str, crew: Crew) -> Box:
    box = Box.objects.create(
        title=line.title,
        name=line.name,
        owner=crew.key,
        facts=facts,
        updated_at=line.updated_at,
    )
    crew.boxes.add(box)
    return box


def _load_play(line: PlayLine, work: Work, number: int) -> None:
    """Load one play, all of it or nothing."""
    for time in (line.created_at, line.updated_at, line.ended_at):
        if time:
            playlog.check_time(time, "play")
    for seat in line.seats:
        playlog.check_time(seat.joined_at, "seat")
    if len(line.seats) != len(line.playlog.seats):
        raise BrokenFileError(_("Its seats don't match its log."))
    rulings = msgspec.to_builtins(line.rulings)
    bounds.bounded(rulings, bounds.FACTS)

    def then(play: Play, seats: list[Seat]) -> None:
        _place(play, line, work.notebook)
        _seat(seats, line, play.crew_id)
        play.rulings = rulings
        work.keep(lines=number, unfinished=None)

    playlog.load(
        line.playlog,
        lambda done, total: work.step(),
        then,
        lambda play: work.keep(unfinished=play.pk),
    )


def _place(play: Play, line: PlayLine, notebook: dict[str, Any]) -> None:
    """Put a play into the crew's book, under its own address if that is free."""
    if not Play.objects.filter(share=line.share).exists():
        play.share = line.share
    play.crew_id = notebook["crew"]
    play.location = names.clean(line.location, LOCATION)
    play.created_at, play.updated_at = line.created_at, line.updated_at
    if play.over:
        play.ended_at = line.ended_at or play.ended_at
    if line.box is not None:
        boxes = notebook["boxes"]
        box = Box.objects.filter(pk=boxes[line.box]).first() if line.box < len(boxes) else None
        if box is None or box.title != play.title:
            raise BrokenFileError(_("There is no such copy for it."))
        play.box = box


def _seat(seats: list[Seat], line: PlayLine, crew_id: int | None) -> None:
    people: dict[uuid.UUID, Person] = {
        person.uid: person for person in Person.objects.filter(crew=crew_id)
    }
    for seat, more in zip(seats, line.seats, strict=True):
        seat.person = people.get(more.person) if more.person else None
        seat.gone, seat.joined_at = more.gone, more.joined_at
        seat.save()

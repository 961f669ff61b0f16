"""Plays that were logged elsewhere, out of the archive of a crew that had taken them in."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from companion import names
from companion.crews.models import Person
from companion.plays import playlog
from companion.plays.models import LOCATION
from companion.stats import tallies
from companion.stats.exports.archive import EarlierLine
from companion.stats.imports.matching import MatchedFile
from companion.stats.models import Import, Place, Record
from companion.uploads.kinds import BrokenFileError
from companion.uploads.reading import Work
from games import bounds


def load(line: EarlierLine, work: Work, number: int) -> None:
    """Load one play and add it to the sums, completely or not at all."""
    if line.raw is not None:
        bounds.bounded(line.raw, bounds.FACTS)
    for time in (line.started_at, line.ended_at):
        playlog.check_time(time, "play")
    with transaction.atomic():
        found = _import(work)
        if found.records.filter(source_id=line.key).exists():
            raise BrokenFileError(_("Something appears in it twice."))
        record = _record(line, found)
        record.save()
        places = _places(line, record)
        Place.objects.bulk_create(places)
        sums = tallies.Totals()
        sums.add(record, places)
        tallies.apply(found.crew_id, sums)
        found.found["taken"] += 1
        found.save(update_fields=["found"])
        work.keep(lines=number, earlier=found.pk)


def _import(work: Work) -> Import:
    """Return what these plays came by, so that they can be taken back here as well."""
    known = Import.objects.filter(pk=work.notebook.get("earlier") or 0).first()
    if known is not None:
        return known
    blank = msgspec.to_builtins(MatchedFile("", [], [], []))
    return Import.objects.create(
        crew_id=work.notebook["crew"],
        file=work.notebook.get("name", "")[:80],
        stage=Import.Stage.TAKEN,
        taken_at=timezone.now(),
        found=blank | {"taken": 0},
    )


def _record(line: EarlierLine, found: Import) -> Record:
    return Record(
        imported=found,
        crew_id=found.crew_id,
        source_id=line.key,
        note=line.note,
        location=names.clean(line.location, LOCATION),
        raw=line.raw,
        revision=0,
        title=line.title,
        variant=line.variant,
        variant_label=msgspec.json.encode(line.variant).decode(),
        result=line.result,
        book=Record.Book.CLEAN,
        players=len(line.places),
        minutes=line.minutes,
        turns=line.rounds,
        margin=line.margin,
        started_at=line.started_at,
        ended_at=line.ended_at,
    )


def _places(line: EarlierLine, record: Record) -> list[Place]:
    uids = [place.person for place in line.places if place.person]
    people = {p.uid: p for p in Person.objects.filter(crew=record.crew_id, uid__in=uids)}
    return [
        Place(
            record=record,
            part=place.part,
            name=place.name,
            person=people.get(place.person) if place.person else None,
            role=place.role,
            winner=place.winner,
            rank=place.rank,
            score=place.score,
            first=place.first,
            ended_at=record.ended_at,
        )
        for place in line.places
    ]

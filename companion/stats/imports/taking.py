"""Import earlier plays into a crew's book: written in the background, then shown all at once.

Until then their records belong to no crew, so no page and no sum knows of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.crews.models import Crew, Person
from companion.plays import store
from companion.stats import tallies, words
from companion.stats.imports import looking, matching
from companion.stats.imports.matching import NEW, Choices, MatchedFile
from companion.stats.imports.past import Past
from companion.stats.models import Import, Place, Record, StagedPlay
from companion.uploads.kinds import BrokenFileError
from companion.uploads.reading import ReadingPausedError, Work

BATCH = 200
"""Plays written in one transaction."""

largest = looking.largest
answer = looking.answer


def read(work: Work) -> None:
    """Write the plays that were chosen, from where the last reader stopped; then show them."""
    imported = Import.objects.filter(pk=work.notebook["import"], stage=Import.Stage.LOOKED)
    found = imported.select_related("crew").first()
    if found is None:
        raise BrokenFileError(_("It has already been imported or discarded."))
    choices = msgspec.convert(found.choices, Choices)
    rows = found.staged.filter(here=False).order_by("n")
    total = rows.count()
    while batch := list(rows.filter(n__gt=work.notebook.get("n", 0))[:BATCH]):
        work.pause()
        work.step(work.notebook.get("seen", 0), total)
        _write(found, choices, batch, work)
    work.pause()
    _show(found, choices, work)


def undo(work: Work) -> None:
    """Take back what no one has seen yet; the file still waits to be taken in."""
    found = Import.objects.filter(pk=work.notebook.get("import") or 0).first()
    if found is not None and found.stage == Import.Stage.LOOKED:
        with transaction.atomic():
            found.records.all().delete()
            _drop_guests(found)


def _write(found: Import, choices: Choices, rows: Sequence[StagedPlay], work: Work) -> None:
    """Write the records of some plays, all of them or none, without a crew."""
    plays = [msgspec.convert(row.data, Past) for row in rows]
    names = {seat.name for played in plays for seat in played.seats}
    who = matching.resolved(found.crew, names, choices)
    known = matching.evenings(found.crew, plays)
    here = matching.here(found.crew, plays)
    taken, same, left = [], 0, 0
    for played in plays:
        title = choices.title(played.game)
        if not title:
            left += 1
        elif played.key in here:
            continue
        elif not choices.alike and matching.alike(played, title, who, known):
            same += 1
        else:
            taken.append(_record(played, title, found))
    book = work.notebook
    with transaction.atomic():
        Record.objects.bulk_create([record for record, _places in taken])
        Place.objects.bulk_create([place for _record, places in taken for place in places])
        work.keep(
            n=rows[-1].n,
            seen=book.get("seen", 0) + len(rows),
            alike=book.get("alike", 0) + same,
            left=book.get("left", 0) + left,
        )


def _record(played: Past, slug: str, found: Import) -> tuple[Record, list[Place]]:
    title = words.title_of(slug)
    about = (played.raw or {}).get("game", {})
    together = title.cooperative if title else bool(about.get("cooperative"))
    winners = _winners(played, together)
    record = Record(
        imported=found,
        source_id=played.key,
        note=played.note,
        raw=played.raw,
        location=played.location,
        revision=0,
        title=slug,
        variant=played.variant,
        variant_label=msgspec.json.encode(played.variant).decode(),
        result=_result(winners, together),
        book=Record.Book.CLEAN,
        players=len(played.seats),
        minutes=played.minutes,
        turns=played.rounds,
        margin=None if together else _margin(played),
        started_at=played.at,
        ended_at=played.at + timedelta(minutes=played.minutes or 0),
    )
    return record, [
        Place(
            record=record,
            part=n,
            role=seat.role,
            name=seat.name,
            winner=winner,
            rank=seat.rank,
            score=None if title and together else seat.score,
            first=seat.first,
            ended_at=record.ended_at,
        )
        for n, (seat, winner) in enumerate(zip(played.seats, winners, strict=True))
    ]


def _winners(played: Past, together: bool) -> list[bool | None]:
    """Return who won, as far as the file says: together all or no one, and among rivals someone."""
    told = [seat.winner for seat in played.seats]
    if together:
        said = any(told) if any(won is not None for won in told) else played.together
        return [said] * len(told)
    return list(told) if any(told) else [None] * len(told)


def _result(winners: Sequence[bool | None], together: bool) -> str:
    if any(winners):
        return Record.Result.WON
    lost = together and all(won is False for won in winners)
    return Record.Result.LOST if lost else Record.Result.ENDED


def _margin(played: Past) -> int | None:
    """Return points between the first and the second, as the book counts them of its own plays."""
    scores = sorted((s.score for s in played.seats if s.score is not None), reverse=True)
    return scores[0] - scores[1] if len(scores) > 1 else None


# -- shown at once -----------------------------------------------------------------------------


def _show(found: Import, choices: Choices, work: Work) -> None:
    """Give the records to the crew, with all that they add to its sums, in one transaction.

    The sums are made before it, of records no one can change, so that tables wait for a moment
    only; if one of the people went meanwhile, they are made again.
    """
    people = _people(found, choices)
    for name, pk in people.items():
        Place.objects.filter(record__imported=found, name=name).update(person=pk)
    sums = tallies.summed(found.records.all())
    with transaction.atomic():
        crew = Crew.objects.select_for_update().get(pk=found.crew_id)
        if set(people.values()) - set(crew.people.values_list("pk", flat=True)):
            raise ReadingPausedError
        if crew.records.filter(source_id__in=found.records.values("source_id")).exists():
            raise BrokenFileError(
                _("Part of it was imported from another file in the meantime. Send it again.")
            )
        taken = found.records.update(crew=crew)
        tallies.apply(crew.pk, sums)
        more = {"taken": taken, **{each: work.notebook.get(each, 0) for each in ("alike", "left")}}
        kept = msgspec.convert(found.found, MatchedFile)
        # Names of people who are not in the book are no business of the book.
        kept.people, kept.problems = [], []
        Import.objects.filter(pk=found.pk).update(
            stage=Import.Stage.TAKEN,
            taken_at=timezone.now(),
            found=msgspec.to_builtins(kept) | more,
            choices={},
        )
        found.staged.all().delete()
        work.finish()


def _people(found: Import, choices: Choices) -> dict[str, int]:
    """Return who each name of the written plays is; anyone new becomes a guest of the crew."""
    names = Place.objects.filter(record__imported=found).values_list("name", flat=True)
    told = matching.resolved(found.crew, set(names), choices)
    people: dict[str, int] = {name: pk for name, pk in told.items() if pk is not None}
    with transaction.atomic():
        known = Person.objects.filter(pk__in=found.guests, crew=found.crew)
        guests = {person.name: person.pk for person in known}
        for name in told:
            if name in people or choices.people.get(name, NEW) == matching.NOBODY:
                continue
            if name not in guests:
                guests[name] = Person.objects.create(crew=found.crew, name=name).pk
            people[name] = guests[name]
        found.guests = sorted(guests.values())
        Import.objects.filter(pk=found.pk).update(guests=found.guests)
    return people


# -- taken back --------------------------------------------------------------------------------


@store.in_turn
def take_back(found: Import) -> None:
    """Remove everything a file has brought: its plays, their sums, people it came with."""
    crew = Crew.objects.select_for_update().get(pk=found.crew_id)
    found = Import.objects.select_for_update().get(pk=found.pk)
    tallies.apply(crew.pk, tallies.summed(found.records.filter(crew=crew), -1))
    _drop_guests(found)
    found.delete()


def _drop_guests(found: Import) -> None:
    """Remove guests this file has made and no one has been since."""
    Person.objects.filter(
        Q(pk__in=found.guests, crew=found.crew_id, user=None, devices=None, seats=None),
        ~Q(places__in=Place.objects.exclude(record__imported=found)),
    ).delete()


def followed(guest: Person, into: Person) -> None:
    """Move earlier plays of one person to another when two entries of one person become one."""
    crew = Crew.objects.select_for_update().get(pk=into.crew_id)
    theirs = Record.objects.filter(play=None, places__person=guest).distinct()
    shown = theirs.filter(crew=crew)
    pks = list(shown.values_list("pk", flat=True))
    tallies.apply(crew.pk, tallies.summed(shown, -1))
    Place.objects.filter(record__in=list(theirs.values_list("pk", flat=True)), person=guest).update(
        person=into
    )
    tallies.apply(crew.pk, tallies.summed(Record.objects.filter(pk__in=pks)))

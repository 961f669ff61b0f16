"""Counts kept ready for the pages: what one record adds, and how it is taken out again.

Counting a play takes its old record out of the sums and puts the new one in, all in one
transaction under the crew's lock: twice is once, and a worker that dies has done nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, OperationalError, connection, models, transaction
from django.utils.timezone import localdate

from companion.crews.models import Crew
from companion.plays import store
from companion.plays.models import Play
from companion.stats import records
from companion.stats.models import Faces, Place, Record, Tally

SUMS = ("plays", "won", "decided", "minutes", "timed", "score", "scored")
BATCH = 2000
TRIES = 5
"""How often a play is read that changes while it is counted."""

Key = tuple[str, str, str, str, int]
"""Book, kind, title, key, who."""
FacesKey = tuple[int, str, str, str]
"""Who, title, die, face."""


@dataclass
class Totals:
    """Sums of some records in one crew."""

    tallies: dict[Key, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0] * 7))
    labels: dict[Key, str] = field(default_factory=dict)
    faces: dict[FacesKey, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, record: Record, places: Sequence[Place], sign: int = 1) -> None:
        """Add (or, with ``sign`` -1, take out) one record."""
        for key, values in _questions(record, places):
            sums = self.tallies[key]
            for i, value in enumerate(values):
                sums[i] += sign * value
            if key[1] == "variant":
                self.labels[key] = record.variant_label
        for thrown, n in _dice(record, places):
            self.faces[thrown] += sign * n


def _questions(record: Record, places: Sequence[Place]) -> Iterator[tuple[Key, tuple[int, ...]]]:
    """Yield every question a record answers, with what it adds to the answer."""
    book, title = record.book, record.title
    won = record.result == Record.Result.WON
    decided = record.result in (Record.Result.WON, Record.Result.LOST)
    play = _values(record, won if decided else None)
    yield (book, "all", "", "", 0), play
    yield (book, "title", title, "", 0), play
    yield (book, "month", "", f"{localdate(record.started_at):%Y-%m}", 0), play
    yield (book, "players", title, str(record.players), 0), play
    if record.variant:
        yield (book, "variant", title, record.variant, 0), play
    if record.condition:
        yield (book, "ending", title, f"{record.result}:{record.condition}", 0), play
    seen = set()
    for place in places:
        mine = _values(record, place.winner, place.score)
        if place.role:
            yield (book, "role", title, place.role, 0), mine
        if place.person_id and place.role:
            yield (book, "role", title, place.role, place.person_id), mine
        if place.person_id and place.person_id not in seen:
            seen.add(place.person_id)
            best = _best(places, place.person_id)
            mine = _values(record, best.winner, best.score)
            yield (book, "person", "", "", place.person_id), mine
            yield (book, "person", title, "", place.person_id), mine


def _best(places: Sequence[Place], person: int) -> Place:
    """Return, of several parts in one hand, the one that came out best: a person plays once."""
    own = [place for place in places if place.person_id == person]
    return max(own, key=lambda p: (p.winner is not None, bool(p.winner), p.score or 0))


def _values(record: Record, winner: bool | None, score: int | None = None) -> tuple[int, ...]:
    timed = record.minutes is not None
    return (
        1,
        int(bool(winner)),
        int(winner is not None),
        record.minutes or 0,
        int(timed),
        score or 0,
        int(score is not None),
    )


def _dice(record: Record, places: Sequence[Place]) -> Iterator[tuple[FacesKey, int]]:
    people = {
        place.part: place.person_id for place in places if place.person_id and place.part >= 0
    }
    for part, die, face, n in record.dice:
        yield (0, record.title, die, face), n
        if part in people:
            yield (people[part], record.title, die, face), n


def count(play_id: int) -> Record | None:
    """Update one play's record and its crew's totals; return ``None`` if the play is unfinished.

    The play is read without a lock, so that no table waits for its crew's sums. It is read again if
    it has changed by the time the crew's lock is held.
    """
    for left in reversed(range(TRIES)):
        play = Play.objects.filter(pk=play_id).first()
        if play is None:
            return None
        store.must_know(play)
        fresh = records.of_play(play)
        # Someone else has counted it, or someone in it was merged or deleted.
        with suppress(*(IntegrityError,) if left else ()), transaction.atomic():
            if _keep(play, fresh):
                return fresh[0] if fresh else None
    raise OperationalError(f"play {play_id} changes all the time")


def _keep(play: Play, fresh: tuple[Record, list[Place]] | None) -> bool:
    """Replace a play's record and correct the sums, in this transaction; return ``False`` without
    doing so if the play has changed."""
    kept = Record.objects.filter(play=play).values_list("crew_id", flat=True)
    crews = {pk for pk in (play.crew_id, *kept) if pk}
    # In the order of their ids, so that two jobs never wait for each other.
    list(Crew.objects.select_for_update().filter(pk__in=crews).order_by("pk"))
    old = Record.objects.select_for_update(of=("self",)).filter(play=play).first()
    same = Play.objects.filter(pk=play.pk, revision=play.revision, crew=play.crew_id)
    if not same.exists() or (old and old.crew_id and old.crew_id not in crews):
        return False
    sums: dict[int, Totals] = defaultdict(Totals)
    if old is not None:
        if old.crew_id:
            sums[old.crew_id].add(old, list(old.places.all()), -1)
        old.delete()
    if fresh is not None:
        record, places = fresh
        record.save()
        Place.objects.bulk_create(places)
        if record.crew_id:
            sums[record.crew_id].add(record, places)
    for crew_id, changes in sums.items():
        apply(crew_id, changes)
    return True


def take_out(play: Play) -> None:
    """Take a play's record out of its crew's sums, before the play is deleted."""
    own = Record.objects.filter(play=play, crew__isnull=False)
    for crew_id in list(own.values_list("crew_id", flat=True)):
        if crew_id:
            Crew.objects.select_for_update().get(pk=crew_id)
            apply(crew_id, summed(own, -1))
    own.update(crew=None)


def apply(crew_id: int, changes: Totals) -> None:
    """Add changes to the stored sums, row by row, whether a row is there already or not."""
    rows = [
        (crew_id, *key, changes.labels.get(key, '""'), *values)
        for key, values in sorted(changes.tallies.items())
        if any(values) or key in changes.labels
    ]
    _upsert(Tally, ("crew_id", "book", "kind", "title", "key", "who", "label"), SUMS, rows)
    faces = [(crew_id, *key, n) for key, n in sorted(changes.faces.items()) if n]
    _upsert(Faces, ("crew_id", "who", "title", "die", "face"), ("n",), faces)


def _upsert(
    model: type[models.Model], same: Sequence[str], sums: Sequence[str], rows: list[tuple[Any, ...]]
) -> None:
    if not rows:
        return
    table = model._meta.db_table
    names = [*same, *sums]
    unique = [name for name in same if name != "label"]
    # "key" and "all" are words of SQL in some dialects, so every name is quoted.
    into = ", ".join(f'"{name}"' for name in names)
    more = ", ".join(f'"{name}" = "{table}"."{name}" + excluded."{name}"' for name in sums)
    statement = (
        f'INSERT INTO "{table}" ({into}) VALUES ({", ".join(["%s"] * len(names))}) '
        f"ON CONFLICT ({', '.join(f'{chr(34)}{name}{chr(34)}' for name in unique)}) "
        f"DO UPDATE SET {more}"
    )
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def recount(crew: Crew) -> None:
    """Recalculate a crew's sums from its records, however many there are."""
    with transaction.atomic():
        Crew.objects.select_for_update().get(pk=crew.pk)
        sums = summed(crew.records.all())
        crew.tallies.all().delete()
        crew.faces.all().delete()
        apply(crew.pk, sums)


def summed(records: models.QuerySet[Record], sign: int = 1) -> Totals:
    """Return what these records add to the sums of their crew, or with ``sign`` -1 take out of
    them."""
    sums = Totals()
    for record, places in _each(records):
        sums.add(record, places, sign)
    return sums


def _each(records: models.QuerySet[Record]) -> Iterator[tuple[Record, list[Place]]]:
    last = 0
    while batch := list(records.filter(pk__gt=last).order_by("pk")[:BATCH]):
        places: dict[int, list[Place]] = defaultdict(list)
        for place in Place.objects.filter(record__in=batch):
            places[place.record_id].append(place)
        for record in batch:
            yield record, places[record.pk]
        last = batch[-1].pk


def stored(crew: Crew) -> Mapping[str, Iterable[tuple[Any, ...]]]:
    """Return a crew's sums as plain rows without the empty ones, to compare them."""
    tallies = crew.tallies.exclude(plays=0).values_list(
        "book", "kind", "title", "key", "who", *SUMS
    )
    faces = crew.faces.exclude(n=0).values_list("who", "title", "die", "face", "n")
    return {"tallies": sorted(tallies), "faces": sorted(faces)}

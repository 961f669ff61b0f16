"""Plausible finished plays by the thousand, for the bench and for looking at full pages.

Some are played by the real referees, entry by entry; the rest are copies of those with other
people, days and codes, loaded in bulk. Copies have everything but a log of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

import msgspec
from django.core.management.color import no_style
from django.db import connection, models
from django.utils import timezone

from companion.conformance import chance
from companion.crews.models import Crew, Person
from companion.plays import playlog
from companion.plays.models import CODE_LETTERS, Play, Seat
from companion.plays.playlog import LogLine, Playlog, SeatLine
from companion.stats import tallies
from companion.stats.models import Place, Record
from games import registry
from games.referee import AnyReferee, Ruling

NAMES = ("Ana", "Bruno", "Celia", "Dario", "Ewa", "Filip", "Gosia", "Hugo")
YEARS = 5
TRIES = 4000
BATCH = 20_000
CODES = len(CODE_LETTERS) ** 6
STRIDE = 274_177_067
"""Steps through all table codes without ever repeating one: it shares no factor with them."""


@dataclass(frozen=True)
class Pattern:
    """A play to copy, with its figures."""

    play: Play
    seats: Sequence[Seat]
    record: Record
    places: Sequence[Place]


def crew_of(name: str, people: int = 6) -> Crew:
    """Return a crew with this many people, the first of whom keeps it."""
    crew = Crew.objects.create(name=name)
    Person.objects.bulk_create(
        Person(crew=crew, name=NAMES[i % len(NAMES)], keeper=not i) for i in range(people)
    )
    return crew


def fill(crew: Crew, plays: int, *, titles: Sequence[str], real: int, seed: int = 1) -> None:
    """Give a crew this many finished plays, ``real`` of them with a log."""
    rng = Random(seed)
    people = list(crew.people.all())
    slugs = [titles[n % len(titles)] for n in range(min(real, plays))]
    patterns = [_real_play(crew, people, slug, rng) for slug in slugs]
    rest = plays - len(patterns)
    if rest:
        _copy(crew, people, patterns, rest, rng)
        tallies.recount(crew)


def _real_play(crew: Crew, people: list[Person], slug: str, rng: Random) -> Pattern:
    """Return one game played at random through its referee and stored with its whole log."""
    referee = registry.referee(slug)
    most = min(referee.title.max_players, len(people))
    doc = None
    while doc is None:
        players = rng.randint(referee.title.min_players, most)
        doc = game(referee, players, rng, [person.name for person in people])
    play = playlog.load(doc)
    play.crew = crew
    play.save(update_fields=["crew"])
    known = {person.name: person for person in people}
    for seat in play.seats.all():
        seat.person = known[seat.name]
        seat.save(update_fields=["person"])
    record = tallies.count(play.pk)
    assert record is not None
    return Pattern(play, list(play.seats.all()), record, list(record.places.all()))


def game(referee: AnyReferee, players: int, rng: Random, names: list[str]) -> Playlog | None:
    """Return a finished random game as a playlog; ``None`` if it did not come to an end."""
    box = referee.sample_box()
    setup = referee.setup_default(players, box)
    begun = referee.begin(setup, box)
    assert isinstance(begun, Ruling), begun
    state, lines, at = begun.state, list[LogLine](), _some_evening(rng)
    started = at
    for _ in range(TRIES):
        if referee.outcome(state) is not None:
            break
        data = chance.action(rng.choice(_likely(referee, state, rng)), rng)
        ruling, answers = chance.answered(referee, state, data, None, rng)
        if isinstance(ruling, Ruling):
            at += timedelta(seconds=rng.randint(10, 90))
            lines.append(LogLine(len(lines) + 1, "action", at, 0, None, data, answers))
            state = ruling.state
    outcome = referee.outcome(state)
    if outcome is None:
        return None
    parts = [part.index for part in referee.parts(state)]
    who = rng.sample(names, min(players, len(parts)))
    seats = [
        SeatLine(name, "player" if n else "host", tuple(parts[n :: len(who)]))
        for n, name in enumerate(who)
    ]
    return Playlog(
        title=referee.title.slug,
        rules_version=referee.title.rules_version,
        setup=msgspec.to_builtins(setup),
        box=msgspec.to_builtins(box),
        seats=tuple(seats),
        entries=tuple(lines),
        outcome=msgspec.json.decode(msgspec.json.encode(outcome)),
        started=started,
        sample=True,
    )


def _likely(referee: AnyReferee, state: Any, rng: Random) -> Sequence[Any]:
    """Return what a table would do: mostly the step the rules wait for."""
    prompts = referee.prompts(state)
    expected = [prompt for prompt in prompts if prompt.expected]
    return expected if expected and rng.random() < 0.9 else prompts


def _some_evening(rng: Random) -> datetime:
    day = timezone.now() - timedelta(days=rng.randint(1, 365 * YEARS))
    return day.replace(hour=19, minute=rng.randint(0, 59), second=0, microsecond=0)


def _copy(
    crew: Crew, people: list[Person], patterns: list[Pattern], rest: int, rng: Random
) -> None:
    """Copy the patterns in bulk: plays, seats, records and places, a batch at a time."""
    firsts = {model: _first(model) for model in (Play, Seat, Record, Place)}
    made = iter(_copies(crew, people, patterns, rest, rng, firsts))
    while batch := list(islice(made, BATCH)):
        for i, model in enumerate((Play, Seat, Record, Place)):
            load(model, [row for rows in batch for row in rows[i]])
    _repair_counters()


def _copies(
    crew: Crew,
    people: list[Person],
    patterns: list[Pattern],
    rest: int,
    rng: Random,
    firsts: dict[Any, int],
) -> Iterator[tuple[list[Any], list[Any], list[Any], list[Any]]]:
    """Yield the rows of each copy: its play, seats, record and places."""
    prepared = [_prepared(pattern) for pattern in patterns]
    play, seat, record, place = firsts[Play], firsts[Seat], firsts[Record], firsts[Place]
    columns = {model: _columns(model) for model in (Play, Seat, Record, Place)}
    for n in range(rest):
        rows = rng.choice(prepared)
        moved = timedelta(days=rng.randint(0, 365 * YEARS))
        then = max(rows.play["ended_at"] - moved, _EPOCH) - rows.play["ended_at"]
        who = dict(zip(rows.who, rng.sample(people, len(rows.who)), strict=True))
        when = {k: rows.play[k] + then for k in ("created_at", "updated_at", "ended_at")}
        own = rows.play | when | _codes(play, n) | {"id": play, "crew_id": crew.pk}
        seats, places = [], []
        for each in rows.seats:
            new = each | {"id": seat, "play_id": play, "joined_at": each["joined_at"] + then}
            new |= _who(who, each["person_id"])
            seats.append(_row(columns[Seat], new))
            seat += 1
        told = rows.record | {
            "id": record,
            "play_id": play,
            "crew_id": crew.pk,
            "started_at": rows.record["started_at"] + then,
            "ended_at": when["ended_at"],
        }
        for each in rows.places:
            new = each | {"id": place, "record_id": record, "ended_at": when["ended_at"]}
            new |= _who(who, each["person_id"])
            places.append(_row(columns[Place], new))
            place += 1
        yield [_row(columns[Play], own)], seats, [_row(columns[Record], told)], places
        play, record = play + 1, record + 1


def _codes(play: int, n: int) -> dict[str, str]:
    """Return addresses that no other play has."""
    code = _code(play * STRIDE)
    return {"code": code, "watch_code": f"C{code}{n % 1000:03}", "share": f"copy-{play}"}


_EPOCH = datetime(2016, 1, 1, tzinfo=timezone.get_default_timezone())


@dataclass(frozen=True)
class Rows:
    """A pattern as database values, and the people in it."""

    play: dict[str, Any]
    seats: list[dict[str, Any]]
    record: dict[str, Any]
    places: list[dict[str, Any]]
    who: list[int]


def _prepared(pattern: Pattern) -> Rows:
    people = {seat.person_id for seat in pattern.seats if seat.person_id}
    return Rows(
        _values(pattern.play),
        [_values(seat) for seat in pattern.seats],
        _values(pattern.record),
        [_values(place) for place in pattern.places],
        sorted(people),
    )


def _values(row: models.Model) -> dict[str, Any]:
    """Return a row as the driver takes it, JSON as text."""
    return {
        str(field.column): (
            msgspec.json.encode(value).decode()
            if isinstance(field, models.JSONField) and value is not None
            else value
        )
        for field in row._meta.concrete_fields
        for value in (getattr(row, field.attname),)
    }


def _who(who: dict[int, Person], old: int | None) -> dict[str, Any]:
    person = who.get(old) if old else None
    return {"person_id": person.pk, "name": person.name} if person else {}


def _columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _row(columns: list[str], values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(values[column] for column in columns)


def _code(number: int) -> str:
    letters = []
    number %= CODES
    for _ in range(6):
        number, letter = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[letter])
    return "".join(letters)


def _first(model: type[models.Model]) -> int:
    """Return the first id that is free."""
    return int(model._base_manager.aggregate(most=models.Max("pk"))["most"] or 0) + 1


def load(model: type[models.Model], rows: Iterable[tuple[Any, ...]]) -> None:
    """Load rows of all columns into a table: COPY where the database has it."""
    columns = ", ".join(f'"{column}"' for column in _columns(model))
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(_columns(model)))
            cursor.executemany(f'INSERT INTO "{table}" ({columns}) VALUES ({marks})', list(rows))


def _repair_counters() -> None:
    """Tell the database which ids are taken, and how much there is to plan for."""

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Play, Seat, Record, Place]):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")

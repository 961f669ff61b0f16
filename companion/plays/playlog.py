"""The playlog: one play as one small JSON document, and its replay without a database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec
from django.db import transaction

from companion.plays.ledger import SNAPSHOT_EVERY
from companion.plays.models import Entry, Play, Seat, Snapshot
from companion.plays.signals import tell_ended
from games import registry
from games.referee import AnyReferee, Malformed, Note, Outcome, Refusal, Ruling

SCHEMA = "sidekick.playlog/1"
STAYING = ("ask", "decline", "close", "open")
"""Kinds of entries after which the newest live action is the same as before."""


class SeatLine(msgspec.Struct, frozen=True):
    """A person at the table; entries point here by position."""

    name: str
    role: Literal["host", "player", "spectator"] = "player"
    parts: tuple[int, ...] = ()


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log. ``n`` counts from 1 without gaps.

    An ``action`` carries what was done and, where the referee asked, the ``answers``; an
    ``undo`` or ``redo`` names in ``to`` the entry that is the newest live one afterwards; so
    does ``correct``, which says in ``change`` how the log was repaired: the actions that
    follow it are the repaired ones. ``ask`` and ``decline`` move nothing: somebody wished to go
    back to ``to``. Nor do ``close`` and ``open``: the table was left, or taken up again.
    """

    n: int
    kind: Literal["action", "undo", "redo", "correct", "ask", "decline", "close", "open"]
    at: datetime | None = None
    seat: int | None = None
    actor: int | None = None
    action: dict[str, Any] | None = None
    answers: dict[str, str] = {}
    to: int = 0
    change: dict[str, Any] | None = None
    rules: int = 1


class Playlog(msgspec.Struct, frozen=True):
    """The document: everything needed to play it again, and the outcome to compare with."""

    title: str
    rules_version: int
    setup: dict[str, Any]
    box: dict[str, Any]
    seats: tuple[SeatLine, ...] = ()
    entries: tuple[Line, ...] = ()
    outcome: dict[str, Any] | None = None
    started: datetime | None = None
    sample: bool = False
    abandoned: bool = False
    schema: Literal["sidekick.playlog/1"] = "sidekick.playlog/1"


class Replayed(msgspec.Struct, frozen=True):
    """A playlog played again: the state after every action by its number, and the end.

    ``heads`` is the newest live action before each line.
    """

    referee: Any
    states: Mapping[int, Any]
    notes: Mapping[int, tuple[Note, ...]]
    parents: Mapping[int, int]
    heads: Mapping[int, int]
    ordinals: Mapping[int, int]
    steps: Mapping[int, str]
    head: int
    future: tuple[int, ...]
    outcome: Outcome | None

    @property
    def state(self) -> Any:
        return self.states[self.head]


class Broken(ValueError):
    """The document cannot be played; the message names the line and what is wrong there."""


def decode(text: str | bytes) -> Playlog:
    """A playlog from its JSON text; raises ``Broken``."""
    try:
        return msgspec.json.decode(text, type=Playlog)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Broken(f"not a playlog: {error}") from error


def replay(doc: Playlog) -> Replayed:
    """Play a document again with the title's referee; raises ``Broken`` at the first bad line."""
    if doc.title not in registry.TITLES:
        raise Broken(f"unknown title: {doc.title!r}")
    referee = registry.referee(doc.title)
    try:
        begun = referee.begin(referee.decode_setup(doc.setup), referee.decode_box(doc.box))
    except Malformed as error:
        raise Broken(f"set-up: {error}") from error
    if isinstance(begun, Refusal):
        raise Broken(f"set-up: refused, {begun.code}")
    states: dict[int, Any] = {0: begun.state}
    notes: dict[int, tuple[Note, ...]] = {}
    parents: dict[int, int] = {}
    ordinals = {0: 0}
    steps = {0: referee.step(begun.state)}
    heads: dict[int, int] = {}
    head, future = 0, list[int]()
    repaired = 0
    for expected, line in enumerate(doc.entries, 1):
        where = f"entry {line.n}"
        if line.n != expected:
            raise Broken(f"{where}: expected entry {expected} here")
        if line.seat is not None and not 0 <= line.seat < len(doc.seats):
            raise Broken(f"{where}: there is no seat {line.seat}")
        heads[line.n] = head
        if line.kind == "action":
            ruling = _apply(referee, states[head], line, where)
            states[line.n], notes[line.n] = ruling.state, ruling.notes
            parents[line.n], ordinals[line.n] = head, ordinals[head] + 1
            head, future = line.n, []
        elif line.kind in ("undo", "redo", "correct"):
            future = _move(line, where, head, future, parents, repaired)
            repaired = head if line.kind == "correct" else repaired
            head = line.to
        steps[line.n] = referee.step(states[head])
    outcome = referee.outcome(states[head])
    if doc.outcome is not None and plain(outcome) != doc.outcome:
        raise Broken("outcome: the referee comes to another one than the document")
    return Replayed(
        referee, states, notes, parents, heads, ordinals, steps, head, tuple(future), outcome
    )


def whole(value: Any) -> Any:
    """A state as plain data with every member, also those at their default."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return {shown: whole(getattr(value, name)) for name, shown in names}
    if isinstance(value, list | tuple):
        return [whole(each) for each in value]
    if isinstance(value, Mapping):
        return {key: whole(each) for key, each in value.items()}
    return value


def plain(outcome: Outcome | None) -> Any:
    """An outcome as its JSON says it."""
    return msgspec.json.decode(msgspec.json.encode(outcome))


def _apply(referee: AnyReferee, state: Any, line: Line, where: str) -> Ruling[Any]:
    try:
        action = referee.decode_action(line.action)
    except Malformed as error:
        raise Broken(f"{where}: {error}") from error
    ruling = referee.apply(state, action, line.actor, line.answers)
    if not isinstance(ruling, Ruling):
        raise Broken(f"{where}: refused, {ruling.code} (rule {ruling.rule or 'none'})")
    return ruling


def _move(
    line: Line,
    where: str,
    head: int,
    future: list[int],
    parents: Mapping[int, int],
    repaired: int,
) -> list[int]:
    """The redo stack after a line that moves; raises ``Broken`` where it leads nowhere.

    ``repaired`` is the newest entry before the last repair: an undo may lead back there.
    """
    if line.kind == "undo" and repaired and line.to == repaired:
        return []
    if line.kind == "redo":
        if not future or future[-1] != line.to:
            raise Broken(f"{where}: nothing to redo there")
        return future[:-1]
    undone = []
    cursor = head
    while cursor != line.to:
        if cursor not in parents:
            raise Broken(f"{where}: entry {line.to} is not in the live log")
        undone.append(cursor)
        cursor = parents[cursor]
    if line.kind == "correct":
        return []
    if not undone:
        raise Broken(f"{where}: takes nothing back")
    return [*future, *undone]


def export(play: Play) -> Playlog:
    """A play as a document, undone entries and all."""
    seats = list(play.seats.all())
    places = {seat.pk: index for index, seat in enumerate(seats)}
    return Playlog(
        title=play.title,
        rules_version=play.rules_version,
        setup=play.setup,
        box=msgspec.json.decode(play.facts),
        seats=tuple(
            SeatLine(seat.name, seat.role, tuple(seat.parts))  # type: ignore[arg-type]
            for seat in seats
        ),
        entries=tuple(
            Line(
                n=entry.seq,
                kind=entry.kind,  # type: ignore[arg-type]
                at=entry.at,
                seat=places.get(entry.seat_id) if entry.seat_id else None,
                actor=entry.actor,
                action=entry.action if entry.kind == Entry.Kind.ACTION else None,
                change=_change(entry),
                answers=entry.answers,
                to=0 if entry.kind == Entry.Kind.ACTION else entry.action["to"],
                rules=entry.rules_version,
            )
            for entry in play.entries.all()
        ),
        outcome=play.outcome,
        started=play.created_at,
        sample=play.sample,
        abandoned=play.abandoned,
    )


def _moved(line: Line, done: Replayed) -> dict[str, Any]:
    """What an entry that is no action says of itself."""
    if line.kind in STAYING:
        return {**(line.change or {}), "to": line.to}
    return {**(line.change or {}), "from": done.heads[line.n], "to": line.to}


def _change(entry: Entry) -> dict[str, Any] | None:
    if entry.kind not in (Entry.Kind.CORRECT, Entry.Kind.ASK):
        return None
    return {name: value for name, value in entry.action.items() if name not in {"from", "to"}}


def encode(doc: Playlog) -> bytes:
    """The document as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(doc), indent=1)


def load(doc: Playlog) -> Play:
    """Write a document as a play of this Sidekick; raises ``Broken`` and then writes nothing."""
    done = replay(doc)
    referee: AnyReferee = done.referee
    with transaction.atomic():
        play = Play.objects.create(
            title=doc.title,
            rules_version=doc.rules_version,
            sample=doc.sample,
            setup=doc.setup,
            facts=msgspec.json.encode(doc.box).decode(),
            state=referee.encode_state(done.state),
            step=referee.step(done.state),
            revision=len(doc.entries),
            head=done.head,
            ordinal=done.ordinals[done.head],
            future=list(done.future),
            outcome=msgspec.to_builtins(done.outcome) if done.outcome else None,
            abandoned=doc.abandoned,
            **_times(doc, done),
        )
        seats = [
            Seat.objects.create(
                play=play,
                name=seat.name[:40],
                role=seat.role,
                parts=list(seat.parts),
                claimed=False,
            )
            for seat in doc.seats
        ]
        Snapshot.objects.bulk_create(
            Snapshot(play=play, seq=seq, state=referee.encode_state(state))
            for seq, state in done.states.items()
            if done.ordinals[seq] % SNAPSHOT_EVERY == 0
        )
        Entry.objects.bulk_create(_entry(play, line, done, seats) for line in doc.entries)
        if play.over:
            tell_ended(play.pk)
    return play


def _times(doc: Playlog, done: Replayed) -> dict[str, Any]:
    """When it was played, as far as the document says."""
    times = {}
    last = next((line.at for line in reversed(doc.entries) if line.at), None)
    if doc.started:
        times["created_at"] = doc.started
    if last and (done.outcome or doc.abandoned):
        times["ended_at"] = last
    return times


def _entry(play: Play, line: Line, done: Replayed, seats: list[Seat]) -> Entry:
    action = line.kind == "action"
    stays = line.kind in STAYING
    parent = done.parents[line.n] if action else done.heads[line.n] if stays else line.to
    when = {"at": line.at} if line.at else {}
    return Entry(
        play=play,
        seq=line.n,
        kind=line.kind,
        parent=parent,
        ordinal=done.ordinals[line.n if action else parent],
        seat=None if line.seat is None else seats[line.seat],
        actor=line.actor,
        action=line.action if action else _moved(line, done),
        answers=line.answers,
        notes=msgspec.to_builtins(done.notes.get(line.n, ())),
        step=done.steps[line.n],
        key=f"playlog-{line.n}",
        rules_version=line.rules,
        **when,
    )

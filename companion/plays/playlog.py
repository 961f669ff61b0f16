"""The playlog: one play as one small JSON document, and its replay without a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from companion import names
from companion.plays import store
from companion.plays.models import STAYING, Entry, Play, Seat, Snapshot
from companion.plays.replay import LIVE, drawable
from companion.plays.replayed import Replayed as Replayed
from companion.plays.store import LARGEST, LONGEST
from companion.uploads.kinds import BrokenFileError
from games import bounds, registry
from games.referee import MalformedError, Outcome, Refusal

SCHEMA = "sidekick.playlog/1"
ADOPTED = 5
"""Boards written with one that is adopted, the newest first: undo reaches back so far."""


EARLIEST, LATEST = datetime(1970, 1, 2, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Between these anything was played."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, msgspec.Meta(max_length=40)]
Time = Annotated[datetime, msgspec.Meta(tz=True)]


class SeatLine(msgspec.Struct, frozen=True):
    """A person at the table; entries point here by position."""

    name: Name
    role: Literal["host", "player", "spectator"] = "player"
    parts: tuple[Number, ...] = ()


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log. ``n`` counts from 1 without gaps.

    ``adopt`` keeps the board as an earlier release left it: its ``change`` has that state, and
    some from before, back to the first entry that today's rules refuse.

    An ``action`` has the action and, if the referee asked, the ``answers``. For an ``undo`` or
    ``redo``, ``to`` is the newest live entry afterwards; also for ``correct``, whose ``change``
    describes the fix: the actions after it are the fixed ones. ``ask`` and ``decline`` change
    nothing: someone asked to go back to ``to`` (or, with ``ahead``, to change the forecast level),
    and ``change`` lists the seats to ask in ``of``. ``close`` and ``open`` change nothing either:
    the table was left, or resumed; nor does ``seat``, whose ``change`` shows who took, gave or lost
    a seat.
    """

    n: Number
    kind: Literal[
        "action", "undo", "redo", "correct", "adopt", "ask", "decline", "close", "open", "seat"
    ]
    at: Time | None = None
    seat: Number | None = None
    actor: int | None = None
    action: dict[str, Any] | None = None
    answers: dict[str, str] = {}
    to: Number = 0
    change: dict[str, Any] | None = None
    rules: Number = 1


class CorrectChange(msgspec.Struct, frozen=True, kw_only=True):
    """The ``change`` of a ``correct``: the fix and its place, the last entry of the fixed stretch,
    and the entries that became illegal.
    """

    kind: Literal["replace", "insert", "remove", "upgrade"]
    seq: Number
    action: dict[str, Any] | None = None
    answers: dict[str, str] = {}
    actor: int | None = None
    lost: tuple[Number, ...] = ()
    last: Number


class Adopted(msgspec.Struct, frozen=True):
    """The ``change`` of an ``adopt``: the first illegal entry (0: the setup), the number of entries
    since, and the ``states`` to continue from, by entry number.
    """

    seq: Number
    entries: Number
    states: dict[int, dict[str, Any]]


class AskChange(msgspec.Struct, frozen=True):
    """The ``change`` of an ``ask``: the seats that have to agree, by position, and the forecast
    level or the sides to play, if that is the request.
    """

    of: tuple[Number, ...]
    ahead: Literal["", "dangers", "everything"] = ""
    parts: tuple[Number, ...] = ()


class SeatChange(msgspec.Struct, frozen=True):
    """The ``change`` of a ``seat``: what happened to which sides, and to which other seats."""

    what: Annotated[str, msgspec.Meta(max_length=20)]
    parts: tuple[int, ...] = ()
    of: tuple[Number, ...] = ()


class Playlog(msgspec.Struct, frozen=True):
    """The document: everything needed to play it again, and the outcome to compare with."""

    title: str
    rules_version: Number
    setup: dict[str, Any]
    box: dict[str, Any]
    seats: Annotated[tuple[SeatLine, ...], msgspec.Meta(max_length=1000)] = ()
    entries: tuple[LogLine, ...] = ()
    outcome: dict[str, Any] | None = None
    started: Time | None = None
    ahead: Literal["nothing", "dangers", "everything"] = "dangers"
    sample: bool = False
    abandoned: bool = False
    schema: Literal["sidekick.playlog/1"] = "sidekick.playlog/1"


def decode(text: str | bytes) -> Playlog:
    """Return a playlog from its JSON text; raise ``BrokenFileError``."""
    try:
        return msgspec.json.decode(text, type=Playlog)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BrokenFileError(f"not a playlog: {error}") from error


def replay(doc: Playlog, step: Callable[[int, int], None] | None = None) -> Replayed:
    """Replay a document with the title's referee; raises ``BrokenFileError`` at the first bad line.

    ``step`` is called with the finished and total lines.
    """
    if doc.title not in registry.TITLES:
        raise BrokenFileError(f"unknown title: {doc.title[:40]!r}")
    if len(doc.entries) > LONGEST + 2:
        raise BrokenFileError(f"entries: more than {LONGEST}")
    done = _begun(doc)
    parts = _parts(done)
    for expected, line in enumerate(doc.entries, 1):
        where = f"entry {line.n}"
        if line.n != expected:
            raise BrokenFileError(f"{where}: expected entry {expected} here")
        _check_line(doc, line, parts, where)
        done.take(line, where)
        # A part that came late may have been taken back since.
        parts |= _parts(done)
        if step is not None:
            step(line.n, len(doc.entries))
    _check_head(doc, parts)
    if done.head in done.unknown:
        raise BrokenFileError(f"entry {done.head}: nobody can tell the board after it")
    if doc.outcome is not None and decided(plain(done.outcome)) != decided(doc.outcome):
        raise BrokenFileError("outcome: the referee comes to another one than the document")
    return done


def _parts(done: Replayed) -> set[int]:
    return {part.index for part in done.referee.parts(done.state)}


def _begun(doc: Playlog) -> Replayed:
    """Return a document before its first line."""
    referee = registry.referee(doc.title)
    with _bad("set-up"):
        setup, box = referee.decode_setup(doc.setup), referee.decode_box(doc.box)
        begun = referee.begin(setup, box)
    if isinstance(begun, Refusal):
        raise BrokenFileError(f"set-up: refused, {begun.code}")
    done = Replayed(referee, setup, box, {0: begun.state}, {0: referee.step(begun.state)})
    for line in doc.entries:
        if line.kind == "adopt":
            with _bad(f"entry {line.n}"):
                change = msgspec.convert(line.change, Adopted, str_keys=True)
            for seq, data in change.states.items():
                done.adopts[seq] = _board(doc.title, data, f"entry {line.n}")
            done.adopted = line.n
    return done


def _board(title: str, data: dict[str, Any], where: str) -> Any:
    """Return a state from a document; raise ``BrokenFileError`` for one that no table can show."""
    state = drawable(title, msgspec.json.encode(data).decode())
    if state is None:
        raise BrokenFileError(f"{where}: today's rules cannot show that board")
    return state


@contextmanager
def _bad(where: str) -> Iterator[None]:
    """Turn whatever is malformed inside into a broken document, with its place."""
    try:
        yield
    except (MalformedError, msgspec.ValidationError) as error:
        raise BrokenFileError(f"{where}: {error}") from error


def _check_head(doc: Playlog, parts: set[int]) -> None:
    """Check that what is said before the first entry fits the pages it will be on."""
    if doc.started:
        check_time(doc.started, "started")
    for n, seat in enumerate(doc.seats):
        with _bad(f"seat {n}"):
            bounds.bounded(seat.name, bounds.FACTS)
        if not set(seat.parts) <= parts or len(set(seat.parts)) < len(seat.parts):
            raise BrokenFileError(f"seat {n}: there are no such parts")


def _check_line(doc: Playlog, line: LogLine, parts: set[int], where: str) -> None:
    """Check that a line says all that its kind needs, and nothing that could not be kept."""
    if line.at:
        check_time(line.at, where)
    if line.seat is not None and line.seat >= len(doc.seats):
        raise BrokenFileError(f"{where}: there is no seat {line.seat}")
    # -1 is a player without any part.
    if line.actor is not None and line.actor not in {-1, *parts}:
        raise BrokenFileError(f"{where}: there is no part {line.actor}")
    if line.to >= line.n:
        raise BrokenFileError(f"{where}: entry {line.to} is not before it")
    with _bad(where):
        bounds.answers(line.answers)
        if line.kind == "correct":
            change = msgspec.convert(line.change, CorrectChange)
            bounds.bounded(change.action, bounds.ACTION)
            bounds.answers(change.answers)
            if not line.n <= change.last <= len(doc.entries):
                raise MalformedError("the repaired stretch leads nowhere")
        elif line.kind == "ask":
            wished = msgspec.convert(line.change, AskChange)
            if not {*wished.parts} <= parts:
                raise MalformedError("there is no such part")
        elif line.kind == "seat":
            seated = msgspec.convert(line.change, SeatChange)
            if not {*seated.parts} <= parts or any(n >= len(doc.seats) for n in seated.of):
                raise MalformedError("there is no such seat or part")


def check_time(time: datetime, where: str) -> None:
    """Raise ``BrokenFileError`` for a time at which nothing was played."""
    if not EARLIEST <= time <= LATEST:
        raise BrokenFileError(f"{where}: nobody played in the year {time.year}")


def whole(value: Any) -> Any:
    """Return a state as plain data with every member, also those at their default."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return {shown: whole(getattr(value, name)) for name, shown in names}
    if isinstance(value, list | tuple):
        return [whole(each) for each in value]
    if isinstance(value, Mapping):
        return {key: whole(each) for key, each in value.items()}
    return value


def decided(outcome: Any) -> Any:
    """Return who won and by what, of an outcome as JSON says it; releases word it differently."""
    if not isinstance(outcome, Mapping):
        return outcome
    return {name: each for name, each in outcome.items() if name not in ("facts", "rule")}


def plain(outcome: Outcome | None) -> Any:
    """Return an outcome as its JSON says it."""
    return msgspec.json.decode(msgspec.json.encode(outcome))


def export(play: Play) -> Playlog:
    """Return a play as a document, undone entries and all."""
    seats = list(play.seats.all())
    return document(play, seats, tuple(lines(play, play.entries.all(), seats)))


def document(play: Play, seats: Sequence[Seat], entries: tuple[LogLine, ...]) -> Playlog:
    """Return a play as a document with these lines."""
    return Playlog(
        title=play.title,
        rules_version=play.rules_version,
        setup=play.setup,
        box=msgspec.json.decode(play.facts),
        seats=tuple(
            SeatLine(seat.name, seat.role, tuple(seat.parts))  # type: ignore[arg-type]
            for seat in seats
        ),
        entries=entries,
        outcome=play.outcome,
        started=play.created_at,
        sample=play.sample,
        ahead=play.ahead,  # type: ignore[arg-type]
        abandoned=play.abandoned,
    )


def lines(play: Play, entries: Iterable[Entry], seats: Sequence[Seat]) -> Iterator[LogLine]:
    """Yield entries as lines of a document."""
    places = {seat.pk: index for index, seat in enumerate(seats)}
    for entry in entries:
        yield LogLine(
            n=entry.seq,
            kind=entry.kind,  # type: ignore[arg-type]
            at=entry.at,
            seat=places.get(entry.seat_id) if entry.seat_id else None,
            actor=entry.actor,
            action=entry.action if entry.kind == Entry.Kind.ACTION else None,
            change=_change(play, entry, places),
            answers=entry.answers,
            to=0 if entry.kind == Entry.Kind.ACTION else entry.action["to"],
            rules=entry.rules_version,
        )


def _moved(line: LogLine, done: Replayed, seats: list[Seat]) -> dict[str, Any]:
    """Return what an entry that is no action says of itself."""
    if line.kind == "ask":
        # Files of the first release name seats by numbers of the site they came from.
        wished = msgspec.convert(line.change, AskChange)
        of = [seats[n].pk for n in wished.of if n < len(seats)]
        about = {"ahead": wished.ahead, "parts": list(wished.parts)}
        return {"of": of, "to": line.to} | {name: what for name, what in about.items() if what}
    if line.kind == "seat":
        return {**msgspec.to_builtins(msgspec.convert(line.change, SeatChange)), "to": line.to}
    if line.kind == "adopt":
        adopted = msgspec.convert(line.change, Adopted, str_keys=True)
        return {"to": line.to, "seq": adopted.seq, "entries": adopted.entries}
    if line.kind == "correct":
        change = msgspec.to_builtins(msgspec.convert(line.change, CorrectChange))
        return {**change, "from": done.heads[line.n], "to": line.to}
    return {"to": line.to} if line.kind in STAYING else {"from": done.heads[line.n], "to": line.to}


def _change(play: Play, entry: Entry, places: Mapping[int, int]) -> dict[str, Any] | None:
    if entry.kind == Entry.Kind.ASK:
        of = [places[pk] for pk in entry.action["of"] if pk in places]
        return {
            **{name: entry.action[name] for name in ("ahead", "parts") if name in entry.action},
            "of": of,
        }
    if entry.kind == Entry.Kind.ADOPT:
        first = entry.action["seq"]
        kept = play.snapshots.filter(seq__gte=first, seq__lte=entry.seq).order_by("-seq")
        states = {each.seq: msgspec.json.decode(each.state) for each in kept[:ADOPTED]}
        return {"seq": first, "entries": entry.action["entries"], "states": states}
    if entry.kind in (Entry.Kind.CORRECT, Entry.Kind.SEAT):
        return {name: each for name, each in entry.action.items() if name not in {"from", "to"}}
    return None


def encode(doc: Playlog) -> bytes:
    """Return the document as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(doc), indent=1)


def load(
    doc: Playlog,
    step: Callable[[int, int], None] | None = None,
    then: Callable[[Play, list[Seat]], None] | None = None,
    begun: Callable[[Play], None] | None = None,
) -> Play:
    """Write a document as a play of this Sidekick; raises ``BrokenFileError`` and then writes
    nothing.

    Everything is worked out first, so that transactions only write. ``then`` may say more of the
    play in the last one; for ``begun`` see ``door.bring``.
    """
    done = replay(doc, step)
    play = _play(doc, done)
    seats, snapshots = _seats(doc, play), _snapshots(play, done)
    outcome = msgspec.to_builtins(done.outcome) if done.outcome else None
    times = _times(doc, done)

    def end(play: Play) -> None:
        play.outcome, play.abandoned = outcome, doc.abandoned
        for name, value in times.items():
            setattr(play, name, value)
        if then is not None:
            then(play, seats)

    entries = (_entry(play, line, done, seats) for line in doc.entries)
    store.bring(play, seats, snapshots, entries, end, begun)
    return play


def _seats(doc: Playlog, play: Play) -> list[Seat]:
    """Return the seats to be taken up again; no one waits for those a host took from their
    phones."""
    changes = [
        msgspec.convert(line.change, SeatChange) for line in doc.entries if line.kind == "seat"
    ]
    freed = {place for change in changes if change.what == "freed" for place in change.of}
    return [
        Seat(
            play=play,
            name=names.clean(seat.name) or _("Player {n}").format(n=n + 1),
            role=seat.role,
            parts=list(seat.parts),
            claimed=False,
            gone=n in freed,
        )
        for n, seat in enumerate(doc.seats)
    ]


def _snapshots(play: Play, done: Replayed) -> list[Snapshot]:
    """Return the states to keep on the way; raise ``BrokenFileError`` if one is larger than ours
    are.
    """
    snapshots = [
        Snapshot(play=play, seq=seq, state=done.referee.encode_state(state))
        for seq, state in done.states.items()
        if seq in done.adopts
        or (seq not in done.unknown and done.ordinals[seq] % store.SNAPSHOT_EVERY == 0)
    ]
    if max(len(play.state), *(len(each.state) for each in snapshots)) > LARGEST:
        raise BrokenFileError("state: larger than any table is kept")
    return snapshots


def _play(doc: Playlog, done: Replayed) -> Play:
    """Return the play as it stands after the last line; it is not over before all is written."""
    return Play(
        title=doc.title,
        # It has been played by the rules of today, whatever it was written by.
        rules_version=done.referee.title.rules_version,
        sample=doc.sample,
        ahead=doc.ahead,
        setup=msgspec.to_builtins(done.setup),
        facts=msgspec.json.encode(done.box).decode(),
        state=done.referee.encode_state(done.state),
        step=done.referee.step(done.state),
        revision=len(doc.entries),
        head=done.head,
        ordinal=done.ordinals[done.head],
        future=list(done.future),
    )


def _times(doc: Playlog, done: Replayed) -> dict[str, Any]:
    """Return when it was played, as far as the document says."""
    times = {}
    # What is said at a table that is over (who played, the next game) does not end it again.
    ends = ("close",) if doc.abandoned else ("action", "undo", "redo", "correct")
    told = (line.at for line in reversed(doc.entries) if line.at and line.kind in ends)
    last = next(told, doc.started)
    if doc.started:
        times["created_at"] = doc.started
    if done.outcome or doc.abandoned:
        times["ended_at"] = last or timezone.now()
    return times


def _entry(play: Play, line: LogLine, done: Replayed, seats: list[Seat]) -> Entry:
    action, live = line.kind == "action", line.kind in LIVE
    stays = line.kind in STAYING
    parent = done.parents[line.n] if live else done.heads[line.n] if stays else line.to
    when = {"at": line.at} if line.at else {}
    return Entry(
        play=play,
        seq=line.n,
        kind=line.kind,
        parent=parent,
        ordinal=done.ordinals[line.n if live else parent],
        seat=None if line.seat is None else seats[line.seat],
        actor=line.actor,
        action=done.actions[line.n] if action else _moved(line, done, seats),
        answers=line.answers,
        notes=msgspec.to_builtins(done.notes.get(line.n, ())),
        step=done.steps[line.n],
        key=f"playlog-{line.n}",
        rules_version=line.rules,
        **when,
    )

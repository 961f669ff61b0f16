"""The one door: every row of a play, its entries and its snapshots is written here.

What may be written when is decided by those who come through it (``ledger``, ``repair``,
``upgrade``, ``sitting``, ``playlog``, a crew's book); no one else writes a play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial, wraps
from itertools import islice
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec
from django.db import OperationalError, transaction
from django.utils import timezone

from companion import names
from companion.plays import live, moments, statements
from companion.plays.answers import NewerReleaseError, TableFullError
from companion.plays.models import (
    FORMAT,
    LOCATION,
    STAYING,
    Entry,
    Play,
    Seat,
    Snapshot,
    make_code,
    make_watch_code,
)
from companion.plays.signals import tell_ended
from companion.sqlstates import IN_THE_WAY
from games import registry

if TYPE_CHECKING:
    from companion.crews.models import Crew

SNAPSHOT_EVERY = 20
"""Actions between snapshots: undo folds at most this many."""

LONGEST = 50_000
"""Entries a log may have; a playlog of as many can be read again."""

LARGEST = 400_000
"""Characters of a state; twenty times what the fullest table comes to."""

BATCH = 500
"""Entries written or deleted in one transaction where a whole log would hold others up."""

TRIES = 3
"""How often a change is begun; a wait for a lock ends after two seconds."""

Row = TypeVar("Row")
T = TypeVar("T")
P = ParamSpec("P")


def in_turn(change: Callable[P, T]) -> Callable[P, T]:
    """Make ``change`` one transaction, begun again where it stood in someone's way: the database
    ends what waits too long for a lock, and one of two that wait for each other."""

    @wraps(change)
    def changed(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                with transaction.atomic():
                    return change(*args, **kwargs)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) not in IN_THE_WAY:
                    raise
        with transaction.atomic():
            return change(*args, **kwargs)

    return changed


def locked(play_id: int) -> Play:
    """Return the play, this transaction's alone. Raise ``Play.DoesNotExist`` and
    ``NewerReleaseError``.
    """
    play = statements.LOCKED.one(play_id)
    if play is None:
        raise Play.DoesNotExist
    must_know(play)
    return play


def must_know(play: Play) -> None:
    """Raise ``NewerReleaseError`` where a later release than this one has written the play.

    This process leaves such a play alone, because it would drop what it does not know.
    """
    known = play.title in registry.TITLES
    rules = registry.referee(play.title).title.rules_version if known else play.rules_version
    if play.format > FORMAT or play.rules_version > rules:
        raise NewerReleaseError


def create(title: str, setup: Any, facts: Any, state: Any, **columns: Any) -> Play:
    """Return a new play at its first state; a crew's is where its last one was, until told
    otherwise."""
    referee = registry.referee(title)
    if crew := columns.get("crew"):
        columns.setdefault("location", usual_location(crew))
    text = referee.encode_state(state)
    moments.of(title, text).hold()
    with transaction.atomic():
        play = Play.objects.create(
            title=title,
            rules_version=referee.title.rules_version,
            setup=msgspec.to_builtins(setup),
            facts=msgspec.json.encode(facts).decode(),
            state=text,
            step=referee.step(state),
            **columns,
        )
        Snapshot.objects.create(play=play, seq=0, state=play.state)
    return play


def set_up(play: Play, setup: Any, state: Any) -> None:
    """Store another set-up and first state for a play without entries."""
    referee = registry.referee(play.title)
    play.setup = msgspec.to_builtins(setup)
    play.state, play.step = referee.encode_state(state), referee.step(state)
    moments.of(play.title, play.state).hold()
    play.updated_at, play.laid = timezone.now(), []
    play.save(update_fields=["setup", "state", "step", "updated_at", "laid"])
    play.snapshots.update(state=play.state)


def append(
    play: Play,
    state: Any,
    *,
    kind: Entry.Kind,
    head: int,
    parent: int,
    ordinal: int,
    future: list[int],
    key: str,
    seat: Seat | None,
    at: datetime | None = None,
    seen: bool = True,
    **columns: Any,
) -> Entry:
    """Write one entry and the state after it, both or neither, and ring once it is committed
    (``seen``: no others follow at once); raise ``TableFullError`` and ``FaultyTitleError``."""
    now, was_over = timezone.now(), play.over
    if play.revision >= LONGEST and kind not in (Entry.Kind.CLOSE, Entry.Kind.ADOPT):
        raise TableFullError("the log is full")
    play.revision, play.format, play.updated_at = play.revision + 1, FORMAT, now
    play.head, play.ordinal, play.future = head, ordinal, future
    if kind not in STAYING:
        _stand(play, state, now, seen=seen)
    entry = Entry(
        play=play,
        seq=play.revision,
        kind=kind,
        parent=parent,
        ordinal=ordinal,
        seat=seat,
        key=key,
        step=play.step,
        rules_version=registry.referee(play.title).title.rules_version,
        at=at or now,
        **columns,
    )
    return _write(play, entry, was_over)


def _write(play: Play, entry: Entry, was_over: bool) -> Entry:
    """Write an entry and its play, a snapshot every 20 actions, and notify listeners."""
    statements.NEW_ENTRY.add(entry)
    statements.MOVED.write(play)
    every = entry.kind == Entry.Kind.ACTION and entry.ordinal % SNAPSHOT_EVERY == 0
    if every or entry.kind == Entry.Kind.ADOPT:
        Snapshot.objects.create(play=play, seq=entry.seq, state=play.state)
    if was_over or play.outcome is not None:
        tell_ended(play.pk)
    channel, revision = play.bell, play.revision
    transaction.on_commit(lambda: live.announce(channel, revision, entered=True))
    return entry


def _stand(play: Play, state: Any, now: datetime, *, seen: bool) -> None:
    """Have the play stand at a state; raises ``TableFullError`` and ``FaultyTitleError``."""
    referee, before = registry.referee(play.title), play.state
    play.state, play.step = referee.encode_state(state), referee.step(state)
    if len(play.state) > LARGEST:
        raise TableFullError("the table holds too much")
    moment = moments.of(play.title, play.state)
    if seen:
        # A table that lacks something already stays usable: an entry only makes it no worse.
        moment.hold(partial(moments.of, play.title, before))
    outcome = moment.outcome
    play.outcome = msgspec.to_builtins(outcome) if outcome else None
    play.ended_at = (play.ended_at or now) if play.over else None


def close(play: Play, closed: bool, at: datetime) -> None:
    """Leave a play without an ending, or take it up again."""
    play.abandoned, play.moved = closed, {}
    play.ended_at = at if closed else None
    play.save(update_fields=["abandoned", "moved", "ended_at"])
    tell_ended(play.pk)


def point(play: Play, to: dict[str, str]) -> None:
    """Say where a closed play goes on."""
    play.moved = to
    play.save(update_fields=["moved"])


def lay(play: Play, line: int, done: bool) -> None:
    """Tick a line of the checklist, or take the tick away."""
    play.laid = sorted({*play.laid, line} if done else {*play.laid} - {line})
    play.save(update_fields=["laid"])


def look_ahead(play: Play, how: Play.Ahead) -> None:
    """Choose how much of a roll's forecast is shown before it."""
    play.ahead = how
    play.save(update_fields=["ahead"])


def hide(play: Play, hidden: bool) -> None:
    """Close the page of a game to everyone, or open it again."""
    play.hidden = hidden
    play.save(update_fields=["hidden"])


def follow(play: Play, rematch: Play) -> None:
    """Say which game the same people began after this one."""
    play.rematch = rematch
    play.save(update_fields=["rematch"])


def rewrite(play: Play, state: Any, states: Mapping[int, Any]) -> None:
    """Store the same log by the rules of today: its newest state, and those to keep by number."""
    referee = registry.referee(play.title)
    play.rules_version, play.format = referee.title.rules_version, FORMAT
    play.state, play.step = referee.encode_state(state), referee.step(state)
    play.save(update_fields=["rules_version", "format", "state", "step"])
    play.snapshots.all().delete()
    Snapshot.objects.bulk_create(
        Snapshot(play=play, seq=seq, state=referee.encode_state(each))
        for seq, each in states.items()
    )


def renew(play: Play, *, code: bool = False, watch_code: bool = False) -> None:
    """Give the play new codes; the old ones only lead those who sit here to the new address."""
    play.freed += 1
    if code:
        play.former, play.code = [*play.former, play.code], make_code()
    if watch_code:
        play.former, play.watch_code = [*play.former, play.watch_code], make_watch_code()
    play.save(update_fields=["freed", "former", "code", "watch_code"])


def usual_location(crew: Crew) -> str:
    """Return where a crew played last; "" if no one ever said."""
    newest = crew.plays.order_by("-updated_at").values_list("location", flat=True)
    return newest.first() or ""


def locate(play: Play, location: str) -> None:
    """Set where a play is or was played."""
    play.location = names.clean(location, LOCATION)
    play.save(update_fields=["location"])


def keep_for(play: Play, crew: Crew) -> None:
    """Put a play into a crew's book."""
    play.crew, play.location = crew, play.location or usual_location(crew)
    play.save(update_fields=["crew", "location"])
    tell_ended(play.pk)


def bring(
    play: Play,
    seats: Sequence[Seat],
    snapshots: Iterable[Snapshot],
    entries: Iterable[Entry],
    end: Callable[[Play], None],
    begun: Callable[[Play], None] | None = None,
) -> None:
    """Write a play with its whole log from somewhere else.

    ``entries`` are asked for once the seats are written, ``end`` in the last transaction, to
    say what else is true of the play. With ``begun`` a long log is written in many short
    transactions: it is called in the first, to note which play is to be removed if the last
    never comes; until then no one knows the play's codes, and it is not over.
    """
    moments.of(play.title, play.state).hold()
    with ExitStack() as whole:
        if begun is None or play.revision <= BATCH:
            whole.enter_context(transaction.atomic())
        with transaction.atomic():
            play.save()
            for seat in seats:
                seat.save()
            if begun is not None:
                begun(play)
        for few in _batched(snapshots, BATCH // SNAPSHOT_EVERY):
            Snapshot.objects.bulk_create(few)
        for some in _batched(entries, BATCH):
            Entry.objects.bulk_create(some)
        with transaction.atomic():
            end(play)
            play.save()
            if play.over:
                tell_ended(play.pk)


def _batched(found: Iterable[Row], size: int) -> Iterator[list[Row]]:
    rest = iter(found)
    while few := list(islice(rest, size)):
        yield few


def remove(play_id: int) -> None:
    """Delete a play in small steps, so that no table waits for long."""
    for model in (Entry, Snapshot):
        of_play = model.objects.filter(play=play_id)
        while few := list(of_play.values_list("pk", flat=True)[:BATCH]):
            model.objects.filter(pk__in=few).delete()
    Play.objects.filter(pk=play_id).delete()

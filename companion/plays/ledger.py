"""The one door to change a play: record, undo, redo, go back; nothing else writes to it.

Every function locks the play, drops a repeated key, checks the revision, and commits the
log entry and the new state together. State is the fold of the live actions; snapshots keep
undo as cheap on a long log as on a short one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from companion.boxes.models import Box
from companion.plays import live
from companion.plays.models import Entry, Play, Seat, Snapshot
from companion.plays.signals import tell_ended
from games import registry
from games.referee import AnyReferee, Note, Question, Refusal, Ruling

SNAPSHOT_EVERY = 20
"""Actions between snapshots: undo folds at most this many."""

WINDOW = 64
"""Entries fetched at once while walking the log backwards."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recorded:
    """The entry is in the log; ``fresh`` is false when this very key was there already."""

    play: Play
    entry: Entry
    fresh: bool


@dataclass(frozen=True)
class Step:
    """One action of a repaired stretch; ``entry`` is the old one it repeats, if any."""

    action: Any
    ruling: Ruling[Any]
    actor: int | None
    answers: dict[str, str]
    entry: Entry | None


class Stale(Exception):
    """The action was decided on an older revision. Carries what has happened since."""

    def __init__(self, play: Play, since: list[Entry]) -> None:
        super().__init__(f"{play} is at revision {play.revision}")
        self.play = play
        self.since = since


class Closed(Exception):
    """There is nothing to undo, to redo or to go back to, or the table was closed."""


def begin(slug: str, setup: Any, *, box: Box | None = None, sample: bool = False) -> Play | Refusal:
    """Start a play with a set-up of the title's ``Setup`` type; the refusal if it cannot be."""
    referee = registry.referee(slug)
    if box is not None:
        facts = referee.decode_box(msgspec.json.decode(box.facts))
    else:
        facts = referee.sample_box() if sample else referee.blank_box()
    ruling = referee.begin(setup, facts)
    if isinstance(ruling, Refusal):
        return ruling
    with transaction.atomic():
        play = Play.objects.create(
            title=slug,
            rules_version=referee.title.rules_version,
            box=box,
            sample=sample,
            setup=msgspec.to_builtins(setup),
            facts=msgspec.json.encode(facts).decode(),
            state=referee.encode_state(ruling.state),
            step=referee.step(ruling.state),
        )
        Snapshot.objects.create(play=play, seq=0, state=play.state)
    return play


def set_up_again(play_id: int, setup: Any) -> Play | Refusal:
    """Replace the set-up of a play nobody has acted in; raises ``Closed`` afterwards."""
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if play.revision:
            raise Closed("the game has begun")
        referee = registry.referee(play.title)
        facts = referee.decode_box(msgspec.json.decode(play.facts))
        ruling = referee.begin(setup, facts)
        if isinstance(ruling, Refusal):
            return ruling
        play.setup = msgspec.to_builtins(setup)
        play.state = referee.encode_state(ruling.state)
        play.step = referee.step(ruling.state)
        play.updated_at = timezone.now()
        play.save(update_fields=["setup", "state", "step", "updated_at"])
        play.snapshots.update(state=play.state)
        return play


def record(
    play_id: int,
    action_data: Any,
    *,
    key: str,
    seat: Seat | None = None,
    actor: int | None = None,
    answers: Mapping[str, str] | None = None,
    seen: int | None = None,
) -> Recorded | Refusal | Question:
    """Rule on one action and, if it holds, append it.

    ``seen`` is the revision the decision was made on. Raises ``Malformed`` for what is not
    an action, ``Stale`` when the table has moved on, ``Closed`` on an abandoned table.
    """
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if again := _known(play, key):
            return again
        referee = registry.referee(play.title)
        action = referee.decode_action(action_data)
        if play.abandoned:
            raise Closed("abandoned")
        state = referee.decode_state(play.state)
        if seen is not None and seen != play.revision and not _rebases(play, action, seen):
            raise Stale(play, since(play, seen))
        ruling = referee.apply(state, action, actor, answers)
        if not isinstance(ruling, Ruling):
            return ruling
        entry = _append(
            play,
            referee,
            ruling.state,
            kind=Entry.Kind.ACTION,
            head=play.revision + 1,
            parent=play.head,
            ordinal=play.ordinal + 1,
            future=[],
            key=key,
            seat=seat,
            actor=actor,
            action=msgspec.to_builtins(action),
            answers=dict(answers or {}),
            notes=msgspec.to_builtins(ruling.notes),
        )
        if action.teaches and play.box_id:
            _teach(play.box_id, referee, action, ruling.state)
    return Recorded(play, entry, True)


def undo(play_id: int, *, key: str, seat: Seat | None = None, seen: int | None = None) -> Recorded:
    """Take back the newest live action, or a whole repair of the log right after it.

    Raises ``Closed`` at the start, ``Stale`` as above.
    """
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if again := _known(play, key):
            return again
        _must_be_current(play, seen)
        if not play.head and not play.revision:
            raise Closed("nothing to undo")
        repair = play.entries.filter(kind=Entry.Kind.CORRECT).last()
        if repair and repair.action["last"] == play.revision:
            return _move(play, repair.action["from"], [], Entry.Kind.UNDO, key, seat)
        if not play.head:
            raise Closed("nothing to undo")
        entry = play.entries.get(seq=play.head)
        return _move(play, entry.parent, [*play.future, play.head], Entry.Kind.UNDO, key, seat)


def go_back(
    play_id: int, seq: int, *, key: str, seat: Seat | None = None, seen: int | None = None
) -> Recorded:
    """Make the live action ``seq`` (0: the set-up) the newest again.

    Taking back the newest entry is free, whoever made it. Beyond that, entries of other seats
    need one of them to agree: then the answer is an ``ask`` entry, and nothing moves yet.
    """
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if again := _known(play, key):
            return again
        _must_be_current(play, seen)
        undone: list[int] = []
        for entry in live_entries(play):
            if entry.seq == seq:
                break
            undone.append(entry.seq)
        else:
            if seq:
                raise Closed("not in the log")
        if not undone:
            raise Closed("already there")
        if seat is not None and len(undone) > 1 and (others := _others(play, undone, seat)):
            return _say(play, Entry.Kind.ASK, key, seat, {"to": seq, "of": others})
        return _move(play, seq, [*play.future, *undone], Entry.Kind.UNDO, key, seat)


def answer_ask(
    play_id: int, agreed: bool, *, key: str, seat: Seat, seen: int | None = None
) -> Recorded:
    """Agree to a pending ``ask`` and go back, or decline it.

    Raises ``Closed`` when nothing is asked or this seat is not the one to answer.
    """
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if again := _known(play, key):
            return again
        _must_be_current(play, seen)
        asked = play.entries.filter(seq=play.revision, kind=Entry.Kind.ASK).first()
        if asked is None or seat.pk not in who_answers(asked):
            raise Closed("nothing to answer")
        if not agreed:
            return _say(play, Entry.Kind.DECLINE, key, seat, {"to": asked.action["to"]})
        undone = [entry.seq for entry in live_entries(play, asked.action["to"])]
        return _move(play, asked.action["to"], [*play.future, *undone], Entry.Kind.UNDO, key, seat)


def who_answers(asked: Entry) -> set[int]:
    """The seats that may answer an ``ask``: those asked, or all others once these have left."""
    here = set(
        asked.play.seats.filter(gone=False)
        .exclude(role=Seat.Role.SPECTATOR)
        .values_list("pk", flat=True)
    ) - {asked.seat_id}
    return here & set(asked.action["of"]) or here


def redo(play_id: int, *, key: str, seat: Seat | None = None, seen: int | None = None) -> Recorded:
    """Bring back the action undone last. Raises ``Closed`` when there is none."""
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if again := _known(play, key):
            return again
        _must_be_current(play, seen)
        if not play.future:
            raise Closed("nothing to redo")
        return _move(play, play.future[-1], play.future[:-1], Entry.Kind.REDO, key, seat)


def abandon(play_id: int, *, closed: bool = True, seat: Seat | None = None) -> Play:
    """Close a table without an ending (or open it again); its log stays.

    Raises ``Closed`` for a game that has an ending of its own.
    """
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if play.outcome is not None:
            raise Closed("the game is over")
        if play.abandoned == closed:
            return play
        kind = Entry.Kind.CLOSE if closed else Entry.Kind.OPEN
        key = f"{kind}-{play.revision + 1}"
        entry = _say(play, kind, key, seat, {"to": play.head}).entry
        play.abandoned = closed
        play.ended_at = entry.at if closed else None
        play.save(update_fields=["abandoned", "ended_at"])
        tell_ended(play.pk)
        return play


def append_repair(
    play: Play,
    fork: int,
    steps: Sequence[Step],
    *,
    key: str,
    seat: Seat | None,
    what: dict[str, Any],
) -> Entry:
    """Append a repaired stretch: one ``correct`` entry, then its actions on top of ``fork``.

    For ``companion.plays.repair``, inside its transaction and on its locked play.
    """
    referee = registry.referee(play.title)
    state, ordinal = _fold(play, referee, fork)
    correct = _append(
        play,
        referee,
        state,
        kind=Entry.Kind.CORRECT,
        head=fork,
        parent=fork,
        ordinal=ordinal,
        future=[],
        key=key,
        seat=seat,
        action={**what, "from": play.head, "to": fork, "last": play.revision + 1 + len(steps)},
    )
    for step in steps:
        old = step.entry
        _append(
            play,
            referee,
            step.ruling.state,
            kind=Entry.Kind.ACTION,
            head=play.revision + 1,
            parent=play.head,
            ordinal=play.ordinal + 1,
            future=[],
            key=f"{key}-{play.revision + 1}",
            seat=old.seat if old else seat,
            at=old.at if old else None,
            actor=step.actor,
            action=msgspec.to_builtins(step.action),
            answers=step.answers,
            notes=msgspec.to_builtins(step.ruling.notes),
        )
    return correct


def live_entries(play: Play, until: int = 0) -> Iterator[Entry]:
    """The live actions from the newest backwards, down to the one after ``until``."""
    cursor = play.head
    while cursor > until:
        window = {
            entry.seq: entry
            for entry in play.entries.filter(
                kind=Entry.Kind.ACTION, seq__lte=cursor, seq__gt=cursor - WINDOW
            ).select_related("seat")
        }
        while cursor > until and cursor in window:
            entry = window[cursor]
            yield entry
            cursor = entry.parent


def since(play: Play, seen: int) -> list[Entry]:
    """Entries after revision ``seen``, oldest first; what a stale phone has missed."""
    return list(play.entries.filter(seq__gt=seen).select_related("seat")[:WINDOW])


def state_at(play: Play, seq: int) -> Any:
    """The state right after the action ``seq``, folded from the nearest snapshot."""
    referee = registry.referee(play.title)
    state, _ = _fold(play, referee, seq)
    return state


def _fold(play: Play, referee: AnyReferee, seq: int) -> tuple[Any, int]:
    """The state after ``seq`` and that entry's place in the chain."""
    chain: list[Entry] = []
    cursor = seq
    while (nearest := play.snapshots.filter(seq__lte=cursor).latest("seq")).seq != cursor:
        low = max(nearest.seq, cursor - WINDOW)
        window = {
            entry.seq: entry
            for entry in play.entries.filter(kind=Entry.Kind.ACTION, seq__lte=cursor, seq__gt=low)
        }
        # A snapshot of actions since undone is passed by: the chain goes around it.
        while cursor in window:
            chain.append(window[cursor])
            cursor = window[cursor].parent
    state = referee.decode_state(nearest.state)
    for entry in reversed(chain):
        state = replay(referee, state, entry)
    if chain:
        return state, chain[0].ordinal
    return state, play.entries.get(seq=seq).ordinal if seq else 0


def replay(referee: AnyReferee, state: Any, entry: Entry) -> Any:
    """The state after one logged action; raises ``Closed`` if it no longer fits the rules."""
    action = referee.decode_action(entry.action)
    ruling = referee.apply(state, action, entry.actor, entry.answers)
    if not isinstance(ruling, Ruling):
        raise Closed(f"entry {entry.seq} no longer fits the rules: {ruling.code}")
    return ruling.state


def notes_of(entry: Entry) -> tuple[Note, ...]:
    """What happened in an entry, as the referee told it."""
    return msgspec.convert(entry.notes, tuple[Note, ...])


def _known(play: Play, key: str) -> Recorded | None:
    entry = play.entries.filter(key=key).select_related("seat").first()
    return Recorded(play, entry, False) if entry else None


def _must_be_current(play: Play, seen: int | None) -> None:
    if play.abandoned:
        raise Closed("abandoned")
    if seen is not None and seen != play.revision:
        raise Stale(play, since(play, seen))


def _rebases(play: Play, action: Any, seen: int) -> bool:
    """Whether a small tap made on revision ``seen`` still means the same now."""
    if not action.rebases or seen > play.revision:
        return False
    if seen == 0:
        return play.step == registry.referee(play.title).step(state_at(play, 0))
    then = play.entries.filter(seq=seen).values_list("step", flat=True).first()
    return then == play.step


def _others(play: Play, undone: Sequence[int], seat: Seat) -> list[int]:
    """The other seats, still here, that made some of these entries."""
    made = play.entries.filter(seq__in=undone, seat__gone=False).exclude(seat=seat)
    return sorted(set(made.values_list("seat_id", flat=True)))


def _say(
    play: Play, kind: Entry.Kind, key: str, seat: Seat | None, what: dict[str, Any]
) -> Recorded:
    """An entry that changes no state but is heard on every phone."""
    referee = registry.referee(play.title)
    entry = _append(
        play,
        referee,
        referee.decode_state(play.state),
        kind=kind,
        head=play.head,
        parent=play.head,
        ordinal=play.ordinal,
        future=play.future,
        key=key,
        seat=seat,
        action=what,
    )
    return Recorded(play, entry, True)


def _move(
    play: Play, head: int, future: list[int], kind: Entry.Kind, key: str, seat: Seat | None
) -> Recorded:
    """Make ``head`` the newest live action by a log entry of its own."""
    referee = registry.referee(play.title)
    state, ordinal = _fold(play, referee, head)
    entry = _append(
        play,
        referee,
        state,
        kind=kind,
        head=head,
        parent=head,
        ordinal=ordinal,
        future=future,
        key=key,
        seat=seat,
        action={"from": play.head, "to": head},
    )
    return Recorded(play, entry, True)


def _append(
    play: Play,
    referee: AnyReferee,
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
    **columns: Any,
) -> Entry:
    """Write one entry and the state after it; both or neither."""
    now = timezone.now()
    play.revision += 1
    play.head, play.ordinal, play.future = head, ordinal, future
    play.state = referee.encode_state(state)
    play.step = referee.step(state)
    play.updated_at = now
    outcome = referee.outcome(state)
    was_over = play.outcome is not None
    play.outcome = msgspec.to_builtins(outcome) if outcome else None
    play.ended_at = (play.ended_at or now) if outcome else None
    entry = Entry.objects.create(
        play=play,
        seq=play.revision,
        kind=kind,
        parent=parent,
        ordinal=ordinal,
        seat=seat,
        key=key,
        step=play.step,
        rules_version=referee.title.rules_version,
        at=at or now,
        **columns,
    )
    play.save(
        update_fields=[
            "revision", "head", "ordinal", "future", "state", "step",
            "updated_at", "outcome", "ended_at",
        ]
    )  # fmt: skip
    if kind == Entry.Kind.ACTION and ordinal % SNAPSHOT_EVERY == 0:
        Snapshot.objects.create(play=play, seq=entry.seq, state=play.state)
    if outcome or was_over:
        tell_ended(play.pk)
    _announce(play)
    return entry


def _announce(play: Play) -> None:
    channel, revision = play.watch_code, play.revision
    transaction.on_commit(lambda: live.announce(channel, revision))


def _teach(box_id: int, referee: AnyReferee, action: Any, state: Any) -> None:
    """Keep in the box what the action said about the physical copy."""
    box = Box.objects.select_for_update().get(pk=box_id)
    facts = referee.decode_box(msgspec.json.decode(box.facts))
    learned = referee.remember(facts, action, state)
    if learned is not facts:
        box.facts = msgspec.json.encode(learned).decode()
        box.updated_at = timezone.now()
        box.save(update_fields=["facts", "updated_at"])

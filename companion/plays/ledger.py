"""The ways to change a play: set it up, record, undo, redo, go back, close it.

Each locks the play, drops a repeated key, checks the revision, and commits the log entry and
the new state together (``once``). State is the fold of the live actions; snapshots keep undo as
cheap on a long log as on a short one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from django.db import transaction

from companion.boxes import library
from companion.boxes.models import Box
from companion.plays import faults, moments, statements, store, visibility
from companion.plays.answers import (
    GameOverError,
    GameStartedError,
    NothingToUndoError,
    Recorded,
    ReplayMisfitError,
    SeatReleasedError,
    SecretsRevealedError,
    StaleRevisionError,
    TableClosedError,
)
from companion.plays.faults import FaultyTitleError
from companion.plays.models import Entry, Play, Seat
from companion.plays.replay import (
    chain,
    live_entries,
    live_places,
    mended,
    notes_of,
    since,
    state_and_ordinal,
    step_at,
)
from companion.plays.store import locked
from games import registry
from games.referee import AnyReferee, Question, Refusal, Ruling

T = TypeVar("T")
Guard = Callable[[Any, Any, int | None, Mapping[str, str], Ruling[Any]], None]
"""Is shown the state, the action, its actor, the answers and the ruling."""

pick = secrets.randbelow
"""What a set-up leaves to chance is drawn with this."""


def begin(
    slug: str, setup: Any, *, box: Box | None = None, sample: bool = False, **columns: Any
) -> Play | Refusal:
    """Start a play with a set-up of the title's ``Setup`` type; the refusal if it cannot be."""
    referee = registry.referee(slug)
    with faults.entering(slug, "start"):
        facts = facts_of(referee, box, sample)
        setup = referee.draw(setup, facts, pick)
        ruling = referee.begin(setup, facts)
    if isinstance(ruling, Refusal):
        return ruling
    with transaction.atomic():
        play = store.create(slug, setup, facts, ruling.state, box=box, sample=sample, **columns)
        _keep_setup(play, referee, setup, facts)
    return play


def facts_of(referee: AnyReferee, box: Box | None, sample: bool) -> Any:
    """Return what is known of the copy on the table: a box, the sample, or nothing yet."""
    if box is not None:
        return referee.decode_box(msgspec.json.decode(box.facts))
    return referee.sample_box() if sample else referee.blank_box()


@store.in_turn
def set_up_again(play_id: int, setup: Any) -> Play | Refusal:
    """Replace the set-up of a play no one has acted in; raises ``GameStartedError`` afterwards."""
    play = locked(play_id)
    if play.revision:
        raise GameStartedError
    referee = registry.referee(play.title)
    with faults.entering(play.title, "start"):
        facts = referee.decode_box(msgspec.json.decode(play.facts))
        setup = referee.draw(setup, facts, pick)
        ruling = referee.begin(setup, facts)
    if isinstance(ruling, Refusal):
        return ruling
    store.set_up(play, setup, ruling.state)
    _keep_setup(play, referee, setup, facts)
    return play


def once(
    play_id: int,
    change: Callable[[Play], T],
    *,
    key: str,
    seat: Seat | None,
    seen: int | None,
    rebases: Callable[[Play], bool] | None = None,
    tried: Mapping[str, Any] | None = None,
) -> T | Recorded:
    """Make a change to the locked play unless its ``key`` has made it before.

    ``seen`` is the revision it was decided on; ``rebases`` says of a small one whether it means
    the same now. Waits its turn where others are at the play. Raises ``StaleRevisionError``,
    ``TableClosedError``, ``SecretsRevealedError``, ``SeatReleasedError``, ``FaultyTitleError``.
    """

    @store.in_turn
    def enter() -> T | Recorded:
        play = locked(play_id)
        if entry := statements.ENTRY_OF_KEY.one(play.pk, key):
            return Recorded(play, entry, False)
        must_go_on(play, seat)
        if _moved_on(play, seen) and not (rebases and rebases(play)):
            raise StaleRevisionError(play, since(play, seen or 0))
        with faults.entering(play.title, "rules"):
            return change(play)

    try:
        return enter()
    except FaultyTitleError as fault:
        fault.play_id, fault.tried = play_id, tried
        raise


def record(
    play_id: int,
    action_data: Any,
    *,
    key: str,
    seat: Seat | None = None,
    actor: int | None = None,
    answers: Mapping[str, str] | None = None,
    seen: int | None = None,
    plays: Collection[int] = (),
    guard: Guard | None = None,
) -> Recorded | Refusal | Question:
    """Rule on one action and, if it holds, append it.

    The parts in ``plays`` consent by acting; ``guard`` may refuse a legal action by raising.
    """

    def change(play: Play) -> Recorded | Refusal | Question:
        referee = registry.referee(play.title)
        action = _with_luck(referee.decode_action(action_data))
        given = referee.decode_answers(answers or {})
        state = moments.of(play.title, play.state).state
        ruling = referee.apply(state, action, actor, given)
        while isinstance(ruling, Question) and ruling.consent in plays and ruling.code not in given:
            given = {**given, ruling.code: "yes"}
            ruling = referee.apply(state, action, actor, given)
        if not isinstance(ruling, Ruling):
            return ruling
        if guard is not None:
            guard(state, action, actor, given, ruling)
        entry = append_action(play, action, ruling, key=key, seat=seat, actor=actor, answers=given)
        if action.teaches and play.box_id:
            learn = partial(_remembered, referee, action, ruling.state)
            _teach(play.box_id, referee, learn)
        return Recorded(play, entry, True)

    rebases = partial(_rebases, action_data=action_data, seen=seen or 0)
    tried = {"action": action_data, "actor": actor, "answers": answers or {}}
    return once(play_id, change, key=key, seat=seat, seen=seen, rebases=rebases, tried=tried)


def _rebases(play: Play, action_data: Any, seen: int) -> bool:
    """Return whether a small tap made on revision ``seen`` still means the same now."""
    action = registry.referee(play.title).decode_action(action_data)
    if not action.rebases or not 0 <= seen <= play.revision:
        return False
    return step_at(play, seen) == play.step


def append_action(
    play: Play, action: Any, ruling: Ruling[Any], *, answers: Mapping[str, str], **columns: Any
) -> Entry:
    """Return one action that holds, on top of what is live."""
    return store.append(
        play,
        ruling.state,
        kind=Entry.Kind.ACTION,
        head=play.revision + 1,
        parent=play.head,
        ordinal=play.ordinal + 1,
        future=[],
        action=msgspec.to_builtins(action),
        answers=answers,
        notes=msgspec.to_builtins(ruling.notes),
        **columns,
    )


def _with_luck(action: Any) -> Any:
    """Draw what chance decides in the action here, whatever a phone sent."""
    if not action.chances:
        return action
    return msgspec.structs.replace(action, luck=secrets.randbelow(action.chances))


def _keep_setup(play: Play, referee: AnyReferee, setup: Any, facts: Any) -> None:
    """Keep in the box what was entered about the copy to set up this play."""
    if play.box_id and referee.settled(setup, facts) is not facts:
        _teach(play.box_id, referee, partial(referee.settled, setup))


def _remembered(referee: AnyReferee, action: Any, state: Any, facts: Any) -> Any:
    return referee.remember(facts, action, state)


def _teach(box_id: int, referee: AnyReferee, learn: Callable[[Any], Any]) -> None:
    """Keep in the box what an action or a set-up said about the physical copy."""
    box = Box.objects.select_for_update().get(pk=box_id)
    facts = referee.decode_box(msgspec.json.decode(box.facts))
    learned = learn(facts)
    if learned is not facts and referee.keepable(learned):
        library.learn(box, learned)


def undo(play_id: int, *, key: str, seat: Seat | None = None, seen: int | None = None) -> Recorded:
    """Undo the newest live action, or a whole repair of the log right after it or its redo.

    A secret that another seat entered needs that seat to agree, as in ``go_back``.
    Raises ``NothingToUndoError`` at the start, and as ``once`` does.
    """

    def change(play: Play) -> Recorded:
        repair = play.entries.filter(kind=Entry.Kind.CORRECT).last()
        if repair and _ends(play, repair):
            future = [*play.future, play.head]
            return _move(play, repair.action["from"], future, Entry.Kind.UNDO, key, seat)
        if not play.head:
            raise NothingToUndoError
        newest, undone = play.entries.get(seq=play.head), [play.head]
        # An adopted board goes together with the entry it was adopted after.
        while newest.kind == Entry.Kind.ADOPT and newest.parent:
            newest = play.entries.get(seq=newest.parent)
            undone.append(newest.seq)
        to = newest.parent
        if others := _keepers(play, [newest.seq], seat):
            return _say(play, Entry.Kind.ASK, key, seat, {"to": to, "of": others})
        try:
            return _move(play, to, [*play.future, *undone], Entry.Kind.UNDO, key, seat)
        except ReplayMisfitError as unfit:
            # No one could see where the table is between entries that can't be replayed.
            to = unfit.misfit.entry.parent
            undone += [each.seq for each in chain(play, newest.parent, to)]
            return _move(play, to, [*play.future, *undone], Entry.Kind.UNDO, key, seat)

    return once(play_id, change, key=key, seat=seat, seen=seen)


def _ends(play: Play, repair: Entry) -> bool:
    """Return whether the last thing done was a repair, or to redo it."""
    if repair.action["last"] == play.revision:
        return True
    newest = play.entries.get(seq=play.revision)
    return newest.kind == Entry.Kind.REDO and mended(play, newest) is not None


def redo(play_id: int, *, key: str, seat: Seat | None = None, seen: int | None = None) -> Recorded:
    """Bring back what was undone last. Raises ``NothingToUndoError``, and as ``once`` does."""

    def change(play: Play) -> Recorded:
        if not play.future:
            raise NothingToUndoError
        rest = list(play.future)
        while True:
            to = rest.pop()
            if rest and _adopts(play, rest[-1], to):
                continue
            try:
                return _move(play, to, rest, Entry.Kind.REDO, key, seat)
            except ReplayMisfitError:
                # Undone together with others that can't be replayed; the last of them can.
                if not rest:
                    raise

    return once(play_id, change, key=key, seat=seat, seen=seen)


def _adopts(play: Play, seq: int, after: int) -> bool:
    """Return whether the entry ``seq`` adopts the board after the entry ``after``."""
    return play.entries.filter(seq=seq, kind=Entry.Kind.ADOPT, parent=after).exists()


def go_back(
    play_id: int, seq: int, *, key: str, seat: Seat | None = None, seen: int | None = None
) -> Recorded:
    """Make the live action ``seq`` (0: the set-up) the newest again.

    Anyone may undo the newest entry, unless it is another seat's secret. Further back, one of the
    other seats has to agree: then the answer is an ``ask`` entry, and nothing moves yet. Raises
    ``NothingToUndoError`` if there is nothing to undo, and like ``once``.
    """

    def change(play: Play) -> Recorded:
        places = live_places(play, max(0, seq - 1))
        if seq and places.pop(seq, None) is None:
            raise NothingToUndoError
        undone = list(places)
        if not undone:
            raise NothingToUndoError
        if others := _keepers(play, undone, seat):
            return _say(play, Entry.Kind.ASK, key, seat, {"to": seq, "of": others})
        return _move(play, seq, [*play.future, *undone], Entry.Kind.UNDO, key, seat)

    return once(play_id, change, key=key, seat=seat, seen=seen)


def live_after(play: Play, seq: int) -> list[Entry]:
    """Return the live actions after ``seq``, newest first; raise ``NothingToUndoError``."""
    later: list[Entry] = []
    for entry in live_entries(play):
        if entry.seq == seq:
            return later
        later.append(entry)
    if seq:
        raise NothingToUndoError
    return later


def answer_ask(
    play_id: int, agreed: bool, *, key: str, seat: Seat, seen: int | None = None
) -> Recorded:
    """Agree to a pending ``ask`` and do as was wished, or decline it.

    Raises ``NothingToUndoError`` if nothing is asked of this seat, and as ``once`` does.
    """

    def change(play: Play) -> Recorded:
        asked = play.entries.filter(seq=play.revision, kind=Entry.Kind.ASK).first()
        if asked is None or seat.pk not in who_answers(asked):
            raise NothingToUndoError
        to = asked.action["to"]
        if not agreed:
            return _say(play, Entry.Kind.DECLINE, key, seat, {"to": to})
        if how := asked.action.get("ahead"):
            store.look_ahead(play, Play.Ahead(how))
            return say_seat(play, seat, f"ahead-{how}", (), (), key)
        if parts := asked.action.get("parts"):
            asks = play.seats.get(pk=asked.seat_id or 0)
            play.seats.filter(pk=asks.pk).update(parts=sorted({*asks.parts, *parts}))
            return say_seat(play, seat, "lets", parts, (asks,), key)
        undone = list(live_places(play, to))
        return _move(play, to, [*play.future, *undone], Entry.Kind.UNDO, key, seat)

    return once(play_id, change, key=key, seat=seat, seen=seen)


def wish(play: Play, seat: Seat, others: Iterable[int], **what: Any) -> None:
    """Log an ``ask`` for ``what``, which one of ``others`` answers; ``play`` is locked."""
    wished = {"to": play.head, "of": sorted(others), **what}
    _say(play, Entry.Kind.ASK, f"ask-{play.revision + 1}", seat, wished)


def who_answers(asked: Entry) -> set[int]:
    """Return the seats that may answer an ``ask``: those asked, or all others after these."""
    here = set(
        asked.play.seats.filter(gone=False)
        .exclude(role=Seat.Role.SPECTATOR)
        .values_list("pk", flat=True)
    ) - {asked.seat_id}
    return here & set(asked.action["of"]) or here


@store.in_turn
def abandon(play_id: int, *, closed: bool = True, seat: Seat | None = None) -> Play:
    """Close a table without an ending (or open it again); its log stays.

    Raises ``GameOverError`` for a game that has an ending of its own, ``SecretsRevealedError`` once
    its secrets are public.
    """
    play = locked(play_id)
    if play.outcome is not None:
        raise GameOverError
    if play.abandoned == closed:
        return play
    if visibility.settled(play):
        raise SecretsRevealedError
    kind = Entry.Kind.CLOSE if closed else Entry.Kind.OPEN
    said = _say(play, kind, f"{kind}-{play.revision + 1}", seat, {"to": play.head})
    store.close(play, closed, said.entry.at)
    return play


def must_go_on(play: Play, seat: Seat | None) -> None:
    """Raise ``TableClosedError``, ``SecretsRevealedError`` or ``SeatReleasedError`` where this seat
    can change nothing any more.

    For a play that is locked: what was freed before the lock stays freed.
    """
    if play.abandoned:
        raise TableClosedError
    if visibility.settled(play):
        raise SecretsRevealedError
    if seat is not None and seat.play.freed != play.freed:
        still(play, seat)


def still(play: Play, seat: Seat) -> Seat:
    """Return the seat as it is now, if it is still this phone's; raise ``SeatReleasedError``."""
    now = play.seats.filter(pk=seat.pk, gone=False, epoch=seat.epoch).first()
    if now is None:
        raise SeatReleasedError
    return now


def _moved_on(play: Play, seen: int | None) -> bool:
    """Return whether more has happened since revision ``seen`` than that someone changed seats."""
    if seen is None or seen == play.revision:
        return False
    if not 0 <= seen < play.revision:
        return True
    return play.entries.filter(seq__gt=seen).exclude(kind=Entry.Kind.SEAT).exists()


def _others(play: Play, undone: Sequence[int], seat: Seat) -> list[int]:
    """Return the other seats, still here, that made some of these entries."""
    made = play.entries.filter(seq__in=undone, seat__gone=False).exclude(seat=seat)
    return sorted(set(made.values_list("seat_id", flat=True)))


def _keepers(play: Play, undone: Sequence[int], seat: Seat | None) -> list[int]:
    """Return the other seats of which one has to agree before these entries are taken back.

    The newest entry is free, because whoever sees a mistake should mend it; what only its maker
    can read, no one else can call a mistake.
    """
    if seat is None:
        return []
    others = _others(play, undone, seat)
    if len(undone) > 1 or not others:
        return others
    secret = any(note.owner is not None for note in notes_of(play.entries.get(seq=undone[0])))
    return others if secret else []


def say_seat(
    play: Play,
    seat: Seat | None,
    what: str,
    parts: Iterable[int],
    of: Iterable[Seat],
    key: str = "",
) -> Recorded:
    """Add an entry that says who took, gave or lost a seat; ``play`` is locked.

    Seats stand in it by their place at the table, so that it means the same elsewhere.
    """
    places = list(play.seats.order_by("pk").values_list("pk", flat=True))
    said = {"what": what, "parts": list(parts), "of": [places.index(each.pk) for each in of]}
    key = key or f"seat-{play.revision + 1}"
    return _say(play, Entry.Kind.SEAT, key, seat, {"to": play.head, **said})


def _say(
    play: Play, kind: Entry.Kind, key: str, seat: Seat | None, what: dict[str, Any]
) -> Recorded:
    """Add an entry that changes no state but is heard on every phone."""
    entry = store.append(
        play,
        moments.of(play.title, play.state).state,
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
    state, ordinal = state_and_ordinal(play, head)
    entry = store.append(
        play,
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

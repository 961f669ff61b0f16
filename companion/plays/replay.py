"""The fold: a log's actions, replayed one by one with today's rules.

It gives states of the past, repaired and upgraded logs, figures and imported plays: each action of
a log is either a ``ReplayStep`` or a ``ReplayMisfit``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.plays.answers import NothingToUndoError, ReplayMisfitError
from companion.plays.models import Entry, Play
from companion.plays.moments import PlayMoment
from games import registry
from games.referee import AnyReferee, MalformedError, Note, Question, Refusal, Ruling

log = logging.getLogger(__name__)

LIVE = (Entry.Kind.ACTION, Entry.Kind.ADOPT)
"""Kinds of entries that the live log consists of."""

WINDOW = 64
"""Entries fetched at once while walking the log backwards."""


class Logged(Protocol):
    """An action as a log holds it: an entry, a line of a playlog, a change in a repair."""

    @property
    def action(self) -> Any: ...
    @property
    def actor(self) -> int | None: ...
    @property
    def answers(self) -> Mapping[str, str]: ...


L = TypeVar("L", bound=Logged)
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class ReplayStep(Generic[E]):
    """An action that holds: the state ``before`` it and what the referee ruled."""

    entry: E
    action: Any
    before: Any
    ruling: Ruling[Any]

    @property
    def after(self) -> Any:
        return self.ruling.state


@dataclass(frozen=True, slots=True)
class ReplayMisfit(Generic[E]):
    """An action that is illegal at its place in the log, or (``None``) a setup, and why."""

    entry: E
    answer: Refusal | Question


def again(referee: AnyReferee, state: Any, entry: L) -> ReplayStep[L] | ReplayMisfit[L]:
    """Play one action again on ``state``."""
    try:
        action = referee.decode_action(entry.action)
    except MalformedError as error:
        return ReplayMisfit(entry, malformed(error))
    ruling = referee.apply(state, action, entry.actor, entry.answers)
    if isinstance(ruling, Ruling):
        return ReplayStep(entry, action, state, ruling)
    return ReplayMisfit(entry, ruling)


def fold(
    referee: AnyReferee, state: Any, entries: Iterable[L]
) -> Iterator[ReplayStep[L] | ReplayMisfit[L]]:
    """Yield actions played again, each on what the last one that holds has left."""
    for entry in entries:
        played = again(referee, state, entry)
        if isinstance(played, ReplayStep):
            state = played.after
        yield played


def of_play(
    play: Play, state: Any, entries: Iterable[Entry]
) -> Iterator[ReplayStep[Entry] | ReplayMisfit[Entry]]:
    """Yield live actions of a play replayed from ``state``.

    Where it has adopted a board, the replay continues from the next kept state after a misfit.
    """
    referee, kept = registry.referee(play.title), _kept(play)
    lost = False
    for entry in entries:
        if entry.seq in kept and (lost or entry.kind == Entry.Kind.ADOPT):
            state, lost = referee.decode_state(kept[entry.seq]), False
            continue
        if lost:
            continue
        played = again(referee, state, entry)
        if isinstance(played, ReplayStep):
            state = played.after
        lost = isinstance(played, ReplayMisfit)
        yield played


def adopted(play: Play) -> bool:
    """Return whether the play has ever continued from a board it could not replay."""
    return play.entries.filter(kind=Entry.Kind.ADOPT).exists()


def _kept(play: Play) -> dict[int, str]:
    """Return the states to continue from; none where the whole log can be replayed."""
    if not adopted(play):
        return {}
    return dict(play.snapshots.values_list("seq", "state"))


def drawable(title: str, text: str) -> Any:
    """Return a stored state, if today's rules can read it and show it to a table; ``None`` if
    not."""
    try:
        moment = PlayMoment(title, text)
        referee = registry.referee(title)
        referee.trackers(moment.state)
        referee.step(moment.state)
    except Exception:
        log.exception("A stored board cannot be shown by today's rules")
        return None
    return None if moment.lacking else moment.state


def malformed(error: MalformedError) -> Refusal:
    """Return what the rules say to data that is no action or set-up of the title at all."""
    return Refusal("E_MALFORMED", "", {"problem": str(error)})


def state_at(play: Play, seq: int) -> Any:
    """Return the state right after the action ``seq``, folded from the nearest snapshot.

    Raises ``NothingToUndoError`` where that is no action, ``ReplayMisfitError`` where one no longer
    holds.
    """
    return state_and_ordinal(play, seq)[0]


def state_and_ordinal(play: Play, seq: int) -> tuple[Any, int]:
    """Return the state after ``seq`` and that entry's place among the live ones.

    Raises ``NothingToUndoError`` where ``seq`` is no action, and ``ReplayMisfitError``.
    """
    chain: list[Entry] = []
    cursor = seq
    while (nearest := play.snapshots.filter(seq__lte=cursor).latest("seq")).seq != cursor:
        low = max(nearest.seq, cursor - WINDOW)
        window = _window(play, low, cursor)
        if cursor not in window:
            raise NothingToUndoError
        # A snapshot of actions since undone is passed by: the chain goes around it.
        while cursor in window:
            chain.append(window[cursor])
            cursor = window[cursor].parent
    referee = registry.referee(play.title)
    state = referee.decode_state(nearest.state)
    for played in fold(referee, state, reversed(chain)):
        if isinstance(played, ReplayMisfit):
            raise ReplayMisfitError(played)
        state = played.after
    if chain:
        return state, chain[0].ordinal
    return state, play.entries.get(seq=seq).ordinal if seq else 0


def live_entries(play: Play, until: int = 0) -> Iterator[Entry]:
    """Return the live actions from the newest backwards, down to the one after ``until``."""
    return chain(play, play.head, until)


def live_places(play: Play, until: int = 0) -> dict[int, int]:
    """Return the place of each live action after ``until`` among the live ones, the newest first.

    A log of thousands of entries is not read for that: of an entry only three numbers are.
    """
    actions = play.entries.filter(kind__in=LIVE, seq__gt=until, seq__lte=play.head)
    found: dict[int, int] = {}
    cursor = play.head
    for seq, parent, ordinal in actions.order_by("-seq").values_list("seq", "parent", "ordinal"):
        if seq == cursor:
            found[seq], cursor = ordinal, parent
    return found


def mended(play: Play, entry: Entry) -> Entry | None:
    """Return the repair that an undo has taken back as a whole, or a redo has brought back."""
    if entry.kind not in (Entry.Kind.UNDO, Entry.Kind.REDO):
        return None
    last = play.entries.filter(kind=Entry.Kind.CORRECT, seq__lt=entry.seq).last()
    if last is None:
        return None
    before, after = last.action["from"], last.action["last"]
    # A repair that left nothing to write again ends where it began.
    moved = before, last.action["to"] if after == last.seq else after
    way = entry.action["from"], entry.action["to"]
    return last if way == (moved if entry.kind == Entry.Kind.REDO else moved[::-1]) else None


def chain(play: Play, cursor: int, until: int) -> Iterator[Entry]:
    """Yield the action ``cursor``, live or not, and those before it, down to the one after
    ``until``."""
    while cursor > until:
        window = _window(play, cursor - WINDOW, cursor)
        while cursor > until and cursor in window:
            entry = window[cursor]
            yield entry
            cursor = entry.parent


def _window(play: Play, low: int, high: int) -> dict[int, Entry]:
    """Return the actions after ``low`` up to ``high`` and adopted boards, by number, with their
    seats."""
    found = play.entries.filter(kind__in=LIVE, seq__gt=low, seq__lte=high)
    return {entry.seq: entry for entry in found.select_related("seat")}


def oldest_first(play: Play, until: int = 0) -> list[Entry]:
    """Return the live actions after ``until`` in the order they were made."""
    return list(live_entries(play, until))[::-1]


def since(play: Play, seen: int) -> list[Entry]:
    """Return entries after revision ``seen``, oldest first; what a stale phone has missed."""
    return list(play.entries.filter(seq__gt=seen).select_related("seat")[:WINDOW])


def step_at(play: Play, seen: int) -> str | None:
    """Return the step of the game at a revision."""
    if seen == 0:
        return registry.referee(play.title).step(state_at(play, 0))
    return play.entries.filter(seq=seen).values_list("step", flat=True).first()


def notes_of(entry: Entry) -> tuple[Note, ...]:
    """Return an entry's notes from the referee; read once, because they never change."""
    told: tuple[Note, ...] | None = entry.__dict__.get("_told")
    if told is None:
        told = entry.__dict__["_told"] = msgspec.convert(entry.notes, tuple[Note, ...])
    return told

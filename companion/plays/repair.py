"""Repair the past: correct, insert or remove an entry, and see what follows before it counts.

The live log is folded again from the first changed place. Entries that no longer hold are
named; carrying the repair out leaves them out. Nothing is rewritten: the repaired stretch is
appended as new entries after one ``correct`` entry, and the old stretch stays readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.plays import faults, ledger, store
from companion.plays.answers import BoardKeptError, NothingToUndoError, Recorded
from companion.plays.models import Entry, Play, Seat
from companion.plays.replay import ReplayMisfit, ReplayStep, fold, state_and_ordinal, state_at
from games import registry
from games.messages import Msg
from games.referee import AnyReferee, Outcome, Prompt, Question, Refusal

Stretch = Sequence[ReplayStep[Any]]
"""Entries of the log that hold again, and among them the changed one."""


class LogChange(msgspec.Struct, frozen=True):
    """One repair of the log at the live entry ``seq``.

    ``replace`` puts ``action`` in its place, ``insert`` puts ``action`` right after it
    (``seq`` 0: at the very start), ``remove`` leaves it out. ``instead`` are the actions of later
    entries, by number, that were others, too.
    """

    kind: str
    seq: int
    action: dict[str, Any] | None = None
    answers: dict[str, str] = {}
    actor: int | None = None
    instead: dict[int, dict[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class ReplacementEntry:
    """A later entry with another action."""

    entry: Entry
    action: dict[str, Any]

    @property
    def answers(self) -> Mapping[str, str]:
        return {}

    @property
    def actor(self) -> int | None:
        return self.entry.actor


@dataclass(frozen=True, slots=True)
class MissingAction:
    """A later entry that no longer holds as it was made, while something of its kind is due."""

    entry: Entry
    state: Any
    prompts: tuple[Prompt, ...]


@dataclass
class Repair:
    """Preview of a change to the log, before anyone agrees to it."""

    play: Play
    change: LogChange
    fork: int
    state: Any
    steps: list[ReplayStep[Any]] = field(default_factory=list)
    misfits: list[ReplayMisfit[Any]] = field(default_factory=list)
    lacking: MissingAction | None = None
    """The first later entry that may have been another one of its kind."""
    answer: Refusal | Question | None = None
    """Why the changed entry itself does not hold; then nothing can be carried out."""

    @property
    def plain(self) -> bool:
        """True if it only puts one entry right: every later one holds, no ending comes or
        goes, and one Undo takes it back."""
        if self.change.kind != "replace" or self.answer is not None or self.misfits:
            return False
        referee = registry.referee(self.play.title)
        was = self.play.entries.get(seq=self.change.seq).action
        other = referee.decode_action(self.change.action) != referee.decode_action(was)
        return other and not self.play.over and self.outcome is None

    def differences(self) -> list[tuple[Msg | str, int | None, int | None]]:
        """Return every tracked number that would be another one now: label, before, after."""
        referee = registry.referee(self.play.title)
        before = {t.name: t for t in referee.trackers(referee.decode_state(self.play.state))}
        after = {t.name: t for t in referee.trackers(self.state)}
        found = []
        for name in {**before, **after}:
            old, new = before.get(name), after.get(name)
            if (old and old.value) != (new and new.value):
                label = (new or old).label  # type: ignore[union-attr]
                found.append((label, old.value if old else None, new.value if new else None))
        return found

    @property
    def outcome(self) -> Outcome | None:
        return registry.referee(self.play.title).outcome(self.state)


def plan(play: Play, change: LogChange) -> Repair:
    """Fold the log again with the change in it; writes nothing.

    Raises ``NothingToUndoError`` when ``seq`` is not a live entry, ``MalformedError`` for changed
    entries that are not actions of the title, ``BoardKeptError`` where a later entry keeps the
    board as it is.
    """
    referee = registry.referee(play.title)
    entries = list[Entry | LogChange](ledger.live_after(play, change.seq)[::-1])
    if any(isinstance(each, Entry) and each.kind == Entry.Kind.ADOPT for each in entries):
        raise BoardKeptError
    fork = change.seq
    if change.kind != "insert":
        if not change.seq:
            raise NothingToUndoError
        fork = play.entries.get(seq=change.seq).parent
    if change.kind != "remove":
        referee.decode_action(change.action)
        referee.decode_answers(change.answers)
        entries.insert(0, change)
    for action in change.instead.values():
        referee.decode_action(action)
    repair = Repair(play, change, fork, state_at(play, fork))
    with faults.entering(play.title, "rules"):
        _play_again(repair, referee, _changed(entries, change), change)
    return repair


def _play_again(
    repair: Repair, referee: AnyReferee, entries: Iterable[Any], change: LogChange
) -> None:
    for played in fold(referee, repair.state, entries):
        if isinstance(played, ReplayStep):
            repair.steps.append(played)
            repair.state = played.after
        elif played.entry is change:
            repair.answer = played.answer
            break
        else:
            entry = (
                played.entry.entry if isinstance(played.entry, ReplacementEntry) else played.entry
            )
            repair.misfits.append(ReplayMisfit(entry, played.answer))
            repair.lacking = repair.lacking or _lacking(referee, repair.state, entry)


def _changed(entries: Iterable[Any], change: LogChange) -> Iterator[Any]:
    for entry in entries:
        other = change.instead.get(entry.seq) if isinstance(entry, Entry) else None
        yield ReplacementEntry(entry, other) if other is not None else entry


def _lacking(referee: AnyReferee, state: Any, entry: Entry) -> MissingAction | None:
    """Return what an entry that no longer holds may have been: the rules wait for one of its
    kind."""
    do = entry.action["do"]
    due = [each for each in referee.prompts(state) if each.do == do and each.expected]
    same = [each for each in due if each.fixed.items() <= entry.action.items()]
    return MissingAction(entry, state, tuple(same or due)) if due else None


def carry_out(
    play_id: int, change: LogChange, *, key: str, seat: Seat | None = None, seen: int | None = None
) -> Recorded | Refusal | Question:
    """Make a planned repair count; raises as ``plan`` and ``ledger.once`` do."""

    def write(play: Play) -> Recorded | Refusal | Question:
        repair = plan(play, change)
        if repair.answer is not None:
            return repair.answer
        what = {
            **msgspec.to_builtins(change),
            "lost": [misfit.entry.seq for misfit in repair.misfits],
        }
        del what["instead"]
        entry = append(play, repair.fork, repair.steps, key=key, seat=seat, what=what)
        return Recorded(play, entry, True)

    return ledger.once(play_id, write, key=key, seat=seat, seen=seen)


def append(
    play: Play, fork: int, steps: Stretch, *, key: str, seat: Seat | None, what: dict[str, Any]
) -> Entry:
    """Append a repaired stretch to a locked play: one ``correct`` entry, then its actions on top
    of ``fork``."""
    state, ordinal = state_and_ordinal(play, fork)
    correct = store.append(
        play,
        state,
        kind=Entry.Kind.CORRECT,
        head=fork,
        parent=fork,
        ordinal=ordinal,
        future=[],
        key=key,
        seat=seat,
        action={**what, "from": play.head, "to": fork, "last": play.revision + 1 + len(steps)},
        seen=not steps,
    )
    for left, step in zip(reversed(range(len(steps))), steps, strict=True):
        made = step.entry.entry if isinstance(step.entry, ReplacementEntry) else step.entry
        old = made if isinstance(made, Entry) else None
        ledger.append_action(
            play,
            step.action,
            step.ruling,
            key=f"{key}-{play.revision + 1}",
            seat=old.seat if old else seat,
            at=old.at if old else None,
            actor=step.entry.actor,
            answers=step.entry.answers,
            seen=not left,
        )
    return correct

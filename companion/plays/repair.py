"""Repair the past: correct, insert or remove an entry, and see what follows before it counts.

The live log is folded again from the first changed place. Entries that no longer hold are
named; carrying the repair out leaves them out. Nothing is rewritten: the repaired stretch is
appended as new entries after one ``correct`` entry, and the old stretch stays readable.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import transaction

from companion.plays import ledger
from companion.plays.ledger import Closed, Recorded, Stale, Step
from companion.plays.models import Entry, Play, Seat
from games import registry
from games.messages import Msg
from games.referee import Malformed, Outcome, Question, Refusal, Ruling


class Change(msgspec.Struct, frozen=True):
    """One repair of the log at the live entry ``seq``.

    ``replace`` puts ``action`` in its place, ``insert`` puts ``action`` right after it
    (``seq`` 0: at the very start), ``remove`` leaves it out.
    """

    kind: str
    seq: int
    action: dict[str, Any] | None = None
    answers: dict[str, str] = {}
    actor: int | None = None


@dataclass
class Lost:
    """An entry that no longer holds after the repair, and why."""

    entry: Entry
    answer: Refusal | Question


@dataclass
class Repair:
    """What a change would do, before anybody agrees to it."""

    play: Play
    fork: int
    state: Any
    steps: list[Step] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    answer: Refusal | Question | None = None
    """Why the changed entry itself does not hold; then nothing can be carried out."""

    def differences(self) -> list[tuple[Msg | str, int | None, int | None]]:
        """Every tracked number that would be another one now: label, before, after."""
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


def plan(play: Play, change: Change) -> Repair:
    """Fold the log again with the change in it; writes nothing.

    Raises ``Closed`` when ``seq`` is not a live entry, ``Malformed`` for a changed entry that
    is not an action of the title.
    """
    referee = registry.referee(play.title)
    after = _live_from(play, change.seq)
    fork = change.seq
    if change.kind != "insert":
        if not change.seq:
            raise Closed("not in the log")
        fork = play.entries.get(seq=change.seq).parent
    repair = Repair(play, fork, ledger.state_at(play, fork))
    if change.kind != "remove":
        action = referee.decode_action(change.action)
        ruling = referee.apply(repair.state, action, change.actor, change.answers)
        if not isinstance(ruling, Ruling):
            repair.answer = ruling
            return repair
        repair.steps.append(Step(action, ruling, change.actor, change.answers, None))
        repair.state = ruling.state
    for entry in after:
        try:
            action = referee.decode_action(entry.action)
        except Malformed as error:
            repair.lost.append(Lost(entry, Refusal("E_MALFORMED", "", {"problem": str(error)})))
            continue
        ruling = referee.apply(repair.state, action, entry.actor, entry.answers)
        if isinstance(ruling, Ruling):
            repair.steps.append(Step(action, ruling, entry.actor, entry.answers, entry))
            repair.state = ruling.state
        else:
            repair.lost.append(Lost(entry, ruling))
    return repair


def carry_out(
    play_id: int, change: Change, *, key: str, seat: Seat | None = None, seen: int | None = None
) -> Recorded | Refusal | Question:
    """Make a planned repair count. Raises ``Stale``, ``Closed`` and ``Malformed`` as above."""
    with transaction.atomic():
        play = Play.objects.select_for_update().get(pk=play_id)
        if again := play.entries.filter(key=key).first():
            return Recorded(play, again, False)
        if seen is not None and seen != play.revision:
            raise Stale(play, ledger.since(play, seen))
        repair = plan(play, change)
        if repair.answer is not None:
            return repair.answer
        entry = ledger.append_repair(
            play,
            repair.fork,
            repair.steps,
            key=key,
            seat=seat,
            what={
                **msgspec.to_builtins(change),
                "lost": [lost.entry.seq for lost in repair.lost],
            },
        )
    return Recorded(play, entry, True)


def _live_from(play: Play, seq: int) -> list[Entry]:
    """The live entries after ``seq``, oldest first; raises ``Closed`` if it is not live."""
    later = []
    for entry in ledger.live_entries(play):
        if entry.seq == seq:
            return later[::-1]
        later.append(entry)
    if seq:
        raise Closed("not in the log")
    return later[::-1]

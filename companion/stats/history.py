"""A play read once from its first to its last live entry: states, dice, time, corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from typing import Any

from companion.plays import ledger
from companion.plays.models import Entry, Play
from games import registry
from games.referee import AnyReferee, Malformed

BREAK = timedelta(minutes=45)
"""A longer silence between two entries is a break and not playing time."""


@dataclass(frozen=True)
class Step:
    """One live entry with the states around it."""

    entry: Entry
    before: Any
    after: Any


@dataclass
class History:
    """The live log folded. ``broken`` is the entry that no longer fits the rules, if any.

    ``dice`` counts (part or -1, die, face).
    """

    play: Play
    referee: AnyReferee
    first: Any = None
    steps: list[Step] = field(default_factory=list)
    broken: int = 0
    dice: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    @property
    def state(self) -> Any:
        return self.steps[-1].after if self.steps else self.first

    @property
    def minutes(self) -> int | None:
        """Time at the table without breaks; ``None`` for a log of fewer than two entries."""
        times = [step.entry.at for step in self.steps]
        if len(times) < 2:
            return None
        gaps = (max(later - earlier, timedelta(0)) for earlier, later in _pairs(times))
        whole = sum((gap for gap in gaps if gap <= BREAK), timedelta(0))
        return round(whole.total_seconds() / 60)


def read(play: Play) -> History:
    """Fold the whole live log of a play."""
    referee = registry.referee(play.title)
    history = History(play, referee)
    entries = list(ledger.live_entries(play))[::-1]
    start = play.snapshots.filter(seq=0).values_list("state", flat=True).first()
    try:
        history.first = referee.decode_state(start or play.state)
    except Malformed:
        history.broken = -1
        return history
    state = history.first
    for entry in entries:
        try:
            after = ledger.replay(referee, state, entry)
        except (ledger.Closed, Malformed):
            history.broken = entry.seq
            break
        history.steps.append(Step(entry, state, after))
        _count_dice(history, entry, state)
        state = after
    return history


def _count_dice(history: History, entry: Entry, state: Any) -> None:
    action = history.referee.decode_action(entry.action)
    for rolled in history.referee.rolled(state, action):
        if rolled.face:
            part = entry.actor if rolled.part is None else rolled.part
            history.dice[-1 if part is None else part, rolled.die[:60], rolled.face[:60]] += 1


def _pairs(times: list[Any]) -> Iterator[tuple[Any, Any]]:
    return pairwise(times)

"""A play read once from its first to its last live entry: states, dice, time, corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from companion.plays import faults
from companion.plays.models import Entry, Play
from companion.plays.replay import (
    ReplayMisfit,
    ReplayStep,
    adopted,
    malformed,
    of_play,
    oldest_first,
)
from games import registry
from games.referee import AnyReferee, MalformedError, Refusal

T = TypeVar("T")
U = TypeVar("U")

BREAK = timedelta(minutes=45)
"""A longer silence between two entries is a break and not playing time."""


@dataclass
class History:
    """The live log folded up to its first ``misfit``, if it has one, or past it to an adopted
    board: ``last`` then is where the play is now.

    ``dice`` counts (part or -1, die, face).
    """

    play: Play
    referee: AnyReferee
    first: Any = None
    last: Any = None
    steps: list[ReplayStep[Entry]] = field(default_factory=list)
    misfit: ReplayMisfit[Entry] | ReplayMisfit[None] | None = None
    dice: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def soft(self, what: str, call: Callable[[], T], otherwise: U) -> T | U:
        """Return what the title says, or ``otherwise`` where it raises."""
        return faults.attempt(self.play.title, what, call, otherwise)

    @property
    def state(self) -> Any:
        if self.last is not None:
            return self.last
        return self.steps[-1].after if self.steps else self.first

    @property
    def gaps(self) -> list[timedelta]:
        """The time before each live entry since the one before it, none before the first: they
        sum to the evening. A clock that is set back takes no time away."""
        times = [step.entry.at for step in self.steps]
        pairs = pairwise([*times[:1], *times])
        return [max(later - earlier, timedelta(0)) for earlier, later in pairs]

    @property
    def minutes(self) -> int | None:
        """Time at the table without breaks; ``None`` for a log of fewer than two entries."""
        if len(self.steps) < 2:
            return None
        whole = sum((gap for gap in self.gaps if gap <= BREAK), timedelta(0))
        return round(whole.total_seconds() / 60)

    def whose(self, step: ReplayStep[Entry]) -> int:
        """Return the part an entry was made for: its own, or the one that was asked; -1 for
        no one's."""
        if step.entry.actor is not None:
            return step.entry.actor
        due = (prompt.actors for prompt in self.referee.prompts(step.before) if prompt.expected)
        return next((actors[0] for actors in due if actors), -1)


def read(play: Play) -> History:
    """Fold the whole live log of a play."""
    referee = registry.referee(play.title)
    history = History(play, referee)
    start = play.snapshots.filter(seq=0).values_list("state", flat=True).first()
    try:
        history.first = referee.decode_state(start or play.state)
    except MalformedError as error:
        history.misfit = ReplayMisfit(None, malformed(error))
        return history
    if not history.soft("log", lambda: _follow(history, oldest_first(play)), False):
        # What raises ends the history as what no longer holds does.
        history.misfit = history.misfit or ReplayMisfit(None, Refusal("E_FAULT", ""))
    if adopted(play):
        history.last = referee.decode_state(play.state)
    return history


def _follow(history: History, entries: Iterable[Entry]) -> bool:
    """Play the entries again, as far as they hold."""
    for played in of_play(history.play, history.first, entries):
        if isinstance(played, ReplayMisfit):
            history.misfit = history.misfit or played
            continue
        history.steps.append(played)
        history.soft("rolled", partial(_count_dice, history, played), None)
    return True


def _count_dice(history: History, step: ReplayStep[Entry]) -> None:
    for rolled in history.referee.rolled(step.before, step.action):
        if rolled.face:
            part = step.entry.actor if rolled.part is None else rolled.part
            history.dice[-1 if part is None else part, rolled.die[:60], rolled.face[:60]] += 1

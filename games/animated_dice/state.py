"""The game as it stands, and what follows from the score sheet alone."""

from __future__ import annotations

from typing import Literal

from games.animated_dice.definition import (
    NONE,
    Advice,
    Counts,
    FaceTable,
    Villain,
    plus,
)
from games.referee import Frozen

Phase = Literal["roll", "drawn", "return", "decide"]
How = Literal["stop", "bust", "empty", "total"]


class Turn(Frozen):
    """One heist under way: where each die lies.

    ``drawn`` are dice taken from the cup and not rolled yet. ``first`` are the faces of a
    first roll of which dice may still go back; they lie in the piles already.
    """

    part: int
    cup: Counts
    loot: Counts = NONE
    batman: Counts = NONE
    alarms: Counts = NONE
    out: Counts = NONE
    drawn: Counts = NONE
    first: tuple[str, ...] = ()
    rolls: int = 0

    @property
    def phase(self) -> Phase:
        if self.first:
            return "return"
        if sum(self.drawn):
            return "drawn"
        return "decide" if self.rolls else "roll"

    @property
    def in_play(self) -> Counts:
        """Loot, Batman and Alarm dice; not those returned or dodged."""
        return plus(plus(self.loot, self.batman), self.alarms)


class Heist(Frozen):
    """One finished turn on the score sheet; ``tie`` is 0 or the number of the tiebreaker."""

    part: int
    round: int
    points: int
    how: How
    tie: int = 0
    loot: int = 0
    bonus: int = 0
    rolls: int = 0


class State(Frozen):
    """Everything a play remembers. ``carried`` are points per villain beside the sheet."""

    villains: tuple[Villain, ...]
    dice: Counts
    faces: FaceTable
    counted: tuple[bool, bool, bool]
    turn: Turn
    target: int
    first: int = 0
    return_before_bust: bool = True
    empty_cup_ends: bool = True
    advice: Advice = "own"
    depth: str = "quick"
    sample: bool = False
    sheet: tuple[Heist, ...] = ()
    carried: tuple[int, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """The parts in playing order, the first player first."""
        n = len(self.villains)
        return tuple((self.first + i) % n for i in range(n))

    @property
    def villain(self) -> Villain:
        """Whose turn is under way."""
        return self.villains[self.turn.part]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points towards the target; tiebreakers are counted apart."""
        return tuple(
            self.carried[i] + sum(h.points for h in self.sheet if h.part == i and not h.tie)
            for i in range(len(self.villains))
        )

    @property
    def stage(self) -> Stage:
        return _stage(self)


class Stage(Frozen):
    """Where the game is. ``active`` is ``None`` when it is over.

    ``round`` counts ordinary rounds from 1, ``tie`` tiebreakers (0: none yet). ``leaders``
    play the current tiebreaker, or have won. ``last`` says that the target is reached and
    this round is the last ordinary one.
    """

    round: int
    active: int | None
    tie: int = 0
    last: bool = False
    leaders: tuple[int, ...] = ()


def _stage(state: State) -> Stage:
    order, totals = state.order, state.totals
    played = [sum(h.part == i and not h.tie for h in state.sheet) for i in range(len(order))]
    done = min(played)
    reached = max(totals) >= state.target
    waiting = [i for i in order if played[i] == done]
    if len(waiting) < len(order) or not reached or not done:
        return Stage(done + 1, waiting[0], last=reached)
    return _tiebreak(state, done, tuple(i for i in order if totals[i] == max(totals)))


def _tiebreak(state: State, played: int, leaders: tuple[int, ...]) -> Stage:
    tie = 0
    while len(leaders) > 1:
        tie += 1
        points = {h.part: h.points for h in state.sheet if h.tie == tie}
        waiting = [i for i in leaders if i not in points]
        if waiting:
            return Stage(played, waiting[0], tie, leaders=leaders)
        best = max(points[i] for i in leaders)
        leaders = tuple(i for i in leaders if points[i] == best)
    return Stage(played, None, tie, leaders=leaders)

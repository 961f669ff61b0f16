"""Chances with the answers of those at the table: defences, rerolls, what saves a Life.

A forecast follows a roll as it goes where no one reacts. Here the same rulings are asked with every
``Answer`` the title names, twice for each goal: the roller answers as well as possible for it and
no one else does, then those against the roller as well as possible and the roller does not. Between
these two ends lies whatever the table decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from games.messages import Msg
from games.odds.probability import Dist
from games.odds.roll_forecast import (
    RULED,
    STEPS,
    Forecast,
    ForecastUnavailableError,
    RollResult,
    Step,
    Tally,
    Trial,
    added,
    falls,
    told,
)
from games.referee import AnyReferee, Referee
from games.vocabulary import Action, Answer, DiceRoll

Weighed = Callable[[Forecast], Fraction]
"""How likely something is by a forecast."""
Goal = tuple[Weighed, bool]
"""What is weighed, and whether the roller seeks it rather than avoids it."""


class ChanceEnd(NamedTuple):
    """A chance with the answers that it takes, in no order that matters; none where the table as it
    goes by itself gives it."""

    chance: Fraction
    labels: tuple[Msg, ...] = ()


class ChanceEnds(NamedTuple):
    """A chance where only the roller answers, and where only those against the roller do."""

    own: ChanceEnd
    against: ChanceEnd


def answerable(referee: AnyReferee) -> bool:
    """Return whether a title knows of answers to a roll at all."""
    return type(referee).answers is not Referee.answers


def ends(
    referee: AnyReferee, state: Any, throw: DiceRoll, goals: Sequence[Goal], trial: Trial
) -> tuple[ChanceEnds, ...]:
    """Return both ends of each goal. ``trial`` are rulings made before.

    Raises ``ForecastUnavailableError`` where it takes more than there is time for.
    """
    walk = _Answered(referee, tuple(goals), trial)
    found = walk.on(Step(state, follows=throw), (), 0)
    half = len(goals)
    return tuple(map(ChanceEnds, found[:half], found[half:]))


class _Answered:
    """The tables that a roll and its answers lead to, none weighed twice."""

    def __init__(self, referee: AnyReferee, goals: tuple[Goal, ...], trial: Trial) -> None:
        self.referee, self.trial = referee, trial
        self.weigh = [weigh for weigh, _ in goals]
        sought = [wanted for _, wanted in goals]
        self.highest = [*sought, *(not each for each in sought)]
        """Whether the most is wanted, of the roller's ends first, then of the others'."""
        self.most = trial.rulings + RULED
        self.known: dict[tuple[bytes, Tally], list[ChanceEnd]] = {}
        self.settled: dict[RollResult, list[ChanceEnd]] = {}

    def on(self, step: Step, tally: Tally, deep: int) -> list[ChanceEnd]:
        """Return the ends of a table that has brought ``tally``."""
        if step.ended:
            return self.final(step, tally)
        key = (step.key, tally)
        if key not in self.known:
            if deep > STEPS:
                raise ForecastUnavailableError
            self.known[key] = self._on(step, tally, deep)
        return self.known[key]

    def _on(self, step: Step, tally: Tally, deep: int) -> list[ChanceEnd]:
        if isinstance(step.follows, DiceRoll | Action):
            found = self.taken(step, step.follows, tally, deep)
        else:
            found = self.final(step, tally)
        for answer in self.referee.answers(step.state):
            other = self.taken(step, answer.step, tally, deep)
            found = list(self.better(found, other, answer))
        return found

    def final(self, step: Step, tally: Tally) -> list[ChanceEnd]:
        """Return what a table is worth where nothing follows."""
        result = step.result(tally) or RollResult(tally)
        if result not in self.settled:
            alone = Forecast(Dist({result: 1}))
            self.settled[result] = [ChanceEnd(weigh(alone)) for weigh in self.weigh] * 2
        return self.settled[result]

    def taken(
        self, before: Step, follows: DiceRoll | Action, tally: Tally, deep: int
    ) -> list[ChanceEnd]:
        """Return the ends once dice are thrown or an entry is made."""
        if isinstance(follows, Action):
            return self.after(before, follows, tally, deep)
        chances = [Fraction(0)] * len(self.highest)
        labels: list[tuple[Msg, ...]] = [()] * len(self.highest)
        for value, chance in falls(follows):
            found = self.after(before, told(self.referee, follows, value), tally, deep)
            for n, end in enumerate(found):
                if end.chance:
                    chances[n] += chance * end.chance
                if end.labels:
                    labels[n] = together(labels[n], end.labels)
        return list(map(ChanceEnd, chances, labels))

    def after(self, before: Step, action: Action, tally: Tally, deep: int) -> list[ChanceEnd]:
        """Return the ends of what an entry leads to."""
        step = self.trial.after(before, action)
        if self.trial.rulings > self.most:
            raise ForecastUnavailableError
        return self.on(step, added(tally, step.brings), deep + 1)

    def better(
        self, found: list[ChanceEnd], other: list[ChanceEnd], answer: Answer
    ) -> Iterator[ChanceEnd]:
        """Yield of each end the better one for whoever answers; the others have no say in it."""
        half = len(self.weigh)
        for n, (old, new) in enumerate(zip(found, other, strict=True)):
            theirs = (n >= half) == answer.against
            more = new.chance > old.chance if self.highest[n] else new.chance < old.chance
            if theirs and more:
                yield ChanceEnd(new.chance, together((answer.label,), new.labels))
            else:
                yield old


def together(labels: tuple[Msg, ...], more: tuple[Msg, ...]) -> tuple[Msg, ...]:
    """Return these labels and those that are new."""
    return (*labels, *(each for each in more if each not in labels))

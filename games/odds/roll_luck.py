"""Rate how lucky a roll was compared with all possible results.

Every result is followed like in a forecast; its value for the roller is its worth to the title.
Results of equal worth count as one, in the middle of their share.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import erf, sqrt
from typing import Any

import msgspec

from games.odds.roll_forecast import ForecastUnavailableError, RollResult, Trial, falls, told
from games.referee import AnyReferee
from games.vocabulary import Action, DiceRoll, Frozen


class RollRank(Frozen):
    """A share of all results that one roll was better than, half of its equals among them.

    ``spread`` is the variance that fair dice give that share; its mean is one half. A roll that
    made no difference has none.
    """

    share: Fraction
    spread: Fraction


class Luck(Frozen):
    """Several rolls together: their mean share, and how far fair dice stray 19 times in 20."""

    rolls: int
    share: float
    error: float
    better: float
    """The share of evenings with as many rolls that would have been worse."""


def standing(referee: AnyReferee, state: Any, action: Any) -> RollRank | None:
    """Return the rank of the dice of ``action``; ``None`` if it is unknown.

    There is no claim about uncounted faces, nor if only the table knows how the game continues.
    """
    throw = _thrown(referee, state, action)
    if throw is None or throw.assumed:
        return None
    trial = Trial(referee)
    try:
        came = _worth(trial, state, action)
        every: dict[Fraction, Fraction] = {}
        for value, chance in falls(throw):
            worth = _worth(trial, state, told(referee, throw, value))
            if worth is None:
                return None
            every[worth] = every.get(worth, Fraction(0)) + chance
    except ForecastUnavailableError:
        return None
    if came not in every:
        return None
    below = sum((chance for worth, chance in every.items() if worth < came), Fraction(0))
    ties = sum((chance**3 for chance in every.values()), Fraction(0))
    return RollRank(below + every[came] / 2, (1 - ties) / 12)


def _thrown(referee: AnyReferee, state: Any, action: Any) -> DiceRoll | None:
    """Return how the dice of an entry fell."""
    said = msgspec.to_builtins(action)
    for throw in referee.possible_rolls(state):
        if throw.do == said["do"] and throw.field in said and throw.fixed.items() <= said.items():
            return throw
    return None


def _worth(trial: Trial, state: Any, action: Action) -> Fraction | None:
    """Return how good it is on average for whoever rolled; ``None`` where only the table knows."""
    results = trial.all_of(state, action)
    if any(each.open for each, _ in results):
        return None
    return results.mean(lambda each: _points(trial.referee, state, each))


def _points(referee: AnyReferee, state: Any, result: RollResult) -> Fraction:
    ending = {"won": ENDING, "lost": -ENDING}.get(result.ended, 0)
    return Fraction(ending if referee.title.cooperative else 0) + referee.utility(
        state, dict(result.brought)
    )


ENDING = 1000
"""The worth of a cooperative ending compared with anything else."""


def together(rolls: Iterable[RollRank]) -> Luck | None:
    """Return what several rolls come to; ``None`` for none. By the normal distribution, which is
    close from about ten rolls on."""
    found = list(rolls)
    return summed(len(found), *sums(found)) if found else None


def sums(rolls: Iterable[RollRank]) -> tuple[Fraction, Fraction]:
    """Return how far the shares of some rolls lie above one half, and their variances, both added
    up."""
    found = list(rolls)
    gain = sum((each.share - Fraction(1, 2) for each in found), Fraction(0))
    return gain, sum((each.spread for each in found), Fraction(0))


def summed(rolls: int, gain: Fraction, spread: Fraction) -> Luck:
    """Return the total luck of the rolls with these ``sums``."""
    stray = sqrt(spread)
    better = (1 + erf(float(gain) / stray / sqrt(2))) / 2
    return Luck(rolls, 0.5 + float(gain) / rolls, 1.96 * stray / rolls, better)

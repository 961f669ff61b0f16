"""Types of what dice may still reach with best play."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from games.messages import Msg

Pick = Callable[[int], int]
"""``pick(n)`` is one of ``range(n)``, each as likely as the others."""


class BestChance(NamedTuple):
    """The chance of a goal by the best play, and how far it may be off 19 times in 20; 0 where it
    is exact."""

    chance: Fraction
    error: float = 0.0


Prospect = tuple[Msg, Callable[[Pick], BestChance]]
"""A result dice may still reach, and its chance with best play. The second gives up
(``games.odds.roll_forecast.ForecastUnavailableError``) rather than guess.
"""

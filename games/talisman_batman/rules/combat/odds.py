"""Exact chances of a fight, in 36ths and with a Fate reroll in 216ths."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from games.referee import Frozen

FACES = range(1, 7)


class Chances(Frozen):
    """Probabilities of winning, tying and losing; they add up to 1."""

    win: Fraction
    tie: Fraction
    loss: Fraction

    @property
    def percent(self) -> tuple[float, float, float]:
        """Win, tie and loss in percent, one decimal."""
        return tuple(round(float(p) * 100, 1) for p in (self.win, self.tie, self.loss))  # type: ignore[return-value]


def _chances(differences: tuple[int, ...]) -> Chances:
    n = len(differences)
    return Chances(
        Fraction(sum(d > 0 for d in differences), n),
        Fraction(sum(d == 0 for d in differences), n),
        Fraction(sum(d < 0 for d in differences), n),
    )


@cache
def die_against_die(lead: int) -> Chances:
    """Both roll; ``lead`` is the own total minus the opponent's, before the dice."""
    return _chances(tuple(lead + a - b for a, b in product(FACES, FACES)))


@cache
def with_fate(lead: int) -> Chances:
    """As ``die_against_die``, rerolling the own die once whenever that did not win."""
    return _chances(
        tuple(
            lead + (a if lead + a > b else again) - b
            for a, b, again in product(FACES, FACES, FACES)
        )
    )


@cache
def against_fixed(lead: int) -> Chances:
    """Only the own die is rolled (the Guard); ``lead`` is own total minus his 9."""
    return _chances(tuple(lead + a for a in FACES))


@cache
def reroll(need: int) -> Chances:
    """One own die rolled again, ``need`` being the opponent's score minus the own total."""
    return _chances(tuple(a - need for a in FACES))

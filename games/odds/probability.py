"""Exact chances of dice: rational numbers, no rounding, any faces.

A ``Dist`` is a finite distribution. Dice are distributions of one die; ``total`` adds
independent dice, ``pool`` counts symbols, ``draw`` takes dice blindly out of a cup.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Dist(Generic[T]):
    """A distribution: chances of outcomes, positive and adding up to one.

    Built from weights of any scale; raises ``ValueError`` for a negative weight or none.
    """

    __slots__ = ("_chances",)

    def __init__(self, weights: Mapping[T, int | Fraction]) -> None:
        whole = sum(weights.values())
        if whole <= 0 or any(w < 0 for w in weights.values()):
            raise ValueError("weights must not be negative and not all be zero")
        self._chances = {o: Fraction(w) / whole for o, w in weights.items() if w}

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return iter(self._chances.items())

    def __len__(self) -> int:
        return len(self._chances)

    def __getitem__(self, outcome: T) -> Fraction:
        return self._chances.get(outcome, Fraction(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self._chances == other._chances

    def __hash__(self) -> int:
        return hash(frozenset(self._chances.items()))

    def __repr__(self) -> str:
        return f"Dist({{{', '.join(f'{o!r}: {p}' for o, p in self)}}})"

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """Return the chance of an outcome for which ``event`` is true."""
        return sum((p for o, p in self if event(o)), Fraction(0))

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """Return the expected ``value``."""
        return sum((p * value(o) for o, p in self), Fraction(0))

    def map(self, change: Callable[[T], U]) -> Dist[U]:
        """Return the distribution of ``change(outcome)``."""
        return _gather((change(o), p) for o, p in self)

    def then(self, follow: Callable[[T], Dist[U]]) -> Dist[U]:
        """Return the distribution of a second experiment that depends on the first."""
        return _gather((o, p * q) for first, p in self for o, q in follow(first))


def _gather(pairs: Iterable[tuple[U, Fraction]]) -> Dist[U]:
    weights: dict[U, Fraction] = {}
    for outcome, weight in pairs:
        weights[outcome] = weights.get(outcome, Fraction(0)) + weight
    return Dist(weights)


def certain(outcome: T) -> Dist[T]:
    """Return one outcome without doubt."""
    return Dist({outcome: 1})


def die(sides: int) -> Dist[int]:
    """Return a fair die numbered from 1."""
    return Dist(dict.fromkeys(range(1, sides + 1), 1))


def total(*dice: Dist[int]) -> Dist[int]:
    """Return the sum of independent dice; 0 for none.

    >>> percent(total(die(6), die(6))[7])
    '17'
    """
    result = certain(0)
    for each in dice:
        result = _gather((a + b, p * q) for a, p in result for b, q in each)
    return result


def versus(own: Dist[int], other: Dist[int], lead: int = 0) -> Dist[int]:
    """Return 1, 0 or -1: whether ``own`` plus ``lead`` is above, equal to or below ``other``."""
    return own.then(lambda a: other.map(lambda b: (a + lead > b) - (a + lead < b)))


@cache
def hits(chance: Fraction, dice: int) -> Dist[int]:
    """Return how many of ``dice`` show a symbol that each shows with ``chance``.

    >>> hits(Fraction(1, 2), 2)
    Dist({0: 1/4, 1: 1/2, 2: 1/4})
    """
    return Dist(
        {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}
    )


@cache
def pool(faces: tuple[int, ...], dice: int) -> Dist[tuple[int, ...]]:
    """Return how often each symbol shows on equal dice.

    ``faces`` is the number of faces per symbol; an outcome is the number of dice per symbol.
    """
    return Dist(
        {
            shown: factorial(dice)
            * prod(f**n for f, n in zip(faces, shown, strict=True))
            // prod(map(factorial, shown))
            for shown in shares(dice, len(faces))
        }
    )


def shares(whole: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to share ``whole`` among ``parts`` in order; none are left out."""
    if parts == 1:
        yield (whole,)
        return
    for first in range(whole + 1):
        for rest in shares(whole - first, parts - 1):
            yield (first, *rest)


@cache
def draw(cup: tuple[int, ...], dice: int) -> Dist[tuple[int, ...]]:
    """Return the chances of drawing ``dice`` blindly from a cup with N dice of each kind.

    Raises ``ValueError`` if the cup holds fewer.
    """
    if dice > sum(cup):
        raise ValueError(f"{dice} dice from a cup of {sum(cup)}")
    return Dist(
        {
            taken: prod(comb(c, t) for c, t in zip(cup, taken, strict=True))
            for taken in product(*(range(min(c, dice) + 1) for c in cup))
            if sum(taken) == dice
        }
    )


@cache
def roll(
    kinds: tuple[tuple[int, ...], ...], dice: tuple[int, ...]
) -> Dist[tuple[tuple[int, ...], ...]]:
    """Return, for ``dice`` of each kind, how many show each symbol.

    ``kinds`` are the faces per symbol of each kind of die.
    """
    result: Dist[tuple[tuple[int, ...], ...]] = certain(())
    for faces, n in zip(kinds, dice, strict=True):
        result = _gather(
            ((*before, shown), p * q) for before, p in result for shown, q in pool(faces, n)
        )
    return result


def percent(chance: Fraction, digits: int = 0) -> str:
    """Format a chance in percent, rounded half up; "0" and "100" only when certain.

    With no digits, 0.2 % is "<1" and 99.8 % is ">99".
    """
    scaled = chance * 100 * 10**digits
    whole = int(scaled + Fraction(1, 2))
    if chance > 0 and whole == 0:
        return f"<{_decimal(1, digits)}"
    if chance < 1 and whole >= 100 * 10**digits:
        return f">{_decimal(100 * 10**digits - 1, digits)}"
    return _decimal(whole, digits)


def decimal(value: Fraction, digits: int) -> str:
    """Format a number with N digits after the point, rounded half up."""
    whole = int(abs(value) * 10**digits + Fraction(1, 2))
    return f"-{_decimal(whole, digits)}" if value < 0 and whole else _decimal(whole, digits)


def _decimal(whole: int, digits: int) -> str:
    if not digits:
        return str(whole)
    text = str(whole).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}"

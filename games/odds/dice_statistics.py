"""The dice ledger: what real dice showed against what they should show.

Counts only; whose dice they are and when they were rolled is the site's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, erfc, exp, factorial, pi, prod, sqrt
from typing import Literal

from games.odds.probability import shares
from games.referee import Frozen

Verdict = Literal["few", "usual", "unusual"]

SURE = 1.959963984540054
"""Standard deviations either side that hold 95 % of a normal distribution."""
ENOUGH = 5
"""Every face must be expected this often before any claim about a die."""
RARE = 0.01
"""Fair dice are called unusual this often at the most, per look at the ledger."""
LISTABLE = 5000
"""Up to this many ways the dice can fall, all are listed and the test is exact."""


class FaceLuck(Frozen):
    """One face of one kind of die: times seen, share expected, and what the share may be.

    ``low`` to ``high`` is the 95 % interval (Wilson) of the true share given what was seen.
    """

    face: str
    seen: int
    expected: float
    share: float
    low: float
    high: float


class DieLuck(Frozen):
    """One kind of die. ``chance`` is how likely fair dice stray at least as far.

    ``few``: too few rolls to say, whatever the chance; ``test`` names how it was found.
    """

    die: str
    rolls: int
    faces: tuple[FaceLuck, ...]
    verdict: Verdict
    chance: float
    test: Literal["exact", "chi-square"]
    missing: int = 0
    """Rolls still to make before the ledger says anything."""


def ledger(
    rolls: Iterable[tuple[str, str]], tables: Mapping[str, Mapping[str, int]]
) -> tuple[DieLuck, ...]:
    """Return every kind of die of ``tables`` (faces per symbol) against the ``rolls`` (die, face).

    Rolls of dice or faces that are not in the tables are left out.
    """
    seen = Counter(rolls)
    return tuple(
        of_die(die, {face: seen[die, face] for face in faces}, faces)
        for die, faces in tables.items()
    )


def of_die(die: str, seen: Mapping[str, int], faces: Mapping[str, int]) -> DieLuck:
    """Return one kind of die; ``faces`` are its faces per symbol, all positive."""
    rolls, sides = sum(seen.values()), sum(faces.values())
    counts = tuple(seen[face] for face in faces)
    weights = tuple(faces.values())
    exact = comb(rolls + len(weights) - 1, len(weights) - 1) <= LISTABLE
    chance = exact_chance(counts, weights) if exact else chi_square_chance(counts, weights)
    enough = -(-ENOUGH * sides // min(weights))
    return DieLuck(
        die,
        rolls,
        tuple(of_face(face, seen[face], rolls, Fraction(n, sides)) for face, n in faces.items()),
        verdict(rolls >= enough, chance),
        chance,
        "exact" if exact else "chi-square",
        max(0, enough - rolls),
    )


def verdict(enough: bool, chance: float) -> Verdict:
    if not enough:
        return "few"
    return "unusual" if chance < RARE else "usual"


def of_face(face: str, seen: int, rolls: int, expected: Fraction) -> FaceLuck:
    low, high = wilson(seen, rolls)
    return FaceLuck(face, seen, float(expected), seen / rolls if rolls else 0.0, low, high)


def wilson(seen: int, rolls: int, sure: float = SURE) -> tuple[float, float]:
    """Return the interval, by default of 95 %, of a share seen ``seen`` times in ``rolls``; 0 to 1
    without rolls. ``sure`` are the standard deviations either side.
    """
    if not rolls:
        return 0.0, 1.0
    share, z = seen / rolls, sure**2
    middle = (share + z / (2 * rolls)) / (1 + z / rolls)
    half = sure / (1 + z / rolls) * sqrt(share * (1 - share) / rolls + z / (4 * rolls**2))
    low = 0.0 if not seen else max(0.0, middle - half)
    return low, 1.0 if seen == rolls else min(1.0, middle + half)


def exact_chance(counts: tuple[int, ...], weights: tuple[int, ...]) -> float:
    """Return how likely fair dice fall in a way that is at most as likely as ``counts``."""
    rolls = sum(counts)
    likely = ways(counts, weights)
    all_ways = (ways(shown, weights) for shown in shares(rolls, len(weights)))
    return float(Fraction(sum(w for w in all_ways if w <= likely), sum(weights) ** rolls))


def ways(shown: tuple[int, ...], weights: tuple[int, ...]) -> int:
    """Return in how many ways dice fall so that each symbol shows so often."""
    orders = factorial(sum(shown)) // prod(map(factorial, shown))
    return int(orders * prod(w**n for w, n in zip(weights, shown, strict=True)))


def chi_square_chance(counts: tuple[int, ...], weights: tuple[int, ...]) -> float:
    """Return the result of Pearson's test; close once every face is expected five times, which
    ``few`` assures."""
    rolls, sides = sum(counts), sum(weights)
    expected = [rolls * w / sides for w in weights]
    stray = sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))
    return chi_square_tail(stray, len(weights) - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the chance that a chi-square variable of N degrees is at least ``value``."""
    half = value / 2
    if freedom % 2 == 0:
        return exp(-half) * sum(half**i / factorial(i) for i in range(freedom // 2))
    tail, term = erfc(sqrt(half)), sqrt(half) * 2 / sqrt(pi) * exp(-half)
    for i in range(1, freedom // 2 + 1):
        tail += term
        term *= half / (i + 0.5)
    return tail


# -- several small numbers as one ----------------------------------------------------------

BITS = 16
"""Room of each of several small numbers that are kept in one."""
EACH = sum(1 << BITS * n + BITS - 1 for n in range(64))
"""The highest bit of each."""


def packed(numbers: Iterable[int]) -> int:
    """Return several small numbers as one, so that they are added and compared at once."""
    return sum(n << BITS * at for at, n in enumerate(numbers))


def unpacked(number: int, n: int) -> tuple[int, ...]:
    """Return the ``n`` numbers that are kept in one."""
    return tuple(number >> BITS * at & (1 << BITS) - 1 for at in range(n))


def within(less: int, more: int) -> bool:
    """Return whether none of some packed numbers is greater than its counterpart."""
    return ((more | EACH) - less) & EACH == EACH

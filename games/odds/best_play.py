"""Dice with choices between their throws: the best chance of a goal, by dynamic programming.

Equal dice are merged, so that a throw is the number of dice per face. Each position is calculated
once, however it was reached, in fractions without rounding. A ``DicePlay`` lists the options for
dice on the table; two fit many games: dice rerolled one by one (``RerollRule``), and hands that
leave dice behind with each throw (``DiscardingPool``).

Exact if the search is small enough for interactive use; otherwise the first roll is sampled, with
an error bound; otherwise raise ``ForecastUnavailableError``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import gcd, lcm, sqrt
from operator import ge
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.odds.dice_statistics import BITS, SURE, packed, unpacked, ways, within
from games.odds.probability import shares
from games.odds.roll_forecast import (
    Forecast,
    ForecastUnavailableError,
    Trial,
    counted,
    told,
    totals,
)
from games.prospects import BestChance, Pick
from games.referee import AnyReferee
from games.vocabulary import DiceRoll, Die, RerollPermission, RerollRule

WEIGHED = 12_000
"""Ways on from dice that lie that are looked at for one answer; at most 0.07 seconds' work."""
THROWN = 200
"""First throws of a sample."""

Dice = tuple[tuple[int, int], ...]
"""How many dice are thrown of each kind, by its place among ``DicePlay.kinds``."""
Shown = tuple[tuple[int, ...], ...]
"""Of each kind, how many dice show each of its faces."""
Share = tuple[int, int]
"""A chance, as a fraction of two whole numbers."""

At = TypeVar("At", bound=Hashable)
NONE: Share = (0, 1)


class PlayOption(NamedTuple):
    """A decision: what is kept in mind of the dice that stay, and those that are thrown."""

    kept: Any
    dice: Dice


class DicePlay(Protocol[At]):
    """Ways to use dice: ``at`` is where they lie."""

    @property
    def kinds(self) -> Sequence[Die]:
        """The kinds of dice there are."""

    def worth(self, at: At) -> Share:
        """Return the chance of the goal if they stay so."""

    def ways(self, at: At) -> Iterable[PlayOption]:
        """Return the dice that may be thrown instead."""

    def lies(self, way: PlayOption, shown: Shown) -> At:
        """Return where the dice lie after a throw."""


class ComputeBudget:
    """Budget of calculations for one answer."""

    def __init__(self, left: int = WEIGHED) -> None:
        self.left = left


class PlaySolver(Generic[At]):
    """The best play of one ``DicePlay``, nothing weighed twice."""

    def __init__(self, play: DicePlay[At], purse: ComputeBudget | None = None) -> None:
        self.play = play
        self.purse = purse or ComputeBudget()
        self._at: dict[At, tuple[Share, PlayOption | None]] = {}
        self._thrown: dict[PlayOption, Share] = {}
        self._fall: dict[Dice, tuple[int, list[tuple[Shown, int]]]] = {}

    def best(self, way: PlayOption, pick: Pick | None = None) -> BestChance:
        """Return the chance of the goal once ``way`` is taken. Without ``pick`` it is exact or
        nothing.

        Raises ``ForecastUnavailableError``.
        """
        allowed = self.purse.left
        try:
            return BestChance(Fraction(*self.thrown(way)))
        except ForecastUnavailableError:
            if pick is None:
                raise
        self.purse.left = allowed
        found = [float(Fraction(*self.at(self._fallen(way, pick))[0])) for _ in range(THROWN)]
        mean = sum(found) / len(found)
        stray = sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1))
        return BestChance(Fraction(mean), max(SURE * stray, 0.5) / sqrt(len(found)))

    def settled(self, at: At) -> BestChance:
        """Return the chance of the goal where dice lie. Raise ``ForecastUnavailableError``."""
        return BestChance(Fraction(*self.at(at)[0]))

    def choice(self, at: At) -> PlayOption | None:
        """Return the best way on; ``None`` where they had better stay as they lie."""
        return self.at(at)[1]

    def thrown(self, way: PlayOption) -> Share:
        """Return what a throw is worth, played well after it."""
        known = self._thrown.get(way)
        if known is not None:
            return known
        whole, results = self.falls(way.dice)
        sums: dict[int, int] = {}
        for shown, often in results:
            part, of = self.at(self.play.lies(way, shown))[0]
            if part:
                sums[of] = sums.get(of, 0) + often * part
        of = lcm(*sums)
        part, of = sum(n * (of // each) for each, n in sums.items()), whole * of
        shared = gcd(part, of)
        self._thrown[way] = found = (part // shared, of // shared)
        return found

    def at(self, at: At) -> tuple[Share, PlayOption | None]:
        """Return what dice that lie are worth, and the way on that is worth so much."""
        if (known := self._at.get(at)) is not None:
            return known
        best, chosen = self.play.worth(at), None
        for way in self.play.ways(at):
            if best[0] == best[1]:
                break
            self.purse.left -= 1
            if self.purse.left < 0:
                raise ForecastUnavailableError
            found = self.thrown(way)
            if found[0] * best[1] > best[0] * found[1]:
                best, chosen = found, way
        self._at[at] = best, chosen
        return best, chosen

    def falls(self, dice: Dice) -> tuple[int, list[tuple[Shown, int]]]:
        """List what dice may show, each as often as it comes up in N equally likely throws."""
        if dice not in self._fall:
            whole, results = 1, [((), 1)]
            for kind, n in dice:
                sides, shown = _shown(self.play.kinds[kind], n)
                whole *= sides
                results = [((*old, new), a * b) for old, a in results for new, b in shown]  # type: ignore[misc]
            self._fall[dice] = whole, results  # type: ignore[assignment]
        return self._fall[dice]

    def _fallen(self, way: PlayOption, pick: Pick) -> At:
        shown = []
        for kind, n in way.dice:
            die = self.play.kinds[kind]
            faces = [at for at, (_, often) in enumerate(die) for _ in range(often)]
            fell = Counter(faces[pick(len(faces))] for _ in range(n))
            shown.append(tuple(fell[at] for at in range(len(die))))
        return self.play.lies(way, tuple(shown))


@lru_cache(maxsize=1024)
def _shown(die: Die, n: int) -> tuple[int, tuple[tuple[tuple[int, ...], int], ...]]:
    weights = tuple(often for _, often in die)
    shown = tuple((fell, ways(fell, weights)) for fell in shares(n, len(die)))
    return sum(weights) ** n, shown


def rerolled(
    referee: AnyReferee,
    state: Any,
    throw: DiceRoll,
    leave: RerollPermission,
    goals: Sequence[tuple[Callable[[Forecast], Fraction], bool]],
    purse: ComputeBudget,
    trial: Trial,
) -> tuple[BestChance, ...]:
    """Return the chance of each goal if dice are thrown again as well as possible for the roller,
    or ``against``; what they come to is ruled by the referee. A goal is weighed by a forecast, and
    sought or avoided by the roller. Exact or nothing. ``trial`` are rulings made before.

    Raises ``ForecastUnavailableError``.
    """
    trial = trial.again()
    comes = {
        total: Forecast(trial.all_of(state, told(referee, throw, faces)))
        for total, (faces, _) in totals(throw).items()
    }
    found = []
    for weigh, wanted in goals:
        sought = wanted != leave.against
        worth = {total: weigh(each) if sought else 1 - weigh(each) for total, each in comes.items()}
        play = Rerolls(throw.dice, leave.again, partial(_worth, throw, worth))
        solver: PlaySolver[DiceOnTable] = PlaySolver(play, purse)
        best = solver.best(play.first)
        found.append(best if sought else BestChance(1 - best.chance, best.error))
    return tuple(found)


def _worth(throw: DiceRoll, worth: Mapping[int, Fraction], total: int) -> Fraction:
    return worth[counted(throw.most, total)]


# -- dice thrown again one by one ----------------------------------------------------------


class DiceOnTable(NamedTuple):
    """Dice on the table: the sum of kept dice, the other dice as (kind, face, already rerolled),
    and the rerolls left.
    """

    stays: int
    dice: tuple[tuple[int, int, bool], ...]
    left: tuple[int, ...]


class Rerolls:
    """Dice with numbers, of which only the sum matters, that may be thrown again one by one."""

    def __init__(
        self, dice: Iterable[Die], again: tuple[RerollRule, ...], worth: Callable[[int], Fraction]
    ) -> None:
        self.dice = tuple(dice)
        self.passes = tuple(each for each in again if each.times and (each.of or each.of is None))
        reach = [
            frozenset(n for n, each in enumerate(self.passes) if each.of is None or at in each.of)
            for at in range(len(self.dice))
        ]
        alike = list(dict.fromkeys(zip(self.dice, reach, strict=True)))
        self.kind = [alike.index(each) for each in zip(self.dice, reach, strict=True)]
        self.kinds = [die for die, _ in alike]
        self.reach = [of for _, of in alike]
        self._worth: dict[int, Share] = {}
        self._of = worth

    @property
    def first(self) -> PlayOption:
        """All of them."""
        counts = sorted(Counter(self.kind).items())
        left = tuple(each.times for each in self.passes)
        return PlayOption((DiceOnTable(0, (), left), False), tuple(counts))

    def lying(self, faces: Iterable[int]) -> DiceOnTable:
        """Return dice that were thrown once."""
        lie = tuple((kind, face, False) for kind, face in zip(self.kind, faces, strict=True))
        return self._settled(0, lie, tuple(each.times for each in self.passes))

    def worth(self, at: DiceOnTable) -> Share:
        total = at.stays + sum(face for _, face, _ in at.dice)
        if total not in self._worth:
            self._worth[total] = self._of(total).as_integer_ratio()
        return self._worth[total]

    def ways(self, at: DiceOnTable) -> Iterator[PlayOption]:
        for place, (kind, _, freed) in enumerate(at.dice):
            if place and at.dice[place - 1] == at.dice[place]:
                continue
            rest = at.dice[:place] + at.dice[place + 1 :]
            for n, each in enumerate(self.passes):
                if at.left[n] and n in self.reach[kind] and not (freed and each.once):
                    kept = DiceOnTable(at.stays, rest, self._used(at.left, n))
                    yield PlayOption((kept, freed or each.once), ((kind, 1),))

    def _used(self, left: tuple[int, ...], n: int) -> tuple[int, ...]:
        """Return the dice with one pass used; after one that comes last the others are over."""
        last = self.passes[n].last
        return tuple(
            0 if last and not self.passes[i].last else each - (i == n)
            for i, each in enumerate(left)
        )

    def lies(self, way: PlayOption, shown: Shown) -> DiceOnTable:
        before, freed = way.kept
        fell = [
            (kind, self.kinds[kind][at][0], freed)
            for (kind, _), counts in zip(way.dice, shown, strict=True)
            for at, n in enumerate(counts)
            for _ in range(n)
        ]
        return self._settled(before.stays, (*before.dice, *fell), before.left)

    def _settled(
        self, stays: int, dice: tuple[tuple[int, int, bool], ...], left: tuple[int, ...]
    ) -> DiceOnTable:
        """Turn dice that can't be thrown any more into a sum."""
        open_ = []
        for kind, face, freed in dice:
            usable = (n for n in self.reach[kind] if left[n])
            if any(not (freed and self.passes[n].once) for n in usable):
                open_.append((kind, face, freed))
            else:
                stays += face
        return DiceOnTable(stays, tuple(sorted(open_)), left)


# -- hands of which each throw leaves something behind -------------------------------------

Gains = tuple[int, ...]
"""How much of each figure a die brings, or how much of each is needed."""


DONE = -1
"""The place of needs that are met."""


class DicePool(NamedTuple):
    """Dice in hand as they lie, and what is still needed (by its place among
    ``DiscardingPool.needs``)."""

    needs: int
    dice: Dice
    shown: Shown = ()


class DiscardingPool:
    """All dice in hand are thrown. Some that help are laid, or one is given up; the others may be
    thrown again, until what was laid meets any one of ``needs``. Faces are what they bring."""

    def __init__(self, needs: tuple[Gains, ...]) -> None:
        self.kinds: list[Die] = []
        self.needs: list[tuple[Gains, ...]] = []
        self._start = self._place(needs)
        self._kind: dict[Die, int] = {}
        self._met: dict[tuple[int, int], int] = {}
        self._next: dict[tuple[int, Dice, int, int], PlayOption | None] = {}

    def first(self, dice: Mapping[Die, int]) -> PlayOption:
        """Return all of them; none where all are too few."""
        hand = self._alike(self._start, dice.items())
        return PlayOption(self._start, hand if self._enough(self._start, hand) else ())

    def lying(self, faces: Iterable[tuple[Die, Gains]]) -> DicePool:
        """Return dice that were thrown."""
        if self._start == DONE:
            return DicePool(DONE, ())
        needs = self.needs[self._start]
        fell: Counter[tuple[Die, Gains]] = Counter()
        for die, face in faces:
            fell[useful(die, needs), _helps(face, needs)] += 1
        dice = self._alike(self._start, ((die, n) for (die, _), n in fell.items()))
        shown = (
            tuple(fell[self.kinds[kind], face] for face, _ in self.kinds[kind]) for kind, _ in dice
        )
        return DicePool(self._start, dice, tuple(shown))

    def worth(self, at: DicePool) -> Share:
        return (int(at.needs == DONE), 1)

    def ways(self, at: DicePool) -> Iterator[PlayOption]:
        """Yield the ways on. Nothing is laid that brings nothing more, and no die is given up where
        an equal one can be laid: neither is ever better."""
        if not at.shown:
            return
        lots = [
            laid(self.kinds[kind], row) for (kind, _), row in zip(at.dice, at.shown, strict=True)
        ]
        tried: dict[int, list[int]] = {}
        for gains, out in _sums(lots):
            needs = self.met(at.needs, gains)
            if needs == DONE:
                yield PlayOption(DONE, ())
                return
            before = tried.setdefault(needs, [])
            if needs != at.needs and not any(within(less, out) for less in before):
                before.append(out)
        for needs, outs in reversed(tried.items()):
            for out in outs:
                if option := self._left(at, needs, out):
                    yield option
        for i, lot in enumerate(lots):
            if len(lot) == 1 and (option := self._left(at, at.needs, 1 << BITS * i)):
                yield option

    def lies(self, way: PlayOption, shown: Shown) -> DicePool:
        return DicePool(way.kept, way.dice, shown)

    def met(self, place: int, gains: int) -> int:
        """Return what is still needed once so much is laid (``packed``)."""
        key = (place, gains)
        found = self._met.get(key)
        if found is None:
            have = unpacked(gains, len(self.needs[place][0]))
            left = (
                tuple(max(0, n - more) for n, more in zip(need, have, strict=True))
                for need in self.needs[place]
            )
            found = self._met[key] = self._place(tuple(dict.fromkeys(left)))
        return found

    def _place(self, needs: tuple[Gains, ...]) -> int:
        if any(not any(need) for need in needs):
            return DONE
        if needs not in self.needs:
            self.needs.append(needs)
        return self.needs.index(needs)

    def _left(self, at: DicePool, needs: int, out: int) -> PlayOption | None:
        """Return what is still needed, and the dice that stay in hand; ``None`` if they are too
        few, whatever they show."""
        key = (at.needs, at.dice, needs, out)
        if key not in self._next:
            gone = unpacked(out, len(at.dice))
            dice = tuple(
                (kind, n - less) for (kind, n), less in zip(at.dice, gone, strict=True) if n > less
            )
            if needs != at.needs:
                dice = self._alike(needs, ((self.kinds[kind], n) for kind, n in dice))
            self._next[key] = PlayOption(needs, dice) if self._enough(needs, dice) else None
        return self._next[key]

    def _enough(self, needs: int, dice: Dice) -> bool:
        """Return whether dice may bring what is still needed."""
        return needs == DONE or any(self._reaches(dice, need) for need in self.needs[needs])

    def _reaches(self, dice: Dice, need: Gains) -> bool:
        """Return whether dice may bring a need, each laid once with the best of its faces."""
        most, every = [0] * len(need), 0
        for kind, n in dice:
            faces = [tuple(map(min, face, need)) for face, _ in self.kinds[kind]]
            best = map(max, zip(*faces, strict=True))
            most = [old + n * new for old, new in zip(most, best, strict=True)]
            every += n * max(map(sum, faces))
        return every >= sum(need) and all(map(ge, most, need))

    def _alike(self, place: int, dice: Iterable[tuple[Die, int]]) -> Dice:
        """Return dice as far as they matter, equal ones together."""
        found: Counter[int] = Counter()
        for die, n in dice if place != DONE else ():
            seen = useful(die, self.needs[place])
            if seen not in self._kind:
                self._kind[seen] = len(self.kinds)
                self.kinds.append(seen)
            found[self._kind[seen]] += n
        return tuple(sorted((kind, n) for kind, n in found.items() if n))


@lru_cache(maxsize=4096)
def useful(die: Die, needs: tuple[Gains, ...]) -> Die:
    """Return a die as far as it matters: faces that bring nothing needed are one."""
    found: Counter[Gains] = Counter()
    for face, sides in die:
        found[_helps(face, needs)] += sides
    return tuple(sorted(found.items()))


def _helps(face: Gains, needs: tuple[Gains, ...]) -> Gains:
    """Return what a face brings of what is needed."""
    return tuple(n if any(need[i] for need in needs) else 0 for i, n in enumerate(face))


@lru_cache(maxsize=4096)
def laid(die: Die, row: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return how many dice of a kind may be laid, and what they bring together (``packed``); fewer
    first."""
    pairs = list(zip(die, row, strict=True))
    lots = product(*(range(n + 1) if any(face) else (0,) for (face, _), n in pairs))
    found = set()
    for lot in lots:
        brought = ([n * each for each in face] for (face, _), n in zip(die, lot, strict=True))
        found.add((sum(lot), packed(map(sum, zip(*brought, strict=True)))))
    return tuple(sorted(found))


def _sums(lots: Sequence[tuple[tuple[int, int], ...]]) -> list[tuple[int, int]]:
    """Return what one lot of each kind brings together, and how many dice of each that takes."""
    found = [(0, 0)]
    for at, lot in enumerate(lots):
        shift = BITS * at
        found = [(gains + more, out + (n << shift)) for gains, out in found for n, more in lot]
    return found

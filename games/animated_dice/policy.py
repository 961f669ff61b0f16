"""The best play of a heist, solved exactly.

Values are whole numbers in units of ``1 / Solver.unit``. Every roll divides by at most
``6 * dice in the cup`` per die, and re-rolling Alarms until something changes divides by
``6**n - a product of faces``; from one number of live dice (cup and Alarms) each happens
once at the most, so a unit with all these factors, once per live die, keeps every value
whole. Whole numbers make the whole table some twenty times faster than fractions do.

Dice of a roll are drawn and looked at one by one; that order changes no chance, and lets
different rolls share what is left to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod

from games.animated_dice.definition import (
    BUSTED,
    COLOURS,
    FIRST_ROLL,
    NONE,
    Counts,
    FaceTable,
    Villain,
    counts,
    dot,
    minus,
    plus,
)
from games.dice import draw as draws
from games.dice import roll as rolls
from games.dice import shares
from games.referee import Frozen

LOOT, BATMAN, ALARM = range(3)
Piles = tuple[Counts, Counts, Counts]
"""Loot, Batman and Alarm dice per colour."""


class Position(Frozen):
    """What decides the rest of a heist: cup, Alarms, Batman symbols, dodges used, Loot.

    ``first`` says that the dice drawn out of the cup make the first roll.
    """

    cup: Counts
    alarms: Counts = NONE
    batman: int = 0
    out: int = 0
    loot: Counts = NONE
    first: bool = False


class Game(Frozen):
    """What a solution holds for. With ``goal``, a turn is worth 1 if it scores that much.

    ``held`` is the most dice a roll may have: three, a villain's first roll, or more Alarms
    than that where a table overruled the number of dice.
    """

    villain: Villain
    dice: Counts
    faces: FaceTable
    return_before_bust: bool = True
    goal: int | None = None
    held: int = FIRST_ROLL


@lru_cache(maxsize=24)
def solver(game: Game) -> Solver:
    """The solver of a game; what it has found out is kept."""
    return Solver(game)


class Solver:
    """Values of positions under the best play; filled in as far as positions ask for it."""

    def __init__(self, game: Game) -> None:
        villain = game.villain
        self.game = game
        self.faces = tuple(tuple(f) for f in game.faces)
        self.bonus = villain.per_loot
        self.dodge = COLOURS.index(villain.dodge_colour) if villain.dodges else -1
        self.unit = unit(game.dice, game.faces, max(game.held, villain.first))
        self._stays: dict[tuple[Counts, Counts, int, int, int], int] = {}
        self._draws: dict[tuple[Counts, Counts, int, int, int, int], int] = {}
        self._firsts: dict[Piles, int] = {}
        self._again: dict[tuple[Counts, int], list[tuple[int, Counts, int, int, int]]] = {}

    # -- answers -------------------------------------------------------------------------

    def best(self, at: Position) -> Fraction:
        """The value of a position where the player may stop or roll."""
        return self._fraction(self._settle(*self._key(at)))

    def stop(self, at: Position) -> Fraction:
        """The value of stopping."""
        return self._fraction(self._stop(*self._key(at)))

    def go_on(self, at: Position) -> Fraction:
        """The value of rolling and then playing best; of an empty cup that ends the turn."""
        if dry(at.cup, at.alarms):
            return self.best(at)
        return self._fraction(self._roll(*self._key(at)))

    def drawn(self, at: Position, dice: Counts) -> Fraction:
        """The value of rolling the Alarms and these drawn dice; ``at.cup`` is without them."""
        shown = rolls(self.faces, plus(at.alarms, dice))
        return shown.mean(lambda each: self._shown(at, each)) / self.unit

    def first(self) -> Fraction:
        """The value of a turn before its first roll."""
        villain, cup = self.game.villain, self.game.dice
        if not villain.returns:
            n = min(villain.first, sum(cup))
            return self._fraction(self._draw(cup, NONE, n, 0, 0, 0))
        return draws(cup, min(villain.first, sum(cup))).mean(
            lambda dice: self.drawn(Position(minus(cup, counts(dice)), first=True), counts(dice))
        )

    def returns(self, shown: Piles) -> dict[Piles, Fraction]:
        """The value of each way to return dice of a first roll that shows ``shown``."""
        result = {}
        for back in product(*(product(*(range(n + 1) for n in pile)) for pile in shown)):
            returned = piles(back)
            kept = piles(minus(pile, b) for pile, b in zip(shown, returned, strict=True))
            result[returned] = self._fraction(self._keep(kept))
        return result

    # -- a roll that is on the table -----------------------------------------------------

    def _shown(self, at: Position, shown: tuple[tuple[int, ...], ...]) -> int:
        """The value once the dice show ``shown`` (per colour: Loot, Batman, Alarm)."""
        loot, batman, alarms = fallen = piles(zip(*shown, strict=True))
        if self.game.villain.returns and at.first:
            bust = self._counted(batman, 0)[0] >= BUSTED
            if self.game.return_before_bust or not bust:
                return self._best_kept(fallen)
            return self._keep(fallen)
        extra = dot(plus(at.loot, loot), self.bonus)
        return self._after(at.cup, alarms, at.batman, at.out, extra, batman)

    def _best_kept(self, shown: Piles) -> int:
        """The value of returning the best dice of a first roll, one die after the other."""
        value = self._firsts.get(shown)
        if value is None:
            value = self._keep(shown)
            for pile, dice in enumerate(shown):
                for colour, n in enumerate(dice):
                    if n:
                        less = _change(dice, colour, -1)
                        rest = piles(less if i == pile else p for i, p in enumerate(shown))
                        value = max(value, self._best_kept(rest))
            self._firsts[shown] = value
        return value

    def _keep(self, kept: Piles) -> int:
        """The value of a first roll of which these dice stay on the table."""
        loot, batman, alarms = kept
        cup = minus(self.game.dice, plus(plus(loot, batman), alarms))
        return self._after(cup, alarms, 0, 0, dot(loot, self.bonus), batman)

    def _after(
        self, cup: Counts, alarms: Counts, k: int, out: int, extra: int, batman: Counts
    ) -> int:
        """The value of a position that ``batman`` dice have just been added to."""
        symbols, dodged = self._counted(batman, out)
        return self._settle(cup, alarms, min(BUSTED, k + symbols), out + dodged, extra)

    def _counted(self, batman: Counts, out: int) -> tuple[int, int]:
        """Batman symbols that count, and those dodged."""
        if self.dodge < 0:
            return sum(batman), 0
        dodged = min(batman[self.dodge], self.game.villain.dodges - out)
        return sum(batman) - dodged, dodged

    # -- the table of values -------------------------------------------------------------

    def _key(self, at: Position) -> tuple[Counts, Counts, int, int, int]:
        return at.cup, at.alarms, at.batman, at.out, dot(at.loot, self.bonus)

    def _fraction(self, value: int) -> Fraction:
        return Fraction(value, self.unit)

    def _worth(self, points: int) -> int:
        goal = self.game.goal
        return self.unit * (points if goal is None else points >= goal)

    def _in_play(self, cup: Counts, out: int) -> Counts:
        gone = counts(out if i == self.dodge else 0 for i in range(3))
        return minus(minus(self.game.dice, cup), gone)

    def _points(self, cup: Counts, alarms: Counts, k: int, out: int, extra: int) -> int:
        """Points of stopping here; the Loot is what is neither in the cup nor anything else."""
        loot = sum(self.game.dice) - sum(cup) - sum(alarms) - k - out
        return loot + extra + self._sets(cup, out)

    def _sets(self, cup: Counts, out: int) -> int:
        per_set = self.game.villain.per_set
        return per_set * min(self._in_play(cup, out)) if per_set else 0

    def _stop(self, cup: Counts, alarms: Counts, k: int, out: int, extra: int) -> int:
        return self._worth(self._points(cup, alarms, k, out, extra))

    def _settle(self, cup: Counts, alarms: Counts, k: int, out: int, extra: int) -> int:
        """The value after a roll: bust, empty cup, or the decision."""
        if k >= BUSTED:
            paid = self.game.villain.paid_on_bust
            return self._worth(extra + self._sets(cup, out) if paid else 0)
        if dry(cup, alarms):
            return self._stop(cup, NONE, k, out, extra + dot(alarms, self.bonus))
        return self._stay(cup, alarms, k, out, extra)

    def _stay(self, cup: Counts, alarms: Counts, k: int, out: int, extra: int) -> int:
        key = (cup, alarms, k, out, extra)
        value = self._stays.get(key)
        if value is None:
            value = self._stop(*key)
            if value < self._most(*key):
                value = max(value, self._roll(*key))
            self._stays[key] = value
        return value

    def _most(self, cup: Counts, alarms: Counts, k: int, out: int, extra: int) -> int:
        """No roll from here can be worth more."""
        villain, alive = self.game.villain, plus(cup, alarms)
        loot = sum(self.game.dice) - k - out
        sets = villain.per_set * min(self.game.dice)
        return self._worth(loot + extra + dot(alive, self.bonus) + sets)

    def _roll(self, cup: Counts, alarms: Counts, k: int, out: int, extra: int) -> int:
        held = sum(alarms)
        need = min(max(0, FIRST_ROLL - held), sum(cup))
        whole = 6**held
        value = 0
        for weight, left, symbols, dodged, gain in self._rerolls(alarms, out):
            if left == alarms and not need and not dodged:
                whole -= weight
                continue
            now = k + symbols
            if now >= BUSTED:
                now, left = BUSTED, NONE
            value += weight * self._draw(cup, left, need, now, out + dodged, extra + gain)
        return _exact(value, whole)

    def _rerolls(self, alarms: Counts, out: int) -> list[tuple[int, Counts, int, int, int]]:
        """Re-rolled Alarms: weight, Alarms left, symbols, dodges, bonus for Loot."""
        key = (alarms, out)
        found = self._again.get(key)
        if found is None:
            merged: dict[tuple[Counts, int, int, int], int] = {}
            for shown in product(*(shares(n, 3) for n in alarms)):
                weight = prod(map(ways, self.faces, shown))
                symbols, dodged = self._counted(counts(s[BATMAN] for s in shown), out)
                gain = sum(s[LOOT] * b for s, b in zip(shown, self.bonus, strict=True))
                left = counts(s[ALARM] for s in shown)
                outcome = (left, symbols, dodged, gain)
                merged[outcome] = merged.get(outcome, 0) + weight
            found = [(weight, *outcome) for outcome, weight in merged.items()]
            self._again[key] = found
        return found

    def _draw(self, cup: Counts, alarms: Counts, need: int, k: int, out: int, extra: int) -> int:
        """The value with ``need`` dice still to be drawn and looked at."""
        if k >= BUSTED and not self.game.villain.paid_on_bust:
            return self._worth(0)
        if not need:
            return self._settle(cup, alarms, k, out, extra)
        key = (cup, alarms, need, k, out, extra)
        value = self._draws.get(key)
        if value is None:
            value = self._draws[key] = self._look(*key)
        return value

    def _look(self, cup: Counts, alarms: Counts, need: int, k: int, out: int, extra: int) -> int:
        """One die out of the cup, face by face."""
        value = 0
        draw, need = self._draw, need - 1
        dodges = self.game.villain.dodges
        for i, n in enumerate(cup):
            if not n:
                continue
            loot, batman, alarm = self.faces[i]
            left = _change(cup, i, -1)
            each = loot * draw(left, alarms, need, k, out, extra + self.bonus[i])
            if i == self.dodge and out < dodges:
                each += batman * draw(left, alarms, need, k, out + 1, extra)
            elif k + 1 < BUSTED:
                each += batman * draw(left, alarms, need, k + 1, out, extra)
            else:
                each += batman * draw(left, NONE, need, BUSTED, out, extra)
            more = alarms if k >= BUSTED else _change(alarms, i, 1)
            each += alarm * draw(left, more, need, k, out, extra)
            value += n * each
        return _exact(value, 6 * sum(cup))


def piles(three: Iterable[Iterable[int]]) -> Piles:
    """Three piles of dice as ``Piles``."""
    loot, batman, alarms = map(counts, three)
    return (loot, batman, alarms)


def dry(cup: Counts, alarms: Counts) -> bool:
    """Whether dice are needed for another roll and the cup has none."""
    return not any(cup) and sum(alarms) < FIRST_ROLL


def _change(dice: Counts, i: int, by: int) -> Counts:
    yellow, blue, gray = dice
    if i == 0:
        return (yellow + by, blue, gray)
    if i == 1:
        return (yellow, blue + by, gray)
    return (yellow, blue, gray + by)


def _exact(value: int, by: int) -> int:
    whole, rest = divmod(value, by)
    if rest:
        raise ArithmeticError("the unit of this table is too coarse")
    return whole


def ways(faces: tuple[int, ...], shown: tuple[int, ...]) -> int:
    """In how many ways equal dice show so many of each symbol."""
    dice, result = sum(shown), 1
    for face, n in zip(faces, shown, strict=True):
        for i in range(n):
            result = result * (dice - i) // (i + 1)
        dice -= n
        result *= face**n
    return result


def unit(dice: Counts, faces: FaceTable, held: int) -> int:
    """A whole number that every value of these dice is a fraction of; see the module."""
    n = sum(dice)
    drawn = lcm(*(prod(range(c, c - d, -1)) for d in range(1, held + 1) for c in range(d, n + 1)))
    loops = [
        6 ** sum(alarms) - prod(f.alarm**a for f, a in zip(faces, alarms, strict=True))
        for alarms in product(*(range(min(c, held) + 1) for c in dice))
        if FIRST_ROLL <= sum(alarms) <= held
    ]
    return int((6**held * drawn * lcm(*loops)) ** (n + 1))

"""The best play of a heist, solved exactly.

Values are whole numbers in units of ``1 / PolicySolver.unit``. Every roll divides by at most
``6 * dice in the cup`` per die, and re-rolling Alarms until something changes divides by
``6**n - a product of faces``; from one number of live dice (cup and Alarms) each happens
once at the most, so a unit with all these factors, once per live die, keeps every value
whole. Whole numbers make the whole table some twenty times faster than fractions do.

Chances to reach several scores are found together: side by side in lanes of one number,
far enough apart that sums never meet. Every step but the choice between stopping and
rolling is the same for all lanes.

Dice of a roll are drawn and looked at one by one; that order changes no chance, and lets
different rolls share what is left to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod

from msgspec.structs import replace

from games.animated_dice.box import (
    BUSTED,
    COLOURS,
    FIRST_ROLL,
    NONE,
    Counts,
    FaceTable,
    VillainToken,
    counts,
    dot,
    minus,
    plus,
)
from games.odds.probability import draw as draws
from games.odds.probability import roll as rolls
from games.odds.probability import shares
from games.vocabulary import Frozen

LOOT, BATMAN, ALARM = range(3)
CUP: Counts = (1, 1 << 4, 1 << 8)
ALARMED: Counts = (1 << 12, 1 << 16, 1 << 20)
NEED, SYMBOL, OUT, EXTRA = 1 << 24, 1 << 28, 1 << 32, 1 << 36
NEEDED, SYMBOLS, ALARMS = 15 * NEED, 15 * SYMBOL, 15 * sum(ALARMED)
"""The places of a packed position: four bits each, and bonus points above."""

SWITCHES = ("first", "returns", "dodge_colour", "dodges", "per_loot", "per_set", "paid_on_bust")
"""Switches of a villain that values follow; ``tests/…/test_best_play.py`` proves each."""

Piles = tuple[Counts, Counts, Counts]
"""Loot, Batman and Alarm dice per colour."""


class Position(Frozen):
    """Facts that decide the rest of a heist: cup, Alarms, Batman symbols, dodges used, Loot.

    ``first`` says that the dice drawn out of the cup make the first roll.
    """

    cup: Counts
    alarms: Counts = NONE
    batman: int = 0
    out: int = 0
    loot: Counts = NONE
    first: bool = False


class Game(Frozen):
    """Subject of a solution: points, or the chances to score each of ``goals``.

    ``held`` is the most dice a roll may have: three, a villain's first roll, or more Alarms
    than that where a table overruled the number of dice.
    """

    villain: VillainToken
    dice: Counts
    faces: FaceTable
    return_before_bust: bool = True
    goals: tuple[int, ...] = ()
    held: int = FIRST_ROLL


def solvable(villain: VillainToken) -> bool:
    """Return whether values follow everything that makes a villain different."""
    plain = type(villain)("", "", **{name: getattr(villain, name) for name in SWITCHES})
    return plain == replace(villain, slug="", name="", note="", rule=plain.rule)


@lru_cache(maxsize=24)
def solver(game: Game) -> PolicySolver:
    """Return the solver of a game; what it has found out is kept."""
    return PolicySolver(game)


class PolicySolver:
    """Values of positions under the best play; filled in as far as positions ask for it."""

    def __init__(self, game: Game) -> None:
        villain = game.villain
        self.game = game
        self.faces = tuple(tuple(f) for f in game.faces)
        self.bonus = villain.per_loot
        self.dodge = COLOURS.index(villain.dodge_colour) if villain.dodges else -1
        self.unit = unit(game.dice, game.faces, max(game.held, villain.first))
        self.width = self.unit.bit_length() + 3 * game.held + 24
        self.lanes = tuple(lane * self.width for lane in range(max(1, len(game.goals))))
        self.lost = self._worth(0)
        self._values: dict[int, int] = {}
        self._first: dict[int, Fraction] = {}
        self._firsts: dict[Piles, int] = {}
        self._again: dict[tuple[int, int], list[tuple[int, int]]] = {}

    # -- answers -------------------------------------------------------------------------

    def best(self, at: Position, lane: int = 0) -> Fraction:
        """Return the value of a position where the player may stop or roll."""
        return self._fraction(self._value(self._code(at)), lane)

    def stop(self, at: Position, lane: int = 0) -> Fraction:
        """Return the value of stopping."""
        return self._fraction(self._stop(self._code(at)), lane)

    def go_on(self, at: Position, lane: int = 0) -> Fraction:
        """Return the value of rolling and then playing best; of an empty cup that ends the turn."""
        if dry(at.cup, at.alarms):
            return self.best(at, lane)
        return self._fraction(self._roll(self._code(at)), lane)

    def drawn(self, at: Position, dice: Counts, lane: int = 0) -> Fraction:
        """Return the value of rolling the Alarms and these drawn dice; ``at.cup`` is without
        them."""
        shown = rolls(self.faces, plus(at.alarms, dice))
        return shown.mean(lambda each: self._fraction(self._shown(at, each), lane))

    def first(self, lane: int = 0) -> Fraction:
        """Return the value of a turn before its first roll."""
        if lane not in self._first:
            self._first[lane] = self._before(lane)
        return self._first[lane]

    def _before(self, lane: int) -> Fraction:
        villain, cup = self.game.villain, self.game.dice
        n = min(villain.first, sum(cup))
        if not villain.returns:
            return self._fraction(self._value(packed(cup) + n * NEED), lane)

        def rolled(dice: tuple[int, ...]) -> Fraction:
            taken = counts(dice)
            return self.drawn(Position(minus(cup, taken), first=True), taken, lane)

        return draws(cup, n).mean(rolled)

    def returns(self, shown: Piles, lane: int = 0) -> dict[Piles, Fraction]:
        """Return the value of each way to return dice of a first roll that shows ``shown``."""
        result = {}
        for back in product(*(product(*(range(n + 1) for n in pile)) for pile in shown)):
            returned = piles(back)
            kept = piles(minus(pile, b) for pile, b in zip(shown, returned, strict=True))
            result[returned] = self._fraction(self._keep(kept), lane)
        return result

    # -- a roll that is on the table -----------------------------------------------------

    def _shown(self, at: Position, shown: tuple[tuple[int, ...], ...]) -> int:
        """Return the value once the dice show ``shown`` (per colour: Loot, Batman, Alarm)."""
        loot, batman, alarms = fallen = piles(zip(*shown, strict=True))
        if self.game.villain.returns and at.first:
            bust = self._counted(batman, 0)[0] >= BUSTED
            if self.game.return_before_bust or not bust:
                return self._best_kept(fallen)
            return self._keep(fallen)
        extra = dot(plus(at.loot, loot), self.bonus)
        return self._after(at.cup, alarms, at.batman, at.out, extra, batman)

    def _best_kept(self, shown: Piles) -> int:
        """Return the value of returning the best dice of a first roll, one die after the other."""
        value = self._firsts.get(shown)
        if value is None:
            value = self._keep(shown)
            for pile, dice in enumerate(shown):
                for colour, n in enumerate(dice):
                    if n:
                        less = _change(dice, colour, -1)
                        rest = piles(less if i == pile else p for i, p in enumerate(shown))
                        value = self._better(value, self._best_kept(rest))
            self._firsts[shown] = value
        return value

    def _keep(self, kept: Piles) -> int:
        """Return the value of a first roll of which these dice stay on the table."""
        loot, batman, alarms = kept
        cup = minus(self.game.dice, plus(plus(loot, batman), alarms))
        return self._after(cup, alarms, 0, 0, dot(loot, self.bonus), batman)

    def _after(
        self, cup: Counts, alarms: Counts, k: int, out: int, extra: int, batman: Counts
    ) -> int:
        """Return the value of a position that ``batman`` dice have just been added to."""
        symbols, dodged = self._counted(batman, out)
        k += symbols
        return self._value(
            packed(cup, alarms if k < BUSTED else NONE, min(BUSTED, k), out + dodged, extra)
        )

    def _counted(self, batman: Counts, out: int) -> tuple[int, int]:
        """Return Batman symbols that count, and those dodged."""
        if self.dodge < 0:
            return sum(batman), 0
        dodged = min(batman[self.dodge], max(0, self.game.villain.dodges - out))
        return sum(batman) - dodged, dodged

    # -- the table of values -------------------------------------------------------------

    def _code(self, at: Position) -> int:
        return packed(at.cup, at.alarms, at.batman, at.out, dot(at.loot, self.bonus))

    def _fraction(self, value: int, lane: int) -> Fraction:
        return Fraction(self._lane(value, self.lanes[lane]), self.unit)

    def _lane(self, value: int, place: int) -> int:
        return (value >> place) & ((1 << self.width) - 1)

    def _better(self, one: int, other: int) -> int:
        """Return the greater value, lane by lane."""
        if len(self.lanes) == 1 or one == other:
            return max(one, other)
        return sum(max(self._lane(one, p), self._lane(other, p)) << p for p in self.lanes)

    def _worth(self, points: int) -> int:
        goals = self.game.goals
        if not goals:
            return self.unit * points
        return sum(
            self.unit << place
            for place, goal in zip(self.lanes, goals, strict=True)
            if points >= goal
        )

    def _value(self, code: int) -> int:
        """Return the value of a packed position, dice still to be drawn included."""
        value = self._values.get(code)
        if value is None:
            value = self._values[code] = self._look(code) if code & NEEDED else self._settle(code)
        return value

    def _settle(self, code: int) -> int:
        """Return the value after a roll: bust, empty cup, or the decision."""
        cup, alarms, k, out, extra = unpacked(code)
        if k >= BUSTED:
            paid = self.game.villain.paid_on_bust
            return self._worth(extra + self._sets(cup, out)) if paid else self.lost
        if dry(cup, alarms):
            return self._stop(packed(cup, NONE, k, out, extra + dot(alarms, self.bonus)))
        value = self._stop(code)
        most = sum(self.game.dice) - k - out + extra + dot(plus(cup, alarms), self.bonus)
        if value < self._worth(most + self.game.villain.per_set * min(self.game.dice)):
            value = self._better(value, self._roll(code))
        return value

    def _stop(self, code: int) -> int:
        """Return the value of stopping; Loot is what is neither in the cup nor anything else."""
        cup, alarms, k, out, extra = unpacked(code)
        loot = sum(self.game.dice) - sum(cup) - sum(alarms) - k - out
        return self._worth(loot + extra + self._sets(cup, out))

    def _sets(self, cup: Counts, out: int) -> int:
        per_set = self.game.villain.per_set
        if not per_set:
            return 0
        gone = counts(out if i == self.dodge else 0 for i in range(3))
        return per_set * min(minus(minus(self.game.dice, cup), gone))

    def _roll(self, code: int) -> int:
        """Reroll the Alarms, then look at new dice; rerolls that change nothing repeat."""
        cup, alarms, _k, out, _extra = unpacked(code)
        held = sum(alarms)
        need = min(max(0, FIRST_ROLL - held), sum(cup))
        start = code - packed(NONE, alarms) + need * NEED
        whole, value, known = 6**held, 0, self._values
        for weight, change in self._rerolls(alarms, out):
            after = start + change
            if after == code:
                whole -= weight
            elif after & SYMBOLS >= BUSTED * SYMBOL:
                value += weight * self._busted(after)
            else:
                value += weight * (known[after] if after in known else self._value(after))
        return _exact(value, whole)

    def _busted(self, code: int) -> int:
        """Return the value of a bust with dice still to be drawn; what the Alarms were is no
        matter."""
        if not self.game.villain.paid_on_bust:
            return self.lost
        return self._value(code & ~(ALARMS | SYMBOLS) | BUSTED * SYMBOL)

    def _rerolls(self, alarms: Counts, out: int) -> list[tuple[int, int]]:
        """Return each way re-rolled Alarms can fall: its weight and what it adds to a position."""
        key = (packed(NONE, alarms), out)
        found = self._again.get(key)
        if found is None:
            merged: dict[int, int] = {}
            for shown in product(*(shares(n, 3) for n in alarms)):
                symbols, dodged = self._counted(counts(s[BATMAN] for s in shown), out)
                gain = sum(s[LOOT] * b for s, b in zip(shown, self.bonus, strict=True))
                left = counts(s[ALARM] for s in shown)
                change = packed(NONE, left, symbols, dodged, gain)
                merged[change] = merged.get(change, 0) + prod(map(ways, self.faces, shown))
            found = self._again[key] = [(weight, change) for change, weight in merged.items()]
        return found

    def _look(self, code: int) -> int:
        """Return one die out of the cup, face by face."""
        value, whole, one = 0, 0, self._value
        symbols = (code & SYMBOLS) // SYMBOL
        may_dodge = (code // OUT) & 7 < self.game.villain.dodges
        for i, (loot, batman, alarm) in enumerate(self.faces):
            n = (code // CUP[i]) & 15
            if not n:
                continue
            whole += n
            left = code - CUP[i] - NEED
            each = loot * one(left + self.bonus[i] * EXTRA)
            if may_dodge and i == self.dodge:
                each += batman * one(left + OUT)
            elif symbols + 1 < BUSTED:
                each += batman * one(left + SYMBOL)
            else:
                each += batman * self._busted(left)
            each += alarm * one(left if symbols >= BUSTED else left + ALARMED[i])
            value += n * each
        return _exact(value, 6 * whole)


def packed(cup: Counts, alarms: Counts = NONE, k: int = 0, out: int = 0, extra: int = 0) -> int:
    """Return a position as one number, so that each die only adds to it; see ``unpacked``."""
    return dot(cup, CUP) + dot(alarms, ALARMED) + k * SYMBOL + out * OUT + extra * EXTRA


def unpacked(code: int) -> tuple[Counts, Counts, int, int, int]:
    """Return cup, Alarms, Batman symbols, dodges and bonus points of a packed position."""
    return (
        (code & 15, (code >> 4) & 15, (code >> 8) & 15),
        ((code >> 12) & 15, (code >> 16) & 15, (code >> 20) & 15),
        (code >> 28) & 15,
        (code >> 32) & 7,
        code >> 36,
    )


def piles(three: Iterable[Iterable[int]]) -> Piles:
    """Return three piles of dice as ``Piles``."""
    loot, batman, alarms = map(counts, three)
    return (loot, batman, alarms)


def dry(cup: Counts, alarms: Counts) -> bool:
    """Return whether dice are needed for another roll and the cup has none."""
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
    """Count the ways in which equal dice show these numbers of each symbol."""
    dice, result = sum(shown), 1
    for face, n in zip(faces, shown, strict=True):
        for i in range(n):
            result = result * (dice - i) // (i + 1)
        dice -= n
        result *= face**n
    return result


def unit(dice: Counts, faces: FaceTable, held: int) -> int:
    """Return a whole number that every value of these dice is a fraction of; see the module."""
    n = sum(dice)
    drawn = lcm(*(prod(range(c, c - d, -1)) for d in range(1, held + 1) for c in range(d, n + 1)))
    loops = [
        6 ** sum(alarms) - prod(f.alarm**a for f, a in zip(faces, alarms, strict=True))
        for alarms in product(*(range(min(c, held) + 1) for c in dice))
        if FIRST_ROLL <= sum(alarms) <= held
    ]
    return int((6**held * drawn * lcm(*loops)) ** (n + 1))

"""Exact chances of a pool with free and paid rerolls played as well as possible.

Faces of a die are known only when the group has read them off; then every number here is a
rational number without rounding. The best player rerolls first for free (each die at most
once, an arrow only on its colour), then with bonus rerolls, then pays (p.50-51).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from games.dice import Dist, certain, percent, total
from games.gotham_chronicles.box.sheets import COLOURS, ROLLED, Space
from games.gotham_chronicles.rules.common.energy import space_name
from games.gotham_chronicles.rules.rolls import rerolls_to_buy
from games.gotham_chronicles.state import Hero, Roll, State
from games.referee import Frozen

Faces = tuple[int, ...]
Dice = tuple[tuple[str, int, bool], ...]
"""A roll on the table: colour, face, whether its free reroll is used; sorted."""


class Pool(Frozen):
    """What is rolled and what may be rolled again.

    ``arrows`` are free rerolls by colour, ``bonus`` rerolls of skills for any die, ``paid``
    cubes there are for rerolls.
    """

    dice: tuple[str, ...]
    arrows: tuple[str, ...] = ()
    bonus: int = 0
    paid: int = 0


class Chances:
    """Chances for one set of die faces, given per colour in the order of ``COLOURS``."""

    def __init__(self, faces: tuple[Faces, ...]) -> None:
        self.faces = dict(zip(COLOURS, faces, strict=True))

    def known(self, dice: tuple[str, ...]) -> bool:
        """Whether the faces of all these dice have been read."""
        return all(self.faces.get(colour) for colour in dice)

    def die(self, colour: str) -> Dist[int]:
        """One die; raises ``ValueError`` for a colour nobody has read."""
        faces = self.faces.get(colour) or ()
        return Dist({n: faces.count(n) for n in set(faces)})

    def successes(self, pool: Pool) -> Dist[int]:
        """All symbols of the pool without any reroll."""
        return total(*(self.die(colour) for colour in pool.dice))

    def reach(self, pool: Pool, needed: int) -> Fraction:
        """The chance of at least ``needed`` symbols with rerolls played well."""
        return self._best(pool, lambda n: Fraction(n >= needed))

    def expected(self, pool: Pool, value: Callable[[int], Fraction]) -> Fraction:
        """The best expected ``value`` of the symbols with rerolls played well."""
        return self._best(pool, value)

    def one_more(self, pool: Pool, colour: str, arrow: bool, needed: int) -> Fraction:
        """What one more cube on the space buys: the chance with its die, less the one now."""
        arrows = (*pool.arrows, colour) if arrow else pool.arrows
        bigger = Pool((*pool.dice, colour), arrows, pool.bonus, max(0, pool.paid - 1))
        return self.reach(bigger, needed) - self.reach(pool, needed)

    def wounds(self, attack: Pool, defence: Pool, plus: int = 0, automatic: int = 0) -> Fraction:
        """Expected wounds: the attacker rerolls for wounds against a defence not yet rolled.

        ``plus`` are automatic attack successes less hindering, ``automatic`` those of the
        defence. The defender, who knows the attack, rerolls to suffer as little as possible.
        """
        suffered: dict[int, Fraction] = {}

        def wounds_of(symbols: int) -> Fraction:
            hits = max(0, symbols + plus)
            if hits not in suffered:
                suffered[hits] = -self._best(
                    defence, lambda n: -Fraction(max(0, hits - max(0, n + automatic)))
                )
            return suffered[hits]

        return self._best(attack, wounds_of)

    # -- playing well ----------------------------------------------------------------------

    def _best(self, pool: Pool, value: Callable[[int], Fraction]) -> Fraction:
        search = _Search(self, value)
        arrows = tuple(sorted(arrow for arrow in pool.arrows if arrow in pool.dice))
        return sum(
            (
                chance * search.free(dice, arrows, pool.bonus, pool.paid)
                for dice, chance in self._rolls(pool.dice)
            ),
            Fraction(0),
        )

    def _rolls(self, colours: tuple[str, ...]) -> Dist[Dice]:
        rolls: Dist[Dice] = certain(())
        for colour in colours:
            rolls = rolls.then(
                lambda dice, colour=colour: self.die(colour).map(  # type: ignore[misc]
                    lambda face: tuple(sorted((*dice, (colour, face, False))))
                )
            )
        return rolls

    def best_free(self, roll: Dice, arrows: tuple[str, ...], needed: int) -> int | None:
        """Which die of a roll on the table to reroll for free first, ``None`` for none."""
        search = _Search(self, lambda n: Fraction(n >= needed))
        stay = search.free(tuple(sorted(roll)), (), 0, 0)
        best: tuple[Fraction, int | None] = (stay, None)
        for at, (colour, _, freed) in enumerate(roll):
            if freed or colour not in arrows:
                continue
            left = list(arrows)
            left.remove(colour)
            gain = search.after(roll, at, tuple(left), 0, 0, True)
            best = max(best, (gain, at), key=lambda each: each[0])
        return best[1]


class _Search:
    """The value of a roll when its owner goes on as well as possible."""

    def __init__(self, chances: Chances, value: Callable[[int], Fraction]) -> None:
        self.chances = chances
        self.value = value
        self.free = lru_cache(maxsize=None)(self._free)
        self.pay = lru_cache(maxsize=None)(self._pay)

    def _free(self, dice: Dice, arrows: tuple[str, ...], bonus: int, paid: int) -> Fraction:
        best = self.pay(_plain(dice), paid)
        for at, (colour, _, freed) in enumerate(dice):
            if at and dice[at - 1] == dice[at]:
                continue
            if bonus:
                best = max(best, self.after(dice, at, arrows, bonus - 1, paid, freed))
            if not freed and colour in arrows:
                left = list(arrows)
                left.remove(colour)
                best = max(best, self.after(dice, at, tuple(left), bonus, paid, True))
        return best

    def after(
        self, dice: Dice, at: int, arrows: tuple[str, ...], bonus: int, paid: int, freed: bool
    ) -> Fraction:
        """One die again, then the best of what is left."""
        colour = dice[at][0]
        rest = dice[:at] + dice[at + 1 :]
        return sum(
            (
                chance
                * self.free(tuple(sorted((*rest, (colour, face, freed)))), arrows, bonus, paid)
                for face, chance in self.chances.die(colour)
            ),
            Fraction(0),
        )

    def _pay(self, dice: tuple[tuple[str, int], ...], paid: int) -> Fraction:
        best = self.value(sum(face for _, face in dice))
        if not paid:
            return best
        for at, (colour, _) in enumerate(dice):
            if at and dice[at - 1] == dice[at]:
                continue
            rest = dice[:at] + dice[at + 1 :]
            again = sum(
                (
                    chance * self.pay(tuple(sorted((*rest, (colour, face)))), paid - 1)
                    for face, chance in self.chances.die(colour)
                ),
                Fraction(0),
            )
            best = max(best, again)
        return best


def _plain(dice: Dice) -> tuple[tuple[str, int], ...]:
    return tuple((colour, face) for colour, face, _ in dice)


ODDS_DICE = 5
ODDS_DICE_AGAIN = 3
"""More dice with free rerolls take longer to weigh than a tap may."""
ODDS_NEEDED = 6


@lru_cache(maxsize=8)
def chances(faces: tuple[tuple[int, ...], ...]) -> Chances | None:
    """The chances of these faces, ``None`` if no die has been read."""
    return Chances(faces) if len(faces) == 5 and any(faces) else None


@lru_cache(maxsize=512)
def _reach(faces: tuple[tuple[int, ...], ...], pool: Pool, needed: int) -> str:
    found = chances(faces)
    if found is None or not found.known(pool.dice):
        return ""
    return percent(found.reach(pool, needed))


def roll_odds(state: State, roll: Roll, who: str) -> list[dict[str, Any]]:
    """The chance of every useful number of symbols before the dice are told."""
    known = chances(state.faces)
    colours = tuple(die.colour for die in roll.dice)
    again = bool(roll.arrows or roll.bonus)
    most = ODDS_DICE_AGAIN + 1 if again else ODDS_DICE
    fresh = not roll.rolled and 0 < len(colours) <= most
    if known is None or not fresh or not known.known(colours):
        return []
    arrows = tuple(arrow for arrow in roll.arrows if arrow != "any")
    paid = min(1 if len(colours) > ODDS_DICE_AGAIN else 2, rerolls_to_buy(state, who))
    pool = Pool(colours, arrows, roll.bonus, 0)
    more = Pool(colours, arrows, roll.bonus, paid)
    return [
        {
            "needed": n,
            "chance": _reach(state.faces, pool, n),
            "with_cubes": _reach(state.faces, more, n) if paid else "",
        }
        for n in range(1, ODDS_NEEDED + 1)
    ]


def space_odds(state: State, hero: Hero) -> list[dict[str, Any]]:
    """For each space with a die: the chance of 1 to 6 successes by cubes spent now."""
    if state.phase != "H4" or chances(state.faces) is None or hero.neutralized:
        return []
    found = []
    for name in ROLLED:
        space = hero.sheet.space(name)
        most = min(ODDS_DICE_AGAIN if space.arrow else ODDS_DICE, hero.room(name))
        rows: list[dict[str, Any]] = [
            {
                "cubes": cubes,
                "chances": [_cubes(state, space, cubes, n) for n in range(1, ODDS_NEEDED + 1)],
            }
            for cubes in range(1, most + 1)
        ]
        if rows and rows[0]["chances"][0]:
            found.append({"name": name, "label": space_name(name), "rows": rows})
    return found


def _cubes(state: State, space: Space, cubes: int, needed: int) -> str:
    dice = (space.die,) * cubes
    return _reach(state.faces, Pool(dice, dice if space.arrow else ()), needed)

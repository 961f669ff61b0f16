"""Chances of N symbols with best play of the rerolls, for the board's tables.

Faces of a die are known only when the group has read them off; then every number here is exact. The
best player rerolls first for free (each die at most once, an arrow only on its colour), then with
bonus rerolls, then pays (p.50-51): ``odds/best_play.py`` weighs it. Cubes that no one has spent
yet make no roll that the referee could be asked about, so what they would bring is reckoned here.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from games.gotham_chronicles.ahead.chances import as_die, rerolls
from games.gotham_chronicles.box.sheets import COLOURS, ROLLED, ScreenSpace
from games.gotham_chronicles.rules.common.energy import space_name
from games.gotham_chronicles.rules.rolls import rerolls_to_buy
from games.gotham_chronicles.state import Hero, State
from games.gotham_chronicles.state.dice import Die, Roll
from games.odds.best_play import DiceOnTable, PlaySolver, Rerolls
from games.odds.probability import percent
from games.odds.roll_forecast import ForecastUnavailableError
from games.referee import RerollRule

ODDS_DICE = 5
ODDS_DICE_AGAIN = 3
"""More dice with free rerolls take longer to weigh than a tap may."""
ODDS_NEEDED = 6


Faces = tuple[tuple[int, ...], ...]


def known(faces: Faces, colours: tuple[str, ...]) -> bool:
    """Return whether the faces of all these dice have been read."""
    read = dict(zip(COLOURS, faces, strict=False))
    return all(read.get(colour) for colour in colours)


@lru_cache(maxsize=512)
def reach(faces: Faces, roll: Roll, paid: int, needed: int) -> Fraction:
    """Return the chance of at least ``needed`` symbols with rerolls played well, ``paid`` among
    them.

    Raises ``ForecastUnavailableError``.
    """
    read = dict(zip(COLOURS, faces, strict=True))
    dice = [as_die(read[die.colour]) for die in roll.dice]
    again = (*rerolls(roll), RerollRule(paid, last=True))
    play = Rerolls(dice, again, lambda n: Fraction(n >= needed))
    solver: PlaySolver[DiceOnTable] = PlaySolver(play)
    return solver.best(play.first).chance


def _percent(faces: Faces, roll: Roll, paid: int, needed: int) -> str:
    try:
        return percent(reach(faces, roll, paid, needed))
    except ForecastUnavailableError:
        return ""


def roll_odds(state: State, roll: Roll, who: str) -> list[dict[str, Any]]:
    """Return the chance of every useful number of symbols before the dice are entered."""
    colours = tuple(die.colour for die in roll.dice)
    most = ODDS_DICE_AGAIN + 1 if roll.arrows or roll.bonus else ODDS_DICE
    if roll.rolled or not 0 < len(colours) <= most or not known(state.faces, colours):
        return []
    paid = min(1 if len(colours) > ODDS_DICE_AGAIN else 2, rerolls_to_buy(state, who))
    return [
        {
            "needed": n,
            "chance": _percent(state.faces, roll, 0, n),
            "with_cubes": _percent(state.faces, roll, paid, n) if paid else "",
        }
        for n in range(1, ODDS_NEEDED + 1)
    ]


def space_odds(state: State, hero: Hero) -> list[dict[str, Any]]:
    """Return for each space with a die: the chance of 1 to 6 successes by cubes spent now."""
    if state.phase != "H4" or hero.neutralized:
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


def _cubes(state: State, space: ScreenSpace, cubes: int, needed: int) -> str:
    colours = (space.die,) * cubes
    if not known(state.faces, colours):
        return ""
    dice = tuple(Die(colour) for colour in colours)
    return _percent(state.faces, Roll(dice, colours if space.arrow else ()), 0, needed)

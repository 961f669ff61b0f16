"""Odds beside the board, as soon as the group has read the faces of its dice."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.dice import percent
from games.gotham_chronicles.board.odds import Chances, Pool
from games.gotham_chronicles.box.sheets import ROLLED, Space
from games.gotham_chronicles.rules.common.energy import space_name
from games.gotham_chronicles.rules.rolls import rerolls_to_buy
from games.gotham_chronicles.state import Hero, Roll, State

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

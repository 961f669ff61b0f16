"""A roll that is entered as one number, with the action it belongs to or after it (p.50)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.box.sheets import BonusLine
from games.gotham_chronicles.rules.common.forms import characters
from games.gotham_chronicles.rules.common.skills import skill_of
from games.gotham_chronicles.rules.rolls import (
    HIGHEST,
    buy_rerolls,
    rerolls_to_buy,
    told_free,
    told_symbols,
)
from games.gotham_chronicles.state import State
from games.gotham_chronicles.state.dice import Roll
from games.gotham_chronicles.table import Act, Table, fighter, name_of
from games.messages import Msg
from games.referee import Field


def whole_roll(act: type[Act], state: State, who: str, dice: int) -> tuple[Field, ...]:
    """Return the successes on at most this many dice and the rerolls paid for them; both may be
    left out, and the dice are entered one by one.
    """
    more = rerolls_to_buy(state, who)
    symbols = act.field(
        "symbols", low=0, high=HIGHEST * dice, rule="G-031", help=Msg("help.symbols")
    )
    paid = act.field("paid", high=more, optional=True)
    return (symbols, paid) if more else (symbols,)


def dice_of(lines: Iterable[BonusLine]) -> int:
    """Return the number of dice on card lines."""
    return sum(len(line.dice) for line in lines)


def shieldable(state: State, side: str) -> bool:
    """Return whether an ally of a target on this side could shield it before the roll."""
    wanted = "hero" if side == "heroes" else "villain"
    there = [fighter("tile", tile.name) for tile in characters(state) if tile.side == wanted]
    heroes = [fighter("hero", index) for index in state.hero_parts] if side == "heroes" else []
    return any(skill_of(state, who, "Sacrifice") for who in (*heroes, *there))


def entered(t: Table, roll: Roll, who: str, symbols: int, paid: int, rule: str = "G-031") -> None:
    """Pay for the rerolls of a roll entered as one number, and log it."""
    told_symbols(t, roll, symbols, rule)
    cubes = buy_rerolls(t, who, paid)
    code = "total-rerolled" if paid else "total"
    t.note(code, "G-031", who=name_of(t.state, who), n=symbols, paid=paid, cubes=cubes)
    told_free(t, roll)

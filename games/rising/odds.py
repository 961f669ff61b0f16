"""How likely the dice in hand win a card, rolled again and laid as well as possible for it.

Hundreds of thousands of ways lead there, each with choices in between: too many to lay before the
referee. So this stands beside the forecasts, and knows of the rules only that each roll but the
last must leave a die behind, laid or given up, and that what is over on a card is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import prod

from games.dice import pool
from games.messages import Msg, msg
from games.rising.box import Price
from games.rising.table import Table

Face = tuple[int, int]
"""A symbol by its place, and how many of it."""
Colour = tuple[tuple[Face, int], ...]
"""What dice of a colour may show, and how many of their sides do."""
Hand = tuple[tuple[Colour, int], ...]
"""How many dice of each colour are in hand."""

BLANK: Face = (-1, 0)
"""A face without a symbol that is needed."""
MOST = 5
"""More dice in hand take longer to weigh than a line may."""
SHOWN = 3
"""So many cards are named."""


def prospects(t: Table) -> tuple[tuple[Msg, Callable[[], Fraction]], ...]:
    """The cards in reach that the dice of a turn may win, before the first roll."""
    dice = t.pool()
    known = {each.colour: each.faces for each in t.state.stock if each.checked}
    if t.step != "heroes" or t.turn.rolls or not 0 < len(dice) <= MOST:
        return ()
    if any(not known.get(die.colour) for die in dice):
        return ()
    colours = sorted(die.colour for die in dice)
    hand = tuple((_colour(t, known[each]), colours.count(each)) for each in dict.fromkeys(colours))
    return tuple(_prospects(t, hand, len(dice)))[:SHOWN]


def _prospects(t: Table, hand: Hand, dice: int) -> Iterator[tuple[Msg, Callable[[], Fraction]]]:
    for card in t.reach():
        laid = t.laid(card)
        needs = tuple(
            tuple(max(0, n - have) for n, have in zip(price, laid, strict=True))
            for price in t.facts(card).prices
        )
        if needs:
            text = msg("prospect.card", card=t.name(card), n=dice)
            yield text, lambda needs=needs: Fraction(chance(hand, needs))  # type: ignore[misc]


def _colour(t: Table, faces: tuple[str, ...]) -> Colour:
    shown = [(t.game.symbol_of(face), 1 + face.startswith("2")) for face in faces]
    return tuple((face, shown.count(face)) for face in sorted(set(shown)))


def chance(hand: Hand, needs: tuple[Price, ...]) -> float:
    """How likely one of ``needs`` is met with these dice."""
    if any(not any(need) for need in needs):
        return 1.0
    useful = frozenset(i for need in needs for i, n in enumerate(need) if n)
    alike: dict[Colour, int] = {}
    for colour, n in hand:
        seen = _useful(colour, useful)
        alike[seen] = alike.get(seen, 0) + n
    return _chance(tuple(sorted((c, n) for c, n in alike.items() if n)), needs)


@cache
def _useful(colour: Colour, symbols: frozenset[int]) -> Colour:
    """A colour as far as it matters: faces without one of these symbols are one."""
    merged: dict[Face, int] = {}
    for (symbol, n), sides in colour:
        face = (symbol, n) if symbol in symbols else BLANK
        merged[face] = merged.get(face, 0) + sides
    return tuple(sorted(merged.items()))


@lru_cache(maxsize=50_000)
def _chance(hand: Hand, needs: tuple[Price, ...]) -> float:
    if not hand:
        return 0.0
    rolled = [list(pool(tuple(w for _, w in colour), n)) for colour, n in hand]
    total = 0.0
    for shown in product(*rolled):
        likely = prod(float(share) for _, share in shown)
        total += likely * _best(hand, needs, tuple(fell for fell, _ in shown))
    return total


def _best(hand: Hand, needs: tuple[Price, ...], shown: tuple[tuple[int, ...], ...]) -> float:
    """The most that can be made of a roll: any useful dice laid, or one given up."""
    best = 0.0
    lots = (
        product(*(range(fell + 1) if face != BLANK else (0,) for (face, _), fell in pairs))
        for pairs in (
            zip(colour, row, strict=True) for (colour, _), row in zip(hand, shown, strict=True)
        )
    )
    for laid in product(*lots):
        if any(map(any, laid)):
            rest = _without(hand, tuple(map(sum, laid)))
            best = max(best, chance(rest, _met(hand, needs, laid)))
            if best == 1:
                return best
    for i in range(len(hand)):
        given_up = tuple(int(j == i) for j in range(len(hand)))
        best = max(best, chance(_without(hand, given_up), needs))
    return best


def _without(hand: Hand, gone: tuple[int, ...]) -> Hand:
    return tuple((colour, n - out) for (colour, n), out in zip(hand, gone, strict=True))


def _met(
    hand: Hand, needs: tuple[Price, ...], laid: tuple[tuple[int, ...], ...]
) -> tuple[Price, ...]:
    """What is still needed once these dice lie there."""
    have = [0] * len(needs[0])
    for (colour, _), row in zip(hand, laid, strict=True):
        for ((symbol, n), _), times in zip(colour, row, strict=True):
            have[symbol] += n * times
    return tuple(tuple(max(0, n - h) for n, h in zip(need, have, strict=True)) for need in needs)

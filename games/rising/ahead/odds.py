"""Chances that the dice in hand win a card, thrown again and assigned as well as possible for it.

Hundreds of thousands of ways lead there, each with choices in between: too many to lay before the
referee. So this says how a turn's dice are thrown (``odds/best_play.py``) and knows of the rules
only that each throw but the last must leave a die behind, laid or given up, and that what is over
on a card is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from games.messages import Msg, msg
from games.odds.best_play import ComputeBudget, DicePool, DiscardingPool, Gains, PlaySolver
from games.prospects import BestChance, Pick, Prospect
from games.rising.rules import progress
from games.rising.rules.dice.assign import check_target, most_sets, prices, target_name
from games.rising.rules.dice.pool import sets, supplied
from games.rising.rules.reach import colour_name
from games.rising.table import Table
from games.vocabulary import Die

SHOWN = 3
"""The number of cards named."""


def prospects(t: Table) -> tuple[Prospect, ...]:
    """Return the cards in reach that the dice of a turn may still win, before its first roll and
    after each; and what one more die would be worth for the first of them."""
    hand = _hand(t)
    if t.step != "heroes" or not hand:
        return ()
    purse = ComputeBudget()
    known: dict[frozenset[Gains], BestChance] = {}

    def chance(needs: tuple[Gains, ...], pick: Pick | None = None) -> BestChance:
        # Two cards of one price have one chance, also where it is a sample.
        price = frozenset(needs)
        if price not in known:
            known[price] = _chance(hand, needs, t.turn.freed, purse, pick)
        return known[price]

    found: list[Prospect] = []
    for target, needs in _goals(t):
        text = msg("prospect.card", card=target_name(t, target), n=len(hand))
        found.append((text, partial(chance, needs)))
        if len(found) == SHOWN:
            break
    more = _one_more(t, hand, next(_goals(t))[1]) if found and not t.turn.rolls else None
    if more:
        colour, die = more
        text = msg("prospect.more", colour=colour)
        needs = next(_goals(t))[1]
        found.insert(1, (text, partial(_chance, (*hand, (die, ())), needs, False, purse)))
    return tuple(found)


InHand = tuple[tuple[Die, Gains], ...]
"""Each die, and what the face brings that it shows; nothing before it is thrown."""


def _hand(t: Table) -> InHand:
    """Return the dice in hand; none where a face is unknown, or only some of them were thrown."""
    dice = t.pool()
    known = dict(_dice(t))
    if any(die.colour not in known for die in dice) or len({not die.face for die in dice}) > 1:
        return ()
    return tuple((known[die.colour], _gains(t, die.face) if die.face else ()) for die in dice)


def _dice(t: Table) -> Iterator[tuple[str, Die]]:
    """Yield the colours whose faces someone has checked."""
    for each in t.state.stock:
        if each.checked and each.faces:
            brings = Counter(_gains(t, face) for face in each.faces)
            yield each.colour, tuple(sorted(brings.items()))


def _gains(t: Table, face: str) -> Gains:
    """Return how many of each symbol a face shows."""
    shown, n = t.game.symbol_of(face), 1 + face.startswith("2")
    return tuple(n * (i == shown) for i in range(len(t.game.symbols)))


def _goals(t: Table) -> Iterator[tuple[str, tuple[Gains, ...]]]:
    """Yield everything dice may be assigned to, and what its next full set still needs."""
    for target in (*t.reach(), progress.TARGET):
        asked = prices(t, target) if t.allows(check_target, t, target) else ()
        laid = t.laid(target)
        done = sets(asked, laid) if asked else 0
        if not asked or done >= most_sets(t, target) or (done and len(asked) > 1):
            continue
        yield (
            target,
            tuple(
                tuple(max(0, n * (done + 1) - have) for n, have in zip(price, laid, strict=True))
                for price in asked
            ),
        )


def _one_more(t: Table, hand: InHand, needs: tuple[Gains, ...]) -> tuple[Msg | str, Die] | None:
    """Return the die of the common stock that shows most of what is needed."""
    left = [(colour, die) for colour, die in _dice(t) if supplied(t, colour)]
    if not left:
        return None

    def helps(die: Die) -> float:
        shown = sum(
            sides * max(min(n, need[i]) for need in needs)
            for face, sides in die
            for i, n in enumerate(face)
        )
        return float(shown) / sum(sides for _, sides in die)

    colour, die = max(left, key=lambda each: helps(each[1]))
    return colour_name(t, colour), die


def _chance(
    hand: InHand,
    needs: tuple[Gains, ...],
    freed: bool,
    purse: ComputeBudget,
    pick: Pick | None = None,
) -> BestChance:
    """Return the chance of a full set; ``freed`` dice may be thrown again at once."""
    play = DiscardingPool(needs)
    solver: PlaySolver[DicePool] = PlaySolver(play, purse)
    if not hand[0][1]:
        return solver.best(play.first(Counter(die for die, _ in hand)), pick)
    lie = solver.settled(play.lying(hand))
    again = solver.best(play.first(Counter(die for die, _ in hand))) if freed else lie
    return max(lie, again)

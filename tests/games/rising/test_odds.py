"""How likely dice win a card, against every face of every die and every way to lay them."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from games.batman_who_laughs import BatmanWhoLaughs
from games.rising.odds import MOST, chance
from tests.positions import recorded

LAUGHS = BatmanWhoLaughs()
DICE = {
    "red": ((0, 1), (1, 1), (2, 1), (3, 1), (0, 1), (0, 2)),
    "blue": ((0, 1), (1, 1), (2, 1), (3, 1), (2, 1), (2, 2)),
    "bent": ((0, 1), (0, 1), (1, 2), (1, 2), (1, 2), (3, 1)),
}
PRICES = [(1, 0, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (0, 0, 2, 1), (0, 3, 0, 0), (1, 0, 1, 0)]
HANDS = [("red",), ("red", "red"), ("blue", "red"), ("bent", "blue"), ("bent", "red", "red")]


def hand(names):
    return tuple(
        (
            tuple((face, DICE[name].count(face)) for face in sorted(set(DICE[name]))),
            names.count(name),
        )
        for name in sorted(set(names))
    )


@cache
def by_hand(names, need):
    """All dice are rolled; some are laid, or one given up; the others are rolled again."""
    if not any(need):
        return Fraction(1)
    if not names:
        return Fraction(0)
    total = Fraction(0)
    for shown in product(*(DICE[name] for name in names)):
        best = Fraction(0)
        for size in range(1, len(names) + 1):
            for laid in combinations(range(len(names)), size):
                rest = tuple(name for i, name in enumerate(names) if i not in laid)
                have = [
                    sum(n for s, n in (shown[i] for i in laid) if s == each) for each in range(4)
                ]
                if size > 1 and any(not need[shown[i][0]] for i in laid):
                    continue
                left = tuple(max(0, n - h) for n, h in zip(need, have, strict=True))
                best = max(best, by_hand(rest, left))
        total += best
    return total / 6 ** len(names)


@pytest.mark.parametrize("names", HANDS)
@pytest.mark.parametrize("need", PRICES)
def test_a_card_is_won_as_often_as_by_hand(names, need):
    expected = by_hand(names, need)
    assert chance(hand(names), (need,)) == pytest.approx(float(expected), abs=1e-12)


def test_either_of_two_prices_wins_a_card():
    both = chance(hand(("red", "blue")), ((2, 0, 0, 0), (0, 0, 2, 0)))
    one, other = (chance(hand(("red", "blue")), (each,)) for each in ((2, 0, 0, 0), (0, 0, 2, 0)))
    assert max(one, other) < both < one + other


def tables():
    return [
        state
        for _, state in recorded("batman-who-laughs")
        if state.step == "heroes" and not state.turn.rolls and state.turn.dice
    ]


def known(state):
    faces = [replace(each, checked=True, faces=each.faces or ("D",) * 6) for each in state.stock]
    return replace(state, stock=tuple(faces))


def test_the_cards_in_reach_are_named_with_their_chance():
    found = [LAUGHS.prospects(known(state)) for state in tables()]
    named = [each for each in found if each]
    assert named
    for told in named:
        assert len(told) <= 3
        assert all(0 <= reckoned() <= 1 for _, reckoned in told)


def test_of_dice_nobody_has_checked_and_of_too_many_nothing_is_said():
    state = next(known(each) for each in tables() if LAUGHS.prospects(known(each)))
    unsure = tuple(replace(each, checked=False) for each in state.stock)
    assert LAUGHS.prospects(replace(state, stock=unsure)) == ()
    many = replace(state.turn, dice=state.turn.dice * MOST)
    assert LAUGHS.prospects(replace(state, turn=many)) == ()
    rolled = replace(state.turn, rolls=1)
    assert LAUGHS.prospects(replace(state, turn=rolled)) == ()


def test_symbols_on_a_card_already_bring_it_closer():
    rng = Random(1)
    for _ in range(5):
        need = tuple(rng.randrange(2) for _ in range(4))
        less = tuple(max(0, n - 1) for n in need)
        assert chance(hand(("red", "blue")), (less,)) >= chance(hand(("red", "blue")), (need,))

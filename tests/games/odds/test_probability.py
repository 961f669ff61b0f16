"""Exact chances against counting by hand and against listing every outcome."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.odds.probability import (
    Dist,
    certain,
    decimal,
    die,
    draw,
    hits,
    percent,
    pool,
    roll,
    shares,
    total,
    versus,
)

D6 = die(6)


def test_weights_of_any_scale_become_chances():
    assert Dist({"a": 1, "b": 3})["b"] == Fraction(3, 4)
    assert Dist({"a": 2, "b": 6}) == Dist({"a": Fraction(1, 4), "b": Fraction(3, 4)})
    assert Dist({"a": 2, "b": 6}) != Dist({"a": 6, "b": 2})
    assert hash(Dist({"a": 2, "b": 6})) == hash(Dist({"b": 3, "a": 1}))
    assert Dist({"a": 1, "b": 0})["b"] == 0
    assert Dist({"a": 1}) != {"a": 1}
    assert repr(Dist({"a": 1, "b": 1})) == "Dist({'a': 1/2, 'b': 1/2})"


@pytest.mark.parametrize("weights", [{}, {"a": 0}, {"a": 2, "b": -1}])
def test_what_is_no_distribution_is_refused(weights):
    with pytest.raises(ValueError):
        Dist(weights)


def test_two_dice_add_up():
    both = total(D6, D6)
    assert [both[n] * 36 for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert both.mean(int) == 7
    assert both.chance(lambda n: n >= 10) == Fraction(1, 6)
    assert total() == certain(0)


@pytest.mark.parametrize(
    ("lead", "win", "tie", "loss"),
    [
        (-4, "2.8", "5.6", "91.7"),
        (-1, "27.8", "13.9", "58.3"),
        (0, "41.7", "16.7", "41.7"),
        (3, "83.3", "8.3", "8.3"),
    ],
)
def test_one_die_against_another(lead, win, tie, loss):
    duel = versus(D6, D6, lead)
    assert tuple(percent(duel[n], 1) for n in (1, 0, -1)) == (win, tie, loss)


def test_hits_count_a_symbol():
    assert hits(Fraction(1, 2), 2) == Dist({0: 1, 1: 2, 2: 1})
    assert hits(Fraction(1, 3), 0) == certain(0)


def test_a_pool_counts_every_symbol():
    listed = Counter(tuple(faces.count(s) for s in "LBA") for faces in product("LBBBAA", repeat=3))
    assert pool((1, 3, 2), 3) == Dist(listed)


def test_a_draw_is_blind():
    cup = "YYBBBGGGGG"
    listed = Counter(tuple(three.count(c) for c in "YBG") for three in permutations(cup, 3))
    assert draw((2, 3, 5), 3) == Dist(listed)
    assert draw((2, 3, 5), 0) == certain((0, 0, 0))
    with pytest.raises(ValueError):
        draw((1, 0, 0), 2)


def test_different_dice_roll_together():
    kinds = ((1, 3, 2), (3, 1, 2))
    both = roll(kinds, (1, 2))
    assert both[((0, 1, 0), (2, 0, 0))] == Fraction(1, 2) * Fraction(1, 4)
    assert both.map(lambda shown: sum(each[0] for each in shown)).mean(int) == Fraction(7, 6)


def test_a_later_experiment_may_depend_on_the_first():
    again = D6.then(lambda n: die(6) if n == 1 else certain(n))
    assert again[1] == Fraction(1, 36)
    assert again[6] == Fraction(7, 36)


@given(st.integers(0, 6), st.integers(1, 4))
def test_shares_leave_nothing_out(whole, parts):
    every = set(product(range(whole + 1), repeat=parts))
    assert set(shares(whole, parts)) == {s for s in every if sum(s) == whole}


@given(st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(any))
def test_chances_add_up_to_one(weights):
    dist = Dist(dict(enumerate(weights)))
    assert sum(p for _, p in dist) == 1
    assert dist.chance(lambda _: True) == 1
    assert len(dist) == sum(w > 0 for w in weights)


@pytest.mark.parametrize(
    ("chance", "digits", "text"),
    [
        (Fraction(0), 0, "0"),
        (Fraction(1), 1, "100.0"),
        (Fraction(1, 8), 1, "12.5"),
        (Fraction(1, 8), 0, "13"),
        (Fraction(1, 1000), 0, "<1"),
        (Fraction(999, 1000), 0, ">99"),
        (Fraction(9999, 10000), 1, ">99.9"),
        (Fraction(61, 2880), 3, "2.118"),
    ],
)
def test_percent_is_rounded_and_never_lies_about_certainty(chance, digits, text):
    assert percent(chance, digits) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(23, 20), 3, "1.150"),
        (Fraction(-1, 3), 2, "-0.33"),
        (Fraction(7), 0, "7"),
        (Fraction(-1, 1000), 1, "0.0"),
        (Fraction(1, 200), 2, "0.01"),
    ],
)
def test_decimals_are_rounded_half_up(value, digits, text):
    assert decimal(value, digits) == text


@pytest.mark.parametrize(("chance", "shown"), [(0, 0), (1, 3)])
def test_symbol_on_no_or_every_face_is_certain(chance, shown):
    assert hits(Fraction(chance), 3) == certain(shown)

"""The dice ledger: counts, honest intervals, and when it keeps quiet."""

import random
from fractions import Fraction

import pytest

from games.odds import dice_statistics
from games.odds.dice_statistics import (
    RARE,
    chi_square_chance,
    chi_square_tail,
    exact_chance,
    ledger,
    of_die,
    verdict,
    wilson,
)
from games.odds.probability import pool

YELLOW = {"loot": 1, "batman": 3, "alarm": 2}


def test_nothing_is_said_of_dice_nobody_rolled():
    (die,) = ledger((), {"yellow": YELLOW})
    assert (die.rolls, die.verdict, die.missing) == (0, "few", 30)
    assert [(f.seen, f.low, f.high) for f in die.faces] == [(0, 0.0, 1.0)] * 3
    assert die.chance == 1


def test_rolls_are_counted_per_die_and_face():
    rolls = [("yellow", "loot")] * 2 + [("gray", "loot")] + [("d6", "4"), ("yellow", "star")]
    yellow, gray = ledger(rolls, {"yellow": YELLOW, "gray": {"loot": 3, "batman": 1, "alarm": 2}})
    assert (yellow.rolls, [f.seen for f in yellow.faces]) == (2, [2, 0, 0])
    assert (gray.rolls, gray.faces[0].share) == (1, 1.0)


def test_even_strange_start_is_too_few_to_say():
    die = of_die("yellow", {"loot": 10, "batman": 0, "alarm": 0}, YELLOW)
    assert (die.verdict, die.missing) == ("few", 20)
    assert die.chance < 0.001


def test_enough_plain_rolls_are_usual_strange_ones_unusual():
    plain = of_die("yellow", {"loot": 6, "batman": 14, "alarm": 10}, YELLOW)
    strange = of_die("yellow", {"loot": 20, "batman": 5, "alarm": 5}, YELLOW)
    assert (plain.verdict, plain.test, strange.verdict) == ("usual", "exact", "unusual")
    many = of_die("yellow", {"loot": 200, "batman": 600, "alarm": 400}, YELLOW)
    assert (many.verdict, many.test) == ("usual", "chi-square")
    assert many.chance == pytest.approx(1)


@pytest.mark.parametrize(("rolls", "test"), [(98, "exact"), (99, "chi-square")])
def test_ways_dice_fall_are_listed_to_five_thousand(rolls, test):
    """Of three faces: 4,950 ways, and 5,050 with one roll more."""
    die = of_die("yellow", {"loot": rolls - 66, "batman": 40, "alarm": 26}, YELLOW)
    assert (die.rolls, die.test) == (rolls, test)


def test_coin_has_one_way_more_than_its_throws(monkeypatch):
    monkeypatch.setattr(dice_statistics, "LISTABLE", 40)
    tests = [of_die("coin", {"a": n, "b": 0}, {"a": 1, "b": 1}).test for n in (39, 40)]
    assert tests == ["exact", "chi-square"]


@pytest.mark.parametrize("rolls", [30, 31, 300])
def test_nothing_is_missing_once_there_are_enough_rolls(rolls):
    assert of_die("yellow", {"loot": rolls, "batman": 0, "alarm": 0}, YELLOW).missing == 0


@pytest.mark.parametrize(
    ("seen", "rolls", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_intervals(seen, rolls, low, high):
    assert wilson(seen, rolls) == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize(
    ("enough", "chance", "word"),
    [(False, 0.0, "few"), (True, RARE, "usual"), (True, RARE - 1e-9, "unusual")],
)
def test_die_is_unusual_below_one_in_hundred(enough, chance, word):
    assert verdict(enough, chance) == word


def test_wilson_covers_truth_as_often_as_it_says():
    rng, share, n = random.Random(7), 1 / 6, 60
    inside = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < share for _ in range(n)), n)
        inside += low <= share <= high
    assert 0.93 < inside / 2000 < 0.975


def test_the_exact_test_lists_every_way_to_fall():
    weights, counts = (1, 3, 2), (3, 1, 1)
    dist = pool(weights, 5)
    assert exact_chance(counts, weights) == pytest.approx(
        float(sum((p for _, p in dist if p <= dist[counts]), Fraction(0)))
    )
    assert exact_chance((0, 0), (1, 1)) == 1


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (9.488, 4, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (0, 3, 1),
    ],
)
def test_chi_square_tails(value, freedom, tail):
    assert chi_square_tail(value, freedom) == pytest.approx(tail, abs=0.0001)


def test_both_tests_agree_where_both_hold():
    weights = (1, 3, 2)
    for counts in ((18, 42, 30), (22, 40, 28), (10, 50, 30)):
        assert chi_square_chance(counts, weights) == pytest.approx(
            exact_chance(counts, weights), abs=0.06
        )


@pytest.mark.patient
def test_fair_dice_are_rarely_called_unusual():
    rng = random.Random(11)
    faces = ["loot"] + ["batman"] * 3 + ["alarm"] * 2
    unusual = 0
    for _ in range(300):
        rolls = [("yellow", rng.choice(faces)) for _ in range(60)]
        (die,) = ledger(rolls, {"yellow": YELLOW})
        unusual += die.verdict == "unusual"
    assert unusual <= 9

"""Exact chances against brute force."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gotham_chronicles.odds import Chances, Pool

FACES = ((0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 1, 2), (0, 1, 1, 1, 2, 2), (0, 1, 1, 2, 2, 3),
         (1, 2, 2, 3, 3, 4))  # fmt: skip
CHANCES = Chances(FACES)
BY = dict(zip(("white", "yellow", "orange", "red", "black"), FACES, strict=True))


def brute(dice, arrows, bonus, paid, needed) -> Fraction:
    """The best chance by walking every roll and every decision without any memory."""
    rolls = list(product(*(BY[colour] for colour in dice)))
    values = (walk(dice, list(roll), [False] * len(dice), list(arrows), bonus, paid, True, needed)
              for roll in rolls)  # fmt: skip
    return sum(values, Fraction(0)) / len(rolls)


def walk(dice, faces, freed, arrows, bonus, paid, free_step, needed) -> Fraction:
    best = Fraction(sum(faces) >= needed)
    if best == 1:
        return best
    for at, colour in enumerate(dice):

        def again(step, arrows, bonus, paid, mark, at=at, colour=colour):
            outcomes = [
                walk(dice, [*faces[:at], face, *faces[at + 1 :]],
                     [*freed[:at], mark or freed[at], *freed[at + 1 :]],
                     arrows, bonus, paid, step, needed)
                for face in BY[colour]
            ]  # fmt: skip
            return sum(outcomes, Fraction(0)) / len(outcomes)

        if free_step and not freed[at] and colour in arrows:
            left = list(arrows)
            left.remove(colour)
            best = max(best, again(True, left, bonus, paid, True))
        if free_step and bonus:
            best = max(best, again(True, arrows, bonus - 1, paid, False))
        if paid:
            best = max(best, again(False, [], 0, paid - 1, False))
    return best


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(BY)), min_size=1, max_size=2),
    st.lists(st.sampled_from(sorted(BY)), max_size=1),
    st.integers(0, 1),
    st.integers(0, 1),
    st.integers(1, 5),
)
def test_rerolls_played_well_reach_what_brute_force_reaches(dice, arrows, bonus, paid, needed):
    pool = Pool(tuple(dice), tuple(arrows), bonus, paid)
    assert CHANCES.reach(pool, needed) == brute(dice, arrows, bonus, paid, needed)


@pytest.mark.parametrize("dice", [("yellow",), ("white", "red"), ("orange", "orange", "black")])
def test_without_rerolls_every_roll_is_counted(dice):
    rolls = [sum(faces) for faces in product(*(BY[colour] for colour in dice))]
    for needed in range(8):
        share = Fraction(sum(n >= needed for n in rolls), len(rolls))
        assert CHANCES.reach(Pool(dice), needed) == share
        assert CHANCES.successes(Pool(dice)).chance(lambda n, k=needed: n >= k) == share


def test_three_dice_with_two_arrows_agree_with_brute_force():
    """The Crowbar example of page 50: three Orange dice, two of which may be rolled again."""
    dice, arrows = ("orange",) * 3, ("orange",) * 2
    assert CHANCES.reach(Pool(dice, arrows), 4) == brute(dice, arrows, 0, 0, 4)


def test_an_arrow_hits_a_die_only_once():
    one = CHANCES.reach(Pool(("yellow",), ("yellow", "yellow")), 1)
    assert one == CHANCES.reach(Pool(("yellow",), ("yellow",)), 1) == 1 - Fraction(1, 9)
    assert CHANCES.reach(Pool(("yellow",), bonus=2), 1) == 1 - Fraction(1, 27)


def test_one_more_cube_buys_the_difference():
    pool = Pool(("orange",), paid=2)
    gain = CHANCES.one_more(pool, "orange", False, 3)
    bigger = Pool(("orange", "orange"), paid=1)
    assert gain == CHANCES.reach(bigger, 3) - CHANCES.reach(pool, 3)
    assert gain > 0


@pytest.mark.parametrize(("plus", "automatic"), [(0, 0), (1, 1), (-1, 2)])
def test_expected_wounds_agree_with_every_pair_of_rolls(plus, automatic):
    attack, defence = ("red", "yellow"), ("orange",)
    pairs = [
        max(0, max(0, sum(a) + plus) - max(0, sum(d) + automatic))
        for a in product(*(BY[c] for c in attack))
        for d in product(*(BY[c] for c in defence))
    ]
    mean = Fraction(sum(pairs), len(pairs))
    assert CHANCES.wounds(Pool(attack), Pool(defence), plus, automatic) == mean


def test_rerolls_help_their_own_side():
    plain = CHANCES.wounds(Pool(("red",)), Pool(("orange",)))
    assert CHANCES.wounds(Pool(("red",), ("red",)), Pool(("orange",))) > plain
    assert CHANCES.wounds(Pool(("red",)), Pool(("orange",), ("orange",))) < plain


def test_the_best_free_reroll_is_the_die_that_helps():
    roll = (("orange", 0, False), ("orange", 2, False), ("white", 0, False))
    assert CHANCES.best_free(roll, ("orange",), 4) == 0
    assert CHANCES.best_free(roll, (), 4) is None
    assert CHANCES.best_free(roll, ("orange",), 2) is None
    used = (("orange", 0, True), ("orange", 2, False))
    assert CHANCES.best_free(used, ("orange",), 4) is None


def test_dice_nobody_has_read_have_no_chances():
    some = Chances((FACES[0], (), (), (), ()))
    assert some.known(("white",))
    assert not some.known(("white", "red"))
    with pytest.raises(ValueError):
        some.reach(Pool(("red",)), 1)


def test_a_large_pool_is_answered_at_once():
    pool = Pool(("red",) * 3 + ("orange",) * 2 + ("yellow",), ("red", "orange"), 0, 2)
    assert 0 < CHANCES.reach(pool, 9) < 1

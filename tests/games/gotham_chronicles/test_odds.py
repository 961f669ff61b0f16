"""Exact chances against brute force."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gotham_chronicles.odds import known, reach
from games.gotham_chronicles.state import Die, Roll

FACES = ((0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 1, 2), (0, 1, 1, 1, 2, 2), (0, 1, 1, 2, 2, 3),
         (1, 2, 2, 3, 3, 4))  # fmt: skip
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


def chance(dice, arrows=(), bonus=0, paid=0, needed=1):
    """What the board says of these dice."""
    return reach(FACES, Roll(tuple(map(Die, dice)), tuple(arrows), bonus), paid, needed)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(BY)), min_size=1, max_size=2),
    st.lists(st.sampled_from(sorted(BY)), max_size=1),
    st.integers(0, 1),
    st.integers(0, 1),
    st.integers(1, 5),
)
def test_rerolls_played_well_reach_what_brute_force_reaches(dice, arrows, bonus, paid, needed):
    assert chance(dice, arrows, bonus, paid, needed) == brute(dice, arrows, bonus, paid, needed)


@pytest.mark.parametrize("dice", [("yellow",), ("white", "red"), ("orange", "orange", "black")])
def test_without_rerolls_every_roll_is_counted(dice):
    rolls = [sum(faces) for faces in product(*(BY[colour] for colour in dice))]
    for needed in range(8):
        share = Fraction(sum(n >= needed for n in rolls), len(rolls))
        assert chance(dice, needed=needed) == share


def test_three_dice_with_two_arrows_agree_with_brute_force():
    """The Crowbar example of page 50: three Orange dice, two of which may be rolled again."""
    dice, arrows = ("orange",) * 3, ("orange",) * 2
    assert chance(dice, arrows, needed=4) == brute(dice, arrows, 0, 0, 4)


def test_an_arrow_of_any_colour_hits_any_die_once():
    """The villain's free reroll of the turn, beside an arrow: each die still only once."""
    assert chance(("yellow",), ("yellow", "any")) == chance(("yellow",), ("any",))
    two = ("yellow", "white")
    either = [chance(two, (arrow,), needed=3) for arrow in two]
    assert chance(two, ("any",), needed=3) > max(either)


def test_an_arrow_hits_a_die_only_once():
    one = chance(("yellow",), ("yellow", "yellow"))
    assert one == chance(("yellow",), ("yellow",)) == 1 - Fraction(1, 9)
    assert chance(("yellow",), bonus=2) == 1 - Fraction(1, 27)


def test_dice_nobody_has_read_have_no_chances():
    some = (FACES[0], (), (), (), ())
    assert known(some, ("white",))
    assert not known(some, ("white", "red"))
    assert not known((), ("white",))


def test_a_large_pool_is_answered_at_once():
    found = chance(("red",) * 2 + ("orange",) * 2 + ("yellow",), ("red", "orange"), 0, 1, 9)
    assert 0 < found < 1

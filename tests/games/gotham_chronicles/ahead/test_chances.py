"""Tests of what a roll may bring, against every face of every die laid beside every other."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from games.gotham_chronicles import GothamChronicles
from games.gotham_chronicles.state.dice import Die, Roll
from games.odds.roll_forecast import forecast, throw_of
from tests.positions import recorded

REFEREE = GothamChronicles()
COLOURS = ("white", "yellow", "orange", "red", "black")
TABLES = dict(recorded("gotham-chronicles", "reinforced-in-full-depth"))
DICE = [("red",), ("red", "red"), ("white", "black"), ("yellow", "orange", "orange")]


def faces(seed):
    rng = Random(seed)
    return tuple(tuple(sorted(rng.choices(range(4), k=6))) for _ in COLOURS)


def with_dice(state, *colours):
    dice = tuple(Die(colour) for colour in colours)
    return replace(state, open=replace(state.open, roll=Roll(dice)))


def sums(known, colours):
    """Return what the symbols of these dice add up to, each way once."""
    by = dict(zip(COLOURS, known, strict=True))
    return [sum(shown) for shown in product(*(by[colour] for colour in colours))]


def look(state):
    (throw,) = REFEREE.possible_rolls(state)
    return forecast(REFEREE, state, throw)


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", range(3))
def test_hero_strikes_down_as_often_as_by_hand(dice, seed):
    """A docker has one life and no defence; Martial Arts adds a success to the first symbol."""
    known = faces(seed)
    state = with_dice(replace(TABLES["reinforced-in-full-depth 5"], faces=known), *dice)
    shown = sums(known, dice)
    assert look(state).chance("felled") == Fraction(sum(n > 0 for n in shown), len(shown))


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", range(3))
def test_hero_is_wounded_as_often_as_by_hand(dice, seed):
    """The Foreman's Martial Arts against the one orange die that the hero always rolls, no cube
    spent on defence."""
    known = faces(seed)
    state = with_dice(replace(TABLES["reinforced-in-full-depth 18"], faces=known), *dice)
    found, left = look(state), state.heroes[0].sheet.total - state.heroes[0].wounds
    pairs = list(product(sums(known, dice), sums(known, ("orange",))))
    for n in range(1, 6):
        hurt = [max(0, (a + 1 if a else 0) - d) >= n for a, d in pairs]
        assert found.chance("hurt", n) == Fraction(sum(hurt), len(pairs)), n
    assert left > 5
    assert found.chance("down") == found.open == 0


def test_source_of_wound_cubes_is_no_chance_question():
    known = ((1,) * 6,) * 5
    state = with_dice(replace(TABLES["reinforced-in-full-depth 18"], faces=known), "red", "red")
    hero = replace(state.heroes[0], fatigue=0, reserve=0, spaces=(1,) * 7)
    found = look(replace(state, heroes=(hero, *state.heroes[1:])))
    assert found.open == 0
    assert found.chance("hurt", 2) == 1


def test_of_dice_nobody_has_read_nothing_is_said():
    state = replace(TABLES["reinforced-in-full-depth 5"], faces=())
    (prompt,) = (each for each in REFEREE.prompts(state) if each.do == "faces")
    assert throw_of(REFEREE, state, prompt) is None
    one = ((), (), (), (0, 0, 0, 1, 1, 1), ())
    assert throw_of(REFEREE, with_dice(replace(state, faces=one), "red", "white"), prompt) is None


def test_attack_with_unread_defence_goes_on_at_table():
    state = replace(
        TABLES["reinforced-in-full-depth 18"], faces=((), (0, 1, 1, 1, 2, 2), (), (), ())
    )
    found = look(with_dice(state, "yellow"))
    assert found.open == Fraction(5, 6)

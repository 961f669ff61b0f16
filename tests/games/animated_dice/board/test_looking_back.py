"""Tests of what the dice game tells about a play that is over."""

from games.animated_dice.box import Box
from games.animated_dice.rules.setup import Setup
from tests.games.animated_dice.table import GAME


def begun(players, box):
    return GAME.begin(GAME.setup_default(players, box), box).state


def test_only_counted_dice_have_faces_to_compare_with():
    counted = begun(2, Box(counted=(True, False, False)))
    assert GAME.dice(counted) == {"yellow": {"loot": 1, "batman": 3, "alarm": 2}}
    assert GAME.dice(begun(2, Box())) == {}


def test_the_chart_is_the_race_round_by_round():
    state = begun(3, Box())
    assert [(figure.part, figure.value) for figure in GAME.figures(state)] == [
        (0, 0),
        (1, 0),
        (2, 0),
    ]
    assert GAME.turn(state) == 1


def test_plays_differ_by_their_target():
    assert GAME.variant(Setup(2), Box()) is None
    assert GAME.variant(Setup(2, target=50), Box()).value == 50

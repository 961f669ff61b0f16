"""Where rolls stood among what could have come, against dice laid out one by one."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from games import registry
from games.animated_dice.ahead import odds
from games.forecast import falls, told
from games.lowering import asked
from games.referee import Throw
from games.standing import Standing, standing, together
from tests.games.test_forecast import D6, TABLE, Ahead
from tests.hardening.calibration import known
from tests.positions import recorded
from tests.sixth_game import Roll


class Moot(Ahead):
    moot = frozenset({"CROW"})


def test_a_roll_stands_above_what_was_worse_and_half_of_its_equals():
    """A 1 may wake the crow, which nobody cares about here: as good as any other 1."""
    at = replace(TABLE, stores=(0, 0))
    shares = [standing(Moot(), at, Roll(n)).share for n in range(2, 7)]
    assert shares == [Fraction(2 * n - 1, 12) for n in range(2, 7)]


def test_fair_dice_stand_in_the_middle_and_stray_as_far_as_said():
    at = replace(TABLE, stores=(14, 0))
    each = [standing(Moot(), at, Roll(n)) for n in range(2, 7)]
    one = standing(Moot(), replace(TABLE, stores=(0, 0)), Roll(3))
    shares = [Fraction(2 * n - 1, 12) for n in range(1, 7)]
    assert one.spread == sum((share - Fraction(1, 2)) ** 2 for share in shares) / 6
    assert {found.spread for found in each} == {one.spread}


def test_where_only_the_table_could_say_nothing_is_claimed():
    assert standing(Ahead(), TABLE, Roll(4)) is None


def test_of_faces_nobody_has_counted_nothing_is_claimed():
    class Assumed(Moot):
        def throws(self, state):
            return (Throw("roll", "face", (D6,), single=True, assumed=True),)

    at = replace(TABLE, stores=(0, 0))
    assert standing(Assumed(), at, Roll(4)) is None
    assert standing(Moot(), at, Roll(4)) is not None


def test_several_rolls_are_held_against_as_many_evenings():
    usual = Standing(Fraction(1, 2), Fraction(1, 12))
    high = Standing(Fraction(9, 10), Fraction(1, 12))
    assert together([]) is None
    assert together([usual] * 12).better == 0.5
    assert together([high] * 12).better > 0.999
    found = together([high, usual])
    assert found.rolls == 2
    assert found.share == pytest.approx(0.7)
    assert found.error == pytest.approx(1.96 * (2 / 12) ** 0.5 / 2)


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_result_of_a_recorded_roll_stands_around_the_middle(slug):
    """Weighed by their chances, all that may come stands at one half, with the spread said."""
    referee, checked = registry.referee(slug), 0
    for _, state in list(recorded(slug))[::11]:
        state = replace(state, **known(referee))
        if getattr(state, "counted", None):
            state = replace(state, counted=(True,) * 3)
        roll = asked(referee, state)
        if roll is None:
            continue
        results = list(falls(roll[1]))
        if len(results) >= 40:
            continue
        found = [
            (standing(referee, state, told(referee, roll[1], value)), chance)
            for value, chance in results
        ]
        if not found or any(each is None for each, _ in found):
            continue
        checked += 1
        mean = sum(each.share * chance for each, chance in found)
        assert mean == Fraction(1, 2)
        spread = sum((each.share - mean) ** 2 * chance for each, chance in found)
        assert {each.spread for each, _ in found} == {spread}
        if checked == 6:
            break
    assert checked


def test_best_play_gives_nothing_away_and_other_play_what_the_odds_say():
    referee, seen = registry.referee("animated-dice"), 0
    for _, state in list(recorded("animated-dice", "won"))[::5]:
        state = replace(state, counted=(True,) * 3)
        if not state.turn.rolls or state.turn.first or sum(state.turn.drawn) or state.turn.dry:
            continue
        if odds.needed(state) is not None:
            continue
        stop = referee.given_away(state, referee.decode_action({"do": "stop"}))
        roll = referee.given_away(state, referee.decode_action({"do": "roll", "faces": []}))
        assert min(stop, roll) == 0
        said = {odd.name: odd.number for odd in odds.lines(state)}
        assert said["stop"] == pytest.approx(float(odds.best(state) - stop))
        seen += 1
    assert seen > 5


def test_of_dice_that_are_only_assumed_no_decision_is_judged():
    referee = registry.referee("animated-dice")
    state = next(
        s for _, s in recorded("animated-dice", "won") if s.turn.rolls and not s.turn.first
    )
    state = replace(state, counted=(False,) * 3)
    assert referee.given_away(state, referee.decode_action({"do": "stop"})) is None

"""Tests of what lowers a danger before the dice fall: found among what is on offer, by the
referee."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from games import registry
from games.batman_who_laughs import BatmanWhoLaughs
from games.odds import risk_reduction
from games.odds.roll_forecast import forecast
from games.referee import DiceRoll, RiskFigure
from tests.positions import recorded
from tests.sample_game import Acorns, State

D6 = tuple((n, 1) for n in range(1, 7))
LAUGHS = BatmanWhoLaughs()


class Ahead(Acorns):
    """A full six stored is what everyone fears."""

    risk_figures = {"six": RiskFigure("stake.six", danger=True)}
    irrelevant_questions = frozenset({"CROW"})

    def possible_rolls(self, state):
        return (DiceRoll("roll", "face", (D6,), single=True),)

    def figure_changes(self, before, ruling):
        return {"six": int(sum(ruling.state.stores) - sum(before.stores) >= 6)}


def least(state, referee=None):
    referee = referee or Ahead()
    roll, throw = risk_reduction.asked(referee, state)
    now = [forecast(referee, state, throw).chance("six")]
    return now, risk_reduction.least(referee, state, roll, lambda found: [found.chance("six")], now)


def test_way_lowering_danger_is_named_with_danger_left():
    """With 14 of 20 a six still fits; one stray acorn more, and it does not."""
    now, way = least(State(2, 20, stores=(14, 0)))
    assert now == [Fraction(1, 6)]
    assert (way.prompt.do, way.prompt.fixed) == ("find", {"squirrel": 0})
    assert way.found.chance("six") == 0


def test_where_nothing_helps_nothing_is_named():
    assert least(State(2, 20, stores=(2, 0)))[1] is None


def test_of_very_many_ways_the_first_are_weighed(monkeypatch):
    monkeypatch.setattr(risk_reduction, "TRIED", 0)
    assert least(State(2, 20, stores=(14, 0)))[1] is None


def before(step):
    """Return recorded tables before a choice, the villains' dice known."""
    dice = LAUGHS.sample_box().driver_dice
    return [
        replace(state, driver_dice=dice)
        for _, state in recorded("batman-who-laughs")
        if state.step == step
    ][::5]


def test_choice_before_roll_is_weighed_way_by_way():
    """The figure turns one step left, one right, or stays: what each place risks, by hand."""
    checked = 0
    faces = LAUGHS.sample_box().driver_dice[1].faces
    for state in before("deploy"):
        prompt = risk_reduction.leading(LAUGHS, state, LAUGHS.prompts(state))
        ways = risk_reduction.ways(LAUGHS, state, prompt)
        if not ways or any(way.found.open for way in ways):
            continue
        checked += 1
        turns = {"left": 1, "right": 2, "stay": 0}
        looks = [(state.facing + turns[face.partition("+")[0]]) % 3 for face in faces]
        found = [way.found.chance("struck") for way in ways]
        assert found == [Fraction(looks.count(place), 6) for place in range(3)]
    assert checked > 2


def test_going_elsewhere_is_named_where_that_is_safer():
    safer = []
    for state in before("doom_die"):
        roll, throw = risk_reduction.asked(LAUGHS, state)
        found = forecast(LAUGHS, state, throw)
        now = [found.chance("struck")]
        way = risk_reduction.least(LAUGHS, state, roll, lambda each: [each.chance("struck")], now)
        if way is not None:
            safer.append(way.prompt.do)
            assert way.found.chance("struck") < now[0]
    assert safer == [each for each in safer if each == "deploy"]


@pytest.mark.parametrize("slug", registry.TITLES)
def test_only_choice_leading_to_known_dice_is_weighed(slug):
    referee = registry.referee(slug)
    for _, state in list(recorded(slug))[::7]:
        prompt = risk_reduction.leading(referee, state, referee.prompts(state))
        if prompt is not None:
            assert prompt.expected
            assert [field.kind for field in prompt.fields] == ["choice"]

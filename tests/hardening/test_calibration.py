"""Dangers called x % happen x % of the time; a forecast that lies is found out."""

from fractions import Fraction
from random import Random

import pytest

from games import registry
from games.odds.probability import Dist
from games.odds.roll_forecast import Forecast, RollResult
from games.referee import DiceRoll
from tests.hardening import calibration
from tests.hardening.calibration import Row, calibrated, measured, together, wrong


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_what_is_called_happens_as_often(slug):
    rows = calibrated(slug, 300, seed=1, thrown_at=15)
    assert sum(row.claims for row in rows.values()) == 300
    assert wrong(rows) == []


def test_rolls_shared_by_cores_are_told_as_one(monkeypatch):
    monkeypatch.setattr(calibration, "PIECE", 30)
    rows = measured("talisman-batman", 70)
    parts = [calibrated("talisman-batman", n, seed) for seed, n in enumerate((30, 30, 10))]
    assert rows == together(parts)
    assert sum(row.claims for row in rows.values()) == 70


def test_danger_that_may_come_is_what_is_claimed():
    """A movement that may wake Batman, or win a fight: of these only Batman is a danger."""
    referee = registry.referee("talisman-batman")
    both = Dist({RollResult((("batman", 1),)): 1, RollResult((("won", 1),)): 2, RollResult(): 3})
    claims = calibration._claims(referee, Forecast(both), False)
    assert [(each.name, each.likely) for each in claims] == [("batman", Fraction(1, 6))]
    hopes = calibration._claims(referee, Forecast(Dist({RollResult((("won", 1),)): 1})), False)
    assert [each.name for each in hopes] == ["won"]


def test_forecast_making_light_of_danger_is_caught(monkeypatch):
    honest = Forecast.chance

    def light(self, figure, least=1):
        return honest(self, figure, least) / 3

    monkeypatch.setattr(Forecast, "chance", light)
    assert wrong(calibrated("talisman-batman", 300))


def test_what_cannot_come_must_not_come():
    assert wrong({0: Row(50, 0.0, 0.0, 1)}) == [0]
    assert wrong({0: Row(50, 0.0, 0.0, 0), 11: Row(50, 50.0, 0.0, 50)}) == []
    assert wrong({11: Row(50, 50.0, 0.0, 49)}) == [11]


def test_each_die_is_thrown_on_its_own():
    """A cup of two kinds: what is drawn is not laid back."""
    gold, red = (("gold", 1),), (("red", 1),)
    throw = DiceRoll("roll", "faces", (), cup=((gold, 1), (red, 1)), drawn=2)

    class Told:
        Action = dict

    thrown = [calibration._entered(Told, throw, Random(seed)) for seed in range(20)]
    told = [tuple(each["faces"]) for each in thrown]
    assert {*told} == {("gold", "red"), ("red", "gold")}
    assert Fraction(told.count(("gold", "red")), 20) > Fraction(1, 5)

"""The twin agrees with ours, and notices a rule that is broken."""

import pytest

from games.talisman_batman.rules import turn
from games.talisman_batman.rules.movement import passages
from games.talisman_batman.state import derived
from tests.games.talisman_batman.state.twin import play


def test_twin_agrees_with_ours():
    report = play(40, seed=7)
    assert report.differences == []
    assert report.taken.total() < report.entries * 0.06


@pytest.mark.parametrize(
    ("place", "name", "broken"),
    [
        (derived, "_helps", lambda ahead, rolled: False),
        (turn, "recover", lambda t, seat: None),
        (passages, "GUARD_VALUE", 8),
    ],
)
def test_twin_notices_a_broken_rule(monkeypatch, place, name, broken):
    monkeypatch.setattr(place, name, broken)
    assert play(100, seed=7, most=1).differences

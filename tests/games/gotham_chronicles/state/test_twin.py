"""The twin agrees with ours, and notices a rule that is broken."""

from games.gotham_chronicles.state import State
from tests.games.gotham_chronicles.state.twin import play


def test_the_twin_agrees_with_ours():
    report = play(60, seed=7)
    assert report.differences == []
    assert report.taken.total() < report.entries * 0.02


def test_the_twin_notices_a_forgotten_variant(monkeypatch):
    monkeypatch.setattr(State, "has", lambda state, variant: False)
    assert play(60, seed=12).differences

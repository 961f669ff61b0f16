"""The twin of both Rising games agrees with ours, and notices rules that are broken."""

import pytest

from games.rising.rules import resolve
from games.rising.rules.cards import effects
from tests.games.rising.rules.twin import play

TITLES = ("batman-who-laughs", "fire-nation")


@pytest.mark.parametrize("slug", TITLES)
def test_twin_agrees_with_ours(slug):
    report = play(slug, 14, seed=3)
    assert report.differences == []
    assert report.taken.total() < report.entries * 0.05


def test_twin_notices_damage_beyond_spaces(monkeypatch):
    monkeypatch.setattr(effects.Table, "room", lambda *_: 99)
    assert play("fire-nation", 10, seed=3).differences


def test_twin_notices_heroes_that_are_not_counted(monkeypatch):
    monkeypatch.setattr(resolve, "fall", lambda t, hero, topic: t.remove(hero))
    assert play("batman-who-laughs", 10, seed=3).differences

"""Every fall and ending on a blank copy is called, if its questions are answered."""

import pytest

from tests.hardening import called

RISING = ("batman-who-laughs", "fire-nation")
GAMES = {"batman-who-laughs": 25, "fire-nation": 25, "talisman-batman": 12}
"""Talisman's games are longer."""


@pytest.mark.parametrize("slug", called.TITLES)
def test_every_loss_is_called_on_blank_copy(slug):
    found = called.play(slug, GAMES[slug])
    assert not found.missed, str(found)
    assert found.called == found.losses > GAMES[slug] // 5
    assert found.falls > GAMES[slug]


@pytest.mark.parametrize("slug", called.TITLES)
def test_no_turn_asks_twice_what_decides_it(slug):
    found = called.play(slug, 8, seed=50)
    assert found.questions.total() > 20
    assert found.most == 1


@pytest.mark.parametrize("slug", RISING)
def test_tables_begun_earlier_keep_their_questions(slug):
    assert called.play(slug, 8, seed=50, edition=5).most > 1


def test_fight_at_table_begun_earlier_asks_nothing():
    assert not called.play("talisman-batman", 4, seed=50, edition=1).questions

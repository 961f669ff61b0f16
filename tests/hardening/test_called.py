"""Every fall and ending on a blank copy is called, if its questions are answered."""

from collections import Counter
from random import Random

import pytest

from games import registry
from tests.games.gotham_chronicles import truth
from tests.hardening import called

RISING = ("batman-who-laughs", "fire-nation")
GAMES = {"batman-who-laughs": 25, "fire-nation": 25, "talisman-batman": 12}
"""Talisman's games are longer."""
KNOWN = {"batman-who-laughs": 0.8, "fire-nation": 0.8, "talisman-batman": 0.85}
"""Share of what came to the table that a copy knows after two evenings, at least. In Rising a turn
asks about one card's spaces; those of others hit in the same turn stay open."""


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


def test_gotham_calls_every_fall_and_last_round():
    found = called.play(called.GOTHAM, 12)
    assert not found.missed, str(found)
    assert found.called == found.losses == 12
    assert found.falls > 30
    assert found.most == 1


@pytest.mark.parametrize("seed", range(4))
def test_two_gotham_evenings_ask_nothing_twice(seed):
    """Playing alone teaches the copy at least four fifths of what came to the table."""
    page = truth.printed(called.GOTHAM, Random(seed))
    box, asked = registry.referee(called.GOTHAM).blank_box(), Counter[str]()
    counts = []
    for evening in range(2):
        count = called.Called()
        one = truth.Table(called.GOTHAM, page, box, 100 * seed + evening, count)
        one.play()
        assert not count.missed, str(count)
        box, asked = one.box, asked + one.asked
        counts.append(one.asked.total())
    known, of = truth.known(page.missions[0], box, one.setup)
    assert known >= 0.8 * of
    assert max(asked.values()) == 1, asked
    assert counts[1] == 0 < counts[0]


@pytest.mark.parametrize(("slug", "least"), KNOWN.items())
def test_two_evenings_teach_most_that_came_up(slug, least):
    found = [called.known(slug, seed) for seed in range(0, 60, 10)]
    known, came = (sum(each) for each in zip(*found, strict=True))
    assert came > 100
    assert known / came >= least

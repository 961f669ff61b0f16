"""Answers are freed once they are made: the collector of cycles stops every other one meanwhile."""

import gc

import pytest
from django.core.handlers.wsgi import WSGIRequest

from bench import games
from bench.inside import Phone
from companion.plays.pages.drawing.engine import Scope
from companion.plays.pages.table import TablePage
from games import registry

pytestmark = pytest.mark.any_database

OF_ANSWERS = WSGIRequest, TablePage, Scope
ENTRIES = 8


@pytest.fixture
def uncollected(inside):
    """Leave what is tied to itself where it is."""
    gc.collect()
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.parametrize("slug", registry.TITLES)
def test_answered_tap_leaves_nothing_to_collect(uncollected, slug):
    game = games.begin(games.of(slug)[0], 2)
    phones = [Phone(game.at, place.cookie) for place in game.places]
    for each in phones:
        each.open()
    # A page, opened once, is Django's own template: its context knows itself.
    gc.collect()
    for line in game.lines[:ENTRIES]:
        acting = game.acting(line)
        phones[acting].act(games.form(line))
        phones[not acting].look()
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    assert [each for each in gc.garbage if isinstance(each, OF_ANSWERS)] == []

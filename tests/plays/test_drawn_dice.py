"""Dice look like dice, also where something else is told with them."""

import re

import pytest

from bench import games
from tests import golden


@pytest.mark.django_db
def test_die_that_comes_with_words_shows_its_faces(client):
    game = games.begin(golden.at("talisman-batman/control-room"), 1, 8)
    for name, value in game.places[0].cookie.items():
        client.cookies[name] = value
    page = client.get(game.at).content.decode()
    job = re.search(r'<form id="p-job[^"]*-f".*?</form>', page, re.DOTALL)
    assert job is not None
    assert job[0].count('class="pips"') == 6
    assert 'name="text"' in job[0]

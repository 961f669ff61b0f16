"""What forms of the pages send and what they keep when they are refused."""

import re

import pytest
from django.test import Client

from tests.pageplayer import PagePlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> PagePlayer:
    """One hero with all seven cubes on three spaces, and nothing in fatigue."""
    phone = Client()
    values = {"players": 2, "box": "sample", "name": "Ana"}
    player = PagePlayer(phone, phone.post("/g/gotham-chronicles/", values)["Location"])
    player.tap("next")
    player.tap("stance", hero=0, stance="resting")
    player.tap("cubes", part=0, take="reserve", put="melee", cubes=2)
    player.tap("cubes", part=0, take="reserve", put="thought", cubes=2)
    return player


def cubes(player: PagePlayer) -> dict[str, int]:
    found = re.findall(r'class="name">(\w+)</span>.*?(\d+) / \d', player.html, re.DOTALL)
    return {name: int(n) for name, n in found[:7]}


def test_wounds_ask_for_the_space_only_where_there_is_a_choice(player):
    assert cubes(player)["Melee"] == 2
    player.tap("wound", hero=0, wounds=1)
    assert player.said() == "Vigil (sample): which cubes become wounds?"
    player.answer("WOUND_FROM", "thought:1")
    assert (cubes(player)["Melee"], cubes(player)["Thought"]) == (2, 1)


def test_spaces_chosen_beforehand_are_not_asked_for(player):
    player.tap("wound", hero=0, wounds=3, sources=["thought", "melee", "thought"])
    assert player.status == 200
    assert (cubes(player)["Melee"], cubes(player)["Thought"]) == (1, 0)


def test_spaces_chosen_wrongly_are_kept_with_the_refusal(player):
    player.tap("wound", hero=0, wounds=3, sources=["thought", "thought", "thought"])
    assert player.status == 422
    assert "p. 49" in player.html
    form = player.html[player.html.index('id="p-wound-0-f"') :]
    kept = re.findall(r'<option value="(\w+)" selected', form[: form.index("</form>")])
    assert kept == ["thought", "thought", "thought"]
    assert cubes(player)["Thought"] == 2

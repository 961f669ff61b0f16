"""Tests of what forms of the pages send and what they keep when they are refused."""

import re

import msgspec
import pytest
from django.test import Client

from companion.plays import ledger
from companion.plays.ledger import Recorded
from companion.plays.models import Play
from games.referee import SetDepth
from tests.games.gotham_chronicles.table import GAME, a
from tests.pageplayer import PagePlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> PagePlayer:
    """Return one hero with all seven cubes on three spaces, and nothing in fatigue."""
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


def test_wounds_ask_for_space_only_where_choice_exists(player):
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


def test_two_with_life_on_one_tile_show_everywhere(player):
    code = player.at.split("/")[2]
    play = Play.objects.get(code=code)
    at = "tile:Twins:2"
    story = (
        SetDepth("full"),
        a.DefineTile("Twins", "leader", life=2, defence=0, skills="Counterattack 1", joining=2),
        a.PlaceTile("Twins", "river"),
        a.MoveMinis("Twins", "aside", "map", 2),
        a.Next(),
        a.Next(),
        a.ResolveEffect("The crane swings: turn its token"),
        a.Stance(0, "active"),
        a.Hurt("Twins", 1, 2),
        a.HeroAttack(0, "melee", at),
        a.Total(3),
        a.Defend(),
    )
    for n, action in enumerate(story):
        done = ledger.record(
            play.pk, msgspec.to_builtins(action), key=f"twins-{n}", answers={"MELEE_TARGET": "same"}
        )
        assert isinstance(done, Recorded), (action, done)
        for where in (f"/t/{code}/", f"/tv/{code}/", f"/api/plays/{code}"):
            assert player.client.get(where).status_code == 200, (where, action)
    play.refresh_from_db()
    twins = GAME.decode_state(play.state).tile("Twins")
    assert [mini.number for mini in twins.minis] == [1]


def on_river(player: PagePlayer, tile: str) -> str:
    """Return the place of a tile in the river, as this phone shows it."""
    river = player.html[player.html.index('class="river"') :]
    river = river[: river.index("</ol>")]
    return next(place for place in river.split("<li") if tile in place)


def test_tile_takes_one_off_on_a_heros_turn(player):
    place = on_river(player, "Dockers")
    assert 'name="do" value="hurt"' in place
    assert 'name="wounds" value="1"' in place
    player.tap("hurt", tile="Dockers (sample)", wounds=1)
    assert "× 2" in on_river(player, "Dockers")


def test_leaders_wounds_are_numbers_up_to_its_life(player):
    assert 'for="pick-tile-' in on_river(player, "Foreman")
    form = player.html[player.html.index('value="tile:The Foreman (sample)"') :]
    form = form[: form.index("</section>")]
    assert re.findall(r'name="wounds" value="(\d)"', form) == ["1", "2", "3", "4", "5", "6"]
    player.tap("hurt", tile="The Foreman (sample)", mini=1, wounds=2)
    assert "life points" in on_river(player, "Foreman")
    assert "4" in on_river(player, "Foreman")


def test_no_tile_is_wounded_outside_the_heroes_turn(player):
    player.tap("next")
    assert 'value="hurt"' not in on_river(player, "Dockers")


def test_single_life_point_is_in_the_singular(player):
    player.tap("hurt", tile="The Foreman (sample)", mini=1, wounds=5)
    assert "life point<" in on_river(player, "Foreman")


@pytest.fixture
def active() -> PagePlayer:
    """Return the one hero of the sample, active in the heroes' turn."""
    phone = Client()
    values = {"players": 2, "box": "sample", "name": "Ana", "depth": "full"}
    player = PagePlayer(phone, phone.post("/g/gotham-chronicles/", values)["Location"])
    player.tap("next")
    player.tap("stance", hero=0, stance="active")
    return player


def test_newcomer_learns_to_act_before_ending_a_turn(active):
    assert "Tap a space of a hero" in active.html
    assert "Done here?" not in active.html


def test_neutralized_hero_is_marked_whatever_their_stance(active):
    assert "chip stance active" in active.html
    play = Play.objects.get()
    done = ledger.record(play.pk, {"do": "wound", "hero": 0, "wounds": 11}, key="down", actor=0)
    assert isinstance(done, Recorded), done
    page = active.client.get(active.at).content.decode()
    assert "Neutralized" in page
    assert "chip stance active" not in page

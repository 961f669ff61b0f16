"""The dice game at a real table: who can play, and what a tap on the Riddler's dice means."""

import re

import pytest
from django.test import Client

from companion.plays import ledger, seats
from companion.plays.answers import Recorded
from companion.plays.models import Play, Seat
from games.animated_dice.box import VILLAINS
from games.animated_dice.rules.setup import Setup
from tests.games.animated_dice.table import dice

FIVE = len(VILLAINS) + 1
"""Players: one more than printed villains."""

pytestmark = pytest.mark.django_db


def offered(page: str) -> dict[int, str]:
    """Return the numbers of players on a page, each with the box it needs."""
    tiles = re.findall(r'name="players" value="(\d)".*?</label>', page, re.S)
    whole = re.findall(r'name="players" value="\d".*?</label>', page, re.S)
    hints = ["".join(re.findall(r"<small>(.*?)</small>", tile)) for tile in whole]
    return dict(zip(map(int, tiles), hints, strict=True))


def test_five_play_only_with_box_of_five_villains():
    phone = Client()
    page = phone.get("/g/animated-dice/").content.decode()
    assert offered(page) == {**dict.fromkeys(range(2, FIVE), ""), FIVE: "on Sample box only"}
    refused = phone.post("/g/animated-dice/", {"players": FIVE, "box": ""})
    assert refused.status_code == 422
    assert not Play.objects.exists()
    assert phone.post("/g/animated-dice/", {"players": FIVE, "box": "sample"}).status_code == 302


@pytest.fixture
def riddler():
    """Return a phone at a table where the Riddler may give dice of a first roll back."""
    play = ledger.begin("animated-dice", Setup(2, ("riddler", "joker")))
    roll = {"do": "roll", "faces": list(dice("Y:BB B:B G:L"))}
    assert isinstance(ledger.record(play.pk, roll, key="roll"), Recorded)
    seat = Seat.objects.create(play=play, name="Ana", role=Seat.Role.HOST, parts=[0])
    phone = Client(headers={"HX-Request": "true"})
    phone.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    return play, phone


def test_returning_without_ticked_dice_keeps_nothing_by_accident(riddler):
    play, phone = riddler
    form = {"do": "return", "prompt": "p-return", "revision": "1", "key": "k"}
    answer = phone.post(f"/t/{play.code}/act", form)
    assert answer.status_code == 422
    assert "Dice to return: tick at least one." in answer.content.decode()
    play.refresh_from_db()
    assert play.revision == 1
    done = phone.post(f"/t/{play.code}/act", {**form, "dice": ["0", "1"]})
    assert done.status_code == 200


def test_keeping_all_is_a_button_of_its_own(riddler):
    play, phone = riddler
    page = phone.get(f"/t/{play.code}/board").content.decode()
    keep = re.search(r"<form[^>]*>(?:(?!</form>).)*Keep all.*?</form>", page, re.S)[0]
    pairs = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', keep))
    assert phone.post(f"/t/{play.code}/act", pairs).status_code == 200
    play.refresh_from_db()
    assert play.revision == 2

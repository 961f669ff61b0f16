"""What the pages of the family offer while the box is still blank."""

import re

import pytest
from django.test import Client

from companion.plays.models import Play
from games import registry
from tests.pageplayer import PagePlayer

pytestmark = pytest.mark.django_db


def table(slug: str, players: int = 2) -> PagePlayer:
    phone = Client()
    started = phone.post(f"/g/{slug}/", {"players": players, "box": "", "name": "Ana"})
    return PagePlayer(phone, started["Location"])


def state(player: PagePlayer):
    play = Play.objects.get(code=player.at.split("/")[2])
    return registry.referee(play.title).decode_state(play.state)


def test_a_card_of_unknown_spaces_falls_when_the_table_says_it_is_full():
    player = table("fire-nation")
    player.tap("deal", rest=True)
    player.tap("deploy", location=1)
    player.tap("fire", card="stay0")
    unknown = list(state(player).slots[0])
    player.tap("card.kinds", heroes=unknown)
    hurt = [piece.id for piece in state(player).pieces if piece.damage]
    assert set(unknown) <= set(hurt)
    player.tap("results", full=unknown[:1])
    player.tap("aid", take=False)
    assert state(player).defeated == 1


def test_the_ids_of_prompts_are_single_words():
    player = table("batman-who-laughs")
    player.tap("deal", rest=True)
    player.tap("deploy", location=0)
    player.tap("doom", n=0)
    player.tap("figure", face="stay")
    assert player.offers("card.kinds")
    more = player.client.get(f"{player.at}more").content.decode()
    ids = re.findall(r'\b(?:id|for|form)="([^"]*)"', player.html + more)
    assert [each for each in ids if not re.fullmatch(r"[\w.:-]+", each)] == []

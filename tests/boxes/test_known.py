"""How well a copy is known: its page counts it, the end of a game says what was learned."""

from __future__ import annotations

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.boxes import comparing
from companion.boxes.models import Box
from companion.plays import ledger
from companion.plays.models import Play
from games import registry
from games.messages import Msg
from games.referee import Meter
from tests.sixth_game import Acorns, Setup

SHIPPED = [referee.title.slug for referee in registry.referees()]


def copy_of(slug: str) -> tuple[Client, Box]:
    phone = Client()
    phone.post(f"/g/{slug}/", {"players": 2, "starter": "on"})
    return phone, Box.objects.get()


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_copy_is_never_known_better_than_it_is_large(slug):
    referee = registry.referee(slug)
    blank = referee.blank_box()
    for box in (referee.Box(), blank, referee.starter(blank), referee.sample_box()):
        meters = referee.meters(box)
        assert meters
        for each in meters:
            assert 0 <= each.known <= each.known + each.partly <= each.of, each


def test_a_card_entered_whole_moves_its_meter_and_the_page_says_so(db):
    phone, box = copy_of("fire-nation")
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    assert "0 of 40" in page
    facts = comparing.decoded(box)
    card = replace(facts.cards[0], capacity=3, prices=((1, 0, 0, 0),), known=True)
    box.keep(replace(facts, cards=(card, *facts.cards[1:])))
    assert "1 of 40" in phone.get(f"/boxes/{box.pk}/").content.decode()


def test_the_end_of_a_game_says_what_it_taught_about_the_copy(db, acorns, monkeypatch):
    monkeypatch.setattr(
        Acorns,
        "meters",
        lambda self, box: (Meter(Msg("field.colour"), int(box.colour == "blue"), 4),),
    )
    phone = Client()
    phone.post(f"/g/{acorns}/", {"players": 2, "name": "Ana"})
    play = Play.objects.get()
    assert play.box is not None
    ledger.record(play.pk, {"do": "paint", "colour": "blue"}, key="k1")
    assert "learned about your copy" not in phone.get(f"/t/{play.code}/").content.decode()
    win = {"do": "adjust", "tracker": "store.0", "value": 20}
    ledger.record(play.pk, win, key="k2", seen=1)
    page = phone.get(f"/t/{play.code}/").content.decode()
    assert "1 thing learned about your copy" in page
    assert "Sidekick knows 25 % of it" in page


def test_what_a_setup_was_asked_for_is_kept_in_the_copy(db, acorns, monkeypatch):
    box = Box.objects.create(title=acorns, name="Ours", owner="o", facts='{"colour": "red"}')
    told = {40: "green", 50: "blue"}
    monkeypatch.setattr(
        Acorns, "settled", lambda self, setup, facts: replace(facts, colour=told[setup.goal])
    )
    play = ledger.begin(acorns, Setup(2, 40), box=box)
    assert Box.objects.get().facts == '{"colour":"green"}'
    ledger.set_up_again(play.pk, Setup(2, 50))
    assert Box.objects.get().facts == '{"colour":"blue"}'

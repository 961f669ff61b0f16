"""A box that is ticked beforehand and unticked by the player is off; one left alone stays on."""

from __future__ import annotations

import pytest

from companion.plays import ledger
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import forms, repair_page
from games import registry
from tests.games.fire_nation.rules.test_choices import table
from tests.games.fire_nation.table import in_full
from tests.games.rising.text import a
from tests.pageplayer import PagePlayer
from tests.plays.test_every_state import sits
from tests.plays.test_repair_page import Posts

pytestmark = pytest.mark.django_db

FIRE = registry.referee("fire-nation")


@pytest.fixture
def state():
    """Return a state of Fire Nation: the end of rolling can advance Balance."""
    game = in_full(table(progress=4), "W", "F", "F", "F", location=2, card="right0")
    game.do(a.Assign(game.dice("W"), game.id("H5")))
    return game.state


@pytest.fixture
def ana(db, state):
    """Return someone's phone at that moment."""
    play = ledger.begin("fire-nation", FIRE.setup_default(2, FIRE.sample_box()), sample=True)
    play.state = FIRE.encode_state(state)
    play.save()
    return PagePlayer(*sits(play, "Ana", Seat.Role.HOST, 0, 1))


def posted(ana):
    """Return the end of rolling as the page posts it if nothing is touched."""
    return next(each for each in Posts(ana.html).forms if each.get("do") == "finish")


def test_a_preticked_box_that_is_unticked_is_off(ana):
    body = posted(ana)
    assert body.pop("advance") == ["on"]
    assert forms.read_action(body, FIRE.Action)["advance"] is False
    answer = ana.client.post(f"{ana.at}act", {**body.dict(), "answer:W_DICE_LEFT": "anyway"})
    assert answer.status_code in (200, 302)
    entry = Play.objects.get().entries.get(kind="action")
    assert entry.action["advance"] is False


def test_preticked_box_that_is_left_alone_is_on(ana):
    action = FIRE.decode_action(forms.read_action(posted(ana), FIRE.Action))
    assert action == a.Finish(advance=True)


def test_a_post_without_the_form_keeps_the_default(ana):
    body = posted(ana)
    del body["advance"], body[forms.FLAGS]
    assert FIRE.decode_action(forms.read_action(body, FIRE.Action)) == a.Finish(advance=True)


def test_player_of_pages_leaves_preticked_box_ticked(ana):
    (form,) = ana.offers("finish")
    assert ("advance", "on") in form.data({})
    assert ("advance", "on") not in form.data({"advance": False})


def test_implied_box_is_ticked_when_entry_is_corrected(state):
    (finish,) = (each for each in FIRE.prompts(state) if each.do == "finish")
    entry = Entry(action={"do": "finish"})
    assert repair_page._filled(entry, a.Finish(), finish)["advance"] == "on"

"""A newcomer starts with what other groups say, and confirms a card where it matters."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.boxes import comparing, library
from companion.boxes.models import Box
from companion.plays.models import Play
from tests.journeys.test_rising_own_copy import DEALT, END, REFEREE, SLUG, Evening

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def offered(db):
    """Return a copy whose group has counted the spaces of all Heroes and offers it."""
    blank = msgspec.json.encode(REFEREE.blank_box()).decode()
    box = Box.objects.create(title=SLUG, name="Ours", owner="others", facts=blank)
    facts = comparing.decoded(box)
    cards = tuple(
        replace(card, capacity=5, confidence="own") if card.name in DEALT else card
        for card in facts.cards
    )
    library.learn(box, replace(facts, cards=cards))
    library.offer(box)
    return box


def test_newcomer_plays_the_first_turn_from_the_library(phone, offered):
    ana = phone(viewport={"width": 390, "height": 664})
    ana.open(f"/g/{SLUG}/")
    ana.chooses("What most groups say")
    ana.chooses("2")
    ana.tap("Start the table")
    ana.is_at_the_table()
    play = Play.objects.get()
    assert comparing.known(comparing.decoded(play.box))["cards/Hawkgirl"].value.capacity == 5
    assert "cards/Hawkgirl" not in comparing.entered(play.box)
    ana.open(f"/boxes/{play.box_id}/")
    ana.is_accessible()
    ana.open("/boxes/")


def test_spaces_of_others_are_confirmed_by_one_tap(seated, offered):
    box = library.start(SLUG, "ana", "New")
    first = Evening(seated, box)
    first.villains(first.ana, 2)
    first.tap(".lesson .tile:has([value='doom'])", sends=False)
    first.tap(".lesson .btn.go")
    first.counts(4)
    first.villains(first.bo, 2)
    first.tap(END)
    expect(first.page.locator("main")).to_contain_text("Other groups say 5 spaces")
    first.tap(".prompt.first .dot[value='5']")
    expect(first.page.locator(".prompt.first .dot")).to_have_count(0)
    box.refresh_from_db()
    confirmed = [
        name
        for name in DEALT
        if comparing.known(comparing.decoded(box))[f"cards/{name}"].value.confidence == "own"
    ]
    assert len(confirmed) == 1
    assert f"cards/{confirmed[0]}" in comparing.entered(box)
    assert first.asked() == 3

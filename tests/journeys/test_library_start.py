"""A newcomer starts with what other groups say, and confirms a card where it matters."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.boxes import comparing, library
from companion.boxes.models import Offer
from companion.plays.models import Play
from tests.journeys.test_rising_own_copy import DEALT, END, SLUG, Evening
from tests.journeys.test_rising_taps import owns, unknown

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def counted(owner, spaces, names=DEALT):
    """Return a copy whose group has counted the spaces of these Heroes."""
    box = unknown(SLUG, owner)
    facts = comparing.decoded(box)
    cards = tuple(
        replace(card, capacity=spaces, confidence="own") if card.name in names else card
        for card in facts.cards
    )
    library.learn(box, replace(facts, cards=cards))
    return box


@pytest.fixture
def offered(db):
    """Return a copy whose group has counted the spaces of all Heroes and offers it."""
    box = counted("others", 5)
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


def test_disagreement_shows_counts_until_operator_steps_in(phone, site, db):
    friday = owns(phone, site, counted("friday", 4, ["Hawkgirl"]))
    others = [owns(phone, site, counted(who, n, ["Hawkgirl"])) for who, n in (("b", 4), ("c", 5))]
    for one in (friday, *others):
        one.tap("Offer this copy")
        expect(one.page.get_by_text("Offered since")).to_be_visible()
    ana = phone()
    ana.open("/boxes/")
    ana.tap("Start from them")
    ana.chooses("2")
    ana.tap("Start the table")
    ana.is_at_the_table()
    ana.open("/boxes/")
    ana.page.locator("a.spine").click()
    ana.is_accessible()
    card = ana.page.locator(".facts li", has=ana.page.locator("strong", has_text="Hawkgirl"))
    expect(card).to_contain_text("2 groups say so.")
    expect(card).to_contain_text("1 group says: Kind: Hero · Damage spaces: 5")
    card.get_by_role("button", name="So does our card").click()
    expect(card).to_contain_text("2 groups say: Kind: Hero · Damage spaces: 4")
    call_command("library", "--remove", str(Offer.objects.get(box__owner="friday").pk))
    ana.page.reload()
    expect(card).to_contain_text("1 group says: Kind: Hero · Damage spaces: 4")
    friday.page.reload()
    expect(friday.page.get_by_text("taken your offer out")).to_be_visible()

"""Everything on the board answers to a finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.plays import ledger
from companion.plays.models import Entry
from tests.journeys.test_standing_still import begun
from tests.sample_game import Setup

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def acorn(acorns, seated):
    """Return Ana's phone at a table of Acorns."""
    return seated(ledger.begin(acorns, Setup(2, 20)), "Ana", role="host")


def holds(phone, place) -> None:
    """Hold a finger on something until it answers."""
    box = place.bounding_box()
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    expect(phone.page.locator("#drawer[open]")).to_be_visible()
    phone.page.mouse.up()


def test_a_number_that_is_held_is_put_right(acorn):
    page = acorn.page
    holds(acorn, page.locator("[data-number='store.1']"))
    expect(page.locator("#drawer-h")).to_contain_text("Squirrel 2")
    for _ in range(2):
        acorn.tap("One more", within="#drawer")
    acorn.tap("Just set it to 2", within="#drawer")
    acorn.shows_revision(1)
    expect(page.locator("#drawer[open]")).to_have_count(0)
    expect(page.locator("[data-number='store.1'] b")).to_have_text("2")
    acorn.is_accessible()


def test_what_changed_in_play_is_told_as_such(acorn):
    page = acorn.page
    holds(acorn, page.locator("[data-number='store.1']"))
    acorn.tap("One more", within="#drawer")
    acorn.tap("A card or rule changed it to 1", within="#drawer")
    acorn.shows_revision(1)
    assert not Entry.objects.get(seq=1).adjusted
    acorn.pulls("Log")
    expect(page.locator("#drawer")).to_contain_text("0 → 1 (changed in play)")
    expect(page.locator("#drawer")).not_to_contain_text("adjusted")


def test_holding_names_doubtful_entry_and_leads_to_repair(acorn):
    page = acorn.page
    acorn.tap("5", exact=True)
    acorn.shows_revision(1)
    page.locator("[data-number='store.0']").click(button="right")
    expect(page.locator("#counted")).to_have_value("5")
    page.locator("#counted").fill("0")
    clue = page.locator("#drawer .clues a")
    expect(clue).to_contain_text("Squirrel 1 rolled 5")
    acorn.is_accessible()
    clue.click()
    page.wait_for_url(re.compile("/repair/1$"))


def test_a_number_is_put_right_without_a_script(acorn, phone):
    plain = phone(java_script_enabled=False)
    plain.page.context.add_cookies(acorn.page.context.cookies())
    plain.open(acorn.page.url.partition("//")[2].partition("/")[2].join(["/", "count"]))
    plain.page.get_by_role("link", name="Squirrel 1").click()
    plain.tap("One more")
    plain.tap("Just set it to 1")
    acorn.shows_revision(1)


# -- dice -----------------------------------------------------------------------------------------

ROLL = ["gray-loot", "gray-alarm", "blue-batman"]


@pytest.fixture
def heist(seated):
    """Return Ana's phone at the first roll of a dice game."""
    return seated(begun("animated-dice", 0), "Ana", 0, 1, role="host")


def taps(phone, *faces) -> None:
    for face in faces:
        phone.page.locator(f".die.next label:has(input[value='{face}'])").click()


def test_last_die_enters_roll_and_undo_returns_dice(heist):
    page = heist.page
    taps(heist, *ROLL)
    heist.shows_revision(1)
    undo = page.locator("#undo[data-fresh]")
    expect(undo).to_contain_text("Undo")
    undo.and_(page.locator(":not([data-new])")).click()
    heist.shows_revision(2)
    expect(page.locator(".keypad input:checked")).to_have_count(3)
    page.locator(".tray button").last.click()
    page.locator(".die.next label:has(input[value='blue-loot'])").click()
    page.wait_for_timeout(600)
    assert Entry.objects.count() == 2
    heist.tap("Enter", exact=True)
    heist.shows_revision(3)
    assert Entry.objects.get(seq=3).action["faces"] == ["gray-loot", "gray-alarm", "blue-loot"]


def test_taking_back_ends_with_next_entry_of_anybody(heist, seated):
    taps(heist, *ROLL)
    heist.shows_revision(1)
    play = Entry.objects.get(seq=1).play
    play.refresh_from_db()
    ledger.record(play.pk, {"do": "depth", "depth": "full"}, key="other")
    heist.shows_revision(2)
    expect(heist.page.locator("#undo[data-fresh]")).to_have_count(0)


def test_dice_put_there_by_keys_wait_for_enter(heist):
    page = heist.page
    page.locator(".die.next input").first.focus()
    for _ in ROLL:
        page.keyboard.press("1")
    expect(page.get_by_role("button", name="Enter", exact=True)).to_be_focused()
    page.wait_for_timeout(600)
    assert not Entry.objects.exists()


def test_dice_page_brought_back_do_not_enter_themselves(heist):
    page = heist.page
    taps(heist, *ROLL[:2])
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    taps(heist, ROLL[2])
    page.wait_for_timeout(600)
    assert not Entry.objects.exists()
    heist.tap("Enter", exact=True)
    heist.shows_revision(1)


def test_an_enter_that_lacks_something_says_what(acorn):
    page = acorn.page
    page.locator("#r-more > summary").click()
    page.locator("#p-paint-f button").click()
    missing = page.locator(".errors.missing")
    expect(missing).to_have_text("Still missing: Colour")
    expect(page.get_by_label("Colour")).to_be_focused()
    acorn.is_accessible()
    page.get_by_label("Colour").fill("mauve")
    expect(missing).to_have_count(0)
    page.locator("#p-paint-f button").click()
    acorn.shows_revision(1)

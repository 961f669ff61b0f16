"""A choice is held on a phone: a small sheet says what it would bring, and nothing is entered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.plays.models import Entry, Play
from games import registry
from tests.journeys.test_ahead import shot
from tests.journeys.test_ahead import table as at
from tests.journeys.test_touch import holds
from tests.positions import recorded

pytestmark = pytest.mark.django_db(transaction=True)


def test_held_choice_is_weighed_and_left_without_trace(table):
    ana, bo = table
    three = ana.page.locator("#p-roll-3")
    holds(ana, three)
    drawer = ana.page.locator("#drawer")
    expect(drawer).to_contain_text("Squirrel 1 now has 3")
    expect(drawer).to_contain_text("Preview only: nothing is entered.")
    ana.is_accessible()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("#drawer[open]")).to_have_count(0)
    expect(bo.page.locator("#board")).to_have_attribute("data-revision", "0")
    assert not Entry.objects.exists()
    three.click()
    expect(bo.page.locator("#board")).to_have_attribute("data-revision", "1")


def test_menu_key_does_what_long_press_does(table):
    ana, _ = table
    ana.page.locator("#p-roll-1").focus()
    ana.page.locator("#p-roll-1").dispatch_event("contextmenu")
    expect(ana.page.locator("#drawer")).to_contain_text("Did the crow look?")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("#p-roll-1")).to_be_focused()
    assert not Entry.objects.exists()


def test_place_is_weighed_with_what_villains_may_do(seated):
    referee = registry.referee("batman-who-laughs")
    dice = referee.sample_box().driver_dice
    state = next(
        replace(state, driver_dice=dice)
        for _, state in recorded("batman-who-laughs")
        if state.step == "deploy" and state.driver_dice is not None
    )
    ana = seated(at("batman-who-laughs", state), "Ana", 0, 1, role="host")
    ana.page.locator(".lit").first.scroll_into_view_if_needed()
    holds(ana, ana.page.locator(".lit").first)
    expect(ana.page.locator("#drawer")).to_contain_text("goes to")
    expect(ana.page.locator("#drawer")).to_contain_text("Your team is hit 33")
    shot(ana, "whatif-laughs")
    assert Play.objects.get().revision == 0

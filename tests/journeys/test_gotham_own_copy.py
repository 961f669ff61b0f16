"""Two evenings of Gotham City Chronicles on a copy no one knows: the second one asks less."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.conformance.phone import Phone

pytestmark = pytest.mark.patient

KEPT = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true);"""
"""Counts taps over several pages."""
QUESTION = "[id='p-minis-count']"


def starts(host: Phone) -> None:
    """Open a table with the own copy and its first mission."""
    host.open("/g/gotham-chronicles/")
    host.chooses("4")
    host.tap("Start the table")
    host.tap("Leave it as it is")
    host.is_at_the_table()


def steps(host: Phone, tile: str, way: str, times: int = 1) -> None:
    for _ in range(times):
        host.page.get_by_role("button", name=f"{tile}: one {way}").click()


def test_miniatures_are_asked_on_the_first_evening_alone(phone):
    host = phone()
    starts(host)
    expect(host.page.locator(QUESTION)).to_be_visible()
    steps(host, "Brutes with Chains", "more", 2)
    steps(host, "Brutes with Firearm", "more")
    steps(host, "Thugs with Crowbar", "less")
    steps(host, "Thugs with Firearm", "more", 3)
    host.is_accessible()
    host.tap("Enter", within=QUESTION, exact=True)
    expect(host.page.locator(QUESTION)).to_have_count(0)
    expect(host.page.locator(".river")).to_contain_text("× 3")
    starts(host)
    expect(
        host.page.get_by_role("button", name="Begin the first round", exact=True)
    ).to_be_visible()
    expect(host.page.locator(QUESTION)).to_have_count(0)
    host.complains_about_nothing()


def test_what_is_left_open_stays_unknown(phone):
    host = phone()
    starts(host)
    host.tap("Leave it, begin the first round")
    expect(host.page.locator(QUESTION)).to_have_count(0)
    expect(host.page.locator(".river li", has_text="Brutes with Chains")).to_contain_text("× ?")


def test_other_mission_reaches_first_cube_in_twelve_taps(phone):
    host = phone()
    host.page.add_init_script(KEPT)
    host.open("/")
    host.tap("Batman: Gotham City Chronicles")
    host.chooses("4")
    host.tap("Start the table")
    mission = host.page.locator("select[name=mission]")
    mission.select_option(mission.locator("option", has_text="Icy Welcome").text_content())
    host.tap("Use this setup")
    expect(host.page.get_by_label("Rounds")).to_be_visible()
    host.tap("Use this setup")
    host.is_at_the_table()
    host.tap("Leave it, begin the first round")
    for hero in ("Batman", "Renee Montoya", "Batgirl"):
        expect(host.page.locator("main")).to_contain_text(f"Stance of {hero}")
        host.tap(re.compile("^Active"))
    host.tap(re.compile("^Melee"))
    expect(host.page.get_by_role("button", name=re.compile("^Melee")).first).to_contain_text(
        "1 / 3"
    )
    # A list is opened and its line tapped, which the browser shows to no script.
    assert int(host.page.evaluate("sessionStorage.taps")) + 2 <= 12
    host.complains_about_nothing()

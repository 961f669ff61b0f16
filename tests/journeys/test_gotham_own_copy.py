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


def test_first_kill_asks_how_many_were_left_open(phone):
    host = phone()
    starts(host)
    host.tap("Leave it, begin the first round")
    tile = host.page.locator(".river li", has_text="Brutes with Chains")
    tile.locator("button.lit").click()
    host.tap("3", within="#r-asked", exact=True)
    expect(tile).to_contain_text("× 2")
    tile.locator("button.lit").click()
    expect(tile).to_contain_text("× 1")
    host.complains_about_nothing()


STANCES = {"Batman": "p-stance-0", "Renee Montoya": "p-stance-1", "Batgirl": "p-stance-2"}
PAGE = "[id^='p-mission-']"
"""Questions about a mission's page."""


def picks(host: Phone) -> None:
    """Choose a mission whose page no one has read, and wait for its heroes."""
    mission = host.page.locator("select[name=mission]")
    mission.select_option(mission.locator("option", has_text="Icy Welcome").text_content())
    expect(host.page.get_by_text("Hero 2: Renee Montoya")).to_be_visible()


def opens(host: Phone) -> None:
    """Go from home to the table of a mission whose page no one has read."""
    host.open("/")
    host.tap("Batman: Gotham City Chronicles")
    host.chooses("4")
    host.tap("Start the table")
    picks(host)
    expect(host.page.locator("main input[type=number]")).to_have_count(0)
    host.tap("Use this setup")
    host.is_at_the_table()


def test_warning_follows_choices_of_setup(phone):
    host = phone()
    host.open("/")
    host.tap("Batman: Gotham City Chronicles")
    host.chooses("4")
    host.tap("Start the table")
    warning = host.page.locator("#unsaid")
    expect(warning).to_contain_text("Red Hood (Jason Todd) carries no Bat-Gadget")
    picks(host)
    expect(warning).not_to_contain_text("Red Hood")
    expect(warning).to_contain_text("Batman carries no Bat-Gadget")
    host.page.locator("[name=gadgets]").first.check(force=True)
    expect(warning).not_to_contain_text("Batman")
    expect(host.page.locator("[name=gadgets]").first).to_be_checked()
    host.complains_about_nothing()


def test_other_mission_reaches_first_cube_in_twelve_taps(phone):
    host = phone()
    host.page.add_init_script(KEPT)
    opens(host)
    host.tap("The heroes: begin")
    for hero in ("Batman", "Renee Montoya", "Batgirl"):
        host.tap(re.compile("^Active"), within=f"[id='{STANCES[hero]}']")
        host.reads_aloud(f"{hero} chooses: Active")
    host.tap(re.compile("^Melee"))
    expect(host.page.get_by_role("button", name=re.compile("^Melee")).first).to_contain_text(
        "1 / 3"
    )
    # A list is opened and its line tapped, which the browser shows to no script.
    assert int(host.page.evaluate("sessionStorage.taps")) + 2 <= 12
    host.complains_about_nothing()


def reads(host: Phone) -> None:
    """Read the page of the mission in its first round and the start of the second one."""
    host.tap("The heroes: begin")
    steps(host, "Batman", "more", 5)
    steps(host, "Renee Montoya", "less")
    steps(host, "Batgirl", "more", 2)
    host.tap("Enter", within=PAGE, exact=True)
    host.reads_aloud("Batgirl begins with 2 cubes in fatigue")
    for hero in ("Batman", "Renee Montoya", "Batgirl"):
        host.tap(re.compile("^Active"), within=f"[id='{STANCES[hero]}']")
        host.reads_aloud(f"{hero} chooses: Active")
    host.tap("End the heroes' turn")
    host.is_accessible()
    for what, n in (("Villain's reserve", 9), ("Villain's recovery", 5), ("Villain's fatigue", 2)):
        host.tap(str(n), within=PAGE, exact=True)
        host.reads_aloud(f"{what}: {n}, says the mission's page")
    tiles = ("Mr. Freeze", "Hazmat Thugs", "Event Warning", "Brutes with Chains")
    for n, tile in enumerate((*tiles, "Thugs with Crowbar"), 1):
        host.tap(tile, within=PAGE, exact=True)
        host.reads_aloud(f"{tile} is at place {n} of the river")
    host.tap("End the villain's turn")
    host.tap("8", within=PAGE, exact=True)
    host.reads_aloud("The mission lasts 8 rounds")


def test_missions_page_is_read_while_playing_and_once(phone):
    """Four questions on the first evening, none of them on the second."""
    host = phone()
    opens(host)
    reads(host)
    expect(host.page.locator(PAGE)).to_have_count(0)
    host.open("/g/gotham-chronicles/")
    host.chooses("4")
    host.tap("Start the table")
    picks(host)
    host.tap("Use this setup")
    host.tap("Leave it, begin the first round")
    for _round in range(2):
        for hero, stance in STANCES.items():
            expect(host.page.locator(PAGE)).to_have_count(0)
            host.tap(re.compile("^Active"), within=f"[id='{stance}']")
            host.reads_aloud(f"{hero} chooses: Active")
        host.tap("End the heroes' turn")
        expect(host.page.locator(PAGE)).to_have_count(0)
        host.tap("End the villain's turn")
    expect(host.page.locator("main")).to_contain_text("Batman's stance")
    expect(host.page.locator(PAGE)).to_have_count(0)
    host.complains_about_nothing()


def test_die_is_read_in_seven_taps(phone):
    """Six faces after the first roll of a colour; the next game draws them."""
    host = phone()
    host.open("/g/gotham-chronicles/")
    host.chooses("4")
    host.tap("Start the table")
    host.chooses(re.compile("^Full"))
    host.tap("Use this setup")
    host.is_at_the_table()
    host.tap("Leave it, begin the first round")
    for who, n in (("Batman", 0), ("Catwoman", 1), ("Red Hood (Jason Todd)", 2)):
        host.tap(re.compile("^Active"), within=f"[id='p-stance-{n}']")
        host.reads_aloud(f"{who} chooses: Active")
    host.page.locator(".tablet[open] .space.lit", has_text="Thought").click()
    asked = host.page.locator(".choice:has(> .pick:checked)")
    asked.get_by_role("button", name="1", exact=True).click()
    host.reads_aloud("Batman")
    die = host.page.locator("[id^='p-die-read']").first
    expect(host.page.get_by_text("die: tap its six faces").first).to_be_visible()
    before = host.revision
    host.page.get_by_text("die: tap its six faces").first.click()
    for face in (0, 0, 1, 1, 2, 3):
        open_ = die.locator("fieldset.die:not(:has(input:checked))").first
        open_.locator("label", has_text=re.compile(rf"^\s*{face}|^$")).nth(0).click()
    host.shows_revision(before + 1)
    host.reads_aloud("die: 0, 0, 1, 1, 2 and 3")
    host.complains_about_nothing()

"""From the home page to the first real entry: how many taps it takes, and whether any is hidden."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from companion.plays import ledger
from tests import services
from tests.sample_game import Setup

SHORT = {"width": 390, "height": 664}
FIRST_ENTRY = {
    "batman-who-laughs": ["button:has-text('Leave 9 cards unnamed')"],
    "fire-nation": ["button:has-text('Leave 9 cards unnamed')"],
    "animated-dice": [".die.next .tile:not(:has(:disabled)) >> nth=0"] * 3,
    "gotham-chronicles": ["button.go:has-text('Enter')"],
    "talisman-batman": ["button:has-text('Bane')"],
}
"""What a new group taps first on the table of its own copy, at the defaults of the start page."""


ASKED_FIRST = ("gotham-chronicles",)
"""Titles whose start asks what only the table knows of its set-up."""


class Finger:
    """Finger that counts its taps, and taps only what lies on the screen without scrolling."""

    def __init__(self, phone):
        self.phone, self.page, self.taps = phone, phone.page, 0

    def taps_in_sight(self, thing: Locator) -> None:
        thing = thing.and_(self.page.locator(":not([data-new])")).first
        thing.wait_for()
        box, size = thing.bounding_box(), self.page.viewport_size
        assert box is not None
        assert box["y"] >= 0, thing
        assert box["y"] + box["height"] <= size["height"] + 1, f"{thing} is at {box['y']}"
        thing.click()
        self.taps += 1

    def taps_first_of(self, place: str) -> None:
        self.taps_in_sight(self.page.locator(place))


@pytest.mark.parametrize("slug", FIRST_ENTRY)
def test_new_group_with_copy_enters_by_fifth_tap(phone, slug):
    finger = Finger(phone(viewport=SHORT))
    finger.phone.open("/")
    finger.taps_first_of(f"a[href='/g/{slug}/']")
    finger.taps_first_of("button:has-text('Start the table')")
    if slug in ASKED_FIRST:
        finger.taps_first_of("button:has-text('Use this setup')")
    finger.phone.is_at_the_table()
    for place in FIRST_ENTRY[slug]:
        finger.taps_first_of(place)
    finger.phone.shows_revision(1)
    assert finger.taps <= 5


def test_second_phone_is_seated_by_its_second_tap(phone):
    host = phone()
    host.open("/g/animated-dice/")
    host.tap("Start the table")
    host.is_at_the_table()
    code = host.page.url.split("/t/")[1].strip("/")
    finger = Finger(phone(viewport=SHORT))
    finger.phone.open(f"/j/{code}/")
    finger.taps_in_sight(finger.page.locator("label.tile", has_text="Catwoman"))
    finger.taps_first_of("button:has-text('Sit down')")
    finger.phone.is_at_the_table()
    assert finger.taps == 2
    host.pulls("People")
    expect(host.page.locator("#drawer")).to_contain_text("Catwoman")


def test_the_way_to_a_table_is_for_everybody(phone):
    one = phone(viewport=SHORT)
    for path in ("/", "/g/gotham-chronicles/"):
        one.open(path)
        one.is_accessible()
    one.tap("Start the table")
    one.tap("Use this setup")
    one.is_at_the_table()
    stranger = phone(color_scheme="light")
    stranger.open(one.page.url.replace("/t/", "/j/"))
    stranger.is_accessible()


def test_rematch_is_one_tap_for_every_phone(seated, acorns):
    play = ledger.begin("acorns", Setup(2, 5))
    ana = Finger(seated(play, "Ana", 0, role="host", viewport=SHORT))
    bo = Finger(seated(play, "Bo", 1, viewport=SHORT))
    ledger.record(play.pk, {"do": "roll", "face": 6}, key="k", actor=0)
    expect(bo.page.locator(".outcome")).to_be_visible()
    bo.taps_first_of("#again")
    bo.page.wait_for_url(lambda at: play.code not in at)
    bo.phone.is_at_the_table()
    ana.taps_in_sight(ana.page.get_by_role("button", name="Your seat in the rematch"))
    ana.page.wait_for_url(bo.page.url)
    ana.phone.is_at_the_table()
    assert (ana.taps, bo.taps) == (1, 1)
    bo.phone.is_accessible()


def test_pages_use_fonts_of_the_tests_alone(phone):
    """What lies below the fold must not depend on what someone installed on this machine."""
    if not services.FONTS.exists():
        services.demand("Font", "run python -m tests.fetch_browser")
    one = phone()
    one.open("/")
    wire = one.page.context.new_cdp_session(one.page)
    for each in ("DOM", "CSS"):
        wire.send(f"{each}.enable")
    root = wire.send("DOM.getDocument")["root"]["nodeId"]
    nodes = wire.send("DOM.querySelectorAll", {"nodeId": root, "selector": "h1, h2, p, a, button"})
    used = {
        font["familyName"].removesuffix(" ExtraBold")
        for node in nodes["nodeIds"]
        for font in wire.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    }
    assert {"Roboto", "Roboto Condensed"} <= used <= {"Roboto", "Roboto Condensed", "DejaVu Sans"}

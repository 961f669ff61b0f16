"""A second tap that comes quickly is never lost to a board that comes meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.plays import ledger
from companion.plays.models import Entry, Play
from tests.serving import until

pytestmark = pytest.mark.django_db(transaction=True)
PRESS = 380
"""Milliseconds that a finger presses: less than what counts as holding."""


@pytest.fixture
def quick(table):
    """Return Ana's phone with two buttons to tap one after the other."""
    ana, _bo = table
    ana.unfolds("Other options")
    expect(ana.page.locator("#p-find-1-b")).to_be_visible()
    return ana


def presses_while(quick, comes) -> None:
    """Tap one button and at once press another, and lift the finger when something has come."""
    page = quick.page
    box = page.locator("#p-find-1-b").bounding_box()
    page.locator("#p-find-0-b").click()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    comes()
    page.wait_for_timeout(PRESS)
    page.mouse.up()


def test_others_board_waits_for_finger_of_second_tap(quick):
    page, boards, taps = quick.page, [], []
    page.route("**/board?*", lambda route: boards.append(route))
    page.route("**/act", lambda route: taps.append(route))
    ledger.record(Play.objects.get().pk, {"do": "find", "squirrel": 1}, key="bo")
    until(lambda: page.wait_for_timeout(20) or boards, "no board is fetched")
    presses_while(quick, boards[0].continue_)
    until(lambda: page.wait_for_timeout(20) or len(taps) == 2, "the second tap is lost")
    page.unroute("**/board?*")
    for tap in taps:
        tap.continue_()
    quick.shows_revision(3)


def test_answer_to_tap_waits_for_finger_of_next(quick):
    page, taps = quick.page, []
    page.route("**/act", lambda route: taps.append(route))

    def answered() -> None:
        taps[0].continue_()
        page.unroute("**/act")

    presses_while(quick, answered)
    quick.shows_revision(2)
    assert Entry.objects.count() == 2

"""One tap calls a phone that sleeps on its turn: it flashes and buzzes, and only it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.plays import ledger
from tests.sample_game import Setup

BUZZES = """
  window.buzzes = [];
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.buzzes.push(pattern) });
"""


def buzzes(phone) -> int:
    """Return how many times a phone was called with the long pattern of a nudge."""
    return phone.page.evaluate("window.buzzes.filter((each) => each.length === 5).length")


@pytest.fixture
def awake(acorns, seated):
    """Return two phones with a side each, with their streams open and a motor that counts."""
    play = ledger.begin(acorns, Setup(2, 20))
    table = seated(play, "Ana", 0, role="host"), seated(play, "Bo", 1)
    for each in table:
        each.page.add_init_script(BUZZES)
        with each.page.expect_response(lambda answer: "/live/" in answer.url):
            each.page.reload()
        expect(each.page.locator("#link")).to_have_text("live")
    return table


def test_one_tap_calls_phone_whose_turn_it_is(awake):
    ana, bo = awake
    bo.tap("Nudge Ana")
    expect(ana.page.locator("#notice")).to_have_text("Someone nudges you: it is your turn.")
    expect(bo.page.locator("#board")).to_contain_text("Ana has been nudged.")
    assert (buzzes(ana), buzzes(bo)) == (1, 0)
    bo.tap("Nudge Ana")
    expect(bo.page.locator("#board")).to_contain_text("Ana has just been nudged.")
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1)
    expect(ana.page.locator("#notice")).to_be_hidden()
    ana.tap("Nudge Bo")
    expect(bo.page.locator("#notice")).to_be_visible()
    assert (buzzes(ana), buzzes(bo)) == (1, 1)


def test_nudged_phone_stays_still_where_buzzing_is_off(awake):
    ana, bo = awake
    ana.page.evaluate("localStorage.setItem('buzz', 'off')")
    bo.tap("Nudge Ana")
    expect(ana.page.locator("#notice")).to_be_visible()
    assert buzzes(ana) == 0

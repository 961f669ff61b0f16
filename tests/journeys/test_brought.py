"""Boards that come with the bell, on two phones: no request, unless something does not fit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

CLOSE = 2_500


@pytest.fixture
def asked(table):
    """Return the addresses that Bo's phone asks for from now on."""
    _, bo = table
    found: list[str] = []
    bo.page.wait_for_timeout(500)
    bo.page.on("request", lambda request: found.append(request.url))
    return found


def test_no_board_is_asked_for_after_anothers_tap(table, asked):
    ana, bo = table
    for revision, face in enumerate("4", 1):
        ana.tap(face, within="#board", exact=True)
        bo.shows_revision(revision, timeout=CLOSE)
    bo.reads_aloud("Squirrel 1 rolled 4")
    assert asked == []
    bo.tap("3", within="#board", exact=True)
    ana.shows_revision(2, timeout=CLOSE)
    bo.shows_revision(2)
    assert [url.rpartition("/")[2] for url in asked] == ["act"]


def test_each_phone_makes_its_own_key(table, asked):
    ana, bo = table
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1, timeout=CLOSE)
    key = bo.page.locator("#board").get_attribute("data-key")
    assert re.fullmatch(r"[\w-]{8,80}", key or "")
    bo.tap("3", within="#board", exact=True)
    bo.shows_revision(2)
    assert bo.page.locator("#board").get_attribute("data-key") != key


def test_a_tampered_piece_is_mended_by_one_fetch(table, asked):
    ana, bo = table
    bo.page.locator("#r-links").evaluate("(one) => { one.append('tampered'); }")
    bo.shows_something_else()
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1, timeout=CLOSE)
    expect(bo.page.locator("#board")).not_to_contain_text("tampered")
    assert [url.partition("?")[0].rpartition("/")[2] for url in asked] == ["board"]


def test_half_typed_form_stays_when_board_is_brought(table, asked):
    ana, bo = table
    bo.page.locator("#r-more summary").first.click()
    field = bo.page.locator("#board input[name=colour]")
    field.fill("gree")
    before = len(asked)
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1, timeout=CLOSE)
    expect(field).to_have_value("gree")
    assert not [url for url in asked[before:] if "/board" in url]


def test_missed_board_is_fetched_when_line_is_back(table, asked):
    ana, bo = table
    bo.goes_offline()
    expect(bo.page.locator("#link")).to_have_text("offline")
    ana.tap("4", within="#board", exact=True)
    ana.shows_revision(1)
    bo.comes_back()
    bo.shows_revision(1)
    bo.is_at_the_table()
    del asked[:]
    bo.tap("3", within="#board", exact=True)
    bo.shows_revision(2)
    ana.tap("5", within="#board", exact=True)
    bo.shows_revision(3, timeout=CLOSE)
    assert not [url for url in asked if "/board" in url]


def test_phone_with_old_board_says_it_catches_up(table):
    ana, bo = table
    held = []
    bo.page.locator("#r-links").evaluate("(one) => { one.append('tampered'); }")
    bo.shows_something_else()
    bo.page.route("**/board?*", lambda route: held.append(route))
    ana.tap("4", within="#board", exact=True)
    expect(bo.page.locator("#link")).to_have_text("catching up", timeout=6_000)
    held.pop().continue_()
    bo.page.unroute("**/board?*")
    bo.shows_revision(1)
    expect(bo.page.locator("#link")).to_have_text("live")

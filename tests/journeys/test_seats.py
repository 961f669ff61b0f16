"""People find their seats: the host in the first minute, anyone later; no one leaves the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.plays.models import Play, Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_host_may_say_or_skip_name_and_side(acorns, phone):
    for said in (True, False):
        ana = phone()
        ana.open("/g/acorns/")
        if said:
            ana.page.get_by_label("Your name").fill("Ana")
        ana.chooses("2")
        ana.tap("Start the table")
        ana.is_at_the_table()
        if said:
            ana.page.get_by_text("Which side is yours?").click()
            ana.tap("Squirrel 2", within="#sit")
            expect(ana.page.locator("#sit")).to_have_count(0)
            assert list(Seat.objects.values_list("name", "parts")) == [("Ana", [1])]
        ana.tap("4", within="#board", exact=True)
        ana.shows_revision(1)
        expect(ana.page.locator("#sit")).to_have_count(0)


def test_host_sees_who_sits_down_before_first_entry(acorns, phone):
    ana, bo = phone(), phone()
    ana.open("/g/acorns/")
    ana.chooses("2")
    ana.tap("Start the table")
    ana.is_at_the_table()
    ana.page.get_by_text("Which side is yours?").click()
    sides = ana.page.locator("#sit button")
    expect(sides).to_have_count(2)
    bo.open(f"/j/{Play.objects.get().code}/")
    bo.page.get_by_label("Your name").fill("Bo")
    bo.chooses(re.compile("Squirrel 2"))
    bo.tap("Sit down")
    expect(sides).to_have_count(1, timeout=5000)
    expect(sides).to_have_accessible_name("Squirrel 1")


def test_whoever_changes_seats_stays_at_the_board(table):
    _, bo = table
    where = bo.page.url
    expect(bo.page.locator("#board .waiting")).to_be_visible()
    bo.page.evaluate("document.body.dataset.stayed = 'yes'")
    bo.pulls("People")
    bo.page.get_by_label("Your name").fill("Bodo")
    bo.chooses(re.compile("Squirrel 1"), within="#drawer")
    bo.chooses(re.compile("Squirrel 2"), within="#drawer")
    bo.tap("Change seat", within="#drawer")
    expect(bo.page.locator("#drawer[open]")).to_have_count(0)
    expect(bo.page.locator("#board .waiting")).to_have_count(0)
    expect(bo.page.locator("#board .acts")).to_have_class(re.compile(r"\bp0\b"))
    expect(bo.page.locator("body")).to_have_attribute("data-stayed", "yes")
    assert bo.page.url == where
    assert Seat.objects.get(name="Bodo").parts == [0]


def test_waiting_phone_reads_rules_and_returns_to_place(table):
    ana, bo = table
    bo.pulls("Rules")
    bo.page.get_by_role("searchbox").fill("acorn")
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1)
    expect(bo.page.locator("#drawer[open]")).to_be_visible()
    expect(bo.page.get_by_role("searchbox")).to_have_value("acorn")
    bo.tap("Close", within="#drawer", exact=True)
    expect(bo.page.locator("#to-rules")).to_be_focused()
    assert bo.revision == 1

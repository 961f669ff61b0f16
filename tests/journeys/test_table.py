"""Two phones at one table, in a real browser against a real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games import registry

CLOSE = 2_500
"""Milliseconds: sooner than a phone that only polls would show a change."""


def test_table_starts_in_three_taps_joined_by_link(acorns, phone):
    ana = phone()
    ana.open("/")
    ana.tap("Acorns")
    ana.chooses("2")
    ana.tap("Start the table")
    ana.is_at_the_table()
    ana.pulls("People")
    link = ana.page.get_by_text(re.compile(r"https?://\S+/j/")).inner_text()
    ana.closes_the_drawer()
    bo = phone()
    bo.page.goto(link)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.chooses(re.compile("Squirrel 2"))
    bo.tap("Sit down")
    bo.is_at_the_table()
    assert ana.revision == bo.revision == 0
    ana.pulls("People")
    expect(ana.page.locator("#drawer")).to_contain_text("Bo")


def test_other_phone_shows_and_speaks_tap_at_once(table):
    ana, bo = table
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1, timeout=CLOSE)
    bo.reads_aloud("Squirrel 1 rolled 4")
    ana.reads_aloud("Squirrel 1 rolled 4")
    bo.tap("3", within="#board", exact=True)
    ana.shows_revision(2, timeout=CLOSE)


def test_question_is_asked_and_answered_on_causing_phone(table):
    ana, bo = table
    ana.tap("1", within="#board", exact=True)
    ana.reads_aloud("Did the crow look?")
    ana.is_accessible()
    assert bo.revision == 0
    ana.tap("Yes", exact=True)
    bo.shows_revision(1, timeout=CLOSE)
    bo.reads_aloud("The crow empties Squirrel 1's store")


def test_a_refusal_is_read_aloud_and_changes_nothing(table):
    ana, _ = table
    ana.pulls("More")
    ana.tap("Correct a number", within="#drawer")
    ana.page.locator("#drawer .clues a", has_text="Acorns of Squirrel 1").click()
    ana.page.locator("#counted").fill("1")
    expect(ana.page.locator("#explained .go")).to_be_visible()
    ana.page.route("**/count?*", lambda route: route.fulfill(status=204))
    ana.page.locator("#counted").fill("0")
    ana.page.locator("#explained .go").click()
    ana.reads_aloud(re.compile("already"))
    ana.is_accessible()
    assert ana.revision == 0


def test_other_phone_takes_back_what_this_one_did(table):
    ana, bo = table
    ana.tap("6", within="#board", exact=True)
    bo.shows_revision(1)
    bo.tap(re.compile("^Undo: Squirrel 1 rolled 6"))
    ana.shows_revision(2, timeout=CLOSE)
    ana.reads_aloud("Undone: Squirrel 1 rolled 6")
    bo.tap("Redo")
    ana.shows_revision(3, timeout=CLOSE)


def test_phone_back_online_shows_what_it_missed(table):
    ana, bo = table
    bo.goes_offline()
    expect(bo.page.locator("#link")).to_have_text("offline")
    ana.tap("5", within="#board", exact=True)
    ana.shows_revision(1)
    assert bo.revision == 0
    bo.comes_back()
    bo.shows_revision(1)
    bo.reads_aloud("Squirrel 1 rolled 5")
    bo.is_at_the_table()


def test_phone_without_stream_polls_and_says_so(table, monkeypatch):
    from companion.plays import live

    ana, bo = table
    monkeypatch.setattr("django.conf.settings.LIVE_STREAMS", 0)
    for each in (ana, bo):
        each.forgives = "status of 503"
    live.hub.close()
    expect(bo.page.locator("#link")).to_have_text("checking every 3 s")
    ana.tap("2", within="#board", exact=True)
    bo.shows_revision(1)


def test_a_tap_made_twice_counts_once(table):
    ana, bo = table
    ana.page.locator("#board").get_by_role("button", name="2", exact=True).dblclick()
    bo.shows_revision(1)
    bo.tap("1", within="#board", exact=True)
    bo.tap("No", exact=True)
    ana.shows_revision(2)


def test_reload_or_closed_browser_returns_phone_to_seat(table):
    _, bo = table
    where = bo.page.url
    bo.page.reload()
    bo.is_at_the_table()
    again = bo.page.context.new_page()
    again.goto("/")
    again.get_by_role("link", name=re.compile("Acorns.*Bo", re.DOTALL)).click()
    assert again.url == where


def test_two_phones_play_game_to_its_end(table):
    ana, bo = table
    for revision, face in enumerate("6565656", 1):
        here, there = (ana, bo) if revision % 2 else (bo, ana)
        here.tap(face, within="#board", exact=True)
        there.shows_revision(revision)
    for each in (ana, bo):
        each.reads_aloud("Squirrel 1 has a full store")
        expect(each.page.locator(".outcome")).to_contain_text("Winner: Squirrel 1")
        each.is_accessible()


@pytest.mark.patient
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_page_has_an_accessibility_violation(acorns, phone, scheme):
    ana = phone(color_scheme=scheme)
    for path in ("/", "/g/acorns/", "/boxes/", "/rules/acorns/", "/nowhere"):
        ana.page.goto(path)
        ana.is_accessible()
    ana.open("/g/acorns/")
    ana.tap("Start the table")
    ana.is_at_the_table()
    ana.is_accessible()
    at = ana.page.url
    for drawer in ("Log", "Rules", "People", "More"):
        ana.pulls(drawer)
        ana.is_accessible()
        ana.closes_the_drawer()
    for name in ("setup/", "log", "rules", "people", "more", "ask"):
        ana.page.goto(at + name)
        ana.is_accessible()
    code = at.rstrip("/").rpartition("/")[2]
    stranger = phone(color_scheme=scheme)
    stranger.open(f"/j/{code}/")
    stranger.is_accessible()
    screen = phone(color_scheme=scheme, viewport={"width": 1920, "height": 1080})
    screen.open(f"/tv/{code}/")
    screen.is_accessible()


@pytest.mark.patient
@pytest.mark.parametrize("slug", list(registry.TITLES))
def test_every_titles_pages_are_accessible_in_both_languages(phone, slug):
    ana = phone()
    ana.open(f"/g/{slug}/")
    ana.is_accessible()
    ana.chooses(re.compile("Sample box invented"))
    ana.tap("Start the table")
    ana.is_at_the_table()
    ana.is_accessible()
    polish = phone(locale="pl-PL")
    polish.page.context.add_cookies(ana.page.context.cookies())
    for path in (f"/g/{slug}/", ana.page.url):
        polish.open(path)
        expect(polish.page.locator("html")).to_have_attribute("lang", "pl")
        polish.is_accessible()
    code = ana.page.url.rstrip("/").rpartition("/")[2]
    screen = phone(viewport={"width": 1920, "height": 1080}, locale="pl-PL")
    screen.open(f"/tv/{code}/")
    screen.is_accessible()


def test_phone_asks_again_soon_while_site_is_busy(table):
    ana, bo = table
    bo.forgives = "status of 503"
    refused = []

    def busy(route):
        refused.append(route.request.url)
        if len(refused) > 2:
            route.fallback()
        else:
            route.fulfill(status=503, body="Later")

    bo.page.route("**/board?*", busy)
    bo.shows_something_else()
    ana.tap("5", within="#board", exact=True)
    # The stream is open: without a word from the site it would look again in twenty seconds.
    bo.shows_revision(1)
    assert len(refused) == 3

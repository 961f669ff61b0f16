"""Tests of what to lay out: before the first question, drawn and counted, ticked on any phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import expect

from companion.plays import ledger
from companion.plays.models import Play, Seat
from companion.plays.pages.table import TablePage
from companion.storage import Gathered
from games import registry
from games.referee import Referee
from games.vocabulary import Refusal

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def table(db):
    """Return a dice game no one has acted in: its host, a spectator, and its address."""
    host, watcher = Client(), Client()
    host.post("/g/animated-dice/", {"players": 3, "box": "sample"})
    play = Play.objects.get()
    watcher.get(f"/w/{play.watch_code}/")
    return play, host, watcher


def laid(play):
    play.refresh_from_db()
    return play.laid


def lines(play):
    """Return the numbers of the list's lines, in its order."""
    return [line["n"] for line in TablePage(play, None).checklist()]


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_line_has_a_picture_that_is_drawn(slug):
    referee = registry.referee(slug)
    icons = str(Gathered(location=Path("static")).open("icons.svg").read(), "utf-8")
    for players in range(referee.title.min_players, referee.title.max_players + 1):
        box = referee.starter(referee.sample_box())
        state = referee.begin(referee.setup_default(players, box), box).state
        lines = referee.checklist(state)
        assert lines or type(referee).checklist is Referee.checklist
        for line in lines:
            icon, fact = referee.pictures[line.code]
            assert f'id="{icon}"' in icons
            assert not fact or fact in line.facts


def test_list_stands_before_board_with_its_counts(table):
    play, host, _ = table
    page = host.get(f"/t/{play.code}/").content.decode()
    scene = page.partition('class="scene"')[2]
    assert 0 < scene.index("All ten dice go in the cup") < scene.index('id="r-danger"')
    assert re.search(r'class="pic">3<svg', scene)
    assert "0 of 3" in scene


def test_tick_is_kept_shown_and_taken_away(table):
    play, host, watcher = table
    at, line = f"/t/{play.code}/lay", lines(play)[1]
    assert host.post(at, {"line": line, "done": "yes"})["Location"] == f"/t/{play.code}/"
    assert laid(play) == [line]
    seen = watcher.get(f"/t/{play.watch_code}/lay?laid=", **HTMX)
    assert "1 of 3" in seen.content.decode()
    assert 'aria-pressed="true" disabled' in seen.content.decode()
    assert watcher.get(f"/t/{play.watch_code}/lay?laid={line}", **HTMX).status_code == 204
    assert "0 of 3" in host.post(at, {"line": line}, **HTMX).content.decode()
    assert laid(play) == []


def test_watcher_ticks_nothing_and_no_line_is_invented(table):
    play, host, watcher = table
    tick = {"line": lines(play)[0], "done": "y"}
    assert watcher.post(f"/t/{play.watch_code}/lay", tick).status_code == 403
    for line in ("3", "-1", "x", ""):
        host.post(f"/t/{play.code}/lay", {"line": line, "done": "y"})
    assert laid(play) == []


def test_the_list_is_gone_with_the_first_entry(table):
    play, host, _ = table
    ledger.record(play.pk, {"do": "total", "points": 3}, key="a", actor=0)
    assert host.get(f"/t/{play.code}/lay", **HTMX).status_code == 286
    assert "All ten dice" not in host.get(f"/t/{play.code}/board").content.decode()


def test_list_stays_with_ticks_while_setup_has_entries(db):
    host = Client()
    host.post("/g/gotham-chronicles/", {"players": 2, "box": "own", "starter": "on"})
    play = Play.objects.get()
    at, before = f"/t/{play.code}/lay", lines(play)
    host.post(at, {"line": before[-1], "done": "y"})
    counted = {"do": "minis.count", "minis": [1, 2, 1, 4, 1, 2]}
    assert not isinstance(ledger.record(play.pk, counted, key="a", actor=0), Refusal)
    play.refresh_from_db()
    assert "2 × Brutes with Chains" in host.get(f"/t/{play.code}/board").content.decode()
    assert set(before) & set(lines(play)) >= {before[0], before[-1]}
    assert laid(play) == [before[-1]]
    shown = host.post(at, {"line": before[0], "done": "y"}, **HTMX, HTTP_HX_TARGET="r-checklist")
    assert laid(play) == sorted({before[0], before[-1]})
    assert f"2 of {len(lines(play))}" in shown.content.decode()
    ledger.record(play.pk, {"do": "next"}, key="b", actor=0)
    play.refresh_from_db()
    assert lines(play) == []
    assert host.get(at, **HTMX).status_code == 286


def test_another_set_up_is_laid_out_anew(table):
    play, host, _ = table
    host.post(f"/t/{play.code}/lay", {"line": lines(play)[0], "done": "y"})
    host.post(f"/t/{play.code}/setup/", {"target": "12"})
    assert laid(play) == []


@pytest.mark.patient
def test_two_phones_tick_one_list(seated):
    referee = registry.referee("batman-who-laughs")
    box = referee.blank_box()
    play = ledger.begin("batman-who-laughs", referee.setup_default(2, box))
    ana = seated(play, "Ana", 0, role=Seat.Role.HOST, viewport={"width": 390, "height": 664})
    bo = seated(play, "Bo", 1)
    one, _, third, *_ = lines(play)
    first = ana.page.locator(f"#lay-{one}")
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(bo.page.locator(f"#lay-{one}")).to_have_attribute("aria-pressed", "true")
    bo.page.locator(f"#lay-{third}").click()
    expect(ana.page.locator(".laying .chip")).to_have_text("2 of 7")
    ana.is_accessible()
    ana.tap("Leave 9 cards unnamed")
    expect(ana.page.locator(".laying")).to_have_count(0)
    expect(bo.page.locator(".laying")).to_have_count(0)

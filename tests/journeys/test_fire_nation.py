"""Fire Nation Rising with four teams on two phones, to the Day of Black Sun."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

SOON = 10_000


def does(phone, do, text="", revision=0):
    """Press what does an action on the board, and wait for the answer."""
    form = f"#board form:has(input[name=do][value='{do}'])"
    button = phone.page.locator(f"{form} button:not([type=button], [data-new])")
    (button.filter(has_text=re.compile(text)) if text else button).first.click()
    phone.shows_revision(revision, timeout=SOON)


@pytest.fixture
def ana(phone):
    """Return a phone that hosts four teams from the sample box."""
    host = phone()
    host.open("/g/fire-nation/")
    host.page.locator("input[name=players][value='4']").check(force=True)
    host.page.locator("input[name=box][value=sample]").check(force=True)
    host.tap("Start the table")
    host.is_at_the_table()
    return host


@pytest.mark.patient
def test_four_teams_play_into_day_of_black_sun(ana, phone):
    code = ana.page.url.rstrip("/").rpartition("/")[2]
    bo = phone()
    bo.open(f"/j/{code}/")
    bo.page.locator("#name").fill("Bo")
    bo.page.locator("input[name=parts][value='1']").check(force=True)
    bo.tap("Sit down")
    bo.is_at_the_table()
    does(ana, "deal", revision=1)
    assert bo.page.locator(".team").count() >= 4
    ana.tap("Go here")
    ana.shows_revision(2, timeout=SOON)
    does(ana, "fire", text="0", revision=3)
    bo.shows_revision(3, timeout=SOON)
    ana.pulls("More")
    ana.tap("Correct a number", within="#drawer")
    ana.page.locator("#drawer a[href*='where=doom&'], #drawer a[href$='where=doom']").click()
    ana.page.locator("#counted").fill("12")
    ana.tap("Just set it to 12", within="#drawer")
    bo.shows_revision(4, timeout=SOON)
    for revision in range(5, 15):
        if ana.page.locator("#board input[name=do][value=event]").count():
            break
        if ana.page.locator("#board .prompt.first").count():
            later = ana.page.locator("#board .prompt.first button", has_text="Not full yet")
            later.and_(ana.page.locator(":not([data-new])")).click()
            ana.shows_revision(revision, timeout=SOON)
            continue
        heroes = ana.page.locator("#board label:has(input[name=heroes])")
        if heroes.count():
            heroes.first.click()
        for do in ("card.kinds", "villain.done", "results", "aid"):
            if ana.page.locator(f"#board input[name=do][value='{do}']").count():
                does(ana, do, revision=revision)
                break
    revision = ana.revision + 1
    does(ana, "event", revision=revision)
    bo.shows_revision(revision, timeout=SOON)
    for each in (ana, bo):
        expect(each.page.locator("#board")).to_contain_text("Final Battle")
        each.is_accessible()


@pytest.mark.patient
def test_the_big_screen_holds_four_large_teams(ana, phone):
    does(ana, "deal", text="cards unnamed", revision=1)
    for revision, team in enumerate((0, 1, 2, 3, 0, 1), 2):
        ana.pulls("More")
        ana.page.evaluate(
            "document.querySelectorAll('#drawer details').forEach((one) => { one.open = true })"
        )
        join = ana.page.locator("#drawer form:has(input[name=do][value=join])")
        hero = join.locator("select[name=card]")
        if hero.count():
            hero.select_option(index=1)
        else:
            join.locator("[name=card]").first.check(force=True)
        join.locator(f"[name=team][value='{team}']").check(force=True)
        join.locator("button").last.click()
        ana.shows_revision(revision, timeout=SOON)
    screen = phone(viewport={"width": 1920, "height": 1080}, has_touch=False, is_mobile=False)
    screen.open(ana.page.url.partition("/t/")[2].join(["/tv/", ""]))
    expect(screen.page.locator(".crew li")).to_have_count(14)
    below = """() => [...document.querySelectorAll(".crew, .crew li")]
      .filter((one) => one.getBoundingClientRect().bottom > innerHeight - 8).length"""
    assert screen.page.evaluate(below) == 0

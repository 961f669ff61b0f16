"""Light or dark: as the phone prefers, until someone chooses; the big screen stays dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_page_follows_the_phone_until_somebody_chooses(phone):
    ana = phone(color_scheme="light")
    html = ana.page.locator("html")
    ana.open("/")
    expect(html).to_have_attribute("data-light", "")
    ana.page.emulate_media(color_scheme="dark")
    expect(html).not_to_have_attribute("data-light", "")
    ana.tap("Light theme")
    expect(html).to_have_attribute("data-light", "")
    ana.page.reload()
    expect(html).to_have_attribute("data-light", "")
    ana.tap("Dark theme")
    ana.page.emulate_media(color_scheme="light")
    ana.page.reload()
    expect(html).not_to_have_attribute("data-light", "")


def test_big_screen_stays_dark_where_light_is_preferred(phone, table):
    ana, _bo = table
    screen = phone(color_scheme="light")
    screen.page.goto(ana.page.url.replace("/t/", "/tv/"))
    expect(screen.page.locator("main.tv")).to_be_visible()
    expect(screen.page.locator("html")).not_to_have_attribute("data-light", "")


def test_next_die_is_read_in_the_dark(phone):
    ana = phone(color_scheme="dark")
    ana.open("/g/animated-dice/")
    ana.tap("Start the table")
    ana.is_at_the_table()
    now, later = ana.page.locator(".tray button").all()[:2]
    colour = "(one) => getComputedStyle(one).color"
    expect(now).to_have_attribute("aria-current", "true")
    assert now.evaluate(colour) == later.evaluate(colour)

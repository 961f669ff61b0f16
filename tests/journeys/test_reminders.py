"""Rules a crew stumbled over, as its phones meet them at the next start: read, and switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion import cookies
from companion.plays import stumbles
from tests.stats.conftest import make_group

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SAID = "1 rule you stumbled over last time"


@pytest.mark.patient
def test_rule_is_read_in_two_taps(phone, acorns):
    group = make_group()
    play, start = group.play(3), f"/c/{group.crew.key}/start/acorns/"
    ana = phone()
    ana.open("/")
    mine = group.phones["Ana"].cookies[cookies.DEVICE_COOKIE].value
    ana.page.context.add_cookies(
        [{"name": cookies.DEVICE_COOKIE, "value": mine, "url": ana.page.url}]
    )
    ana.open(start)
    expect(ana.page.get_by_text("stumbled over")).to_have_count(0)
    stumbles.count(play, "N-01")
    ana.open(start)
    ana.page.get_by_text(SAID).click()
    ana.page.locator("#stumbles a[href='/rules/acorns/N-01/']").click()
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    ana.open(start)
    ana.page.get_by_text(SAID).click()
    ana.tap("Don't remind us again")
    expect(ana.page.get_by_role("button", name="Start the table")).to_be_visible()
    expect(ana.page.get_by_text("stumbled over")).to_have_count(0)
    ana.complains_about_nothing()

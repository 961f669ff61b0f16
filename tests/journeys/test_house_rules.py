"""A house rule of each title is entered on the page of a copy and carried out at its table."""

from __future__ import annotations

import re

import msgspec
import pytest
from django.core import signing
from playwright.sync_api import expect

from companion import cookies
from companion.boxes import comparing
from companion.boxes.models import Box
from companion.plays.models import Play
from games import registry

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FORM = "details[id^=p-house-define]"
RULES = {
    "animated-dice": ("Silent alarm", "once a turn", "Alarms", -1, "Loot"),
    "talisman-batman": ("Bribe", "enters Arkham", "Coins", 2, ""),
    "gotham-chronicles": ("Patrol", "each round", "All of the villain's cubes", 1, ""),
    "batman-who-laughs": ("A gift", "before the first turn", "Tokens", 1, ""),
    "fire-nation": ("Omen", "each turn", "Ruin marker", 1, ""),
}
"""For each title a rule: its name, its moment, what changes by how much, and into what."""


def owned(phone, site, slug):
    """Return a phone at the page of its blank copy."""
    referee = registry.referee(slug)
    known = referee.starter(referee.blank_box())
    facts = msgspec.json.encode(known).decode()
    box = Box.objects.create(title=slug, name="Ours", owner="ana", facts=facts)
    one = phone()
    ours = signing.dumps("ana", salt=cookies.DEVICE_COOKIE)
    one.page.context.add_cookies([{"name": cookies.DEVICE_COOKIE, "value": ours, "url": site}])
    one.open(f"/boxes/{box.pk}/")
    return one, box


def enters(one, name, moment, number, n, into):
    """Enter a house rule by what the page offers."""
    form = one.page.locator(FORM).first
    form.locator("summary").click()
    form.get_by_label("What you call it").fill(name)
    fields = (("moment", moment), ("number", number), ("n", f"{n:+d}"), ("into", into))
    for field, words in fields:
        option = form.locator(f"select[name={field}] option", has_text=words)
        if words and option.count():
            form.locator(f"select[name={field}]").select_option(option.first.text_content())
        elif words:
            form.locator(f"label:has([name={field}])", has_text=words).first.click()
    one.is_accessible()
    with one.page.expect_navigation():
        form.get_by_role("button", name="Remember").click()


def begins(one, slug):
    """Start a table with the copy; return it."""
    one.open(f"/g/{slug}/")
    one.tap("Start the table")
    leave = one.page.get_by_role("link", name="Leave it as it is")
    expect(leave.or_(one.page.locator("#link"))).to_be_visible()
    if leave.count():
        leave.click()
    one.is_at_the_table()
    return Play.objects.latest("pk")


@pytest.mark.parametrize("slug", RULES)
def test_every_titles_entered_house_rule_is_in_force(phone, site, slug):
    one, box = owned(phone, site, slug)
    enters(one, *RULES[slug])
    box.refresh_from_db()
    (rule,) = comparing.decoded(box).house_rules
    assert (rule.name, rule.n) == (RULES[slug][0], RULES[slug][3])
    expect(one.page.locator(f"{FORM} >> text=House rule: {rule.name}")).to_be_visible()
    play = begins(one, slug)
    state = registry.referee(slug).decode_state(play.state)
    assert state.house_rules == (rule,)
    one.complains_about_nothing()


def test_gotham_house_rule_acts_on_both_phones(phone, site):
    """Entered by what the page offers: the villain gains a cube at the start of each round."""
    slug = "gotham-chronicles"
    ana, _box = owned(phone, site, slug)
    enters(ana, *RULES[slug])
    play = begins(ana, slug)
    vic = phone()
    vic.open(f"/j/{play.code}/")
    vic.chooses(re.compile("^Villain"))
    vic.tap("Sit down")
    vic.is_at_the_table()
    total = registry.referee(slug).decode_state(play.state).post.total
    begun = ana.revision
    ana.tap("Leave it, begin the first round")
    vic.shows_revision(begun + 1)
    play.refresh_from_db()
    state = registry.referee(slug).decode_state(play.state)
    assert state.post.total == total + 1
    expect(vic.page.locator(".tablet.post .zone b").first).to_be_visible()
    shown = [int(each) for each in vic.page.locator(".tablet.post .zone b").all_inner_texts()]
    assert sum(shown) == total + 1
    for one in (ana, vic):
        one.pulls("Log")
        expect(one.page.locator("#drawer")).to_contain_text("Patrol")
        one.complains_about_nothing()

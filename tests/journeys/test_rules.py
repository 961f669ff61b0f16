"""From a refusal to its rule, and a rule found with a misspelt Polish word."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


def test_refusal_opens_rule_and_misspelt_word_finds_another(phone):
    ana = phone(locale="pl-PL")
    ana.open("/g/batman-who-laughs/")
    ana.page.locator("input[name=box][value=sample]").check(force=True)
    ana.page.locator("button.go").click()
    ana.page.locator("#link[data-link=live]").wait_for(timeout=15_000)
    drawer = ana.page.locator("#drawer")
    ana.page.locator("#to-more").click()
    ana.tap("Popraw liczbę", within="#drawer")
    drawer.locator("a[href*='where=doom&'], a[href$='where=doom']").click()
    # A page opened before the number's limit fell still lets the old one through.
    drawer.locator("#counted").evaluate("(field) => field.removeAttribute('max')")
    drawer.locator("#counted").fill("1")
    drawer.locator("#explained .go").wait_for()
    ana.page.route("**/count?*", lambda route: route.fulfill(status=204))
    drawer.locator("#counted").fill("99")
    drawer.locator("#explained .go").click()
    ana.page.unroute("**/count?*")
    refusal = ana.page.locator(".refusal")
    expect(refusal).to_contain_text("99")
    expect(ana.page.locator("#live")).to_contain_text("99")
    refusal.locator("a.ruleref").click()
    expect(drawer.locator(".rule").first).to_be_visible()
    expect(drawer.locator(".rule .chip")).to_have_count(0)
    expect(drawer.locator(".rule a[href*='/rules/']").first).to_have_text(re.compile(r"^A-"))
    drawer.locator("#q").fill("obrarzenia")
    expect(drawer.locator("#hits mark").first).to_contain_text(
        re.compile("obrażeni", re.IGNORECASE)
    )
    ana.is_accessible()
    found = drawer.locator("#hits h3").first.inner_text()
    drawer.locator("#hits h3 a").first.click()
    expect(drawer.locator("article.rule h2").first).to_have_text(found)
    assert "/t/" in ana.page.url
    ana.is_accessible()
    drawer.get_by_role("link", name="Wróć do wyników").click()
    expect(drawer.locator("#q")).to_have_value("obrarzenia")
    expect(drawer.locator("#hits h3").first).to_have_text(found)


@pytest.mark.patient
def test_settled_search_finding_nothing_is_kept_once(phone):
    ana = phone()
    asked = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.open("/g/batman-who-laughs/")
    ana.page.locator("input[name=box][value=sample]").check(force=True)
    ana.page.locator("button.go").click()
    ana.is_at_the_table()
    ana.pulls("Rules")
    with ana.page.expect_response(lambda answer: "settled=1" in answer.url) as kept:
        for text in ("xylo", "xylophone"):
            ana.page.locator("#q").fill(text)
            expect(ana.page.locator("#hits [hx-get*=settled]")).to_have_attribute(
                "hx-get", re.compile(f"q={text}&")
            )
    assert "q=xylophone&" in kept.value.url
    assert len([url for url in asked if "settled=1" in url]) == 1
    ana.is_accessible()
    ana.tap("Search all games")
    expect(ana.page.get_by_role("link", name="Search all games")).to_have_count(0)


def test_page_of_rules_searches_while_somebody_types(phone):
    ana = phone()
    ana.open("/rules/batman-who-laughs/")
    ana.page.locator("#q").press_sequentially("double symb")
    expect(ana.page.locator("#hits h3").first).to_have_text("Double symbols")
    assert "q=" not in ana.page.url
    ana.is_accessible()


def test_search_typed_before_scripts_come_is_done(phone):
    ana, held = phone(), []
    ana.page.route(re.compile(r"htmx[^/]*\.js"), lambda route: held.append(route))
    ana.page.goto("/rules/batman-who-laughs/", wait_until="commit")
    ana.page.locator("#q").fill("double symbols")
    for route in held:
        route.continue_()
    expect(ana.page.locator("#hits h3").first).to_have_text("Double symbols")

"""From a refusal to its rule, and a rule found with a misspelt Polish word."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


def test_a_refusal_opens_its_rule_and_a_misspelt_word_finds_another(phone):
    ana = phone(locale="pl-PL")
    ana.open("/g/batman-who-laughs/")
    ana.page.locator("input[name=box][value=sample]").check(force=True)
    ana.page.locator("button.go").click()
    ana.page.locator("#link[data-link=live]").wait_for(timeout=15_000)
    drawer = ana.page.locator("#drawer")
    ana.page.locator("#to-more").click()
    drawer.get_by_role("radio", name=re.compile("Liczniki")).or_(
        drawer.locator("select[name=tracker]")
    ).first.wait_for()
    adjust = drawer.locator("form:has(input[name=do][value=adjust])")
    if adjust.locator("select[name=tracker]").count():
        adjust.locator("select[name=tracker]").select_option("doom")
    else:
        adjust.locator("input[name=tracker][value=doom]").check(force=True)
    adjust.locator("input[name=value]").fill("99")
    adjust.locator("button:not([type=button])").last.click()
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
def test_what_stands_in_the_search_for_a_while_and_finds_nothing_is_kept_once(phone):
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

"""From a refusal to its rule, and a rule found with a misspelt Polish word."""

from __future__ import annotations

import re

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
    expect(drawer.locator(".rule .chip").first).to_have_text(re.compile(r"^A-"))
    drawer.locator("#q").fill("obrarzenia")
    expect(drawer.locator("#hits mark").first).to_contain_text(
        re.compile("obrażeni", re.IGNORECASE)
    )
    ana.is_accessible()

"""Weak networks: what was tapped without a line waits, is sent in order, counts once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.serving import until


def waiting(phone):
    return phone.page.locator("#outbox li")


def test_offline_taps_wait_visibly_until_line_is_back(table):
    ana, bo = table
    ana.goes_offline()
    ana.tap("5", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(1)
    expect(waiting(ana)).to_contain_text("What did the die show?")
    assert bo.revision == 0
    ana.comes_back()
    ana.shows_revision(1)
    bo.shows_revision(1)
    expect(waiting(ana)).to_have_count(0)


def finds(phone, squirrel):
    phone.page.locator(f"#p-find-{squirrel}-b").and_(phone.page.locator(":not([data-new])")).click()


def test_several_taps_keep_order_rebasing_on_one_another(table):
    ana, bo = table
    ana.unfolds("Other options")
    ana.goes_offline()
    finds(ana, 1)
    ana.tap("6", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(2)
    ana.comes_back()
    bo.shows_revision(2)
    bo.pulls("Log")
    expect(bo.page.locator("#drawer .entry strong")).to_have_text(
        ["Squirrel 1 rolled 6", "Squirrel 2 finds an acorn"]
    )


def test_waiting_label_has_no_soft_hyphens(table):
    ana, _ = table
    ana.unfolds("Other options")
    ana.page.locator("#p-find-1-b").evaluate("(one) => { one.textContent = 'Squir\u00adrel'; }")
    ana.goes_offline()
    finds(ana, 1)
    expect(waiting(ana)).to_have_count(1)
    assert waiting(ana).text_content() == "Squirrel"
    ana.comes_back()
    ana.shows_revision(1)


def test_question_answered_twice_offline_takes_last_answer(table):
    ana, bo = table
    ana.goes_offline()
    for face in ("4", "6"):
        ana.tap(face, within="#board", exact=True)
    expect(waiting(ana)).to_have_text(["What did the die show? 6"])
    ana.comes_back()
    bo.shows_revision(1)
    ana.shows_revision(1)
    expect(waiting(ana)).to_have_count(0)
    bo.pulls("Log")
    expect(bo.page.locator("#drawer .entry strong")).to_have_text(["Squirrel 1 rolled 6"])


def test_offline_undo_waits_and_takes_back_earlier_tap(table):
    ana, bo = table
    ana.goes_offline()
    ana.unfolds("Other options")
    finds(ana, 1)
    ana.page.locator("#undo").evaluate("(button) => { button.disabled = false; }")
    ana.page.locator("#undo").click()
    expect(waiting(ana)).to_have_count(2)
    ana.comes_back()
    bo.shows_revision(2)
    expect(waiting(ana)).to_have_count(0)
    expect(bo.page.locator("#board .last")).to_contain_text("Undone")


STRANGERS = {
    "a server that starts": {"status": 503, "body": "<h1>Starting</h1>"},
    "a limit of a proxy": {"status": 429, "body": "<h1>Too many</h1>"},
    "the sign-in page of a network": {"status": 200, "body": "<h1>Welcome to our Wi-Fi</h1>"},
}


@pytest.mark.parametrize("answer", STRANGERS.values(), ids=STRANGERS)
def test_tap_waits_until_table_itself_has_answered(table, answer):
    ana, bo = table
    ana.forgives = "Failed to load resource"
    asked = []

    def instead(route):
        asked.append(route.request.url)
        route.fulfill(content_type="text/html", **answer)

    ana.page.route("**/act", instead)
    ana.tap("5", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(1)
    ana.page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: ana.page.wait_for_timeout(50) or len(asked) > 1, "it was not sent again")
    ana.page.wait_for_timeout(100)
    expect(waiting(ana)).to_have_count(1)
    expect(ana.page.locator("#board")).to_contain_text("What did the die show?")
    assert bo.revision == 0
    ana.page.unroute("**/act")
    ana.page.evaluate("dispatchEvent(new Event('online'))")
    bo.shows_revision(1)
    expect(waiting(ana)).to_have_count(0)


def test_what_waits_can_be_forgotten(table):
    ana, bo = table
    ana.goes_offline()
    ana.tap("5", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(1)
    ana.tap("Discard unsent entries", within="#outbox")
    ana.tap("Tap again", within="#outbox")
    expect(ana.page.locator("#outbox")).to_be_hidden()
    ana.comes_back()
    ana.is_at_the_table()
    assert bo.revision == 0


def test_what_waits_survives_a_reload(table):
    ana, bo = table
    ana.goes_offline()
    ana.tap("5", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(1)
    ana.comes_back()
    ana.page.reload()
    bo.shows_revision(1)


def test_overtaken_waiting_tap_is_explained_not_counted(table):
    ana, bo = table
    bo.goes_offline()
    ana.tap("3", within="#board", exact=True)
    ana.shows_revision(1)
    ana.tap("Enter for Bo", within="#board")
    expect(ana.page.locator("#board .standing")).to_contain_text("You enter for Bo")
    ana.goes_offline()
    ana.tap("2", within="#board", exact=True)
    expect(waiting(ana)).to_have_text(["What did the die show? 2"])
    bo.comes_back()
    bo.shows_revision(1)
    bo.tap("6", within="#board", exact=True)
    bo.shows_revision(2)
    ana.comes_back()
    ana.shows_revision(2)
    expect(ana.page.locator("#notice")).to_contain_text("Not counted:")
    expect(ana.page.locator("#notice")).to_contain_text("The table has moved on. Bo:")
    expect(waiting(ana)).to_have_count(0)


FILLED = """async () => {
  await navigator.serviceWorker.ready;
  const shell = await caches.open("sidekick-shell"), pages = await caches.open("sidekick-pages");
  for (const path of ["/static/js/look.0123456789ab.js", "/static/js/looks.0123456789ab.js"])
    await shell.put(path, new Response("old"));
  for (let n = 0; n < 60; n++) await pages.put(`/rules/?n=${n}`, new Response("old"));
}"""
ASKED = """async () => {
  const script = [...document.scripts].find((each) => each.src.includes("/js/look.")).src;
  await caches.open("sidekick-shell").then((cache) => cache.delete(script));
  await Promise.all([fetch(script), fetch("/boxes/")]);
  return [script, location.origin];
}"""
KEPT = """async (name) => {
  const cache = await caches.open(name);
  return (await cache.keys()).map((request) => request.url.replace(location.origin, ""));
}"""


def test_kept_files_and_pages_do_not_grow_endlessly(table):
    ana, _bo = table
    ana.page.evaluate(FILLED)
    ana.page.wait_for_function("navigator.serviceWorker.controller")
    script, origin = ana.page.evaluate(ASKED)
    until(lambda: len(ana.page.evaluate(KEPT, "sidekick-pages")) == 40, "more pages are kept")
    pages = ana.page.evaluate(KEPT, "sidekick-pages")
    assert "/boxes/" in pages
    assert [page for page in pages if page.endswith("=59")]
    assert "/rules/?n=0" not in pages
    kept = [path for path in ana.page.evaluate(KEPT, "sidekick-shell") if "/js/look" in path]
    assert sorted(kept) == sorted([script.replace(origin, ""), "/static/js/looks.0123456789ab.js"])

"""The referee's voice, by a fake one: what a big screen and a phone read when asked to."""

from __future__ import annotations

import pytest

from companion.plays import ledger
from games.registry import TITLES
from tests.journeys.test_big_screen import begun, longest, peak_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
VOICE = """
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", {
    value: { cancel() {}, speak({ lang, text }) { window.spoken.push([lang, text]); } },
  });
"""


def heard(one, word: str) -> list[list[str]]:
    """Return what was spoken once it contains the word: language and text of each."""
    for _ in range(50):
        said = one.page.evaluate("window.spoken")
        if any(word.casefold() in text.casefold() for _, text in said):
            return said
        one.page.wait_for_timeout(100)
    raise AssertionError(f"{word} is not among {said}")


@pytest.mark.patient
@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("slug", TITLES)
def test_big_screen_reads_great_moment_in_its_language(phone, slug, locale):
    doc = longest(slug)
    play, line = begun(doc, peak_of(doc) - 1), doc.entries[peak_of(doc) - 1]
    size = {"width": 1280, "height": 720}
    screen = phone(viewport=size, has_touch=False, is_mobile=False, locale=locale)
    screen.page.add_init_script(VOICE)
    screen.open(f"/tv/{play.watch_code}/")
    assert screen.page.evaluate("window.spoken") == []
    screen.page.locator(".tv-voice").click()
    heard(screen, screen.page.locator(".turn h2").first.inner_text().split()[0])
    ledger.record(play.pk, line.action, key="k", actor=line.actor, answers=line.answers)
    word = screen.page.locator("#board .peak h2").inner_text()
    assert heard(screen, word)[-1][0] == locale[:2]


def test_phone_reads_new_turns_until_switched_off(table):
    ana, bo = table
    bo.page.add_init_script(VOICE)
    bo.page.reload()
    bo.pulls("More")
    bo.page.get_by_role("button", name="Read turns and great moments aloud").click()
    heard(bo, "Squirrel 1: What did the die show?")
    ana.tap("4", within="#board", exact=True)
    bo.shows_revision(1)
    assert heard(bo, "What did")[1:] == [["en", "What did the die show?"]]
    bo.page.get_by_role("button", name="Read turns and great moments aloud").click()
    bo.closes_the_drawer()
    bo.tap("3", within="#board", exact=True)
    ana.shows_revision(2)
    bo.shows_revision(2)
    assert len(bo.page.evaluate("window.spoken")) == 2

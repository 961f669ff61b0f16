"""The big screen in the middle of golden games: who, what threatens, the scene, the peaks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.plays import ledger, playlog
from companion.plays.models import Play
from games.referee import Outcome
from games.registry import TITLES, referee
from tests import golden

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOUTING = [slug for slug in TITLES if referee(slug).peaks]
NAMES = ["Maximilian", "Leo", "Noor", "Jonas", "Ada", "Wiktor"]
SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
TEXTS = "#board :is(h2, h3, h4, p, b, span, small, li, text, dd)"
CUT = """(texts) => [...document.querySelectorAll(texts)]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => !one.closest(".vh, .peak") && one.checkVisibility())
  .filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const clips = (each) => each && getComputedStyle(each).overflowY !== "visible";
    let place = one.parentElement;
    while (place && !clips(place)) place = place.parentElement;
    const frame = (place ?? document.documentElement).getBoundingClientRect();
    return top < frame.top - 2 || bottom > frame.bottom + 2 || right > innerWidth + 1 || left < -1;
  }).map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)"""


def longest(slug: str) -> playlog.Playlog:
    return max(
        (golden.read(path) for path in golden.files() if path.parent.name == slug),
        key=lambda doc: len(doc.entries),
    )


def begun(doc: playlog.Playlog, until: int, outcome: Outcome | None = None) -> Play:
    """A game with people, after so many entries."""
    parts = playlog.replay(doc).referee.parts(playlog.replay(doc).states[0])
    begun = timezone.now() - timedelta(hours=1)
    return playlog.load(
        replace(
            doc,
            started=begun,
            seats=tuple(
                playlog.SeatLine(
                    NAMES[part.index], "player" if part.index else "host", (part.index,)
                )
                for part in parts
            ),
            entries=tuple(
                replace(line, at=begun + timedelta(seconds=line.n)) for line in doc.entries[:until]
            ),
            outcome=playlog.plain(outcome),
        )
    )


def shown(doc: playlog.Playlog, until: int, outcome: Outcome | None = None) -> str:
    """The address of its big screen."""
    return f"/tv/{begun(doc, until, outcome).watch_code}/"


def peak_of(doc: playlog.Playlog) -> int:
    """The entry that brings the first great moment before the end."""
    done = playlog.replay(doc)
    return next(
        line.n
        for line in doc.entries
        if any(note.code in done.referee.peaks for note in done.notes[line.n])
        and done.referee.outcome(done.states[line.n]) is None
    )


@pytest.mark.parametrize("slug", TITLES)
def test_the_scene_names_everybody_and_cuts_nothing_off(phone, slug):
    doc = longest(slug)
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    for share in (0.4, 0.9):
        screen.open(shown(doc, int(len(doc.entries) * share)))
        for name in NAMES[:2]:
            expect(screen.page.locator("#board")).to_contain_text(name)
        expect(screen.page.locator("#board .turn p")).to_be_visible()
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            assert screen.page.evaluate(CUT, TEXTS) == []
        screen.is_accessible()


@pytest.mark.parametrize("slug", SHOUTING)
def test_a_great_moment_fills_the_screen_and_passes(phone, slug):
    doc = longest(slug)
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(shown(doc, peak_of(doc)))
    peak = screen.page.locator("#board .peak")
    expect(peak.locator("h2")).to_be_visible()
    expect(peak).to_be_hidden(timeout=10_000)


@pytest.mark.parametrize("slug", ["animated-dice", "talisman-batman"])
def test_a_winner_alone_is_named_by_name(phone, slug):
    path = next(
        path
        for path in golden.files()
        if path.parent.name == slug and playlog.replay(golden.read(path)).outcome
    )
    doc = golden.read(path)
    outcome = playlog.replay(doc).outcome
    assert outcome
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(shown(doc, len(doc.entries), outcome))
    expect(screen.page.locator(".ending h2")).to_have_text(f"{NAMES[outcome.winners[0]]} wins")


@pytest.mark.parametrize("slug", SHOUTING)
def test_a_great_moment_comes_to_every_phone_and_a_tap_skips_it(phone, slug):
    doc = longest(slug)
    at = peak_of(doc)
    play = begun(doc, at - 1)
    watcher = phone()
    watcher.open(f"/w/{play.watch_code}/")
    watcher.is_at_the_table()
    peak = watcher.page.locator("#board .peak")
    expect(peak).to_be_hidden()
    line = doc.entries[at - 1]
    ledger.record(play.pk, line.action, key="k", actor=line.actor, answers=line.answers)
    expect(peak.locator("h2")).to_be_visible(timeout=10_000)
    peak.click()
    expect(peak).to_be_hidden(timeout=1_000)


def fullest(slug: str) -> tuple[playlog.Playlog, int, int]:
    """The golden game and the entry that moves most, and how many lines that makes."""
    found = []
    for path in golden.files():
        if path.parent.name == slug:
            doc = golden.read(path)
            done = playlog.replay(doc)
            hands = done.referee.hands
            for line in doc.entries:
                notes = [n for n in done.notes[line.n] if n.code in hands]
                found.append((sum(hands[n.code].many(n.facts) != 0 for n in notes), line.n, doc))
    lines, at, doc = max(found, key=lambda each: each[0])
    return doc, at, lines


@pytest.mark.parametrize("slug", TITLES)
def test_what_to_do_on_the_table_is_whole_on_phones_and_on_the_screen(phone, slug):
    doc, at, lines = fullest(slug)
    play = begun(doc, at)
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(f"/tv/{play.watch_code}/")
    expect(screen.page.locator(".happened .hand")).to_have_count(lines)
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(CUT, TEXTS) == []
    watcher = phone()
    watcher.open(f"/w/{play.watch_code}/")
    watcher.is_at_the_table()
    watcher.page.locator("#r-hands").click()
    todo = watcher.page.locator("#todo li")
    expect(todo).to_have_count(lines)
    for n in range(lines):
        todo.nth(n).scroll_into_view_if_needed()
        expect(todo.nth(n)).to_be_in_viewport()


def test_a_tick_comes_to_the_other_phones_and_the_screen(phone, seated):
    doc, at, _ = fullest("batman-who-laughs")
    play = begun(doc, at)
    host = seated(play, "Ana", role="host")
    watcher, screen = phone(), phone(viewport={"width": 1280, "height": 720})
    watcher.open(f"/w/{play.watch_code}/")
    watcher.is_at_the_table()
    screen.open(f"/tv/{play.watch_code}/")
    expect(screen.page.locator("#link")).to_have_text("live")
    waiting = int(host.page.locator("#r-hands .pic").inner_text())
    watcher.page.locator("#r-hands").click()
    host.page.locator("#r-hands").click()
    host.page.locator("#todo button").first.click()
    for ticked in (host.page, watcher.page):
        expect(ticked.locator("#todo li").first).to_have_class("done")
        expect(ticked.locator("#r-hands .pic")).to_have_text(str(waiting - 1))
    expect(screen.page.locator(".happened .hand.done")).to_have_count(1)

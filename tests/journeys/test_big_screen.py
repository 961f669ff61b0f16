"""The big screen in the middle of golden games: who, what threatens, the scene, the peaks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.conformance.looks import CUT, OVERFULL, TEXTS
from companion.conformance.looks import SCREENS as SIZES
from companion.plays import ledger, playlog, seating
from companion.plays.models import Play
from companion.plays.pages import handwork
from games.registry import TITLES, referee
from tests import golden

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OVERLAID = """() => [...document.querySelectorAll(".places .stamp")].flatMap((stamp) => {
  const over = stamp.getBoundingClientRect();
  const beside = stamp.parentElement.querySelectorAll(".name > span, .pips i, .price");
  return [...beside].map((one) => [one, one.getBoundingClientRect()])
    .filter(([, each]) => each.width && each.left < over.right && each.right > over.left
      && each.top < over.bottom - 1 && each.bottom > over.top + 1)
    .map(([one]) => `${stamp.textContent} on ${one.outerHTML}`);
})"""
"""What a stamp of the big screen lies on."""
NAMES = ["Maximilian", "Leo", "Noor", "Jonas", "Ada", "Wiktor"]


def longest(slug: str) -> playlog.Playlog:
    return max(
        (golden.read(path) for path in golden.files() if golden.title(path) == slug),
        key=lambda doc: len(doc.entries),
    )


def begun(doc: playlog.Playlog, until: int) -> Play:
    """Return a game with people, after so many entries."""
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
            outcome=None,
        )
    )


def shown(doc: playlog.Playlog, until: int) -> str:
    """Return the address of its big screen."""
    return f"/tv/{begun(doc, until).watch_code}/"


def peak_of(doc: playlog.Playlog) -> int:
    """Return the entry that brings the first great moment before the end."""
    done = playlog.replay(doc)
    return next(
        line.n
        for line in doc.entries
        if any(note.code in done.referee.highlights for note in done.notes[line.n])
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


@pytest.mark.parametrize("slug", TITLES)
def test_whole_scene_has_room_beside_joining_code(phone, slug):
    doc, at, _ = fullest(slug, over=False)
    late = longest(slug)
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    for play in (begun(doc, at), begun(late, int(len(late.entries) * 0.9))):
        for code, joins in ((play.code, 1), (play.watch_code, 0)):
            screen.open(f"/tv/{code}/")
            expect(screen.page.locator(".tv-join")).to_have_count(joins)
            assert screen.page.evaluate(CUT, TEXTS) == []
            assert screen.page.evaluate(OVERFULL) == []


def fallen_at(doc: playlog.Playlog) -> int:
    """Return the first entry after which a card of Rising lies full at a location."""
    title, states = referee(doc.title), playlog.replay(doc).states
    boards = {n: title.board(state, None) for n, state in states.items()}
    return next(
        n
        for n, each in boards.items()
        if any(card and card.full for place in each.locations for card in place.cards)
    )


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
def test_stamp_of_full_card_covers_nothing(phone, slug):
    doc = longest(slug)
    path = shown(doc, fallen_at(doc))
    for language in ("en-GB", "pl-PL"):
        size = {"width": 1280, "height": 720}
        screen = phone(viewport=size, has_touch=False, is_mobile=False, locale=language)
        screen.open(path)
        expect(screen.page.locator(".places .stamp").first).to_be_visible()
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            assert screen.page.evaluate(OVERLAID) == []


def test_heist_dice_lie_coloured_in_vault_and_cup(phone):
    doc = longest("animated-dice")
    title = referee(doc.title)
    boards = {n: title.board(state, None) for n, state in playlog.replay(doc).states.items()}
    at = next(n for n, each in boards.items() if each.turn.loot.dice and each.turn.cup_left)
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(shown(doc, at))
    colours = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    for place in (".wheel", ".glass"):
        found = screen.page.locator(f"{place} .d").evaluate_all(colours)
        assert found
        assert "rgba(0, 0, 0, 0)" not in found


def test_joining_code_shows_only_while_seats_are_free(phone, site):
    doc = longest("batman-who-laughs")
    play = begun(doc, 20)
    *taken, last = play.seats.order_by("pk")
    for seat in taken:
        seat.claimed = True
        seat.save()
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(f"/tv/{play.code}/")
    expect(screen.page.locator("#link")).to_have_text("live")
    joining = screen.page.locator(".tv-join")
    expect(joining.locator(".qr svg")).to_be_visible()
    expect(joining).to_contain_text(play.code)
    late = phone()
    late.open(f"/j/{play.code}/")
    late.page.get_by_role("button", name=last.name).first.click()
    late.is_at_the_table()
    expect(joining).to_have_count(0, timeout=15_000)
    seating.release(play.seats.order_by("pk")[0], last.pk)
    expect(joining.locator(".qr svg")).to_be_visible(timeout=15_000)


def test_a_great_moment_fills_the_screen_and_passes(phone):
    doc = longest("gotham-chronicles")
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(shown(doc, peak_of(doc)))
    peak = screen.page.locator("#board .peak")
    expect(peak.locator("h2")).to_be_visible()
    expect(peak).to_be_hidden(timeout=10_000)


def test_tap_skips_great_moment_on_phone(phone):
    doc = longest("animated-dice")
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


def fullest(slug: str, *, over: bool = True) -> tuple[playlog.Playlog, int, int]:
    """Return the golden game and the entry that moves most, and how many lines that makes; one
    that ends the game counts unless ``over`` is false."""
    found = []
    for path in golden.files():
        if golden.title(path) == slug:
            doc = golden.read(path)
            done = playlog.replay(doc)
            for line in doc.entries:
                if not over and done.referee.outcome(done.states[line.n]) is not None:
                    continue
                lines = handwork.lines(done.referee, done.notes[line.n], range(6), str)
                found.append((len(lines), line.n, doc))
    lines, at, doc = max(found, key=lambda each: each[0])
    return doc, at, lines


@pytest.mark.parametrize("slug", TITLES)
def test_what_to_do_is_whole_on_every_screen(phone, slug):
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


def test_tick_comes_to_other_phones_and_screen(phone, seated):
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

"""Every word of recorded games is whole: boards, sheets, moments and big screens, in any face."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.conformance import browsers, looks
from companion.conformance.phone import Phone
from companion.conformance.phones import SCREEN
from companion.conformance.suite.test_journeys import reads
from companion.plays import ledger, playlog
from games import registry
from games.clarifications import LANGUAGES
from tests import golden
from tests.journeys.test_big_screen import begun, longest

pytestmark = pytest.mark.django_db(transaction=True)
PickUp = Callable[..., Phone]

SMALL = looks.READ[:2]
NARROW = [(320, 640), (844, 390)]
WIDE = (("Inter", 130), ("DejaVu Sans", 100))
"""Sizes and letters that find nearly all that breaks: the least room, upright and lying."""
WIDEST = "WMWMWM"
"""The code that leaves a header the least room."""
PLAIN = looks.LETTERS[:1]
FACES = tuple((face, 100) for face in dict.fromkeys(face for face, _ in looks.LETTERS))
MOMENT = "() => document.getElementById('r-peak')?.classList.add('now')"
HANDLES = "nav.dock :is(a, button)[hx-target='#drawer']"
OPENED = """(n) => {
  const all = [...document.querySelectorAll("#board [popover]")];
  all[n - 1]?.hidePopover();
  all[n]?.showPopover();
  return n < all.length;
}"""
"""Opens the sheet of a number, once the one before it is closed; says whether there is one."""


def moments(slug: str) -> Iterator[tuple[playlog.Playlog, int]]:
    """Yield recorded games, each with an entry after which something is asked, or celebrated, for
    the first time."""
    referee = registry.referee(slug)
    seen: set[str] = set()
    for path in golden.games(slug):
        doc = golden.read(path)
        done = playlog.replay(doc)
        for n, state in done.states.items():
            new = {each.do for each in referee.prompts(state) if each.expected}
            new |= {note.code for note in done.notes.get(n, ())} & {*referee.highlights}
            if new - seen:
                yield doc, n
                seen |= new


def every_sheet(page: Page) -> Iterator[str]:
    """Open every drawer and every sheet of a board in turn; yields what each is."""
    for handle in page.locator(HANDLES).all():
        handle.click()
        page.locator("#drawer[open] h2").first.wait_for()
        yield handle.inner_text()
        page.set_viewport_size({"width": 390, "height": 844})
        page.keyboard.press("Escape")
        page.locator("#drawer[open]").wait_for(state="detached")
    n = 0
    while page.evaluate(OPENED, n):
        yield f"sheet {n}"
        n += 1


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        ("<p style='width: 3rem; overflow-wrap: anywhere'>Manipulation</p>", "broken"),
        ("<p style='width: 3rem; overflow: hidden'>Manipulation</p>", "cut off"),
        ("<p style='margin-left: 90vw'>Manipulation</p>", "too wide"),
        ("<b>Hero</b><b style='margin-left: -2rem; background: red'>Villain</b>", "covered"),
    ],
)
def test_measure_finds_what_nobody_reads(chromium: Browser, drawn: str, fault: str) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_content(drawn)
    found = list(looks.unreadable_words(page, all_of=SMALL[1:], letters=PLAIN))
    assert any(fault in each for each in found), found
    page.set_content("<p style='width: 3rem'>Mani&shy;pula&shy;tion</p><p>Hero</p>")
    assert not list(looks.unreadable_words(page, all_of=SMALL[1:], letters=PLAIN))
    page.close()


@pytest.mark.parametrize("slug", registry.TITLES)
def test_polish_board_is_readable_on_small_phones(seated: PickUp, slug: str) -> None:
    doc = longest(slug)
    one = seated(begun(doc, int(len(doc.entries) * 0.6)), "Ana", *range(6))
    reads(one, "pl")
    assert not list(looks.unreadable_words(one.page, all_of=SMALL, letters=looks.LETTERS[1:3]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", registry.TITLES)
def test_new_copy_is_readable_on_small_phones(seated: PickUp, slug: str, language: str) -> None:
    referee = registry.referee(slug)
    blank = referee.starter(referee.blank_box())
    play = ledger.begin(slug, referee.setup_default(2, blank))
    play.code = WIDEST
    play.save(update_fields=["code"])
    one = seated(play, "Ana", 0, role="host")
    reads(one, language)
    assert not list(looks.unreadable_words(one.page, all_of=SMALL, letters=looks.LETTERS[1:]))


@pytest.mark.reading
@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_moments_are_readable_in_wide_letters(seated: PickUp, phone: PickUp, slug: str) -> None:
    screen = phone(**SCREEN)
    faults: list[str] = []
    for count, (doc, n) in enumerate(moments(slug)):
        # Each in one language: few words are in one moment alone.
        language = LANGUAGES[count % len(LANGUAGES)]
        play = begun(doc, n)
        one = seated(play, "Ana", *range(6))
        reads(one, language)
        found = [*looks.unreadable_words(one.page, all_of=NARROW, letters=WIDE)]
        if one.page.locator("#r-peak").count():
            one.page.evaluate(MOMENT)
            found += looks.unreadable_words(one.page, all_of=NARROW, letters=WIDE)
        browsers.put_away(one.page.context)
        screen.open(f"/tv/{play.watch_code}/")
        found += looks.unreadable_words(screen.page, all_of=looks.SCREENS[:1], letters=WIDE[1:])
        faults += [f"after {n} in {language} {each}" for each in found]
    assert not faults, "\n".join(faults)


@pytest.mark.reading
@pytest.mark.patient
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_moment_is_readable_in_any_face(seated: PickUp, slug: str, language: str) -> None:
    faults: list[str] = []
    for doc, n in moments(slug):
        one = seated(begun(doc, n), "Ana", *range(6))
        reads(one, language)
        faults += [f"after {n} {each}" for each in looks.unreadable_words(one.page)]
        if one.page.locator("#r-peak").count():
            one.page.evaluate(MOMENT)
            faults += [f"moment {n} {each}" for each in looks.unreadable_words(one.page)]
        browsers.put_away(one.page.context)
    assert not faults, "\n".join(faults)


@pytest.mark.patient
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_sheet_is_readable_in_any_face(seated: PickUp, slug: str, language: str) -> None:
    doc = longest(slug)
    one = seated(begun(doc, int(len(doc.entries) * 0.6)), "Ana", *range(6), role="host")
    reads(one, language)
    faults: list[str] = []
    for name in every_sheet(one.page):
        found = looks.unreadable_words(one.page, all_of=looks.READ[:4])
        faults += [f"{name} {each}" for each in found]
    assert not faults, "\n".join(faults)


@pytest.mark.reading
@pytest.mark.patient
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_big_screen_is_readable_in_any_face(phone: PickUp, slug: str, language: str) -> None:
    screen = phone(**SCREEN)
    faults: list[str] = []
    for doc, n in moments(slug):
        screen.open(f"/tv/{begun(doc, n).watch_code}/")
        reads(screen, language)
        found = looks.unreadable_words(screen.page, all_of=looks.SCREENS[:2], letters=FACES)
        faults += [f"after {n} {each}" for each in found]
    assert not faults, "\n".join(faults)

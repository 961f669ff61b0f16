"""Every word of recorded games is whole: boards, sheets, moments and big screens, in any face."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace
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
Drawn = list[tuple[tuple[int, int], tuple[str, int]]]

SMALL = looks.READ[:2]
LEAST = ((320, 640), ("Inter", 130))
"""The size and letters that find most of what breaks."""
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


def phones(count: int) -> Drawn:
    """Return sizes and letters to read a moment in: the least room, and two others.

    Twenty moments, of which every other is Polish, bring all of them together in both languages.
    """
    sizes, letters = looks.READ, looks.LETTERS
    others = [(sizes[n % len(sizes)], letters[n % len(letters)]) for n in (count, count + 5)]
    return [LEAST, *others]


def screens(count: int) -> Drawn:
    """Return sizes and faces to read a big screen in: both in the widest face, one in another.

    Eight of them, of which the last four are Polish, bring all together.
    """
    sizes = looks.SCREENS[:2]
    return [*((size, FACES[-1]) for size in sizes), (sizes[count % 2], FACES[count // 2 % 2])]


def spread(page: Page, drawn: Drawn) -> list[str]:
    """Return what no one can read in these sizes and letters."""
    return [
        each
        for size, kind in dict.fromkeys(drawn)
        for each in looks.unreadable_words(page, all_of=[size], letters=(kind,))
    ]


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


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_moments_are_readable_in_sampled_letters(seated: PickUp, phone: PickUp, slug: str) -> None:
    readers = {each: phone(locale=each) for each in LANGUAGES}
    televisions = {each: phone(**SCREEN, locale=each) for each in LANGUAGES}
    faults: list[str] = []
    for count, (doc, n) in enumerate(moments(slug)):
        play = begun(doc, n)
        language = LANGUAGES[count % 2]
        one = seated(play, "Ana", *range(6), again=readers[language])
        found = spread(one.page, phones(count))
        if one.page.locator("#r-peak h2").count():
            one.page.evaluate(MOMENT)
            found += spread(one.page, phones(count))
        faults += [f"after {n} in {language} {each}" for each in found]
        language = LANGUAGES[count // 4 % 2]
        screen = televisions[language]
        screen.open(f"/tv/{play.watch_code}/")
        found = spread(screen.page, screens(count))
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


COVERED = """() => [...document.querySelectorAll(".keypad .left")].filter((left) => {
  const word = left.querySelector("small").getBoundingClientRect();
  const tiles = [left.previousElementSibling, left.nextElementSibling].filter(Boolean);
  const reaches = (tile) => tile.left < word.right && word.left < tile.right;
  return word.width && tiles.some((tile) => reaches(tile.getBoundingClientRect()));
}).length"""
"""Counts words next to the colors of the cup that reach into a color."""


def test_what_is_left_stands_beside_its_color(seated):
    referee = registry.referee("animated-dice")
    setup = replace(referee.setup_default(2, referee.blank_box()), depth="full")
    play = ledger.begin("animated-dice", setup)
    bo = seated(play, "Bo", 0, role="host", locale="pl-PL")
    bo.page.locator(".keypad.draw.on").wait_for()
    bo.page.evaluate(looks.FACE, "* { font-family: 'DejaVu Sans' !important }")
    assert bo.page.locator(".keypad .left small:visible").count() == 3
    assert bo.page.evaluate(COVERED) == 0

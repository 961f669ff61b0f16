"""Two evenings on a copy no one knows: what the first one enters, the second one need not."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.test_talisman_batman import Villain, counts_taps, tapped, together

pytestmark = pytest.mark.patient

QUESTIONS = "[id^='p-ring-size'], #p-place, #p-space-name, form:has([name=strength][type=radio])"
"""What is asked of the copy: a floor's size, a place, a name, a villain's numbers."""
NUMBERS = ("strength", "cunning", "fate", "life")
CARDS = ((5, 2, 3, 4), (2, 4, 3, 4))
"""Strength, Cunning, Fate and Life of the two villain cards."""


def starts(ana: Villain, bo: Villain) -> None:
    """Open a table with the own copy; both choose the villain of the evening before."""
    ana.phone.open("/g/talisman-batman/")
    ana.phone.chooses("2")
    ana.phone.tap("Start the table")
    ana.phone.is_at_the_table()
    bo.sits_down(ana.phone.page.url.rstrip("/").rpartition("/")[2], "Bo")
    for each, name in ((ana, "bane"), (bo, "scarecrow")):
        each.taps(f"#p-villain-{each.seat}-{name}")
        together(ana, bo)


def enters_the_card(each: Villain) -> None:
    """Tap a number after another; the last fact enters the card."""
    card = each.board.locator("form:has(.read)")
    for name, value in zip(NUMBERS, CARDS[each.seat], strict=True):
        card.locator(f".next label:has([name={name}][value='{value}'])").click()
    card.locator(".next label:has([name=alignment][value=chaotic])").click()
    each.board.locator(f"#p-ready-{each.seat}-cunning").wait_for()


def takes_the_bonus(ana: Villain, bo: Villain) -> None:
    for each in (ana, bo):
        each.taps(f"#p-ready-{each.seat}-cunning")
        together(ana, bo)


def names_the_space(each: Villain, name: str, cards: int) -> None:
    each.board.locator("#p-space-name").fill(name)
    each.taps(f"#p-space-{cards}")


def goes(each: Villain, die: int, end: str) -> None:
    each.taps(f"#p-roll-{die}")
    each.taps(f".map .lit[value='{end}']")


def asked(each: Villain) -> int:
    return each.board.locator(QUESTIONS).count()


def counts_letters(each: Villain) -> None:
    each.phone.page.evaluate(
        "window.typed = 0; addEventListener('keydown', () => { window.typed += 1; }, true)"
    )


def test_second_evening_types_nothing_and_asks_nothing(phone):
    ana, bo = Villain(phone(), 0), Villain(phone(), 1)
    starts(ana, bo)
    for each in (ana, bo):
        enters_the_card(each)
        together(ana, bo)
    takes_the_bonus(ana, bo)
    ana.taps("#p-roll-4")
    ana.taps("#p-ring-size-1-b, [id^='p-ring-size'] button.go")
    ana.taps(".map .lit[value='1-20']")
    ana.taps(".map .lit[value='1-16']")
    ana.board.locator(".names button", has_text="Darkroom").click()
    ana.taps("#p-space-0")
    ana.opens("[id^='p-does']")
    ana.board.locator("label:has([name=what][value=fate])").click()
    ana.board.locator("label:has([name=by][value='1'])").click()
    ana.taps("[id^='p-does'] button[value=every]")
    ana.phone.is_accessible()
    ana.taps("#p-end button")
    together(ana, bo)
    bo.taps("#p-roll-6")
    bo.taps(".map .lit[value='1-1']")
    bo.taps(".map .lit[value='1-7']")
    names_the_space(bo, "Kitchen", 0)
    bo.taps("#p-end button")
    together(ana, bo)

    starts(ana, bo)
    questions = asked(ana) + asked(bo)
    takes_the_bonus(ana, bo)
    for each in (ana, bo):
        counts_letters(each)
        counts_taps(each)
    goes(ana, 4, "darkroom")
    expect(ana.board).to_contain_text("Darkroom: Fate +1")
    questions += asked(ana)
    ana.taps("#p-end button")
    together(ana, bo)
    goes(bo, 6, "Kitchen")
    questions += asked(bo)
    bo.taps("#p-end button")
    together(ana, bo)
    assert questions == 0
    for each in (ana, bo):
        assert each.phone.page.evaluate("window.typed") == 0
        assert tapped(each) == 3


@pytest.mark.parametrize("height", [664, 844])
def test_villains_card_takes_five_taps_on_one_screen(phone, height):
    ana, bo = Villain(phone(), 0), Villain(phone(), 1)
    ana.phone.page.set_viewport_size({"width": 390, "height": height})
    starts(ana, bo)
    sheet = ana.board.locator(".acts:has(.read)")
    high = sheet.evaluate("sheet => sheet.scrollHeight")
    assert high == sheet.evaluate("sheet => sheet.clientHeight")
    ana.phone.is_accessible()
    counts_taps(ana)
    enters_the_card(ana)
    assert tapped(ana) == 5
    together(ana, bo)
    ana.taps("#undo[data-fresh]")
    expect(sheet.locator(".tray b")).to_have_text([*map(str, CARDS[0]), "Chaotic"])
    assert sheet.evaluate("sheet => sheet.scrollHeight") <= high


def test_villains_card_is_typed_in_digits(phone):
    ana, bo = Villain(phone(), 0), Villain(phone(), 1)
    starts(ana, bo)
    card = ana.board.locator("form:has(.read)")
    card.locator(".next input").first.focus()
    for digit in "5203":
        ana.phone.page.keyboard.press(digit)
    expect(card.locator(".tray b")).to_have_text(["5", "2", "0", "3", "–"])
    card.locator("[name=saves_life]").check()
    card.locator(".next label", has_text="Indifferent").click()
    ana.taps("form:has(.read) button.go")
    expect(ana.board.locator("#p-ready-0-cunning")).to_be_visible()


def test_phone_of_two_villains_reads_one_card_first(phone):
    ana = Villain(phone(), 0)
    ana.phone.open("/g/talisman-batman/")
    ana.phone.chooses("2")
    ana.phone.tap("Start the table")
    ana.phone.is_at_the_table()
    ana.taps("#p-villain-0-bane")
    asked = ana.board.locator(".acts .prompt.expected")
    expect(asked).to_have_count(2)
    expect(asked.first).to_contain_text("What Bane's card says")
    expect(asked.last).to_contain_text("Player 2: which villain?")

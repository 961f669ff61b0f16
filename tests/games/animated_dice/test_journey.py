"""A whole game of four entered through the page on one phone, taps counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.games.animated_dice.table import dice

TEN = "G:LLL | G:LL B:L | B:LL Y:L | Y:L"
GAME = f"""
joker: {TEN}
catwoman: G:LL B:L | stop
ivy: B:B G:LL | B:B G:LB | stop
riddler: Y:BB B:B G:L | return 0 1 | G:LLA | stop
joker: Y:A B:L G:L | G:LL Y:A | stop
catwoman: Y:BB B:B
ivy: {TEN}
riddler: G:LLLL | keep | G:L B:LL | B:L Y:LL
joker: {TEN}
catwoman: {TEN}
ivy: Y:B G:LL | stop
riddler: G:AAAA | keep | G:LLLA | stop
joker: G:LAA | B:L G:LL | stop
catwoman: {TEN}
ivy: G:LLL | stop
riddler: Y:BB G:B B:B | keep
"""


class Player:
    """Someone who taps in a game as a table would, one die after the other."""

    def __init__(self, phone) -> None:
        self.phone, self.page, self.taps = phone, phone.page, 0

    def tap(self, locator) -> None:
        locator.and_(self.page.locator(":not([data-new])")).click()
        self.taps += 1

    def button(self, name: str):
        return self.page.locator("#board .acts").get_by_role("button", name=re.compile(name))

    def step(self, text: str) -> None:
        before = self.phone.revision
        if text == "stop":
            self.tap(self.button("^Stop and score"))
        elif text == "keep":
            self.tap(self.button("^Keep all"))
        elif text.startswith("return"):
            for die in text.split()[1:]:
                self.tap(self.page.locator(".tiles.first .tile").nth(int(die)))
            self.tap(self.button("^Return the chosen"))
        else:
            self.roll(text)
        self.phone.shows_revision(before + 1)

    def roll(self, text: str) -> None:
        waiting = list(dice(text))
        if len(waiting) == 1:
            self.tap(self.page.locator(f'.faces button[value="{waiting[0]}"]'))
            return
        for _ in dice(text):
            row = self.page.locator(".keypad .die:visible")
            expect(row).to_have_count(1)
            value = next(v for v in waiting if row.locator(f'input[value="{v}"]').count())
            waiting.remove(value)
            self.tap(row.locator(f'label.tile:has(input[value="{value}"])'))


def started(phone, players: int):
    """Return a phone at a fresh table."""
    host = phone()
    host.open("/g/animated-dice/")
    host.page.get_by_role("radio", name=str(players), exact=True).check()
    host.tap("Start the table")
    host.is_at_the_table()
    return host


@pytest.mark.patient
@pytest.mark.django_db(transaction=True)
def test_game_of_four_is_entered_tap_by_tap(phone, capsys):
    host = started(phone, 4)
    player, rolls = Player(host), 0
    for line in filter(None, GAME.splitlines()):
        for step in line.split(":", 1)[1].split("|"):
            player.step(step.strip())
            rolls += ":" in step
    expect(host.page.locator(".outcome")).to_contain_text("The Joker")
    expect(host.page.locator(".scores tfoot")).to_contain_text("33")
    host.is_accessible()
    with capsys.disabled():
        print(f"\na game of four: {player.taps} taps for {rolls} rolls in 16 turns")
    assert player.taps <= 4 * rolls


@pytest.mark.django_db(transaction=True)
def test_a_roll_of_three_is_three_taps(phone):
    host = started(phone, 3)
    player = Player(host)
    player.step("Y:LL G:A")
    assert player.taps == 3
    expect(host.page.locator(".pile.cup")).to_contain_text("7")
    host.is_accessible()
    player.step("stop")
    assert player.taps == 4


@pytest.mark.django_db(transaction=True)
def test_keypad_locks_colour_cup_has_no_more_of(phone):
    host = started(phone, 3)
    player = Player(host)
    for _ in range(2):
        player.tap(host.page.locator('.die.next label:has(input[value="yellow-loot"])'))
    locked = host.page.locator('.die.next input[value="yellow-loot"]')
    expect(locked).to_be_disabled()
    expect(host.page.locator('.die.next input[value="gray-loot"]')).to_be_enabled()


@pytest.mark.django_db(transaction=True)
def test_the_host_enters_for_another_phone_by_name(phone):
    host, other = started(phone, 3), phone()
    code = host.page.url.rstrip("/").rpartition("/")[2]
    other.open(f"/j/{code}/")
    other.page.locator("#name").fill("Bo")
    other.page.locator("label:has(input[name=parts][value='0'])").click()
    other.page.locator("main form button").first.click()
    other.is_at_the_table()
    host.page.reload()
    host.is_at_the_table()
    expect(host.page.locator("#p-roll")).to_have_count(0)
    host.tap("Enter for Bo")
    expect(host.page.locator(".standing")).to_contain_text("You enter for Bo")
    expect(host.page.locator("#p-roll")).to_be_visible()
    host.is_accessible()
    expect(other.page.locator("#p-roll")).to_be_visible()
    expect(other.page.locator("[id^=for-]")).to_have_count(0)
    host.page.locator("#for-none").click()
    expect(host.page.locator("#p-roll")).to_have_count(0)


@pytest.mark.django_db(transaction=True)
def test_focus_is_by_next_question_after_roll(phone):
    host = started(phone, 3)
    Player(host).step("Y:L G:LA")
    expect(host.page.locator("#p-stop-b")).to_be_visible()
    expect(host.page.locator("#r-asked")).to_be_focused()
    for _ in range(4):
        host.page.keyboard.press("Tab")
        if host.page.evaluate("document.activeElement.id") == "p-stop-b":
            return
    raise AssertionError(host.page.evaluate("document.activeElement.outerHTML"))


@pytest.mark.django_db(transaction=True)
def test_two_rolls_tap_each_die_then_loot_once(phone):
    host = started(phone, 3)
    player = Player(host)
    player.step("Y:L G:LA")
    expect(host.page.locator(".glimpse, .odds")).to_have_count(0)
    player.step("G:L B:LL")
    player.tap(host.page.locator("button.pile.loot.lit"))
    host.shows_revision(3)
    assert player.taps == 7
    expect(host.page.locator(".scores tbody .num").first).to_have_text("6")


@pytest.mark.patient
@pytest.mark.django_db(transaction=True)
def test_bust_is_seen_everywhere_until_next_roll(phone):
    host, other = started(phone, 3), phone()
    other.open(host.page.url.replace("/t/", "/j/"))
    other.page.locator("#name").fill("Bo")
    other.page.locator("label:has(input[name=parts][value='1'])").click()
    other.page.locator("main form button").first.click()
    other.is_at_the_table()
    player = Player(host)
    player.step("B:BB G:B")
    for each in (host, other):
        expect(each.page.locator(".bust")).to_contain_text("keeps")
        expect(each.page.locator(".bust h2")).to_be_in_viewport()
        each.page.locator("#r-peak").dispatch_event("click")
        each.is_accessible()
    Player(other).step("G:LLL")
    expect(host.page.locator(".bust")).to_have_count(0)
    expect(other.page.locator(".bust")).to_have_count(0)

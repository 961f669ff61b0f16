"""A game of The Batman Who Laughs Rising on two phones: both depths, and an ending."""

from __future__ import annotations

import re
from functools import reduce

import pytest
from playwright.sync_api import Locator, expect

from companion.conformance.phone import Phone

SOON = 3_000
"""Milliseconds for the other phone to follow, on a machine that runs other tests beside."""


class Team:
    """One team's phone: does what the page asks of it, always the plainest thing."""

    def __init__(self, phone: Phone, name: str) -> None:
        self.phone, self.name = phone, name
        self.board = phone.page.locator("#board")

    def deploys(self, sector: int) -> None:
        place = self.board.locator(f".locs > li:nth-child({sector})")
        self.enters(place.get_by_role("button", name="Go here"))

    def names(self, card: str) -> None:
        """Name the next card that lies down, of those the box knows."""
        self.enters(self.board.locator(".names button", has_text=card).first)

    def reports(self, prompt: str, shown: str) -> None:
        """Enter what a villain die showed."""
        form = self.board.locator(f"#{prompt}")
        self.enters(form.get_by_role("button", name=shown, exact=True))

    def recruits(self, card: str) -> None:
        tile = self.board.locator(".card", has_text=card).first
        tile.locator("label", has_text="recruited").click()

    def rolls(self, dice: int) -> None:
        """Enter own dice on the keypad, one tap a die; the last enters the roll by itself."""
        keypad = self.board.locator("#p-roll")
        before = self.board.get_attribute("data-key") or ""
        for n in range(dice):
            keypad.locator(f"label:has([name='faces.{n}']):visible").first.click()
        expect(self.board).not_to_have_attribute("data-key", before)

    def enters(self, button: Locator) -> None:
        """Tap a button that enters something, and wait for the answer."""
        before = self.board.get_attribute("data-key") or ""
        button.and_(self.ready).click()
        expect(self.board).not_to_have_attribute("data-key", before)

    def answers_until(self, *prompts: str) -> None:
        """Confirm what is asked in between until one of ``prompts`` is there."""
        wanted = self.board.locator(",".join(prompts))
        named = ".names button:not(.later)"
        ways = [".question button", "#p-finish button", named, ".prompt.expected button"]
        asked = [self.board.locator(f"{way}:visible") for way in ways]
        for _ in range(20):
            reduce(Locator.or_, asked, wanted).first.wait_for()
            if wanted.count():
                return
            for choice in self.board.locator(".prompt.expected select:visible").all():
                choice.select_option(index=1)
            self.enters(next(each for each in asked if each.count()).first)
        raise AssertionError(f"{self.name} never came to {prompts}")

    @property
    def ready(self) -> Locator:
        """The controls that no longer ignore hasty taps."""
        return self.phone.page.locator(":not([data-new])")


RESULTS = "form.close-turn"
NEXT = (".locs button:has-text('Go here')", ".waiting")


@pytest.fixture
def teams(phone):
    """Return Ana's phone, which hosts and plays Determination, and Bo's, which joined by the link
    and plays Power."""
    ana = phone()
    ana.open("/")
    ana.tap("The Batman Who Laughs Rising")
    ana.chooses("2")
    ana.chooses(re.compile("Sample box"))
    ana.tap("Start the table")
    ana.is_at_the_table()
    code = ana.page.url.rstrip("/").rpartition("/")[2]
    bo = phone()
    bo.open(f"/j/{code}/")
    bo.page.get_by_label("Your name").fill("Bo")
    bo.chooses(re.compile("Power"))
    bo.tap("Sit down")
    bo.is_at_the_table()
    return Team(ana, "Determination"), Team(bo, "Power")


def quick_turn(team: Team, doom: str, *, recruits: str = "") -> None:
    """Deploy, roll two villain dice, enter the results: the taps of an ordinary turn."""
    team.deploys(2)
    team.reports("p-doom", doom)
    team.reports("p-figure", "stays")
    team.answers_until(RESULTS)
    if recruits:
        team.recruits(recruits)
    team.enters(team.board.get_by_role("button", name="End the turn"))


@pytest.mark.patient
def test_two_phones_play_game_from_deal_to_end(teams):
    determination, power = teams
    ana, bo = determination.phone, power.phone
    for place in range(9):
        determination.names("Constantine" if place == 3 else "Sample Hero")
    bo.shows_revision(9, timeout=SOON)

    quick_turn(determination, "1", recruits="Constantine")
    ana.reads_aloud("Constantine")
    determination.answers_until(*NEXT)
    bo.shows_revision(ana.revision, timeout=SOON)
    quick_turn(power, "2")
    power.answers_until(*NEXT)
    ana.shows_revision(bo.revision, timeout=SOON)
    ana.is_accessible()

    # A mistake is taken back from the other phone, then told again.
    determination.deploys(3)
    bo.shows_revision(ana.revision, timeout=SOON)
    bo.tap(re.compile("^Undo: Determination goes to sector 3"))
    ana.reads_aloud("Undone: Determination goes to sector 3")
    bo.is_accessible()
    quick_turn(determination, "0")
    determination.answers_until(*NEXT)

    # One turn in full depth, with a phone that loses its line in the middle of it.
    bo.pulls("More")
    bo.unfolds("Enter a higher or lower number")
    bo.tap("Full", within="#drawer", exact=True)
    bo.reads_aloud("Detail level from now on: Full")
    power.deploys(2)
    ana.goes_offline()
    expect(ana.page.locator("#link")).to_have_text("offline")
    power.reports("p-doom", "1")
    power.reports("p-figure", "stays")
    power.answers_until("#p-roll")
    power.rolls(4)
    ana.comes_back()
    expect(ana.page.locator("#link")).to_have_text("live", timeout=SOON * 3)
    power.answers_until(*NEXT)
    ana.shows_revision(bo.revision, timeout=SOON)

    # The track fills up: the table corrects it to one short of the end, then the die decides.
    adjusts_the_track(ana, 31)
    bo.shows_revision(ana.revision, timeout=SOON)
    determination.deploys(2)
    determination.reports("p-doom", "2")
    determination.reports("p-figure", "stays")
    determination.answers_until(".outcome")
    for each in (ana, bo):
        expect(each.page.locator(".outcome h2")).to_have_text(
            re.compile("lost", re.I), timeout=SOON
        )
        each.is_accessible()
    ana.pulls("Log")
    expect(ana.page.locator("#drawer .entry").first).to_contain_text("2")
    ana.is_accessible()


def adjusts_the_track(phone: Phone, value: int) -> None:
    phone.pulls("More")
    phone.tap("Correct a number", within="#drawer")
    phone.page.locator("#drawer a[href*='where=doom&'], #drawer a[href$='where=doom']").click()
    phone.page.locator("#counted").fill(str(value or 1))
    phone.page.locator("#explained .go").wait_for()
    phone.page.route("**/count?*", lambda route: route.fulfill(status=204))
    phone.page.locator("#counted").fill(str(value))
    phone.page.locator("#explained .go").click()
    phone.page.unroute("**/count?*")
    phone.page.locator("#drawer[open]").wait_for(state="detached")


def test_number_that_is_so_already_is_refused_aloud(teams):
    ana = teams[0].phone
    adjusts_the_track(ana, 0)
    ana.reads_aloud(re.compile("already 0"))
    ana.is_accessible()
    assert ana.revision == 0

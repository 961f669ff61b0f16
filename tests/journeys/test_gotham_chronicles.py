"""Gotham City Chronicles on three phones: two heroes against a villain, two full rounds."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from companion.conformance.phone import Phone
from companion.plays import ledger
from games import registry
from tests import golden
from tests.journeys.test_big_screen import shown

SOON = 10_000
"""Milliseconds for the other phones to follow, on a machine that runs other tests beside."""


class Player:
    """One phone at the table and the part it plays."""

    def __init__(self, phone: Phone, seat: int) -> None:
        self.phone, self.seat = phone, seat
        self.board = phone.page.locator("#board")

    def taps(self, button: Locator) -> None:
        """Tap what enters something, and wait for the answer."""
        before = self.phone.revision
        button.and_(self.phone.page.locator(":not([data-new])")).first.click()
        expect(self.board).not_to_have_attribute("data-revision", str(before), timeout=SOON)

    def says(self, name: str) -> None:
        self.taps(self.board.get_by_role("button", name=re.compile(name)))

    def lays_a_cube_on(self, space: str) -> None:
        self.taps(self.board.locator("button.space", has_text=space))

    def activates(self, tile: str) -> None:
        self.taps(self.board.locator("button.rt", has_text=tile))

    def suffers(self, wounds: int) -> None:
        page = self.board.locator(f"#p-wound-{self.seat}-harm")
        page.locator("summary").click()
        self.taps(page.get_by_role("button", name=str(wounds), exact=True))


@pytest.fixture
def table(seated):
    """Return the phones of Ana, the first hero and host, Bo, the second, and Vic, the villain."""
    referee = registry.referee("gotham-chronicles")
    setup = referee.setup_default(3, referee.sample_box())
    play = ledger.begin("gotham-chronicles", setup, sample=True)
    ana, bo, vic = seated(play, "Ana", role="host"), seated(play, "Bo", 1), seated(play, "Vic", 2)
    return Player(ana, 0), Player(bo, 1), Player(vic, 2)


def together(*players: Player) -> None:
    """Wait until all phones show the newest board."""
    newest = max(player.phone.revision for player in players)
    for player in players:
        player.phone.shows_revision(newest, timeout=SOON)


@pytest.mark.patient
def test_two_rounds_on_three_phones(table):
    ana, bo, vic = table
    ana.says("Begin the first round")
    together(*table)
    bo.says("^Resting")
    together(*table)
    ana.says("^Active")
    together(*table)
    ana.lays_a_cube_on("Melee")
    ana.lays_a_cube_on("Melee")
    expect(ana.board.locator(".tablet.p0 .space", has_text="Melee")).to_contain_text("2 / 3")
    together(*table)
    ana.says("End the heroes")
    together(*table)

    vic.activates("Dockers")
    together(*table)
    bo.lays_a_cube_on("Defense")
    bo.suffers(2)
    together(*table)
    expect(vic.board.locator(".tablet.p1 .z-wounds")).to_contain_text("2")
    vic.activates("Event Warning")
    vic.says("Another van")
    vic.says("Dockers")
    vic.says("event is over")
    vic.says("End the villain")
    together(*table)

    ana.says("Resolved: The crane")
    together(*table)
    bo.says("^Active")
    together(*table)
    ana.says("^Resting")
    together(*table)
    expect(bo.board).to_contain_text("Round 2")
    bo.lays_a_cube_on("Thought")
    together(*table)
    bo.says("End the heroes")
    together(*table)
    vic.activates("Enforcers")
    vic.says("End the villain")
    together(*table)
    expect(ana.board).to_contain_text("Round 3")
    for player in table:
        player.phone.is_accessible()
        player.phone.complains_about_nothing()


def test_each_phone_offers_only_its_own_moments(table):
    ana, bo, vic = table
    ana.says("Begin the first round")
    together(*table)
    expect(vic.board.locator("button.rt")).to_have_count(0)
    expect(ana.board.get_by_role("button", name=re.compile("^Active"))).to_have_count(1)
    expect(bo.board.get_by_role("button", name=re.compile("^Active"))).to_have_count(1)
    expect(vic.board.get_by_role("button", name=re.compile("^Active"))).to_have_count(0)
    heroes = "Vigil (sample) and Bo (Sergeant Vale (sample)) decide"
    expect(vic.board.locator(".waiting")).to_have_text(heroes)


def test_the_host_enters_for_somebody_else_by_name(table):
    ana, bo, _vic = table
    ana.says("Begin the first round")
    ana.says("^Active")
    expect(ana.board.locator(".waiting")).to_contain_text("Sergeant Vale (sample)'s stance")
    expect(bo.board.locator("[id^=for-]")).to_have_count(0)
    ana.phone.tap("Enter for Bo", within="#board")
    expect(ana.board.locator(".standing")).to_contain_text("You enter for Bo")
    ana.says("^Resting")
    together(*table)
    expect(bo.board.locator(".tablet.p1 .stance")).to_have_text("Resting")
    ana.phone.tap("Stop", within="#board", exact=True)
    expect(ana.board.locator(".standing")).to_have_count(0)


OVERLAPPING = """() => [...document.querySelectorAll(".spaces")].flatMap((list) => {
  const boxes = [...list.querySelectorAll(".space")].map((one) => one.getBoundingClientRect());
  return boxes.slice(1).filter((box, n) => box.top === boxes[n].top && box.left < boxes[n].right);
}).length"""
CUT_OFF = """() => {
  const place = document.querySelector(".vista");
  return place.scrollHeight - place.clientHeight;
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_no_space_of_a_tablet_covers_another(table, width):
    ana, *_ = table
    ana.phone.page.set_viewport_size({"width": width, "height": 640})
    assert ana.phone.page.evaluate(OVERLAPPING) == 0
    assert ana.phone.page.evaluate("document.documentElement.scrollWidth") == width


def test_three_tablets_and_command_post_fit_big_screen(phone):
    host = phone()
    host.open("/g/gotham-chronicles/")
    host.chooses("4")
    host.chooses("Sample box")
    host.tap("Start the table")
    host.is_at_the_table()
    host.tap("Begin the first round")
    host.page.set_viewport_size({"width": 1920, "height": 1080})
    host.open(host.page.url.partition("/t/")[2].join(["/tv/", ""]))
    expect(host.page.locator(".command .rtile .life").first).to_be_visible()
    assert host.page.evaluate(CUT_OFF) <= 0


BROKEN = """() => [
  ...[...document.querySelectorAll(".tab .spaces7 li > span:not(.vh)")]
    .filter((one) => one.clientHeight > 1.7 * parseFloat(getComputedStyle(one).fontSize)),
  ...[...document.querySelectorAll(".rtile h3")]
    .filter((one) => one.clientHeight > 2.7 * parseFloat(getComputedStyle(one).fontSize)),
  ...[...document.querySelectorAll(".tab h2, .tab header small")].filter((one) => one.scrollWidth
    > one.clientWidth + 1),
].map((one) => one.textContent.trim())"""


@pytest.mark.patient
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_big_screen_shows_whole_words_at_720p(phone):
    doc = golden.read(golden.at("gotham-chronicles/blank-full"))
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(shown(doc, 12))
    expect(screen.page.locator(".tab .spaces7").first).to_be_visible()
    assert screen.page.evaluate(BROKEN) == []

"""Small phones of people who play together: the next thing to do is always in sight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.plays import ledger, playlog
from games import registry
from tests import golden
from tests.journeys.test_gotham_touch import Player
from tests.journeys.test_talisman_batman import Villain
from tests.journeys.test_talisman_own_copy import enters_the_card, names_the_space
from tests.plays.test_ahead import at_table, fight

pytestmark = pytest.mark.patient

SHORT = {"width": 390, "height": 664}
SCENE = "document.querySelector('.scene').scrollTop"
SEEN = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  const scene = document.querySelector(".scene").getBoundingClientRect();
  return top >= scene.top - 1 && Math.min(bottom, top + 48) <= scene.bottom;
}"""
"""Whether the upper edge of a thing lies where the board can be seen."""
REACHED = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return one.contains(there);
}"""
"""Whether a finger finds a thing where it is."""


def sat(seated, depth: str) -> tuple[Player, Player]:
    """Return two phones: Ana plays all heroes, Vic the villain."""
    referee = registry.referee("gotham-chronicles")
    setup = replace(referee.setup_default(4, referee.sample_box()), depth=depth)
    play = ledger.begin("gotham-chronicles", setup, sample=True)
    last = len(referee.parts(referee.decode_state(play.state))) - 1
    ana = Player(seated(play, "Ana", *range(last), role="host", viewport=SHORT))
    return ana, Player(seated(play, "Vic", last, viewport=SHORT))


@pytest.fixture
def heroes(seated):
    return sat(seated, "quick")


def begins(ana: Player, vic: Player) -> None:
    """Begin the first round with every hero active."""
    vic.enters(vic.button("Begin the first round"))
    ana.follows(vic)
    while ana.button("^Active").count():
        ana.enters(ana.button("^Active"))
    vic.follows(ana)


def test_waiting_phone_keeps_its_board_still(heroes):
    _, vic = heroes
    vic.enters(vic.button("Begin the first round"))
    assert vic.phone.page.evaluate(SCENE) == 0
    assert vic.board.locator("#r-river .rt").first.evaluate(SEEN)


def test_turn_begins_with_tiles_in_sight(heroes):
    ana, vic = heroes
    begins(ana, vic)
    vic.phone.page.evaluate(f"{SCENE} = 400")
    ana.enters(ana.button("End the heroes"))
    vic.follows(ana)
    assert vic.board.locator("button.rt.lit").first.evaluate(SEEN)


def test_opened_tablet_comes_into_sight(heroes):
    ana, vic = heroes
    begins(ana, vic)
    for folded in ana.board.locator(".stage > .tablet.folded:not([open])").all():
        folded.locator("summary").first.click()
        opened = ana.board.locator(".tablet[open]")
        expect(opened.locator(".space").first).to_be_visible()
        ana.phone.page.wait_for_timeout(400)
        assert opened.locator(".space").first.evaluate(SEEN)


def test_targets_of_an_attack_are_in_sight(seated):
    ana, vic = sat(seated, "full")
    begins(ana, vic)
    ana.phone.page.evaluate(f"{SCENE} = 300")
    ana.taps_on(ana.space("Melee"))
    expect(ana.chosen).to_be_visible()
    assert ana.board.locator(".rt.lit").first.evaluate(SEEN)


def test_tablet_comes_back_after_its_attack(seated):
    ana, vic = sat(seated, "full")
    begins(ana, vic)
    ana.board.locator(".stage > .tablet.folded:not([open])").first.locator("summary").first.click()
    opened = ana.board.locator(".tablet[open] .space.lit").first
    expect(opened).to_be_visible()
    ana.taps_on(ana.space("Melee"))
    ana.phone.page.evaluate(f"{SCENE} = 0")
    ana.enters(ana.chosen.get_by_role("button", name="0", exact=True).last)
    ana.phone.page.wait_for_timeout(400)
    assert opened.evaluate(SEEN)


def test_fold_at_foot_of_sheet_opens_in_sight(seated):
    ana, vic = sat(seated, "full")
    begins(ana, vic)
    ana.enters(ana.button("End the heroes"))
    vic.follows(ana)
    vic.enters(vic.board.locator("button.rt.lit").first)
    sheet = vic.board.locator(".acts")
    sheet.evaluate("(one) => { one.scrollTop = 0; }")
    more = vic.board.locator("#r-asked summary", has_text="Anything special?")
    more.evaluate("(one) => one.parentElement.scrollIntoView({ block: 'end' })")
    before = sheet.evaluate("(one) => one.scrollTop")
    more.evaluate("(one) => one.click()")
    vic.phone.page.wait_for_timeout(400)
    assert sheet.evaluate("(one) => one.scrollTop") > before


def test_explained_question_begins_at_its_top(phone):
    ana = Villain(phone(viewport=SHORT), 0)
    ana.phone.open("/g/talisman-batman/")
    ana.phone.tap("Start the table")
    ana.phone.is_at_the_table()
    for seat, name in enumerate(("bane", "scarecrow")):
        each = Villain(ana.phone, seat)
        each.taps(f"#p-villain-{seat}-{name}")
        enters_the_card(each)
    for seat in (0, 1):
        ana.taps(f"#p-ready-{seat}-cunning")
    ana.taps("#p-roll-4")
    ana.taps("[id^='p-ring-size'] button.go")
    expect(ana.board.locator("#p-place")).to_be_visible()
    assert ana.phone.page.locator(".scene").bounding_box()["height"] > SHORT["height"] * 0.4
    ana.taps(".map .lit[value='1-20']")
    ana.taps(".map .lit[value='1-16']")
    expect(ana.board.locator("#coach")).to_be_visible()
    names_the_space(ana, "Kitchen", 1)
    expect(ana.board.locator("#coach")).to_be_visible()
    assert ana.phone.page.evaluate("document.querySelector('.acts').scrollTop") == 0


def test_rematch_lies_above_doubts_at_the_end(seated):
    play = playlog.load(golden.read(golden.at("gotham-chronicles/villain-wins")))
    play.seats.all().delete()
    ana = seated(play, "Ana", 0, role="host", viewport=SHORT)
    again = ana.page.locator("#again")
    expect(again).to_be_visible()
    doubts = ana.page.locator(".outcome > .row")
    assert again.bounding_box()["y"] < doubts.bounding_box()["y"]


@pytest.fixture
def fighter(seated):
    """Return the short phone of everyone in a fight with an Enemy."""
    play, *_ = at_table("talisman-batman", fight(life=4))
    play.seats.all().delete()
    return Villain(seated(play, "Ana", 0, 1, role="host", viewport=SHORT), 0)


def puts(ana: Villain, die: int, face: int) -> None:
    ana.board.locator(f"label:has([name='dice.{die}'][value='{face}'])").click()


def test_result_of_a_fight_is_in_sight(fighter):
    assert fighter.board.locator("label:has([name='dice.0'][value='6'])").evaluate(REACHED)
    puts(fighter, 0, 6)
    assert fighter.board.locator("label:has([name='dice.1'][value='1'])").evaluate(REACHED)
    puts(fighter, 1, 1)
    expect(fighter.board.locator(".clash")).to_have_count(0)
    won = fighter.board.locator(".last li", has_text="wins the fight")
    assert won.evaluate(SEEN)


def test_unfolded_form_is_in_sight_until_used(fighter):
    fold = fighter.board.locator(".acts details[id^='p-boost']").first
    fold.locator("summary").click()
    last = fold.locator(".btns button").last
    fighter.phone.page.wait_for_timeout(200)
    assert last.evaluate(REACHED)
    fighter.taps(f"#{last.get_attribute('id')}")
    expect(fold).to_have_count(1)
    expect(fold).not_to_have_attribute("open", "")
    assert fighter.board.locator("label:has([name='dice.0'][value='6'])").evaluate(REACHED)

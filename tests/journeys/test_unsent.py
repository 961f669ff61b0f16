"""Nothing ticked is dropped unasked: by the rules, another phone, a question or the next step."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import expect

from companion.plays import ledger, playlog
from companion.plays.answers import Recorded
from companion.plays.pages import drafts
from games import registry
from tests import golden

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

SLUG = "batman-who-laughs"


@pytest.fixture
def play(db):
    """Return a turn in which dice may be ticked, laid, or left."""
    doc = golden.read(golden.at(f"{SLUG}/blank-full"))
    rolls = [each.n for each in doc.entries if each.action["do"] == "roll"]
    entries = doc.entries[: rolls[0]]
    return playlog.load(msgspec.structs.replace(doc, entries=entries, outcome=None))


@pytest.fixture
def ana(play, seated):
    """Return the phone of everyone at that table, a die ticked."""
    parts = registry.referee(SLUG).parts(registry.referee(SLUG).decode_state(play.state))
    ana = seated(play, "Ana", *(part.index for part in parts), role="host")
    die(ana).check(force=True)
    return ana


def die(phone):
    return phone.page.locator("#board [name=dice]").first


def test_ticks_outlive_the_rules_and_another_phone(ana, play):
    ana.pulls("Rules")
    ana.page.locator("#q").fill("dice")
    ana.page.locator("#hits a").first.wait_for()
    ana.page.keyboard.press("Escape")
    expect(die(ana)).to_be_checked()
    title = registry.referee(SLUG)
    small = drafts.small(SLUG).split()
    offered = title.prompts(title.decode_state(play.state))
    hurt = next(each for each in offered if each.do == "damage")
    assert hurt.do in small
    card = hurt.fields[0].choices[0].value
    done = ledger.record(play.pk, {"do": hurt.do, "card": card, "n": 1}, key="elsewhere")
    assert isinstance(done, Recorded)
    ana.shows_revision(play.revision + 1)
    expect(die(ana)).to_be_checked()


def test_ticks_outlast_a_visit_to_another_page(ana, site):
    table = ana.page.url
    ana.page.goto(site)
    ana.page.goto(table)
    expect(die(ana)).to_be_checked()


def test_ticks_are_gone_once_table_moved_on(ana, play, site):
    table = ana.page.url
    ana.page.goto(site)
    title = registry.referee(SLUG)
    offered = title.prompts(title.decode_state(play.state))
    hurt = next(each for each in offered if each.do == "damage")
    action = {"do": hurt.do, "card": hurt.fields[0].choices[0].value, "n": 1}
    assert isinstance(ledger.record(play.pk, action, key="elsewhere"), Recorded)
    ana.page.goto(table)
    expect(die(ana)).not_to_be_checked()


def test_ticks_are_asked_about_before_their_step_ends(ana, play):
    end = ana.page.locator("#board form:has([name=do][value=finish]) button:not([data-new])")
    end.click()
    expect(ana.page.locator("#notice")).to_contain_text("isn't entered yet")
    assert ana.revision == play.revision
    end.click()
    expect(ana.page.locator("#asked-h")).to_be_visible()
    expect(end).to_be_hidden()
    ana.tap("Leave it")
    expect(ana.page.locator("#asked-h")).to_have_count(0)
    expect(die(ana)).to_be_checked()
    expect(end).to_be_visible()


def test_tapped_dice_are_asked_about_before_stopping(db, seated):
    doc = golden.read(golden.at("animated-dice/won"))
    played = next(each.n for each in doc.entries if each.action["do"] == "roll")
    entries = doc.entries[:played]
    play = playlog.load(msgspec.structs.replace(doc, entries=entries, outcome=None))
    ana = seated(play, "Ana", 0, 1, role="host")
    faces = ana.page.locator(".keypad label.tile:visible")
    stop = ana.page.locator("#p-stop-b:not([data-new])")
    faces.first.click()
    stop.click()
    expect(ana.page.locator("#notice")).to_contain_text("isn't entered yet")
    assert ana.revision == play.revision
    stop.click()
    ana.shows_revision(play.revision + 1)

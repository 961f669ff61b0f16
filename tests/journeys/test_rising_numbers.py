"""Every number of the Rising boards is held to put it right; tokens are tapped to use them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.conformance.looks import NUMBERS
from companion.plays.models import Entry
from games import registry
from tests.journeys.test_rising_taps import Turn
from tests.journeys.test_touch import holds

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

FAMILY = ("batman-who-laughs", "fire-nation")


@pytest.mark.parametrize("slug", FAMILY)
def test_every_number_of_the_board_can_be_held(slug, seated):
    turn = Turn(slug, seated)
    turn.play.refresh_from_db()
    referee = registry.referee(slug)
    state = referee.decode_state(turn.play.state)
    named = {each.name for each in referee.trackers(state)}
    hidden = {f"damage.{each.id}" for each in state.pieces if each.kind == "boss"}
    assert named - hidden == set(turn.page.evaluate(NUMBERS))


@pytest.mark.parametrize("slug", FAMILY)
def test_damage_is_mended_by_holding_its_card(slug, seated):
    turn = Turn(slug, seated)
    card = turn.page.locator(".loc .card").first
    before = card.locator(".pips i.on").count()
    holds(turn.ana, card)
    expect(turn.page.locator("#drawer-h")).to_contain_text(turn.first)
    turn.ana.tap("One more", within="#drawer")
    turn.ana.is_accessible()
    turn.ana.tap(f"Just set it to {before + 1}", within="#drawer")
    expect(turn.page.locator("#drawer[open]")).to_have_count(0)
    expect(card.locator(".pips i.on")).to_have_count(before + 1)
    theirs = turn.bo.page.locator(".loc .card").first
    expect(theirs.locator(".pips i.on")).to_have_count(before + 1)


@pytest.mark.parametrize(
    ("slug", "place", "name"),
    [
        ("batman-who-laughs", ".track", "Counters on the Dark Knights Track"),
        ("fire-nation", ".ruin", "Ruin"),
        ("fire-nation", ".balance", "Balance"),
        ("fire-nation", ".sky [data-number=doom]", "Ruin"),
    ],
)
def test_a_track_is_held_and_put_right(slug, place, name, seated):
    turn = Turn(slug, seated)
    holds(turn.ana, turn.page.locator(place))
    expect(turn.page.locator("#drawer-h")).to_contain_text(name)
    turn.page.locator("#counted").fill("3")
    turn.ana.tap("Just set it to 3", within="#drawer")
    shown = turn.page.locator(".cells i.on, .flame.on, .bead.on")
    expect(shown).to_have_count(3)


@pytest.mark.parametrize("slug", FAMILY)
def test_a_number_is_put_right_from_the_keyboard(slug, seated):
    turn = Turn(slug, seated)
    page = turn.page
    page.locator("#to-more").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Correct a number").press("Enter")
    page.locator("#drawer").get_by_role("link", name="Heroes lost").press("Enter")
    page.get_by_role("link", name="One more").press("Enter")
    page.get_by_role("button", name="Just set it to 1").press("Enter")
    expect(page.locator("[data-number=defeated] b")).to_have_text("9")


def test_a_token_is_tapped_to_use_it(seated):
    turn = Turn("batman-who-laughs", seated)
    for action in (
        {"do": "adjust", "tracker": "tokens.0", "value": 2},
        {"do": "adjust", "tracker": "doom", "value": 3},
        {"do": "token.look", "owner": 0, "kind": "die"},
        {"do": "deploy", "location": 1},
        {"do": "doom", "n": 0},
        {"do": "figure", "face": "left"},
    ):
        turn.told(**action)
    turn.play.refresh_from_db()
    turn.ana.shows_revision(turn.play.revision)
    turn.ana.is_accessible()
    turn.tap(".mine button.use")
    assert Entry.objects.get(seq=turn.ana.revision).action["kind"] == "die"
    expect(turn.page.locator(".cells i.on")).to_have_count(3)
    turn.page.locator(".mine a.use").click()
    drawer = turn.page.locator("#drawer[open]")
    expect(drawer.get_by_role("heading", name="What you can do with it")).to_be_visible()
    turn.ana.is_accessible()
    key = turn.page.locator("#board").get_attribute("data-key")
    drawer.get_by_text("remove track counters").first.click()
    off = drawer.locator("form:has([name=kind][value=counters])")
    off.get_by_role("button", name="2", exact=True).click()
    turn.answered(key)
    expect(turn.page.locator(".cells i.on")).to_have_count(1)

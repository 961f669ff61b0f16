"""Tests of what a roll may bring, read on phones: below the question, once the board is there."""

from __future__ import annotations

import os
import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.conformance import browsers
from companion.plays import forecast_text, ledger
from companion.plays.models import Play
from games import registry
from tests.positions import recorded

PEOPLE = (("Ana", "host"), ("Bo", "player"))

pytestmark = pytest.mark.django_db(transaction=True)


def shot(one, name):
    if os.environ.get("SHOTS"):
        one.page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png")


def table(slug, state, players=2):
    """Return a table of a title's sample box that stands at a state."""
    referee = registry.referee(slug)
    play = ledger.begin(slug, referee.setup_default(players, referee.sample_box()), sample=True)
    Play.objects.update(state=referee.encode_state(state), step=referee.step(state))
    play.refresh_from_db()
    return play


def test_fight_says_dangers_then_everything_to_everybody(seated):
    state = next(
        each
        for _, each in recorded("talisman-batman")
        if each.turn.phase == "fight" and each.fight.kind == "enemy"
    )
    play = table("talisman-batman", state)
    ana = seated(play, "Ana", state.fight.me.seat, role="host")
    cy = seated(play, "Cy", role="spectator")
    for one in (ana, cy):
        lost = re.compile(r"^\s*A Life is lost 28\s%, 14\s% if Bane spends Fate\s*$")
        expect(one.page.locator(".ahead")).to_have_text(lost)
    shot(ana, "talisman")
    board = ana.page.locator(".scene").bounding_box()
    ana.pulls("More")
    ana.tap("Everything", within="#drawer")
    ana.is_at_the_table()
    expect(ana.page.locator(".ahead")).to_contain_text("The fight is won 58")
    cy.page.reload()
    expect(cy.page.locator(".ahead")).to_contain_text("The fight is won 58")
    assert ana.page.locator(".scene").bounding_box() == board
    ana.pulls("More")
    shot(ana, "switch")
    ana.tap("Nothing", within="#drawer")
    ana.is_at_the_table()
    expect(ana.page.locator(".ahead")).to_have_count(0)


def test_line_is_link_away_without_script(seated):
    state = next(each for _, each in recorded("animated-dice", "won") if sum(each.turn.batman) == 2)
    play = table("animated-dice", replace(state, advice="all"))
    Play.objects.update(ahead="everything")
    ana = seated(play, "Ana", 0, 1, role="host")
    expect(ana.page.locator(".ahead")).to_have_text(re.compile(r"Loot or more \d+"))
    shot(ana, "dice")
    context = ana.page.context.browser.new_context(
        java_script_enabled=False, storage_state=ana.page.context.storage_state()
    )
    page = context.new_page()
    page.goto(ana.page.url)
    page.get_by_role("link", name="What could it bring?").click()
    expect(page.locator("main")).to_contain_text(re.compile(r"Loot or more \d+\s%"))
    browsers.put_away(context)


def test_heros_wounds_are_said_before_dice(seated):
    faces = ((0, 1),) * 5
    tables = dict(recorded("gotham-chronicles", "reinforced-in-full-depth"))
    state = tables["reinforced-in-full-depth 18"]
    ana = seated(table("gotham-chronicles", replace(state, faces=faces)), "Ana", 0, 1, role="host")
    expect(ana.page.locator(".ahead")).to_contain_text("A wound")
    shot(ana, "gotham")


def test_where_figure_strikes_is_said_before_villains_dice(seated):
    referee = registry.referee("batman-who-laughs")
    dice = referee.sample_box().driver_dice
    tables = dict(recorded("batman-who-laughs", "won-and-lost"))
    state = replace(tables["won-and-lost 21"], driver_dice=dice)
    ana = seated(table("batman-who-laughs", state), "Ana", 0, 1, role="host")
    expect(ana.page.locator(".ahead")).to_contain_text("Your team is hit 33")
    shot(ana, "laughs")


@pytest.mark.parametrize("how", ["dangers", "everything"])
def test_dangers_and_what_lowers_them_share_few_lines(how, seated):
    referee = registry.referee("batman-who-laughs")
    dice = referee.sample_box().driver_dice
    states = [s for _, s in recorded("batman-who-laughs") if s.step == "deploy"][::6]
    for state in states:
        play = table("batman-who-laughs", replace(state, driver_dice=dice))
        found = forecast_text.of(play.title, play.state).chances
        if any(chance.less for chance in found):
            break
        play.delete()
    Play.objects.update(ahead=how)
    ana = seated(play, "Ana", 0, 1, role="host")
    line = ana.page.locator(".ahead")
    expect(line).to_contain_text("↓")
    assert line.bounding_box()["height"] <= 72
    assert line.evaluate("one => one.scrollWidth <= one.clientWidth"), "no word lies sideways"
    shot(ana, f"lower-{how}")


def test_phone_follows_though_line_was_removed_before_arriving(seated):
    state = next(each for _, each in recorded("animated-dice", "won") if sum(each.turn.batman) == 2)
    play = table("animated-dice", replace(state, advice="all"))
    Play.objects.update(ahead="everything")
    ana, bo = (seated(play, name, n, role=role) for n, (name, role) in enumerate(PEOPLE))
    held = []
    ana.page.route("**/ahead?*", lambda route: held.append(route))
    ana.page.reload()
    ana.is_at_the_table()
    expect(ana.page.locator(".ahead")).to_have_count(1)
    for n in (1, 2):
        data = {"do": "adjust", "tracker": "score.0", "value": n}
        ledger.record(play.pk, data, key=f"k{n}")
        for one in (ana, bo):
            one.shows_revision(n)
    assert held
    for route in held:
        route.fulfill(body="")
    ana.forgives = "503"
    ana.page.unroute("**/ahead?*")
    ana.page.route("**/ahead?*", lambda route: route.fulfill(status=503, body="Later"))
    ledger.record(play.pk, {"do": "adjust", "tracker": "score.0", "value": 3}, key="k3")
    with ana.page.expect_response("**/ahead?*"):
        ana.shows_revision(3)
    ana.page.wait_for_timeout(200)
    expect(ana.page.locator("#notice")).to_be_hidden()

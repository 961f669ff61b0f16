"""A friend comes to a Rising table under way, by its code, and gets a team before a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.plays import ledger
from games import registry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_late_friend_gets_a_team_and_enters(seated, phone):
    referee = registry.referee("batman-who-laughs")
    box = referee.sample_box()
    setup = referee.draw(referee.setup_default(2, box), box, lambda n: 0)
    play = ledger.begin("batman-who-laughs", setup, sample=True)
    ana, bo = seated(play, "Ana", 0, role="host"), seated(play, "Bo", 1)
    ledger.record(play.pk, {"do": "deal", "rest": True}, key="deal", actor=0)
    cy = phone()
    cy.open(f"/j/{play.code}/")
    expect(cy.page.get_by_text("For a team of your own")).to_be_visible()
    cy.page.get_by_label("Your name").fill("Cy")
    cy.tap("Sit down")
    cy.is_at_the_table()
    ana.shows_revision(2)
    ana.pulls("More")
    ana.unfolds("A new team joins")
    team = referee.decode_state(play.state).spare[0].name
    ana.tap(team, within="#drawer")
    for one in (ana, bo, cy):
        one.shows_revision(3)
        expect(one.page.locator("#board")).to_contain_text(team)
    mended = {"do": "adjust", "tracker": "active", "value": 3}
    ledger.record(play.pk, mended, key="turn", actor=0)
    cy.shows_revision(4)
    expect(cy.page.locator("#board button.spot")).to_have_count(3)
    expect(bo.page.locator("#board button.spot")).to_have_count(0)

"""A roll of the past is repaired with every die in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.test_drafts import asked_twice, begun, enter

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.patient
@pytest.mark.parametrize("slug", ["animated-dice", "talisman-batman"])
def test_every_die_of_a_roll_can_be_corrected(slug, seated):
    twice = asked_twice(slug, "dice")
    play = begun(slug, twice)
    enter(play, twice.answer)
    dice = next(field.dice for field in twice.prompt.fields if field.dice)
    ana = seated(play, "Ana", role="host")
    ana.open(f"/t/{play.code}/repair/{play.revision + 1}")
    pad = ana.page.locator(".keypad").first
    expect(pad.locator(".tray button")).to_have_count(len(dice))
    for at in range(len(dice)):
        pad.locator(".tray button").nth(at).click()
        expect(pad.locator(".die").nth(at)).to_be_visible()
        expect(pad.locator(".die:visible")).to_have_count(1)
        expect(pad.locator(".die").nth(at).locator("input:checked")).to_have_count(1)
    ana.is_accessible()
    other = pad.locator(".die").last.locator("label:has(input:not(:checked):not(:disabled))").first
    other.click()
    expect(pad.locator(".die").last.locator("input:checked")).to_have_count(1)
    ana.tap("Enter")
    # A fix that takes nothing away counts at once; another one is asked about first.
    expect(ana.page.locator("#board, main h2:visible").first).to_be_visible()
    said = ana.page.locator(".says.flash").all_inner_texts()
    assert not any(said), said

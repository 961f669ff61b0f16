"""Two evenings with a copy no one has entered, on two phones: what is asked, and how often."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.boxes.models import Box
from games import registry
from tests.journeys.test_rising_taps import OwnCopyTurn, unknown

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

SLUG = "batman-who-laughs"
REFEREE = registry.referee(SLUG)
DEALT = (
    *("Hawkgirl", "Green Lantern", "Court of Owls"),
    *("Constantine", "Harley Quinn", "The Flash"),
    *("Robin", "Cyborg", "Plastic Man"),
)
ASKS = {
    *("card.kinds", "card.count", "section.count"),
    *("villain.does", "card.define"),
}
END = "form.close-turn .go"


class Evening(OwnCopyTurn):
    """One table of two at a group's own copy, in quick depth; he looks at the first sector."""

    def __init__(self, seated: Any, box: Box) -> None:
        super().__init__(seated, box, DEALT, facing=0)

    def villains(self, phone: Any, sector: int) -> None:
        """Go to a sector; he stays where he looks."""
        self.page = phone.page
        expect(self.page.locator(".locs button.spot").first).to_be_visible(timeout=9_000)
        self.page.evaluate("window.taps = 0")
        self.tap(f".locs > li:nth-child({sector}) button.spot")
        self.tap("#p-doom button[value='0']")
        self.tap("#p-figure button[value='stay']")

    def counts(self, spaces: int) -> None:
        """End the turn and answer the one question it asks about spaces."""
        self.tap(END)
        self.tap(f".prompt.first .dot[value='{spaces}']")
        expect(self.page.locator(".prompt.first .dot")).to_have_count(0)

    def asked(self) -> int:
        return sum(each.action.get("do") in ASKS for each in self.play.entries.all())


@pytest.fixture
def box(db: None) -> Box:
    return unknown(SLUG)


def test_second_evening_is_quieter_and_calls_the_loss(seated, box):
    first = Evening(seated, box)
    first.villains(first.ana, 2)
    first.tap(".lesson .tile:has([value='doom'])", sends=False)
    first.ana.is_accessible()
    first.tap(".lesson .btn.go")
    first.tap(END)
    first.ana.is_accessible()
    first.tap(".prompt.first .dot[value='4']")
    for phone in (first.bo, first.ana):
        first.villains(phone, 2)
        first.counts(5)
        assert first.taps == 5
    assert first.asked() == 4

    second = Evening(seated, box)
    second.villains(second.ana, 2)
    second.tap(END)
    assert (second.taps, second.asked()) == (4, 0)
    second.villains(second.bo, 2)
    second.tap(END)
    second.villains(second.ana, 1)
    second.tap(END)
    second.tap(".prompt.first .dot[value='1']")
    second.tap("button:text-is('Enter it anyway')")
    assert second.asked() == 1
    outcome = REFEREE.outcome(second.state())
    assert (outcome.result, outcome.condition) == ("lost", "team")
    expect(second.bo.page.locator("body")).to_contain_text("has no Heroes left", timeout=9_000)


def test_wrong_lesson_is_fixed_where_it_acted(seated, box):
    first = Evening(seated, box)
    first.villains(first.ana, 2)
    first.tap(".lesson .tile:has([value='doom'])", sends=False)
    first.tap(".lesson .btn.go")
    doom = first.state().doom
    first.page.evaluate("window.taps = 0")
    first.tap("details.acted summary", sends=False)
    first.tap(".acted .tile:has([value='location'])", sends=False)
    first.ana.is_accessible()
    first.tap(".acted .btn.go")
    assert first.taps == 3
    assert first.state().doom == doom - 1
    assert "Hawkgirl" in first.page.locator(".acted summary").inner_text()
    second = Evening(seated, box)
    second.villains(second.bo if second.state().active else second.ana, 2)
    assert "Hawkgirl" in second.page.locator(".acted summary").inner_text()


def test_ability_taught_on_one_phone_acts_on_another(seated, box):
    table = Evening(seated, box)
    table.villains(table.ana, 2)
    table.tap(".lesson .tile:has([value='doom'])", sends=False)
    table.tap(".lesson .btn.go")
    table.counts(5)
    doom = table.state().doom
    table.villains(table.bo, 2)
    expect(table.bo.page.locator(".acted summary")).to_contain_text("Court of Owls: track +1")
    expect(table.bo.page.locator(".lesson:visible")).to_have_count(0)
    assert table.state().doom == doom + 1


LAMP = "(one) => getComputedStyle(one).backgroundColor"
SEEN = """(one) => {
  const { top, bottom } = one.getBoundingClientRect();
  const at = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
  return one.contains(at);
}"""
"""Whether nothing covers the middle of a thing."""


def test_nothing_is_lit_before_ability_is_chosen(seated, box):
    table = Evening(seated, box)
    table.villains(table.ana, 2)
    once, always = (table.page.locator(".lesson .two button").nth(n) for n in (0, 1))
    assert once.evaluate(LAMP) == always.evaluate(LAMP)
    dim = once.evaluate(LAMP)
    table.tap(".lesson .tile:has([value='doom'])", sends=False)
    assert once.evaluate(LAMP) == always.evaluate(LAMP) != dim


def test_opened_fold_of_question_comes_into_sight(seated, box):
    table = Evening(seated, box)
    table.page.set_viewport_size({"width": 390, "height": 664})
    table.villains(table.ana, 2)
    table.tap(".lesson .tile:has([value='doom'])", sends=False)
    table.tap(".lesson .btn.go:not([name])")
    table.tap(".pick:has([name=recruited])", sends=False)
    table.tap(END)
    table.tap(".prompt.first .dot[value='4']")
    table.page.get_by_text("A card that is not listed").first.click()
    name = table.page.locator(".acts input[name=card]")
    expect(name).to_be_in_viewport()
    assert name.evaluate(SEEN)

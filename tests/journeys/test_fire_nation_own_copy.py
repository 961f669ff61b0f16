"""Two evenings of Fire Nation Rising on a copy no one knows, on two phones."""

from __future__ import annotations

from typing import Any

import pytest

from companion.boxes.models import Box
from games import registry
from tests.journeys.test_rising_taps import OwnCopyTurn, unknown

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

SLUG = "fire-nation"
REFEREE = registry.referee(SLUG)
DEALT = ("Sokka", "Jet", "June", "Zuko", "Arnook", "Ty Lee", "Yue", "Azula", "Pirate Captain")
"""Three cards of each location; the starter set knows all but Jet."""
ABOUT = {
    "card.kinds": "cards",
    "card.count": "card",
    "section.count": "section",
    "villain.does": "source",
}
"""Questions about the copy, each with the field that says what it is about."""
TURNS = ((1, "stay"), (2, "right"), (3, "right"), (1, "right"), (2, "right"), (3, "right"))
"""Where each turn's team goes, and how Ozai turns: to look at that location."""


class Evening(OwnCopyTurn):
    """A table of two with the group's own copy, in quick depth."""

    def __init__(self, seated: Any, box: Box) -> None:
        super().__init__(seated, box, DEALT)

    def plays(self, turns: int) -> int:
        """Play some turns, everything answered once; return how many taps they took."""
        taps = 0
        for n, (place, turned) in enumerate(TURNS[:turns]):
            self.page = (self.ana, self.bo)[n % 2].page
            self.page.evaluate("window.taps = 0")
            self.tap(f".locs > li:nth-child({place}) button.spot")
            self.tap(f"#p-fire button[value='{turned}0']")
            while self.state().active == n % 2:
                self.answers()
            taps += self.taps
        return taps

    def answers(self) -> None:
        """Answer the question that the page asks now."""
        if self.page.locator(".prompt > .lesson").count():
            self.tap(".prompt > .lesson .tile:has([value='doom'])", sends=False)
            self.tap(".prompt > .lesson .btn.go")
            return
        track, others = "[id^='p-section-count'] .dot[value='12']", ".prompt.first .dot[value='6']"
        asked = track if self.page.locator(track).count() else others
        self.tap(f"{asked}, #p-aid-False button, button:has-text('is a Hero'), form.close-turn .go")

    def asked(self) -> list[tuple[str, str]]:
        """Return the questions that were answered, each with the card it was about."""
        names = {each.id: each.card for each in self.state().pieces}
        done = [each.action for each in self.play.entries.order_by("pk")]
        asked = [each for each in done if each["do"] in ABOUT]
        about = [(str(each["do"]), each[ABOUT[each["do"]]]) for each in asked]
        return [(do, names.get(one[0] if isinstance(one, list) else one, "")) for do, one in about]


@pytest.fixture
def box(db: None) -> Box:
    return unknown(SLUG)


def test_second_evening_asks_nothing_again(seated, box):
    first = Evening(seated, box)
    taps, asked = first.plays(6), first.asked()
    second = Evening(seated, box)
    assert second.plays(6) < taps
    again = second.asked()
    assert len({*asked, *again}) == len(asked) + len(again)
    assert ("section.count", "") in asked
    assert 3 * len(again) < len(asked)
    # What Ana taught of two Villains acts on Bo's phone, and on the second evening.
    assert [each.state().doom for each in (first, second)] == [4, 4]
    assert not [each for each in again if each[0] == "villain.does"]

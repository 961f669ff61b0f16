"""The board stands still: an answer moves nothing."""

from __future__ import annotations

import pytest

from companion.conformance.phone import Phone
from companion.plays import ledger
from games import registry
from tests.journeys.test_drafts import enter, expected, forward

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

PLACES = """() => ["scene", "acts", "dock"].map((name) => {
  const one = document.querySelector(`.${name}`);
  return [name, one.scrollTop, one.getBoundingClientRect().bottom];
}).concat([["page", scrollY, 0]])"""

LONGEST = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".scene");
  return scrollHeight - clientHeight;
}"""
"""How far the board can be scrolled at all."""


def begun(slug, steps):
    """Return a play of the sample box after its first steps."""
    from random import Random

    referee = registry.referee(slug)
    setup = referee.setup_default(2, referee.sample_box())
    play = ledger.begin(slug, setup, sample=True)
    rng, state = Random(7), referee.decode_state(play.state)
    for _ in range(steps):
        if not expected(referee, state):
            break
        made, state = forward(referee, state, rng)
        enter(play, made)
        play.refresh_from_db()
    return play


@pytest.mark.parametrize("slug", registry.TITLES)
def test_an_answer_moves_nothing(slug, seated):
    play = begun(slug, 9)
    ana: Phone = seated(play, "Ana", 0, 1, role="host", viewport={"width": 390, "height": 664})
    page = ana.page
    page.evaluate("document.querySelector('.scene').scrollTop = 120")
    before = page.evaluate(PLACES)
    assert {name: top for name, top, _ in before}["scene"] == 120
    page.locator("#undo:not([data-new])").click()
    ana.shows_revision(play.revision + 1)
    after = page.evaluate(PLACES)
    before[0][1] = min(120, page.evaluate(LONGEST))
    assert [(name, top) for name, top, _ in after if name != "acts"] == [
        (name, top) for name, top, _ in before if name != "acts"
    ]
    assert after[2] == before[2]

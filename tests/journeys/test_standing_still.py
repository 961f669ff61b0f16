"""The board stands still: an answer moves nothing, and nothing covers what is asked."""

from __future__ import annotations

import pytest

from companion.plays import ledger
from games import registry
from tests.journeys.test_drafts import enter, expected, forward
from tests.phone import Phone

pytestmark = [pytest.mark.patient, pytest.mark.django_db(transaction=True)]

SIZES = [(390, 844), (390, 664), (320, 640), (844, 390), (1280, 800)]

COVERED = """() => {
  const reached = (one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 24));
    return hit && (one.contains(hit) || hit.contains(one));
  };
  const all = document.querySelectorAll("#board :is(a, button, summary, select, label)");
  return [...all].filter((one) => one.checkVisibility() && !reached(one))
    .map((one) => one.outerHTML.slice(0, 160));
}"""
ROOM = """() => {
  const { height } = document.querySelector(".scene").getBoundingClientRect();
  const { scrollHeight, scrollWidth } = document.documentElement;
  return [height / innerHeight, scrollHeight - innerHeight, scrollWidth - innerWidth];
}"""
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
    """A play of the sample box after its first steps."""
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
def test_nothing_covers_what_is_asked_and_the_board_is_in_sight(slug, seated):
    for steps in (0, 9):
        ana: Phone = seated(begun(slug, steps), f"Ana{steps}", 0, role="host")
        for width, height in SIZES:
            ana.page.set_viewport_size({"width": width, "height": height})
            board, below, beside = ana.page.evaluate(ROOM)
            assert board >= 0.2, (slug, steps, width, height)
            assert (below, beside) == (0, 0), (slug, steps, width, height)
            assert ana.page.evaluate(COVERED) == [], (slug, steps, width, height)


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

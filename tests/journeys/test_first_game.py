"""A whole first game by the coach alone: each step it explains is on the screen, with its control.

A recorded game is played on the phone that is new to the title, at the size of a small phone with
its bars: while the coach speaks no one scrolls, and it ends by itself when all had a turn.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.plays import ledger, playlog, seating, seats
from companion.plays.models import Seat
from games import registry
from tests import golden

pytestmark = pytest.mark.patient
SHORT = {"width": 390, "height": 664}

GAMES = {
    "animated-dice": "target-by-last",
    "batman-who-laughs": "lost-heroes",
    "fire-nation": "lost-heroes-after-ruin",
    "gotham-chronicles": "reinforced-in-full-depth",
    "talisman-batman": "bloodbath",
}

WAY = """
(expected) => {
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const inside = y >= 0 && y <= innerHeight && x >= 0 && x <= innerWidth;
    const top = inside && box.width > 10 && box.height > 10 && document.elementFromPoint(x, y);
    return Boolean(top) && (one.contains(top) || top.contains(one));
  };
  const picks = (one) => ["radio", "checkbox"].includes(one.type);
  const controls = (form) => [...form.elements]
    .filter((one) => one.type !== "hidden" && !one.disabled)
    .flatMap((one) => picks(one) ? [...one.labels] : [one]);
  const forms = [...document.querySelectorAll("#board form")]
    .filter((form) => form.elements.do && expected.includes(form.elements.do.value));
  const folds = document.querySelectorAll("#board .acts :is(label, summary)");
  const coach = document.querySelector("#coach p");
  return Boolean(coach) && seen(coach) && [...folds, ...forms.flatMap(controls)].some(seen);
}
"""
"""Whether the coach's sentence and a control of what is expected lie open on the screen."""


@pytest.fixture
def novice(site, phone):
    """Return a phone that has sat down at a recorded game before its first entry, as its host."""

    def sit(doc):
        start = replace(doc, entries=(), outcome=None, started=datetime.now(UTC))
        play = playlog.load(start)
        seat = play.seats.get()
        Seat.objects.filter(pk=seat.pk).update(claimed=True)
        seat.play = play
        seating.coach(seat, True)
        one = phone(viewport=SHORT)
        cookie = {"name": seats.cookie_name(play.code), "value": seats.token(seat), "url": site}
        one.page.context.add_cookies([cookie])
        one.open(f"/t/{play.code}/")
        one.is_at_the_table()
        return play, one

    return sit


@pytest.mark.parametrize("slug", GAMES)
def test_the_coach_leads_through_a_first_game(novice, slug):
    doc = golden.read(golden.at(f"{slug}/{GAMES[slug]}"))
    referee = registry.referee(slug)
    play, one = novice(doc)
    until = play.seats.get().coached
    explained, hidden = set(), []
    for n, line in enumerate(doc.entries):
        state = referee.decode_state(play.state)
        prompts = [prompt for prompt in referee.prompts(state) if prompt.expected]
        asked = next(iter(prompts), None)
        if asked and referee.turn(state) < until and f"coach.{asked.do}" in referee.catalogue():
            one.shows_revision(n)
            explained.add(asked.do)
            # A great moment fills the screen for a breath.
            expect(one.page.locator(".peak")).to_be_hidden()
            if not one.page.evaluate(WAY, [prompt.do for prompt in prompts]):
                hidden.append((n, asked.do))
        ledger.record(
            play.pk, line.action, key=f"k{n}", actor=line.actor, answers=line.answers, plays=()
        )
        play.refresh_from_db()
        assert play.revision == n + 1, (n, line)
    assert not hidden, hidden
    assert explained
    one.shows_revision(len(doc.entries))
    expect(one.page.locator("#coach")).to_have_count(0)
    expect(one.page.locator(".outcome")).to_be_visible()

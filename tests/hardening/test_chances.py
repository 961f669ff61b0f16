"""Every title's chances, against all ways from a few rolls; and that a silent assumption shows."""

from itertools import islice

import pytest

from companion.plays import forecast_text
from games import registry
from games.referee import Referee
from tests.hardening.chances import compared, judged, positions

TABLES = 3
ANSWERED = ("talisman-batman", "gotham-chronicles")


@pytest.mark.parametrize("slug", registry.TITLES)
def test_quoted_chances_agree_with_all_ways_of_roll(slug):
    counts = compared(slug, TABLES)
    assert counts["chances"] >= counts["tables"] == TABLES
    assert counts["disagreements"] == 0


@pytest.mark.parametrize("slug", ANSWERED)
def test_chance_moved_by_unnamed_answers_is_wrong(slug, monkeypatch):
    monkeypatch.setattr(forecast_text, "answerable", lambda _: False)
    forecast_text._of.cache_clear()
    wrong = [found.wrong for state in islice(positions(slug), 6) if (found := judged(slug, state))]
    forecast_text._of.cache_clear()
    assert any("nothing said" in each for found in wrong for each in found)


def test_titles_naming_answers_are_those_with_answered_rolls():
    named = {
        slug
        for slug in registry.TITLES
        if type(registry.referee(slug)).answers is not Referee.answers
    }
    assert named == {*ANSWERED, "animated-dice"}

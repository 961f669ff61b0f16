"""Every title's chances, against all ways from a few rolls; and that a silent assumption shows."""

from itertools import islice

import pytest
from msgspec.structs import replace

from companion.plays import forecast_text
from games import registry
from games.house_rules import HouseRule
from games.referee import Open, Referee
from games.rising.ahead import chances
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
    assert any("nothing said" in each for each in all_wrong(slug, 6))
    forecast_text._of.cache_clear()


def test_unknown_effect_is_wrong_without_silence(monkeypatch):
    said = chances.next_step

    def certain(t):
        return None if isinstance(said(t), Open) else said(t)

    monkeypatch.setattr(chances, "next_step", certain)
    wrong = all_wrong("batman-who-laughs", 60)
    assert any("% said to be the table's alone" in each for each in wrong)


@pytest.mark.parametrize("slug", registry.TITLES)
def test_note_of_house_is_wrong_without_silence(slug, monkeypatch):
    note = HouseRule("Ours", "turn", text="No one speaks")
    state = replace(next(positions(slug)), house_rules=(note,))
    assert judged(slug, state).wrong == ()
    monkeypatch.setattr(type(registry.referee(slug)), "can_see_forecasts", lambda *_: True)
    assert "house rule" in judged(slug, state).wrong[0]


def all_wrong(slug, tables):
    for state in islice(positions(slug), tables):
        forecast_text._of.cache_clear()
        found = judged(slug, state)
        yield from found.wrong if found else ()


def test_titles_naming_answers_are_those_with_answered_rolls():
    named = {
        slug
        for slug in registry.TITLES
        if type(registry.referee(slug)).answers is not Referee.answers
    }
    assert named == {*ANSWERED, "animated-dice"}

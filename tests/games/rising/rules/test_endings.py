"""Tests of how a game that has ended is told: by its first ending, and by which rule."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import registry
from games.rising import rules
from games.rising.rules.setup import EDITION


@pytest.fixture(params=["batman-who-laughs", "fire-nation"])
def referee(request):
    return registry.referee(request.param)


@pytest.fixture
def state(referee):
    box = referee.sample_box()
    return referee.begin(referee.setup_default(2, box), box).state


def ended(referee, state, *endings):
    return referee.outcome(replace(state, endings=endings, step="over"))


def cited(referee, *topics):
    return tuple(referee.definition.rules[topic] for topic in topics)


def test_a_game_under_way_has_no_outcome(referee, state):
    assert referee.outcome(state) is None


@pytest.mark.parametrize("how", ["heroes", "team"])
def test_loss_is_everybodys_and_cites_its_own_rule(referee, state, how):
    outcome = ended(referee, state, how)
    assert (outcome.result, outcome.condition, outcome.winners) == ("lost", how, ())
    assert (outcome.rule,) == cited(referee, f"ends_{how}")
    assert outcome.facts["limit"] == state.setup.hero_limit


def test_win_is_everybodys_and_cites_its_rule_alone(referee, state):
    outcome = ended(referee, state, "won")
    assert (outcome.result, outcome.winners) == ("won", (0, 1))
    assert (outcome.rule,) == cited(referee, "ends_won")


def test_win_beside_another_end_cites_that_it_counts(referee, state):
    outcome = ended(referee, state, "won", "team")
    assert (outcome.result, outcome.rule) == ("won", *cited(referee, "ends_both"))


def test_two_losses_at_once_cite_the_first(referee, state):
    outcome = ended(referee, state, "heroes", "team")
    assert (outcome.result, outcome.condition) == ("lost", "heroes")
    assert (outcome.rule,) == cited(referee, "ends_heroes")


def test_games_compare_by_card_level_or_track_side(referee):
    box = referee.sample_box()
    setup = referee.setup_default(2, box)
    level = referee.variant(setup, box)
    if referee.title.slug == "fire-nation":
        assert (level.value, level.label.code) == ("easy", "level.easy")
        assert referee.variant(setup, referee.blank_box()) is None
    else:
        assert level.label.code == f"side.{level.value}"
        assert level.value in referee.definition.doom.sides


def test_new_table_plays_by_the_newest_edition():
    """What a release changes about old logs comes to every table begun since."""
    texts = [path.read_text() for path in Path(rules.__file__).parents[1].rglob("*.py")]
    found = [each for text in texts for each in re.findall(r"edition ([<>]) (\d+)", text)]
    assert found
    assert max(int(n) + (sign == ">") for sign, n in found) == EDITION

"""How a game that has ended is told: by its first ending, and by which rule."""

import pytest
from msgspec.structs import replace

from games import registry


@pytest.fixture(params=["batman-who-laughs", "fire-nation"])
def referee(request):
    return registry.referee(request.param)


@pytest.fixture
def state(referee):
    box = referee.sample_box()
    return referee.begin(referee.setup_default(2, box), box).state


def ended(referee, state, *endings, edition=2):
    setup = replace(state.setup, edition=edition)
    return referee.outcome(replace(state, endings=endings, step="over", setup=setup))


def cited(referee, *topics):
    return tuple(referee.definition.rules[topic] for topic in topics)


def test_a_game_under_way_has_no_outcome(referee, state):
    assert referee.outcome(state) is None


@pytest.mark.parametrize("how", ["heroes", "team"])
def test_a_loss_is_everybodys_and_cites_its_own_rule(referee, state, how):
    outcome = ended(referee, state, how)
    assert (outcome.result, outcome.condition, outcome.winners) == ("lost", how, ())
    assert (outcome.rule,) == cited(referee, f"ends_{how}")
    assert outcome.facts["limit"] == state.setup.hero_limit


def test_a_win_is_everybodys_and_cites_its_rule_alone(referee, state):
    outcome = ended(referee, state, "won")
    assert (outcome.result, outcome.winners) == ("won", (0, 1))
    assert (outcome.rule,) == cited(referee, "ends_won")


def test_a_win_beside_another_end_cites_that_it_counts(referee, state):
    """A log of the first release reads as it did: it cited the win."""
    both, won = cited(referee, "ends_both", "ends_won")
    assert [ended(referee, state, "won", "team", edition=n).rule for n in (1, 2)] == [won, both]
    assert ended(referee, state, "won", "team").result == "won"


def test_two_losses_at_once_cite_the_first(referee, state):
    outcome = ended(referee, state, "heroes", "team")
    assert (outcome.result, outcome.condition) == ("lost", "heroes")
    assert (outcome.rule,) == cited(referee, "ends_heroes")


def test_games_are_compared_by_the_level_of_a_card_or_the_side_of_the_track(referee):
    box = referee.sample_box()
    setup = referee.setup_default(2, box)
    level = referee.variant(setup, box)
    if referee.title.slug == "fire-nation":
        assert (level.value, level.label.code) == ("easy", "level.easy")
        assert referee.variant(setup, referee.blank_box()) is None
    else:
        assert level.label.code == f"side.{level.value}"
        assert level.value in referee.definition.doom.sides

"""A team that comes late, as the table decides: when, which one, and what it begins with."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.conformance import chance
from games import registry
from games.referee import Refusal, Ruling
from games.rising.rules.cards.late_team import JoinTeam, waiting

TITLES = ["batman-who-laughs", "fire-nation"]


def ready(slug, players=2):
    """Return a table before its second round."""
    referee = registry.referee(slug)
    state, random = chance.begin(referee, players), Random(3)
    while not (state.step == "deploy" and state.number == players + 1):
        state = chance.onward(referee, state, random)
    return referee, state


def joined(slug, players=2):
    referee, state = ready(slug, players)
    team = waiting(referee.table(state))[0]
    ruling = referee.apply(state, JoinTeam(team.name))
    assert isinstance(ruling, Ruling), ruling
    return referee, state, ruling.state, team


@pytest.mark.parametrize("slug", TITLES)
def test_late_team_brings_its_hero_from_the_deck(slug):
    referee, before, after, team = joined(slug)
    assert [each.name for each in after.teams] == [*(t.name for t in before.teams), team.name]
    assert referee.table(after).names(after.teams[-1].row) == (team.leader,)
    assert after.deck == before.deck - 1
    assert after.teams[-1].dice == team.dice
    assert not referee.check(after)


@pytest.mark.parametrize("slug", TITLES)
def test_late_team_has_its_turn_last(slug):
    referee, _, state, _ = joined(slug)
    order, random, number = [], Random(1), 0
    while len(order) < 4:
        if state.number > number:
            order, number = [*order, state.active], state.number
        state = chance.onward(referee, state, random)
        assert not referee.outcome(state)
    assert order == [0, 1, 2, 0]


@pytest.mark.parametrize("slug", TITLES)
def test_team_is_refused_within_a_round(slug):
    referee, state = ready(slug)
    random, team = Random(3), waiting(referee.table(state))[0].name
    state = chance.onward(referee, state, random)
    while state.step != "deploy":
        refused = referee.apply(state, JoinTeam(team))
        assert isinstance(refused, Refusal)
        assert refused.code == "E_ROUND"
        assert not [each for each in referee.prompts(state) if each.do == "team.join"]
        state = chance.onward(referee, state, random)
    assert referee.apply(state, JoinTeam(team)).code == "E_ROUND"


@pytest.mark.parametrize("slug", TITLES)
def test_same_team_never_joins_twice(slug):
    referee, _, state, team = joined(slug)
    assert referee.apply(state, JoinTeam(team.name)).code == "E_NO_TEAM"
    assert referee.apply(state, JoinTeam(state.teams[0].name)).code == "E_NO_TEAM"


@pytest.mark.parametrize("slug", TITLES)
def test_team_whose_hero_is_about_never_joins(slug):
    referee, state = ready(slug)
    t = referee.table(state)
    team = waiting(t)[0]
    t.put_piece(t.cards(0)[0], card=team.leader)
    assert team not in waiting(t)
    assert referee.apply(t.state, JoinTeam(team.name)).code == "E_NO_TEAM"


@pytest.mark.parametrize("slug", TITLES)
def test_full_table_takes_no_other_team(slug):
    referee, state = ready(slug, registry.referee(slug).title.max_players)
    assert not waiting(referee.table(state))
    assert referee.late(state) is None


@pytest.mark.parametrize("slug", TITLES)
def test_late_team_ends_playing_for_everyone(slug):
    """Who plays alone enters for all teams; with a friend's team each enters for their own."""
    referee, state = alone(slug)
    assert not referee.table(state).several
    ruling = referee.apply(state, JoinTeam(waiting(referee.table(state))[0].name))
    t = referee.table(ruling.state)
    assert t.several
    assert [each.actors for each in referee.prompts(t.state) if each.do == "deploy"] == [(0,)]


def alone(slug):
    referee = registry.referee(slug)
    state, random = chance.begin(referee, 1), Random(3)
    teams = len(state.teams)
    while not (state.step == "deploy" and state.number == teams + 1):
        state = chance.onward(referee, state, random)
    return referee, state


@pytest.mark.parametrize("slug", TITLES)
def test_rematch_begins_with_the_late_team(slug):
    referee, _, state, _ = joined(slug)
    setup = referee.again(state.setup, state)
    assert setup.players == 3
    assert setup.team_cards == tuple(each.name for each in state.teams)
    begun = referee.begin(setup, referee.sample_box())
    assert isinstance(begun, Ruling), begun
    assert begun.state.active == 1
    assert [each.name for each in begun.state.teams] == [each.name for each in state.teams]


def test_older_tables_know_no_other_teams():
    referee, state = ready("batman-who-laughs")
    setup = replace(state.setup, edition=7)
    begun = referee.begin(setup, referee.sample_box())
    assert begun.state.spare == ()
    assert referee.late(begun.state) is None

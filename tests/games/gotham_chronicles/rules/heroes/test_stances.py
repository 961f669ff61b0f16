"""Stances no one has to choose, and the end of a turn that is everyone's."""

import pytest

from tests.games.gotham_chronicles.sheets import BATMAN, GORDON
from tests.games.gotham_chronicles.table import GAME, a, table


@pytest.mark.parametrize(("edition", "waits"), [(1, ["Batman"]), (2, [])])
def test_neutralized_hero_rests_unasked_from_edition_two(edition, waits):
    at = table((BATMAN, GORDON), edition=edition)
    at.lay(0, 0, 0, 11)
    at.do(a.Next(), a.Stance(1, "active"))
    asked = [each.label for each in GAME.prompts(at.state) if each.do == "stance" and each.expected]
    assert [label.facts["who"] for label in asked] == waits
    assert at.state.heroes[0].stance == ("undeclared" if waits else "resting")


@pytest.mark.parametrize(
    ("edition", "actor", "asked"), [(1, 0, None), (2, 0, 1), (2, 1, 0), (2, None, None)]
)
def test_turn_end_asks_for_another_hero_with_cubes(edition, actor, asked):
    at = table((BATMAN, GORDON), edition=edition)
    at.heroes_act()
    if asked is None:
        at.do(a.Next(), actor=actor)
        return
    assert at.ask(a.Next(), actor=actor).consent == asked
    assert at.no(a.Next(), actor=actor, OTHERS_ACT="no") == "E_OTHERS_ACT"
    at.do(a.Next(), actor=actor, OTHERS_ACT="yes")


@pytest.mark.parametrize("changes", [{"stance": "resting"}, {"reserve": 0, "fatigue": 9}])
def test_turn_end_asks_no_resting_or_spent_hero(changes):
    at = table((BATMAN, GORDON), edition=2)
    at.heroes_act()
    at.hero(1, **changes)
    at.do(a.Next(), actor=0)


def test_heroes_act_at_once_where_all_are_neutralized():
    at = table((BATMAN,), edition=2)
    at.lay(0, 0, 0, 11)
    at.do(a.Next())
    assert (at.state.phase, at.state.heroes[0].neutralized) == ("H4", False)
    assert at.said.count("Batman chooses: Resting") == 1

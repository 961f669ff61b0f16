"""Tests of what comes back with a new round, and whose turn it is then (p.15, 20-21, 29)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.box.sheets import MissionEffect
from games.gotham_chronicles.state import Counter, Token
from games.gotham_chronicles.table import with_mini
from tests.games.gotham_chronicles.sheets import BATMAN, GORDON, OFFICERS, RENEE, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table


def last_turn(**setup) -> At:
    """Return a table where the villain, who comes second, may end the round."""
    at = table((BATMAN, GORDON, RENEE), ((THUGS, 1),), depth="full", **setup)
    at.lead(OFFICERS, 1)
    at.heroes_act()
    at.to("V3")
    at.post(reserve=5, fatigue=0)
    return at


def test_once_per_round_rights_come_back_with_round():
    at = last_turn()
    at.hero(0, moved=True, used=("pushing", "Scream"), laid="rising", kept=0)
    at.hero(1, laid="down")
    at.state = with_mini(at.state, "tile:Thugs with Crowbar:1", guided=True, laid=True)
    tiles = (replace(t, activated=t.name == OFFICERS.name) for t in at.state.tiles)
    at.state = replace(at.state, tiles=tuple(tiles))
    before = at.state.round
    at.do(a.Next())
    assert (at.state.round, at.state.phase) == (before + 1, "H3")
    batman, gordon, renee = at.state.heroes
    assert (batman.moved, batman.used, batman.laid) == (False, (), "")
    assert (gordon.laid, renee.laid) == ("down", "")
    assert not at.tile(OFFICERS.name).activated
    thug = at.mini(THUGS.name)
    assert (thug.guided, thug.laid) == (False, True)


@pytest.mark.parametrize(("rounds", "due"), [((), True), ((2,), True), ((1, 3), False)])
@pytest.mark.parametrize("step", ["upkeep", "H2"])
def test_effect_waits_in_step_of_named_rounds(step, rounds, due):
    at = last_turn()
    at.state = replace(
        at.state, effects=(MissionEffect(step, "rain", rounds), MissionEffect("V2", "fog"))
    )
    at.do(a.Next())
    assert at.state.round == 2
    assert at.state.pending == (("rain",) if due else ())
    assert at.state.phase == (step if due else "H3")
    if due:
        assert at.no(a.Next()) == "E_EFFECTS_LEFT"
        at.do(a.ResolveEffect("rain"))
        assert (at.state.phase, at.state.pending) == ("H3", ())


def test_only_tokens_of_beginning_side_turn_over():
    at = last_turn()
    lying = (Token("gas", "a", "heroes"), Token("gas", "b", "heroes", True))
    at.state = replace(at.state, tokens=(*lying, Token("gas", "c", "villain", True)))
    at.do(a.Next())
    assert at.state.tokens == (
        Token("gas", "a", "heroes", True),
        Token("gas", "c", "villain", True),
    )
    assert {"token-turned", "token-gone"} <= set(at.notes)


@pytest.mark.parametrize(("variants", "free"), [(("H2",), True), ((), False)])
def test_villains_free_reroll_comes_back_with_turn(variants, free):
    at = last_turn(variants=variants)
    at.post(free_reroll=False)
    at.do(a.Next())
    assert at.state.post.free_reroll == free


def test_round_ends_after_side_that_came_second():
    for side, phase, following in (("heroes", "V3", "H3"), ("villain", "V3", "H3")):
        at = last_turn()
        at.state = replace(at.state, initiative=side)
        before = at.state.round
        at.to(phase)
        at.do(a.Next())
        assert (at.state.phase, at.state.round - before) == (following, int(side == "heroes"))


def test_after_the_last_round_nothing_goes_on():
    at = last_turn()
    at.state = replace(at.state, round=at.state.rounds, counters=(Counter("keys", 0, 0, 1),))
    at.do(a.Next())
    assert (at.state.phase, at.state.round) == ("end", at.state.rounds)
    assert "last-round" in at.notes
    assert not [p for p in GAME.prompts(at.state) if p.do == "next"]
    assert at.no(a.Next()) == "E_PHASE"


def test_way_on_is_expected_when_nothing_else_remains():
    at = last_turn()

    def expected() -> bool:
        (prompt,) = [p for p in GAME.prompts(at.state) if p.do == "next"]
        assert prompt.actors == (at.state.villain,)
        return prompt.expected

    assert not expected()
    at.post(reserve=0, fatigue=5)
    assert expected()
    at.state = replace(at.state, points=2)
    assert not expected()
    at.state = replace(at.state, points=0)
    at.post(reserve=5, fatigue=0, activations=2)
    assert expected()


def test_kept_points_end_with_heroes_turn():
    at = last_turn(variants=("E3",))
    at.heroes_act()
    at.hero(0, kept=2)
    at.do(a.Next())
    assert [hero.kept for hero in at.state.heroes] == [0, 0, 0]
    assert at.notes.count("kept-lost") == 1


def test_regenerating_hero_may_do_so_again_next_round():
    at = table((replace(BATMAN, skills=skills("Regeneration 2")),), ((THUGS, 1),), depth="full")
    at.to("H3")
    at.lay(0, reserve=7, wounds=4)
    at.do(a.Stance(0, "active", 2))
    assert at.state.heroes[0].used == ("regeneration",)
    at.do(a.Next(), a.Next())
    assert at.state.heroes[0].used == ()


@pytest.mark.parametrize(("minis", "life", "said"), [(7, 2, False), (8, 2, True), (8, 1, False)])
def test_set_up_needing_too_many_cubes_is_told(minis, life, said):
    """46 cubes: the tablets', the post's, and one for each miniature of several lives."""
    at = table((BATMAN, GORDON, RENEE), ((replace(THUGS, life=life), minis),))
    at.post(reserve=10, fatigue=0)
    needed = [line.facts for line in GAME.checklist(at.state) if line.code == "check.cubes"]
    assert needed == ([{"n": 47, "box": 46}] if said else [])

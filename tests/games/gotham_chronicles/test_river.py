"""The river: costs by place, activations, events, reinforcements, dredging, demobilizing."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.actions import (
    Activate,
    Count,
    Declare,
    Demobilize,
    Dredge,
    EndEvent,
    Hurt,
    MoveMinis,
    Next,
    PlaceTile,
    PlaceToken,
    Reinforce,
    RemoveToken,
    ResolveEffect,
    Spend,
    Stance,
    TriggerEvent,
)
from games.gotham_chronicles.river import cost
from games.gotham_chronicles.sheets import (
    EVENT_WARNING,
    Condition,
    CounterSheet,
    Effect,
    Event,
    MissionSheet,
    Place,
    TileSheet,
)
from tests.games.gotham_chronicles.sheets import BANE, BATMAN, BRUTES, CROC, OFFICERS, THUGS
from tests.games.gotham_chronicles.table import GAME, At, table


def river(n: int, **post: int) -> At:
    """A river of ``n`` henchman tiles A, B, C … in which the event tile is the last one."""
    tiles = tuple((TileSheet("ABCDEFGH"[i], reinforcement=1), 1) for i in range(n - 1))
    at = table((BATMAN,), tiles)
    at.to("V3")
    at.post(**{"reserve": 9, "fatigue": 0, **post})
    return at


def names(at: At) -> str:
    return "".join("!" if name == EVENT_WARNING else name[0] for name in at.state.river)


def test_the_third_place_costs_three_and_the_cubes_go_to_fatigue():
    at = river(6)
    at.do(Activate("C"))
    assert (at.state.post.reserve, at.state.post.fatigue) == (6, 3)
    assert names(at) == "ABDE!C"


def test_at_most_two_tiles_a_turn():
    at = river(4)
    at.do(Activate("A"), Activate("B"))
    assert at.no(Activate("C")) == "E_ACTIVATIONS_USED"


def test_a_tile_too_dear_is_refused():
    at = river(5, reserve=2)
    assert at.no(Activate("D")) == "E_TILE_COST"
    assert names(at) == "ABCD!"


@pytest.mark.parametrize(("n", "reserve", "left"), [(8, 9, 0), (6, 7, 0)])
def test_the_same_tile_twice_costs_one_and_then_the_last_place(n, reserve, left):
    at = river(n, reserve=reserve)
    at.do(Activate("A"), Activate("A"))
    assert at.state.post.reserve == left
    assert at.state.river[-1] == "A"


def test_a_double_tile_costs_where_its_indicator_lies():
    wide = TileSheet("Wide", "leader", life=4, width=2, indicator=1)
    at = table((BATMAN,), ((TileSheet("A"), 1), (TileSheet("B"), 1), (wide, 1)))
    at.to("V3")
    assert cost(at.state, "Wide") == 4
    at.do(Activate("Wide"))
    assert at.state.river[-1] == "Wide"
    assert cost(at.state, "Wide") == 5


def test_the_event_tile_is_cheaper_with_the_variant():
    at = table((BATMAN,), (), variants=("H1",))
    at.to("V3")
    at.post(reserve=0, fatigue=2)
    at.do(Activate(EVENT_WARNING))
    assert at.state.post.reserve == 0


def test_a_neutralized_tile_may_be_activated_for_nothing():
    at = river(4)
    at.do(Hurt("A"))
    assert names(at) == "BC!A"
    at.do(Activate("A"))
    assert "nothing-happens" in at.notes
    assert at.state.post.activations == 1


def test_the_last_brute_sends_its_tile_to_the_end_turned_over():
    tiles = ((THUGS, 2), (BRUTES, 1), (CROC, 1), (BANE, 1))
    at = table((BATMAN,), tiles)
    at.heroes_act()
    at.do(Hurt("Brutes with Chains"))
    brutes = at.tile("Brutes with Chains")
    assert (brutes.pool, brutes.down) == (1, True)
    assert at.state.river[-1] == "Brutes with Chains"
    assert at.state.river[:3] == ("Thugs with Crowbar", "Killer Croc", "Bane")


def test_a_tile_outside_the_river_is_not_activated():
    at = table((BATMAN,), ((THUGS, 1),), mission=MissionSheet(
        "x", river=(Place(THUGS.name, 1), Place(EVENT_WARNING)),
        set_aside=(Place("Late", aside=2),)))  # fmt: skip
    at.to("V3")
    assert at.no(Activate("Late")) == "E_NOT_IN_RIVER"
    at.do(PlaceTile("Late", "river"), MoveMinis("Late", "aside", "map", 2), Activate("Late"))
    assert at.tile("Late").on_map == 2


def test_activations_belong_to_the_villains_turn():
    at = river(4)
    at.heroes_act()
    assert at.no(Activate("A")) == "E_PHASE"
    at.to("V3")
    assert at.no(Activate("A"), actor=0) == "E_NOT_ACTIVE"


# -- events --------------------------------------------------------------------------------


@pytest.fixture
def event():
    mission = MissionSheet("m", events=(Event("Alarm", 3),))
    at = table((BATMAN,), ((THUGS, 3), (BRUTES, 1), (BANE, 1)), mission=mission)
    at.to("V3")
    at.post(reserve=9, fatigue=0)
    at.do(Hurt(THUGS.name), Hurt(BRUTES.name), Hurt("Bane", 6))
    at.do(Activate(EVENT_WARNING))
    return at


def test_points_of_the_event_bring_miniatures_back(event):
    event.do(TriggerEvent("Alarm"))
    assert event.state.points == 3
    event.do(Reinforce(BRUTES.name), Reinforce(THUGS.name))
    assert (event.tile(BRUTES.name).on_map, event.tile(THUGS.name).on_map) == (1, 3)
    assert event.state.points == 0
    assert event.no(Reinforce(THUGS.name)) == "E_REINF_POOL"


def test_a_turned_tile_turns_up_where_it_lies(event):
    before = event.state.river
    event.do(TriggerEvent("Alarm"), Reinforce(BRUTES.name))
    assert event.state.river == before
    assert not event.tile(BRUTES.name).down


def test_reinforcement_needs_a_cost_and_enough_points(event):
    event.do(TriggerEvent("Alarm"))
    assert event.no(Reinforce("Bane")) == "E_REINF_NONE"
    event.do(Reinforce(BRUTES.name), Hurt(BRUTES.name))
    assert event.no(Reinforce(BRUTES.name)) == "E_REINF_POINTS"


def test_unspent_points_are_lost(event):
    event.do(TriggerEvent("Alarm"), EndEvent())
    assert event.state.points == 0
    assert event.no(EndEvent()) == "E_NO_EVENT"
    assert event.no(TriggerEvent("Alarm")) == "E_NO_EVENT"


def test_in_full_depth_the_table_says_where_there_is_room(event):
    event.state = replace(event.state, depth="full")
    event.do(TriggerEvent("Alarm"))
    question = event.ask(Reinforce(THUGS.name))
    assert [o.value for o in question.options] == ["token", "adjacent", "none"]
    assert event.no(Reinforce(THUGS.name), REINFORCEMENT_ROOM="none") == "E_OCCUPATION"
    event.do(Reinforce(THUGS.name), REINFORCEMENT_ROOM="adjacent")


def test_a_reinforced_leader_of_several_lives_is_whole_again():
    sheet = replace(BANE, reinforcement=2)
    at = table((BATMAN,), ((sheet, 1),), mission=MissionSheet("m", events=(Event("E", 2),)))
    at.to("V3")
    at.do(Hurt("Bane", 6), Activate(EVENT_WARNING), TriggerEvent("E"), Reinforce("Bane"))
    assert at.tile("Bane").lives == (6,)


# -- leaving -------------------------------------------------------------------------------


def test_dredging_takes_fatigue_then_spaces():
    at = river(4)
    at.do(Hurt("A"), MoveMinis("B", "map", "pool", 1))
    at.post(fatigue=1, movement=1, reserve=3)
    at.do(Dredge("A"))
    post = at.state.post
    assert (post.fatigue, post.movement, post.reserve, post.total) == (0, 0, 3, 3)
    assert (at.tile("A").place, at.tile("A").pool, names(at)) == ("box", 0, "C!B")


def test_the_first_sentence_names_what_undo_takes_back():
    at = river(4)
    at.do(Hurt("A"))
    at.post(fatigue=2, reserve=3)
    at.do(Dredge("A"))
    assert at.notes == ["dredged", "cubes-boxed"]
    at.post(movement=1, reserve=3)
    at.do(Next())
    assert at.notes[0] == "villain-done"
    at.do(Stance(0, "active"), Spend(0, "melee"), Next())
    assert at.notes[:2] == ["heroes-done", "sweep"]


def test_the_villain_chooses_among_the_spaces():
    at = river(4)
    at.do(Hurt("A"))
    at.post(fatigue=1, movement=1, defence=2, reserve=3)
    assert at.ask(Dredge("A")).code == "DREDGE_FROM"
    assert at.no(Dredge("A", ("reserve",))) == "E_DREDGE_ORDER"
    at.do(Dredge("A", ("defence",)))
    assert (at.state.post.movement, at.state.post.defence) == (1, 1)


def test_dredging_from_reserve_comes_last():
    at = river(4)
    at.do(Hurt("A"))
    at.post(fatigue=0, reroll=1, reserve=3)
    at.do(Dredge("A"))
    assert (at.state.post.reroll, at.state.post.reserve) == (0, 2)


def test_a_live_tile_is_not_dredged_nor_any_in_the_heroes_turn():
    at = river(4)
    assert at.no(Dredge("A")) == "E_NOT_NEUTRALIZED"
    at.do(Hurt("A"))
    at.heroes_act()
    assert at.no(Dredge("A")) == "E_PHASE"


def test_dredging_needs_two_cubes():
    at = river(4)
    at.do(Hurt("A"))
    at.post(fatigue=1, reserve=0)
    assert at.no(Dredge("A")) == "E_NO_RESERVE_DREDGE"


def test_the_event_tile_never_leaves():
    at = river(4)
    assert at.no(Dredge(EVENT_WARNING)) == "E_NOT_NEUTRALIZED"
    assert at.no(Demobilize(EVENT_WARNING)) == "E_TILE_TYPE"


def test_demobilizing_once_per_game():
    at = table((BATMAN,), ((THUGS, 3), (BRUTES, 1), (CROC, 1)))
    at.to("V3")
    at.post(reserve=4, fatigue=2)
    at.do(Hurt(THUGS.name))
    at.do(Demobilize(THUGS.name))
    thugs = at.tile(THUGS.name)
    assert (thugs.place, thugs.removed, thugs.on_map, thugs.pool) == ("box", 3, 0, 0)
    assert at.state.post.total == 4
    assert at.no(Demobilize(BRUTES.name)) == "E_ONCE_PER_GAME"


def test_leaders_are_not_demobilized_and_turned_tiles_are_dredged():
    at = table((BATMAN,), ((THUGS, 1), (CROC, 1)))
    at.to("V3")
    assert at.no(Demobilize(CROC.name)) == "E_TILE_TYPE"
    at.do(Hurt(THUGS.name))
    assert at.no(Demobilize(THUGS.name)) == "E_ALREADY_NEUTRALIZED"
    assert not at.state.post.demobilized


def test_neutralized_allies_leave_for_good():
    at = table((BATMAN,), ((THUGS, 1),))
    led = replace(at.state.tiles[0], sheet=OFFICERS, place="ally", owner=0, on_map=2, quantity=2)
    at.state = replace(at.state, tiles=(*at.state.tiles, led))
    at.to("V3")
    at.do(Hurt(OFFICERS.name), Hurt(OFFICERS.name))
    gone = at.tile(OFFICERS.name)
    assert (gone.removed, gone.pool, gone.down) == (2, 0, True)


# -- rounds and the mission ----------------------------------------------------------------


def test_a_round_goes_from_upkeep_through_both_turns():
    at = table((BATMAN,))
    phases = []
    for action in (Next(), Stance(0, "active"), Next(), Next()):
        at.do(action)
        phases.append((at.state.round, at.state.phase))
    assert phases == [(1, "H3"), (1, "H4"), (1, "V3"), (2, "H3")]


def test_with_the_villains_initiative_heroes_defend_without_a_stance():
    from games.gotham_chronicles.actions import Spend

    at = table((BATMAN,), mission=MissionSheet("m", initiative="villain"))
    at.do(Next())
    assert (at.state.phase, at.state.heroes[0].stance) == ("V3", "undeclared")
    at.do(Spend(0, "defence", 2))
    assert at.no(Spend(0, "melee")) == "E_PHASE"


def test_effects_stop_the_step_until_resolved_in_any_order():
    effects = (Effect("upkeep", "tide", (1,)), Effect("upkeep", "fog"), Effect("V4", "late"))
    at = table((BATMAN,), mission=MissionSheet("m", effects=effects))
    at.do(Next())
    assert (at.state.phase, at.state.pending) == ("upkeep", ("tide", "fog"))
    assert at.no(Next()) == "E_EFFECTS_LEFT"
    assert at.no(ResolveEffect("rain")) == "E_NO_EFFECT"
    assert at.no(ResolveEffect("fog"), actor=1) == "E_NOT_ACTIVE"
    at.do(ResolveEffect("fog"), ResolveEffect("tide"))
    assert at.state.phase == "H3"
    at.do(Stance(0, "active"), Next(), Next())
    assert (at.state.phase, at.state.pending) == ("V4", ("late",))
    at.do(ResolveEffect("late"))
    assert (at.state.round, at.state.pending) == (2, ("fog",))


def test_gas_of_the_villain_turns_and_leaves_in_his_own_start_steps():
    at = table((BATMAN,))
    at.do(Next(), Stance(0, "active"), Next())
    at.do(PlaceToken("gas", "dock"), Next())
    assert not at.state.tokens[0].dissipating
    at.do(Stance(0, "active"), Next())
    assert at.state.tokens[0].dissipating
    at.do(Next(), Stance(0, "active"))
    assert len(at.state.tokens) == 1
    at.do(Next())
    assert at.state.tokens == ()


def test_more_tokens_than_the_box_holds_only_warn():
    at = table((BATMAN,))
    at.to("H4")
    at.do(PlaceToken("smoke", "a", 6))
    assert at.ask(PlaceToken("smoke", "b")).code == "SUPPLY"
    at.do(RemoveToken("smoke", "a"))
    assert at.no(RemoveToken("gas", "a")) == "E_NO_TOKEN"


BOMBS = MissionSheet(
    "m",
    rounds=2,
    counters=(CounterSheet("Bombs", 0, 0, 5),),
    conditions=(
        Condition("three bombs", "villain", counter="Bombs", at_least=3),
        Condition("few bombs", "heroes", "end", "Bombs", at_most=1),
    ),
)


def test_a_counted_condition_is_put_to_the_table():
    at = table((BATMAN,), mission=BOMBS)
    at.do(Next(), Count("Bombs", 2))
    assert at.ask(Count("Bombs")).code == "VICTORY"
    at.do(Count("Bombs"), VICTORY="no")
    assert GAME.outcome(at.state) is None
    at.do(Count("Bombs", -1))
    at.do(Count("Bombs"), VICTORY="yes")
    outcome = GAME.outcome(at.state)
    assert (outcome.result, outcome.winners) == ("won", (1,))
    assert GAME.prompts(at.state) == ()
    assert at.no(Next()) == "E_OVER"


def test_after_the_last_round_the_table_decides():
    at = table((BATMAN,), mission=BOMBS)
    assert at.no(Declare("few bombs")) == "E_TOO_EARLY"
    at.do(Next())
    for _ in range(2):
        at.do(Stance(0, "active"), Next(), Next())
    assert at.state.phase == "end"
    assert at.no(Next()) == "E_PHASE"
    expected = GAME.prompts(at.state)[0]
    assert (expected.do, expected.fixed) == ("victory", {"condition": "few bombs"})
    at.do(Declare("few bombs"))
    assert GAME.outcome(at.state).winners == (0,)


def test_the_table_may_end_the_mission_in_its_own_words():
    at = table((BATMAN,))
    assert at.no(Declare("we are tired")) == "E_NO_WINNER"
    at.do(Declare("we are tired", "villain"))
    assert GAME.outcome(at.state).winners == (1,)


def test_the_dredge_prompt_proposes_the_spaces_that_pay():
    at = river(4)
    at.do(Hurt("A"))

    def sources():
        prompt = next(prompt for prompt in GAME.prompts(at.state) if prompt.do == "dredge")
        return {field.name: field for field in prompt.fields}.get("sources")

    at.post(fatigue=2, movement=1, defence=2, reserve=3)
    assert sources() is None
    at.post(fatigue=0, movement=1, defence=2, reserve=3)
    assert sources().default == ["defence", "movement"]
    at.do(Dredge("A", ("movement", "defence")))
    assert (at.state.post.movement, at.state.post.defence) == (0, 1)

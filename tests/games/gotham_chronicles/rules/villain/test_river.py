"""The river: costs by place, activations, events, reinforcements, dredging, demobilizing."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Condition,
    CounterSheet,
    MissionEffect,
    MissionSheet,
    RiverTile,
    TileSheet,
    WarningEvent,
)
from games.gotham_chronicles.rules.villain.river import cost
from tests.games.gotham_chronicles.sheets import BANE, BATMAN, BRUTES, CROC, OFFICERS, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table


def river(n: int, **post: int) -> At:
    """Return a river of ``n`` henchman tiles A, B, C … in which the event tile is the last one."""
    tiles = tuple((TileSheet("ABCDEFGH"[i], reinforcement=1), 1) for i in range(n - 1))
    at = table((BATMAN,), tiles)
    at.to("V3")
    at.post(**{"reserve": 9, "fatigue": 0, **post})
    return at


def names(at: At) -> str:
    return "".join("!" if name == EVENT_WARNING else name[0] for name in at.state.river)


def test_third_place_costs_three_cubes_to_fatigue():
    at = river(6)
    at.do(a.Activate("C"))
    assert (at.state.post.reserve, at.state.post.fatigue) == (6, 3)
    assert names(at) == "ABDE!C"


def test_at_most_two_tiles_a_turn():
    at = river(4)
    at.do(a.Activate("A"), a.Activate("B"))
    assert at.no(a.Activate("C")) == "E_ACTIVATIONS_USED"


def test_a_tile_too_dear_is_refused():
    at = river(5, reserve=2)
    assert at.no(a.Activate("D")) == "E_TILE_COST"
    assert names(at) == "ABCD!"


@pytest.mark.parametrize(("n", "reserve", "left"), [(8, 9, 0), (6, 7, 0)])
def test_repeated_tile_costs_one_then_last_place(n, reserve, left):
    at = river(n, reserve=reserve)
    at.do(a.Activate("A"), a.Activate("A"))
    assert at.state.post.reserve == left
    assert at.state.river[-1] == "A"


def test_a_double_tile_costs_where_its_indicator_lies():
    wide = TileSheet("Wide", "leader", life=4, width=2, indicator=1)
    at = table((BATMAN,), ((TileSheet("A"), 1), (TileSheet("B"), 1), (wide, 1)))
    at.to("V3")
    assert cost(at.state, "Wide") == 4
    at.do(a.Activate("Wide"))
    assert at.state.river[-1] == "Wide"
    assert cost(at.state, "Wide") == 5


def test_the_event_tile_is_cheaper_with_the_variant():
    at = table((BATMAN,), (), variants=("H1",))
    at.to("V3")
    at.post(reserve=0, fatigue=2)
    at.do(a.Activate(EVENT_WARNING))
    assert at.state.post.reserve == 0


def test_a_neutralized_tile_may_be_activated_for_nothing():
    at = river(4)
    at.do(a.Hurt("A"))
    assert names(at) == "BC!A"
    at.do(a.Activate("A"))
    assert "nothing-happens" in at.notes
    assert at.state.post.activations == 1


def test_last_brute_sends_turned_tile_to_end():
    tiles = ((THUGS, 2), (BRUTES, 1), (CROC, 1), (BANE, 1))
    at = table((BATMAN,), tiles)
    at.heroes_act()
    at.do(a.Hurt("Brutes with Chains"))
    brutes = at.tile("Brutes with Chains")
    assert (brutes.pool, brutes.down) == (1, True)
    assert at.state.river[-1] == "Brutes with Chains"
    assert at.state.river[:3] == ("Thugs with Crowbar", "Killer Croc", "Bane")


def test_a_tile_outside_the_river_is_not_activated():
    at = table(
        (BATMAN,),
        ((THUGS, 1),),
        mission=MissionSheet(
            "x",
            river=(RiverTile(THUGS.name, 1), RiverTile(EVENT_WARNING)),
            set_aside=(RiverTile("Late", aside=2),),
        ),
    )
    at.to("V3")
    assert at.no(a.Activate("Late")) == "E_NOT_IN_RIVER"
    at.do(a.PlaceTile("Late", "river"), a.MoveMinis("Late", "aside", "map", 2), a.Activate("Late"))
    assert at.tile("Late").on_map == 2


def test_activations_belong_to_the_villains_turn():
    at = river(4)
    at.heroes_act()
    assert at.no(a.Activate("A")) == "E_PHASE"
    at.to("V3")
    assert at.no(a.Activate("A"), actor=0) == "E_NOT_ACTIVE"


# -- events --------------------------------------------------------------------------------


@pytest.fixture
def event():
    mission = MissionSheet("m", events=(WarningEvent("Alarm", 3),))
    at = table((BATMAN,), ((THUGS, 3), (BRUTES, 1), (BANE, 1)), mission=mission)
    at.to("V3")
    at.post(reserve=9, fatigue=0)
    at.do(a.Hurt(THUGS.name), a.Hurt(BRUTES.name), a.Hurt("Bane", 6))
    at.do(a.Activate(EVENT_WARNING))
    return at


def test_points_of_the_event_bring_miniatures_back(event):
    event.do(a.TriggerEvent("Alarm"))
    assert event.state.points == 3
    event.do(a.Reinforce(BRUTES.name), a.Reinforce(THUGS.name))
    assert (event.tile(BRUTES.name).on_map, event.tile(THUGS.name).on_map) == (1, 3)
    assert event.state.points == 0
    assert event.no(a.Reinforce(THUGS.name)) == "E_REINF_POOL"


def test_a_turned_tile_turns_up_where_it_lies(event):
    before = event.state.river
    event.do(a.TriggerEvent("Alarm"), a.Reinforce(BRUTES.name))
    assert event.state.river == before
    assert not event.tile(BRUTES.name).down


def test_reinforcement_needs_a_cost_and_enough_points(event):
    event.do(a.TriggerEvent("Alarm"))
    assert event.no(a.Reinforce("Bane")) == "E_REINF_NONE"
    event.do(a.Reinforce(BRUTES.name), a.Hurt(BRUTES.name))
    assert event.no(a.Reinforce(BRUTES.name)) == "E_REINF_POINTS"


def test_unspent_points_are_lost(event):
    event.do(a.TriggerEvent("Alarm"), a.EndEvent())
    assert event.state.points == 0
    assert event.no(a.EndEvent()) == "E_NO_EVENT"
    assert event.no(a.TriggerEvent("Alarm")) == "E_NO_EVENT"


def test_table_says_where_room_is_in_full_depth(event):
    event.state = replace(event.state, depth="full")
    event.do(a.TriggerEvent("Alarm"))
    question = event.ask(a.Reinforce(THUGS.name))
    assert [o.value for o in question.options] == ["token", "adjacent", "none"]
    assert event.no(a.Reinforce(THUGS.name), REINFORCEMENT_ROOM="none") == "E_OCCUPATION"
    event.do(a.Reinforce(THUGS.name), REINFORCEMENT_ROOM="adjacent")


def test_reinforced_leader_of_several_lives_is_whole_again():
    sheet = replace(BANE, reinforcement=2)
    at = table((BATMAN,), ((sheet, 1),), mission=MissionSheet("m", events=(WarningEvent("E", 2),)))
    at.to("V3")
    at.do(a.Hurt("Bane", 6), a.Activate(EVENT_WARNING), a.TriggerEvent("E"), a.Reinforce("Bane"))
    assert at.lives("Bane") == (6,)


# -- leaving -------------------------------------------------------------------------------


def test_dredging_takes_fatigue_then_spaces():
    at = river(4)
    at.do(a.Hurt("A"), a.MoveMinis("B", "map", "pool", 1))
    at.post(fatigue=1, movement=1, reserve=3)
    at.do(a.Dredge("A"))
    post = at.state.post
    assert (post.fatigue, post.movement, post.reserve, post.total) == (0, 0, 3, 3)
    assert (at.tile("A").place, at.tile("A").pool, names(at)) == ("box", 0, "C!B")


def test_the_first_sentence_names_what_undo_takes_back():
    at = river(4)
    at.do(a.Hurt("A"))
    at.post(fatigue=2, reserve=3)
    at.do(a.Dredge("A"))
    assert at.notes == ["dredged", "cubes-boxed"]
    at.post(movement=1, reserve=3)
    at.do(a.Next())
    assert at.notes[0] == "villain-done"
    at.do(a.Stance(0, "active"), a.Spend(0, "melee"), a.Next())
    assert at.notes[:2] == ["heroes-done", "sweep"]


def test_the_villain_chooses_among_the_spaces():
    at = river(4)
    at.do(a.Hurt("A"))
    at.post(fatigue=1, movement=1, defence=2, reserve=3)
    assert at.ask(a.Dredge("A")).code == "DREDGE_FROM"
    assert at.no(a.Dredge("A", ("reserve",))) == "E_DREDGE_ORDER"
    at.do(a.Dredge("A", ("defence",)))
    assert (at.state.post.movement, at.state.post.defence) == (1, 1)


def test_dredging_from_reserve_comes_last():
    at = river(4)
    at.do(a.Hurt("A"))
    at.post(fatigue=0, reroll=1, reserve=3)
    at.do(a.Dredge("A"))
    assert (at.state.post.reroll, at.state.post.reserve) == (0, 2)


def test_live_tile_and_heroes_turn_allow_no_dredging():
    at = river(4)
    assert at.no(a.Dredge("A")) == "E_NOT_NEUTRALIZED"
    at.do(a.Hurt("A"))
    at.heroes_act()
    assert at.no(a.Dredge("A")) == "E_PHASE"


def test_dredging_needs_two_cubes():
    at = river(4)
    at.do(a.Hurt("A"))
    at.post(fatigue=1, reserve=0)
    assert at.no(a.Dredge("A")) == "E_NO_RESERVE_DREDGE"


def test_the_event_tile_never_leaves():
    at = river(4)
    assert at.no(a.Dredge(EVENT_WARNING)) == "E_NOT_NEUTRALIZED"
    assert at.no(a.Demobilize(EVENT_WARNING)) == "E_TILE_TYPE"


def test_demobilizing_once_per_game():
    at = table((BATMAN,), ((THUGS, 3), (BRUTES, 1), (CROC, 1)))
    at.to("V3")
    at.post(reserve=4, fatigue=2)
    at.do(a.Hurt(THUGS.name))
    at.do(a.Demobilize(THUGS.name))
    thugs = at.tile(THUGS.name)
    assert (thugs.place, thugs.removed, thugs.on_map, thugs.pool) == ("box", 3, 0, 0)
    assert at.state.post.total == 4
    assert at.no(a.Demobilize(BRUTES.name)) == "E_ONCE_PER_GAME"


def test_leaders_and_turned_tiles_are_not_demobilized():
    at = table((BATMAN,), ((THUGS, 1), (CROC, 1)))
    at.to("V3")
    assert at.no(a.Demobilize(CROC.name)) == "E_TILE_TYPE"
    at.do(a.Hurt(THUGS.name))
    assert at.no(a.Demobilize(THUGS.name)) == "E_ALREADY_NEUTRALIZED"
    assert not at.state.post.demobilized


def test_neutralized_allies_leave_for_good():
    at = table((BATMAN,), ((THUGS, 1),))
    at.lead(OFFICERS)
    at.to("V3")
    at.do(a.Hurt(OFFICERS.name), a.Hurt(OFFICERS.name))
    gone = at.tile(OFFICERS.name)
    assert (gone.removed, gone.pool, gone.down) == (2, 0, True)


# -- rounds and the mission ----------------------------------------------------------------


def test_a_round_goes_from_upkeep_through_both_turns():
    at = table((BATMAN,))
    phases = []
    for action in (a.Next(), a.Stance(0, "active"), a.Next(), a.Next()):
        at.do(action)
        phases.append((at.state.round, at.state.phase))
    assert phases == [(1, "H3"), (1, "H4"), (1, "V3"), (2, "H3")]


def test_with_villains_initiative_heroes_defend_without_stance():

    at = table((BATMAN,), mission=MissionSheet("m", initiative="villain"))
    at.do(a.Next())
    assert (at.state.phase, at.state.heroes[0].stance) == ("V3", "undeclared")
    at.do(a.Spend(0, "defence", 2))
    assert at.no(a.Spend(0, "melee")) == "E_PHASE"


def test_effects_stop_step_until_resolved_in_any_order():
    effects = (
        MissionEffect("upkeep", "tide", (1,)),
        MissionEffect("upkeep", "fog"),
        MissionEffect("V4", "late"),
    )
    at = table((BATMAN,), mission=MissionSheet("m", effects=effects))
    at.do(a.Next())
    assert (at.state.phase, at.state.pending) == ("upkeep", ("tide", "fog"))
    assert at.no(a.Next()) == "E_EFFECTS_LEFT"
    assert at.no(a.ResolveEffect("rain")) == "E_NO_EFFECT"
    assert at.no(a.ResolveEffect("fog"), actor=1) == "E_NOT_ACTIVE"
    at.do(a.ResolveEffect("fog"), a.ResolveEffect("tide"))
    assert at.state.phase == "H3"
    at.do(a.Stance(0, "active"), a.Next(), a.Next())
    assert (at.state.phase, at.state.pending) == ("V4", ("late",))
    at.do(a.ResolveEffect("late"))
    assert (at.state.round, at.state.pending) == (2, ("fog",))


def test_effect_waits_for_what_another_effect_has_begun():
    """Each is resolved whole before the next: what it lets someone do comes to an end first."""
    effects = (MissionEffect("V4", "the train moves"), MissionEffect("V4", "thugs run"))
    for begun, ended in (
        (a.Points("tile:Thugs:1", 1), a.EndMove()),
        (a.Outside("Thugs"), a.EndActivation()),
    ):
        at = table((BATMAN,), mission=MissionSheet("m", effects=effects), depth="full")
        at.do(a.Next(), a.Stance(0, "active"), a.Next(), a.Next())
        offered = [p.fixed["text"] for p in GAME.prompts(at.state) if p.do == "effect"]
        assert offered == ["the train moves", "thugs run"]
        at.do(begun)
        assert "effect" not in {prompt.do for prompt in GAME.prompts(at.state)}
        assert at.no(a.ResolveEffect("thugs run")) == "E_ACTION_OPEN"
        at.do(ended, a.ResolveEffect("thugs run"))


def test_villain_gas_dissipates_only_in_his_start_steps():
    at = table((BATMAN,))
    at.do(a.Next(), a.Stance(0, "active"), a.Next())
    at.do(a.PlaceToken("gas", "dock"), a.Next())
    assert not at.state.tokens[0].dissipating
    at.do(a.Stance(0, "active"), a.Next())
    assert at.state.tokens[0].dissipating
    at.do(a.Next(), a.Stance(0, "active"))
    assert len(at.state.tokens) == 1
    at.do(a.Next())
    assert at.state.tokens == ()


def test_more_tokens_than_the_box_holds_only_warn():
    at = table((BATMAN,))
    at.to("H4")
    at.do(a.PlaceToken("smoke", "a", 6))
    assert at.ask(a.PlaceToken("smoke", "b")).code == "SUPPLY"
    at.do(a.RemoveToken("smoke", "a"))
    assert at.no(a.RemoveToken("gas", "a")) == "E_NO_TOKEN"


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
    at.do(a.Next(), a.Count("Bombs", 2))
    assert at.ask(a.Count("Bombs")).code == "VICTORY"
    at.do(a.Count("Bombs"), VICTORY="no")
    assert GAME.outcome(at.state) is None
    at.do(a.Count("Bombs", -1))
    at.do(a.Count("Bombs"), VICTORY="yes")
    outcome = GAME.outcome(at.state)
    assert (outcome.result, outcome.winners) == ("won", (1,))
    assert GAME.prompts(at.state) == ()
    assert at.no(a.Next()) == "E_OVER"


def test_after_the_last_round_the_table_decides():
    at = table((BATMAN,), mission=BOMBS)
    assert at.no(a.Declare("few bombs")) == "E_TOO_EARLY"
    at.do(a.Next())
    for _ in range(2):
        at.do(a.Stance(0, "active"), a.Next(), a.Next())
    assert at.state.phase == "end"
    assert at.no(a.Next()) == "E_PHASE"
    expected = GAME.prompts(at.state)[0]
    assert (expected.do, expected.fixed) == ("victory", {"condition": "few bombs"})
    at.do(a.Declare("few bombs"))
    assert GAME.outcome(at.state).winners == (0,)


def test_table_may_end_mission_in_its_own_words():
    at = table((BATMAN,))
    assert at.no(a.Declare("we are tired")) == "E_NO_WINNER"
    at.do(a.Declare("we are tired", "villain"))
    assert GAME.outcome(at.state).winners == (1,)


def test_the_dredge_prompt_proposes_the_spaces_that_pay():
    at = river(4)
    at.do(a.Hurt("A"))

    def sources():
        prompt = next(prompt for prompt in GAME.prompts(at.state) if prompt.do == "dredge")
        return {field.name: field for field in prompt.fields}.get("sources")

    at.post(fatigue=2, movement=1, defence=2, reserve=3)
    assert sources() is None
    at.post(fatigue=0, movement=1, defence=2, reserve=3)
    assert sources().default == ["defence", "movement"]
    at.do(a.Dredge("A", ("movement", "defence")))
    assert (at.state.post.movement, at.state.post.defence) == (0, 1)


# -- what the table is offered -------------------------------------------------------------


def choices(at: At, do: str, name: str, **fixed: object) -> list[object]:
    """Return what a field of the prompt of this kind lists."""
    for prompt in GAME.prompts(at.state):
        if prompt.do == do and all(prompt.fixed.get(key) == value for key, value in fixed.items()):
            return [c.value for field in prompt.fields if field.name == name for c in field.choices]
    return []


def test_full_river_neither_takes_nor_is_offered_tile():
    sheets = tuple((TileSheet(f"T{n}"), 1) for n in range(7))
    at = table((BATMAN,), sheets)
    at.do(a.DefineTile("Late", joining=1))
    assert choices(at, "tile-place", "tile", put="river") == []
    assert at.no(a.PlaceTile("Late", "river")) == "E_RIVER_FULL"
    at.do(a.PlaceTile("T3", "aside"))
    assert choices(at, "tile-place", "tile", put="river") == ["T3", "Late"]
    at.do(a.PlaceTile("Late", "river"))
    assert choices(at, "tile-place", "tile", put="river") == []
    assert "T3" not in choices(at, "tile-place", "tile", put="aside")


def test_a_double_tile_needs_two_places():
    at = table((BATMAN,), tuple((TileSheet(f"T{n}"), 1) for n in range(6)))
    at.do(a.DefineTile("Wide", width=2))
    assert at.no(a.PlaceTile("Wide", "river")) == "E_RIVER_FULL"
    assert choices(at, "tile-place", "tile", put="river") == []


def test_event_tile_and_led_tiles_stay_put():
    at = table((BATMAN,), ((THUGS, 1),))
    at.lead(OFFICERS)
    assert at.no(a.PlaceTile(EVENT_WARNING, "aside")) == "E_NO_SPACE"
    assert at.no(a.PlaceTile(OFFICERS.name, "river")) == "E_NO_SPACE"


def test_miniatures_are_offered_from_where_some_are():
    at = table((BATMAN,), ((THUGS, 1), (BRUTES, 1)))
    at.do(a.Hurt(THUGS.name))
    moved = [each.fixed for each in GAME.prompts(at.state) if each.do == "minis"]
    assert {"tile": BRUTES.name, "take": "map"} in moved
    assert {"tile": THUGS.name, "take": "pool"} in moved
    assert "aside" not in {each["take"] for each in moved}
    assert choices(at, "minis", "put", take="pool") == ["map", "aside", "box"]


def test_form_is_set_aside_with_nobody_on_map():
    at = table((BATMAN,), ((BANE, 1), (THUGS, 1)))
    assert choices(at, "tile-form", "form") == []
    at.do(a.DefineTile("Venom", life=6, joining=1))
    assert choices(at, "tile-form", "form") == ["Venom"]
    assert choices(at, "tile-form", "tile") == ["Bane", THUGS.name]
    at.do(a.MoveMinis("Venom", "aside", "map", 1))
    assert choices(at, "tile-form", "form") == []
    assert at.no(a.ReplaceTile("Bane", "Venom")) == "E_NOT_ASIDE"


def test_wider_form_must_fit_river_unless_led():
    at = table((BATMAN,), tuple((TileSheet(f"T{n}"), 1) for n in range(7)))
    at.lead(OFFICERS)
    at.do(a.DefineTile("Wide", width=2, joining=1), a.DefineTile("Slim", joining=1))
    assert at.no(a.ReplaceTile("T3", "Wide")) == "E_RIVER_FULL"
    at.do(a.ReplaceTile(OFFICERS.name, "Wide"), a.ReplaceTile("T3", "Slim"))
    assert at.state.river[3] == "Slim"


def test_inactive_token_is_taken_only_where_one_lies():
    at = table((BATMAN,), ((THUGS, 1),))
    assert choices(at, "reinforcement", "side") == ["active", "inactive"]
    at.do(a.LayReinforcement("Roof"))
    assert choices(at, "reinforcement", "side") == ["active", "inactive"]
    taps = [each.fixed for each in GAME.prompts(at.state) if each.do == "reinforcement"]
    assert {"area": "Roof", "side": "gone"} in taps

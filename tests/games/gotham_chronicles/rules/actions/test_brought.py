"""Tests of what skills bring after their action: explosions, tokens, danger that rises
(p.53-54)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, skills
from games.gotham_chronicles.state import Move, Token
from tests.games.gotham_chronicles.sheets import BATMAN, BRUTES, CROC, FREEZE, GORDON, PLANTS, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, act, table

THUG = f"tile:{THUGS.name}:1"
NEAR = {"MELEE_TARGET": "same"}


def hero(text: str, *others, tile=THUGS) -> At:
    at = table((replace(BATMAN, skills=skills(text)), *others), ((tile, 1),), depth="full")
    at.heroes_act()
    return at


def due(at: At):
    """Return the prompts that wait, the first one's action first."""
    return [prompt for prompt in GAME.prompts(at.state) if prompt.expected]


def test_a_scream_leads_on_to_its_explosion():
    at = hero("Scream 2")
    at.do(a.Automatic("manipulation", 0, "Scream"))
    assert at.notes == ["automatic", "brings"]
    roll, nobody = due(at)
    assert (roll.do, roll.fixed) == ("explosion", {"level": 2, "cause": "explosion"})
    (victims,) = roll.fields
    assert [choice.value for choice in victims.choices] == [THUG], "immune oneself"
    assert nobody.do == "waive"
    assert at.no(a.Next()) == "E_ACTION_OPEN"
    assert at.no(a.Explode(3, (THUG,))) == "E_RANGE"
    at.do(a.Explode(2, (THUG,)))
    assert at.state.peril.roll.dice[0].colour == "yellow"
    at.do(a.Total(2))
    assert at.state.open is None
    assert not at.state.tile(THUGS.name).minis


def test_a_blast_nobody_stands_in_is_waived():
    at = hero("Blast 1")
    at.do(a.Automatic("manipulation", 0, "Blast"), a.Waive())
    assert at.notes == ["waived"]
    assert at.state.open is None
    assert at.no(a.Waive()) == "E_NOTHING_OPEN"


def test_a_grenade_explodes_where_it_lands():
    at = hero("Grenade 2")
    (throw,) = [p for p in GAME.prompts(at.state) if p.fixed.get("what") == "Grenade"]
    assert throw.do == "task"
    at.do(a.HeroTask(0, "manipulation", 2, 2, "Grenade"), a.Total(3))
    assert at.notes[-2:] == ["task-done", "brings"]
    assert "hero:0" in [choice.value for choice in due(at)[0].fields[0].choices]
    at.do(a.Explode(2, (THUG,)))


def test_grenade_falling_short_still_explodes():
    at = hero("Grenade 2")
    at.do(a.HeroTask(0, "manipulation", 3, 1, "Grenade"), a.Total(1))
    assert at.notes[-3:] == ["task-failed", "grenade-short", "brings"]
    assert "1 area away" in at.said[-2]


def test_a_miniature_throws_its_grenade_and_places_frost():
    """Page 54: Mr. Freeze, level 2."""
    freeze = replace(FREEZE, manipulation=ability("W+O"))
    at = table((BATMAN,), ((freeze, 1),), depth="full")
    at.heroes_act()
    at.to("V3")
    at.post(reserve=8)
    at.do(a.Activate(freeze.name), a.StartMini())
    (throw,) = [p for p in GAME.prompts(at.state) if p.fixed.get("what") == "Grenade"]
    assert throw.do == "effort"
    at.do(a.MiniTask("manipulation", 2, what="Grenade"), a.Total(2))
    at.do(a.Explode(2, ("hero:0",)), a.Total(0))
    token, none = due(at)
    assert (token.do, token.fixed, none.do) == ("token", {"kind": "frost", "part": 1}, "waive")
    (by_hand,) = [p for p in GAME.prompts(at.state) if p.do == "token" and not p.expected]
    kinds = [choice.value for choice in by_hand.fields[0].choices]
    assert "gas" in kinds
    assert "frost" not in kinds, "the granted kind is placed by the side that has it"
    at.do(a.PlaceToken("frost", "bank", 1, 1))
    assert at.state.tokens == (Token("frost", "bank", "villain"),)
    assert at.state.open is None


def test_grenade_without_skill_is_only_a_word():
    at = hero("Luck 1")
    at.do(a.HeroTask(0, "manipulation", 2, 2, "Grenade"), a.Total(3))
    assert at.state.open is None


def test_flames_after_an_attack_make_everybody_there_roll():
    at = hero("Flame 2", GORDON)
    at.do(a.HeroAttack(0, "melee", THUG, 1), a.Total(0), **NEAR)
    assert at.no(a.PlaceToken("flame", "dock", 3, 0)) == "E_RANGE"
    at.do(a.PlaceToken("flame", "dock", 2, 0))
    assert at.notes == ["token", "danger-grows"]
    roll = due(at)[0]
    assert roll.fixed == {"level": 2, "cause": "rise"}
    there = [choice.value for choice in roll.fields[0].choices]
    assert there == ["hero:1", THUG], "who has Flame is immune"
    at.do(a.Explode(2, ("hero:1",), "rise"), a.Total(1))
    assert at.zones(1)[2] == 1
    assert at.state.open is None


def test_gas_spares_those_with_skill_or_trait():
    at = hero("Toxic Gas 1", replace(GORDON, traits=("Gas Immunity",)))
    at.do(a.HeroAttack(0, "melee", THUG, 1), a.Total(0), **NEAR)
    at.do(a.PlaceToken("gas", "dock", 1, 0))
    assert [choice.value for choice in due(at)[0].fields[0].choices] == [THUG]


def test_tokens_wait_until_a_counterattack_is_over():
    croc = replace(CROC, skills=skills("Counterattack 1"))
    at = hero("Frost 1", tile=croc)
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:1", 1), a.Total(1), **NEAR)
    at.do(a.Defend(0, 0), a.FollowUp("counterattack"), a.Total(0))
    assert due(at)[0].fixed["kind"] == "frost"


def test_smoke_follows_the_explosion_of_a_smoke_grenade():
    at = hero("Blast 1, Smoke Grenade 2")
    at.do(a.Automatic("manipulation", 0, "Blast"))
    assert at.notes == ["automatic", "brings", "brings"]
    at.do(a.Waive())
    assert due(at)[0].fixed["kind"] == "smoke"
    at.do(a.Waive())
    assert at.state.open is None


def test_own_side_gives_up_what_skill_brings():
    at = hero("Blast 1")
    at.do(a.Automatic("manipulation", 0, "Blast"))
    assert at.no(a.Waive(), actor=1) == "E_NOT_ACTIVE"
    at.do(a.Abandon())
    assert at.notes == ["abandoned"]


def test_tokens_of_the_box_run_out():
    at = hero("Frost 1")
    at.state = replace(at.state, tokens=(Token("frost", "x", "heroes"),) * 8)
    at.do(a.HeroAttack(0, "melee", THUG, 1), a.Total(0), **NEAR)
    assert [prompt.do for prompt in due(at)] == ["waive"]


def test_the_board_shows_what_waits():
    at = hero("Blast 1")
    at.do(a.Automatic("manipulation", 0, "Blast"))
    shown = GAME.board(at.state, None)["open"]
    assert (shown["kind"], shown["who"], shown["cause"].code) == (
        "brought",
        "Batman",
        "brings.explosion",
    )


# -- attraction ----------------------------------------------------------------------------


def test_attraction_drags_somebody_into_danger():
    """The area someone is dragged into counts as entered: its danger is rolled for."""
    at = hero("Attraction 2")
    at.state = replace(at.state, tokens=(Token("gas", "pier", "heroes"),) * 2)
    at.do(a.Automatic("manipulation", 0, "Attraction"))
    assert at.notes == ["automatic", "brings"]
    assert at.no(a.Next()) == "E_ACTION_OPEN"
    drag, nobody = due(at)
    assert (drag.do, drag.actors, nobody.do) == ("drag", (0,), "waive")
    assert [choice.value for choice in drag.fields[0].choices] == [THUG]
    asked = ["danger", "gas", "present", "limit"]
    assert [field.name for field in drag.fields[1:]] == asked, "no flame lies anywhere"
    question = at.ask(a.Drag(THUG))
    assert (question.code, question.facts["n"]) == ("ATTRACTION", 2)
    at.do(a.Drag(THUG, danger=1, gas=2), ATTRACTION="yes")
    assert at.notes == ["dragged", "must-roll"]
    assert at.state.open is None
    assert [die.colour for die in at.state.peril.roll.dice] == ["yellow"] * 3
    at.do(a.Total(1))
    assert not at.state.tile(THUGS.name).minis


def test_attraction_reaches_nobody_bigger_hidden_or_without_room():
    near = {"ATTRACTION": "yes"}
    at = hero("Attraction 1", tile=CROC)
    big = f"tile:{CROC.name}:1"
    assert CROC.size > BATMAN.size
    at.do(a.Automatic("manipulation", 0, "Attraction"))
    assert [prompt.do for prompt in due(at)] == ["waive"]
    assert at.no(a.Drag(big), **near) == "E_TOO_BIG"
    assert at.no(a.Drag("hero:0"), **near) == "E_NO_TARGET"
    assert at.no(a.Drag(big), actor=1) == "E_NOT_ACTIVE"
    at = hero("Attraction 1")
    at.do(a.Automatic("manipulation", 0, "Attraction"))
    assert at.no(a.Drag(THUG), ATTRACTION="no") == "E_OUT_OF_REACH"
    assert at.no(a.Drag(THUG, present=5, limit=5), **near) == "E_OCCUPATION"
    assert at.no(a.Drag(THUG, flame=99), **near) == "E_RANGE"
    at.do(a.Drag(THUG, present=4, limit=5), **near)
    assert (at.state.open, at.state.peril) == (None, None)
    assert at.no(a.Drag(THUG), **near) == "E_NOTHING_OPEN"


def test_plant_drags_hero_and_nobody_immune_rolls():
    at = table((replace(BATMAN, traits=("Gas Immunity",)),), ((PLANTS, 1),), depth="full")
    at.to("V3")
    at.do(a.Activate(PLANTS.name), a.StartMini(), a.Automatic("manipulation", what="Attraction"))
    drag, _ = due(at)
    assert drag.actors == (1,)
    at.do(a.Drag("hero:0", gas=2), ATTRACTION="yes")
    assert at.state.peril is None
    at = hero("Luck 1")
    at.do(a.Automatic("manipulation", 0, "Attraction"))
    assert at.state.open is None, "nobody without the skill drags"


# -- points of a mission -------------------------------------------------------------------


def test_mission_gives_anybody_move_points_at_any_step():
    """Page 33: the points of a mission are used at once, and cubes add nothing to them."""
    at = hero("Luck 1")
    at.to("V4")
    assert "points" in [prompt.do for prompt in GAME.prompts(at.state)]
    at.do(a.Points(THUG, 2))
    assert at.notes == ["points"]
    assert isinstance(at.state.open, Move)
    at.do(a.MoveStep(), a.MoveStep())
    assert at.notes[-1] == "move-over"
    at.do(a.Points("hero:0", 3), a.MoveStep(0), a.EndMove())
    assert at.state.heroes[0].moved is False, "the bonus of the round is still due"


def test_points_wait_for_nobody_else():
    at = hero("Luck 1")
    assert at.no(a.Points("hero:0", 0)) == "E_RANGE"
    assert at.no(a.Points("nobody", 1)) == "E_NO_TARGET"
    at.do(a.Points("hero:0", 1))
    assert at.no(a.Points("hero:0", 1)) == "E_ACTION_OPEN"
    at = hero("Luck 1")
    at.to("H3")
    assert at.no(a.Points("hero:0", 1)) == "E_PHASE"
    assert "points" not in [prompt.do for prompt in GAME.prompts(at.state)]


# -- acting outside an activation ----------------------------------------------------------


def test_event_lets_tile_act_without_cost_or_moving():
    at = hero("Luck 1")
    before = at.state.river, at.state.post
    assert "outside" in [prompt.do for prompt in GAME.prompts(at.state)]
    at.do(a.Outside(THUGS.name))
    assert at.notes == ["outside"]
    at.do(a.StartMini(), a.MiniAttack("melee", "hero:0"), a.Total(0), **NEAR)
    at.do(a.EndMini())
    assert at.state.activation is None
    assert (at.state.river, at.state.post) == before
    assert at.no(a.Next(), actor=1) == "E_NOT_ACTIVE", "it is still the heroes' turn"


def test_nobody_acts_outside_activation_during_another_action():
    at = hero("Luck 1")
    at.do(a.Points("hero:0", 1))
    assert at.no(a.Outside(THUGS.name)) == "E_ACTION_OPEN"
    at = hero("Luck 1")
    at.to("H3")
    assert at.no(a.Outside(THUGS.name)) == "E_PHASE"
    at.to("V4")
    assert at.no(a.Outside("Nobody")) == "E_NOT_IN_RIVER"


def test_tile_without_miniatures_acts_at_no_time():
    at = hero("Luck 1")
    at.do(a.MoveMinis(THUGS.name, "map", "box", at.tile(THUGS.name).on_map))
    assert at.no(a.Outside(THUGS.name)) == "E_NO_MINIATURE"


# -- a hero acts because the mission says so -----------------------------------------------


def allowed(*heroes, phase: str = "V3") -> At:
    at = table(heroes or (BATMAN, GORDON), ((THUGS, 1),), depth="full")
    at.heroes_act("resting")
    at.to(phase)
    at.do(a.Allow(0))
    return at


def test_mission_lets_hero_attack_in_villains_turn():
    """Page 16: what the mission says stands above the steps of the turn and above resting."""
    at = allowed()
    assert at.notes == ["allowed"]
    offered = {(p.do, p.fixed.get("hero")) for p in GAME.prompts(at.state) if p.group == "now"}
    assert {("attack", 0), ("task", 0), ("move", 0), ("abandon", None)} <= offered
    assert not [do for do, hero in offered if hero == 1], "nobody else may act"
    assert at.no(a.HeroAttack(1, "melee", THUG), **NEAR) == "E_PHASE"
    assert at.no(a.Activate(THUGS.name)) == "E_ACTION_OPEN"
    assert at.no(a.HeroAttack(0, "melee", THUG), actor=2, **NEAR) == "E_NOT_ACTIVE"
    at.do(a.HeroAttack(0, "melee", THUG), a.Total(0), **NEAR)
    assert at.state.open is None
    assert at.no(a.HeroAttack(0, "melee", THUG), **NEAR) == "E_PHASE", "one action and no more"


@pytest.mark.parametrize(
    "taken",
    [
        a.MoveStep(0),
        a.Automatic("manipulation", 0, "lever"),
        a.Automatic("thought", 0),
        a.HeroTask(0, "thought", 1),
    ],
)
def test_whatever_the_hero_does_uses_it_up(taken):
    at = allowed()
    at.do(taken)
    assert at.no(a.Automatic("thought", 0)) in ("E_PHASE", "E_ACTION_OPEN")
    if at.state.open:
        at.do(a.Abandon())
    assert at.no(a.Automatic("thought", 0)) == "E_PHASE"


def test_hero_may_do_nothing_nobody_waits_for_fallen():
    at = allowed()
    (leave,) = [prompt for prompt in GAME.prompts(at.state) if prompt.do == "abandon"]
    assert (leave.expected, leave.label.code) == (True, "prompt.not_acting")
    assert at.no(a.Abandon(), actor=2) == "E_NOT_ACTIVE", "not the villain's to decline"
    at.do(a.Abandon())
    assert at.state.open is None
    at = allowed()
    at.do(a.Wound(0, 40))
    assert at.state.open is None
    assert "stops" in at.notes
    assert at.no(a.Allow(0)) == "E_NEUTRALIZED"


def test_mission_lets_nobody_act_amid_something_else():
    at = allowed()
    assert at.no(a.Allow(1)) == "E_ACTION_OPEN"
    at.do(a.Abandon())
    assert at.no(a.Allow(7)) == "E_RANGE"
    at.to("H3")
    assert at.no(a.Allow(0)) == "E_PHASE"
    assert "allow" not in {prompt.do for prompt in GAME.prompts(at.state)}
    at.do(a.Stance(0, "active"), a.Stance(1, "active"))
    assert "allow" in {prompt.do for prompt in GAME.prompts(at.state)}


def test_everybody_in_an_explosion_rolls_before_anybody_falls():
    """Page 54: it happens to all in the area at once."""
    at = table((BATMAN, GORDON), ((THUGS, 1),), depth="full")
    at.heroes_act()
    at.hero(0, wounds=10, reserve=1, fatigue=0)
    at.do(a.Explode(2, ("hero:0", THUG)))
    at.do(a.Total(2))
    assert (at.state.heroes[0].wounds, at.state.peril.waiting) == (10, (("hero:0", 2),))
    at.do(a.Total(1))
    assert at.notes == [
        "total",
        "rolled-wounds",
        "wounds",
        "excess",
        "hero-neutralized",
        "to-pool",
        "tile-neutralized",
    ]
    assert at.state.peril is None


def test_wounds_land_where_the_last_to_roll_leaves():
    at = table((BATMAN,), ((THUGS, 1),), depth="full")
    at.heroes_act()
    at.do(a.Explode(2, ("hero:0", THUG)), a.Total(2))
    at.do(a.Hurt(THUGS.name))
    assert (at.state.heroes[0].wounds, at.state.peril) == (2, None)
    at.do(a.Explode(1, ("hero:0",)), a.Abandon())
    assert (at.state.heroes[0].wounds, at.state.peril) == (2, None)


def test_late_explosion_wounds_end_activation_of_the_fallen():
    at = table((BATMAN,), ((THUGS, 1), (BRUTES, 1)), depth="full")
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(THUGS.name), a.StartMini())
    brute = f"tile:{BRUTES.name}:1"
    at.do(a.Explode(2, (THUG, brute)), a.Total(1), RIVER_ORDER_1=THUGS.name)
    assert [each.who for each in at.state.peril.victims] == [brute]
    at.do(a.Hurt(BRUTES.name))
    assert (at.tile(THUGS.name).on_map, at.state.activation) == (0, None)
    assert "activation-over" in at.notes


def test_two_heroes_in_explosion_choose_each_their_cubes():
    at = table((BATMAN, GORDON), ((THUGS, 1),), depth="full")
    at.heroes_act()
    at.lay(0, 9, melee=1, thought=1)
    at.lay(1, 7, melee=1, thought=1)
    at.do(a.Explode(1, ("hero:0", "hero:1")), a.Total(1))
    assert at.ask(a.Total(1)).code == "WOUND_FROM"
    first, second = (str(each.value) for each in at.ask(a.Total(1)).options)
    assert at.ask(a.Total(1), WOUND_FROM=first).code == "WOUND_FROM_2"
    at.do(a.Total(1), WOUND_FROM=first, WOUND_FROM_2=second)
    assert (at.on(0, "melee"), at.on(0, "thought")) == (0, 1)
    assert (at.on(1, "melee"), at.on(1, "thought")) == (1, 0)


def test_automatic_action_needs_its_characteristic_or_its_skill():
    """Pages 27 and 41: a skill that is no automatic action makes none possible."""
    bare = replace(THUGS, manipulation=ability(""), thought=ability(""))
    tough = replace(bare, skills=skills("Elusive 1, Attraction 1"))
    for tile, offers in (
        (bare, []),
        (tough, [("manipulation", "Attraction")]),
        (replace(tough, thought=ability("Y")), [("manipulation", "Attraction"), ("thought", None)]),
    ):
        at = act(tile)
        autos = [each for each in GAME.prompts(at.state) if each.do == "auto"]
        assert [(each.fixed["kind"], each.fixed.get("what")) for each in autos] == offers
    at = act(tough)
    assert at.no(a.Automatic("manipulation", what="Elusive")) == "E_NO_CHARACTERISTIC"
    assert at.no(a.Automatic("thought", what="Attraction")) == "E_NO_CHARACTERISTIC"
    at.do(a.Automatic("manipulation", what="Attraction"))

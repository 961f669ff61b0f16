"""Movement, danger, drops and explosions."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.table import fighter
from tests.games.gotham_chronicles.sheets import (
    BATMAN,
    BRUTES,
    CROC,
    FREEZE,
    FREEZING,
    GORDON,
    MEDIKIT,
    OFFICERS,
    PLANTS,
    RENEE,
    THUGS,
    VEST,
)
from tests.games.gotham_chronicles.table import GAME, At, a, act, moves_offered, table, walk

HEAVY_MEDIKIT = replace(MEDIKIT, weight=1)


# -- the rulebook's examples ---------------------------------------------------------------


def test_batman_walks_past_brute_and_over_difficult_terrain():
    """Page 36, example 1: bonus 2 at load 3; cost 2, then 2 more bought with two cubes."""
    at = walk(cards=(VEST, MEDIKIT))
    at.do(a.MoveStep(0, enemies=1))
    assert at.state.open is None
    at.do(a.MoveStep(0, difficult=1))
    assert (at.on(0, "movement"), at.zones(0)[0]) == (2, 9)


def test_a_card_dropped_on_the_way_wakes_mobility():
    """Page 36, note to example 1: the second move then costs 1."""
    at = walk(cards=(VEST, MEDIKIT))
    at.do(a.MoveStep(0, enemies=1), a.DropCards(0, "Medikit"), a.MoveStep(0, difficult=1))
    assert at.on(0, "movement") == 1


def test_renee_climbs_with_two_bought_points():
    """Page 36, example 2."""
    at = walk(RENEE)
    at.do(a.MoveStep(0))
    assert at.state.open.pool == 1
    at.do(a.MoveStep(0, "climb", 2))
    assert (at.on(0, "movement"), at.state.open) == (2, None)


def test_renee_may_drop_instead_and_roll_for_it():
    """Page 36, note to example 2: cost 1 and two Yellow dice."""
    at = walk(RENEE)
    at.do(a.MoveStep(0), a.MoveStep(0, "drop", 2))
    assert [die.colour for die in at.state.peril.roll.dice] == ["yellow", "yellow"]
    at.do(a.Total(2))
    assert (at.on(0, "movement"), at.zones(0)) == (0, (7, 0, 2))


@pytest.mark.parametrize(("size", "fits"), [(2, True), (5, True), (6, False)])
def test_an_area_takes_sizes_up_to_its_limit(size, fits):
    """Page 34: five of ten are there."""
    at = walk(replace(BATMAN, size=size))
    step = a.MoveStep(0, present=5, limit=10)
    if fits:
        at.do(step)
    else:
        assert at.no(step) == "E_OCCUPATION"


def test_croc_stays_attacks_and_moves_with_his_bonus():
    """Page 31."""
    at = act(CROC)
    at.do(a.MiniAttack("melee", "hero:0", 0), MELEE_TARGET="same")
    at.do(a.Total(0), a.MoveStep())
    assert at.state.open.pool == 2


def test_bonus_is_for_one_of_two_movements():
    at = act(CROC)
    at.do(a.MoveStep(), a.EndMove())
    at.do(a.MiniAttack("melee", "hero:0", 0), MELEE_TARGET="same")
    at.do(a.Total(0), a.MoveStep())
    assert (at.state.post.movement, at.state.open) == (1, None)


def test_a_brute_splits_its_bonus_with_the_variant():
    """Page 58."""
    brute = replace(BRUTES, bonus=2)
    for variants, spent in ((("H3",), 0), ((), 1)):
        at = act(brute, variants=variants)
        at.do(a.MoveStep(), a.EndMove())
        at.do(a.MiniAttack("melee", "hero:0"), MELEE_TARGET="same")
        at.do(a.Total(0), a.MoveStep())
        assert at.state.post.movement == spent


# -- points --------------------------------------------------------------------------------


def test_the_bonus_comes_once_a_round():
    at = walk()
    at.do(a.MoveStep(0), a.EndMove(), a.MoveStep(0))
    assert at.on(0, "movement") == 1
    at.do(a.Next(), a.Next(), a.Stance(0, "active"), a.MoveStep(0))
    assert at.state.open.pool == 1


@pytest.mark.parametrize(("load", "bonus"), [(0, 2), (3, 2), (4, 1), (5, 1), (6, 0)])
def test_the_load_sets_the_bonus(load, bonus):
    """Pages 19 and 33."""
    at = walk(cards=tuple(replace(VEST, name=f"W{i}", weight=1) for i in range(load)))
    assert at.state.heroes[0].bonus == bonus


def test_an_empty_reserve_still_moves_on_the_bonus():
    at = walk()
    at.lay(0, 0, 11)
    at.do(a.MoveStep(0), a.MoveStep(0))
    assert at.state.open is None
    assert at.no(a.MoveStep(0)) == "E_MOVE_POINTS"


def test_points_are_bought_within_the_limit():
    at = walk()
    assert at.no(a.MoveStep(0, enemies=9, buy=2)) == "E_MOVE_POINTS"
    assert at.no(a.MoveStep(0, enemies=7)) == "E_MOVE_POINTS"
    assert at.no(a.MoveStep(0, enemies=7, buy=6)) == "E_LIMIT"
    at.do(a.MoveStep(0, enemies=3, buy=4))
    assert (at.on(0, "movement"), at.state.open.pool) == (4, 2)


def test_multiplier_of_two_gives_two_points_cube():
    at = walk(replace(BATMAN, points=2))
    at.do(a.MoveStep(0, enemies=4))
    assert (at.on(0, "movement"), at.state.open.pool) == (2, 1)


def test_a_full_command_post_buys_nothing_more():
    """Page 56: limit 3 with three cubes there."""
    at = act(CROC)
    at.do(a.SpendPost("movement", 3))
    assert at.no(a.MoveStep(enemies=4)) == "E_MOVE_POINTS"
    assert at.no(a.MoveStep(enemies=4, buy=2)) == "E_LIMIT"


def test_allies_weigh_against_enemies_but_never_below_zero():
    at = walk()
    at.do(a.MoveStep(0, enemies=1, allies=3))
    assert at.state.open.pool == 1


@pytest.mark.parametrize(
    ("skill", "step", "left"),
    [
        ("Elusive 2", a.MoveStep(0, enemies=3), 0),
        ("Mobility 1", a.MoveStep(0, difficult=1), 1),
        ("Parkour 2", a.MoveStep(0, "jump", 2), 1),
        ("Luck 1", a.MoveStep(0, horror=1), 0),
    ],
)
def test_skills_make_moves_cheaper(skill, step, left):
    at = walk(replace(BATMAN, skills=skills(skill)))
    at.do(step)
    assert (at.state.open.pool if at.state.open else 0) == left
    assert at.on(0, "movement") == 0


def test_frost_is_ignored_only_with_own_sheets_skill():
    """Page 54: Mr. Freeze is immune, Batgirl with a Freezing Grenade is not."""
    at = act(FREEZE)
    at.do(a.MoveStep(frost=2))
    assert at.state.open.pool == 1
    batgirl = walk(replace(BATMAN, name="Batgirl", skills=()))
    batgirl.hero(0, cards=(FREEZING,))
    batgirl.do(a.MoveStep(0, frost=2))
    assert batgirl.on(0, "movement") == 1


def test_reduced_mobility_makes_only_adjacent_moves():
    at = act(replace(PLANTS, bonus=2))
    assert at.no(a.MoveStep(kind="jump", level=1)) == "E_MOVE_TYPE"
    at.do(a.MoveStep())


def test_flying_ignores_terrain_enemies_and_heights():
    at = walk(replace(BATMAN, traits=("Fly",)))
    at.do(a.MoveStep(0, "climb", 3, enemies=2, difficult=2))
    assert at.state.open.pool == 1
    at.do(a.MoveStep(0, "drop", 3))
    assert at.state.peril is None


def test_walls_need_a_breaker_of_their_level():
    at = walk()
    assert at.no(a.MoveStep(0, "wall", 1)) == "E_NO_SKILL"
    breaker = walk(replace(BATMAN, skills=skills("Wall Breaker 1")))
    assert breaker.no(a.MoveStep(0, "wall", 2)) == "E_NO_SKILL"
    breaker.do(a.MoveStep(0, "wall", 1))
    assert breaker.on(0, "movement") == 1


def test_kept_points_serve_later_movement_of_turn():
    at = walk(variants=("E3",))
    at.do(a.MoveStep(0), a.EndMove())
    assert at.state.heroes[0].kept == 1
    at.do(a.MoveStep(0))
    assert at.on(0, "movement") == 0
    other = walk(variants=("E3",))
    other.do(a.MoveStep(0, buy=2), a.EndMove())
    assert other.state.heroes[0].kept == 1
    other.do(a.Next())
    assert other.state.heroes[0].kept == 0


def test_resting_hero_moves_on_bonus_points_with_variant():
    at = walk(variants=("E2",))
    at.hero(0, stance="resting")
    at.do(a.MoveStep(0))
    assert at.no(a.MoveStep(0, enemies=3)) == "E_MOVE_POINTS"
    at.do(a.MoveStep(0))
    assert at.state.open is None
    plain = walk()
    plain.hero(0, stance="resting")
    assert plain.no(a.MoveStep(0)) == "E_RESTING"


def test_pushing_limits_buys_points_with_wounds():
    at = walk(replace(BATMAN, skills=skills("Pushing Limits 2")))
    at.lay(0, 0, 11)
    at.do(a.MoveStep(0, enemies=3, push=True))
    assert (at.zones(0), at.state.open) == ((0, 9, 2), None)


def test_tactician_gives_points_with_bonus_once_per_round():
    at = table((replace(RENEE, skills=skills("Tactician 2")), BATMAN), depth="full")
    at.heroes_act()
    at.do(a.Tactician(fighter("hero", 1), 0))
    assert (at.state.open.pool, at.on(0, "thought")) == (4, 1)
    assert at.no(a.MoveStep(1, enemies=5)) == "E_MOVE_POINTS"
    at.do(a.MoveStep(1), a.EndMove())
    assert at.no(a.Tactician("hero:1", 0)) == "E_ONCE_PER_ROUND"
    assert at.no(a.Tactician("hero:0", 0)) == "E_NO_TARGET"
    assert at.no(a.Tactician("hero:0", 1)) == "E_NO_SKILL"


def test_tactician_moves_no_hero_who_rests():
    at = table((replace(RENEE, skills=skills("Tactician 2")), BATMAN), depth="full")
    at.heroes_act("active", "resting")
    assert at.no(a.Tactician("hero:1", 0)) == "E_RESTING"
    assert "tactician" not in {prompt.do for prompt in GAME.prompts(at.state)}
    at.hero(1, reserve=0, fatigue=0, wounds=11)
    assert at.no(a.Tactician("hero:1", 0)) == "E_NEUTRALIZED"


def test_allies_buy_points_on_their_leaders_thought_space():

    at = table((RENEE,), ((THUGS, 1),), depth="full")
    at.lead(OFFICERS)
    at.heroes_act()
    at.do(a.Command(0, "GCPD Officers"), a.StartMini(), a.MoveStep(enemies=2))
    assert at.on(0, "thought") == 2
    at.do(a.EndMini(), a.StartMini(), a.EndMini())
    assert at.no(a.Command(0, "GCPD Officers")) == "E_ONCE_PER_ROUND"


# -- wounds without defence ----------------------------------------------------------------


def test_danger_is_rolled_on_entering():
    at = walk()
    at.do(a.MoveStep(0, danger=2))
    assert len(at.state.peril.roll.dice) == 2
    assert at.no(a.MoveStep(0)) == "E_ACTION_OPEN"
    at.do(a.RollFaces((1, 2)), a.RerollDie(1, 0, "paid"), a.Keep())
    assert at.zones(0) == (10, 0, 1)
    assert at.on(0, "reroll") == 0, "the cube just paid is the one that becomes the wound"


def test_a_drop_into_danger_rolls_twice():
    at = walk(replace(BATMAN, skills=skills("Parkour 1")))
    assert [o.value for o in at.ask(a.MoveStep(0, "drop", 2, danger=1)).options] == [
        "danger",
        "drop",
    ]
    other = At(at.state)
    other.do(a.MoveStep(0, "drop", 2, danger=1), FIRST_ROLL="drop")
    assert [v.cause for v in other.state.peril.victims] == ["drop", "danger"]
    at.do(a.MoveStep(0, "drop", 2, danger=1), FIRST_ROLL="danger")
    assert [v.cause for v in at.state.peril.victims] == ["danger", "drop"]
    at.do(a.Total(1), a.Total(2))
    assert at.zones(0)[2] == 2


def test_a_miniature_that_falls_stops_moving():
    at = walk()
    at.lay(0, 0, 1, 10)
    at.do(a.MoveStep(0, "drop", 1, danger=1), FIRST_ROLL="danger")
    at.do(a.Total(1))
    assert at.state.heroes[0].neutralized
    assert (at.state.open, at.state.peril) == (None, None)


def test_rising_danger_is_rolled_by_its_rise():
    """Page 53: from nothing to level 2 is two Yellow dice; a falling level rolls nothing."""
    at = walk()
    at.do(a.Explode(2, ("hero:0",), "rise"))
    assert [die.colour for die in at.state.peril.roll.dice] == ["yellow", "yellow"]
    at.do(a.Total(1))
    assert at.zones(0)[2] == 1
    assert at.no(a.Explode(0, ("hero:0",), "rise")) == "E_RANGE"


def test_explosion_hits_friend_and_foe_one_after_other():
    """Page 54: level 2, Catwoman and a Thug roll two Yellow dice each."""
    at = walk(replace(GORDON, name="Catwoman"))
    at.do(a.Explode(2, ("hero:0", "tile:Thugs with Crowbar:1")))
    at.do(a.Total(2))
    assert [v.who for v in at.state.peril.victims] == ["tile:Thugs with Crowbar:1"]
    at.do(a.Total(1))
    assert (at.zones(0)[2], at.tile(THUGS.name).on_map) == (2, 1)


def test_two_miniatures_of_one_tile_both_roll():
    at = walk()
    both = ("tile:Thugs with Crowbar:1", "tile:Thugs with Crowbar:2")
    at.do(a.Explode(1, both), a.Total(1))
    assert [v.who for v in at.state.peril.victims] == ["tile:Thugs with Crowbar:2"]
    at.do(a.Total(1))
    assert at.tile(THUGS.name).on_map == 0


def test_an_explosion_needs_somebody_there():
    at = walk()
    assert at.no(a.Explode(1, ())) == "E_NO_TARGET"
    assert at.no(a.Explode(1, ("tile:Nobody:1",))) == "E_NO_TARGET"


def test_gas_spares_those_with_trait_and_is_announced():
    at = walk(replace(BATMAN, traits=("Gas Immunity",)))
    at.do(a.PlaceToken("gas", "cellar"))
    assert "danger-grows" in at.notes
    at.do(a.MoveStep(0, gas=1))
    assert at.state.peril is None


# -- who moves whom ------------------------------------------------------------------------


def test_resting_hero_moves_by_variant_not_villains_hand():
    at = walk(variants=("E2",))
    at.heroes_act("resting")
    assert at.no(a.MoveStep(0), actor=at.state.villain) == "E_NOT_ACTIVE"
    at.do(a.MoveStep(0), actor=0)
    assert at.no(a.MoveStep(0), actor=at.state.villain) == "E_NOT_ACTIVE"
    assert at.no(a.EndMove(), actor=at.state.villain) == "E_NOT_ACTIVE"
    at.do(a.MoveStep(0), actor=0)
    assert at.no(a.MoveStep(0)) == "E_MOVE_POINTS"
    assert moves_offered(at) == []


def test_villain_orders_tiles_that_explosion_may_empty():
    """Page 30 and 49: two tiles turned over by one explosion go to the end as he says."""
    at = table((BATMAN,), ((THUGS, 1), (BRUTES, 1), (CROC, 1)), depth="full")
    at.heroes_act()
    both = ("hero:0", f"tile:{BRUTES.name}:1", f"tile:{THUGS.name}:1")
    question = at.ask(a.Explode(2, both))
    assert [option.value for option in question.options] == [THUGS.name, BRUTES.name]
    at.do(a.Explode(2, both), RIVER_ORDER_1=THUGS.name)
    at.do(a.Total(1), a.Total(1), a.Total(1))
    assert at.state.river[-2:] == (THUGS.name, BRUTES.name)


def test_nothing_asked_while_one_of_tile_stands_elsewhere():
    at = table((BATMAN,), ((THUGS, 2), (BRUTES, 1)), depth="full")
    at.heroes_act()
    at.do(a.Explode(2, (f"tile:{BRUTES.name}:1", f"tile:{THUGS.name}:1")))


def test_limits_pushed_once_a_round_never_while_resting():
    pushing = replace(BATMAN, skills=skills("Pushing Limits 1"), bonuses=((0, 0),))
    at = walk(pushing, variants=("E2",))
    at.lay(0, 0, 11)
    at.hero(0, used=("pushing",))
    assert moves_offered(at) == []
    at.hero(0, used=(), stance="resting")
    assert moves_offered(at) == []
    assert at.no(a.MoveStep(0, push=True)) == "E_NO_SKILL"

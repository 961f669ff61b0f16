"""Attacks of heroes and miniatures, defence, wounds."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, card_lines, skills, space
from games.gotham_chronicles.box.sheets import EquipmentCard
from games.gotham_chronicles.state import Attack
from games.gotham_chronicles.table import with_mini
from tests.games.gotham_chronicles.sheets import (
    BANE,
    BATARANGS,
    BATMAN,
    BRUTES,
    CITIZENS,
    CLAWS,
    CROC,
    CROWBAR,
    DEADSHOT,
    GORDON,
    GUN,
    PISTOL,
    PLANTS,
    RENEE,
    THUGS,
    TONFA,
)
from tests.games.gotham_chronicles.table import (
    GAME,
    SAME,
    SEEN,
    a,
    colours,
    fight,
    raid,
    table,
)

# -- the rulebook's examples ---------------------------------------------------------------


def test_gordon_hits_a_thug_with_his_tonfa():
    """Page 38: two Orange and the Tonfa's Yellow give 3 against an automatic defence of 1."""
    at = fight(GORDON, THUGS, 2, (TONFA,))
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 2, ("Tonfa",)), **SAME)
    assert colours(at.state.open.roll) == ["yellow", "orange", "orange"]
    at.do(a.RollFaces((1, 1, 1)), a.Keep())
    at.do(a.Defend())
    assert (at.tile(THUGS.name).on_map, at.tile(THUGS.name).pool) == (1, 1)
    assert at.state.open is None
    assert (at.zones(0)[0], at.on(0, "melee")) == (7, 2)


def test_batman_throws_his_batarangs():
    """Page 40: 3 then 4 with the free reroll, hindered by 1, defended by 2: one wound."""
    at = fight(BATMAN, BRUTES, 2, (BATARANGS,))
    attack = a.HeroAttack(
        0, "ranged", "tile:Brutes with Chains:0", 2, ("Batarangs",), enemies=2, allies=1
    )
    at.do(attack, SIGHT="same")
    assert colours(at.state.open.roll) == ["yellow", "orange", "orange"]
    at.do(a.RollFaces((0, 1, 2)), a.RerollDie(0, 1, "free"), a.Keep())
    assert at.state.open.successes == 3
    at.do(a.Defend())
    assert at.tile(BRUTES.name).pool == 1


def test_crocs_fourth_attack_needs_another_target():
    """Page 37: the third attack neutralizes Batman, the fourth goes to Renee."""
    at = raid(CROC, BATMAN, RENEE)
    at.lay(0, 0, 3, 8)
    for _ in range(3):
        at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
        at.do(a.Total(1), a.Defend(0, 0))
    assert at.state.heroes[0].neutralized
    assert at.no(a.MiniAttack("melee", "hero:0", 1), **SAME) == "E_TARGET_NEUTRALIZED"
    at.do(a.MiniAttack("melee", "hero:1", 1), **SAME)
    at.do(a.Total(0))
    assert at.no(a.MiniAttack("melee", "hero:1", 1), **SAME) == "E_MULTIPLIER"


def test_three_cubes_give_three_red_dice_no_fourth():
    """Page 37."""
    at = fight(BATMAN, THUGS)
    target = "tile:Thugs with Crowbar:0"
    assert at.no(a.HeroAttack(0, "melee", target, 4), **SAME) == "E_LIMIT"
    at.do(a.HeroAttack(0, "melee", target, 3), **SAME)
    assert colours(at.state.open.roll) == ["red"] * 3
    at.do(a.Total(0))
    assert at.no(a.HeroAttack(0, "melee", target, 1), **SAME) == "E_LIMIT"


def test_the_free_rerolls_of_the_crowbar_example():
    """Page 50: two cubes spent now give two arrows for three Orange dice."""
    at = fight(RENEE, THUGS, 2, (CROWBAR,))
    at.lay(0, 8, 0, 0, melee=1)
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 2, ("Crowbar",)), **SAME)
    roll = at.state.open.roll
    assert (colours(roll), roll.arrows) == (["orange"] * 3, ("orange", "orange"))


def test_a_tile_adds_its_automatic_defence():
    """Page 48: 2 rolled and 2 automatic defend 4."""
    at = fight(BATMAN, BANE, 1)
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0", 3), **SAME)
    at.do(a.Total(7), a.Defend(2, 2))
    assert at.lives("Bane") == (3,)
    assert at.state.post.defence == 2


def test_carnivorous_plants_poison_but_never_shoot():
    """Page 28."""
    at = raid(PLANTS)
    assert at.no(a.MiniAttack("ranged", "hero:0"), **SEEN) == "E_FORBIDDEN_ACTION"
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    at.do(a.Total(3), a.Defend(0, 2))
    assert at.zones(0)[2] == 2
    assert "extra-wounds" in at.notes


def test_deadshot_chooses_one_option_for_the_activation():
    """Page 28: three dice once, or two dice up to three times."""
    at = raid(DEADSHOT)
    at.do(a.MiniAttack("ranged", "hero:0", 1), **SEEN)
    assert colours(at.state.open.roll) == ["yellow", "yellow"]
    assert at.state.open.roll.arrows == ("yellow",)
    at.do(a.Total(0))
    assert at.no(a.MiniAttack("ranged", "hero:0", 0), **SEEN) == "E_OPTION_FIXED"
    at.do(a.MiniAttack("ranged", "hero:0", 1), **SEEN)


def test_two_attacks_of_multiplier_resolve_one_by_one():
    """Page 31: 2 White and 1 Yellow, twice."""
    at = raid(BRUTES)
    for _ in range(2):
        at.do(a.MiniAttack("melee", "hero:0"), **SAME)
        assert colours(at.state.open.roll) == ["white", "white", "yellow"]
        at.do(a.Total(0))
    assert at.no(a.MiniAttack("melee", "hero:0"), **SAME) == "E_MULTIPLIER"


# -- what an attack needs ------------------------------------------------------------------


def test_an_attack_costs_at_least_one_cube():
    at = fight(BATMAN, THUGS)
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 0)
    assert at.no(attack, **SAME) == "E_RANGE"
    at.lay(0, 0, 11)
    assert at.no(replace(attack, cubes=1), **SAME) == "E_NO_RESERVE"


def test_a_full_space_takes_no_further_attack():
    """Page 56."""
    at = fight(GORDON, THUGS)
    at.lay(0, 5, 0, 0, melee=4)
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0")
    assert at.no(attack, **SAME) == "E_LIMIT"


def test_resting_and_neutralized_heroes_do_not_attack():
    at = fight(BATMAN, THUGS)
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0")
    at.hero(0, stance="resting")
    assert at.no(attack, **SAME) == "E_RESTING"
    at.lay(0, 0, 0, 11)
    assert at.no(attack, **SAME) == "E_NEUTRALIZED"


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("tile:Citizens:0", "E_NOT_ENEMY"),
        ("hero:0", "E_NOT_ENEMY"),
        ("tile:Nobody:0", "E_NO_TARGET"),
        ("hero:7", "E_NO_TARGET"),
        ("door", "E_NO_TARGET"),
    ],
)
def test_only_enemies_on_the_map_are_attacked(target, code):
    at = table((BATMAN,), ((THUGS, 1), (CITIZENS, 2)))
    at.heroes_act()
    assert at.no(a.HeroAttack(0, "melee", target), **SAME) == code


def test_table_says_whether_target_is_in_reach():
    at = fight(BATMAN, THUGS)
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0")
    assert [o.value for o in at.ask(attack).options] == ["same", "over_full", "none"]
    assert at.no(attack, MELEE_TARGET="none") == "E_OUT_OF_REACH"
    at.do(attack, MELEE_TARGET="over_full")


def test_reach_lets_a_melee_attack_go_farther():
    at = fight(replace(BATMAN, skills=skills("Reach 1")), THUGS)
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0")
    assert "reach" in [o.value for o in at.ask(attack).options]


def test_shooting_needs_sight_and_exactly_one_usable_weapon():
    target = "tile:Thugs with Crowbar:0"
    at = fight(GORDON, THUGS, 2, (GUN, PISTOL))
    assert at.no(a.HeroAttack(0, "ranged", target)) == "E_NO_RANGED_WEAPON"
    both = a.HeroAttack(0, "ranged", target, 1, ("Submachine Gun", "Two-line Pistol"))
    assert at.no(both, **SEEN) == "E_ONE_WEAPON"
    one = a.HeroAttack(0, "ranged", target, 1, ("Submachine Gun",))
    assert at.no(one, SIGHT="none") == "E_NO_SIGHT"
    at.do(one, **SEEN)
    assert colours(at.state.open.roll) == ["orange", "red"]


def test_moral_code_leaves_lethal_weapons_alone():
    at = fight(BATMAN, THUGS, 2, (GUN,))
    attack = a.HeroAttack(0, "ranged", "tile:Thugs with Crowbar:0", 1, ("Submachine Gun",))
    assert at.no(attack, **SEEN) == "E_LETHAL"


def test_a_named_card_helps_only_its_hero():
    at = fight(GORDON, THUGS, 2, (CLAWS,))
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 1, ("Claws",))
    assert at.no(attack, **SAME) == "E_NAMED_CARD"


def test_attack_uses_one_whole_line_of_card():
    at = fight(GORDON, THUGS, 2, (PISTOL,))
    target = "tile:Thugs with Crowbar:0"
    twice = a.HeroAttack(0, "ranged", target, 1, ("Two-line Pistol|0", "Two-line Pistol|1"))
    assert at.no(twice, **SEEN) == "E_LINE"
    assert at.no(a.HeroAttack(0, "ranged", target, 1, ("Two-line Pistol|7",))) == "E_LINE"
    at.do(a.HeroAttack(0, "ranged", target, 1, ("Two-line Pistol|1",)), **SEEN)
    attack = at.state.open
    assert (colours(attack.roll), attack.plus, attack.roll.arrows) == (
        ["yellow", "orange"],
        1,
        ("yellow",),
    )


def test_two_weapons_only_with_light_ones_and_ambidextry():
    hero = replace(RENEE, skills=skills("Ambidextry 1"))
    at = fight(hero, THUGS, 2, (TONFA, CROWBAR))
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 1, ("Tonfa", "Crowbar"))
    at.do(attack, **SAME)
    assert colours(at.state.open.roll) == ["yellow", "orange", "orange"]
    plain = fight(RENEE, THUGS, 2, (TONFA, CROWBAR))
    assert plain.no(attack, **SAME) == "E_ONE_WEAPON"


def test_a_higher_shooter_rolls_one_more_yellow_die():
    at = fight(GORDON, THUGS, 2, (GUN,))
    attack = a.HeroAttack(0, "ranged", "tile:Thugs with Crowbar:0", 1, ("Submachine Gun",))
    at.do(attack, SIGHT="lower")
    assert colours(at.state.open.roll) == ["yellow", "orange", "red"]


@pytest.mark.parametrize(("faces", "left"), [((0, 4), 1), ((0, 2), 0)])
def test_hindering_comes_off_first_and_smoke_last(faces, left):
    at = fight(GORDON, THUGS, 2, (GUN,))
    attack = a.HeroAttack(
        0, "ranged", "tile:Thugs with Crowbar:0", 1, ("Submachine Gun",), enemies=1, smoke=2
    )
    at.do(attack, **SEEN)
    at.do(a.Total(sum(faces)))
    assert at.state.open is None if not left else at.state.open.successes == left


def test_melee_is_never_hindered():
    at = fight(BATMAN, THUGS)
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 1, enemies=5), **SAME)
    assert at.state.open.less == 0


def test_skills_add_their_successes_only_to_a_hit():
    hero = replace(BATMAN, skills=skills("Martial Arts 2(4)"))
    at = fight(hero, BANE, 1)
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0", 1), **SAME)
    at.do(a.Total(1))
    assert at.state.open.successes == 3
    at.do(a.Abandon(), a.HeroAttack(0, "melee", "tile:Bane:0", 1), **SAME)
    at.do(a.Total(0))
    assert at.state.open is None


def test_a_heavy_load_switches_a_skill_off():
    hero = replace(BATMAN, skills=skills("Martial Arts 2(4)"), traits=())
    at = fight(hero, BANE, 1, (GUN,))
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0", 1), **SAME)
    at.do(a.Total(1))
    assert at.state.open.successes == 1


@pytest.mark.parametrize(("wounds", "white"), [(5, 0), (6, 2)])
def test_berserk_wakes_when_half_of_cubes_are_wounds(wounds, white):
    at = fight(replace(BATMAN, skills=skills("Berserk 2")), BANE, 1)
    at.lay(0, 11 - wounds, 0, wounds)
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0", 1), **SAME)
    assert colours(at.state.open.roll).count("white") == white


def test_pushing_limits_pays_wounds_even_on_full_space():
    at = fight(replace(BATMAN, skills=skills("Pushing Limits 2")), BANE, 1)
    at.lay(0, 0, 8, 0, melee=3)
    attack = a.HeroAttack(0, "melee", "tile:Bane:0", 0, push=True)
    at.do(attack, **SAME)
    assert colours(at.state.open.roll) == ["red", "red"]
    assert at.zones(0) == (0, 6, 2)
    at.do(a.Total(0))
    assert at.no(attack, **SAME) == "E_ONCE_PER_ROUND"


def test_a_protected_target_is_asked_about():
    at = fight(BATMAN, replace(BANE, skills=skills("Protected 2")), 1)
    attack = a.HeroAttack(0, "melee", "tile:Bane:0")
    assert at.ask(attack, **SAME).code == "PROTECTED"
    assert at.no(attack, PROTECTED="yes", **SAME) == "E_PROTECTED"
    at.do(attack, PROTECTED="no", **SAME)


def test_sneak_attack_counts_if_the_table_says_so():
    at = fight(replace(BATMAN, skills=skills("Sneak Attack 2")), BANE, 1)
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0"), SNEAK="yes", **SAME)
    assert at.state.open.plus == 2


def test_shackles_take_successes_from_the_bearer():
    at = fight(BATMAN, BANE, 1)
    at.hero(0, shackles=2)
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0"), **SAME)
    at.do(a.Total(3))
    assert at.state.open.successes == 1


def test_shackle_tokens_replace_wounds():
    at = raid(replace(CROC, skills=skills("Shackle 2")))
    at.do(a.MiniAttack("melee", "hero:0", 1, shackle=True), **SAME)
    at.do(a.Total(3), a.Defend(0, 1))
    assert (at.state.heroes[0].shackles, at.zones(0)[2]) == (2, 0)


def test_shackling_needs_the_skill_and_no_weapon():
    at = raid(CROC)
    assert at.no(a.MiniAttack("melee", "hero:0", 1, shackle=True), **SAME) == "E_NO_SKILL"
    hero = replace(BATMAN, skills=skills("Shackle 1"))
    at = table((hero,), ((THUGS, 1),), (TONFA,), (("Tonfa",),), depth="full")
    at.heroes_act()
    armed = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", weapons=("Tonfa",), shackle=True)
    assert at.no(armed, **SAME) == "E_SHACKLE_WEAPON"
    at.do(replace(armed, weapons=()), **SAME)
    at.do(a.Total(4), a.Defend(0))
    assert (at.mini(THUGS.name).shackles, at.tile(THUGS.name).on_map) == (1, 1)


# -- activations ---------------------------------------------------------------------------


def test_each_miniature_of_a_tile_acts_once():
    at = raid(THUGS, n=2)
    at.do(a.EndMini(), a.StartMini())
    assert at.no(a.StartMini(1)) == "E_MINI_DONE"
    at.do(a.EndMini())
    assert at.state.activation is None


def test_nobody_needs_to_act():
    at = raid(THUGS, n=2)
    at.do(a.EndActivation())
    assert at.no(a.MiniAttack("melee", "hero:0"), **SAME) == "E_NO_ACTIVATION"
    assert at.no(a.StartMini()) == "E_NO_ACTIVATION"


def test_no_action_after_the_second_movement():
    at = raid(CROC)
    at.do(a.MoveStep(), a.EndMove(), a.MoveStep(buy=2), a.EndMove())
    assert at.no(a.MiniAttack("melee", "hero:0", 1), **SAME) == "E_ACTION_OVER"
    assert at.no(a.MoveStep()) == "E_NO_MOVE_LEFT"


def test_a_tile_without_a_symbol_cannot_do_it():
    at = raid(THUGS)
    assert at.no(a.MiniAttack("ranged", "hero:0"), **SEEN) == "E_NO_CHARACTERISTIC"


def test_regeneration_of_a_tile_heals_at_its_activation():
    grundy = replace(CROC, skills=skills("Regeneration 2"))
    at = table((BATMAN,), ((grundy, 1),), depth="full")
    at.heroes_act()
    at.state = with_mini(at.state, "tile:Killer Croc:1", life=3)
    at.to("V3")
    at.do(a.Activate("Killer Croc"), a.StartMini())
    assert at.lives("Killer Croc") == (5,)


def test_a_hero_attack_takes_at_most_ten_taps():
    """Button, target, weapon (proposed), cubes, send; place; total, send; defence, send."""
    at = fight(GORDON, THUGS, 2, (TONFA,))
    taps = 5
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 2, ("Tonfa",)), **SAME)
    taps += 1
    at.do(a.Total(3))
    taps += 2
    at.do(a.Defend())
    taps += 2
    assert at.state.open is None
    assert taps <= 10


def test_the_villains_free_reroll_serves_once_a_turn():
    at = raid(THUGS, variants=("H2",))
    at.state = replace(at.state, post=replace(at.state.post, free_reroll=True))
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    assert at.state.open.roll.arrows == ("yellow", "yellow", "any")
    at.do(a.RollFaces((0, 0)), a.RerollDie(0, 1, "free"), a.RerollDie(1, 0, "free"))
    assert at.state.open.roll.arrows == ("any",)
    assert at.no(a.RerollDie(1, 1, "free")) == "E_FREE_REROLL_USED"


def test_free_success_is_added_once_not_to_defence():
    at = fight(BATMAN, BANE, 1, variants=("E4",))
    at.do(a.HeroAttack(0, "melee", "tile:Bane:0", 1), **SAME)
    at.do(a.Total(1, free_success=True))
    assert at.state.open.successes == 2
    assert not at.state.heroes[0].free_success
    at.do(a.Abandon(), a.HeroAttack(0, "melee", "tile:Bane:0", 1), **SAME)
    assert at.no(a.Total(1, free_success=True)) == "E_NO_FREE_SUCCESS"


def test_options_written_in_the_notation():
    croc = ability("Y*+B* or Y+Y* x4")
    assert [option.times for option in croc.options] == [1, 4]
    assert space("R", 3).die == "red"


def test_where_target_stands_can_be_told_with_attack():
    at = fight(GORDON, THUGS, 2)
    blow = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 1, where="nowhere")
    assert at.ask(blow).code == "MELEE_TARGET"
    at.do(replace(blow, where="same"))
    assert isinstance(at.state.open, Attack)


def test_two_weapons_of_one_name_are_both_used():
    """Two hands hold two Batons; the bonuses of both count (p.25)."""
    baton = EquipmentCard("Baton", "melee", 1, lines=card_lines("melee: Y*"))
    able = replace(BATMAN, skills=skills("Ambidextry 1"))
    at = fight(able, THUGS, 2, (baton, baton))
    field = next(
        field
        for prompt in GAME.prompts(at.state)
        if prompt.do == "attack" and prompt.fixed["kind"] == "melee"
        for field in prompt.fields
        if field.name == "weapons"
    )
    both = tuple(str(choice.value) for choice in field.choices)
    assert (len(set(both)), field.high) == (2, 2)
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:0", 1, both), **SAME)
    assert colours(at.state.open.roll) == ["yellow", "yellow", "red"]


def test_support_nobody_lends_is_refused():
    at = fight(BATMAN, THUGS)
    alone = a.HeroAttack(0, "melee", f"tile:{THUGS.name}:0", 1, support=1)
    assert at.no(alone, **SAME) == "E_RANGE"

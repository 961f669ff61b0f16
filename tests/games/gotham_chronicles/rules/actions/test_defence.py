"""Tests of what a target does against an attack: cubes, dice, skills, and what gets through."""

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import card_lines, skills, space
from games.gotham_chronicles.box.sheets import EquipmentCard
from tests.games.gotham_chronicles.sheets import (
    BANE,
    BATMAN,
    CROC,
    DEADSHOT,
    GORDON,
    OFFICERS,
    RENEE,
    VEST,
)
from tests.games.gotham_chronicles.table import (
    GAME,
    SAME,
    SEEN,
    SPEAKER,
    a,
    colours,
    fight,
    raid,
    table,
)


def test_defence_has_limits_on_both_sides():
    """Page 47: five Orange dice for this hero, four for the villain."""
    at = raid(CROC)
    at.do(a.MiniAttack("melee", "hero:0", 0), **SAME)
    at.do(a.Total(6))
    assert at.no(a.Defend(6)) == "E_LIMIT"
    at.do(a.Defend(5))
    assert colours(at.state.open.defence) == ["orange"] * 6
    at.do(a.Total(6))
    hero = fight(BATMAN, BANE, 1)
    hero.post(reserve=6, fatigue=0)
    hero.do(a.HeroAttack(0, "melee", "tile:Bane:0", 3), **SAME)
    hero.do(a.Total(5))
    assert hero.no(a.Defend(5)) == "E_LIMIT"
    hero.do(a.Defend(4))
    assert colours(hero.state.open.defence) == ["orange"] * 4


def test_a_vest_adds_its_die():
    at = table((GORDON,), ((CROC, 1),), (VEST,), (("Bulletproof Vest",),), depth="full")
    at.heroes_act()
    at.to("V3")
    at.do(a.Activate("Killer Croc"), a.StartMini())
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2), a.Defend(1, cards=("Bulletproof Vest",)))
    assert colours(at.state.open.defence) == ["yellow", "orange"]
    assert at.state.open.defence.arrows == ("yellow",)


def test_hero_just_back_defends_with_automatic_die_alone():
    at = raid(CROC)
    at.lay(0, 0, 6, 5)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2), a.Defend(0))
    assert colours(at.state.open.defence) == ["orange"]
    at.do(a.RollFaces((2,)))
    assert at.zones(0) == (0, 6, 5)


def test_nothing_to_spend_or_roll_defends_at_once():
    at = raid(CROC, GORDON)
    at.lay(0, 0, 9, 0)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2))
    assert at.zones(0) == (0, 7, 2)


def test_only_the_target_defends():
    at = raid(CROC)
    at.do(a.MiniAttack("melee", "hero:0", 1), actor=1, **SAME)
    at.do(a.Total(2), actor=1)
    assert at.no(a.Defend(0, 0), actor=1) == "E_NOT_ACTIVE"
    at.do(a.Defend(0, 2), actor=0)


def test_untouchable_helps_against_shots_only():
    for kind, tile, wounds in (("ranged", DEADSHOT, 1), ("melee", CROC, 2)):
        at = raid(tile, replace(GORDON, skills=skills("Untouchable 1")))
        at.do(a.MiniAttack(kind, "hero:0", 1), **(SEEN if kind == "ranged" else SAME))
        at.do(a.Total(2), a.Defend(0, 0))
        assert at.zones(0)[2] == wounds


def test_wounds_of_a_defender_ask_for_the_space():
    at = raid(CROC, GORDON)
    at.lay(0, 5, 0, 0, reroll=3, defence=1)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(1))
    assert at.ask(a.Defend(0)).code == "WOUND_FROM"
    at.do(a.Defend(0), WOUND_FROM="reroll:1")
    assert at.on(0, "reroll") == 2


def test_allies_defend_with_cubes_on_leaders_thought_space():
    at = raid(CROC, RENEE)
    at.lead(OFFICERS)
    at.do(a.MiniAttack("melee", "tile:GCPD Officers:0", 1), **SAME)
    at.do(a.Total(3), a.Defend(2))
    assert colours(at.state.open.defence) == ["orange", "orange"]
    assert at.on(0, "thought") == 2
    at.do(a.Total(1))
    assert at.tile("GCPD Officers").removed == 1


def test_harmless_attacks_wound_only_by_poison():
    ivy = replace(CROC, name="Ivy", skills=skills("Poison 4"), traits=("Harmless",))
    at = raid(ivy, GORDON)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2), a.Defend(0, 0))
    assert at.zones(0)[2] == 4


def test_sacrifice_takes_successes_before_the_roll():
    spoiler = replace(GORDON, name="Spoiler", skills=skills("Sacrifice 2"))
    at = raid(CROC, BATMAN, spoiler)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Shield("hero:1"))
    at.do(a.Total(3))
    assert (at.zones(1)[2], at.state.open.successes) == (2, 1)


def offered(at, do):
    return next(prompt for prompt in GAME.prompts(at.state) if prompt.do == do)


def test_nobody_shields_from_where_he_is_not():
    spoiler = replace(GORDON, name="Spoiler", skills=skills("Sacrifice 2"))
    at = raid(CROC, BATMAN, spoiler)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    batman, fallen = at.state.heroes
    fallen = replace(fallen, spaces=(0,) * len(fallen.spaces), reserve=0, wounds=fallen.sheet.total)
    at.state = replace(at.state, heroes=(batman, fallen))
    assert [each.do for each in GAME.prompts(at.state) if each.do == "sacrifice"] == []
    assert at.no(a.Shield("hero:1")) == "E_NO_SKILL"


def test_guard_beside_target_takes_only_his_level_off():
    guard = replace(GORDON, skills=skills("Body Guard 2"))
    at = raid(CROC, BATMAN, guard)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(4))
    wounds = at.zones(0)[2]
    assert [field.high for field in offered(at, "defend").fields if field.name == "guard"] == [2]
    at.do(a.Defend(0, 0, guard=2))
    assert at.zones(0)[2] == wounds + 2


def test_miniature_finishes_attack_before_doing_something_else():
    at = raid(CROC)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    assert at.no(a.Automatic("manipulation", what="pull a lever")) == "E_ACTION_OPEN"


def test_immobilization_lays_a_hero_down():
    at = raid(replace(CROC, skills=skills("Immobilization 2")), GORDON)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2), a.Defend(0, 0))
    assert at.state.heroes[0].laid == "down"
    assert at.state.heroes[0].bonus == 0


def test_miniature_laid_down_stands_up_without_bonus():
    hero = replace(BATMAN, melee=space("R", 4), skills=skills("Immobilization 2"))
    at = table((hero,), ((CROC, 2),), depth="full")
    at.heroes_act()
    for mini in (1, 2):
        at.do(a.HeroAttack(0, "melee", f"tile:Killer Croc:{mini}", 2), **SAME)
        at.do(a.Total(5), a.Defend(0))
    assert [mini.laid for mini in at.tile("Killer Croc").minis] == [True, True]
    at.do(a.Hurt("Killer Croc", 9, 1))
    assert at.mini("Killer Croc", 2).laid
    assert [life["laid"] for life in GAME.board(at.state, None)["post"]["lives"]] == [True]
    at.to("V3")
    at.do(a.Activate("Killer Croc"), a.StartMini())
    assert (at.state.activation.bonus, at.mini("Killer Croc", 2).laid) == (0, False)
    at.do(a.EndMini(), a.Activate("Killer Croc"), a.StartMini())
    assert at.state.activation.bonus == 3


def test_the_defence_prompt_says_what_comes_for_nothing():
    at = raid(CROC)
    at.do(a.MiniAttack("melee", "hero:0", 0), **SAME)
    at.do(a.Total(6))
    prompt = GAME.prompts(at.state)[0]
    assert (prompt.do, SPEAKER.say(prompt.help)) == (
        "defend",
        "Without cubes: 1 die (Orange); each cube adds one",
    )


def test_what_is_worn_is_ticked_beforehand():
    at = raid(CROC, GORDON)
    flask = EquipmentCard("Flask", lines=card_lines("defence: Y"), once=True)
    at.hero(0, cards=(VEST, flask))
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2))
    (prompt,) = [each for each in GAME.prompts(at.state) if each.do == "defend"]
    cards = next(field for field in prompt.fields if field.name == "cards")
    assert cards.default == [VEST.name]
    assert [choice.value for choice in cards.choices] == [VEST.name, "Flask"]


def test_no_more_symbols_offered_than_dice_can_show():
    at = fight(BATMAN, CROC, 1)
    at.post(reserve=2, fatigue=0)
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:1", 3), **SAME)
    at.do(a.Total(9))
    (prompt,) = [each for each in GAME.prompts(at.state) if each.do == "defend"]
    assert next(each.high for each in prompt.fields if each.name == "symbols") == 8


def test_nobody_guards_or_supports_who_is_not_there():
    at = raid(CROC, BATMAN, GORDON)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(2))
    assert at.no(a.Defend(0, guard=3)) == "E_RANGE"
    assert at.no(a.Defend(0, support=1)) == "E_RANGE"
    at.hero(1, sheet=replace(GORDON, skills=skills("Body Guard 3, Support 1")))
    at.do(a.Defend(0, guard=3, support=1))

"""Manipulation, thought and cards."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, card_lines, skills
from games.gotham_chronicles.rules.common.skills import level
from games.gotham_chronicles.state import DroppedCard
from tests.games.gotham_chronicles.sheets import (
    BATARANGS,
    BATMAN,
    CITIZENS,
    GORDON,
    GUN,
    HACKING,
    HARLEY,
    MEDIKIT,
    PLANTS,
    RENEE,
    THUGS,
    TONFA,
    VEST,
)
from tests.games.gotham_chronicles.table import GAME, At, a, table

CARDS = (MEDIKIT, VEST, TONFA, GUN, HACKING, BATARANGS)
TOGETHER = {"SAME_AREA": "yes", "CONSENT": "yes"}


def pair(batman: tuple[str, ...] = (), gordon: tuple[str, ...] = (), cards=CARDS) -> At:
    at = table((BATMAN, GORDON), ((THUGS, 2),), cards, (batman, gordon), depth="full")
    at.heroes_act()
    return at


def act(tile, *heroes) -> At:
    at = table(heroes or (BATMAN,), ((tile, 1),), depth="full")
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(tile.name), a.StartMini())
    return at


# -- the rulebook's examples ---------------------------------------------------------------


def test_gordon_carries_five_and_loses_retaliation():
    """Page 23."""
    gordon = pair(gordon=("Tonfa", "Submachine Gun")).state.heroes[1]
    assert (gordon.encumbrance, gordon.bonus, level(gordon, "Retaliation")) == (5, 1, 0)
    assert level(pair(gordon=("Tonfa",)).state.heroes[1], "Retaliation") == 2


def test_the_thrown_medikit_falls_two_areas_away():
    """Page 24: distance 3, 3 successes, weight 1."""
    at = pair(("Medikit",))
    at.do(a.Throw(0, "Medikit", 3, 2, "roof"), a.Total(3))
    assert at.notes[-1] == "thrown-short"
    assert "2 areas" in at.said[-1]
    assert at.state.heroes[0].cards == ()
    assert at.state.ground == (DroppedCard(MEDIKIT, ""),)
    assert (at.zones(0)[0], at.on(0, "manipulation")) == (9, 2)


def test_a_throw_that_reaches_lands_where_it_should():
    at = pair(("Medikit",))
    at.do(a.Throw(0, "Medikit", 2, 2, "roof"), a.Total(4))
    assert at.state.ground == (DroppedCard(MEDIKIT, "roof"),)


def test_a_throw_without_success_stays_here():
    at = pair(("Medikit",))
    at.do(a.Throw(0, "Medikit", 2, 1), a.Total(0))
    assert "0 areas" in at.said[-1]


def test_gordon_takes_the_submachine_gun():
    """Page 41: Gordon pays the cube, Batman nothing; the load is 5."""
    at = pair(("Submachine Gun",), ("Tonfa",))
    assert at.ask(a.TakeCard(1, 0, "Submachine Gun")).code == "SAME_AREA"
    assert at.ask(a.TakeCard(1, 0, "Submachine Gun"), SAME_AREA="yes").code == "CONSENT"
    at.do(a.TakeCard(1, 0, "Submachine Gun"), **TOGETHER)
    assert at.state.heroes[1].encumbrance == 5
    assert (at.on(1, "manipulation"), at.on(0, "manipulation")) == (1, 0)


def test_batman_opens_the_safe():
    """Page 43: three Orange dice, three successes against difficulty 3; he carries the gun."""
    at = pair()
    at.do(a.HeroTask(0, "manipulation", 3, 3, "open the safe"))
    assert [die.colour for die in at.state.open.roll.dice] == ["orange"] * 3
    at.do(a.Total(3))
    assert "task-done" in at.notes
    at.state = replace(at.state, ground=(DroppedCard(GUN),))
    at.do(a.GetCard(0, "Submachine Gun"))
    assert at.state.heroes[0].encumbrance == 4


def test_gordon_moves_the_hostage_with_one_cube():
    """Page 44: an automatic thought costs one cube and needs no dice."""
    at = pair()
    at.do(a.Automatic("thought", 1, "move the hostage"))
    assert (at.on(1, "thought"), at.state.open) == (1, None)


def test_a_thug_primes_a_bomb_after_rerolling_white():
    """Page 46: White and Yellow give 1, the White die rolled again 2 more: difficulty 3."""
    at = act(THUGS)
    at.do(a.MiniTask("thought", 3, what="prime a bomb"), a.RollFaces((0, 1)))
    assert [die.colour for die in at.state.open.roll.dice] == ["white", "yellow"]
    at.do(a.RerollDie(0, 2, "free"), a.Keep())
    assert "task-done" in at.notes


def test_harley_rerolls_one_of_her_two_dice():
    """Page 50."""
    at = act(HARLEY)
    at.do(a.MiniTask("manipulation", 4), a.RollFaces((0, 0)), a.RerollDie(0, 1, "free"))
    assert at.no(a.RerollDie(1, 1, "free")) == "E_NO_FREE_REROLL"


def test_a_plant_manipulates_only_by_its_skill():
    """Page 28."""
    at = act(PLANTS)
    assert at.no(a.MiniTask("manipulation", 2)) == "E_NO_CHARACTERISTIC"
    assert at.no(a.Automatic("manipulation", what="pull a lever")) == "E_NO_CHARACTERISTIC"
    at.do(a.Automatic("manipulation", what="Attraction"))


# -- complex -------------------------------------------------------------------------------


def test_hindering_and_shackles_come_off_a_complex_action():
    at = pair()
    at.hero(0, shackles=1)
    at.do(a.HeroTask(0, "thought", 2, 2, enemies=3, allies=1), a.Total(4))
    assert "task-failed" in at.notes
    assert at.on(0, "thought") == 2


def freeing(at: At, hero: int) -> dict[str, object]:
    prompts = GAME.prompts(at.state)
    return next(p.fixed for p in prompts if "frees" in p.fixed and p.fixed["hero"] == hero)


def test_an_ally_in_the_area_takes_shackles_off():
    at = pair()
    at.hero(0, shackles=2)
    fixed = freeing(at, 1)
    assert fixed == {"hero": 1, "kind": "manipulation", "difficulty": 2, "frees": "hero:0"}
    assert at.no(a.HeroTask(**fixed), SAME_AREA="no") == "E_OUT_OF_REACH"
    at.do(a.HeroTask(**fixed), SAME_AREA="yes")
    at.do(a.Total(2))
    assert at.notes[-1] == "unshackled"
    assert at.state.heroes[0].shackles == 0


def test_bearer_is_hampered_by_shackles_it_breaks():
    at = pair()
    at.hero(0, shackles=2)
    at.do(a.HeroTask(0, "manipulation", 0, 2, frees="hero:0"), a.Total(3))
    assert "task-failed" in at.notes
    assert at.state.heroes[0].shackles == 2
    assert at.no(a.HeroTask(0, "thought", 2, frees="hero:0")) == "E_NO_TARGET"
    assert at.no(a.HeroTask(0, "manipulation", 2, frees="hero:1")) == "E_NO_TARGET"
    assert at.no(a.HeroTask(0, "manipulation", 2, frees="nobody")) == "E_NO_TARGET"


def test_a_villains_miniature_is_freed_too():
    tile = replace(THUGS, manipulation=ability("2O"))
    at = act(tile)
    at.do(a.UnShackle(THUGS.name, 1))
    assert [p.fixed for p in GAME.prompts(at.state) if "frees" in p.fixed]
    at.do(a.MiniTask("manipulation", 1, frees="tile:Thugs with Crowbar:0"), SAME_AREA="yes")
    at.do(a.Total(3))
    assert at.mini(THUGS.name).shackles == 0


def test_nerves_of_steel_calms_the_crowd():
    at = table((replace(GORDON, skills=skills("Nerves of Steel 2")),), depth="full")
    at.heroes_act()
    at.do(a.HeroTask(0, "thought", 2, 2, enemies=3))
    assert at.state.open.less == 1


def test_a_skill_the_mission_names_adds_its_level():
    at = table(
        (replace(GORDON, skills=skills("Hacking 2")),),
        cards=CARDS,
        carried=(("Hacking Equipment",),),
        depth="full",
    )
    at.heroes_act()
    at.do(a.HeroTask(0, "thought", 3, 1, skill="Hacking", tools=("Hacking Equipment",)))
    assert at.state.open.plus == 3
    assert at.no(a.HeroTask(0, "thought", 3, 1, skill="Combo")) == "E_ACTION_OPEN"


def test_only_named_skills_add_to_complex_actions():
    at = pair()
    assert at.no(a.HeroTask(0, "thought", 3, 1, skill="Combo")) == "E_NO_SKILL"


def test_tools_of_one_name_do_not_add_up():
    at = pair(cards=CARDS)
    at.hero(1, cards=(HACKING, HACKING))
    twice = a.HeroTask(1, "thought", 2, 1, tools=("Hacking Equipment", "Hacking Equipment"))
    assert at.no(twice) == "E_SAME_TOOL"
    at.hero(1, cards=(HACKING,))
    assert at.no(twice) == "E_LINE"


def test_only_tools_help_complex_actions():
    at = pair(gordon=("Tonfa",))
    assert at.no(a.HeroTask(1, "thought", 2, 1, tools=("Tonfa",))) == "E_CARD_KIND"
    assert at.no(a.HeroTask(1, "thought", 2, 1, tools=("Rope",))) == "E_NOT_CARRIED"


def test_one_time_tool_leaves_game_after_action():
    pellet = replace(MEDIKIT, name="Pellet", lines=card_lines("manipulation: O"))
    at = pair(gordon=("Pellet",), cards=(pellet,))
    at.do(a.HeroTask(1, "manipulation", 2, 1, tools=("Pellet",)), a.Total(1))
    assert (at.state.heroes[1].cards, at.state.gone) == ((), ("Pellet",))
    assert at.no(a.DropCards(1, "Pellet")) == "E_NOT_CARRIED"


def test_screams_cost_no_cube_and_come_once_round():
    canary = replace(BATMAN, skills=skills("Scream 2, Blast 1"))
    at = table((canary,), depth="full")
    at.heroes_act()
    at.do(a.Automatic("manipulation", 0, "Scream"), a.Waive())
    assert at.on(0, "manipulation") == 0
    assert at.no(a.Automatic("manipulation", 0, "Scream")) == "E_ONCE_PER_ROUND"
    at.do(a.Automatic("manipulation", 0, "Blast"))
    assert at.on(0, "manipulation") == 1
    other = pair()
    assert other.no(a.Automatic("manipulation", 0, "Scream")) == "E_NO_SKILL"


# -- carrying ------------------------------------------------------------------------------


def test_picking_up_costs_cube_and_respects_load():
    at = pair(("Submachine Gun",))
    at.state = replace(at.state, ground=(DroppedCard(replace(VEST, weight=3)), DroppedCard(TONFA)))
    before = at.zones(0)
    assert at.no(a.PickUp(0, "Bulletproof Vest")) == "E_ENCUMBRANCE"
    assert at.zones(0) == before
    assert at.no(a.PickUp(0, "Tonfa"), CARD_HERE="no") == "E_DIFFERENT_AREA"
    at.do(a.PickUp(0, "Tonfa"), CARD_HERE="yes")
    assert (at.on(0, "manipulation"), len(at.state.ground)) == (1, 1)
    assert at.no(a.PickUp(0, "Crown")) == "E_NO_CARD"


def test_passing_needs_consent_one_area_and_room():
    at = pair(("Submachine Gun",), ("Tonfa", "Bulletproof Vest"))
    give = a.Give(0, 1, "Submachine Gun")
    assert at.no(give) == "E_ENCUMBRANCE"
    at.do(a.DropCards(1, "Bulletproof Vest"))
    assert at.no(give, SAME_AREA="no") == "E_DIFFERENT_AREA"
    assert at.no(give, SAME_AREA="yes", CONSENT="no") == "E_CONSENT"
    at.do(give, **TOGETHER)
    assert (at.on(0, "manipulation"), at.on(1, "manipulation")) == (1, 0)
    assert at.no(a.Give(0, 0, "Submachine Gun")) == "E_SAME_HERO"


def test_a_neutralized_hero_may_still_be_taken_from():
    at = pair(("Submachine Gun",))
    at.lay(0, 0, 0, 11)
    at.do(a.TakeCard(1, 0, "Submachine Gun"), **TOGETHER)


def test_gadgets_never_change_place():
    at = pair()
    at.hero(0, cards=(BATARANGS,))
    for action in (
        a.DropCards(0, "Batarangs"),
        a.Give(0, 1, "Batarangs"),
        a.Throw(0, "Batarangs", 1),
    ):
        assert at.no(action) == "E_GADGET"
    assert at.no(a.TakeCard(1, 0, "Batarangs")) == "E_GADGET"


def test_dropping_is_free_anytime_even_when_neutralized():
    at = pair(("Bulletproof Vest", "Medikit"))
    at.do(a.Wound(0, 11), a.Next(), a.DropCards(0, "Bulletproof Vest", "alley"), actor=None)
    assert at.state.heroes[0].encumbrance == 1
    assert at.state.ground[-1].area == "alley"
    assert at.no(a.DropCards(0, "Medikit"), actor=2) == "E_NOT_ACTIVE"


def test_a_card_in_use_is_not_dropped():
    at = pair(gordon=("Tonfa",))

    attack = a.HeroAttack(1, "melee", "tile:Thugs with Crowbar:0", 1, ("Tonfa",))
    at.do(attack, MELEE_TARGET="same")
    assert at.no(a.DropCards(1, "Tonfa")) == "E_CARD_IN_USE"
    assert at.no(a.UseCard(1, "Tonfa")) == "E_CARD_IN_USE"
    assert not {"drop", "use"} & {prompt.do for prompt in GAME.prompts(at.state)}


def test_restrictions_bar_using_not_carrying():
    at = pair(("Submachine Gun",))
    assert at.no(a.UseCard(0, "Submachine Gun")) == "E_LETHAL"
    at.do(a.DropCards(0, "Submachine Gun"))


# -- rerolls -------------------------------------------------------------------------------


@pytest.fixture
def rolled():
    at = table((replace(RENEE, thought=RENEE.melee),), ((CITIZENS, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroTask(0, "thought", 4, 2), a.RollFaces((0, 1)))
    return at


def test_die_has_one_free_reroll_unlimited_paid_ones(rolled):
    rolled.do(a.RerollDie(0, 1, "free"))
    assert rolled.no(a.RerollDie(0, 2, "free")) == "E_FREE_REROLL_USED"
    rolled.do(a.RerollDie(0, 2, "paid"), a.RerollDie(0, 1, "paid"))
    assert rolled.on(0, "reroll") == 2


def test_paying_closes_the_free_rerolls(rolled):
    rolled.do(a.RerollDie(0, 1, "paid"))
    assert rolled.no(a.RerollDie(1, 2, "free")) == "E_REROLL_STEP"


def test_paid_rerolls_have_limit_and_last_settles_roll(rolled):
    rolled.do(*[a.RerollDie(0, 1, "paid")] * 4)
    assert rolled.state.open is None
    assert "task-failed" in rolled.notes


def test_luck_rerolls_any_die_again_before_paying():
    lucky = replace(RENEE, skills=skills("Luck 2"))
    at = table((lucky,), depth="full")
    at.heroes_act()
    at.do(a.HeroTask(0, "thought", 4, 2), a.RollFaces((0, 1)))
    at.do(a.RerollDie(0, 1, "bonus"), a.RerollDie(0, 2, "bonus"))
    assert at.no(a.RerollDie(0, 2, "bonus")) == "E_NO_BONUS_REROLL"


def test_misfortune_belongs_to_the_other_side():
    scarecrow = replace(THUGS, name="Scarecrow", skills=skills("Misfortune 1"))
    at = table((RENEE,), ((scarecrow, 1),), depth="full")
    at.heroes_act()
    at.do(a.HeroTask(0, "thought", 4, 2), a.RollFaces((2, 1)))
    assert at.no(a.Misfortune(0, 0), actor=0) == "E_NOT_ACTIVE"
    at.do(a.Misfortune(0, 0), actor=1)
    assert at.no(a.Misfortune(0, 0), actor=1) == "E_NO_BONUS_REROLL"


def test_faces_are_checked_against_the_dice(rolled):
    assert rolled.no(a.RerollDie(0, 5, "free")) == "E_RANGE"
    assert rolled.no(a.RerollDie(7, 1, "free")) == "E_RANGE"
    assert rolled.no(a.RollFaces((1, 1))) == "E_ROLLED"
    known = table((RENEE,), depth="full")
    known.state = replace(known.state, faces=((0, 1), (0, 1), (0, 1, 2), (0, 3), (4,)))
    known.heroes_act()
    known.do(a.HeroTask(0, "thought", 4, 1))
    assert known.ask(a.RollFaces((4,))).weight == "warn"
    assert known.no(a.RollFaces((1, 1))) == "E_DICE"
    assert known.no(a.Keep()) == "E_NOT_ROLLED"
    known.do(a.RollFaces((4,)), FACE="anyway")


def test_there_is_nothing_to_tell_without_a_roll():
    at = pair()
    assert at.no(a.RollFaces((1,))) == "E_NO_ROLL"
    assert at.no(a.Total(1)) == "E_NO_ROLL"


# -- cards that are offered ----------------------------------------------------------------


def cards_offered(at: At, do: str, **fixed: object) -> list[object]:
    for prompt in GAME.prompts(at.state):
        if prompt.do == do and all(prompt.fixed.get(key) == value for key, value in fixed.items()):
            return [choice.value for choice in prompt.fields[0].choices]
    return []


def test_picking_up_offers_no_overweight_card_or_gadget():
    at = table((BATMAN, GORDON), cards=(GUN, TONFA, VEST), carried=(("Submachine Gun",), ()))
    at.heroes_act()
    at.state = replace(
        at.state, ground=tuple(map(DroppedCard, (TONFA, replace(VEST, weight=3), BATARANGS)))
    )
    assert cards_offered(at, "pick", hero=0) == ["Tonfa"]
    assert cards_offered(at, "gain", hero=0) == ["Tonfa", "Batarangs"]
    assert cards_offered(at, "gain", hero=1) == ["Tonfa", "Bulletproof Vest"]


def test_card_is_offered_only_to_who_can_carry():
    at = table(
        (BATMAN, GORDON), cards=(GUN, VEST), carried=(("Submachine Gun",), ("Bulletproof Vest",))
    )
    at.heroes_act()
    assert cards_offered(at, "give", hero=0) == ["Submachine Gun"]
    at.hero(1, cards=(replace(VEST, weight=4),))
    assert cards_offered(at, "give", hero=0) == []
    assert cards_offered(at, "take", hero=1, other=0) == []


def test_nothing_changes_hands_while_an_action_is_open():
    at = table((BATMAN, GORDON), cards=(TONFA,), carried=(("Tonfa",), ()), depth="full")
    at.heroes_act()
    at.state = replace(at.state, ground=(DroppedCard(TONFA),))
    at.do(a.HeroTask(0, "manipulation", 2))
    for do in ("pick", "give", "take"):
        assert cards_offered(at, do) == []
    assert cards_offered(at, "drop", hero=0) == ["Tonfa"]

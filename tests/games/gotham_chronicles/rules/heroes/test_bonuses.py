"""Tests of what cards give to the rolls and steps they are for (p.22-25, 39, 58)."""

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import card_lines, skills
from games.gotham_chronicles.box.sheets import EquipmentCard, TileSheet
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, MEDIKIT, RENEE, TONFA
from tests.games.gotham_chronicles.table import GAME, At, a, table

THUG = "tile:Thugs:0"
SEEN = {"SIGHT": "sight", "MELEE_TARGET": "same"}


def helped(*cards: EquipmentCard, hero=GORDON, enemy: TileSheet | None = None) -> At:
    """Return a hero with these cards, active, against thugs or one enemy."""
    tiles = ((enemy, 1),) if enemy else ((TileSheet("Thugs"), 3),)
    at = table((hero,), tiles, cards, depth="full")
    at.hero(0, cards=cards)
    at.heroes_act()
    return at


def dice(at: At) -> list[str]:
    return [die.colour for die in at.state.open.roll.dice]


def offered(at: At, do: str) -> list:
    return [prompt for prompt in GAME.prompts(at.state) if prompt.do == do]


def test_weapon_without_line_shoots_with_heros_own_dice():
    """Page 39: one orange die a cube; the card adds nothing, but it is the one weapon."""
    gun = EquipmentCard("Old Gun", "ranged", 1)
    at = helped(gun)
    (prompt,) = [p for p in offered(at, "attack") if p.fixed["kind"] == "ranged"]
    weapons = next(field for field in prompt.fields if field.name == "weapons")
    assert [choice.value for choice in weapons.choices] == [gun.name]
    at.do(a.HeroAttack(0, "ranged", THUG, 2, (gun.name,)), **SEEN)
    assert dice(at) == ["orange", "orange"]


def test_weapon_without_line_keeps_to_its_kind():
    gun = EquipmentCard("Submachine Gun", "ranged", 4)
    at = helped(gun)
    assert at.no(a.HeroAttack(0, "melee", THUG, 1, (gun.name,)), **SEEN) == "E_CARD_KIND"
    assert at.no(a.HeroAttack(0, "ranged", THUG, 1, (f"{gun.name}|1",)), **SEEN) == "E_LINE"


def test_carried_tool_lends_task_its_skill_unticked():
    roll = EquipmentCard("Tool Roll", "tool", 1, lines=card_lines("any: Hacking 1, Y"))
    at = helped(roll)
    at.do(a.HeroTask(0, "thought", 3, 1, skill="Hacking"))
    assert at.state.open.plus == 1
    assert dice(at) == ["yellow", "yellow"]


def test_a_tool_ticked_does_not_count_twice():
    roll = EquipmentCard(
        "Tool Roll", "tool", 1, lines=card_lines("any: Hacking 1; thought: Hacking 2")
    )
    at = helped(roll)
    at.do(a.HeroTask(0, "thought", 3, 1, skill="Hacking", tools=("Tool Roll|1",)))
    assert at.state.open.plus == 2


def test_tool_lends_skill_only_to_matching_attack_kind():
    charm = EquipmentCard("Charm", "tool", 0, lines=card_lines("melee: Martial Arts 1, R"))
    at = helped(charm, TONFA)
    at.do(a.HeroAttack(0, "melee", THUG, 1, ("Tonfa",)), **SEEN)
    assert dice(at) == ["yellow", "orange", "red"]
    assert [skill.name for skill in at.state.open.skills] == ["Retaliation", "Martial Arts"]
    gun = EquipmentCard("Gun", "ranged", 1)
    at = helped(charm, gun)
    at.do(a.HeroAttack(0, "ranged", THUG, 1, ("Gun",)), **SEEN)
    assert dice(at) == ["orange"]


def test_two_tools_of_one_name_lend_once():
    charm = EquipmentCard("Charm", "tool", 0, lines=card_lines("any: Hacking 1"))
    at = helped(charm, charm)
    at.do(a.HeroTask(0, "thought", 3, 1, skill="Hacking"))
    assert at.state.open.plus == 1


def test_a_tool_lends_its_skill_to_the_defence():
    cloak = EquipmentCard("Cloak", "tool", 0, lines=card_lines("any: Impenetrable Defense 2"))
    at = helped(cloak, enemy=CROC)
    at.to("V3")
    at.post(reserve=8)
    at.do(a.Activate(CROC.name), a.StartMini(), a.MiniAttack("melee", "hero:0"), a.Total(5), **SEEN)
    at.do(a.Defend(0, 0))
    assert at.zones(0)[2] == 3


def test_a_lent_skill_works_in_a_free_attack():
    charm = EquipmentCard(
        "Charm", "tool", 0, lines=card_lines("any: Counterattack 1, Martial Arts 2")
    )
    at = helped(charm, enemy=CROC)
    at.to("V3")
    at.post(reserve=8)
    at.do(a.Activate(CROC.name), a.StartMini(), a.MiniAttack("melee", "hero:0"), a.Total(1), **SEEN)
    at.do(a.Defend(0, 0), a.FollowUp("counterattack"))
    assert [skill.name for skill in at.state.open.skills] == [
        "Retaliation",
        "Counterattack",
        "Martial Arts",
    ]


# -- a one-time card at the stance ---------------------------------------------------------


def stances(at: At) -> At:
    at.to("H3")
    return at


def test_medikit_heals_with_stance_and_leaves_game():
    """Page 22-23: Regeneration 2 once, before the recovery of the stance."""
    at = stances(helped(MEDIKIT, hero=BATMAN))
    at.lay(0, 8, 0, 3)
    (prompt,) = offered(at, "stance")
    fields = {field.name: field for field in prompt.fields}
    assert [choice.value for choice in fields["card"].choices] == ["Medikit"]
    assert fields["regenerate"].high == 2
    at.do(a.Stance(0, "active", card="Medikit"))
    assert at.notes == ["stance", "heal", "card-gone", "recover", "phase"]
    assert at.zones(0) == (10, 0, 1)
    assert (at.state.heroes[0].cards, at.state.gone) == ((), ("Medikit",))


def test_medikit_adds_to_skill_and_may_heal_less():
    hero = replace(BATMAN, skills=skills("Regeneration 1"))
    at = stances(helped(MEDIKIT, hero=hero))
    at.lay(0, 7, 0, 4)
    assert at.no(a.Stance(0, "active", 4, "Medikit")) == "E_RANGE"
    assert at.no(a.Stance(0, "active", 2)) == "E_RANGE"
    at.do(a.Stance(0, "active", 3, "Medikit"))
    assert at.zones(0) == (9, 1, 1)


def test_medikit_stays_where_no_wound_is_healed():
    at = stances(helped(MEDIKIT, hero=BATMAN))
    at.lay(0, 4, 4, 3)
    (prompt,) = offered(at, "stance")
    assert next(each for each in prompt.fields if each.name == "regenerate").optional
    at.do(a.Stance(0, "active", 0, "Medikit"))
    assert "heal" not in at.notes
    assert at.zones(0)[2] == 3
    assert [card.name for card in at.state.heroes[0].cards] == ["Medikit"]


def test_a_medikit_does_nothing_elsewhere():
    at = helped(MEDIKIT, hero=BATMAN)
    assert at.no(a.UseCard(0, "Medikit")) == "E_AT_STANCE"
    assert offered(at, "use") == []
    at = stances(at)
    assert at.no(a.Stance(0, "active", card="Medikit")) == "E_NO_SKILL"
    (prompt,) = offered(at, "stance")
    assert [field.name for field in prompt.fields] == ["stance"]


def test_a_neutralized_hero_uses_no_medikit():
    at = stances(helped(MEDIKIT, hero=BATMAN))
    at.lay(0, 0, 0, 11)
    assert at.no(a.Stance(0, "resting", card="Medikit")) == "E_NEUTRALIZED"
    assert "card" not in [field.name for field in offered(at, "stance")[0].fields]


def test_only_healing_card_is_used_with_stance():
    at = stances(helped(TONFA, hero=BATMAN))
    at.lay(0, 8, 0, 3)
    assert at.no(a.Stance(0, "active", card="Tonfa")) == "E_NO_SKILL"
    assert at.no(a.Stance(0, "active", card="Medikit")) == "E_NOT_CARRIED"


def test_chosen_medikit_is_not_dropped_before_healing():
    at = table((BATMAN, RENEE), cards=(MEDIKIT,), carried=(("Medikit",),))
    at.to("H3")
    at.lay(0, 8, 0, 3)
    at.do(a.Stance(0, "active", card="Medikit"))
    assert at.no(a.DropCards(0, "Medikit")) == "E_CARD_IN_USE"
    at.do(a.Stance(0, "active"), a.DropCards(0, "Medikit"))


# -- cards in use --------------------------------------------------------------------------


def test_card_in_air_is_neither_dropped_nor_used():
    flare = EquipmentCard("Flare", "object", 1, lines=card_lines("any: Luck 1"))
    at = helped(flare)
    at.do(a.Throw(0, "Flare", 2, 1))
    assert at.no(a.DropCards(0, "Flare")) == "E_CARD_THROWN"
    assert at.no(a.UseCard(0, "Flare")) == "E_CARD_THROWN"
    assert at.no(a.DropCards(0, "Flare"), **{"override:E_CARD_THROWN": "we"}) == "E_CARD_THROWN"
    at.do(a.RollFaces((2,)))
    at.do(a.Keep())
    assert [lying.card.name for lying in at.state.ground] == ["Flare"]


def test_second_copy_may_be_dropped_while_first_flies():
    at = helped(TONFA, TONFA)
    at.do(a.Throw(0, "Tonfa", 2, 1), a.DropCards(0, "Tonfa"))
    assert at.no(a.DropCards(0, "Tonfa")) == "E_CARD_THROWN"


def test_same_named_card_is_free_at_another_hero():
    at = table((BATMAN, RENEE), cards=(TONFA,), carried=(("Tonfa",), ("Tonfa",)), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", THUG, 1, ("Tonfa",)), **SEEN)
    assert at.no(a.DropCards(0, "Tonfa")) == "E_CARD_IN_USE"
    at.do(a.DropCards(1, "Tonfa"))


# -- the villain's free reroll of the harder game ------------------------------------------


def villains_roll() -> At:
    at = table((BATMAN,), ((CROC, 1),), depth="full", variants=("H2",))
    at.heroes_act()
    at.to("V3")
    at.post(reserve=8, free_reroll=True)
    at.do(a.Activate(CROC.name), a.StartMini(), a.MiniAttack("melee", "hero:0", 1), **SEEN)
    return at


def test_total_says_whether_free_reroll_was_used():
    """Page 58: one in each side's turn; told as a total it is used up as well."""
    at = villains_roll()
    assert at.ask(a.Total(3)).code == "FREE_REROLL"
    at.do(a.Total(3), FREE_REROLL="yes")
    assert "free-reroll" in at.notes
    assert not at.state.post.free_reroll
    at = villains_roll()
    at.do(a.Total(3), FREE_REROLL="no")
    assert "free-reroll" not in at.notes
    assert at.state.post.free_reroll


def test_defence_total_says_whether_free_reroll_was_used():
    at = table((BATMAN,), ((CROC, 1),), depth="full", variants=("H2",))
    at.heroes_act()
    at.post(reserve=8, free_reroll=True)
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:0", 3), a.Total(9), **SEEN)
    at.do(a.Defend(1, 2), FREE_REROLL="yes")
    assert at.notes[:3] == ["defends", "total", "free-reroll"]
    assert not at.state.post.free_reroll


def test_nothing_is_asked_when_free_reroll_is_gone():
    at = villains_roll()
    at.state = replace(at.state, post=replace(at.state.post, free_reroll=False))
    roll = replace(at.state.open.roll, arrows=())
    at.state = replace(at.state, open=replace(at.state.open, roll=roll))
    at.do(a.Total(3))

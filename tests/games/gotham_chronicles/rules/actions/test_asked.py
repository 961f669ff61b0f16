"""A choice is asked where there is one, and only there."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, skills
from games.gotham_chronicles.box.sheets import EquipmentCard, TileSheet
from tests.games.gotham_chronicles.sheets import (
    BATARANGS,
    BATMAN,
    CROWBAR,
    GORDON,
    MEDIKIT,
    OFFICERS,
    PISTOL,
    THUGS,
)
from tests.games.gotham_chronicles.table import GAME, SAME, At, a, raid, table, walk

PAIR = TileSheet("Pair", life=4)
ACTS = ("attack", "task", "throw")


def fields(at: At, do: str, nth: int = 0) -> dict[str, list[object]]:
    """Return the inputs of a prompt, each with the values it offers."""
    found = [prompt for prompt in GAME.prompts(at.state) if prompt.do == do]
    return {field.name: [each.value for each in field.choices] for field in found[nth].fields}


def activated(sheet: TileSheet, n: int) -> At:
    """Return a table in the villain's turn, no one of the tile acting yet."""
    at = table((BATMAN,), ((sheet, n),), depth="full")
    at.heroes_act()
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(sheet.name))
    return at


@pytest.mark.parametrize(
    ("wounds", "asked"),
    [((), {}), ((1,), {"mini": [1, 2]}), ((1, 2), {"mini": [1, 2, 3]})],
    ids=["all alike", "one of another life", "none alike"],
)
def test_which_miniature_acts_is_asked_where_they_differ(wounds, asked):
    at = activated(PAIR, 3)
    for number, n in enumerate(wounds, 1):
        at.do(a.Hurt(PAIR.name, n, number))
    assert fields(at, "mini") == asked


def test_dice_are_asked_where_tile_has_two_sets():
    for text, asked in (("Y", None), ("Y or 2O", [0, 1])):
        at = raid(replace(THUGS, melee=ability(text)))
        assert fields(at, "strike").get("option") == asked


def test_descent_is_asked_where_hero_can_leave_ground():
    assert "level" in fields(walk(), "move", 1)
    bound = replace(BATMAN, traits=("Reduced Mobility",))
    assert "level" not in fields(walk(bound), "move", 1)


def test_walls_are_asked_of_those_who_break_them():
    for text, there in (("", False), ("Wall Breaker 2", True)):
        at = walk(replace(BATMAN, skills=skills(text)))
        asked = fields(at, "move", 1)
        assert ("between" in asked) == there
        assert ("wall" in asked["kind"]) == there


@pytest.mark.parametrize(("limits", "there"), [(2, False), (3, True)])
def test_wall_is_offered_to_who_can_pay_it(limits, there):
    """Page 35: a wall costs two points on top of the move itself."""
    text = f"Pushing Limits {limits}, Wall Breaker 1"
    at = walk(replace(BATMAN, skills=skills(text), bonuses=((0, 0),)))
    at.lay(0, 0, fatigue=11)
    assert ("wall" in fields(at, "move")["kind"]) == there


# -- what an attack asks -------------------------------------------------------------------


def bounds(at: At, do: str, **fixed: object) -> dict[str, tuple[object, ...]]:
    """Return the inputs of the prompt with these facts, each with its ends and what it proposes."""
    (prompt,) = [
        each
        for each in GAME.prompts(at.state)
        if each.do == do and fixed.items() <= each.fixed.items()
    ]
    return {field.name: (field.low, field.high, field.default) for field in prompt.fields}


def armed(*cards: EquipmentCard, skills_: str = "") -> At:
    """Return two heroes and Thugs; the first one is armed."""
    carried = (tuple(card.name for card in cards),)
    hero = replace(BATMAN, skills=skills(skills_), traits=())
    at = table((hero, GORDON), ((THUGS, 2),), cards, carried, depth="full")
    at.heroes_act()
    return at


def test_weapons_are_asked_of_those_who_carry_some():
    """Page 25: a melee attack may do without, a ranged one needs exactly one."""
    bare = armed()
    assert "weapons" not in bounds(bare, "attack", hero=0, kind="melee")
    assert {p.fixed["kind"] for p in GAME.prompts(bare.state) if p.do == "attack"} == {"melee"}
    club = armed(CROWBAR, BATARANGS)
    assert bounds(club, "attack", kind="melee", hero=0)["weapons"] == (0, 1, ["Crowbar"])
    assert bounds(club, "attack", kind="ranged", hero=0)["weapons"] == (1, 1, ["Batarangs"])
    for each, two in ((armed(PISTOL), []), (armed(PISTOL, BATARANGS), ["Batarangs"])):
        asked = bounds(each, "attack", kind="ranged", hero=0)["weapons"]
        assert asked == (1, 1, ["Two-line Pistol|0"])
        (prompt,) = [p for p in GAME.prompts(each.state) if p.fixed.get("kind") == "ranged"]
        weapons = next(f for f in prompt.fields if f.name == "weapons")
        lines = ["Two-line Pistol|0", "Two-line Pistol|1"]
        assert [choice.value for choice in weapons.choices] == [*lines, *two]


def test_cubes_are_asked_from_none_where_pushing_limits():
    plain = armed()
    assert bounds(plain, "attack", hero=0)["cubes"] == (1, 3, 1)
    assert "push" not in bounds(plain, "attack", hero=0)
    pushing = armed(skills_="Pushing Limits 2")
    assert bounds(pushing, "attack", hero=0)["cubes"] == (0, 3, 1)
    assert "push" in bounds(pushing, "attack", hero=0)
    pushing.lay(0, reserve=8, melee=3)
    assert bounds(pushing, "attack", hero=0)["cubes"] == (0, 0, 0)
    pushing.hero(0, used=("pushing",))
    assert not [p for p in GAME.prompts(pushing.state) if p.do == "attack" and p.fixed["hero"] == 0]
    pushing.lay(0, reserve=9, melee=2)
    assert bounds(pushing, "attack", hero=0)["cubes"] == (1, 1, 1)
    assert "push" not in bounds(pushing, "attack", hero=0)


def test_no_push_offered_to_who_would_fall():
    """Page 49: whoever falls by pushing the limits does not act on it."""
    at = armed(skills_="Pushing Limits 2")
    at.lay(0, reserve=2, wounds=9)
    assert bounds(at, "attack", hero=0)["cubes"] == (1, 2, 1)
    assert "push" not in bounds(at, "attack", hero=0)
    at.lay(0, reserve=0, fatigue=2, wounds=9)
    assert not [p for p in GAME.prompts(at.state) if p.fixed.get("hero") == 0 and p.do in ACTS]


def test_shot_asks_bystanders_and_smoke_where_some_lies():
    at = armed(CROWBAR, BATARANGS)
    around = {"enemies": (0, 9, 0), "allies": (0, 9, 0)}
    melee, ranged = (bounds(at, "attack", hero=0, kind=kind) for kind in ("melee", "ranged"))
    assert not around.keys() & melee.keys()
    assert around.items() <= ranged.items()
    assert "smoke" not in ranged
    at.do(a.PlaceToken("gas", "here", 3), a.PlaceToken("smoke", "there", 2))
    assert "smoke" not in bounds(at, "attack", hero=0, kind="melee")
    assert bounds(at, "attack", hero=0, kind="ranged")["smoke"] == (0, 2, 0)


def test_best_support_of_ally_on_map_is_lent():
    assert "support" not in bounds(armed(), "attack", hero=0)
    at = armed(skills_="Support 1")
    assert bounds(at, "attack", hero=1)["support"] == (0, 1, 0)
    at.lead(replace(OFFICERS, skills=skills("Support 3")), 1)
    assert bounds(at, "attack", hero=1)["support"] == (0, 3, 0)
    at.do(a.Hurt(OFFICERS.name, 1, 1))
    assert bounds(at, "attack", hero=1)["support"] == (0, 1, 0)


def test_a_villains_ally_supports_the_villain_alone():
    boss = replace(THUGS, name="Boss", skills=skills("Support 2"))
    at = table((BATMAN,), ((THUGS, 1), (boss, 1)), depth="full")
    at.heroes_act()
    assert "support" not in bounds(at, "attack", hero=0)
    at.to("V3")
    at.post(reserve=6, fatigue=2)
    at.do(a.Activate(THUGS.name), a.StartMini())
    assert bounds(at, "strike")["support"] == (0, 2, 0)
    at.do(a.Hurt("Boss", 1, 1))
    assert "support" not in bounds(at, "strike")


def test_nobody_acts_on_wounds_that_take_last_cube():
    """Page 49: a hero who falls by pushing the limits does nothing any more."""
    at = armed(skills_="Pushing Limits 2")
    at.lay(0, reserve=2, wounds=9)
    attack = a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 0, push=True)
    for action in (attack, a.HeroTask(0, "thought", 1, 0, push=True)):
        assert at.no(action) == "E_NEUTRALIZED"
    at.lay(0, reserve=3, wounds=8)
    at.do(attack, MELEE_TARGET="same")
    assert at.state.heroes[0].wounds == 10


def test_healing_card_may_be_left_where_it_is():
    at = armed(MEDIKIT)
    at.to("H3")
    assert "card" not in bounds(at, "stance", hero=0)
    at.lay(0, reserve=9, wounds=2)
    (prompt,) = [p for p in GAME.prompts(at.state) if p.do == "stance" and p.fixed["hero"] == 0]
    (card,) = [field for field in prompt.fields if field.name == "card"]
    assert ([each.value for each in card.choices], card.optional) == (["Medikit"], True)


def test_total_is_one_that_dice_can_show():
    """The faces of Red are entered: 1 to 2 on this copy."""
    at = armed()
    at.state = replace(at.state, faces=((), (), (), (1, 1, 2), ()))
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:0", 2), **SAME)
    assert bounds(at, "total")["symbols"][:2] == (2, 4)
    assert at.ask(a.Total(7)).code == "SYMBOLS"
    at.do(a.Total(7), SYMBOLS="anyway")


def test_a_total_is_not_told_over_dice_entered():
    at = armed()
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:0", 1), **SAME)
    at.do(a.RollFaces((1,)))
    assert at.no(a.Total(4)) == "E_ROLLED"

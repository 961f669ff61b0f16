"""Tests of what tasks and throws ask, of whom, and what each input does to the roll (p.24,
41-46)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, card_lines, skills, space
from games.gotham_chronicles.box.sheets import EquipmentCard
from games.referee import Prompt
from tests.games.gotham_chronicles.sheets import BATMAN, GORDON, HACKING, OFFICERS, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, colours, raid, table

PICKS = EquipmentCard("Picks", "tool", 1, lines=card_lines("manipulation: Y*, +1, Lock Picking 1"))
ROPE = EquipmentCard("Rope", "object", 2)


def heroes(*cards: EquipmentCard, depth: str = "full", **sheet: object) -> At:
    """Return Batman with cards and Gordon, both active."""
    carried = (tuple(card.name for card in cards),)
    hero = replace(BATMAN, traits=(), **sheet)
    at = table((hero, GORDON), ((THUGS, 1),), cards, carried, depth=depth)
    at.heroes_act()
    return at


def offered(at: At, do: str, hero: int = 0) -> list[Prompt]:
    return [p for p in GAME.prompts(at.state) if p.do == do and p.fixed.get("hero", hero) == hero]


def asked(prompt: Prompt) -> dict[str, tuple[object, object, object]]:
    return {field.name: (field.low, field.high, field.default) for field in prompt.fields}


def test_task_asks_difficulty_cubes_and_who_stands_around():
    at = heroes()
    found = {p.fixed["kind"]: asked(p) for p in offered(at, "task")}
    assert found == {
        kind: {
            "difficulty": (0, 8, 2),
            "cubes": (1, limit, 1),
            "enemies": (0, 9, 0),
            "allies": (0, 9, 0),
            "what": (None, 60, ""),
            "symbols": (0, 4 * limit, None),
            "paid": (0, 4, 0),
        }
        for kind, limit in (("manipulation", 3), ("thought", 4))
    }
    assert [p.actors for p in offered(at, "task", 1)] == [(1,), (1,)]


def test_tools_are_asked_only_where_they_help():
    at = heroes(PICKS, HACKING, ROPE, skills=skills("Investigation 2, Luck 1"))
    for prompt in offered(at, "task"):
        kind = prompt.fixed["kind"]
        values = {f.name: [c.value for c in f.choices] for f in prompt.fields}
        assert values["tools"] == {"manipulation": ["Picks"], "thought": [HACKING.name]}[kind]
        assert values["skill"] == ["Investigation"]
        assert asked(prompt)["tools"] == (0, 1, [])


def test_task_is_not_offered_to_who_cannot_try():
    for at in (heroes(depth="quick"), heroes()):
        quick = at.state.depth == "quick"
        assert len(offered(at, "task")) == (0 if quick else 2)
    at.hero(0, stance="resting")
    assert (offered(at, "task"), offered(at, "throw")) == ([], [])
    at.hero(0, stance="active")
    at.lay(0, reserve=8, manipulation=3)
    assert [p.fixed["kind"] for p in offered(at, "task")] == ["thought"]
    at.do(a.Wound(0, 11))
    assert offered(at, "task") == []


def test_shackles_are_taken_off_by_who_has_cube():
    at = heroes()
    assert not [p for p in offered(at, "task") if "frees" in p.fixed]
    at.do(a.Mark(1, "shackles", 3))
    (freeing,) = [p for p in offered(at, "task") if "frees" in p.fixed]
    assert freeing.fixed == {
        "hero": 0,
        "kind": "manipulation",
        "difficulty": 3,
        "frees": "hero:1",
    }
    assert not {"difficulty", "what"} & asked(freeing).keys()
    at.lay(0, reserve=8, manipulation=3)
    assert not [p for p in offered(at, "task") if "frees" in p.fixed]


def test_grenade_is_thrown_by_who_has_skill():
    at = heroes(skills=skills("Grenade 2"))
    (grenade,) = [p for p in offered(at, "task") if p.fixed.get("what") == "Grenade"]
    assert (grenade.label.facts["n"], grenade.fixed["kind"]) == (2, "manipulation")
    assert asked(grenade)["difficulty"] == (0, 8, 2)
    assert not {"what", "skill"} & asked(grenade).keys()
    assert not [p for p in offered(at, "task", 1) if "what" in p.fixed]


def test_card_is_thrown_by_who_carries_removable_one():
    gadget = EquipmentCard("Hook", "tool", 1, gadget=True)
    at = heroes(ROPE, PICKS)
    (throw,) = offered(at, "throw")
    assert [c.value for c in throw.fields[0].choices] == ["Rope", "Picks"]
    assert asked(throw)["distance"] == (1, 10, 1)
    assert offered(at, "throw", 1) == []
    at.hero(0, cards=(gadget,))
    assert offered(at, "throw") == []
    at.hero(0, cards=(ROPE,))
    at.lay(0, reserve=8, manipulation=3)
    assert offered(at, "throw") == []


@pytest.mark.parametrize("distance", [0, 11])
def test_a_throw_goes_one_to_ten_areas(distance):
    at = heroes(ROPE)
    assert at.no(a.Throw(0, "Rope", distance)) == "E_RANGE"
    for fits in (1, 10):
        At(at.state).do(a.Throw(0, "Rope", fits))


def test_thrown_weight_and_those_around_take_successes():
    at = heroes(ROPE, PICKS, manipulation=space("O*", 3))
    at.do(a.Mark(0, "shackles", 1))
    at.do(a.Throw(0, "Rope", 2, 2, "roof", enemies=5, allies=2, tools=("Picks",)))
    task = at.state.open
    assert (task.kind, task.what, task.difficulty) == ("manipulation", "Rope", 2)
    assert (colours(task.roll), task.roll.arrows) == (
        ["yellow", "orange", "orange"],
        ("orange", "orange", "yellow"),
    )
    assert (task.plus, task.less) == (1, 1 + 3 + 2)
    assert (task.thrown, task.area, task.cards) == ("Rope", "roof", ("Picks",))


def test_task_adds_named_skill_and_line_of_tool():
    at = heroes(PICKS, skills=skills("Lock Picking 2, Support 1"), manipulation=space("O", 3))
    task = a.HeroTask(0, "manipulation", 4, 2, "safe", "Lock Picking", ("Picks",), support=1)
    at.do(task)
    assert (at.state.open.plus, at.state.open.less) == (1 + 2 + 1, 0)
    assert colours(at.state.open.roll) == ["yellow", "orange", "orange"]
    assert (at.state.open.roll.arrows, at.state.open.roll.bonus) == (("yellow",), 1)


def test_an_imaginary_friend_rolls_along():
    for friend, dice in ((True, ["yellow", "red"]), (False, ["red"])):
        at = heroes()
        at.hero(0, friend=friend)
        at.do(a.HeroTask(0, "thought", 1))
        assert colours(at.state.open.roll) == dice


# -- miniatures ----------------------------------------------------------------------------


def test_a_miniature_tries_what_its_tile_can():
    at = raid(replace(THUGS, manipulation=ability("Y"), thought=ability("")))
    (effort,) = offered(at, "effort")
    assert (effort.fixed["kind"], effort.expected) == ("manipulation", True)
    assert asked(effort) == {
        "difficulty": (0, 8, 2),
        "enemies": (0, 9, 0),
        "allies": (0, 9, 0),
        "symbols": (0, 4, None),
        "paid": (0, 4, 0),
    }
    at.do(a.UnShackle(THUGS.name, 2))
    free = next(p for p in offered(at, "effort") if "frees" in p.fixed)
    assert (free.fixed["difficulty"], free.expected, free.rule) == (2, False, "G-134")
    assert "difficulty" not in asked(free)


def test_miniature_names_only_lock_picking_for_shackles():
    thug = replace(
        THUGS,
        manipulation=ability("Y"),
        skills=skills("Lock Picking 1, Hacking 2, Grenade 1, Support 1"),
    )
    at = raid(thug)
    at.do(a.UnShackle(THUGS.name, 1))
    named = {
        ("frees" in p.fixed, p.fixed.get("what")): [
            c.value for f in p.fields if f.name == "skill" for c in f.choices
        ]
        for p in offered(at, "effort")
        if p.fixed["kind"] == "manipulation"
    }
    assert named == {
        (False, None): ["Lock Picking", "Hacking"],
        (False, "Grenade"): [],
        (True, None): ["Lock Picking"],
    }
    at.do(a.MiniTask("manipulation", 3, skill="Hacking", enemies=3, allies=1, support=1))
    task = at.state.open
    assert (task.plus, task.less, task.roll.bonus, task.difficulty) == (2, 1 + 2, 1, 3)


def test_led_allies_free_their_own_side():
    at = table((replace(GORDON, skills=skills("Henchman Command 3")),), ((THUGS, 1),), depth="full")
    at.lead(replace(OFFICERS, manipulation=ability("Y")), 1)
    at.heroes_act()
    at.do(a.Mark(0, "shackles", 1), a.UnShackle(THUGS.name, 1))
    at.do(a.Command(0, OFFICERS.name), a.StartMini())
    freed = [p.fixed["frees"] for p in offered(at, "effort") if "frees" in p.fixed]
    assert freed == ["hero:0"]
    assert all(p.actors == (0,) for p in offered(at, "effort"))

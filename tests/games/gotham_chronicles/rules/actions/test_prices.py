"""Tests of what a move costs, of which parts, and what is asked of it (p.33-36)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import card_lines, skills
from games.gotham_chronicles.box.sheets import EquipmentCard
from games.gotham_chronicles.rules.actions.movement import price_of
from games.gotham_chronicles.state import Victim
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table, walk

PLAIN = replace(BATMAN, skills=(), traits=())


def price(step, text: str = "", cards: tuple[EquipmentCard, ...] = (), **sheet) -> dict[str, int]:
    """Return the parts of a move's price for a hero with these skills, the sum checked."""
    at = walk(replace(PLAIN, skills=skills(text), **sheet), cards=cards)
    whole, parts = price_of(at.state, "hero:0", step)
    found = {part.code.removeprefix("part."): part.facts["n"] for part in parts}
    assert whole == sum(found.values())
    return found


BASE = {"base": 1}


@pytest.mark.parametrize(
    ("step", "text", "parts"),
    [
        (a.MoveStep(0), "", {}),
        (a.MoveStep(0, enemies=3, allies=1), "", {"hindering": 2}),
        (a.MoveStep(0, enemies=1, allies=3), "", {}),
        (a.MoveStep(0, enemies=4, allies=1), "Elusive 2", {"hindering": 1}),
        (a.MoveStep(0, enemies=2), "Elusive 3", {}),
        (a.MoveStep(0, difficult=2, frost=1), "", {"difficult": 3}),
        (a.MoveStep(0, difficult=2, frost=1), "Mobility 1", {"difficult": 2}),
        (a.MoveStep(0, difficult=1), "Mobility 2", {}),
        (a.MoveStep(0, difficult=2, frost=5), "Frost 1", {"difficult": 2}),
        (a.MoveStep(0, "jump", 3), "", {"height": 3}),
        (a.MoveStep(0, "climb", 3), "Parkour 1", {"height": 2}),
        (a.MoveStep(0, "climb", 1), "Parkour 3", {}),
        (a.MoveStep(0, "drop", 3), "", {}),
        (a.MoveStep(0, "adjacent", 3), "", {}),
        (a.MoveStep(0, horror=2), "", {"horror": 2}),
        (a.MoveStep(0, "wall", 1), "Wall Breaker 1", {"wall": 2}),
    ],
)
def test_each_part_of_the_price_is_counted_apart(step, text, parts):
    assert price(step, text) == {**BASE, **parts}


def test_whoever_flies_pays_for_horror_and_walls_alone():
    everything = a.MoveStep(0, "wall", 2, enemies=3, difficult=2, frost=2, horror=1)
    assert price(everything, traits=("Fly",)) == {**BASE, "horror": 1, "wall": 2}
    assert price(a.MoveStep(0, "jump", 2), traits=("Fly",)) == BASE


def test_tool_for_movement_not_fights_makes_moves_cheaper():
    for use, parts in (("movement", {}), ("any", {}), ("melee", {"height": 1})):
        hook = EquipmentCard("Hook", "tool", 1, lines=card_lines(f"{use}: Parkour 1"))
        assert price(a.MoveStep(0, "climb", 1), cards=(hook,)) == {**BASE, **parts}


# -- what is asked -------------------------------------------------------------------------


def form(at: At) -> dict[str, tuple[object, object, object]]:
    forms = [p for p in GAME.prompts(at.state) if p.do == "move" and p.fields]
    return {field.name: (field.low, field.high, field.default) for field in forms[0].fields}


def test_move_past_something_asks_what_is_in_way():
    asked = form(walk(PLAIN))
    assert list(asked) == [
        "kind",
        "level",
        "enemies",
        "allies",
        "difficult",
        "danger",
        "present",
        "limit",
        "buy",
    ]
    assert asked["level"] == (0, 6, 0)
    assert (asked["enemies"], asked["allies"]) == ((0, 9, 0), (0, 9, 0))
    assert (asked["difficult"], asked["danger"]) == ((0, 6, 0), (0, 6, 0))


@pytest.mark.parametrize("kind", ["flame", "gas", "frost"])
def test_tokens_are_asked_where_some_lie_on_map(kind):
    at = walk(PLAIN)
    at.do(a.PlaceToken(kind, "here", 2), a.PlaceToken("smoke", "there"))
    assert kind in form(at)
    assert not {"flame", "gas", "frost", "smoke"} - {kind} & form(at).keys()


def test_horror_is_asked_while_bearer_is_on_map():
    ghost = replace(THUGS, name="Ghost", skills=skills("Horror 1"))
    at = table((PLAIN,), ((THUGS, 1), (ghost, 1)), depth="full")
    at.heroes_act()
    assert "horror" in form(at)
    at.do(a.Hurt("Ghost"))
    assert "horror" not in form(at)


def test_moves_are_offered_only_to_who_can_pay():
    at = walk(replace(PLAIN, skills=skills("Pushing Limits 2")))
    assert "push" in form(at)
    at.lay(0, reserve=0, fatigue=11 - 4, movement=4)
    at.hero(0, moved=True)
    prompts = [p for p in GAME.prompts(at.state) if p.do == "move"]
    assert [bool(p.fields) for p in prompts] == [True]
    at.hero(0, used=("pushing",))
    assert not [p for p in GAME.prompts(at.state) if p.do == "move"]


# -- what waits there ----------------------------------------------------------------------


def victims(at: At) -> list[Victim]:
    return list(at.state.peril.victims) if at.state.peril else []


@pytest.mark.parametrize(
    ("text", "traits", "step", "dice"),
    [
        ("", (), a.MoveStep(0, danger=1, flame=2, gas=3), 6),
        ("Flame 1", (), a.MoveStep(0, danger=1, flame=2, gas=3), 4),
        ("Toxic Gas 1", (), a.MoveStep(0, danger=1, flame=2, gas=3), 3),
        ("", ("Gas Immunity",), a.MoveStep(0, danger=1, flame=2, gas=3), 3),
        ("Flame 1, Toxic Gas 1", (), a.MoveStep(0, flame=2, gas=3), 0),
        ("", (), a.MoveStep(0), 0),
    ],
)
def test_danger_and_tokens_are_rolled_for_unless_immune(text, traits, step, dice):
    at = walk(replace(PLAIN, skills=skills(text), traits=traits))
    at.do(step)
    assert [(v.who, v.cause, v.dice) for v in victims(at)] == (
        [("hero:0", "danger", dice)] if dice else []
    )


@pytest.mark.parametrize(
    ("text", "traits", "kind", "level", "falls"),
    [
        ("", (), "drop", 3, (3, 0)),
        ("Parkour 2", (), "drop", 3, (3, 2)),
        ("", ("Fly",), "drop", 3, None),
        ("", (), "drop", 0, None),
        ("", (), "jump", 1, None),
    ],
)
def test_a_drop_is_rolled_for_by_its_height(text, traits, kind, level, falls):
    at = walk(replace(PLAIN, skills=skills(text), traits=traits))
    at.do(a.MoveStep(0, kind, level))
    assert [(v.cause, v.dice, v.spared) for v in victims(at)] == (
        [("drop", *falls)] if falls else []
    )


@pytest.mark.parametrize(
    ("there", "limit", "fits"), [(2, 4, True), (3, 4, False), (None, 2, True), (0, 1, False)]
)
def test_an_area_holds_sizes_up_to_its_limit(there, limit, fits):
    at = walk(replace(PLAIN, size=2))
    step = a.MoveStep(0, present=there, limit=limit)
    if fits:
        at.do(step)
    else:
        assert at.no(step) == "E_OCCUPATION"
    At(at.state).do(a.MoveStep(0, present=30))


def test_mission_points_move_at_once_without_additions():
    at = table((PLAIN,), ((CROC, 1),), depth="full")
    at.heroes_act("resting")
    for wrong in (0, 13):
        assert at.no(a.Points("hero:0", wrong)) == "E_RANGE"
    at.do(a.Points("hero:0", 2))
    assert (at.state.open.pool, at.state.open.buys, at.state.open.given) == (2, False, 2)
    assert at.no(a.MoveStep(0, buy=1)) == "E_MOVE_POINTS"
    assert at.no(a.Points("hero:0", 1)) == "E_ACTION_OPEN"
    at.do(a.MoveStep(0), a.MoveStep(0))
    assert at.state.open is None
    at.do(a.Wound(0, 11))
    assert at.no(a.Points("hero:0", 1)) == "E_NEUTRALIZED"
    at.do(a.Points(f"tile:{CROC.name}:1", 12))
    assert at.state.open.who == f"tile:{CROC.name}:1"

"""A choice is asked where there is one, and only there."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, skills
from games.gotham_chronicles.box.sheets import TileSheet
from tests.games.gotham_chronicles.sheets import BATMAN, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, raid, table, walk

PAIR = TileSheet("Pair", life=4)


def fields(at: At, do: str, nth: int = 0) -> dict[str, list[object]]:
    """The inputs of a prompt, each with the values it offers."""
    found = [prompt for prompt in GAME.prompts(at.state) if prompt.do == do]
    return {field.name: [each.value for each in field.choices] for field in found[nth].fields}


def activated(sheet: TileSheet, n: int) -> At:
    """The villain's turn, nobody of the tile acting yet."""
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


def test_which_dice_a_miniature_rolls_is_asked_where_its_tile_has_two_sets():
    for text, asked in (("Y", None), ("Y or 2O", [0, 1])):
        at = raid(replace(THUGS, melee=ability(text)))
        assert fields(at, "strike").get("option") == asked


def test_how_far_down_is_asked_of_those_who_can_leave_the_ground():
    assert "level" in fields(walk(), "move", 1)
    bound = replace(BATMAN, traits=("Reduced Mobility",))
    assert "level" not in fields(walk(bound), "move", 1)


def test_walls_are_asked_of_those_who_break_them():
    for text, there in (("", False), ("Wall Breaker 2", True)):
        at = walk(replace(BATMAN, skills=skills(text)))
        asked = fields(at, "move", 1)
        assert ("between" in asked) == there
        assert ("wall" in asked["kind"]) == there

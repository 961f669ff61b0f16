"""Faces of the dice: asked once per colour, when a die of it has been rolled."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import Box
from tests.games.gotham_chronicles.sheets import BATMAN, THUGS
from tests.games.gotham_chronicles.table import GAME, SAME, a, fight

WHITE = (0, 1, 0, 2, 1, 0)
THUG = f"tile:{THUGS.name}:1"


def question(at):
    return next((p for p in GAME.prompts(at.state) if p.do == "die.read"), None)


def rolled(edition: int = 3, **setup):
    """Return a hero whose attack has just been rolled, as a total."""
    at = fight(BATMAN, THUGS, edition=edition, **setup)
    assert question(at) is None
    at.do(a.HeroAttack(0, "melee", THUG, 1, symbols=0), **SAME)
    return at


def test_colour_just_rolled_is_asked_for():
    at = rolled()
    asked = question(at)
    assert asked.fixed == {"colour": "red"}
    assert len(asked.fields[0].dice) == 6
    assert not asked.expected
    at.do(a.ReadDie("red", WHITE))
    assert at.notes == ["die-read"]
    assert at.said == ["Red die: 0, 0, 0, 1, 1 and 2"]
    assert at.state.faces[3] == (0, 0, 0, 1, 1, 2)
    assert question(at) is None


def test_copy_remembers_faces_read_off():
    at = rolled()
    told = a.ReadDie("red", WHITE)
    at.do(told)
    box = GAME.remember(Box(), told, at.state)
    assert box.faces == ((), (), (), (0, 0, 0, 1, 1, 2), ())
    assert box.faces == at.state.faces


def test_faces_left_open_are_not_asked_again():
    at = rolled()
    at.do(a.Spend(0, "defence", 1))
    assert question(at) is None
    assert at.state.left == ("die.red",)
    at.do(a.HeroAttack(0, "melee", THUG, 1, symbols=0), **SAME)
    assert question(at) is None


def test_known_faces_and_quick_depth_ask_nothing():
    at = rolled()
    at.do(a.ReadDie("red", WHITE), a.HeroAttack(0, "melee", THUG, 1, symbols=0), **SAME)
    assert question(at) is None
    assert question(rolled(edition=2)) is None


def test_dice_entered_one_by_one_ask_too():
    at = fight(BATMAN, THUGS, edition=3)
    at.do(a.HeroAttack(0, "melee", THUG, 1), **SAME)
    assert question(at) is None
    at.do(a.RollFaces((1,)))
    assert question(at).fixed == {"colour": "red"}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.ReadDie("red", (0, 1, 2)), "E_DICE"),
        (a.ReadDie("red", (0, 1, 2, 3, 4, 5)), "E_RANGE"),
        (a.ReadDie("white", WHITE), "E_DICE"),
    ],
)
def test_impossible_faces_are_refused(action, code):
    assert rolled().no(action) == code
    at = rolled()
    at.state = replace(at.state, asking="")
    assert at.no(a.ReadDie("red", WHITE)) == "E_DICE"

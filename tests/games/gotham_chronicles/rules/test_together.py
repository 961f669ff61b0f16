"""Tests of an explosion: all in the area roll, and the wounds come when all have (p.54)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.state import Tile
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, THUGS
from tests.games.gotham_chronicles.table import At, a, table

THUG = f"tile:{THUGS.name}:1"
PAIR = replace(CROC, name="Pair", life=4)


def waiting(victim: str) -> At:
    """Return a table where a victim has rolled 2 wounds while another still rolls."""
    at = table((BATMAN, GORDON), ((THUGS, 2), (PAIR, 2)), depth="full")
    at.heroes_act()
    at.do(a.Explode(2, (victim, THUG)), a.Total(2))
    assert at.state.peril.waiting == ((victim, 2),)
    return at


@pytest.mark.parametrize(
    ("victim", "gone"),
    [("hero:0", a.Wound(0, 11)), ("tile:Pair:1", a.Hurt(PAIR.name, 4, 1))],
    ids=["hero", "miniature"],
)
def test_no_wounds_wait_for_who_left(victim, gone):
    at = waiting(victim)
    at.do(gone)
    assert at.state.peril.waiting == ()
    at.do(a.Total(1))
    assert at.state.peril is None


def test_waiting_wounds_follow_a_new_form():
    at = waiting("tile:Pair:1")
    at.state = replace(
        at.state, tiles=(*at.state.tiles, Tile(replace(CROC, name="Venom"), "aside"))
    )
    at.do(a.ReplaceTile(PAIR.name, "Venom"))
    assert at.state.peril.waiting == (("tile:Venom:1", 2),)
    before = at.mini("Venom").life
    at.do(a.Total(0))
    assert at.mini("Venom").life == before - 2


def test_waiting_wounds_stay_when_another_rerolls():
    lucky = replace(GORDON, skills=skills("Luck 1"))
    at = table((BATMAN, lucky), ((THUGS, 1),), depth="full")
    at.heroes_act()
    at.do(a.Explode(1, ("hero:0", "hero:1")), a.Total(2), a.RollFaces((1,)))
    at.do(a.RerollDie(0, 0, "bonus"), a.Keep())
    assert at.state.heroes[0].wounds == 2


def test_next_roller_has_fresh_dice_when_one_left():
    lucky = replace(BATMAN, skills=skills("Luck 1"))
    at = table((lucky, GORDON), ((THUGS, 1),), depth="full")
    at.heroes_act()
    at.do(a.Explode(1, ("hero:0", "hero:1")), a.RollFaces((2,)), a.Wound(0, 11))
    assert [die.face for die in at.state.peril.roll.dice] == [None]
    at.do(a.Total(1))
    assert at.state.heroes[1].wounds == 1

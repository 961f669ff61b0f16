"""What a roll brought, for whom that is good, and how a fight goes on by itself."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.ahead.chances import rerolls
from games.gotham_chronicles.box.notation import ability, card_lines, skills
from games.gotham_chronicles.box.sheets import Card
from games.gotham_chronicles.state import Die, Roll
from games.referee import Again, Open
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, THUGS
from tests.games.gotham_chronicles.table import GAME, SAME, a, raid, table

FACES = ((0, 0, 0, 1, 1, 2),) * 5


def fight(tile=CROC, n=1, *heroes, faces=FACES, **hero):
    at = table((replace(BATMAN, **hero), *heroes), ((tile, n),), depth="full")
    at.state = replace(at.state, faces=faces)
    at.heroes_act()
    return at


def brought(at, action, **answers):
    ruling = GAME.apply(at.state, action, None, answers)
    return {name: n for name, n in GAME.brings(at.state, ruling).items() if n}


def test_wounds_and_those_who_fall_are_counted_on_both_sides():
    at = fight(CROC, 2, GORDON)
    assert brought(at, a.Hurt(CROC.name, 2, 1)) == {"wounds": 2}
    assert brought(at, a.Hurt(CROC.name, 9, 2)) == {"wounds": 6, "felled": 1}
    assert brought(at, a.Wound(1, 3)) == {"hurt": 3}
    assert brought(at, a.Wound(1, 9)) == {"hurt": 9, "down": 1}
    at.do(a.Wound(1, 9))
    assert brought(at, a.Wound(0, 1)) == {"hurt": 1}


def test_a_task_done_is_told_and_one_failed_is_not():
    at = fight()
    at.do(a.HeroTask(0, "thought", 2))
    assert brought(at, a.Total(2)) == {"done": 1}
    assert brought(at, a.Total(1)) == {}


def test_what_hurts_heroes_is_good_for_the_villain_alone():
    things = {"hurt": 2, "felled": 1, "done": 1}
    at = fight()
    assert GAME.worth(at.state, things) == -4 + 4 + 6
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:1"), **SAME)
    assert GAME.worth(at.state, things) == 6
    villain = raid(THUGS)
    villain.do(a.MiniAttack("melee", "hero:0"), **SAME)
    assert GAME.worth(villain.state, things) == -6


def test_a_fight_goes_on_by_itself_dice_first_then_as_they_fell_then_the_defence():
    at = fight(automatic="orange")
    assert GAME.follows(at.state) is None
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:1", 2), **SAME)
    (throw,) = GAME.throws(at.state)
    assert GAME.follows(at.state) == throw
    assert GAME.follows(replace(at.state, faces=())) == Open()
    at.do(a.Faces((1, 1)))
    assert GAME.throws(at.state) == ()
    assert GAME.follows(at.state) == a.Keep()
    at.post(reserve=3, fatigue=0)
    at.do(a.Keep())
    assert at.state.open.stage == "defence"
    assert GAME.follows(at.state) == a.Defend()


def test_a_danger_is_rolled_before_the_defence_goes_on():
    at = fight(THUGS, 2)
    at.post(reserve=3, fatigue=0)
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:1", 1), **SAME)
    at.do(a.Total(2))
    assert at.state.open.stage == "defence"
    state = replace(at.state, peril=raid_peril())
    assert GAME.follows(state) == GAME.throws(state)[0]


def raid_peril():
    at = fight(THUGS, 2)
    at.do(a.Explode(1, ("hero:0",)))
    return at.state.peril


def test_nothing_is_thrown_once_the_mission_is_over():
    at = fight()
    at.do(a.HeroTask(0, "thought", 2))
    assert GAME.throws(at.state)
    at.do(a.Declare("enough", "heroes"))
    assert GAME.throws(at.state) == ()


@pytest.mark.parametrize(
    ("arrows", "bonus", "found"),
    [
        ((), 0, ()),
        (("red",), 0, (Again(1, frozenset({1, 2}), once=True),)),
        (("red", "red"), 0, (Again(2, frozenset({1, 2}), once=True),)),
        (("white", "black"), 0, (Again(1, frozenset({0}), once=True),)),
        (("any",), 2, (Again(1, None, once=True), Again(2))),
    ],
)
def test_an_arrow_is_for_dice_of_its_colour_and_a_skill_for_any(arrows, bonus, found):
    dice = tuple(Die(colour) for colour in ("white", "red", "red"))
    assert rerolls(Roll(dice, arrows, bonus)) == found


def test_rerolls_for_nothing_are_weighed_apart_from_those_that_cubes_pay():
    lucky = fight(skills=skills("Luck 1"))
    lucky.lay(0, reserve=11)
    lucky.do(a.HeroTask(0, "thought", 2))
    (throw,) = GAME.throws(lucky.state)
    free, paid = throw.again
    assert (free.label.code, free.again) == ("again.free", (Again(1),))
    assert (paid.label.code, paid.label.facts) == ("again.paid", {"n": 4})
    assert paid.again == (Again(1), Again(4, last=True))
    plain = fight(skills=())
    plain.do(a.HeroTask(0, "thought", 2))
    assert [leave.label.code for leave in GAME.throws(plain.state)[0].again] == ["again.paid"]
    plain.lay(0, reserve=0, fatigue=10, thought=1)
    assert GAME.throws(plain.state)[0].again == ()


def test_a_card_for_the_defence_gives_its_die_to_the_throw():
    vest = Card("Vest", "object", 2, lines=card_lines("defence: Y*"))
    at = raid(replace(THUGS, melee=ability("Y")), BATMAN)
    at.hero(0, cards=(vest,))
    at.state = replace(at.state, faces=FACES)
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    at.do(a.Total(2), a.Defend(cards=("Vest",)))
    (throw,) = GAME.throws(at.state)
    assert len(throw.dice) == 2

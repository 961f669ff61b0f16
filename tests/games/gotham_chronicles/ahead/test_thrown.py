"""Tests of what a roll brought, for whom that is good, and how a fight goes on by itself."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.ahead.chances import rerolls
from games.gotham_chronicles.box.notation import ability, card_lines, skills
from games.gotham_chronicles.box.sheets import EquipmentCard
from games.gotham_chronicles.state.dice import Die, Roll
from games.referee import Open, RerollRule
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
    return {name: n for name, n in GAME.figure_changes(at.state, ruling).items() if n}


def test_wounds_and_fallen_are_counted_on_both_sides():
    at = fight(CROC, 2, GORDON)
    assert brought(at, a.Hurt(CROC.name, 2, 1)) == {"wounds": 2}
    assert brought(at, a.Hurt(CROC.name, 9, 2)) == {"wounds": 6, "felled": 1}
    assert brought(at, a.Wound(1, 3)) == {"hurt": 3}
    assert brought(at, a.Wound(1, 9)) == {"hurt": 9, "down": 1}
    at.do(a.Wound(1, 9))
    assert brought(at, a.Wound(0, 1)) == {"hurt": 1}


def test_done_task_is_told_but_failed_one_not():
    at = fight()
    at.do(a.HeroTask(0, "thought", 2))
    assert brought(at, a.Total(2)) == {"done": 1}
    assert brought(at, a.Total(1)) == {}


def test_what_hurts_heroes_is_good_for_villain_alone():
    things = {"hurt": 2, "felled": 1, "done": 1}
    at = fight()
    assert GAME.utility(at.state, things) == -4 + 4 + 6
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:1"), **SAME)
    assert GAME.utility(at.state, things) == 6
    villain = raid(THUGS)
    villain.do(a.MiniAttack("melee", "hero:0"), **SAME)
    assert GAME.utility(villain.state, things) == -6


def test_fight_runs_by_itself_from_dice_to_defence():
    at = fight(automatic="orange")
    assert GAME.next_step(at.state) is None
    at.do(a.HeroAttack(0, "melee", f"tile:{CROC.name}:1", 2), **SAME)
    (throw,) = GAME.possible_rolls(at.state)
    assert GAME.next_step(at.state) == throw
    assert GAME.next_step(replace(at.state, faces=())) == Open()
    at.do(a.RollFaces((1, 1)))
    assert GAME.possible_rolls(at.state) == ()
    assert GAME.next_step(at.state) == a.Keep()
    at.post(reserve=3, fatigue=0)
    at.do(a.Keep())
    assert at.state.open.stage == "defence"
    assert GAME.next_step(at.state) == a.Defend()


def test_danger_is_rolled_before_defence_goes_on():
    at = fight(THUGS, 2)
    at.post(reserve=3, fatigue=0)
    at.do(a.HeroAttack(0, "melee", f"tile:{THUGS.name}:1", 1), **SAME)
    at.do(a.Total(2))
    assert at.state.open.stage == "defence"
    state = replace(at.state, peril=raid_peril())
    assert GAME.next_step(state) == GAME.possible_rolls(state)[0]


def raid_peril():
    at = fight(THUGS, 2)
    at.do(a.Explode(1, ("hero:0",)))
    return at.state.peril


def test_nothing_is_thrown_once_the_mission_is_over():
    at = fight()
    at.do(a.HeroTask(0, "thought", 2))
    assert GAME.possible_rolls(at.state)
    at.do(a.Declare("enough", "heroes"))
    assert GAME.possible_rolls(at.state) == ()


@pytest.mark.parametrize(
    ("arrows", "bonus", "found"),
    [
        ((), 0, ()),
        (("red",), 0, (RerollRule(1, frozenset({1, 2}), once=True),)),
        (("red", "red"), 0, (RerollRule(2, frozenset({1, 2}), once=True),)),
        (("white", "black"), 0, (RerollRule(1, frozenset({0}), once=True),)),
        (("any",), 2, (RerollRule(1, None, once=True), RerollRule(2))),
    ],
)
def test_arrow_rerolls_its_colour_and_skill_rerolls_any(arrows, bonus, found):
    dice = tuple(Die(colour) for colour in ("white", "red", "red"))
    assert rerolls(Roll(dice, arrows, bonus)) == found


def test_free_rerolls_are_weighed_apart_from_paid_ones():
    lucky = fight(skills=skills("Luck 1"))
    lucky.lay(0, reserve=11)
    lucky.do(a.HeroTask(0, "thought", 2))
    (throw,) = GAME.possible_rolls(lucky.state)
    free, paid = throw.again
    assert (free.label.code, free.again) == ("again.free", (RerollRule(1),))
    assert (paid.label.code, paid.label.facts) == ("again.paid", {"n": 4})
    assert paid.again == (RerollRule(1), RerollRule(4, last=True))
    plain = fight(skills=())
    plain.do(a.HeroTask(0, "thought", 2))
    assert [leave.label.code for leave in GAME.possible_rolls(plain.state)[0].again] == [
        "again.paid"
    ]
    plain.lay(0, reserve=0, fatigue=10, thought=1)
    assert GAME.possible_rolls(plain.state)[0].again == ()


def test_card_for_defence_gives_its_die_to_throw():
    vest = EquipmentCard("Vest", "object", 2, lines=card_lines("defence: Y*"))
    at = raid(replace(THUGS, melee=ability("Y")), BATMAN)
    at.hero(0, cards=(vest,))
    at.state = replace(at.state, faces=FACES)
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    at.do(a.Total(2), a.Defend(cards=("Vest",)))
    (throw,) = GAME.possible_rolls(at.state)
    assert len(throw.dice) == 2

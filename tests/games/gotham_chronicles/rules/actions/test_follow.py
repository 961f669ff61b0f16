"""Free actions after an attack: answers, chains, what is declined."""

from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, skills
from games.gotham_chronicles.state import Activation
from tests.games.gotham_chronicles.sheets import (
    BATMAN,
    BRUTES,
    CROC,
    DEADSHOT,
    GORDON,
    GUN,
    PISTOL,
    RENEE,
    THUGS,
    TONFA,
)
from tests.games.gotham_chronicles.table import (
    SAME,
    SEEN,
    a,
    colours,
    fight,
    raid,
    table,
)


def test_a_standing_target_answers_with_a_counterattack():
    nightwing = replace(GORDON, name="Nightwing", skills=skills("Counterattack 2"))
    at = raid(CROC, nightwing)
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(1), a.Defend(0, 0))
    assert at.state.open.stage == "after"
    assert at.no(a.FollowUp("combo")) == "E_NO_FREE_ACTION"
    at.do(a.FollowUp("counterattack"), actor=0)
    assert colours(at.state.open.roll) == ["yellow", "yellow"]
    at.do(a.Total(5), a.Defend(0))
    assert at.lives("Killer Croc") == (4,)
    assert at.state.open is None


def test_a_counterattack_strikes_whoever_attacked_whatever_its_colour():
    at = raid(replace(CROC, side="neutral"), replace(GORDON, skills=skills("Counterattack 2")))
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(1), a.Defend(0, 0), a.FollowUp("counterattack"), actor=None)
    assert (at.state.open.who, at.state.open.target) == ("hero:0", f"tile:{CROC.name}:1")


def test_a_counterattack_may_be_declined():
    at = raid(CROC, replace(GORDON, skills=skills("Counterattack 2")))
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(1), a.Defend(0, 0), a.FinishAttack())
    assert at.state.open is None


def test_retaliation_needs_ranged_weapon_and_light_load():
    carrying = {"cards": (TONFA, GUN, PISTOL)}
    for held, answers in (
        ((), False),
        (("Two-line Pistol",), True),
        (("Tonfa", "Submachine Gun"), False),
    ):
        at = table((GORDON,), ((DEADSHOT, 1),), carried=(held,), depth="full", **carrying)
        at.heroes_act()
        at.to("V3")
        at.do(a.Activate("Deadshot"), a.StartMini())
        at.do(a.MiniAttack("ranged", "hero:0", 1), **SEEN)
        at.do(a.Total(1), a.Defend(0, 0))
        assert (at.state.open is not None) is answers


def test_miniature_felled_by_counterattack_ends_its_activation():
    at = raid(BRUTES, replace(GORDON, skills=skills("Counterattack 3")), n=2)
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    at.do(a.Total(1), a.Defend(0, 0), a.FollowUp("counterattack"))
    at.do(a.Total(6), a.Defend(0))
    assert at.tile(BRUTES.name).on_map == 1
    assert at.state.activation == Activation(BRUTES.name)
    at.do(a.StartMini())
    assert at.state.activation.mini == 2


def test_circular_strike_passes_remaining_successes_on():
    hero = replace(RENEE, skills=skills("Circular Strike 2"))
    at = fight(hero, THUGS, 3)
    target = "tile:Thugs with Crowbar:0"
    at.do(a.HeroAttack(0, "melee", target, 2), **SAME)
    at.do(a.Total(5), a.Defend())
    assert at.state.open.remaining == 3
    at.do(a.FollowUp("circular", target), a.Defend())
    assert at.state.open.remaining == 1
    at.do(a.FollowUp("circular", target), a.Defend())
    assert at.state.open is None
    assert at.tile(THUGS.name).on_map == 1


def test_circular_strike_reaches_only_so_many_further_targets():
    at = fight(replace(RENEE, skills=skills("Circular Strike 1")), THUGS, 3)
    target = "tile:Thugs with Crowbar:0"
    at.do(a.HeroAttack(0, "melee", target, 3), **SAME)
    at.do(a.Total(8), a.Defend(), a.FollowUp("circular", target), a.Defend())
    assert at.state.open is None


def test_combo_follows_a_neutralization_once():
    at = fight(replace(BATMAN, skills=skills("Combo 1(4)")), THUGS, 3)
    target = "tile:Thugs with Crowbar:0"
    at.do(a.HeroAttack(0, "melee", target, 1), **SAME)
    at.do(a.Total(2), a.Defend(), a.FollowUp("combo", target))
    assert colours(at.state.open.roll) == ["red"]
    at.do(a.Total(3), a.Defend())
    assert at.state.open is None
    assert at.tile(THUGS.name).on_map == 1


def test_nothing_crossed_out_answers_an_attack():
    """Page 27: an action crossed out is never done, whatever skill the tile has."""
    able = replace(THUGS, life=4, skills=skills("Counterattack 1, Retaliation 1"))
    for kind, weapon, where in (("melee", TONFA, SAME), ("ranged", GUN, SEEN)):
        for ability_, stages in ((able, "after"), (replace(able, **{kind: ability("-")}), None)):
            at = fight(GORDON, ability_, 1, (weapon,))
            at.post(reserve=0, fatigue=5)
            attack = a.HeroAttack(0, kind, f"tile:{THUGS.name}:1", 1, (weapon.name,))
            at.do(attack, **where)
            at.do(a.Total(1))
            assert getattr(at.state.open, "stage", None) == stages

"""Tests that what is gone is gone: whoever leaves the map or falls ends what it had begun (p.31,
49)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import ability, card_lines, skills, space
from games.gotham_chronicles.box.sheets import EquipmentCard, TileSheet
from games.gotham_chronicles.state import Activation, Move, Peril, Task, Victim
from games.gotham_chronicles.table import with_mini
from games.messages import Msg, Speaker
from games.referee import Adjust, MalformedError, Prompt
from tests.games.gotham_chronicles.sheets import BATMAN, BRUTES, CROC, GORDON, OFFICERS, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table

SAME = {"MELEE_TARGET": "same"}
DUO = replace(CROC, name="Twins", life=4, skills=skills("Combo 1, Berserk 2"))


def acting(sheet: TileSheet, n: int, *heroes, **setup) -> At:
    """Return a table in the villain's turn, the tile's first miniature acting."""
    at = table(heroes or (BATMAN,), ((sheet, n),), depth="full", **setup)
    at.heroes_act()
    at.to("V3")
    at.post(reserve=8, fatigue=2)
    at.do(a.Activate(sheet.name), a.StartMini())
    return at


def offered(at: At, do: str) -> list[Prompt]:
    return [prompt for prompt in GAME.prompts(at.state) if prompt.do == do]


def on_map(at: At, sheet: TileSheet) -> int:
    return at.tile(sheet.name).on_map


# -- miniatures that act -------------------------------------------------------------------


def test_miniature_that_danger_takes_does_not_walk_on():
    at = acting(THUGS, 2)
    at.do(a.MoveStep(danger=1), a.Total(1))
    assert on_map(at, THUGS) == 1
    assert at.state.open is None
    assert at.state.activation.mini == 0
    assert at.no(a.MoveStep()) == "E_NO_ACTIVATION"
    assert at.no(a.MiniAttack("melee", "hero:0"), **SAME) == "E_NO_ACTIVATION"


def test_next_miniature_acts_after_one_that_fell():
    at = acting(THUGS, 2)
    at.do(a.MoveStep(danger=1), a.Total(1), a.StartMini(), a.MoveStep(danger=1), a.Total(1))
    assert (on_map(at, THUGS), at.state.activation) == (0, None)
    at.do(a.Next())


def test_explosion_takes_miniature_acting_and_not_next_one():
    at = acting(THUGS, 3)
    at.do(a.Explode(1, ("tile:Thugs with Crowbar:1",)), a.Total(1))
    assert (on_map(at, THUGS), at.state.activation.mini) == (2, 0)
    at.do(a.StartMini(), a.EndMini(), a.StartMini(), a.EndMini())
    assert (on_map(at, THUGS), at.state.activation) == (2, None)


def test_last_to_act_falling_ends_activation_by_itself():
    at = acting(THUGS, 2)
    at.do(a.EndMini(), a.StartMini(), a.MoveStep(danger=1), a.Total(1))
    assert (on_map(at, THUGS), at.state.activation) == (1, None)
    assert "activation-over" in at.notes


def test_acting_miniature_keeps_number_when_lower_one_leaves():
    at = acting(BRUTES, 3)
    at.do(a.EndMini(), a.StartMini(2), a.MoveStep())
    at.do(a.Hurt(BRUTES.name, 1, 1))
    assert at.state.activation.mini == 2
    assert at.state.open.who == "tile:Brutes with Chains:2"
    at.do(a.EndMove(), a.EndMini())
    assert at.no(a.StartMini(1)) == "E_NO_MINIATURE"


def test_others_still_act_once_when_acted_miniature_leaves():
    at = acting(BRUTES, 3)
    at.do(a.EndMini(), a.StartMini(2), a.Hurt(BRUTES.name, 1, 1), a.EndMini(), a.StartMini())
    assert at.state.activation.mini == 3
    at.do(a.EndMini())
    assert at.state.activation is None


def test_led_allies_that_fall_stop_but_turn_continues():
    at = table((replace(GORDON, skills=skills("Henchman Command 3")),), ((THUGS, 1),), depth="full")
    at.lead(OFFICERS)
    at.heroes_act()
    at.do(a.Command(0, OFFICERS.name), a.StartMini(), a.MoveStep(danger=1), a.Total(1))
    assert (on_map(at, OFFICERS), at.state.open, at.state.activation.mini) == (1, None, 0)
    at.do(a.StartMini(), a.MoveStep(danger=1), a.Total(1))
    assert (on_map(at, OFFICERS), at.state.activation) == (0, None)
    assert at.tile(OFFICERS.name).down
    at.do(a.Next())


def test_ally_moved_by_tactician_stops_where_it_falls():
    at = table((replace(GORDON, skills=skills("Tactician 2")),), ((THUGS, 1),), depth="full")
    at.lead(OFFICERS)
    at.heroes_act()
    at.do(a.Tactician("tile:GCPD Officers:1", 0), a.MoveStep(danger=1), a.Total(1))
    assert (on_map(at, OFFICERS), at.state.open) == (1, None)
    assert at.no(a.MoveStep()) == "E_NO_ACTIVATION"


def test_several_rolls_wait_only_for_those_still_there():
    at = acting(THUGS, 3)
    names = tuple(f"tile:Thugs with Crowbar:{n}" for n in (1, 2, 3))
    at.do(a.Explode(1, names), a.Hurt(THUGS.name, 1, 2))
    assert [victim.who for victim in at.state.peril.victims] == [names[0], names[2]]
    at.do(a.Hurt(THUGS.name, 1, 1))
    assert [victim.who for victim in at.state.peril.victims] == [names[2]]
    at.do(a.Hurt(THUGS.name, 1, 3))
    assert at.state.peril is None


def test_no_tile_is_activated_while_explosion_is_rolled():
    at = acting(THUGS, 2)
    at.do(a.EndActivation(), a.Explode(1, ("hero:0", "tile:Thugs with Crowbar:2")))
    assert at.no(a.Activate(THUGS.name)) == "E_ACTION_OPEN"
    assert not offered(at, "activate")
    at.do(a.Total(0), a.Total(1), a.Activate(THUGS.name), a.StartMini())
    assert at.state.activation.mini == 1


# -- whatever was begun --------------------------------------------------------------------


@pytest.mark.parametrize(
    "gone",
    [
        a.Hurt(THUGS.name, 1, 1),
        a.MoveMinis(THUGS.name, "map", "box", 2),
        Adjust("tile.Thugs with Crowbar.on_map", 0, "counted"),
    ],
    ids=["hurt", "taken", "counted"],
)
def test_an_attack_on_somebody_gone_is_over(gone):
    at = table((BATMAN,), ((THUGS, 2),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:1", 2), **SAME)
    at.do(gone)
    assert at.state.open is None
    assert "stops" in at.notes


def test_attack_on_one_continues_when_other_leaves():
    at = table((BATMAN,), ((THUGS, 2),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:2", 2), **SAME)
    at.do(a.Hurt(THUGS.name, 1, 1), a.Total(3))
    assert at.state.open.target == "tile:Thugs with Crowbar:2"


def test_hero_who_falls_ends_task_and_attack_begun():
    for begun in (a.HeroTask(0, "manipulation", 2), a.HeroAttack(0, "melee", "tile:Twins:1")):
        at = table((BATMAN,), ((DUO, 2),), depth="full")
        at.heroes_act()
        at.do(begun, **SAME)
        at.do(a.Wound(0, 11))
        assert at.state.open is None
        assert "stops" in at.notes


def test_one_who_shields_and_falls_shields_no_more():
    hero = replace(GORDON, skills=skills("Sacrifice 2"))
    at = acting(THUGS, 1, BATMAN, hero)
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    at.do(a.Shield("hero:1"), a.Wound(1, 9))
    assert at.state.open.shield == ""
    at.do(a.Total(2))
    assert at.state.open.successes == 2


def test_new_form_continues_what_old_one_had_begun():
    venom = replace(CROC, name="Venom", life=8)
    at = table((BATMAN,), ((CROC, 1), (venom, 0)), depth="full")
    at.heroes_act()
    at.to("V3")
    at.state = replace(
        at.state,
        river=tuple(name for name in at.state.river if name != "Venom"),
        tiles=tuple(
            replace(tile, place="aside", aside=1, quantity=1) if tile.name == "Venom" else tile
            for tile in at.state.tiles
        ),
    )
    at.do(a.Activate("Killer Croc"), a.StartMini(), a.UnShackle("Killer Croc", 2), a.MoveStep())
    at.do(a.ReplaceTile("Killer Croc", "Venom"))
    assert (at.state.activation.tile, at.state.open.who) == ("Venom", "tile:Venom:1")
    assert (at.mini("Venom").shackles, at.mini("Venom").life) == (2, 8)


# -- tokens and life of one's own ----------------------------------------------------------


def test_a_shackled_henchman_shackles_nobody_else():
    hero = replace(BATMAN, skills=skills("Shackle 1"))
    at = table((hero,), ((replace(THUGS, melee=ability("2W")), 2),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:1", 2, shackle=True), **SAME)
    at.do(a.Total(4), a.Defend())
    assert [mini.shackles for mini in at.tile(THUGS.name).minis] == [1, 0]
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:2"), **SAME)
    at.do(a.Total(1), a.Defend())
    assert at.notes[-1] == "defence"
    assert on_map(at, THUGS) == 2, "the other one keeps its whole defence"


def test_the_freed_miniature_alone_loses_its_tokens():
    at = acting(replace(THUGS, manipulation=ability("2O")), 2)
    at.do(a.UnShackle(THUGS.name, 1, 1), a.UnShackle(THUGS.name, 3, 2))
    freeing = [p for p in GAME.prompts(at.state) if "frees" in p.fixed]
    assert {(p.fixed["frees"][-1], p.fixed["difficulty"]) for p in freeing} == {("1", 1), ("2", 3)}


def test_the_box_holds_twelve_shackles():
    hero = replace(BATMAN, skills=skills("Shackle 4"))
    at = table((hero, GORDON), ((CROC, 2),), depth="full")
    at.heroes_act()
    at.do(a.UnShackle("Killer Croc", 10, 2))
    assert at.no(a.UnShackle("Killer Croc", 3, 1)) == "E_RANGE"
    tracker = next(t for t in GAME.trackers(at.state) if t.name == "hero.1.shackles")
    assert tracker.high == 2
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:1", shackle=True), **SAME)
    at.do(a.Total(4), a.Defend())
    assert [mini.shackles for mini in at.tile("Killer Croc").minis] == [2, 10]


def test_combo_and_berserk_know_fighting_miniatures_life():
    at = acting(DUO, 2)
    at.do(a.Hurt("Twins", 2, 2), a.EndMini())
    at.do(a.StartMini(2), a.MiniAttack("melee", "hero:0", 1), **SAME)
    assert [die.colour for die in at.state.open.roll.dice].count("white") == 2


def test_combo_of_hero_follows_between_two_with_life():
    hero = replace(BATMAN, skills=skills("Combo 1"), melee=space("R", 4))
    at = table((hero,), ((DUO, 2),), depth="full")
    at.heroes_act()
    at.do(a.Hurt("Twins", 3, 2), a.HeroAttack(0, "melee", "tile:Twins:2", 2), **SAME)
    at.do(a.Total(8), a.Defend())
    assert at.state.open.felled
    drawn(at)
    (prompt,) = offered(at, "follow")
    assert [choice.value for choice in prompt.fields[0].choices] == ["tile:Twins:1"]
    at.do(a.FollowUp("combo", "tile:Twins:1"), a.RollFaces((1,)))


def drawn(at: At) -> None:
    """Draw the board for everyone, and every prompt in words."""
    speaker = Speaker(GAME.catalogue())
    for viewer in (None, 0, len(at.state.heroes)):
        GAME.board(at.state, viewer)
    for prompt in GAME.prompts(at.state):
        for field in prompt.fields:
            for choice in field.choices:
                assert not isinstance(choice.hint, Msg) or speaker.say(choice.hint)


def test_tile_draws_two_with_life_whoever_falls():
    for number in (1, 2):
        at = table((BATMAN,), ((DUO, 2),), depth="full")
        at.heroes_act()
        at.do(a.HeroAttack(0, "melee", f"tile:Twins:{number}", 2), **SAME)
        drawn(at)
        at.do(a.Hurt("Twins", 4, number))
        drawn(at)
        (left,) = GAME.board(at.state, None)["post"]["lives"]
        assert left["mini"] == 3 - number


# -- which one -----------------------------------------------------------------------------


def test_indistinguishable_miniatures_are_one_choice_others_several():
    at = table((BATMAN,), ((THUGS, 3),), depth="full")
    at.heroes_act()
    (attack,) = [p for p in offered(at, "attack") if p.fixed["kind"] == "melee"]
    assert len(attack.fields[0].choices) == 1
    at.do(a.UnShackle(THUGS.name, 1, 2))
    (attack,) = [p for p in offered(at, "attack") if p.fixed["kind"] == "melee"]
    assert [str(choice.value)[-1] for choice in attack.fields[0].choices] == ["1", "2"]
    drawn(at)


def test_which_miniature_is_asked_only_where_it_matters():
    at = table((BATMAN,), ((THUGS, 3),))
    at.heroes_act()
    at.do(a.Hurt(THUGS.name), a.UnShackle(THUGS.name, 1, 3))
    question = at.ask(a.Hurt(THUGS.name))
    assert (question.code, [str(o.value) for o in question.options]) == ("WHICH_MINI", ["2", "3"])
    at.do(a.Hurt(THUGS.name), WHICH_MINI="3")
    assert [mini.number for mini in at.tile(THUGS.name).minis] == [2]


def test_taking_several_away_asks_for_each_that_differs():
    at = table((BATMAN,), ((DUO, 3),))
    at.heroes_act()
    at.do(a.Hurt("Twins", 1, 2), a.Hurt("Twins", 2, 3))
    question = at.ask(a.MoveMinis("Twins", "map", "pool", 2), WHICH_MINI="2")
    assert (question.code, len(question.options)) == ("WHICH_MINI_2", 2)
    at.do(a.MoveMinis("Twins", "map", "pool", 2), WHICH_MINI="2", WHICH_MINI_2="3")
    assert at.lives("Twins") == (4,)


@pytest.mark.parametrize(
    "name", ["", "tile", "tile:Nobody:1", "tile:Twins:3", "tile:Twins:²", "hero:7", "hero:-1", "7"]
)
def test_nobody_is_attacked_who_is_not_there(name):
    at = table((BATMAN,), ((DUO, 2),), depth="full")
    at.heroes_act()
    assert at.no(a.HeroAttack(0, "melee", name)) == "E_NO_TARGET"
    assert at.no(a.Explode(1, (name,))) == "E_NO_TARGET"


def test_a_newcomer_takes_the_number_that_is_free():
    at = table((BATMAN,), ((DUO, 3),))
    at.heroes_act()
    at.do(a.Hurt("Twins", 4, 2), a.MoveMinis("Twins", "pool", "map"))
    assert [(mini.number, mini.life) for mini in at.tile("Twins").minis] == [(1, 4), (2, 4), (3, 4)]


# -- who is no villain ---------------------------------------------------------------------


def test_neutralized_citizen_leaves_game_without_joining_villains_pool():
    """Page 49: only a villain's miniature goes to the character pool."""
    citizen = TileSheet("Citizens", side="neutral")
    at = table((BATMAN,), ((THUGS, 1), (citizen, 2)), depth="full")
    at.heroes_act()
    at.do(a.Explode(1, ("tile:Citizens:1",)), a.Total(1))
    assert (on_map(at, citizen), at.tile("Citizens").pool, at.tile("Citizens").removed) == (1, 0, 1)
    assert "neutral-neutralized" in at.notes


# -- what the table may never look like ----------------------------------------------------


def spoiled(at: At, **changes: object) -> set[str]:
    return {defect.code for defect in GAME.check(replace(at.state, **changes))}


def test_something_that_waits_for_somebody_gone_is_defect():
    at = acting(THUGS, 2)
    at.do(a.MiniAttack("melee", "hero:0"), **SAME)
    nobody = "tile:Thugs with Crowbar:7"
    for key in ("who", "target", "shield"):
        assert spoiled(at, open=replace(at.state.open, **{key: nobody})) == {"ghost"}
    assert spoiled(at, open=Move(nobody)) == {"ghost"}
    assert spoiled(at, open=Task("manipulation", nobody, "", 1)) == {"ghost"}
    freed = Task("manipulation", "hero:0", "", 1, frees="tile:Thugs with Crowbar:1")
    assert spoiled(at, open=freed) == {"ghost"}
    assert spoiled(at, peril=Peril((Victim(nobody, "danger", 1),))) == {"ghost"}
    assert spoiled(at, activation=replace(at.state.activation, mini=7)) == {"ghost"}
    assert spoiled(at, activation=Activation("Nobody")) == {"ghost"}


def test_miniatures_sharing_number_or_without_life_are_defect():
    at = acting(CROC, 2)
    for wrong in ({"number": 1}, {"life": 0}, {"life": 7}, {"number": 0}):
        croc = at.tile("Killer Croc")
        minis = (croc.minis[0], replace(croc.minis[1], **wrong))
        tiles = (replace(croc, minis=minis), *at.state.tiles[1:])
        assert spoiled(at, tiles=tiles) == {"lives"}


def test_more_shackles_than_box_holds_are_defect():
    at = acting(CROC, 2)
    croc = at.tile("Killer Croc")
    minis = tuple(replace(mini, shackles=n) for mini, n in zip(croc.minis, (6, 7), strict=True))
    assert spoiled(at, tiles=(replace(croc, minis=minis), *at.state.tiles[1:])) == {"shackles"}


# -- states stored before ------------------------------------------------------------------


def test_unreadable_state_is_malformed_whenever_it_was_stored():
    for text in ('{"on_map":', '{"on_map": 3, "tiles": 7}', "[]"):
        with pytest.raises(MalformedError):
            GAME.decode_state(text)


# -- who speaks for it ---------------------------------------------------------------------


def test_anybody_rolls_for_a_neutral_that_nobody_leads():
    at = table((BATMAN,), ((THUGS, 1),), depth="full")
    at.do(a.DefineTile("Citizens", side="neutral", joining=1))
    at.do(a.MoveMinis("Citizens", "aside", "map", 1))
    at.heroes_act()
    at.do(a.Explode(1, ("tile:Citizens:1",)))
    (faces,) = offered(at, "faces")
    assert faces.actors == (0, 1)
    at.do(a.RollFaces((0,)), actor=at.state.villain)
    at.do(a.Explode(1, ("tile:Citizens:1",)))
    at.do(a.RollFaces((0,)), actor=0)


@pytest.mark.parametrize("side", ["neutral", "hero"])
def test_river_tile_is_led_by_villain_whatever_colour(side):
    at = acting(replace(THUGS, side=side), 2)
    (move, _) = offered(at, "move")
    assert move.actors == (at.state.villain,)
    assert at.no(a.MoveStep(), actor=0) == "E_NOT_ACTIVE"
    at.do(a.MoveStep(), actor=at.state.villain)
    assert at.no(a.EndMove(), actor=0) == "E_NOT_ACTIVE"
    at.do(a.EndMove(), actor=at.state.villain)
    at.do(a.MiniAttack("melee", "hero:0"), actor=at.state.villain, **SAME)
    at.do(a.Total(1), actor=at.state.villain)
    assert at.state.open.stage == "defence"


def test_led_allies_are_moved_and_defended_by_heroes():
    at = table((replace(GORDON, skills=skills("Henchman Command 3")),), ((THUGS, 1),), depth="full")
    at.lead(OFFICERS)
    at.heroes_act()
    at.do(a.Command(0, OFFICERS.name), a.StartMini())
    assert at.no(a.MoveStep(), actor=at.state.villain) == "E_NOT_ACTIVE"
    at.do(a.MoveStep(), actor=0)


# -- what else leaving and acting means ----------------------------------------------------


def test_a_tile_set_aside_acts_no_more():
    at = acting(THUGS, 2)
    at.do(a.PlaceTile(THUGS.name, "aside"))
    assert at.state.activation is None
    assert "activation-over" in at.notes


def test_one_time_weapon_is_spent_though_target_left():
    bottle = EquipmentCard("Bottle", "melee", 1, once=True, lines=card_lines("melee: Y"))
    at = table((BATMAN,), ((THUGS, 2),), (bottle,), (("Bottle",),), depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:1", 1, ("Bottle",)), **SAME)
    at.do(a.Hurt(THUGS.name, 1, 1))
    assert (at.state.heroes[0].cards, at.state.gone) == ((), ("Bottle",))


def test_acting_miniature_is_told_from_waiting_and_done():
    at = acting(THUGS, 3)
    at.do(a.EndMini(), a.StartMini(2))
    at.state = with_mini(at.state, "tile:Thugs with Crowbar:3", guided=True, laid=True)
    speaker = Speaker(GAME.catalogue())
    said = [speaker.say(option.hint) for option in at.ask(a.Hurt(THUGS.name)).options]
    assert said == ["has acted", "acting now", "Laid down and moved by a Tactician"]


def test_new_form_repeats_nothing_old_one_began():
    at = acting(CROC, 1)
    at.do(a.DefineTile("Venom", life=6, melee="2O", joining=1))
    at.do(a.MiniAttack("melee", "hero:0", 1), **SAME)
    at.do(a.Total(0))
    assert at.state.activation.left == 3
    at.do(a.ReplaceTile("Killer Croc", "Venom"))
    assert (at.state.activation.tile, at.state.activation.left) == ("Venom", 0)
    assert not offered(at, "strike")


def test_miniature_acting_again_by_override_is_not_done():
    at = acting(THUGS, 2)
    at.do(a.EndMini(), a.StartMini(1), **{"override:E_MINI_DONE": "the mission says so"})
    assert (at.state.activation.mini, at.mini(THUGS.name).acted) == (1, False)

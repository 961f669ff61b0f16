"""The board's view model, dice for the ledger, figures for the chart."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import CounterSheet, MissionSheet
from games.messages import Msg
from tests.games.gotham_chronicles.sheets import BANE, BATMAN, CROC, GORDON, THUGS, TONFA
from tests.games.gotham_chronicles.table import GAME, SPEAKER, At, a, table

KNOWN = (
    (0, 0, 0, 1, 1, 2),
    (0, 0, 1, 1, 1, 2),
    (0, 1, 1, 1, 2, 2),
    (0, 1, 1, 2, 2, 3),
    (1, 2, 2, 3, 3, 4),
)
SAME = {"MELEE_TARGET": "same"}


def evening(**setup) -> At:
    return table((BATMAN, GORDON), ((THUGS, 3), (CROC, 1)), (TONFA,), ((), ("Tonfa",)), **setup)


def sayable(value: Any) -> None:
    """Check that every message in the view is in the catalogue, everything else is plain."""
    match value:
        case Msg(code, facts):
            assert code in SPEAKER.catalogue, code
            sayable(facts)
        case dict():
            for each in value.values():
                sayable(each)
        case list() | tuple():
            for each in value:
                sayable(each)
        case _:
            assert value is None or isinstance(value, str | int | bool), value


def test_every_moment_of_a_round_can_be_drawn():
    at = evening(depth="full", variants=("E1", "H2"))
    moments = [at.state]
    for action in (
        a.Next(),
        a.Stance(0, "active"),
        a.Stance(1, "resting"),
        a.HeroAttack(0, "melee", "tile:Thugs with Crowbar:0", 2),
        a.RollFaces((2, 1)),
        a.Total(3),
        a.Defend(1),
        a.Total(0),
        a.MoveStep(0, "drop", 1),
        a.Total(1),
        a.Next(),
        a.Activate("Killer Croc"),
        a.StartMini(),
    ):
        ruling = GAME.apply(at.state, action, None, SAME)
        at.state = getattr(ruling, "state", at.state)
        moments.append(at.state)
    for state in moments:
        for viewer in (0, 1, 2, None):
            view = GAME.board(state, viewer)
            sayable(view)
            msgspec.json.encode(view)
    assert GAME.board(at.state, 2)["post"]["mine"]


def test_a_tablet_shows_slots_limits_and_the_load():
    at = evening()
    at.heroes_act()
    at.lay(0, 6, 2, 1, melee=2)
    batman, gordon = GAME.board(at.state, 0)["heroes"]
    melee = batman["spaces"][0]
    assert (melee["slots"], melee["limit"], melee["room"]) == ([True, True, False], 3, 1)
    assert (batman["to_fall"], batman["mine"], gordon["mine"]) == (10, True, False)
    assert (gordon["encumbrance"], gordon["bonus"]) == (1, 2)
    assert gordon["skills"][0] == {
        "name": "Retaliation",
        "level": 2,
        "threshold": 5,
        "on": True,
    }


def test_the_river_has_eight_places_with_their_costs():
    at = evening()
    at.heroes_act()
    at.do(a.Hurt("Killer Croc", 6))
    river = GAME.board(at.state, None)["post"]["river"]
    assert len(river) == 8
    assert [place["cost"] for place in river] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert river[2]["down"]
    assert river[3]["name"] == ""
    assert GAME.board(at.state, None)["post"]["pool"][0]["count"] == 1


def test_odds_appear_once_the_faces_are_known():
    at = evening(depth="full")
    at.heroes_act()
    assert GAME.board(at.state, 0)["heroes"][0]["odds"] == []
    at.state = replace(at.state, faces=KNOWN)
    odds = GAME.board(at.state, 0)["heroes"][0]["odds"]
    assert [space["name"] for space in odds] == ["melee", "ranged", "manipulation", "thought"]
    assert odds[0]["rows"][0]["chances"][:3] == ["83", "50", "17"]
    at.do(a.HeroTask(0, "thought", 3, 1))
    rows = GAME.board(at.state, 0)["open"]["odds"]
    assert (rows[2]["needed"], rows[2]["chance"]) == (3, "17")
    assert rows[2]["with_cubes"] == "42"


def test_what_is_open_tells_who_and_what():
    at = evening(depth="full")
    at.heroes_act()
    assert GAME.board(at.state, 0)["open"] is None
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:1", 1), **SAME)
    shown = GAME.board(at.state, 0)["open"]
    assert (shown["who"], shown["target"], shown["needed"]) == ("Batman", "Killer Croc", 6)
    assert shown["roll"]["dice"][0]["colour"] == "red"
    at.do(a.Total(4))
    shown = GAME.board(at.state, 0)["open"]
    assert (shown["stage"], shown["successes"], shown["automatic"]) == ("defence", 4, 3)


def test_dice_go_to_the_ledger_face_by_face():
    at = evening(depth="full")
    at.heroes_act()
    at.do(a.HeroAttack(0, "melee", "tile:Killer Croc:1", 2), **SAME)
    told = GAME.rolled(at.state, a.RollFaces((3, 0)))
    assert [(r.die, r.face, r.purpose, r.part) for r in told] == [
        ("red", "3", "melee", 0),
        ("red", "0", "melee", 0),
    ]
    assert [r.face for r in GAME.rolled(at.state, a.Total(3))] == ["", ""]
    at.do(a.RollFaces((3, 0)))
    assert GAME.rolled(at.state, a.RerollDie(1, 2))[0].face == "2"
    assert GAME.rolled(at.state, a.Next()) == ()
    at.do(a.Keep(), a.Defend(1))
    assert GAME.rolled(at.state, a.RollFaces((1,)))[0].purpose == "defence"
    assert GAME.rolled(at.state, a.RollFaces((1,)))[0].part == 2


def test_ledger_knows_only_dice_that_were_read():
    at = evening()
    assert GAME.dice(at.state) == {}
    at.state = replace(at.state, faces=((), KNOWN[1], (), (), ()))
    assert GAME.dice(at.state) == {"yellow": {"0": 2, "1": 3, "2": 1}}


def test_the_chart_follows_wounds_and_the_reserve():
    at = evening()
    names = [figure.name for figure in GAME.figures(at.state)]
    assert names == ["wounds.0", "wounds.1", "reserve", "on_map"]
    assert GAME.turn(at.state) == 0


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_nothing_is_hidden(viewer):
    at = evening()
    assert GAME.view(at.state, viewer) == at.state


def test_wound_is_one_tap_among_single_life_miniatures():
    at = table((BATMAN,), ((THUGS, 2),))
    at.heroes_act()
    hurt = next(prompt for prompt in GAME.prompts(at.state) if prompt.do == "hurt")
    assert [field.name for field in hurt.fields] == ["tile"]
    at = table((BATMAN,), ((THUGS, 2), (BANE, 1)))
    at.heroes_act()
    hurt = next(prompt for prompt in GAME.prompts(at.state) if prompt.do == "hurt")
    assert [(field.name, field.high) for field in hurt.fields] == [("tile", None), ("wounds", 6)]


def test_only_counting_on_is_offered_with_actions():
    mission = MissionSheet("m", counters=(CounterSheet("Bombs", 1, 0, 3),))
    at = table((BATMAN,), ((THUGS, 2),), mission=mission)
    at.heroes_act()
    groups = {p.fixed["by"]: p.group for p in GAME.prompts(at.state) if p.do == "count"}
    assert groups == {1: "now", -1: "more"}


def test_last_round_is_the_one_round_left():
    at = table((BATMAN,), mission=MissionSheet("Test", rounds=2))
    at.do(a.Next(), a.Stance(0, "active"), a.Next(), a.Next())
    assert at.state.round == 2
    threats = GAME.threats(GAME.board(at.state, None))
    last = next(each for each in threats if each.text.code == "threat.rounds")
    assert (last.left, last.near) == (1, True)

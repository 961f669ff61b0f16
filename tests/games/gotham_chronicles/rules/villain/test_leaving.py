"""Tests of what may leave the river, what the villain is offered there, and what an event keeps
waiting."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import EVENT_WARNING, MissionSheet, RiverTile, WarningEvent
from games.gotham_chronicles.rules.villain.river import cost
from games.referee import Prompt, Refusal
from tests.games.gotham_chronicles.sheets import BATMAN, BRUTES, CROC, OFFICERS, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table


def villains(**setup) -> At:
    """Return a table in the villain's turn: Thugs, Brutes and Killer Croc."""
    at = table((BATMAN,), ((THUGS, 1), (BRUTES, 1), (CROC, 1)), **setup)
    at.to("V3")
    at.post(reserve=4, fatigue=2)
    return at


def offered(at: At, do: str) -> list[Prompt]:
    return [prompt for prompt in GAME.prompts(at.state) if prompt.do == do]


def tiles(at: At, do: str) -> list[object]:
    return [choice.value for prompt in offered(at, do) for choice in prompt.fields[0].choices]


def overruled(at: At, action: object, *codes: str) -> str:
    answers = {f"override:{code}": "the mission says so" for code in codes}
    refusal = GAME.apply(at.state, action, None, answers)
    assert isinstance(refusal, Refusal), refusal
    assert not refusal.overridable
    return refusal.code


def test_overturned_tiles_are_dredged_and_fighting_ones_demobilized():
    """Page 32: leaders stay, and only once a game is a tile given up."""
    at = villains()
    assert (tiles(at, "dredge"), tiles(at, "demobilize")) == ([], [THUGS.name, BRUTES.name])
    at.do(a.Hurt(THUGS.name))
    assert (tiles(at, "dredge"), tiles(at, "demobilize")) == ([THUGS.name], [BRUTES.name])
    at.do(a.Demobilize(BRUTES.name))
    assert (tiles(at, "dredge"), tiles(at, "demobilize")) == ([THUGS.name], [])
    at.do(a.Dredge(THUGS.name))
    assert (tiles(at, "dredge"), tiles(at, "demobilize")) == ([], [])


@pytest.mark.parametrize(("cubes", "able"), [(1, False), (2, True)])
def test_dredging_and_giving_up_need_two_cubes(cubes, able):
    at = villains()
    at.do(a.Hurt(THUGS.name))
    at.post(reserve=cubes, fatigue=0)
    assert bool(tiles(at, "dredge")) == bool(tiles(at, "demobilize")) == able
    if not able:
        assert at.no(a.Dredge(THUGS.name)) == "E_NO_RESERVE_DREDGE"
        return
    at.do(a.Dredge(THUGS.name))
    assert at.state.post.total == 0


def test_tiles_beside_tablet_or_set_aside_cannot_leave():
    at = villains()
    at.lead(OFFICERS, 1)
    at.do(a.Hurt(OFFICERS.name), a.Hurt(THUGS.name), a.PlaceTile(THUGS.name, "aside"))
    assert at.tile(OFFICERS.name).down
    assert at.tile(THUGS.name).down
    assert tiles(at, "dredge") == []
    at.do(a.PlaceTile(BRUTES.name, "aside"))
    assert tiles(at, "demobilize") == []


def test_no_table_makes_the_event_tile_leave():
    at = villains()
    assert overruled(at, a.Dredge(EVENT_WARNING), "E_NOT_NEUTRALIZED") == "E_TILE_TYPE"
    assert overruled(at, a.Demobilize(EVENT_WARNING), "E_TILE_TYPE") == "E_TILE_TYPE"


def test_dredging_belongs_to_villain_in_villains_turn():
    at = villains()
    at.do(a.Hurt(THUGS.name))
    for action in (a.Dredge(THUGS.name), a.Demobilize(BRUTES.name)):
        assert at.no(action, actor=0) == "E_NOT_ACTIVE"
        assert isinstance(GAME.apply(at.state, action, at.state.villain).notes, tuple)
    at.heroes_act()
    assert not offered(at, "dredge")
    assert not offered(at, "demobilize")
    for action in (a.Dredge(THUGS.name), a.Demobilize(BRUTES.name)):
        assert at.no(action) == "E_PHASE"


@pytest.mark.parametrize(
    "sources",
    [("defence",), ("defence", "defence"), ("movement", "defence", "reroll"), ("reroll", "reroll")],
)
def test_dredging_names_cube_for_each_that_fatigue_lacks(sources):
    at = villains()
    at.do(a.Hurt(THUGS.name))
    at.post(fatigue=0, movement=1, defence=1, reroll=1, reserve=3)
    assert at.no(a.Dredge(THUGS.name, sources)) == "E_DREDGE_ORDER"
    at.do(a.Dredge(THUGS.name, ("defence", "reroll")))
    assert (at.state.post.movement, at.state.post.defence, at.state.post.reroll) == (1, 0, 0)


def test_dredged_tiles_miniatures_go_to_box_from_anywhere():
    at = table((BATMAN,), ((THUGS, 3), (BRUTES, 1)))
    at.to("V3")
    at.post(reserve=4, fatigue=2)
    at.do(a.Hurt(THUGS.name), a.MoveMinis(THUGS.name, "map", "aside"))
    at.do(a.Demobilize(THUGS.name))
    thugs = at.tile(THUGS.name)
    assert (thugs.on_map, thugs.pool, thugs.aside, thugs.removed) == (0, 0, 0, 3)


# -- events --------------------------------------------------------------------------------


def alarmed(*events: WarningEvent) -> At:
    mission = MissionSheet(
        "m",
        events=events,
        river=(RiverTile(THUGS.name, 1), RiverTile(EVENT_WARNING), RiverTile("Bats", 1)),
    )
    at = table((BATMAN,), ((THUGS, 1),), mission=mission)
    at.to("V3")
    at.post(reserve=9, fatigue=0)
    return at


def test_no_tile_is_activated_before_event_is_over():
    at = alarmed(WarningEvent("Alarm", 3), WarningEvent("Dark"))
    assert tiles(at, "activate") == [THUGS.name, EVENT_WARNING, "Bats"]
    assert not offered(at, "event")
    at.do(a.Activate(EVENT_WARNING))
    assert not offered(at, "activate")
    shown = [(p.fixed.get("name"), p.expected, p.group) for p in offered(at, "event")]
    assert shown == [("Alarm", True, "now"), ("Dark", True, "now"), (None, False, "more")]
    assert offered(at, "event-end")
    dark = At(at.state)
    dark.do(a.TriggerEvent("Dark"))
    assert offered(dark, "activate")
    assert not offered(dark, "event-end")
    at.do(a.TriggerEvent("Alarm"))
    assert not offered(at, "activate")
    at.do(a.EndEvent())
    assert (at.notes, at.state.points) == (["event-over"], 0)
    assert offered(at, "activate")
    assert at.no(a.EndEvent()) == "E_NO_EVENT"


def test_mission_without_events_asks_for_its_own_first():
    at = alarmed()
    at.do(a.Activate(EVENT_WARNING))
    assert [(p.expected, p.group) for p in offered(at, "event")] == [(True, "now")]


@pytest.mark.parametrize(
    ("name", "told", "points"), [("Alarm", 0, 3), ("Alarm", 5, 5), ("Own", 0, 0), ("Own", 20, 20)]
)
def test_event_brings_points_told_or_those_known(name, told, points):
    at = alarmed(WarningEvent("Alarm", 3))
    assert at.no(a.TriggerEvent(name, told)) == "E_NO_EVENT"
    at.do(a.Activate(EVENT_WARNING))
    assert at.no(a.TriggerEvent(name, 21)) == "E_RANGE"
    assert at.no(a.TriggerEvent(name, told), actor=0) == "E_NOT_ACTIVE"
    at.do(a.TriggerEvent(name, told))
    assert (at.state.points, at.state.event_open) == (points, False)


@pytest.mark.parametrize(("costs", "plain", "cheaper"), [((1, 2, 3), 2, 1), ((0, 0, 0), 0, 0)])
def test_variant_takes_one_off_event_tile_alone(costs, plain, cheaper):
    at = alarmed(WarningEvent("Alarm", 3))
    at.state = replace(at.state, post=replace(at.state.post, costs=costs))
    assert cost(at.state, EVENT_WARNING) == plain
    variant = replace(at.state, variants=("H1",))
    assert cost(variant, EVENT_WARNING) == cheaper
    assert [cost(variant, name) for name in (THUGS.name, "Bats")] == [costs[0], costs[2]]

"""Reinforcement tokens, full areas and broken walls (p.31-32, 57)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import skills
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    MissionSheet,
    ReinforcementArea,
    TileSheet,
    WarningEvent,
)
from games.referee import Question, Refusal
from tests.games.gotham_chronicles.sheets import BATMAN, THUGS
from tests.games.gotham_chronicles.table import GAME, SPEAKER, At, a, table

AREAS = (ReinforcementArea("Gate"), ReinforcementArea("Quay"), ReinforcementArea("Roof", False))
BREAKER = TileSheet("Grundy", "leader", life=8, bonus=4, skills=skills("Wall Breaker 2"))


def alarm(areas: tuple[ReinforcementArea, ...] = AREAS, depth: str = "full") -> At:
    """Return a table where the villain has three points and two Thugs in the pool."""
    mission = MissionSheet("m", events=(WarningEvent("Alarm", 3),), reinforcements=areas)
    at = table((BATMAN,), ((THUGS, 3),), mission=mission)
    at.to("V3")
    at.post(reserve=9, fatigue=0)
    at.do(
        a.Hurt(THUGS.name), a.Hurt(THUGS.name), a.Activate(EVENT_WARNING), a.TriggerEvent("Alarm")
    )
    at.state = replace(at.state, depth=depth)
    return at


def remedy(at: At, action: object, **answers: str) -> str:
    refusal = GAME.apply(at.state, action, None, answers)
    assert isinstance(refusal, Refusal), refusal
    return SPEAKER.say(refusal.remedy)


def prompts(at: At, do: str) -> list[dict[str, object]]:
    return [prompt.fixed for prompt in GAME.prompts(at.state) if prompt.do == do]


# -- where a miniature comes back ----------------------------------------------------------


def test_full_depth_offers_areas_with_active_token():
    assert prompts(alarm(), "reinforce") == [
        {"area": "Gate"},
        {"area": "Quay"},
        {"beside": True},
        {},
    ]


def test_quick_depth_asks_only_who_comes():
    at = alarm(depth="quick")
    assert prompts(at, "reinforce") == [{}]
    at.do(a.Reinforce(THUGS.name))
    assert at.tile(THUGS.name).on_map == 2


def test_full_depth_without_tokens_asks_only_who_comes():
    assert prompts(alarm(()), "reinforce") == [{}]


def test_all_tokens_turned_over_offer_no_way_back():
    turned = (ReinforcementArea("Roof", False),)
    assert prompts(alarm(turned), "reinforce") == []
    assert alarm(turned).no(a.Reinforce(THUGS.name)) == "E_REINF_AREA"
    assert prompts(alarm(turned, depth="quick"), "reinforce") == [{}]


def test_the_area_is_named_in_the_log():
    at = alarm()
    at.do(a.Reinforce(THUGS.name, "Quay"))
    assert at.said == [f"{THUGS.name} returns to Quay for 1 (2 points left)"]


@pytest.mark.parametrize("area", ["Roof", "Cellar"])
def test_nobody_appears_without_an_active_token(area):
    at = alarm()
    assert at.no(a.Reinforce(THUGS.name, area)) == "E_REINF_AREA"
    assert remedy(at, a.Reinforce(THUGS.name, area)) == "Check for room in Gate and Quay"


def test_full_area_sends_thug_to_another_token():
    """Batman, three Thugs and Bane with venom fill an area of six (p.32)."""
    at = alarm()
    full = a.Reinforce(THUGS.name, "Gate", present=1 + 3 + 2, limit=6)
    assert at.no(full) == "E_OCCUPATION"
    assert remedy(at, full) == "Check for room in Quay"
    at.do(a.Reinforce(THUGS.name, "Gate", present=5, limit=6))


def test_place_beside_token_needs_all_token_areas_full():
    at = alarm()
    beside = a.Reinforce(THUGS.name, beside=True)
    question = at.ask(beside)
    assert (question.code, question.facts["areas"]) == ("REINFORCEMENT_FULL", ("Gate", "Quay"))
    assert at.no(beside, REINFORCEMENT_FULL="no") == "E_REINF_ROOM"
    at.do(beside, REINFORCEMENT_FULL="yes")
    assert at.notes[0] == "reinforced-beside"
    assert (at.tile(THUGS.name).on_map, at.state.points) == (2, 2)


def test_a_full_area_beside_takes_nobody_either():
    at = alarm()
    beside = a.Reinforce(THUGS.name, beside=True, present=4, limit=4)
    assert at.no(beside, REINFORCEMENT_FULL="yes") == "E_OCCUPATION"


def test_script_naming_no_area_is_asked_for_it():
    at = alarm()
    question = at.ask(a.Reinforce(THUGS.name))
    assert [option.value for option in question.options] == ["Gate", "Quay", "beside"]
    at.do(a.Reinforce(THUGS.name), REINFORCEMENT_AREA="Gate")
    again = GAME.apply(at.state, a.Reinforce(THUGS.name), None, {"REINFORCEMENT_AREA": "beside"})
    assert isinstance(again, Question)
    assert again.code == "REINFORCEMENT_FULL"


def test_with_every_token_turned_nobody_appears():
    at = alarm((ReinforcementArea("Roof", False),))
    assert at.no(a.Reinforce(THUGS.name)) == "E_REINF_AREA"
    assert at.no(a.Reinforce(THUGS.name, beside=True)) == "E_REINF_AREA"


# -- tokens --------------------------------------------------------------------------------


def test_the_mission_turns_and_moves_its_tokens():
    at = alarm()
    at.do(a.LayReinforcement("Roof"), a.LayReinforcement("Gate", "inactive"))
    at.do(a.LayReinforcement("Quay", "gone"), a.LayReinforcement("Pier"))
    assert at.state.reinforcements == (
        ReinforcementArea("Gate", False),
        ReinforcementArea("Roof"),
        ReinforcementArea("Pier"),
    )
    assert at.no(a.LayReinforcement("Quay", "gone")) == "E_NO_TOKEN"
    assert at.no(a.LayReinforcement(" ")) == "E_NO_SPACE"
    assert at.no(a.LayReinforcement("Pier", "burning")) == "E_NO_SPACE"


def test_a_seventh_token_only_warns():
    at = alarm(tuple(ReinforcementArea(str(n)) for n in range(6)))
    at.do(a.LayReinforcement("3", "inactive"))
    assert at.ask(a.LayReinforcement("7")).code == "SUPPLY"
    at.do(a.LayReinforcement("7"), SUPPLY="anyway")


def test_a_mission_is_typed_with_its_tokens():
    typed = a.DefineMission("m", reinforcements="Gate; Roof | inactive").sheet()
    assert typed.reinforcements == (ReinforcementArea("Gate"), ReinforcementArea("Roof", False))
    with pytest.raises(ValueError, match="Roof"):
        a.DefineMission("m", reinforcements="Roof | perhaps").sheet()


def test_tokens_are_on_checklist_and_on_board():
    at = alarm()
    said = [SPEAKER.say(line) for line in GAME.checklist(at.state)]
    assert "Active reinforcement tokens in Gate and Quay" in said
    assert "Inactive reinforcement tokens in Roof" in said
    assert GAME.board(at.state, None)["reinforcements"][2] == {"area": "Roof", "active": False}


# -- walls ---------------------------------------------------------------------------------


def test_breaking_through_a_wall_leaves_its_token():
    at = table((BATMAN,), ((BREAKER, 1),))
    at.to("V3")
    at.state = replace(at.state, depth="full")
    at.do(a.Activate("Grundy"), a.StartMini(), a.MoveStep(kind="wall", level=2, between="A and B"))
    assert at.state.walls == ("A and B",)
    assert "wall-broken" in at.notes
    at.do(a.MoveStep())
    assert GAME.board(at.state, None)["walls"] == ["A and B"]


def test_a_wall_too_strong_stays_whole():
    at = table((BATMAN,), ((BREAKER, 1),))
    at.to("V3")
    at.state = replace(at.state, depth="full")
    at.do(a.Activate("Grundy"), a.StartMini())
    assert at.no(a.MoveStep(kind="wall", level=3, between="A and B")) == "E_NO_SKILL"
    assert at.state.walls == ()


def test_walls_are_broken_and_mended_by_missions_too():
    at = table()
    at.do(a.BreakWall("A and B"), a.BreakWall("C and D"), a.BreakWall("A and B", there=False))
    assert at.state.walls == ("C and D",)
    assert at.no(a.BreakWall("A and B", there=False)) == "E_NO_TOKEN"
    at.do(*(a.BreakWall(str(n)) for n in range(5)))
    assert at.ask(a.BreakWall("one more")).code == "SUPPLY"


def test_nobody_of_tile_set_aside_is_brought_back():
    """Its miniatures could never act."""
    at = alarm(depth="quick")
    assert [each.do for each in GAME.prompts(at.state) if each.do == "reinforce"] == ["reinforce"]
    at.do(a.PlaceTile(THUGS.name, "aside"))
    assert "reinforce" not in {each.do for each in GAME.prompts(at.state)}
    assert at.no(a.Reinforce(THUGS.name)) == "E_NOT_IN_RIVER"

"""The conditions of a mission: what the referee watches, when it asks, who wins (p.15)."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.notation import condition, rows
from games.gotham_chronicles.box.sheets import (
    ALL_HEROES,
    MOST_CONDITIONS,
    Box,
    Condition,
    CounterSheet,
    Limit,
    MissionEffect,
    MissionSheet,
)
from games.gotham_chronicles.rules.end import fell
from games.gotham_chronicles.state import with_tile
from games.referee import Adjust
from tests.games.gotham_chronicles.sheets import BANE, BATMAN, GORDON, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table

COUNTERS = (CounterSheet("Bombs", 0, 0, 5), CounterSheet("Keys", 0, 0, 5))


def mission(*conditions: Condition, rounds: int = 3, **more: object) -> At:
    sheet = MissionSheet("Test", rounds=rounds, counters=COUNTERS, conditions=conditions, **more)
    return table((BATMAN, GORDON), ((BANE, 1), (THUGS, 2)), mission=sheet)


def play(at: At, *phases: str, **answers: str) -> None:
    """Go on step by step until the last of ``phases`` waits."""
    for phase in phases:
        if at.state.phase == "H3":
            at.do(a.Stance(0, "active"), a.Stance(1, "active"))
        else:
            at.do(a.Next(), **answers)
        assert at.state.phase == phase


def winner(at: At) -> tuple[str, str]:
    return at.state.ended.winner, at.state.ended.condition


def claims(at: At) -> list[str]:
    found = [p for p in GAME.prompts(at.state) if p.do == "victory"]
    return [p.fixed["condition"] for p in found if p.fixed]


# -- asked by itself -----------------------------------------------------------------------


def test_two_fulfilled_conditions_are_asked_one_by_one():
    at = mission(
        Condition("Two bombs", "villain", counter="Bombs", at_least=2),
        Condition("A second bomb", "villain", counter="Bombs", at_least=2),
    )
    first = at.ask(a.Count("Bombs", 2))
    assert (first.code, first.facts["condition"]) == ("VICTORY", "Two bombs")
    second = at.ask(a.Count("Bombs", 2), VICTORY="no")
    assert (second.code, second.facts["condition"]) == ("VICTORY_2", "A second bomb")
    at.do(a.Count("Bombs", 2), VICTORY="no", VICTORY_2="no")
    assert at.notes == ["count", "not-over", "not-over"]
    at = mission(*at.state.conditions)
    at.do(a.Count("Bombs", 2), VICTORY="no", VICTORY_2="yes")
    assert winner(at) == ("villain", "A second bomb")


def test_mission_decides_when_both_sides_have_condition():
    at = mission(
        Condition("Two bombs", "villain", counter="Bombs", at_least=2),
        Condition("Safe", "heroes", counter="Bombs", at_least=2),
    )
    both = {"VICTORY": "yes", "VICTORY_2": "yes"}
    question = at.ask(a.Count("Bombs", 2), **both)
    assert question.code == "WHICH_VICTORY"
    assert [option.label for option in question.options] == ["Two bombs", "Safe"]
    at.do(a.Count("Bombs", 2), **both, WHICH_VICTORY="1")
    assert winner(at) == ("heroes", "Safe")


def test_a_condition_already_fulfilled_is_not_asked_again():
    at = mission(Condition("Two bombs", "villain", counter="Bombs", at_least=2))
    at.do(a.Count("Bombs", 2), VICTORY="no")
    at.do(a.Count("Bombs", 1))
    assert claims(at) == ["Two bombs"]


def test_a_leader_that_falls_ends_the_mission():
    at = mission(Condition("Bane is beaten", "heroes", falls=("Bane",)))
    at.do(a.Hurt("Bane", 5))
    assert claims(at) == []
    at.do(a.Hurt("Bane", 1), VICTORY="yes")
    assert winner(at) == ("heroes", "Bane is beaten")


def test_tile_with_miniatures_only_aside_has_not_fallen():
    at = mission(Condition("Bane is beaten", "heroes", falls=("Bane",)))
    at.state = with_tile(at.state, "Bane", down=True, minis=(), aside=1)
    assert not fell(at.state, "Bane")
    assert fell(with_tile(at.state, "Bane", removed=1), "Bane")
    assert fell(with_tile(at.state, "Bane", pool=1), "Bane")


def test_a_tile_falls_with_its_last_miniature():
    at = mission(Condition("Streets are clean", "heroes", falls=(THUGS.name,)))
    at.do(a.Hurt(THUGS.name))
    assert at.ask(a.Hurt(THUGS.name)).code == "VICTORY"


def test_a_tile_given_up_has_not_fallen():
    at = mission(Condition("Streets are clean", "heroes", falls=(THUGS.name,)))
    at.to("V3")
    at.do(a.Demobilize(THUGS.name))
    assert claims(at) == []


@pytest.mark.parametrize(("fallen", "needed"), [(1, 2), (1, ALL_HEROES)])
def test_heroes_that_fall_are_counted(fallen, needed):
    at = mission(Condition("Gotham is lost", "villain", heroes_fall=needed))
    at.do(a.Wound(0, 11))
    assert claims(at) == []
    at.do(a.Wound(1, 9), VICTORY="yes")
    assert winner(at) == ("villain", "Gotham is lost")


def test_everything_a_condition_names_is_needed():
    needs = Condition(
        "All",
        "villain",
        counter="Bombs",
        at_least=1,
        also=(Limit("Keys", None, 0),),
        falls=("Batman",),
    )
    at = mission(needs)
    at.do(a.Count("Bombs", 1), a.Count("Keys", 1), a.Wound(0, 11))
    assert at.ask(a.Count("Keys", -1)).code == "VICTORY"


def test_condition_added_in_play_already_holding_is_asked():
    at = mission()
    at.do(a.Count("Bombs", 3))
    line = a.AddRule("condition", "villain | any | three bombs | Bombs >= 3")
    assert at.ask(line).code == "VICTORY"


def test_corrected_number_shows_condition_it_fulfils():
    at = mission(Condition("Two bombs", "villain", counter="Bombs", at_least=2))
    assert claims(at) == []
    at.do(Adjust("counter.Bombs", 2, "miscounted"), VICTORY="no")
    (claim,) = [p for p in GAME.prompts(at.state) if p.fixed.get("condition") == "Two bombs"]
    assert claim.group == "now"


# -- at their moment -----------------------------------------------------------------------

MOMENTS = {
    "upkeep": "upkeep",
    "H2": "H2",
    "H5": "H4",
    "V2": "V2",
    "V4": "V3",
}


@pytest.mark.parametrize("step", MOMENTS)
def test_place_held_is_asked_at_end_of_step(step):
    """The board decides, so the table is asked, once, when the mission says."""
    effects = tuple(MissionEffect(s, s) for s in ("upkeep", "H2", "V2"))
    at = mission(Condition("The roof is held", "heroes", step, rounds=(1,)), effects=effects)
    at.do(a.Next())
    for _ in range(20):
        if at.state.phase == MOMENTS[step]:
            break
        if at.state.phase == "H3":
            at.do(a.Stance(0, "active"), a.Stance(1, "active"))
        else:
            at.do(a.ResolveEffect(at.state.phase) if at.state.pending else a.Next())
    going = a.ResolveEffect(step) if at.state.pending else a.Next()
    assert at.ask(going).facts["condition"] == "The roof is held"
    other = GAME.apply(at.state, going, None, {"VICTORY_1": "no"})
    assert "note.not-over" in [note.code for note in other.notes]
    at.do(going, VICTORY_1="yes")
    assert winner(at) == ("heroes", "The roof is held")


def test_round_end_asks_in_rounds_named():
    at = mission(Condition("The ship lies here", "heroes", "round", rounds=(2,)))
    at.do(a.Next())
    play(at, "H4", "V3", "H3", "H4", "V3")
    assert at.state.round == 2
    assert at.ask(a.Next()).code == "VICTORY_1"
    at.do(a.Next(), VICTORY_1="yes")
    assert winner(at) == ("heroes", "The ship lies here")


def test_last_round_ends_like_others_before_mission_ends():
    at = mission(Condition("The ship lies here", "heroes", "round"), rounds=1)
    at.do(a.Next())
    play(at, "H4", "V3")
    at.do(a.Next(), VICTORY_1="no")
    assert at.state.phase == "end"


def test_watched_moment_condition_asked_only_when_it_holds():
    at = mission(Condition("Bombs", "villain", "V4", counter="Bombs", at_least=1))
    at.do(a.Next())
    play(at, "H4", "V3", "H3", "H4", "V3")
    at.do(a.Count("Bombs", 1))
    assert at.ask(a.Next()).code == "VICTORY_1"


# -- declared ------------------------------------------------------------------------------


def test_nobody_wins_by_unmet_count_unless_table_overrules():
    at = mission(Condition("Two bombs", "villain", counter="Bombs", at_least=2))
    assert claims(at) == []
    assert at.no(a.Declare("Two bombs")) == "E_NOT_MET"
    at.do(a.Count("Bombs", 1))
    assert at.no(a.Declare("Two bombs")) == "E_NOT_MET"
    at.do(a.Declare("Two bombs"), **{"override:E_NOT_MET": "the mission says so"})
    assert winner(at) == ("villain", "Two bombs")


def test_unseen_condition_may_be_claimed_at_its_time():
    at = mission(
        Condition("A hero is home", "heroes"),
        Condition("The roof is held", "heroes", "H5"),
        Condition("Nobody left", "villain", "end"),
    )
    at.do(a.Next())
    assert claims(at) == ["A hero is home"]
    assert at.no(a.Declare("The roof is held")) == "E_TOO_EARLY"
    assert at.no(a.Declare("Nobody left")) == "E_TOO_EARLY"
    at.to("end")
    assert claims(at) == ["A hero is home", "The roof is held", "Nobody left"]


def test_other_ending_is_expected_without_claimable_condition():
    at = mission(Condition("Two bombs", "villain", "end", counter="Bombs", at_least=2))
    at.to("end")
    (other,) = [p for p in GAME.prompts(at.state) if p.do == "victory"]
    assert (other.fixed, other.expected) == ({}, True)
    at.to("H4")
    assert not [p for p in GAME.prompts(at.state) if p.do == "victory" and p.expected]


# -- written -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("heroes | any | home", Condition("home")),
        ("villain | H5 3 4 | held", Condition("held", "villain", "H5", rounds=(3, 4))),
        ("villain | any | x | Bombs >= 3", Condition("x", "villain", "any", "Bombs", 3)),
        (
            "heroes | end | x | Bombs <= 1, Keys >= 2, Bane falls",
            Condition(
                "x",
                "heroes",
                "end",
                "Bombs",
                None,
                1,
                also=(Limit("Keys", 2),),
                falls=("Bane",),
            ),
        ),
        ("villain | any | x | all heroes fall", Condition("x", "villain", heroes_fall=9)),
        ("villain | any | x | 2 heroes fall", Condition("x", "villain", heroes_fall=2)),
    ],
)
def test_a_condition_is_written_on_one_line(line, found):
    assert condition(rows(line)[0]) == found


@pytest.mark.parametrize(
    "line",
    [
        "heroes | never | x",
        "nobody | any | x",
        "heroes | any",
        "heroes | | x",
        "heroes | any | x | y",
    ],
)
def test_a_condition_nobody_can_read_is_named(line):
    with pytest.raises(ValueError):
        condition(rows(line)[0])


def test_what_is_watched_is_said_on_the_board():
    needs = Condition(
        "x",
        "villain",
        "round",
        "Bombs",
        1,
        also=(Limit("Keys", None, 2),),
        falls=("Bane",),
        heroes_fall=ALL_HEROES,
    )
    at = mission(needs, replace(needs, text="y", heroes_fall=2))
    shown = GAME.board(at.state, None)["mission"]["conditions"]
    codes = ["need.at_least", "need.at_most", "need.falls"]
    assert [need.code for need in shown[0]["needs"]] == [*codes, "need.all_heroes"]
    assert [need.code for need in shown[1]["needs"]] == [*codes, "need.heroes"]
    assert shown[0]["when"].code == "when.round"


def test_every_condition_that_can_be_entered_has_question():
    assert f"question.VICTORY_{MOST_CONDITIONS}" in GAME.messages
    lines = [f"heroes | any | home {n}" for n in range(MOST_CONDITIONS)]
    full = a.DefineMission("Long", conditions=";".join(lines))
    assert len(GAME.learn(Box(), full).missions[0].conditions) == MOST_CONDITIONS
    more = a.DefineMission("Long", conditions=";".join([*lines, "heroes | any | one more"]))
    assert GAME.learn(Box(), more).code == "E_NOTATION"
    at = mission(*GAME.learn(Box(), full).missions[0].conditions)
    assert at.no(a.AddRule("condition", "heroes | any | one more")) == "E_NOTATION"
    at.do(a.AddRule("condition", lines[3]))


def bombs(text: str = "Bombs >= 3") -> At:
    """Return a table where the villain wins with three bombs; two lie there."""
    mission = MissionSheet(
        "m",
        conditions=(condition(["villain", "any", "three bombs", text]),),
        counters=(CounterSheet("Bombs", 2, 0, 5),),
    )
    at = table((BATMAN,), ((THUGS, 1),), mission=mission)
    at.heroes_act()
    return at


def test_counter_set_by_hand_ends_game_like_play():
    at = bombs()
    assert at.ask(Adjust("counter.Bombs", 3)).code == "VICTORY"
    at.do(Adjust("counter.Bombs", 3), VICTORY="yes")
    assert at.state.ended.winner == "villain"


def test_ending_that_no_longer_holds_is_none():
    at = bombs()
    at.do(a.Count("Bombs", 1), VICTORY="yes")
    assert GAME.outcome(at.state) is not None
    at.do(Adjust("counter.Bombs", 2))
    assert at.notes == ["adjust", "reopened"]
    assert GAME.outcome(at.state) is None
    at.do(a.Count("Bombs", 1), VICTORY="yes")
    at.do(Adjust("counter.Bombs", 4))
    assert GAME.outcome(at.state) is not None


def test_ending_table_declared_is_not_taken_back():
    at = bombs()
    at.do(a.Declare("–", "heroes"), Adjust("counter.Bombs", 1))
    assert GAME.outcome(at.state) is not None


def test_last_miniature_taken_by_hand_turns_its_tile():
    at = bombs()
    at.do(Adjust("tile.Thugs with Crowbar.on_map", 0))
    assert at.state.tile(THUGS.name).down
    assert at.state.river[-1] == THUGS.name

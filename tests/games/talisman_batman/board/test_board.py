"""Tests of what a page draws of a table, and the rule each offer cites."""

from collections import defaultdict

import pytest
from msgspec.structs import replace

from games.messages import Msg
from games.talisman_batman.board.map import off_the_rings
from games.talisman_batman.board.screen import scene
from games.talisman_batman.state import EncounterCard
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun, box, sheet
from tests.games.talisman_batman.test_notes import SAID, told

CITES = {
    "ability": "T-056",
    "align": "T-012",
    "ambush": "T-092",
    "attack": "T-083",
    "bag": "T-Q53",
    "batman-move": "T-047",
    "batman-place": "T-Q01",
    "batman-roll": "T-046",
    "batman-target": "T-050",
    "boost": "T-068",
    "card-reroll": "T-025",
    "card-roll": "T-023",
    "change": "T-120",
    "checked": "",
    "clear": "T-068 T-119",
    "deal": "T-029",
    "discard": "T-119",
    "does": "T-059",
    "does-not": "T-059",
    "done": "T-079",
    "door": "T-137",
    "door-dice": "T-139",
    "door-result": "T-139",
    "draw": "T-058 T-059",
    "draw-villain": "T-114",
    "end": "T-039",
    "escape": "T-053",
    "escaped": "T-053",
    "evade": "T-092",
    "feat-discard": "T-103",
    "feat-draw": "T-106",
    "feat-name": "T-106",
    "feat-use": "T-107",
    "fight": "T-066",
    "gain": "T-095 T-120",
    "guard": "T-127",
    "hand-over": "T-Q54",
    "heal": "T-152",
    "inherit": "T-115",
    "insane": "T-109",
    "insane-move": "T-049",
    "job": "T-121",
    "job-done": "T-123",
    "keep": "T-075",
    "keys": "T-136",
    "lay": "T-061",
    "leave": "T-097 T-101 T-Q42",
    "lose-turn": "T-112",
    "medic": "T-152",
    "move": "T-041 T-043 T-044 T-048 T-129 T-132",
    "no-draw": "T-Q24",
    "no-encounter": "T-Q29",
    "number": "T-059",
    "numbers": "T-020",
    "ready": "T-033",
    "reroll": "T-023 T-075 T-Q04",
    "place": "T-005",
    "located": "T-005",
    "adds": "T-098",
    "resolve": "T-059",
    "ring-size": "T-005",
    "reward": "T-090",
    "roll": "T-040 T-048",
    "save": "T-074",
    "search": "T-135",
    "sell": "T-151",
    "send": "T-048",
    "shift": "T-064",
    "space": "T-055",
    "spend-fate": "T-025",
    "stand": "T-052",
    "strike": "T-069 T-128",
    "suffer": "T-072",
    "take": "T-061",
    "trade": "T-079",
    "trade-best": "T-079",
    "turn-back": "T-044",
    "villain": "T-029",
}


def test_every_offer_cites_the_rule_it_comes_from():
    found = defaultdict(set)
    for said, (prepare, _action) in SAID.items():
        for state in (prepare().state, told(said).state):
            for prompt in REFEREE.prompts(state):
                if prompt.group != "table":
                    found[prompt.do].add(prompt.rule)
    assert {do: " ".join(sorted(rules)) for do, rules in found.items()} == CITES


@pytest.mark.parametrize(("kind", "rule"), [("guard", "T-128"), ("enemy", "T-069")])
def test_dice_of_fight_cite_who_rolls_them(kind, rule):
    table = begun().do(a.Roll(3))
    if kind == "guard":
        table.do(a.Guard(2))
    else:
        table.at("encounter").do(a.Space(1), a.DrawEncounter("Spoiler"))
    (strike,) = [p for p in REFEREE.prompts(table.state) if p.do == "strike"]
    assert (strike.rule, strike.fields[0].rule) == (rule, rule)
    assert len(strike.fields[0].dice) == (1 if kind == "guard" else 2)


def seen(table, viewer=0):
    return REFEREE.board(table.state, viewer)


def test_the_dials_turn_with_what_they_show():
    table = begun(own_box=box(sheet("Bane", 5, 2, life=4))).set(0, strength=10, life=3)
    strength, cunning, life, fate, coins = seen(table).standings[0].dials
    assert (life.code, life.value, life.top, life.part) == ("life", 3, 6, 50)
    assert (strength.value, strength.start, strength.top) == (10, 5, 10)
    assert (strength.part, strength.start_angle) == (100, 0)
    assert (cunning.value, cunning.part) == (2, 20)
    assert (fate.code, fate.value, fate.top) == ("fate", 3, 5)
    assert (coins.code, coins.value, coins.start) == ("coins", 1, 0)


def test_way_to_top_shows_positions_and_key_holder():
    table = begun("Bane", "Scarecrow", "Clayface")
    table.give(1, EncounterCard("security-key", key=True))
    table.set(1, space="security-door", floor=2).set(2, space="Ward", floor=2)
    table.do(a.PlaceBatman("anteroom", 3))
    rungs = {rung.code: rung for rung in seen(table).tower}
    assert list(rungs) == ["floor.1", "floor.2", "security-door", "floor.3", "control-room"]
    assert {code: [f.seat for f in rung.here] for code, rung in rungs.items()} == {
        "floor.1": [0],
        "floor.2": [2],
        "security-door": [1],
        "floor.3": [],
        "control-room": [],
    }
    assert [code for code, rung in rungs.items() if rung.batman] == ["floor.3"]
    assert rungs["security-door"].here[0].key
    assert rungs["floor.1"].here[0].active
    assert seen(table).keys == 3


def test_what_is_special_about_a_villain_is_marked():
    table = begun().set(
        0, insane=2, lost_turns=1, turning_back=True, guard_passed=True, in_control_room=True
    )
    codes = [mark.code for mark in seen(table).standings[0].marks]
    assert codes == [
        "mark.insane",
        "mark.lost-turns",
        "mark.turning-back",
        "mark.guard-passed",
        "mark.control-room",
    ]
    assert seen(table).standings[1].marks == ()


def test_lying_things_are_shown_with_cards_met_there():
    table = begun().do(a.LayCard("Rope", kind="object")).at("encounter")
    duel = REFEREE.board(table.ask(a.AttackVillain(1)).state, 0)
    assert (duel.pending, len(duel.lying)) == ((), 1)
    table = begun().at("encounter")
    meeting = seen(table.do(a.Space(1), a.DrawEncounter("Spoiler", "enemy", "strength", 6, 2)))
    assert ([thing.name for thing in meeting.pending], meeting.lying) == ([Msg("card.spoiler")], ())


def test_villain_without_ring_is_off_the_rings():
    table = begun(own_box=REFEREE.sample_box()).set(0, space="tower-entrance", floor=3)
    assert off_the_rings(table.state) == ()
    table.state = replace(table.state, plan=replace(table.state.plan, tower=()))
    [figure] = off_the_rings(table.state)
    assert (figure.seat, SAY(figure.where)) == (0, "Tower Entrance")


def test_two_names_on_narrow_step_part():
    table = begun(own_box=REFEREE.sample_box()).set(0, space="control-room", floor=3)
    batman = replace(table.state.batman, space="control-room", floor=3)
    table.state = replace(table.state, batman=batman)
    climb, *_rest = scene(REFEREE.board(table.state, None), {0: "Bartek"})
    above = [(pin.name, pin.anchor) for pin in climb.values["pins"] if pin.y < 150]
    assert [anchor for _name, anchor in above] == ["end", "start"]
    batman = replace(batman, space="morgue", floor=1)
    table.state = replace(table.state, batman=batman)
    climb, *_rest = scene(REFEREE.board(table.state, None), {0: "Bartek"})
    assert [pin.anchor for pin in climb.values["pins"] if pin.y < 150] == [""]

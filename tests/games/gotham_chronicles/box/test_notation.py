"""Each notation is read to the letter, and what lies in a box from the start is what is printed."""

import msgspec
import pytest

from games.gotham_chronicles.box import notation, samples
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    BonusLine,
    Condition,
    CounterSheet,
    DiceOption,
    MissionEffect,
    ReinforcementArea,
    RiverTile,
    ScreenSpace,
    Skill,
    Slot,
    Start,
    TileTrait,
    WarningEvent,
)

WHITE, YELLOW, RED = "white", "yellow", "red"


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (notation.die, " r* ", (RED, True)),
        (notation.die, "W", (WHITE, False)),
        (notation.dice, "2W + y", ((WHITE, WHITE, YELLOW), ())),
        (notation.dice, "2Y*+R", ((YELLOW, YELLOW, RED), (YELLOW, YELLOW))),
        (notation.ability, "R", TileTrait((DiceOption((RED,)),))),
        (
            notation.ability,
            "Y* x3 or 2W",
            TileTrait((DiceOption((YELLOW,), (YELLOW,), 3), DiceOption((WHITE, WHITE)))),
        ),
        (notation.skills, "Luck 2, Combo 1(4)", (Skill("Luck", 2), Skill("Combo", 1, 4))),
        (notation.skills, "Luck 1(0)", (Skill("Luck", 1, 0),)),
        (notation.bonuses, "0:3 3:3 5:0", ((0, 3), (3, 3), (5, 0))),
        (notation.card_line, "Melee:", BonusLine("melee")),
        (
            notation.card_line,
            "ranged: R*, Y, +1, +2, Burst 2, Harmless",
            BonusLine("ranged", (RED, YELLOW), (RED,), (Skill("Burst", 2),), 3, ("Harmless",)),
        ),
        (notation.rows, "a | b; c\n\n d |", [["a", "b"], ["c"], ["d", ""]]),
        (notation.slot, ["Robin"], Slot(("Robin",))),
        (notation.slot, ["Robin / Owl", "3"], Slot(("Robin", "Owl"), 3)),
        (notation.slot, ["Robin", "", "Rope, Vest"], Slot(("Robin",), 0, ("Rope", "Vest"))),
        (
            notation.slot,
            ["Robin = 0 / Owl + Claws / Bat", "2", ""],
            Slot(
                ("Robin", "Owl", "Bat"),
                2,
                starts=(Start("Robin", 0), Start("Owl", None, ("Claws",))),
            ),
        ),
        (notation.place, ["Owls"], RiverTile("Owls")),
        (notation.place, ["Owls", "2", "1"], RiverTile("Owls", 2, 1)),
        (notation.place_aside, ["Owls"], RiverTile("Owls", aside=1)),
        (notation.place_aside, ["Owls", "0"], RiverTile("Owls")),
        (notation.event, ["Alarm"], WarningEvent("Alarm", 0)),
        (notation.event, ["Alarm", "4"], WarningEvent("Alarm", 4)),
        (notation.reinforcement, ["Roof"], ReinforcementArea("Roof", True)),
        (notation.reinforcement, ["Roof", "inactive"], ReinforcementArea("Roof", False)),
        (notation.effect, ["H2", "rain"], MissionEffect("H2", "rain")),
        (notation.effect, ["V4", "rain", "1 3"], MissionEffect("V4", "rain", (1, 3))),
        (notation.counter, ["Keys"], CounterSheet("Keys", 0, 0, 20)),
        (notation.counter, ["Keys", "2"], CounterSheet("Keys", 2, 0, 20)),
        (notation.counter, ["Keys", "2", "3"], CounterSheet("Keys", 2, 0, 3)),
        (notation.number, " 99 ", 99),
    ],
)
def test_a_notation_is_read(read, text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (notation.dice, "0W"),
        (notation.dice, "W+"),
        (notation.ability, "W x0"),
        (notation.skill, "Luck 0"),
        (notation.bonuses, "0:1:2"),
        (notation.bonuses, "0:2 3:1 2:0"),
        (notation.card_line, "melee Y"),
        (notation.number, "100"),
        (notation.number, "-1"),
        (notation.effect, ["H2"]),
        (notation.reinforcement, ["Roof", "up"]),
        (notation.slot, ["= 5"]),
        (notation.start, "Owl + "),
    ],
)
def test_a_slip_of_the_pen_is_named(read, text):
    with pytest.raises(ValueError):
        read(text)


@pytest.mark.parametrize(
    ("pool", "arrows", "text"),
    [
        ((WHITE, YELLOW, WHITE), (), "2W+Y"),
        ((WHITE, WHITE), (WHITE,), "W*+W"),
        ((WHITE, RED, WHITE), (WHITE, WHITE), "2W*+R"),
    ],
)
def test_dice_are_written_by_colour_with_their_arrows(pool, arrows, text):
    assert notation.write_dice(pool, arrows) == text


# -- what lies in a box --------------------------------------------------------------------


def rivers(mission):
    return [(each.tile, each.on_map, each.pool, each.counted) for each in mission.river]


def counters(mission):
    return [(each.name, each.value, each.low, each.high) for each in mission.counters]


def conditions(mission):
    return [
        (each.side, each.when, each.counter, each.at_least, each.at_most)
        for each in mission.conditions
    ]


def test_starter_mission_is_laid_out_as_rulebook_prints():
    """Pages 8 to 13."""
    mission = samples.sink_a_city()
    assert (mission.rounds, mission.initiative) == (7, "heroes")
    assert (mission.reserve, mission.fatigue, mission.recovery, mission.defence) == (9, 2, 5, 4)
    assert rivers(mission) == [
        ("Bane", 1, 0, True),
        ("Brutes with Chains", 0, 0, False),
        ("Brutes with Firearm", 0, 0, False),
        ("Owls with Handgun", 4, 0, True),
        ("Thugs with Crowbar", 0, 0, False),
        ("Thugs with Firearm", 0, 0, False),
        (EVENT_WARNING, 0, 0, True),
    ]
    assert mission.set_aside == (RiverTile("Bane (Venom Injected)", aside=1),)
    assert counters(mission) == [("Bombs", 0, 0, 5), ("Computers", 4, 0, 4)]
    assert conditions(mission) == [
        ("heroes", "end", "Bombs", None, 1),
        ("villain", "end", "Bombs", 2, None),
    ]
    tokens = [(each.area, each.active) for each in mission.reinforcements]
    assert tokens == [(f"Token {n}", True) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("heroes", [1, 2, 3])
def test_a_sample_mission_grows_with_the_heroes(heroes):
    mission = next(m for m in samples.sample_box().missions if len(m.slots) == heroes)
    assert mission == samples.mission(heroes)
    assert (mission.rounds, mission.fatigue) == (3 + heroes, 2)
    assert mission.reserve == {1: 5, 2: 7, 3: 9}[heroes]
    assert mission.recovery == {1: 3, 2: 5, 3: 5}[heroes]
    assert [row[1:3] for row in rivers(mission)] == [
        (2 + heroes, 1),
        (1 + heroes, 0),
        (0, 0),
        (heroes, 0),
        (1, 0),
    ]
    assert mission.events == (
        WarningEvent("Another van", 2 + heroes),
        WarningEvent("Lights out", 0),
    )
    assert mission.effects[0].rounds == (2, 3)
    assert counters(mission) == [("Crates", 0, 0, 2 + heroes), ("Loaded", 0, 0, 3)]
    assert conditions(mission)[:2] == [
        ("heroes", "any", "Crates", 2 + heroes, None),
        ("villain", "any", "Loaded", 3, None),
    ]
    assert [each.active for each in mission.reinforcements] == [True, True, False]
    assert samples.sample_box().post.reroll == 4


def test_starter_set_sheets_are_read_with_every_number():
    """Pages 19 and 28; no tile of the set says where its indicator lies."""
    box = samples.starter()
    batman = next(hero for hero in box.heroes if hero.name == "Batman")
    assert batman.melee == ScreenSpace(3, RED)
    assert {tile.indicator for tile in box.tiles} == {0}
    automatic = {hero.name for hero in box.heroes if hero.automatic}
    arrows = {hero.name for hero in box.heroes if hero.automatic_arrow}
    assert automatic
    assert arrows <= automatic


def test_typed_condition_is_stored_as_box_stores_it():
    line = "villain | any | Bombs are primed | Bombs >= 3"
    typed = notation.condition(line.split(" | "))
    stored = msgspec.json.encode(typed)
    assert msgspec.json.encode(msgspec.json.decode(stored, type=Condition)) == stored

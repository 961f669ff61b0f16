"""Tests of what is asked before a game, page by page (p.8-14)."""

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    HeroSheet,
    MissionSheet,
    RiverTile,
    Setup,
    Slot,
    TileSheet,
)
from games.gotham_chronicles.rules.setup import EDITION
from games.referee import Field
from tests.games.gotham_chronicles.sheets import (
    BATARANGS,
    BATCAPE,
    BATMAN,
    CROWBAR,
    GORDON,
    OFFICERS,
    RENEE,
    SWAT,
    THUGS,
)
from tests.games.gotham_chronicles.table import GAME

PIER = MissionSheet(
    "Pier",
    slots=(Slot(("Batman", "Commissioner Gordon")), Slot(("Renee Montoya",))),
    river=(RiverTile(THUGS.name, counted=False), RiverTile(EVENT_WARNING)),
)
BOX = Box((BATMAN, GORDON, RENEE), (THUGS, OFFICERS, SWAT), (CROWBAR, BATARANGS, BATCAPE), (PIER,))
OWN = Setup(heroes=("Batman",))
DRAWN = Setup("Pier", ("Batman", "Renee Montoya"))


def pages(draft: Setup, box: Box = BOX) -> dict[str, dict[str, Field]]:
    """Return the fields of each page by the code of its heading."""
    return {
        page.label.code.removeprefix("setup."): {field.name: field for field in page.fields}
        for page in GAME.setup_pages(draft, box)
    }


def values(field: Field) -> list[object]:
    return [choice.value for choice in field.choices]


def test_numbers_are_asked_of_mission_nobody_has_entered():
    assert "numbers" not in pages(DRAWN)
    numbers = pages(OWN)["numbers"]
    assert list(numbers) == [
        "rounds",
        "initiative",
        "hero_fatigue",
        "reserve",
        "fatigue",
        "recovery",
        "river",
    ]
    assert values(pages(OWN)["mission"]["mission"]) == ["Pier", ""]
    assert values(numbers["river"]) == ["", EVENT_WARNING, THUGS.name]
    assert values(numbers["recovery"]) == [3, 5]


def test_river_is_proposed_as_drawn_or_event_alone():
    river = pages(OWN)["numbers"]["river"]
    assert (len(river.rows), river.default) == (8, [EVENT_WARNING, *[""] * 7])
    assert [row.facts["n"] for row in river.rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    drawn = pages(replace(OWN, river=(THUGS.name, EVENT_WARNING)))["numbers"]["river"]
    assert drawn.default == [THUGS.name, EVENT_WARNING, *[""] * 6]


def test_heroes_mission_lists_are_asked_place_by_place():
    heroes = pages(DRAWN)["heroes"]["heroes"]
    assert (heroes.kind, heroes.low, heroes.high) == ("sequence", 2, 2)
    assert [row.facts["n"] for row in heroes.rows] == [1, 2]
    assert values(heroes) == ["Batman", "Commissioner Gordon", "Renee Montoya"]
    assert heroes.default == ["Batman", "Renee Montoya"]


def test_own_mission_takes_one_to_three_heroes():
    heroes = pages(OWN)["heroes"]["heroes"]
    assert (heroes.kind, heroes.low, heroes.high, heroes.rows) == ("choices", 1, 3, ())
    known = ["Batman", "Commissioner Gordon", "Renee Montoya"]
    assert values(heroes) == [*known, "Hero 1", "Hero 2", "Hero 3"]


def test_mission_with_open_place_offers_every_hero():
    free = replace(PIER, slots=(Slot(("Owl",)), Slot()))
    heroes = pages(Setup("Pier", ("Owl", "Batman")), replace(BOX, missions=(free,)))["heroes"]
    known = ["Batman", "Commissioner Gordon", "Renee Montoya"]
    assert values(heroes["heroes"]) == [*known, "Owl"]
    nobody = Box(missions=(free,))
    offered = values(pages(Setup("Pier", ("Owl", "Hero 2")), nobody)["heroes"]["heroes"])
    assert offered == ["Owl", "Hero 1", "Hero 2", "Hero 3"]


def test_gadgets_are_asked_of_belted_heroes_while_available():
    gadgets = pages(DRAWN)["gadgets"]["gadgets"]
    assert values(gadgets) == ["0|Batarangs", "0|Batcape"]
    assert (gadgets.low, gadgets.high, gadgets.optional) == (0, 2, True)
    assert "gadgets" not in pages(DRAWN, replace(BOX, cards=(CROWBAR,)))
    assert "gadgets" not in pages(Setup(heroes=("Renee Montoya",)))


def test_allies_are_asked_of_commanders_of_their_kind():
    allies = pages(DRAWN)["allies"]["allies"]
    assert values(allies) == [f"1|{OFFICERS.name}"]
    assert (allies.default, allies.optional) == ("", True)
    chosen = replace(DRAWN, allies=("0|SWAT", f"1|{OFFICERS.name}"))
    assert pages(chosen)["allies"]["allies"].default == f"1|{OFFICERS.name}"
    foes = (TileSheet("Owls", "henchman"), SWAT)
    assert "allies" not in pages(DRAWN, replace(BOX, tiles=foes))
    assert "allies" not in pages(Setup(heroes=("Batman",)))


def test_variants_and_depth_are_asked_last_and_kept():
    draft = replace(OWN, variants=("E1", "H2"), depth="full")
    last = list(pages(draft))[-1]
    variants, depth = pages(draft)[last]["variants"], pages(draft)[last]["depth"]
    assert values(variants) == ["E1", "E2", "E3", "E4", "H1", "H2", "H3"]
    assert (variants.low, variants.high, variants.default) == (0, 7, ["E1", "H2"])
    assert (values(depth), depth.default) == (["quick", "full"], "full")


# -- what is proposed ----------------------------------------------------------------------


def test_mission_for_so_many_proposes_heroes_that_fit():
    alone = MissionSheet(
        "Alone", slots=(Slot(("Robin", "Batman")),), river=(RiverTile(EVENT_WARNING),)
    )
    box = replace(BOX, missions=(PIER, alone))
    assert GAME.setup_default(2, box) == Setup("Alone", ("Robin",), edition=EDITION)
    assert GAME.setup_default(3, box) == Setup("Pier", ("Batman", "Renee Montoya"), edition=EDITION)
    assert GAME.setup_default(4, box).mission == "Pier", "none is for three"


def test_nobody_is_proposed_twice():
    both = Slot(("Batman", "Renee Montoya"))
    mission = replace(PIER, slots=(both, both, both))
    heroes = GAME.setup_default(4, replace(BOX, missions=(mission,))).heroes
    assert heroes == ("Batman", "Renee Montoya", "Hero 3")


def test_without_missions_one_hero_per_player_is_proposed():
    box = Box((HeroSheet("Robin", 9),))
    for players, names in (
        (1, ("Robin",)),
        (2, ("Robin",)),
        (3, ("Robin", "Hero 1")),
        (5, ("Robin", "Hero 1", "Hero 2")),
    ):
        assert GAME.setup_default(players, box).heroes == names

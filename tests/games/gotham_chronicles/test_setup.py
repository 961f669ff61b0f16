"""Setting up: heroes, belts, allies, the villain's cubes, the wizard."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.actions import DropCards, Hurt, MoveMinis, Next, ReplaceTile
from games.gotham_chronicles.sheets import EVENT_WARNING, Box, MissionSheet, Place, Setup, Slot
from games.referee import Prompt, Refusal
from tests.games.gotham_chronicles.sheets import (
    BANE,
    BANE_VENOM,
    BATARANGS,
    BATCAPE,
    BATMAN,
    EXPLOSIVE,
    GORDON,
    OFFICERS,
    RENEE,
    SWAT,
    THUGS,
    TONFA,
    VEST,
)
from tests.games.gotham_chronicles.table import GAME, At, table

SINK = MissionSheet(
    "To Sink a City", slots=(Slot(("Batman",), 5),), reserve=9, fatigue=2, recovery=5
)


def begin(box, **setup):
    return GAME.begin(Setup("To Sink a City", ("Batman",), **setup), box)


def test_batman_starts_with_six_in_reserve_and_five_in_fatigue():
    state = begin(Box((BATMAN,), missions=(SINK,))).state
    batman = state.heroes[0]
    assert (batman.reserve, batman.fatigue, batman.wounds, sum(batman.spaces)) == (6, 5, 0, 0)


def test_the_villain_starts_with_the_missions_cubes():
    post = begin(Box((BATMAN,), missions=(SINK,))).state.post
    assert (post.reserve, post.fatigue, post.total, post.recovery) == (9, 2, 11, 5)
    assert (post.movement, post.defence, post.reroll, post.defence_limit) == (0, 0, 0, 4)


def test_the_smaller_defence_tile_only_when_the_mission_says_so():
    state = begin(Box((BATMAN,), missions=(replace(SINK, defence=3),))).state
    assert state.post.defence_limit == 3


def test_a_belt_of_four_takes_gadgets_of_four_and_no_more():
    gadget = replace(BATARANGS, name="Fifth")
    box = Box((BATMAN,), cards=(BATARANGS, EXPLOSIVE, BATCAPE, gadget), missions=(SINK,))
    full = ("0|Batarangs", "0|Explosive Batarang", "0|Batcape")
    assert len(begin(box, gadgets=full).state.heroes[0].cards) == 3
    refused = begin(box, gadgets=(*full, "0|Fifth"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["size"], refused.facts["belt"]) == ("E_BELT", 5, 4)


def test_each_copy_of_a_gadget_serves_once():
    box = Box((BATMAN,), cards=(BATARANGS,), missions=(SINK,))
    assert begin(box, gadgets=("0|Batarangs", "0|Batarangs")).code == "E_GADGET_TWICE"


def test_a_hero_without_a_belt_takes_no_gadget():
    mission = replace(SINK, slots=(Slot(),))
    box = Box((GORDON,), cards=(BATARANGS,), missions=(mission,))
    setup = Setup("To Sink a City", ("Commissioner Gordon",), ("0|Batarangs",))
    assert GAME.begin(setup, box).code == "E_BELT"


def test_command_three_brings_three_officers_and_no_elite():
    mission = replace(SINK, slots=(Slot(),))
    box = Box((RENEE,), (OFFICERS, SWAT), missions=(mission,))
    chosen = Setup(mission.title, ("Renee Montoya",), allies=("0|GCPD Officers",))
    at = At(GAME.begin(chosen, box).state)
    assert (at.tile("GCPD Officers").on_map, at.tile("GCPD Officers").owner) == (3, 0)
    refused = GAME.begin(replace(chosen, allies=("0|SWAT",)), box)
    assert refused.code == "E_TILE_TYPE"


def test_a_tile_the_mission_needs_cannot_be_led():
    mission = replace(SINK, slots=(Slot(),), set_aside=(Place("GCPD Officers"),))
    box = Box((RENEE,), (OFFICERS,), missions=(mission,))
    setup = Setup(mission.title, ("Renee Montoya",), allies=("0|GCPD Officers",))
    assert GAME.begin(setup, box).code == "E_TILE_TAKEN"


def test_heroes_must_be_on_the_list_and_as_many_as_the_mission_takes():
    box = Box((BATMAN, GORDON), missions=(SINK,))
    wrong = Setup("To Sink a City", ("Commissioner Gordon",))
    assert GAME.begin(wrong, box).code == "E_HERO_LIST"
    many = Setup("To Sink a City", ("Batman", "Commissioner Gordon"))
    assert GAME.begin(many, box).code == "E_HERO_COUNT"


def test_the_same_hero_is_not_chosen_twice():
    mission = replace(SINK, slots=(Slot(), Slot()))
    refused = GAME.begin(
        Setup(mission.title, ("Batman", "Batman")), Box((BATMAN,), missions=(mission,))
    )
    assert refused.code == "E_HERO_LIST"


def test_bane_starts_at_six_and_changes_form():
    at = table((BATMAN,), ((BANE, 1), (BANE_VENOM, 0)), mission=replace(
        SINK, river=(Place("Bane", 1), Place(EVENT_WARNING)),
        set_aside=(Place("Bane (Venom Injected)", aside=1),),
    ))  # fmt: skip
    assert at.tile("Bane").lives == (6,)
    at.do(Hurt("Bane", 2))
    assert at.tile("Bane").lives == (4,)
    at.do(ReplaceTile("Bane", "Bane (Venom Injected)", 5))
    venom = at.tile("Bane (Venom Injected)")
    assert at.state.river[0] == "Bane (Venom Injected)"
    assert at.no(ReplaceTile("Bane (Venom Injected)", "Nobody")) == "E_NOT_IN_RIVER"
    assert (venom.on_map, at.tile("Bane").on_map, at.tile("Bane").place) == (1, 0, "aside")


def test_a_river_of_more_than_eight_places_is_refused():
    tiles = tuple(replace(THUGS, name=f"T{i}") for i in range(8))
    places = (*(Place(t.name) for t in tiles), Place(EVENT_WARNING))
    box = Box((BATMAN,), tiles, missions=(replace(SINK, river=places),))
    assert begin(box).code == "E_RIVER_FULL"


def test_a_river_needs_its_event_tile_once():
    box = Box((BATMAN,), (THUGS,), missions=(replace(SINK, river=(Place(THUGS.name),)),))
    assert begin(box).code == "E_RIVER"


def test_equipment_may_be_dropped_before_the_first_round():
    at = table((BATMAN,), cards=(VEST, TONFA), carried=(("Bulletproof Vest", "Tonfa"),))
    at.do(DropCards(0, "Tonfa"))
    assert at.state.phase == "setup"
    assert at.state.heroes[0].encumbrance == 2
    at.do(Next())
    assert at.state.round == 1


def test_miniatures_of_the_mission_may_wait_in_the_pool():
    at = table((BATMAN,), ((THUGS, 2),))
    at.do(MoveMinis(THUGS.name, "map", "aside", 1))
    assert (at.tile(THUGS.name).on_map, at.tile(THUGS.name).aside) == (1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("box", [GAME.blank_box(), GAME.sample_box()])
def test_the_default_set_up_begins_for_every_number_of_players(players, box):
    setup = GAME.setup_default(players, box)
    pages = GAME.setup_pages(setup, box)
    assert all(isinstance(page, Prompt) for page in pages)
    assert {f.name for page in pages for f in page.fields} <= set(Setup.__struct_fields__)
    state = GAME.begin(setup, box).state
    assert GAME.check(state) == ()
    assert len(GAME.parts(state)) == players
    assert GAME.checklist(state)
    assert len(GAME.encode_state(state)) < 15_000

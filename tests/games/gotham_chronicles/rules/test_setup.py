"""Setting up: heroes, belts, allies, the villain's cubes, the wizard."""

import pytest
from django.http import QueryDict
from msgspec.structs import replace

from companion.plays.pages.forms import build_form
from games.gotham_chronicles.box.notation import place, skills, slot
from games.gotham_chronicles.box.samples import starter
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    MissionSheet,
    RiverTile,
    Setup,
    Slot,
    Start,
)
from games.gotham_chronicles.rules.setup import proposed
from games.referee import Prompt, Refusal, Ruling
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
from tests.games.gotham_chronicles.table import GAME, SPEAKER, At, a, table

SINK = MissionSheet(
    "To Sink a City", slots=(Slot(("Batman",), 5),), reserve=9, fatigue=2, recovery=5
)


def begin(box, **setup):
    return GAME.begin(Setup("To Sink a City", ("Batman",), **setup), box)


def test_batman_starts_with_six_reserve_and_five_fatigue():
    state = begin(Box((BATMAN,), missions=(SINK,))).state
    batman = state.heroes[0]
    assert (batman.reserve, batman.fatigue, batman.wounds, sum(batman.spaces)) == (6, 5, 0, 0)


def test_the_villain_starts_with_the_missions_cubes():
    post = begin(Box((BATMAN,), missions=(SINK,))).state.post
    assert (post.reserve, post.fatigue, post.total, post.recovery) == (9, 2, 11, 5)
    assert (post.movement, post.defence, post.reroll, post.defence_limit) == (0, 0, 0, 4)


def test_smaller_defence_tile_only_when_mission_says_so():
    state = begin(Box((BATMAN,), missions=(replace(SINK, defence=3),))).state
    assert state.post.defence_limit == 3


def test_belt_of_four_takes_gadgets_of_four_only():
    gadget = replace(BATARANGS, name="Fifth")
    box = Box((BATMAN,), cards=(BATARANGS, EXPLOSIVE, BATCAPE, gadget), missions=(SINK,))
    full = ("0|Batarangs", "0|Explosive Batarang", "0|Batcape")
    assert len(begin(box, gadgets=full).state.heroes[0].cards) == 3
    refused = begin(box, gadgets=(*full, "0|Fifth"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["size"], refused.facts["belt"]) == ("E_BELT", 5, 4)


@pytest.mark.parametrize("card", ["Tonfa", "Nothing the box has heard of"])
def test_only_gadgets_go_into_a_belt(card):
    box = Box((BATMAN,), cards=(BATARANGS, TONFA), missions=(SINK,))
    refused = begin(box, gadgets=("0|Batarangs", f"0|{card}"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.rule, refused.facts["card"]) == ("E_NO_GADGET", "G-014", card)
    assert refused.about == "gadgets"
    assert SPEAKER.say(refused.message) == f"{card} is not a Bat-Gadget"


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


def test_set_up_asks_one_tile_per_command_skill():
    """Pages 13 and 14: what is chosen skill by skill can never be two tiles for one of them."""
    mission = replace(SINK, slots=(Slot(), Slot()))
    patrol = replace(OFFICERS, name="GCPD Patrol")
    both = replace(GORDON, skills=skills("Henchman Command 3, Elite Command 1"))
    box = Box((RENEE, both), (OFFICERS, patrol, SWAT), missions=(mission,))
    draft = Setup(mission.title, ("Renee Montoya", GORDON.name), allies=("1|SWAT",))
    fields = [f for p in GAME.setup_pages(draft, box) for f in p.fields if f.name == "allies"]
    assert [[choice.value for choice in field.choices] for field in fields] == [
        ["0|GCPD Officers", "0|GCPD Patrol"],
        ["1|SWAT"],
        ["1|GCPD Officers", "1|GCPD Patrol"],
    ]
    assert [field.default for field in fields] == ["", "1|SWAT", ""]
    assert all(field.kind == "choice" and field.optional for field in fields)
    forms = {p.fixed["skill"] for p in GAME.setup_pages(draft, box) if "skill" in p.fixed}
    assert forms == {"Elite Command", "Henchman Command"}
    chosen = replace(draft, allies=("0|GCPD Officers", "1|SWAT", "1|GCPD Patrol"))
    assert GAME.check(GAME.begin(chosen, box).state) == ()


def test_refused_set_up_keeps_every_command_skills_tile():
    """Several pages ask for allies under one name; each shows its own choice again."""
    mission = replace(SINK, slots=(Slot(),))
    able = replace(RENEE, skills=skills("Henchman Command 3, Elite Command 1"))
    box = Box((able,), (OFFICERS, SWAT), missions=(mission,))
    draft = Setup(mission.title, (able.name,))
    sent = QueryDict("allies=0%7CSWAT&allies=0%7CGCPD%20Officers")
    pages = [build_form(page, SPEAKER, sent) for page in GAME.setup_pages(draft, box)]
    kept = [page["allies"].value() for page in pages if "allies" in page.fields]
    assert sorted(kept) == ["0|GCPD Officers", "0|SWAT"]


def test_each_command_skill_leads_one_tile():
    """Pages 13 and 14: another tile needs another Command skill."""
    mission = replace(SINK, slots=(Slot(),))
    patrol = replace(OFFICERS, name="GCPD Patrol")
    box = Box((RENEE,), (OFFICERS, patrol, SWAT), missions=(mission,))
    both = Setup(mission.title, ("Renee Montoya",), allies=("0|GCPD Officers", "0|GCPD Patrol"))
    assert GAME.begin(both, box).code == "E_ONE_TILE"
    able = replace(RENEE, skills=skills("Henchman Command 3, Elite Command 1"))
    two = replace(both, allies=("0|GCPD Officers", "0|SWAT"))
    led = At(GAME.begin(two, replace(box, heroes=(able,))).state)
    assert (led.tile("GCPD Officers").on_map, led.tile("SWAT").on_map) == (3, 1)


def test_a_tile_the_mission_needs_cannot_be_led():
    mission = replace(SINK, slots=(Slot(),), set_aside=(RiverTile("GCPD Officers"),))
    box = Box((RENEE,), (OFFICERS,), missions=(mission,))
    setup = Setup(mission.title, ("Renee Montoya",), allies=("0|GCPD Officers",))
    assert GAME.begin(setup, box).code == "E_TILE_TAKEN"


def test_heroes_must_match_list_and_number_of_mission():
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
    at = table(
        (BATMAN,),
        ((BANE, 1), (BANE_VENOM, 0)),
        mission=replace(
            SINK,
            river=(RiverTile("Bane", 1), RiverTile(EVENT_WARNING)),
            set_aside=(RiverTile("Bane (Venom Injected)", aside=1),),
        ),
    )
    assert at.lives("Bane") == (6,)
    at.do(a.Hurt("Bane", 2))
    assert at.lives("Bane") == (4,)
    at.do(a.ReplaceTile("Bane", "Bane (Venom Injected)", 5))
    venom = at.tile("Bane (Venom Injected)")
    assert at.state.river[0] == "Bane (Venom Injected)"
    assert at.no(a.ReplaceTile("Bane (Venom Injected)", "Nobody")) == "E_NOT_IN_RIVER"
    assert (venom.on_map, at.tile("Bane").on_map, at.tile("Bane").place) == (1, 0, "aside")


def test_river_of_more_than_eight_places_is_refused():
    tiles = tuple(replace(THUGS, name=f"T{i}") for i in range(8))
    places = (*(RiverTile(t.name) for t in tiles), RiverTile(EVENT_WARNING))
    box = Box((BATMAN,), tiles, missions=(replace(SINK, river=places),))
    assert begin(box).code == "E_RIVER_FULL"


def test_a_river_needs_its_event_tile_once():
    box = Box((BATMAN,), (THUGS,), missions=(replace(SINK, river=(RiverTile(THUGS.name),)),))
    assert begin(box).code == "E_RIVER"


def test_equipment_may_be_dropped_before_the_first_round():
    at = table((BATMAN,), cards=(VEST, TONFA), carried=(("Bulletproof Vest", "Tonfa"),))
    at.do(a.DropCards(0, "Tonfa"))
    assert at.state.phase == "setup"
    assert at.state.heroes[0].encumbrance == 2
    at.do(a.Next())
    assert at.state.round == 1


def test_miniatures_of_mission_may_wait_in_pool():
    at = table((BATMAN,), ((THUGS, 2),))
    at.do(a.MoveMinis(THUGS.name, "map", "aside", 1))
    assert (at.tile(THUGS.name).on_map, at.tile(THUGS.name).aside) == (1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("box", [GAME.blank_box(), GAME.sample_box()])
def test_default_set_up_begins_for_every_player_count(players, box):
    setup = GAME.setup_default(players, box)
    pages = GAME.setup_pages(setup, box)
    assert all(isinstance(page, Prompt) for page in pages)
    assert {f.name for page in pages for f in page.fields} <= set(Setup.__struct_fields__)
    state = GAME.begin(setup, box).state
    assert GAME.check(state) == ()
    assert len(GAME.parts(state)) == players
    assert GAME.checklist(state)
    assert len(GAME.encode_state(state)) < 15_000


# -- what belongs to one hero of a choice --------------------------------------------------


def starter_table(*heroes: str, minis: tuple[int, ...] = (2, 2, 3, 3)):
    answer = GAME.begin(Setup("To Sink a City", heroes, minis=minis), starter())
    return getattr(answer, "state", answer)


def test_each_hero_of_choice_brings_its_own_cards():
    """Page 10 and 13: cards are named under a hero, not under the choice."""
    first = starter_table("Batman", "Catwoman", "Nightwing")
    assert [[card.name for card in hero.cards] for hero in first.heroes] == [
        [],
        ["Claws"],
        ["Baton", "Baton"],
    ]
    other = starter_table("Renee Montoya", "Bluebird", "Red Hood (Jason Todd)")
    assert [[card.name for card in hero.cards] for hero in other.heroes] == [
        ["Service Gun"],
        ["Taser Handgun"],
        ["Revolver"],
    ]
    plain = starter_table("Batman", "Catwoman (The Long Halloween)", "Orphan (Cassandra Cain)")
    assert [hero.cards for hero in plain.heroes] == [(), (), ()]


def test_fatigue_belongs_to_hero_it_is_printed_for():
    batman, renee = (
        starter_table(name, "Catwoman", "Nightwing").heroes[0]
        for name in ("Batman", "Renee Montoya")
    )
    assert (batman.reserve, batman.fatigue) == (6, 5)
    assert renee.fatigue == 0


def test_starter_mission_cards_are_known_and_fit_heroes():
    for names in (("Renee Montoya", "Catwoman", "Nightwing"), ("Batman", "Bluebird", "Nightwing")):
        for hero in starter_table(*names).heroes:
            assert all(card.kind != "object" for card in hero.cards)
            assert {card.hero for card in hero.cards} <= {"", hero.sheet.name}


def test_slot_is_written_with_what_each_hero_brings():
    own = (Start("Batman", 5), Start("Renee Montoya", cards=("Service Gun", "Crowbar")))
    line = "Batman = 5 / Renee Montoya + Service Gun + Crowbar / Orphan | 3 | Medikit"
    assert slot(line.split("|")) == Slot(
        ("Batman", "Renee Montoya", "Orphan"), 3, ("Medikit",), own
    )
    found = slot(line.split("|"))
    assert found.start("Batman") == Start("Batman", 5, ("Medikit",))
    assert found.start("Renee Montoya").cards == ("Medikit", "Service Gun", "Crowbar")
    assert found.start("Renee Montoya").fatigue == 3
    assert slot(["Batman / Robin"]) == Slot(("Batman", "Robin"))
    for wrong in ("Batman =", "= 5", "Batman + ", "Batman = five"):
        with pytest.raises(ValueError):
            slot([wrong])


# -- what the mission's page does not say is asked -----------------------------------------


def test_set_up_miniatures_are_those_of_uncounted_tiles():
    """Page 12: the map shows them; a set-up of a file may name them."""
    state = starter_table("Batman", "Catwoman", "Nightwing", minis=(1, 2, 3, 4))
    found = [(tile.on_map, tile.counted) for tile in state.tiles if tile.place == "river"]
    assert found == [(n, True) for n in (1, 1, 2, 4, 3, 4, 0)]
    assert GAME.check(state) == ()
    refused = starter_table("Batman", "Catwoman", "Nightwing", minis=(99,))
    assert (refused.code, refused.facts["value"]) == ("E_RANGE", 99)


def test_a_question_mark_is_an_uncounted_tile():
    assert place(["Bane", "?", "1"]) == RiverTile("Bane", 0, 1, counted=False)


ICY = "Mission 4: Icy Welcome"


def icy(**told) -> Setup:
    """Return the fourth mission, whose heroes and tiles alone are public."""
    return Setup(ICY, ("Batman", "Catwoman", "Batgirl"), **told)


def test_unread_mission_asks_its_numbers_and_its_river():
    pages = GAME.setup_pages(icy(), starter())
    asked = next(page for page in pages if page.fields[0].name == "rounds")
    river = next(field for field in asked.fields if field.name == "river")
    assert {choice.value for choice in river.choices} == {
        "",
        EVENT_WARNING,
        "Brutes with Chains",
        "Thugs with Crowbar",
        "Thugs with Firearm",
        "Mr. Freeze",
        "Hazmat Thugs",
    }
    assert next(line.code for line in GAME.unsaid(icy(), starter())) == "setup.unread"


def test_unread_mission_once_read_is_never_asked_again():
    order = ("Mr. Freeze", "Hazmat Thugs", EVENT_WARNING, "Thugs with Crowbar")
    setup = icy(rounds=9, initiative="villain", reserve=7, river=order, minis=(1, 2, 3))
    state = GAME.begin(setup, starter()).state
    assert (state.rounds, state.initiative, state.river) == (9, "villain", order)
    assert [tile.on_map for tile in state.tiles if tile.place == "river"] == [1, 2, 0, 3]
    box = GAME.settled(setup, starter())
    asked = [field.name for page in GAME.setup_pages(icy(), box) for field in page.fields]
    assert not {"rounds", "river", "minis"} & set(asked)
    again = GAME.begin(icy(), box).state
    assert (again.rounds, again.river, again.post) == (9, order, state.post)
    assert [tile.on_map for tile in again.tiles] == [tile.on_map for tile in state.tiles]


def test_log_says_unread_missions_length_until_read():
    def said(setup, box):
        return [note.code for note in GAME.begin(setup, box).notes]

    read = icy(rounds=9, river=("Mr. Freeze", EVENT_WARNING))
    assert "note.unread" in said(icy(), starter())
    assert "note.unread" not in said(read, starter())
    assert "note.unread" not in said(icy(), GAME.settled(read, starter()))


def test_a_mission_begun_without_being_read_stays_unread():
    assert GAME.settled(icy(), starter()) is starter()
    (found,) = [m for m in starter().missions if m.title == ICY]
    as_proposed = icy(river=(*(place.tile for place in found.river), "", ""))
    assert GAME.settled(as_proposed, starter()) is starter()
    box = GAME.settled(icy(minis=(1, 1, 1, 1, 2)), starter())
    (mission,) = [m for m in box.missions if m.title == ICY]
    assert mission.unread
    assert [place.on_map for place in mission.river] == [1, 1, 1, 1, 2, 0]


def test_every_mission_of_starter_set_can_be_begun():
    box = starter()
    for mission in box.missions:
        draft = proposed(Setup(mission.title), box)
        state = GAME.begin(draft, box).state
        assert GAME.check(state) == ()
        assert {tile.sheet.name for tile in state.tiles} <= {
            EVENT_WARNING,
            *(tile.name for tile in box.tiles),
        }


def test_two_copies_of_a_gadget_serve_two_heroes():
    twice = replace(icy(), gadgets=("0|Batarangs", "2|Batarangs"))
    assert isinstance(GAME.begin(twice, starter()), Ruling)
    once = replace(icy(), gadgets=("0|Taser Gun", "2|Taser Gun"))
    assert GAME.begin(once, starter()).code == "E_GADGET_TWICE"


def test_the_starter_mission_ends_by_its_bombs():
    state = starter_table("Batman", "Catwoman", "Nightwing")
    at = At(state)
    at.to("end")
    claims = [p.fixed["condition"] for p in GAME.prompts(at.state) if p.fixed and p.expected]
    assert claims == ["At most one bomb is primed"]
    assert at.no(a.Declare("Two bombs or more are primed")) == "E_NOT_MET"
    assert [lying.card.name for lying in state.ground] == ["Minigun", "Stun Grenade"]
    assert len(state.reinforcements) == 4


def test_rounds_of_a_mission_nobody_entered_are_said():
    """Tables of the second edition play with numbers no one has read."""
    blank = GAME.blank_box()
    for box, said in ((blank, True), (GAME.starter(blank), False)):
        begun = GAME.begin(replace(GAME.setup_default(4, box), edition=2), box)
        assert ("note.unread" in [note.code for note in begun.notes]) is said


def test_fatigue_beyond_cubes_of_hero_is_said():
    at = table((GORDON,), fatigue=12)
    assert at.zones(0) == (0, 9, 0)
    ruling = GAME.begin(
        Setup("Test", (GORDON.name,)),
        Box(
            (GORDON,),
            missions=(
                MissionSheet(
                    "Test", slots=(Slot((GORDON.name,), 12),), river=(RiverTile(EVENT_WARNING),)
                ),
            ),
        ),
    )
    codes = [note.code.removeprefix("note.") for note in ruling.notes]
    assert codes == ["fatigue-cut", "begin"]

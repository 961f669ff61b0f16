"""Sheets typed in, shipped, corrected in the middle of a game."""

from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.samples import starter
from games.gotham_chronicles.box.sheets import (
    EVENT_WARNING,
    Box,
    RiverTile,
    Slot,
    TileSheet,
    TileTrait,
)
from games.gotham_chronicles.rules.common.skills import KNOWN, TRAITS
from games.messages import Msg
from games.referee import Refusal, Ruling
from tests.games.gotham_chronicles.sheets import BATARANGS, BATMAN, THUGS, VEST
from tests.games.gotham_chronicles.table import GAME, a, table


def test_typed_notation_comes_back_as_written():
    for text in ("2W+Y*", "B*+B or 2O x2", "-", "", "4W* or R x2"):
        assert notation.write_ability(notation.ability(text)) == text
    for text in ("Combo 1(4), Luck 2", "Nerves of Steel 3"):
        assert notation.write_skills(notation.skills(text)) == text
    for text in ("ranged: 2W+Y*, +1, Burst 2; any: Gas Immunity",):
        assert notation.write_lines(notation.card_lines(text)) == text
    assert notation.write_bonuses(notation.bonuses("0:4 3:3 5:1")) == "0:4 3:3 5:1"


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (notation.bonuses, "1:2 3:1"),
        (notation.bonuses, "0:1 3:2"),
        (notation.bonuses, "0:2 0:1"),
        (notation.bonuses, ""),
        (notation.die, "Z"),
        (notation.ability, "2X"),
        (notation.skills, "Luck"),
        (notation.card_line, "somewhere: Y"),
        (notation.condition, ["villain", "any", "bombs", "Bombs > 3"]),
        (notation.condition, ["nobody", "any", "x"]),
        (notation.effect, ["H1", "x"]),
        (notation.number, "three"),
    ],
)
def test_what_cannot_be_read_is_named(read, text):
    with pytest.raises(ValueError):
        read(text)


def test_crossed_out_action_is_not_empty_one():
    assert notation.ability("-") == TileTrait(forbidden=True)
    assert notation.ability("") == TileTrait()


def test_the_starter_set_reads_and_is_marked_unconfirmed():
    box = starter()
    assert (len(box.heroes), len(box.tiles)) == (33, 82)
    sheets = (*box.heroes, *box.tiles, *box.cards, *box.missions)
    assert {sheet.source for sheet in sheets} == {"unconfirmed"}
    used = {skill.name for sheet in (*box.heroes, *box.tiles) for skill in sheet.skills}
    assert used <= set(KNOWN)
    assert {trait for sheet in (*box.heroes, *box.tiles) for trait in sheet.traits} <= set(TRAITS)
    names = [tile.name for tile in box.tiles]
    assert len(set(names)) == len(names)


def test_the_starter_set_agrees_with_the_rulebooks_pictures():
    """Pages 11-13, 19, 28, 31, 37, 44."""
    box = starter()
    heroes = {hero.name: hero for hero in box.heroes}
    tiles = {tile.name: tile for tile in box.tiles}
    batman = heroes["Batman"]
    assert (batman.total, batman.resting, batman.belt, batman.melee.limit) == (11, 6, 4, 3)
    assert (batman.melee.die, batman.thought.limit, batman.defence.limit) == ("red", 4, 5)
    assert heroes["Commissioner Gordon"].encumbrance_limit == 6
    assert tiles["Killer Croc"].melee == notation.ability("Y*+B* or Y+Y* x4")
    assert tiles["Deadshot"].ranged.options[1].times == 3
    assert tiles["Carnivorous Plants"].ranged.forbidden
    assert (tiles["Citizens"].bonus, tiles["Bane"].life) == (2, 6)
    assert tiles["Bane (Venom Injected)"].size == 2


def test_loading_starter_set_keeps_what_group_typed():
    own = Box((replace(BATMAN, total=12, source="group"),))
    loaded = GAME.learn(own, a.LoadStarter())
    batman = next(hero for hero in loaded.heroes if hero.name == "Batman")
    assert batman.total == 12
    assert len(loaded.heroes) == 33
    state = GAME.begin(GAME.setup_default(4, loaded), loaded).state
    assert GAME.check(state) == ()
    assert len(GAME.encode_state(state)) < 15_000


def test_a_box_learns_every_kind_of_sheet():
    box = GAME.blank_box()
    for action in (
        a.DefineHero("Robin", total=10, skills="Luck 1", automatic="Y*", belt=2),
        a.DefineTile("Owls", melee="W+O", ranged="-", reinforcement=1, skills="Martial Arts 1"),
        a.DefineEquipment("Rope", "tool", 1, lines="movement: Parkour 1"),
        a.DefinePost(reroll=4),
        a.DefineDieFaces("yellow", 0, 0, 0, 1, 1, 2),
        a.DefineMission(
            "Ours",
            5,
            "villain",
            "Robin | 3 | Rope",
            river="Owls | 2 | 1; Event Warning",
            aside="Bane | 1",
            events="Alarm | 3",
            effects="H5 | rain | 2 3",
            conditions="heroes | any | all keys | Keys >= 3",
            counters="Keys | 0 | 3",
            ground="Rope",
        ),
    ):
        box = GAME.learn(box, action)
        assert not isinstance(box, Refusal), box
    assert box.heroes[0].automatic_arrow
    assert box.post.reroll == 4
    assert box.faces[1] == (0, 0, 0, 1, 1, 2)
    mission = box.missions[0]
    assert mission.slots == (Slot(("Robin",), 3, ("Rope",)),)
    assert mission.river == (RiverTile("Owls", 2, 1), RiverTile(EVENT_WARNING))
    state = GAME.begin(GAME.setup_default(2, box), box).state
    assert state.counters[0].high == 3
    assert GAME.decode_box(msgspec.to_builtins(box)) == box


def test_a_sheet_entered_again_replaces_the_old_one():
    box = GAME.learn(Box(), a.DefineHero("Robin", total=10))
    box = GAME.learn(box, a.DefineHero("Robin", total=9))
    assert [hero.total for hero in box.heroes] == [9]


@pytest.mark.parametrize(
    "action",
    [
        a.DefineHero("Robin", melee="Q"),
        a.DefineHero("  "),
        a.DefineHero("Robin", total=0),
        a.DefineTile("Owls", melee="3"),
        a.DefineTile("Owls", width=3),
        a.DefineEquipment("Rope", lines="up: Y"),
        a.DefinePost(costs="1 2 3"),
        a.DefineDieFaces("green"),
        a.DefineDieFaces("white", 5),
        a.DefineMission("M", counters="Keys | few"),
    ],
)
def test_a_sheet_that_cannot_be_read_teaches_nothing(action):
    refusal = GAME.learn(Box(), action)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "E_NOTATION"


HERO, TILE, CARD, MISSION = (
    partial(kind, "New")
    for kind in (a.DefineHero, a.DefineTile, a.DefineEquipment, a.DefineMission)
)
PRINTED = (
    *((HERO, name, 0, 20) for name in ("melee_limit", "ranged_limit", "manipulation_limit")),
    *((HERO, name, 0, 20) for name in ("thought_limit", "defence_limit", "movement_limit")),
    *((HERO, name, 0, 20) for name in ("reroll_limit", "belt", "size", "menace")),
    *((HERO, name, 0, 46) for name in ("active", "resting")),
    (HERO, "total", 1, 46),
    (HERO, "points", 1, 20),
    *((TILE, name, 0, 20) for name in ("defence", "bonus", "size", "menace", "reinforcement")),
    (TILE, "life", 1, 20),
    (TILE, "width", 1, 2),
    (TILE, "indicator", 0, 1),
    (CARD, "weight", 0, 20),
    *((a.DefinePost, name, 1, 20) for name in ("movement", "points", "defence")),
    (a.DefinePost, "reroll", 0, 20),
    *((partial(a.DefineDieFaces, "red"), name, 0, 4) for name in ("first", "third", "sixth")),
    *((MISSION, name, 0, 46) for name in ("reserve", "fatigue", "recovery")),
    *((MISSION, name, 1, 20) for name in ("rounds", "defence")),
)
"""The numbers of each sheet, the lowest and the highest that may be printed."""


@pytest.mark.parametrize(("sheet", "name", "low", "high"), PRINTED)
def test_number_is_read_within_what_may_be_printed(sheet, name, low, high):
    for n in (low, high):
        assert isinstance(GAME.learn(Box(), sheet(**{name: n})), Box), n
    for n in (low - 1, high + 1):
        refusal = GAME.learn(Box(), sheet(**{name: n}))
        assert isinstance(refusal, Refusal), n
        assert refusal.code == "E_NOTATION"


LEAST = {("tile.define", "reinforcement"): 1, ("mission.define", "defence"): 3}
"""The lowest numbers of forms whose lower ones mean something else."""


def test_forms_offer_numbers_that_may_be_printed():
    pages = {page.do: page for page in reversed(GAME.box_pages(Box()))}
    may_be_missing = set()
    for sheet, name, low, high in PRINTED:
        do = type(sheet(**{name: low})).do()
        field = next(each for each in pages[do].fields if each.name == name)
        assert field.low == LEAST.get((do, name), low), name
        assert field.high <= high, name
        may_be_missing |= {name} if field.optional else set()
    assert may_be_missing == {"active", "belt", "reinforcement"}
    assert pages["tile.define"].label.facts == {"tile": Msg("term.new")}


def test_box_pages_offer_their_own_defaults_back():
    box = GAME.sample_box()
    for page in GAME.box_pages(box):
        values = {f.name: f.default for f in page.fields if f.default not in (None, "")}
        if page.do in ("hero.define", "tile.define", "card.define") and "name" not in values:
            values["name"] = "New"
        if page.do == "mission.define":
            values["title"] = "New"
        if page.do == "house.define":
            values |= {"name": "New", "text": "Whisper"}
        action = GAME.decode_action({"do": page.do, **page.fixed, **values})
        assert type(action).teaches
        assert not isinstance(GAME.learn(box, action), Refusal), page


def test_screen_corrected_mid_game_keeps_cubes_complete():
    at = table((BATMAN,), ((THUGS, 2),))
    at.heroes_act()
    at.lay(0, 6, 2, 0, melee=3)
    at.do(a.DefineHero("Batman", total=11, melee="R", melee_limit=2, belt=4))
    assert (at.on(0, "melee"), at.zones(0)) == (2, (6, 3, 0))
    at.do(a.DefineHero("Batman", total=9, melee="R", melee_limit=2, belt=4))
    assert sum(at.zones(0)) + at.on(0, "melee") == 9
    assert "sheet" in at.notes


def test_form_offers_no_belt_smaller_than_its_load():
    at = table((BATMAN,), cards=(BATARANGS,))
    forms = GAME.prompts(at.state)
    (belt,) = (f for p in forms if p.do == "hero.define" for f in p.fields if f.name == "belt")
    assert (belt.low, belt.optional) == (0, True)
    at = table((BATMAN,), cards=(BATARANGS,), gadgets=("0|Batarangs",))
    forms = GAME.prompts(at.state)
    (belt,) = (f for p in forms if p.do == "hero.define" for f in p.fields if f.name == "belt")
    assert (belt.low, belt.optional) == (BATARANGS.weight, False)


def test_tiles_cards_and_the_post_are_corrected_too():
    at = table((BATMAN,), ((THUGS, 2),))
    at.heroes_act()
    at.post(reserve=3, fatigue=0, movement=3)
    at.do(a.DefineTile(THUGS.name, life=2))
    assert at.lives(THUGS.name) == (2, 2)
    at.do(a.DefinePost(movement=2, reroll=4))
    assert (at.state.post.movement, at.state.post.fatigue) == (2, 1)
    at.do(a.DefineEquipment("Rope", "tool", 1, area="yard"))
    assert at.state.ground[0].area == "yard"
    at.do(a.DefineDieFaces("red", 0, 1, 1, 2, 2, 3))
    assert at.state.faces[3] == (0, 1, 1, 2, 2, 3)
    assert at.no(a.DefineTile(THUGS.name, melee="??")) == "E_NOTATION"


def test_a_mission_gains_rules_while_it_is_played():
    at = table((BATMAN,))
    at.do(a.AddRule("counter", "Keys | 1 | 3"), a.AddRule("event", "Alarm | 2"))
    at.do(a.AddRule("condition", "heroes | any | keys | Keys >= 2"))
    at.do(a.AddRule("effect", "upkeep | fog"))
    assert at.state.counters[0].value == 1
    assert at.state.events[0].points == 2
    assert at.no(a.AddRule("effect", "fog")) == "E_NOTATION"


def test_box_remembers_what_play_teaches():
    at = table((BATMAN,))
    action = a.DefineEquipment("Rope", "tool", 1)
    ruling = GAME.apply(at.state, action)
    assert isinstance(ruling, Ruling)
    assert GAME.remember(Box(), action, ruling.state).cards[0].name == "Rope"
    broken = a.DefineEquipment("Rope", lines="up: Y")
    assert GAME.remember(Box(), broken, at.state) == Box()


def test_sheet_not_fitting_table_is_refused_with_reason():
    at = table((BATMAN,), ((THUGS, 2),), (VEST, BATARANGS), (("Bulletproof Vest",),))
    at.hero(0, cards=(VEST, BATARANGS))
    refused = a.DefineHero(BATMAN.name, 11, belt=0, bonuses="0:2 4:1 6:0")
    assert at.no(refused) == "E_INVARIANT"

    assert at.no(a.DefineEquipment("Bulletproof Vest", "object", 7)) == "E_INVARIANT"


def test_sheet_may_be_corrected_on_already_disordered_table():
    at = table((BATMAN,), cards=(VEST,), carried=(("Bulletproof Vest",),))
    at.hero(0, sheet=replace(BATMAN, bonuses=((0, 2), (1, 0))))
    ruling = GAME.apply(at.state, a.DefineTile(THUGS.name, life=1))
    assert isinstance(ruling, Ruling)


# -- tiles that join -----------------------------------------------------------------------


def joining(name="Bane", n=2, **sheet):
    return a.DefineTile(name, joining=n, **sheet)


def test_tile_defined_in_play_joins_set_aside():
    at = table()
    forms = [prompt for prompt in GAME.prompts(at.state) if prompt.do == "tile.define"]
    (blank,) = [form for form in forms if not form.fields[0].default]
    assert "joining" in [field.name for field in blank.fields]
    at.do(joining(life=6))
    assert at.notes == ["tile-joins", "sheet"]
    assert (at.tile("Bane").place, at.tile("Bane").aside) == ("aside", 2)
    at.do(a.PlaceTile("Bane", "river"), a.MoveMinis("Bane", "aside", "map", 2))
    assert (at.state.river[-1], at.lives("Bane")) == ("Bane", (6, 6))


def test_more_miniatures_of_tile_in_play_may_join():
    at = table()
    at.do(joining("Thugs", 3))
    assert (at.tile("Thugs").on_map, at.tile("Thugs").aside, at.tile("Thugs").quantity) == (3, 3, 6)
    assert at.no(joining("Thugs", 13)) == "E_RANGE"


def test_no_sheet_adds_event_tile_or_overfills_river():
    at = table(tiles=tuple((TileSheet(f"T{n}"), 1) for n in range(7)))
    assert at.no(a.DefineTile(EVENT_WARNING)) == "E_TILE_TYPE"
    assert at.no(a.DefineTile("Siren", "event")) == "E_TILE_TYPE"
    assert at.no(a.DefineTile("T3", width=2)) == "E_RIVER_FULL"


def test_a_counter_named_again_is_the_same_counter():
    at = table()
    at.do(a.AddRule("counter", "Bombs | 1 | 5"), a.AddRule("counter", "Bombs | 2 | 6"))
    assert [(c.name, c.value, c.high) for c in at.state.counters] == [("Bombs", 2, 6)]
    assert at.notes == ["count", "rule-added"]
    assert at.no(a.AddRule("counter", "Bombs | 9 | 5")) == "E_NOTATION"

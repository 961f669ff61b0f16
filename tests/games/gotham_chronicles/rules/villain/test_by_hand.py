"""Markers, miniatures and tiles that a mission or a card moves: between which ends, and who."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import EVENT_WARNING, MissionSheet, RiverTile, TileSheet
from games.messages import Msg
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, GORDON, THUGS
from tests.games.gotham_chronicles.table import GAME, At, a, table


@pytest.fixture
def at() -> At:
    return table((BATMAN, GORDON), ((THUGS, 3), (CROC, 1)))


def fields(at: At, do: str, **fixed: object) -> dict[str, tuple[object, ...]]:
    prompts = [p for p in GAME.prompts(at.state) if p.do == do and fixed.items() <= p.fixed.items()]
    return {
        field.name: (field.low, field.high, tuple(choice.value for choice in field.choices))
        for field in (prompts[0].fields if prompts else ())
    }


def facts(at: At, action: object, **answers: str) -> dict[str, object]:
    """Return what the first note of an action says."""
    return dict(GAME.apply(at.state, action, None, answers).notes[0].facts)


@pytest.mark.parametrize("what", ["laid", "friend"])
def test_a_mark_is_there_or_not(at, what):
    assert at.no(a.Mark(0, what, 2)) == "E_RANGE"
    assert at.no(a.Mark(0, what, -1)) == "E_RANGE"
    at.do(a.Mark(0, what, 1))
    hero = at.state.heroes[0]
    assert (hero.laid, hero.friend) == {"laid": ("down", False), "friend": ("", True)}[what]
    at.do(a.Mark(0, what, 0))
    assert (at.state.heroes[0].laid, at.state.heroes[0].friend) == ("", False)
    assert at.state.heroes[1] == table((BATMAN, GORDON)).state.heroes[1]


def test_a_mark_is_one_tap_and_one_back(at):
    for value in (1, 0):
        taps = [each for each in GAME.prompts(at.state) if each.do == "mark" and not each.fields]
        offered = {(each.fixed["hero"], each.fixed["what"]): each.fixed["value"] for each in taps}
        assert offered[0, "laid"] == offered[0, "friend"] == value
        at.do(*(GAME.decode_action({"do": "mark", **each.fixed}) for each in taps))


def test_shackles_of_hero_go_as_far_as_box(at):
    assert fields(at, "mark", hero=1, what="shackles")["value"] == (0, 12, ())
    at.do(a.Mark(0, "shackles", 5))
    assert at.no(a.Mark(1, "shackles", 8)) == "E_RANGE"
    at.do(a.Mark(1, "shackles", 7))
    assert at.no(a.Mark(0, "shackles", 6)) == "E_RANGE"
    at.do(a.Mark(0, "shackles", 4))
    assert [hero.shackles for hero in at.state.heroes] == [4, 7]
    assert at.no(a.Mark(0, "bruises", 1)) == "E_NO_SPACE"
    assert at.no(a.Mark(2, "laid", 1)) == "E_RANGE"


def test_miniature_shackles_are_offered_up_to_box_supply(at):
    assert fields(at, "shackles") == {
        "tile": (None, None, (THUGS.name, CROC.name)),
        "value": (0, 12, ()),
    }
    at.do(a.UnShackle(THUGS.name, 2, 2), a.Mark(0, "shackles", 4))
    assert fields(at, "shackles")["value"] == (0, 6, ())
    assert at.no(a.UnShackle(CROC.name, 7)) == "E_RANGE"
    at.do(a.UnShackle(CROC.name, 6))
    assert at.no(a.UnShackle(THUGS.name, 1, 9)) == "E_NO_MINIATURE"
    at.do(a.Hurt(CROC.name, 6))
    assert at.no(a.UnShackle(CROC.name, 1)) == "E_NO_MINIATURE"
    assert fields(at, "shackles")["tile"] == (None, None, (THUGS.name,))


def test_note_names_miniature_where_there_are_several(at):
    assert facts(at, a.UnShackle(THUGS.name, 1, 2)) == {
        "who": f"{THUGS.name} #2",
        "what": Msg("mark.shackles"),
        "value": 1,
    }
    assert facts(at, a.UnShackle(CROC.name, 1))["who"] == CROC.name


def test_bearer_of_shackles_is_asked_where_miniatures_differ(at):
    at.do(a.UnShackle(THUGS.name, 1))
    question = at.ask(a.UnShackle(THUGS.name, 2))
    assert (question.code, len(question.options)) == ("WHICH_MINI", 2)
    at.do(a.UnShackle(THUGS.name, 2), WHICH_MINI="2")
    assert [mini.shackles for mini in at.tile(THUGS.name).minis] == [1, 2, 0]


# -- miniatures from one place to another --------------------------------------------------

EVERYWHERE = ("map", "pool", "aside", "box")


@pytest.mark.parametrize("put", EVERYWHERE[1:])
def test_miniatures_go_to_every_place_and_back(at, put):
    name = THUGS.name
    assert fields(at, "minis", tile=name, take="map") == {
        "put": (None, None, EVERYWHERE[1:]),
        "count": (1, 3, ()),
    }
    assert fields(at, "minis", take=put) == {}
    assert at.no(a.MoveMinis(name, put, "map")) == "E_RANGE"
    for n in (0, 4):
        assert at.no(a.MoveMinis(name, "map", put, n)) == "E_RANGE"
    at.do(a.MoveMinis(name, "map", put, 2))
    tile = at.tile(name)
    there = {"pool": tile.pool, "aside": tile.aside, "box": tile.removed}
    assert (tile.on_map, there) == (1, {**dict.fromkeys(there, 0), put: 2})
    assert fields(at, "minis", tile=name, take=put)["count"] == (1, 2, ())
    assert fields(at, "minis", tile=CROC.name, take=put) == {}
    at.do(a.MoveMinis(name, put, "map", 2))
    assert (at.tile(name).on_map, at.tile(name).quantity) == (3, 3)


def test_a_place_is_left_for_another_one(at):
    assert at.no(a.MoveMinis(THUGS.name, "map", "map")) == "E_NO_SPACE"
    assert at.no(a.MoveMinis(THUGS.name, "map", "moon")) == "E_NO_SPACE"
    assert at.no(a.MoveMinis(THUGS.name, "moon", "map")) == "E_NO_SPACE"
    assert at.no(a.MoveMinis("Nobody", "map", "pool")) == "E_NOT_IN_RIVER"


def test_emptied_tile_turns_over_and_back_when_refilled(at):
    at.do(a.MoveMinis(THUGS.name, "map", "pool", 3))
    assert (at.tile(THUGS.name).down, at.state.river[-1]) == (True, THUGS.name)
    at.do(a.MoveMinis(THUGS.name, "pool", "aside", 1))
    assert at.tile(THUGS.name).down
    at.do(a.MoveMinis(THUGS.name, "aside", "map", 1))
    assert (at.tile(THUGS.name).down, at.tile(THUGS.name).on_map) == (False, 1)


def test_which_miniatures_go_is_asked_one_by_one(at):
    at.do(a.UnShackle(THUGS.name, 1, 1), a.UnShackle(THUGS.name, 2, 2))
    assert at.ask(a.MoveMinis(THUGS.name, "map", "pool", 2)).code == "WHICH_MINI"
    at.do(a.MoveMinis(THUGS.name, "map", "pool", 2), WHICH_MINI="3", WHICH_MINI_2="1")
    assert [mini.number for mini in at.tile(THUGS.name).minis] == [2]
    at.do(a.MoveMinis(THUGS.name, "map", "pool", 1))
    assert at.tile(THUGS.name).on_map == 0


# -- forms ---------------------------------------------------------------------------------


def formed(life: int = 5) -> At:
    """Return Killer Croc with another form set aside."""
    form = TileSheet("Croc unbound", "leader", life=life)
    river = (RiverTile(CROC.name, 1), RiverTile(EVENT_WARNING))
    mission = MissionSheet("m", river=river, set_aside=(RiverTile(form.name, aside=1),))
    return table((BATMAN,), ((CROC, 1), (form, 0)), mission=mission)


def test_form_replaces_another_with_life_it_allows():
    at = formed()
    assert fields(at, "tile-form") == {
        "tile": (None, None, (CROC.name,)),
        "form": (None, None, ("Croc unbound",)),
        "life": (0, 5, ()),
    }
    for wrong in (-1, 6):
        assert at.no(a.ReplaceTile(CROC.name, "Croc unbound", wrong)) == "E_RANGE"
    for told, life in ((0, 5), (1, 1), (5, 5)):
        each = At(at.state)
        each.do(a.ReplaceTile(CROC.name, "Croc unbound", told))
        assert each.lives("Croc unbound") == (life,)
        assert (each.tile(CROC.name).place, each.tile(CROC.name).on_map) == ("aside", 0)
        assert (each.tile(CROC.name).aside, each.tile("Croc unbound").aside) == (1, 0)
        assert each.state.river[0] == "Croc unbound"


def test_form_counts_miniatures_that_still_wait():
    at = formed()
    tiles = (replace(t, aside=3, quantity=3) if not t.on_map else t for t in at.state.tiles)
    at.state = replace(at.state, tiles=tuple(tiles))
    at.do(a.ReplaceTile(CROC.name, "Croc unbound"))
    form = at.tile("Croc unbound")
    assert (form.on_map, form.aside, form.quantity) == (1, 2, 3)


def test_only_forms_set_aside_are_offered():
    at = formed()
    at.do(a.ReplaceTile(CROC.name, "Croc unbound"))
    assert fields(at, "tile-form")["form"] == (None, None, (CROC.name,))
    assert at.no(a.ReplaceTile("Croc unbound", "Croc unbound")) == "E_NOT_ASIDE"
    alone = table((BATMAN,), ((CROC, 1),))
    assert fields(alone, "tile-form") == {}
    assert alone.no(a.ReplaceTile(CROC.name, CROC.name)) == "E_NOT_ASIDE"


def test_a_form_keeps_what_its_tile_was_in():
    at = formed()
    tiles = (replace(t, activated=t.name == CROC.name) for t in at.state.tiles)
    at.state = replace(at.state, tiles=tuple(tiles))
    at.do(a.UnShackle(CROC.name, 2), a.ReplaceTile(CROC.name, "Croc unbound", 3))
    form = at.tile("Croc unbound")
    assert (form.place, form.activated, form.down, form.quantity) == ("river", True, False, 1)
    assert [(mini.life, mini.shackles) for mini in form.minis] == [(3, 2)]

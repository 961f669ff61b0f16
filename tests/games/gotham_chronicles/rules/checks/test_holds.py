"""Every way a table cannot be is named, and the nearest possible one is not."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import EVENT_WARNING, EquipmentCard, HeroSheet, TileSheet
from games.gotham_chronicles.state import Counter, Tile
from tests.games.gotham_chronicles.table import GAME, a, table

ROBIN = HeroSheet("Robin", 9, resting=5)


@pytest.fixture
def at():
    made = table((ROBIN,), ((TileSheet("Thugs"), 3), (TileSheet("Brutes", life=4), 2)))
    made.to("H4")
    return made


def named(state):
    return [defect.code for defect in GAME.check(state)]


def with_tile(state, name, **changes):
    tiles = tuple(replace(t, **changes) if t.name == name else t for t in state.tiles)
    return replace(state, tiles=tiles)


def test_a_table_set_up_has_no_defect(at):
    assert named(at.state) == []


def test_cubes_are_complete_and_none_is_owed(at):
    hero = at.state.heroes[0]
    for changes, wrong in (
        ({"reserve": hero.reserve - 1}, ["cubes"]),
        ({"reserve": hero.reserve - 1, "fatigue": 1}, []),
        ({"reserve": -1, "fatigue": hero.reserve + 1}, ["negative"]),
    ):
        assert named(replace(at.state, heroes=(replace(hero, **changes),))) == wrong
    post = at.state.post
    assert named(replace(at.state, post=replace(post, fatigue=post.fatigue + 1))) == ["cubes"]


def test_no_space_holds_more_than_its_limit(at):
    hero, post = at.state.heroes[0], at.state.post
    limit = hero.sheet.limit("melee")
    for n, wrong in ((limit, []), (limit + 1, ["limit"])):
        spaces = (n, *hero.spaces[1:])
        laid = replace(hero, reserve=hero.reserve - n, spaces=spaces)
        assert named(replace(at.state, heroes=(laid,))) == wrong
    for n, wrong in ((post.reroll_limit, []), (post.reroll_limit + 1, ["limit"])):
        laid = replace(post, reserve=post.reserve - n, reroll=n)
        assert named(replace(at.state, post=laid)) == wrong


def test_hero_carries_no_more_than_tablet_says(at):
    hero = at.state.heroes[0]
    most = hero.sheet.encumbrance_limit
    for weight, wrong in ((most, []), (most + 1, ["load"])):
        carrying = replace(hero, cards=(EquipmentCard("Safe", "object", weight),))
        assert named(replace(at.state, heroes=(carrying,))) == wrong
    for belt, wrong in ((None, ["belt"]), (1, ["belt"]), (2, [])):
        sheet = replace(hero.sheet, belt=belt)
        carrying = replace(hero, sheet=sheet, cards=(EquipmentCard("Hook", "tool", 2, True),))
        assert named(replace(at.state, heroes=(carrying,))) == wrong


@pytest.mark.parametrize(("n", "wrong"), [(-1, True), (0, False), (2, False), (3, True)])
def test_two_tiles_a_turn_are_activated(at, n, wrong):
    post = replace(at.state.post, activations=n)
    assert (named(replace(at.state, post=post)) == ["activations"]) == wrong


def test_miniatures_are_neither_lost_nor_made(at):
    tile = at.tile("Thugs")
    assert (tile.quantity, tile.on_map) == (3, 3)
    assert named(with_tile(at.state, "Thugs", pool=1)) == ["minis"]
    assert named(with_tile(at.state, "Thugs", minis=tile.minis[1:])) == ["minis"]
    assert named(with_tile(at.state, "Thugs", minis=tile.minis[1:], removed=1)) == []
    assert named(with_tile(at.state, "Thugs", minis=tile.minis[2:], pool=3, aside=-1)) == ["minis"]


def test_tile_turned_over_has_nobody_on_map(at):
    assert named(with_tile(at.state, "Thugs", down=True)) == ["turned"]
    assert named(with_tile(at.state, "Thugs", down=True, minis=(), pool=3)) == []


def test_river_has_each_tile_and_event_once(at):
    river = at.state.river
    assert river == ("Thugs", "Brutes", EVENT_WARNING)
    for wrong, codes in (
        (("Thugs", EVENT_WARNING), ["river"]),
        ((*river, "Thugs"), ["river"]),
        ((*river, "Nobody"), ["river"]),
        (("Thugs", "Brutes"), ["event-tile", "river"]),
        ((*river, EVENT_WARNING), ["event-tile", "river"]),
    ):
        assert named(replace(at.state, river=wrong)) == codes
    assert named(replace(at.state, river=river[::-1])) == []
    assert named(with_tile(at.state, EVENT_WARNING, down=True)) == ["event-tile"]


def test_the_round_is_one_of_the_mission(at):
    for n, wrong in (
        (0, []),
        (at.state.rounds, []),
        (at.state.rounds + 1, ["round"]),
        (-1, ["round"]),
    ):
        assert named(replace(at.state, round=n)) == wrong


def test_a_counter_stays_between_its_ends(at):
    for n, wrong in ((0, ["counter"]), (1, []), (3, []), (4, ["counter"])):
        assert named(replace(at.state, counters=(Counter("bombs", n, 1, 3),))) == wrong


def test_the_box_holds_no_thirteenth_shackle(at):
    brutes = at.tile("Brutes")
    for n, wrong in ((0, []), (1, ["shackles"])):
        heroes = (replace(at.state.heroes[0], shackles=8),)
        minis = tuple(replace(mini, shackles=2) for mini in brutes.minis)
        state = with_tile(replace(at.state, heroes=heroes), "Brutes", minis=minis)
        third = replace(state.tile("Thugs").minis[0], shackles=n)
        rest = state.tile("Thugs").minis[1:]
        assert named(with_tile(state, "Thugs", minis=(third, *rest))) == wrong


def test_the_river_has_eight_places(at):
    for wide, wrong in ((5, []), (6, ["river-width"])):
        extra = tuple(Tile(TileSheet(f"T{n}")) for n in range(wide))
        state = replace(at.state, tiles=(*at.state.tiles, *extra))
        river = (*at.state.river, *(tile.name for tile in extra))
        assert named(replace(state, river=river)) == wrong


# -- numbers that can be set -----------------------------------------------------------------


def test_every_number_is_set_between_its_ends(at):
    at.state = replace(at.state, counters=(Counter("bombs", 1, 0, 3),))
    shown = {each.name: (each.value, each.low, each.high) for each in GAME.trackers(at.state)}
    limits = {"movement": 0, "defence": 0, "reroll": 4}
    assert {n: shown[f"post.{n}"][2] for n in limits} == {
        n: max(at.state.post.limit(n), at.state.post.on(n)) for n in limits
    }
    assert shown["post.activations"] == (0, 0, 2)
    assert shown["counter.bombs"] == (1, 0, 3)
    assert shown["points"] == (0, 0, 40)
    assert shown["hero.0.total"] == (9, 1, 46)
    assert shown["hero.0.shackles"] == (0, 0, 12)
    assert shown["round"] == (1, 0, at.state.rounds)
    for field, n in (("on_map", 2), ("pool", 0), ("aside", 0), ("removed", 0)):
        assert shown[f"tile.Brutes.{field}"] == (n, 0, 20)
    assert shown["tile.Brutes.life.1"] == (4, 1, 4)
    assert "tile.Thugs.life.1" not in shown
    assert not [name for name in shown if EVENT_WARNING in name]


def test_hand_set_cubes_come_from_fatigue_before_reserve(at):
    at.lay(0, reserve=5, fatigue=2, wounds=2)
    laid = GAME.set_tracker(at.state, "hero.0.melee", 3).heroes[0]
    assert (laid.on("melee"), laid.fatigue, laid.reserve, laid.wounds) == (3, 0, 4, 2)
    wounded = GAME.set_tracker(at.state, "hero.0.wounds", 0).heroes[0]
    assert (wounded.wounds, wounded.fatigue, wounded.reserve) == (0, 4, 5)
    tired = GAME.set_tracker(at.state, "hero.0.fatigue", 9).heroes[0]
    assert (tired.fatigue, tired.reserve, tired.wounds) == (9, 0, 0)
    fewer = GAME.set_tracker(at.state, "hero.0.total", 8).heroes[0]
    assert (fewer.sheet.total, fewer.fatigue, fewer.reserve, fewer.wounds) == (8, 1, 5, 2)


def test_miniatures_set_by_hand_change_their_quantity(at):
    more = GAME.set_tracker(at.state, "tile.Thugs.on_map", 4)
    assert [mini.number for mini in more.tile("Thugs").minis] == [1, 2, 3, 4]
    assert more.tile("Thugs").quantity == 4
    pooled = GAME.set_tracker(at.state, "tile.Thugs.pool", 2).tile("Thugs")
    assert (pooled.pool, pooled.quantity, pooled.on_map) == (2, 5, 3)
    none = GAME.set_tracker(at.state, "tile.Thugs.on_map", 0).tile("Thugs")
    assert (none.on_map, none.quantity) == (0, 0)
    hurt = GAME.set_tracker(at.state, "tile.Brutes.life.2", 1).tile("Brutes")
    assert [mini.life for mini in hurt.minis] == [4, 1]


# -- danger by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "fits"), [(0, False), (1, True), (12, True), (13, False)])
def test_danger_has_level_from_one_to_twelve(at, level, fits):
    at.heroes_act()
    action = a.Explode(level, ("hero:0",))
    if fits:
        at.do(action)
    else:
        assert at.no(action) == "E_RANGE"

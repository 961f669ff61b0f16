"""Questions about the copy that a table is asked once, when it needs the answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.samples import starter
from games.gotham_chronicles.box.sheets import mission_sheet
from games.gotham_chronicles.rules.common.forms import tile_choices
from games.gotham_chronicles.state import with_post
from games.gotham_chronicles.table import arrived, hint
from tests.games.gotham_chronicles.table import GAME, SPEAKER, At, a

UNKNOWN = -1


def opened(box=None) -> At:
    """Return the first mission of a copy as it is set up by default."""
    box = box or starter()
    return At(GAME.begin(GAME.setup_default(4, box), box).state)


def question(at: At):
    return next((p for p in GAME.prompts(at.state) if p.do == "minis.count"), None)


def numbers(at: At) -> dict[str, str]:
    river = GAME.board(at.state, None)["post"]["river"]
    return {tile["name"]: str(tile["some"]) for tile in river if tile["name"]}


# -- miniatures on the map -----------------------------------------------------------------


def test_counts_of_all_tiles_are_one_question():
    """Page 12: known tiles are preset, those no one has counted are open."""
    asked = question(opened())
    assert asked.expected
    assert dict(zip(asked.fields[0].rows, asked.fields[0].default, strict=True)) == {
        "Bane": 1,
        "Brutes with Chains": UNKNOWN,
        "Brutes with Firearm": UNKNOWN,
        "Owls with Handgun": 4,
        "Thugs with Crowbar": UNKNOWN,
        "Thugs with Firearm": UNKNOWN,
    }


def test_counted_tiles_are_laid_out_others_stay_unknown():
    at = opened()
    at.do(a.CountMinis((1, 2, 0, 4, 3, UNKNOWN)))
    assert [tile.on_map for tile in at.state.tiles if tile.place == "river"][:6] == [
        1,
        2,
        0,
        4,
        3,
        0,
    ]
    assert at.notes == [*["minis.counted"] * 3, "minis.left"]
    assert at.said == [
        "2 miniatures of Brutes with Chains start on the map",
        "0 miniatures of Brutes with Firearm start on the map",
        "3 miniatures of Thugs with Crowbar start on the map",
        "No one has counted Thugs with Firearm",
    ]
    assert numbers(at)["Thugs with Firearm"] == "?"
    assert numbers(at)["Brutes with Firearm"] == "0"
    assert question(at) is None, "asked once, answered as far as the table can"


def test_count_keeps_miniatures_removed_before():
    at = opened()
    at.do(a.MoveMinis("Bane", "map", "box"), a.CountMinis((1, 2, 0, 4, 3, UNKNOWN)))
    bane = next(tile for tile in at.state.tiles if tile.name == "Bane")
    assert (bane.on_map, bane.removed, bane.quantity, bane.down) == (1, 1, 2, False)


def test_arrival_on_uncounted_tile_is_a_least_number():
    at = opened()
    at.do(a.CountMinis((1, 2, 0, 4, 3, UNKNOWN)))
    tile = at.state.tile("Thugs with Firearm")
    tile = replace(tile, minis=arrived(tile))
    assert (tile.on_map, tile.counted) == (1, False)
    told = {choice.value: SPEAKER.say(choice.hint) for choice in tile_choices((tile,))}
    assert told == {"Thugs with Firearm": "at least 1 on the map"}
    assert SPEAKER.say(hint(at.state, tile, tile.minis[0])) == "at least 1 on the map"


def test_checklist_names_uncounted_tiles_apart_from_absent_ones():
    at = opened()
    at.do(a.CountMinis((1, 2, 0, 4, 3, UNKNOWN)))
    said = [SPEAKER.say(line) for line in GAME.checklist(at.state)]
    assert "As many miniatures as the mission's map shows: Thugs with Firearm" in said
    assert not any(line.startswith("None of") and "Thugs" in line for line in said)


def test_counts_are_not_asked_once_game_has_begun():
    at = opened()
    label = next(p.label for p in GAME.prompts(at.state) if p.do == "next")
    assert SPEAKER.say(label) == "Leave it, begin the first round"
    at.do(a.Next())
    assert question(at) is None
    assert at.no(a.CountMinis((1,) * 6)) == "E_PHASE"


def test_copy_keeps_counts_and_never_asks_again():
    at, box = opened(), starter()
    told = a.CountMinis((1, 2, 0, 4, 3, 5))
    at.do(told)
    learned = GAME.remember(box, told, at.state)
    again = opened(learned)
    assert question(again) is None
    assert numbers(again) == numbers(at)
    sheet = mission_sheet("To Sink a City", learned)
    assert all(place.counted for place in sheet.river)


def test_tile_left_open_stays_open_in_copy():
    at = opened()
    told = a.CountMinis((1, 2, 0, 4, 3, UNKNOWN))
    at.do(told)
    again = opened(GAME.remember(starter(), told, at.state))
    assert numbers(again)["Thugs with Firearm"] == "?"
    assert question(again).fields[0].default == [1, 2, 0, 4, 3, UNKNOWN]


@pytest.mark.parametrize("counts", [(1,), (1, 2, 3, 4, 5, 13), (1, 2, 3, 4, 5, -2)])
def test_impossible_counts_are_refused(counts):
    assert opened().no(a.CountMinis(counts)) in ("E_RIVER", "E_RANGE")


@pytest.mark.parametrize("depth", ["quick", "full"])
def test_an_uncounted_tile_acts_on_the_table(depth):
    """No one knows that it is empty, so its activation is not lost."""
    at = opened()
    at.state = with_post(replace(at.state, phase="V3", round=1, depth=depth), activations=0)
    at.do(a.Activate("Brutes with Chains"))
    assert (at.state.resolving, at.state.activation) == ("Brutes with Chains", None)


def test_a_corrected_number_counts_a_tile():
    at = opened()
    at.state = GAME.set_tracker(at.state, "tile.Brutes with Chains.on_map", 3)
    assert numbers(at)["Brutes with Chains"] == "3"

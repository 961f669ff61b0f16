"""Tables stored by an earlier release, whose tiles had numbers where miniatures are today."""

import msgspec
import pytest

from games.gotham_chronicles.state import Activation, Mini
from games.gotham_chronicles.state.earlier import upgraded
from tests.games.gotham_chronicles.sheets import BATMAN, CROC, THUGS
from tests.games.gotham_chronicles.table import GAME, a, table


def stored(name=CROC.name, active=None, **tile):
    """A table as it was kept then, with what was said of Killer Croc's tile."""
    at = table((BATMAN,), ((CROC, 2), (THUGS, 2)))
    data = msgspec.json.decode(GAME.encode_state(at.state))
    for each in data["tiles"]:
        numbers = [mini["number"] for mini in each.pop("minis", ())]
        each["on_map"] = len(numbers)
        if each["sheet"]["name"] == name:
            each.update(tile)
    if active:
        data["activation"] = active
    return msgspec.json.encode(data)


def test_miniatures_have_the_life_the_place_and_the_tokens_their_tile_kept():
    state = GAME.decode_state(stored(on_map=3, lives=[6, 2], laid=[2], shackles=4))
    assert state.tile(CROC.name).minis == (
        Mini(1, life=6, shackles=4),
        Mini(2, life=2, laid=True),
        Mini(3, life=1),
    )
    assert state.tile(THUGS.name).minis == (Mini(1), Mini(2))


def test_those_done_in_an_activation_are_marked_and_those_of_other_tiles_are_not():
    active = {"tile": CROC.name, "mini": 2, "done": [1]}
    state = GAME.decode_state(stored(active=active, lives=[6, 6]))
    assert [mini.acted for mini in state.tile(CROC.name).minis] == [True, False]
    assert not any(mini.acted for mini in state.tile(THUGS.name).minis)
    assert state.activation == Activation(CROC.name, 2)


def test_a_table_of_today_is_left_as_it_is():
    at = table((BATMAN,), ((CROC, 2),), depth="full")
    at.heroes_act()
    at.to("V3")
    at.do(a.Activate(CROC.name), a.StartMini(), a.EndMini())
    text = GAME.encode_state(at.state)
    assert upgraded(text) == text
    assert GAME.decode_state(text) == at.state


@pytest.mark.parametrize(
    "text",
    ['{"on_map":', '{"on_map":1}', '["on_map":', '{"tiles":[{"on_map":1}]}', '[{"on_map":1}]'],
)
def test_what_is_no_table_is_left_alone(text):
    assert upgraded(text) == text
    assert upgraded(text.encode()) == text.encode()

"""Before the first turn, and whose step it is."""

import pytest

from games.referee import Adjust
from tests.games.batman_who_laughs.table import LAUGHS, table
from tests.games.rising.text import Game, a


@pytest.mark.parametrize(
    ("players", "villains", "deck", "side"),
    [
        (1, 6, 36, "orange-brown"),
        (2, 6, 36, "orange-brown"),
        (3, 6, 35, "purple"),
        (4, 4, 32, "purple"),
    ],
)
def test_deck_numbers_at_set_up(players, villains, deck, side):
    setup = LAUGHS.decode_setup({"players": players, "villains": villains})
    game = Game(LAUGHS, LAUGHS.begin(setup, LAUGHS.blank_box()).state)
    assert (game.state.deck, game.state.setup.side) == (deck, side)
    game.do(a.Deal(("",) * 9))
    assert game.state.deck == deck - 9


def test_out_of_turn_and_out_of_order_are_refused():
    game = table()
    assert game.refused(a.Deploy(0), actor=1) == ("E_NOT_ACTIVE", "A-13")
    assert game.refused(a.FigureRoll("left"))[0] == "E_PHASE"
    game.do(a.Deploy(0), actor=0)
    assert game.refused(a.DoomRoll(9)) == ("E_RANGE", "A-17")
    game.do(a.DoomRoll(2))
    assert game.refused(a.DoomRoll(2))[0] == "E_PHASE"


def test_the_token_may_still_be_moved_until_the_first_die_is_entered():
    game = table().do(a.Deploy(0)).do(a.Deploy(1))
    assert game.state.turn.location == 1
    game.do(a.DoomRoll(1))
    assert game.refused(a.Deploy(0)) == ("E_DEPLOYED", "A-14")
    assert game.do(Adjust("facing", 1, "bumped")).state.facing == 0

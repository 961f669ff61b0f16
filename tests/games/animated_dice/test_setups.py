"""Every set-up of the dice game is drawn, with and without the promo villain."""

from random import Random

from companion.conformance import walks
from companion.conformance.draws import DrawCounts
from games.animated_dice.box import VILLAINS
from tests.games.animated_dice.probe import PROBE, drawn
from tests.games.animated_dice.table import GAME

DRAWS = 120


def test_every_choice_of_setup_is_drawn():
    found, rng = DrawCounts(), Random(1)
    for _ in range(DRAWS):
        found.saw(*drawn(GAME, rng))
    assert all(found["villains", each.slug] for each in VILLAINS)
    assert found["villains", "mr-freeze"]
    assert all(found["players", str(n)] for n in range(2, len(VILLAINS) + 2))
    for name in ("return_before_bust", "empty_cup_ends"):
        assert all(found[name, value] for value in ("True", "False"))
    assert all(found["advice", each] for each in ("off", "own", "all"))
    assert all(found["depth", each] for each in ("quick", "full"))


def test_laws_hold_over_drawn_setups():
    assert list(walks.search(GAME, PROBE, 200, 4)) == []

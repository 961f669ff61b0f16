"""Before the first turn, and whose step it is."""

from collections import Counter

import pytest

from games.batman_who_laughs.box.sample import (
    PRICES,
    SIDES,
    sample_foe,
    sample_hero,
    sample_side,
)
from games.referee import Adjust
from games.rising.box import AbilityEffect, CardFacts
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


def test_actions_out_of_turn_or_order_are_refused():
    game = table()
    assert game.refused(a.Deploy(0), actor=1) == ("E_NOT_ACTIVE", "A-13")
    assert game.refused(a.FigureRoll("left"))[0] == "E_PHASE"
    game.do(a.Deploy(0), actor=0)
    assert game.refused(a.DoomRoll(9)) == ("E_RANGE", "A-17")
    game.do(a.DoomRoll(2))
    assert game.refused(a.DoomRoll(2))[0] == "E_PHASE"


def test_token_may_be_moved_until_first_die_entered():
    game = table().do(a.Deploy(0)).do(a.Deploy(1))
    assert game.state.turn.location == 1
    game.do(a.DoomRoll(1))
    assert game.refused(a.Deploy(0)) == ("E_DEPLOYED", "A-14")
    assert game.do(Adjust("facing", 1, "bumped")).state.facing == 0


def test_sample_box_says_that_it_is_one():
    assert LAUGHS.sample_box().sample


def test_sample_box_leaves_no_fact_open():
    box = LAUGHS.sample_box()
    spaces = Counter((card.kind, card.capacity) for card in box.cards)
    assert {kind for kind, n in spaces if n not in {2, 3, 4, 5}} == set()
    assert (spaces["villain", 2], spaces["knight", 3], spaces["boss", 5]) == (6, 6, 1)
    assert [spaces["hero", n] for n in (3, 4, 5)] == [10, 12, 10]
    assert all(card.known and card.prices for card in box.cards)
    assert all(card.ability and card.effects for card in box.cards if card.kind != "boss")
    assert {(team.known, len(team.dice), team.cost) for team in box.teams} == {
        (True, 4, (0, 1, 1, 0))
    }
    assert [(die.colour == "red", die.count) for die in box.dice if die.checked] == [
        (True, 4),
        *[(False, 5)] * 3,
    ]


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side[0])
def test_sample_side_has_its_boss_behind_all_knights(side):
    made = sample_side(side)
    *sections, behind = made.sections
    assert made.checked
    assert all(each.known and each.ability for each in sections)
    assert [each.holds for each in sections] == ["knight"] * 6 + ["boss"]
    assert (behind.size, behind.holds) == (side[1], "")


def test_sample_cards_keep_what_is_printed():
    """Only what no one has read is invented; a known ability without a price has none."""
    printed = {
        "ability": "Draws",
        "effects": (AbilityEffect("token", 3),),
        "prices": ((1, 0, 0, 0),),
    }
    robin = CardFacts("Robin", "hero", 4, known=True, **printed)
    for made in (sample_hero(robin, 1), sample_foe(robin, 1, "villain", 2)):
        assert (made.capacity, made.prices, made.ability) == (4, robin.prices, "Draws")
        assert (made.effects, made.cost) == (robin.effects, ())
    priced = CardFacts("Robin", cost=(0, 1, 0, 0), known=True)
    assert sample_hero(priced, 1).cost == (0, 1, 0, 0)
    assert any(sample_hero(CardFacts("Robin"), 1).cost)


def test_sample_villains_ask_other_prices_than_heroes():
    """Heroes take the list from its start and Villains from its end, so that both occur."""
    made = [sample_foe(CardFacts(f"V{i}"), i, "villain", 2).prices for i in range(len(PRICES))]
    assert made == [(price,) for price in reversed(PRICES)]

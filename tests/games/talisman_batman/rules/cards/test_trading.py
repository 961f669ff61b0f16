"""Trophies: five for one, each attribute for itself, and the helper."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from games.talisman_batman.rules import fields
from games.talisman_batman.rules.villain.points import best
from games.talisman_batman.state import EncounterCard, Setup
from games.talisman_batman.table import Table as Unit
from tests.games.talisman_batman.table import REFEREE, a, begun


def trophies(*values, rate=5, **changes):
    """Return the end of a turn with these trophies: numbers are Strength, texts like C3 Cunning."""
    table = begun(setup=Setup(preset="custom", trophy_rate=rate)).set(0, **changes)
    cards = [
        EncounterCard(
            f"E{i}",
            "enemy",
            attribute="cunning" if str(v)[0] == "C" else "strength",
            value=int(str(v).strip("C")),
        )
        for i, v in enumerate(values)
    ]
    ids = table.give(0, *cards)
    return table.at("end"), ids


def test_two_cards_make_five_and_three_make_two():
    table, (six, three, two) = trophies(6, 3, 2)
    offer = best(table.state, table.villain(), "strength")
    assert (set(offer.cards), offer.gain, offer.waste) == ({six, three, two}, 2, 1)
    table.do(a.Trade((three, two)))
    assert (table.villain().strength, len(table.villain().trophies)) == (4, 1)
    assert table.state.discards[0] == 2
    table, ids = trophies(6, 3, 2)
    assert table.do(a.Trade(ids)).villain().strength == 5


def test_strength_and_cunning_never_add_up():
    table, ids = trophies(4, "C3")
    table.refused(a.Trade(ids), "T-E21")
    assert not [p for p in REFEREE.prompts(table.state) if p.do.startswith("trade")]


def test_trading_waits_for_end_of_own_sane_turn():
    table, ids = trophies(5)
    table.at("move").refused(a.Trade(ids), "T-E21")
    table.at("end").refused(a.Trade(ids), "E_NOT_ACTIVE", 1)
    table.set(0, insane=2).refused(a.Trade(ids), "T-E21")
    table.set(0, insane=0).do(a.Trade(ids))


def test_no_trophy_buys_more_than_the_dial_takes():
    table, ids = trophies(10)
    table.do(a.EnterDial(4))
    offer = best(table.state, table.villain(), "strength")
    assert (offer.gain, offer.waste) == (1, 5)
    assert table.do(a.Trade(ids)).villain().strength == 4
    table, (_, five) = trophies(10, 5)
    table.do(a.EnterDial(4))
    assert best(table.state, table.villain(), "strength").cards == (five,)


def test_dial_above_later_top_buys_and_loses_nothing():
    table, ids = trophies(10, strength=6)
    table.do(a.EnterDial(4))
    assert best(table.state, table.villain(), "strength") is None
    table.refused(a.Trade(ids), "T-E21")


def test_the_classic_rate_is_seven():
    table, ids = trophies(6, rate=7)
    table.refused(a.Trade(ids), "T-E21")
    table, ids = trophies(4, 3, rate=7)
    assert table.do(a.Trade(ids)).villain().strength == 4


def test_burning_a_card_for_nothing_asks_first():
    table, ids = trophies(5, 2)
    assert table.asked(a.Trade(ids), "BURN").weight == "warn"
    table.do(a.Trade(ids), BURN="anyway")
    assert table.villain().trophies == ()


def test_best_set_button_says_what_it_buys():
    table, _ = trophies(4, 4, 2, "C5")
    offers = [p for p in REFEREE.prompts(table.state) if p.do == "trade-best"]
    assert [p.label.facts["n"] for p in offers] == [2, 1]
    for offer in offers:
        table.do(a.TradeBest(offer.fixed["attribute"]))
    assert (table.villain().strength, table.villain().cunning) == (5, 4)


def test_trade_ends_encounter_once_nothing_is_left():
    table, _ = trophies(5)
    table.at("take", here="space").do(a.TradeBest("strength"))
    assert (table.state.turn.phase, table.villain().strength) == ("end", 4)
    assert "done" in table.said()


def test_trade_waits_while_something_lies_here():
    table, _ = trophies(5)
    table.at("take", here="space")
    unit = Unit(table.state)
    unit.lay(0, (EncounterCard("Rope", "object", id=900),))
    table.state = unit.state
    table.refused(a.TradeBest("strength"), "T-E21")


def test_points_of_fight_are_buttons_around_last():
    assert [c.value for c in fields.extra(0).choices] == [*range(-3, 7)]
    assert [c.value for c in fields.extra(28).choices] == [*range(25, 31)]


def test_a_full_dial_takes_no_more():
    table, _ = trophies(5, 5)
    table.do(a.EnterDial(4))
    assert best(table.state, table.villain(), "strength").gain == 1
    table.set(0, strength=4)
    assert best(table.state, table.villain(), "strength") is None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 9), max_size=7), st.sampled_from([5, 7]))
def test_no_set_is_better_than_the_one_offered(values, rate):
    table, ids = trophies(*values, rate=rate)
    worth = dict(zip(ids, values, strict=True))
    every = (chosen for n in range(len(ids) + 1) for chosen in itertools.combinations(ids, n))
    ranked = [
        (-(sum(worth[i] for i in c) // rate), sum(worth[i] for i in c) % rate, len(c))
        for c in every
    ]
    gain, waste, size = min(ranked)
    offer = best(table.state, table.villain(), "strength")
    found = (-offer.gain, offer.waste, len(offer.cards)) if offer else (0, 0, 0)
    assert found == ((gain, waste, size) if gain else (0, 0, 0))

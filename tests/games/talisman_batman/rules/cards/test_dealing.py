"""Villain cards dealt and drawn by the app, for tables that do not shuffle."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.state import Setup
from tests.games.talisman_batman.table import REFEREE, Table, a, begun, box


def offered(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_everybody_is_dealt_two_villains_and_keeps_one(players):
    table = Table(Setup(players), box())
    assert [p.actors for p in offered(table, "deal")] == [(seat,) for seat in range(players)]
    for seat in range(players):
        table.do(a.DealVillains(seat, 12_345), actor=seat)
        assert table.said() == ["dealt"]
    names = [name for villain in table.state.villains for name in villain.dealt]
    assert len(names) == len(set(names)) == 2 * players
    assert not offered(table, "deal")
    table.refused(a.DealVillains(0, 1), "T-DEALT-OUT")
    for seat, prompt in enumerate(offered(table, "villain")):
        mine = table.villain(seat).dealt
        assert [c.label for c in prompt.fields[0].choices] == list(mine)
        other = next(name for name in names if name not in mine)
        table.refused(a.PickVillain(seat, other), "T-DEALT")
        table.do(a.PickVillain(seat, mine[1]))


@pytest.mark.parametrize("taken", range(6))
def test_every_pair_of_villains_is_equally_likely(taken):
    table = Table(Setup(6), box())
    for seat in range(taken):
        table.do(a.DealVillains(seat, seat))
    left = 12 - 2 * taken
    pairs = left * (left - 1)
    hands = {table.ask(a.DealVillains(5, luck)).state.villains[5].dealt for luck in range(pairs)}
    assert len(hands) == pairs
    assert a.DealVillains.chances % pairs == 0


def test_chosen_villain_is_undealt_and_chooser_gets_nothing():
    table = Table(Setup(3), box()).do(a.PickVillain(1, "Bane"))
    table.refused(a.DealVillains(1, 5), "T-DEALT-OUT")
    table.refused(a.DealVillains(0, 5), "T-NOT-YOURS", 1)
    table.do(a.DealVillains(0, 5), a.DealVillains(2, 5))
    assert table.villain(1).dealt == ()
    assert "Bane" not in table.villain(0).dealt + table.villain(2).dealt
    card = table.villain(0).dealt[0]
    (third,) = (p for p in offered(table, "villain") if p.actors == (2,))
    assert [c.label for c in third.fields[0].choices] == list(table.villain(2).dealt)
    table.refused(a.PickVillain(1, card), "T-DEALT-ELSEWHERE")
    kept = table.do(a.PickVillain(0, table.villain(0).dealt[1]))
    kept.do(a.PickVillain(1, card))


def test_others_dealt_cards_are_offered_after_they_choose():
    table = Table(Setup(2), box()).do(a.DealVillains(0, 5))
    dealt = set(table.villain(0).dealt)

    def free():
        (asked,) = (p for p in offered(table, "villain") if p.actors == (1,))
        return {choice.label for choice in asked.fields[0].choices}

    assert not free() & dealt
    kept, other = table.villain(0).dealt
    table.do(a.PickVillain(0, kept))
    assert free() & dealt == {other}


def test_a_free_choice_deals_nothing():
    assert not offered(Table(Setup(2, "custom", free_choice=True), box()), "deal")
    assert not offered(begun(), "deal")
    begun().refused(a.DealVillains(1), "T-PHASE")


def bereft(setup=None, **changes):
    """Return a table where the first villain is dead and its seat's turn comes."""
    table = begun("Bane", "Scarecrow", "Clayface", setup=setup).do(a.Change(0, "life", -9))
    table.state = replace(table.state, **changes)
    for _ in range(2):
        table.at("end").do(a.EndTurn())
    assert table.phase == "arrive"
    return table


def test_the_successor_can_be_drawn_by_the_app():
    table = bereft()
    (prompt,) = offered(table, "draw-villain")
    assert (prompt.actors, prompt.expected) == ((0,), True)
    table.refused(a.DrawVillain(0), "T-NOT-YOURS", 1)
    names = [sheet.name for sheet in table.state.unused]
    assert a.DrawVillain.chances % len(names) == 0
    for luck in (0, len(names) - 1, len(names) + 3):
        drawn = table.ask(a.DrawVillain(luck)).state.villains[0]
        assert (drawn.sheet.name, drawn.status) == (names[luck % len(names)], "bonus")
    table.do(a.DrawVillain(2), a.Ready(0))
    assert table.villain().sheet.name == names[2]
    assert (table.villain().alive, table.phase) == (True, "inherit")
    begun().refused(a.DrawVillain(0), "T-PHASE")


def test_dead_return_if_wanted_once_villains_run_out():
    table = bereft(Setup(preset="custom", readings=("reuseDead",)), unused=())
    (chosen,) = offered(table, "villain")
    assert [choice.label for choice in chosen.fields[0].choices] == ["Bane"]
    assert table.ask(a.PickVillain(0, "Bane")).state.villains[0].sheet.name == "Bane"
    assert table.do(a.DrawVillain(5)).villain().sheet.name == "Bane"


def test_villain_takes_only_fate_and_coins_that_exist():
    table = bereft()
    table.state = replace(table.state, fate_pool=1, coin_pool=0)
    drawn = table.ask(a.DrawVillain(2)).state
    arrived = REFEREE.apply(drawn, a.Ready(0), None, {}).state
    assert (arrived.villains[0].fate, arrived.villains[0].coins) == (1, 0)
    assert (arrived.fate_pool, arrived.coin_pool) == (0, 0)


def test_card_drawn_by_hand_is_entered_as_before():
    table = bereft().do(a.PickVillain(0, "Poison Ivy"))
    assert not offered(table, "draw-villain")
    table.refused(a.DrawVillain(0), "T-PHASE")

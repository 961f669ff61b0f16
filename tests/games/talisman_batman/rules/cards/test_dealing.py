"""Villain cards dealt and drawn by the app, for tables that do not shuffle."""

import pytest

from games.talisman_batman.state import Setup
from tests.games.talisman_batman.table import REFEREE, Table, a, begun, box


def offered(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_everybody_is_dealt_two_villains_and_keeps_one(players):
    table = Table(Setup(players), box())
    assert [p.actors for p in offered(table, "deal")] == [(seat,) for seat in range(players)]
    for seat in range(players):
        table.do(a.Deal(seat, 12_345), actor=seat)
        assert table.said() == ["dealt"]
    names = [name for villain in table.state.villains for name in villain.dealt]
    assert len(names) == len(set(names)) == 2 * players
    assert not offered(table, "deal")
    table.refused(a.Deal(0, 1), "T-DEALT-OUT")
    for seat, prompt in enumerate(offered(table, "villain")):
        mine = table.villain(seat).dealt
        assert [c.label for c in prompt.fields[0].choices] == list(mine)
        other = next(name for name in names if name not in mine)
        table.refused(a.PickVillain(seat, other), "T-DEALT")
        table.do(a.PickVillain(seat, mine[1]))


@pytest.mark.parametrize("taken", range(6))
def test_every_pair_of_villains_is_as_likely_as_any_other(taken):
    table = Table(Setup(6), box())
    for seat in range(taken):
        table.do(a.Deal(seat, seat))
    left = 12 - 2 * taken
    pairs = left * (left - 1)
    hands = {table.ask(a.Deal(5, luck)).state.villains[5].dealt for luck in range(pairs)}
    assert len(hands) == pairs
    assert a.Deal.chances % pairs == 0


def test_who_has_chosen_is_dealt_nothing_and_nobody_gets_that_villain():
    table = Table(Setup(3), box()).do(a.PickVillain(1, "Bane"))
    table.refused(a.Deal(1, 5), "T-DEALT-OUT")
    table.refused(a.Deal(0, 5), "T-NOT-YOURS", 1)
    table.do(a.Deal(0, 5), a.Deal(2, 5))
    assert table.villain(1).dealt == ()
    assert "Bane" not in table.villain(0).dealt + table.villain(2).dealt
    card = table.villain(0).dealt[0]
    table.refused(a.PickVillain(1, card), "T-DEALT-ELSEWHERE")
    kept = table.do(a.PickVillain(0, table.villain(0).dealt[1]))
    kept.do(a.PickVillain(1, card))


def test_a_free_choice_deals_nothing():
    assert not offered(Table(Setup(2, "custom", free_choice=True), box()), "deal")
    assert not offered(begun(), "deal")
    begun().refused(a.Deal(1), "T-PHASE")


def bereft():
    """The first villain is dead and its seat's turn comes."""
    table = begun("Bane", "Scarecrow", "Clayface").do(a.Change(0, "life", -9))
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


def test_a_card_drawn_by_hand_is_entered_as_before():
    table = bereft().do(a.PickVillain(0, "Poison Ivy"))
    assert not offered(table, "draw-villain")
    table.refused(a.DrawVillain(0), "T-PHASE")

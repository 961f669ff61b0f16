"""Killer Croc and the Medic do what the rulebook prints (p. 5)."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.state import EncounterCard, PurchaseStock
from tests.games.talisman_batman.table import REFEREE, a, begun, box

CROC, MEDIC = EncounterCard("killer-croc", "follower"), EncounterCard("medic", "follower")


def offered(table, do):
    return [p for p in REFEREE.prompts(table.state) if p.do == do]


def visiting(space="infirmary", seat=0, **changes):
    table = begun().set(seat, space=space, **changes)
    table.give(seat, MEDIC)
    return table.at("take", here="space")


def test_killer_croc_pays_a_coin_for_each_object():
    table = begun(own_box=box(stock=(PurchaseStock("Bat", 1, 2),)))
    table.give(0, CROC)
    rope, bat, key = table.give(
        0,
        EncounterCard("Rope"),
        EncounterCard("Bat", purchase=True),
        EncounterCard("security-key", key=True),
    )
    (prompt,) = offered(table, "sell")
    assert prompt.actors == (0,)
    table.do(a.Sell(0, (rope, bat, key)))
    assert (table.villain().coins, table.villain().objects) == (4, ())
    assert (table.state.key_pool, table.state.stock[0].left) == (4, 2)
    assert table.said() == ["sells", "gain"]
    assert not offered(table, "sell")


def test_nobody_sells_unowned_goods_or_without_killer_croc():
    table = begun()
    (rope,) = table.give(0, EncounterCard("Rope"))
    table.refused(a.Sell(0, (rope,)), "T-NO-FOLLOWER")
    assert not offered(table, "sell")
    (croc,) = table.give(0, CROC)
    table.refused(a.Sell(0, ()), "T-NOTHING")
    table.refused(a.Sell(0, (croc,)), "T-NO-CARD")
    table.refused(a.Sell(0, (rope,)), "T-NOT-YOURS", 1)
    table.set(1, coins=29)
    assert table.state.coin_pool == 0
    table.refused(a.Sell(0, (rope,)), "T-E29")
    assert not offered(table, "sell")


@pytest.mark.parametrize(("life", "most"), [(3, 2), (5, 1), (6, 0)])
def test_the_medic_heals_up_to_two_a_visit(life, most):
    table = visiting(life=life)
    found = offered(table, "heal")
    assert [p.fields[0].high for p in found] == ([most] if most else [])
    table.refused(a.VisitMedic(0, 3), "E_RANGE")
    table.do(a.VisitMedic(0, 1))
    assert table.villain().life == min(6, life + 1)
    if most == 2:
        table.do(a.VisitMedic(0, 1))
        table.refused(a.VisitMedic(0, 1), "E_RANGE")
        assert not offered(table, "heal")


def test_medic_is_traded_for_three_coins_in_infirmary():
    table = visiting().do(a.PartMedic(0))
    assert (table.villain().coins, table.villain().followers) == (4, ())
    assert table.state.discards == (1, 0, 0)
    table.refused(a.PartMedic(0), "T-NO-FOLLOWER")
    assert not offered(table, "medic")


def test_the_medic_helps_nowhere_else_and_nobody_else():
    for action, do in ((a.VisitMedic(0, 1), "heal"), (a.PartMedic(0), "medic")):
        elsewhere = visiting("office", life=3)
        elsewhere.refused(action, "T-NOT-INFIRMARY")
        assert not offered(elsewhere, do)
        passing = visiting(life=3).at("take", here="villain")
        passing.refused(action, "T-NOT-VISITING")
        assert not offered(passing, do)
        visiting(life=3).refused(action, "T-NOT-YOURS", 1)
    other = visiting(seat=1, life=3)
    other.refused(a.VisitMedic(1, 1), "T-NOT-VISITING")


def test_an_unnamed_place_is_asked_about_and_named():
    table = visiting("?9", life=3)
    table.set(1, space="?9")
    table.state = replace(table.state, next_id=50)
    table.do(a.LayCard("Rope", kind="object"))
    table.asked(a.VisitMedic(0, 1), "INFIRMARY")
    table.refused(a.VisitMedic(0, 1), "T-NOT-INFIRMARY", INFIRMARY="no")
    table.do(a.VisitMedic(0, 1), INFIRMARY="yes")
    assert [v.space for v in table.state.villains] == ["infirmary", "infirmary"]
    assert [s.space for s in table.state.spots] == ["infirmary"]


def test_healing_ends_with_the_visit():
    table = visiting(life=3).do(a.VisitMedic(0, 2), a.EndTurn())
    assert table.state.turn.healed == 0


def test_weapon_sold_counts_only_for_dice_already_rolled():
    for rolled, score in ((False, 3), (True, 5)):
        table = begun().set(0, fate=3)
        table.give(0, CROC)
        (axe,) = table.give(0, EncounterCard("Axe", strength=2, combat=True, weapon=True))
        table.at("encounter").do(a.Space(1), a.DrawEncounter("A", "enemy", "strength", 5))
        if rolled:
            table.do(a.Strike((2, 3)))
        table.do(a.Sell(0, (axe,)))
        assert table.state.fight.me.cards == ()
        assert REFEREE.board(table.state, None).fight.left_base == score


@pytest.mark.parametrize("seat", [0, 1])
def test_losing_weapon_disarms_only_its_side_in_duel(seat):
    table = begun()
    axes = [
        table.give(n, EncounterCard("Axe", strength=2, combat=True, weapon=True))[0] for n in (0, 1)
    ]
    table.at("encounter").do(a.AttackVillain(1))
    for n in (0, 1):
        table.do(a.Boost(n, (axes[n],)), actor=n)
    table.do(a.Discard(seat, axes[seat]))
    fight = table.state.fight
    used = [fight.me.cards, fight.foe.cards]
    assert used == [() if n == seat else (axes[n],) for n in (0, 1)]

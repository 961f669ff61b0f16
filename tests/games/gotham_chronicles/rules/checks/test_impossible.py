"""Tests that what is not going on cannot be continued, and what no one has cannot be chosen."""

import pytest
from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import HeroSheet, TileSheet
from games.gotham_chronicles.rules import rolls
from games.gotham_chronicles.state import Counter
from games.gotham_chronicles.table import Table
from games.ruling import RulingInterruptError
from tests.games.gotham_chronicles.sheets import CITIZENS
from tests.games.gotham_chronicles.table import a, table

TWO = (HeroSheet("Batman", 11, resting=6), HeroSheet("Robin", 9, resting=5))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.Defend(1), "E_NO_ATTACK"),
        (a.Shield("hero:0"), "E_NO_ATTACK"),
        (a.FinishAttack(), "E_NO_ATTACK"),
        (a.EndMove(), "E_NO_MOVE"),
    ],
)
def test_attack_or_move_actions_need_one_under_way(action, code):
    at = table()
    at.heroes_act()
    assert at.no(action) == code


def test_round_waits_until_all_heroes_choose_stance():
    at = table(TWO)
    at.to("H3")
    assert at.no(a.Next()) == "E_STANCES_LEFT"
    at.do(a.Stance(0, "active"))
    assert at.state.phase == "H3"
    assert at.no(a.Next()) == "E_STANCES_LEFT"
    assert at.no(a.Stance(1, "asleep")) == "E_NO_STANCE"
    at.do(a.Stance(1, "resting"))
    assert at.state.phase == "H4"


def test_counter_belongs_to_mission_and_stays_within_ends():
    at = table()
    at.heroes_act()
    at.state = replace(at.state, counters=(Counter("bombs", 1, 0, 3), Counter("doors", 0, 0, 1)))
    assert at.no(a.Count("cats", 1)) == "E_NO_COUNTER"
    assert at.no(a.Count("bombs", 3)) == at.no(a.Count("bombs", -2)) == "E_RANGE"
    at.do(a.Count("bombs", 2))
    assert [counter.value for counter in at.state.counters] == [3, 0]
    at.do(a.Count("bombs", -3), a.Count("doors", 1))
    assert [counter.value for counter in at.state.counters] == [0, 1]


def test_whoever_leads_miniature_pays_rerolls_nobody_for_neutrals():
    at = table(TWO, tiles=((TileSheet("Thugs"), 3),))
    at.lead(TileSheet("Officers"), owner=1)
    at.lead(CITIZENS)
    astray = replace(at.tile("Citizens"), place="aside", owner=None)
    at.state = replace(at.state, tiles=(*at.state.tiles[:-1], astray))
    paid = {
        who: rolls.payer(at.state, who)
        for who in ("hero:1", "tile:Thugs:1", "tile:Officers:1", "tile:Citizens:1")
    }
    assert list(paid.values()) == [(1, "reroll"), (2, "reroll"), (1, "thought"), None]
    t = Table(at.state)
    with pytest.raises(RulingInterruptError) as stop:
        rolls.buy_rerolls(t, "tile:Citizens:1", 1)
    assert stop.value.answer.code == "E_NO_PAYER"
    assert rolls.buy_rerolls(t, "tile:Citizens:1", 0) == ()
    assert t.state is at.state

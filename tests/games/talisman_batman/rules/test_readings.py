"""Readings a table has switched, and small rules nothing else plays."""

import msgspec
import pytest
from msgspec.structs import replace

from games.talisman_batman.state import Batman, EncounterCard, Plan, PurchaseStock, Setup
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet

TOWER = Plan(tower=("tower-entrance", "S1", "S2", "S3", "anteroom", "control-room"))


def read(*readings, names=("Bane", "Scarecrow"), own_box=None):
    """Return a table with these readings switched."""
    setup = Setup(preset="custom", readings=readings)
    return begun(*names, setup=setup, own_box=own_box)


def beaten(table):
    """Let the active villain lose to an Enemy."""
    table.set(table.state.active, fate=0).at("encounter").do(a.Space(1))
    return table.do(a.DrawEncounter("Robin", "enemy", "strength", 9), a.Strike((1, 6)))


def test_cut_turn_has_end_step_unless_read_otherwise():
    assert beaten(read()).phase == "end"
    strict = beaten(read("endStepAfterLoss"))
    assert (strict.state.active, strict.phase) == (1, "move")
    whole = read("endStepAfterLoss").at("take", here="space").do(a.Done())
    assert (whole.state.active, whole.phase) == (0, "end")


def test_evading_allows_taking_goods_unless_read_otherwise():
    for readings, phase in (((), "take"), (("takeAfterEvade",), "end")):
        table = read(*readings).at("encounter").do(a.Space(1))
        table.do(a.DrawEncounter("Robin", "enemy", "strength", 9), a.Evade(0))
        assert table.phase == phase


def test_the_turn_of_recovery_trades_unless_read_otherwise():
    for readings, insane in (((), 0), (("tradeOnRecovery",), 1)):
        table = read(*readings).set(0, insane=1).at("take", here="space").do(a.Done())
        assert table.villain().insane == insane
        table.do(a.EndTurn())
        assert table.villain().insane == 0


def test_searching_may_replace_the_encounter():
    table = read("lockPicksReplaceEncounter").set(0, space="office")
    table.give(0, EncounterCard("lock-picks", purchase=True))
    table.refused(a.Search(), "T-PHASE")
    table.at("encounter").do(a.Search())
    assert table.phase == "end"


def test_keys_count_as_objects_unless_read_otherwise():
    for readings, owes in (((), 1), (("keyIsObject",), 0)):
        table = read(*readings)
        table.give(0, *(EncounterCard(f"Thing {n}") for n in range(4)))
        table.do(a.Gain(0, source="key"))
        assert len(table.state.owes) == owes


def test_the_tower_is_climbed_exactly_unless_read_otherwise():
    own = replace(box(), plan=TOWER)
    for readings, ends in (((), {"S3"}), (("towerUpTo",), {"S1", "S2", "S3"})):
        table = read(*readings, own_box=own).set(0, space="tower-entrance", floor=3)
        table.state = replace(table.state, depth="full")
        table.do(a.Roll(6))
        up = next(p for p in REFEREE.prompts(table.state) if p.fixed.get("direction") == "up")
        assert {c.value for c in up.fields[0].choices} == ends
        if readings:
            table.do(a.MoveFigure("S1", direction="up"))
        else:
            table.refused(a.MoveFigure("S1", direction="up"), "T-E05")


def test_off_turn_batman_win_counts_unless_read_otherwise():
    for readings, winner in (((), 1), (("offTurnControlWin",), None)):
        table = read(*readings).set(1, space="control-room", floor=3, in_control_room=True)
        table.state = replace(table.state, batman=Batman("control-room", 3))
        table.at("batman-target").do(a.BatmanTarget(1), a.Stand("strength"))
        table.set(1, strength=12).do(a.Strike((6, 1)))
        assert table.state.winner == winner


def test_the_guard_can_be_evaded():
    table = begun().do(a.Roll(4), a.Guard(1), a.Evade(0), a.MoveFigure("Corridor"))
    assert (table.villain().floor, table.phase) == (2, "encounter")


def test_rounds_go_on_when_first_player_is_out():
    table = begun("Bane", "Scarecrow", "Clayface", setup=Setup(bloodbath=True))
    table.set(0, life=1).do(a.Change(0, "life", -1))
    assert (table.state.active, table.state.round) == (1, 1)
    for _ in range(2):
        table.at("end").do(a.EndTurn())
    assert (table.state.active, table.state.round) == (1, 2)


def test_an_ability_may_be_evaded_too():
    table = begun().at("encounter").do(a.UseAbility(1, evaded=True))
    assert (table.said()[0], table.phase) == ("ability-evaded", "end")


def test_whom_batman_meets_stands_on_batmans_space_afterwards():
    table = begun().set(1, floor=2, space="")
    table.state = replace(table.state, batman=Batman("Hall", 2, 8, 8))
    table.at("batman-path", batman_roll=2)
    table.do(a.BatmanMove("Ward"), BATMAN_MEETS="1")
    assert table.villain(1).space == "Ward"


def test_guard_keys_from_encounter_deck_join_its_discards():
    table = begun().at("encounter").do(a.Space(1), a.DrawEncounter("Klucze strażnika", "object"))
    (keys,) = table.state.spots[0].cards
    table.state = replace(table.state, stock=(PurchaseStock("guard-keys", 1, 2),))
    table.do(a.TakeGoods((keys.id,)), a.EndTurn()).at("end").do(a.EndTurn(), a.UseKeys("Hall"))
    assert (table.state.stock[0].left, table.state.discards[0]) == (1, 1)


def test_box_learns_villains_cards_and_board_by_actions():
    own = REFEREE.blank_box()
    for action in (
        a.EnterNumbers("Bane", 5, 2, 2, 5, "indifferent", "Biuro", gear="Kij bejsbolowy"),
        a.EnterAbilities("Bane", weapons=2),
        a.EnterBatman(8, 9, ("one", "two")),
        a.EnterCard("Torba na łupy", "object", bag=6),
        a.EnterRing(1, "Posterunek strażnika, Biuro, Ciemnia"),
        a.EnterLink("Guard Post", "Hall"),
        a.EnterSymbols("Biuro", 2),
        a.EnterStock("Wytrychy", 3),
        a.EnterDial(12),
    ):
        own = REFEREE.learn(own, action)
    bane = next(s for s in own.sheets if s.name == "Bane")
    assert (bane.strength, bane.start, bane.gear, bane.weapons) == (
        5,
        "office",
        ("baseball-bat",),
        2,
    )
    assert (own.plan.first, own.plan.links) == (
        ("guard-post", "office", "darkroom"),
        (("guard-post", "Hall"),),
    )
    assert (own.plan.symbols, own.stock[0].name, own.dial_max) == (
        (("office", 2),),
        "lock-picks",
        12,
    )
    assert REFEREE.decode_box(msgspec.to_builtins(own)) == own


def test_what_a_box_cannot_hold_is_refused():
    own = REFEREE.blank_box()
    for action, code in (
        (a.EnterStock("Rope", 29), "E_RANGE"),
        (a.EnterRing(1, "A, A, B"), "T-RING"),
        (a.EnterNumbers("Robin", 1, 1, 1, 1, "chaotic"), "T-TAKEN"),
        (a.EnterNumbers("Bane", 0, 1, 1, 1, "chaotic"), "E_RANGE"),
        (a.EnterCard(" ", "object"), "T-NAME"),
    ):
        assert REFEREE.learn(own, action).code == code
    full = REFEREE.learn(own, a.EnterStock("Rope", 20))
    assert REFEREE.learn(full, a.EnterStock("Hat", 9)).code == "T-STOCK"


def test_joker_keeps_known_facts_when_numbers_are_reentered():
    own = REFEREE.learn(
        REFEREE.blank_box(), a.EnterNumbers("the-joker", 2, 4, 3, 4, "chaotic", feats=2)
    )
    joker = own.sheets[0]
    assert (joker.start, joker.cunning_attack, joker.always_feat) == ("morgue", True, True)


def test_dead_villains_return_with_card_where_table_wants():
    table = read("reuseDead", own_box=box(sheet("Bane", 7)))
    table.state = replace(table.state, unused=())
    table.set(0, life=1).do(a.Change(0, "life", -1)).at("end").do(a.EndTurn())
    table.do(a.PickVillain(0, "Bane"), a.Ready(0))
    assert (table.villain().strength, table.state.gone) == (7, ())


@pytest.mark.parametrize(
    ("readings", "lying", "passed"),
    [
        ((), 0, False),
        ((), 1, False),
        (("guardPostLying",), 0, False),
        (("guardPostLying",), 1, True),
    ],
)
def test_encountering_guard_post_forfeits_way_unless_read_otherwise(readings, lying, passed):
    table = read(*readings).set(0, space="guard-post", guard_passed=True)
    for n in range(lying):
        table.do(a.LayCard(f"Thing {n}", kind="object"))
    table.at("encounter").do(a.Space())
    assert table.villain().guard_passed is passed
    assert ("guard-forfeit" in table.said()) is not passed

"""Tests that what no table can hold is found whatever it is, and what is allowed up to a bound is
not."""

import pytest
from msgspec.structs import replace

from games.talisman_batman.rules.villain.fortunes import INSANE_TURNS
from games.talisman_batman.rules.villain.points import OVER_START
from games.talisman_batman.state import EncounterCard, PurchaseStock
from tests.games.talisman_batman.table import REFEREE, a, begun, box, sheet


def broken(state):
    """Return what is wrong, by its codes."""
    return {defect.code for defect in REFEREE.check(state)}


def villain(**changes):
    """Return a table whose first villain is so, without asking whether that may be."""
    table = begun("Bane", "Scarecrow", "Clayface")
    first, *others = table.state.villains
    return replace(table.state, villains=(replace(first, **changes), *others))


def state(**changes):
    return replace(begun("Bane", "Scarecrow", "Clayface").state, **changes)


RADIO = EncounterCard("police-radio", forbids=("indifferent",), id=90)
BANE, NOBODY = sheet("Bane"), sheet("Nobody")


@pytest.mark.parametrize(
    ("spoiled", "code"),
    [
        (villain(life=0), "life-alive"),
        (villain(life=4 + OVER_START + 1), "life-max"),
        (villain(insane=INSANE_TURNS + 1), "insane"),
        (villain(objects=(RADIO,)), "forbidden"),
        (villain(turning_back=True, floor=2), "turning"),
        (villain(in_control_room=True, space="office"), "control"),
        (villain(strength=2), "dial"),
        (villain(lost_turns=-1), "negative"),
        (villain(objects=tuple(EncounterCard(f"Own {n}", id=90 + n) for n in range(5))), "objects"),
        (villain(objects=(replace(RADIO, forbids=()),) * 2), "twice"),
        (state(stock=(PurchaseStock("Hat", left=2, total=1),)), "pool"),
        (state(discards=(0, -1, 0)), "pool"),
        (state(coin_pool=1), "count-coins"),
        (state(gone=(BANE,)), "undead"),
        (state(unused=(BANE,)), "undead"),
        (state(unused=(NOBODY,), gone=(NOBODY,)), "undead"),
        (state(active=3), "active"),
        (state(active=-1), "active"),
        (state(winner=3, won_by="last"), "winner"),
        (state(winner=0), "winner"),
        (state(won_by="last"), "winner"),
    ],
)
def test_what_no_table_can_hold_is_named(spoiled, code):
    assert code in broken(spoiled)


@pytest.mark.parametrize(
    "fine",
    [
        villain(life=4 + OVER_START),
        villain(insane=INSANE_TURNS),
        villain(turning_back=True, floor=3),
        villain(in_control_room=True, space="control-room"),
        state(winner=2, won_by="last"),
        state(active=2),
    ],
)
def test_value_within_its_allowed_bound_is_no_defect(fine):
    assert broken(fine) == set()


def test_dial_beyond_top_is_settable_up_to_position():
    table = begun().set(0, strength=6).do(a.EnterDial(4))
    highs = {each.name: each.high for each in REFEREE.trackers(table.state)}
    assert (highs["strength.0"], highs["cunning.0"]) == (6, 4)


def test_feats_in_deck_count_up_to_all_unheld():
    table = begun(own_box=box(sheet("Bane", feats=1))).at("take", here="space")
    table.state = replace(table.state, feat_deck=20, feat_discard=3)
    deck = next(each for each in REFEREE.trackers(table.state) if each.name == "feat_deck")
    assert (deck.value, deck.high) == (20, 23)


def test_cunning_lowered_by_hand_asks_which_feats_go():
    table = begun("Bane", "Scarecrow").set(0, cunning=8)
    table.feats(0, "A", "B", "C")
    assert table.state.owes == ()
    after = REFEREE.set_tracker(table.state, "cunning.0", 3)
    assert [(owe.seat, owe.what) for owe in after.owes] == [(0, "feats")]

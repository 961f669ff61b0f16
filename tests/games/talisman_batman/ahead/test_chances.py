"""Tests of what the dice of a step may bring, against all rolls of two dice written down."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from games.odds.roll_forecast import forecast
from games.talisman_batman import TalismanBatman
from tests.positions import recorded

REFEREE = TalismanBatman()
ROLLS = list(product(range(1, 7), repeat=2))


def table(kind):
    return next(
        state
        for _, state in recorded("talisman-batman")
        if state.turn.phase == "fight" and state.fight.kind == kind
    )


def look(state, do):
    throw = next(each for each in REFEREE.possible_rolls(state) if each.do == do)
    return forecast(REFEREE, state, throw)


def lead(state):
    """Return by how much the fighter is ahead before the dice, from the numbers of the table."""
    fight = state.fight
    mine, *other = (
        getattr(state.villains[side.seat], fight.attribute)
        + sum(
            getattr(c, fight.attribute)
            for c in state.villains[side.seat].goods
            if not (c.combat or c.weapon) or c.id in side.cards
        )
        + side.extra
        for side in (fight.me, fight.foe)
        if side
    )
    return mine - (other[0] if other else fight.value)


@pytest.mark.parametrize("extra", range(-6, 7))
@pytest.mark.parametrize("kind", ["enemy", "duel", "control"])
def test_fight_ends_as_often_as_in_36_rolls(kind, extra):
    state = table(kind)
    fight = state.fight
    state = replace(state, fight=replace(fight, me=replace(fight.me, extra=extra)))
    ahead = [lead(state) + mine - other for mine, other in ROLLS]
    found = look(state, "strike")
    assert found.chance("won") == Fraction(sum(n > 0 for n in ahead), 36)
    lost = 0 if kind == "duel" else sum(n < 0 for n in ahead)
    assert found.chance("life") == Fraction(lost, 36)
    won = sum(n > 0 for n in ahead) if kind == "control" else 0
    assert found.ends("won") == Fraction(won, 36)


def test_the_last_life_is_the_villain_s():
    state = table("enemy")
    seat = state.fight.me.seat
    villains = list(state.villains)
    villains[seat] = replace(villains[seat], life=1)
    found = look(replace(state, villains=tuple(villains)), "strike")
    assert found.chance("dies") == found.chance("life") > 0


@pytest.mark.parametrize("extra", range(-4, 5))
def test_the_guard_rolls_no_die(extra):
    state = table("guard")
    fight = state.fight
    state = replace(state, fight=replace(fight, me=replace(fight.me, extra=extra)))
    won = sum(lead(state) + die > 0 for die in range(1, 7))
    assert look(state, "strike").chance("won") == Fraction(won, 6)


def test_one_in_six_wakes_batman():
    state = next(s for _, s in recorded("talisman-batman") if s.turn.phase == "move")
    assert look(state, "roll").chance("batman") == Fraction(1, 6)


def test_fate_may_wake_batman_or_let_him_sleep():
    state = next(s for _, s in recorded("talisman-batman") if s.turn.phase == "path")
    for due, change in ((False, Fraction(1, 6)), (True, Fraction(0))):
        seen = replace(state, turn=replace(state.turn, batman_due=due, rerolled=False))
        assert look(seen, "reroll").chance("batman") == change


def test_hidden_hand_of_feats_changes_nothing_for_others():
    state = table("enemy")
    throws = REFEREE.possible_rolls(state)
    assert REFEREE.possible_rolls(REFEREE.view(state, None)) == throws
    seen = forecast(REFEREE, REFEREE.view(state, None), throws[0])
    assert seen.results == forecast(REFEREE, state, throws[0]).results

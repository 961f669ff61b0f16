"""Scenarios of the rules, and what a roll may bring."""

from __future__ import annotations

from fractions import Fraction

from games.odds.roll_forecast import forecast
from games.referee import Action, Refusal, Ruling
from sidekick_pig import Pig
from sidekick_pig.rules import Hold, Roll
from sidekick_pig.state import Setup, State

PIG = Pig()


def begun(players: int = 2, goal: int = 100) -> State:
    ruling = PIG.begin(Setup(players, goal), PIG.blank_box())
    assert isinstance(ruling, Ruling)
    return ruling.state


def played(state: State, *actions: Action) -> State:
    for action in actions:
        ruling = PIG.apply(state, action, state.active)
        assert isinstance(ruling, Ruling), ruling
        state = ruling.state
    return state


def test_rolls_add_up_and_holding_scores_them() -> None:
    state = played(begun(), Roll(5), Roll(6), Hold())
    assert (state.scores, state.active, state.pot) == ((11, 0), 1, 0)


def test_rolling_one_loses_only_what_is_at_stake() -> None:
    state = played(begun(), Roll(5), Hold(), Roll(2), Hold(), Roll(6), Roll(1))
    assert (state.scores, state.active, state.pot) == ((5, 2), 1, 0)


def test_nobody_holds_before_the_first_roll() -> None:
    refusal = PIG.apply(begun(), Hold(), 0)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.overridable) == ("E_NOTHING", False)


def test_nobody_rolls_out_of_turn() -> None:
    refusal = PIG.apply(begun(), Roll(3), 1)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "E_NOT_ACTIVE"


def test_holding_at_goal_wins_at_once_not_before() -> None:
    state = played(begun(goal=20), Roll(6), Roll(6), Roll(6), Roll(6))
    assert PIG.outcome(state) is None
    outcome = PIG.outcome(played(state, Hold()))
    assert outcome is not None
    assert (outcome.winners, [score.rank for score in outcome.scores]) == ((0,), [1, 2])


def test_the_next_one_begins_a_rematch() -> None:
    again = PIG.again(Setup(3), begun(players=3))
    ruling = PIG.begin(again, PIG.blank_box())
    assert isinstance(ruling, Ruling)
    assert ruling.state.active == 1


def test_roll_loses_stake_once_in_six() -> None:
    state = played(begun(), Roll(4))
    found = forecast(PIG, state, PIG.possible_rolls(state)[0])
    assert found.chance("bust") == Fraction(1, 6)
    assert found.chance("points", 4) == Fraction(1, 2)

"""Tests of how far the rest of a turn is looked into: what is a choice, and what ends the look."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from games.messages import Msg
from games.odds import turn_forecast
from games.odds.options import fillings
from games.odds.roll_forecast import ForecastUnavailableError
from games.odds.turn_forecast import turn_ahead
from games.referee import Answer, Choice, DiceRoll, DieRow, Field, Open, Prompt
from tests.games.odds.test_turn_forecast import D6, Fears
from tests.sample_game import Find, Roll, State

ROLL = State(2, 20, stores=(0, 0), turn=2)
CHOICE = State(2, 20, stores=(0, 0), turn=1)
NOTHING = (0, 0, ())


def faces(*numbers, **more):
    return Field("face", "choice", "How many", tuple(Choice(n, str(n)) for n in numbers), **more)


def take(*fields, **more):
    return Prompt("roll", "Take", fields, expected=True, **more)


def asking(*prompts):
    """Ask these in the first turn; roll a die in the second."""

    class Asks(Fears):
        def prompts(self, state):
            return prompts if state.turn == 1 else super().prompts(state)

    return Asks()


def ahead(referee, state=CHOICE):
    return turn_ahead(referee, state, ["six"])


def span(referee, state=CHOICE):
    return ahead(referee, state).spans[0][:3]


def test_a_choice_is_followed_each_way():
    assert span(asking(take(faces(2, 6)))) == (Fraction(1, 6), 1, ("2",))


@pytest.mark.parametrize(
    "field",
    [
        faces(2, 6, optional=True),
        Field("face", "number", "How many", low=1, high=6, default=6),
        Field("face", "number", "How many", low=1, high=6),
    ],
)
def test_what_is_no_plain_choice_is_not_followed(field):
    found = ahead(asking(take(field)))
    assert (found.spans[0][:3], found.open) == (NOTHING, 0)


def test_what_only_table_could_fill_stays_open():
    found = ahead(asking(take(Field("face", "text", "What came up"))))
    assert (found.spans[0][:3], found.open) == (NOTHING, 1)


def test_nothing_is_followed_beside_anything_but_plain_choice():
    other = Prompt("find", "An acorn", (Field("squirrel", "number", "Who"),), expected=True)
    for prompts in ((take(faces(2, 6)), other), (other, take(faces(2, 6)))):
        assert span(asking(*prompts)) == NOTHING


def test_prompt_without_choice_is_called_by_own_name():
    rest = Prompt("roll", "Rest", fixed={"face": 2}, expected=True)
    assert span(asking(take(faces(6)), rest)) == (Fraction(1, 6), 1, ("Rest",))


@pytest.mark.parametrize(("most", "found"), [(2, (Fraction(1, 6), 1, ("2",))), (1, NOTHING)])
def test_too_many_ways_to_try_leave_none_followed(monkeypatch, most, found):
    monkeypatch.setattr(turn_forecast, "TRIED", most)
    assert span(asking(take(faces(2, 6)))) == found


@pytest.mark.parametrize("made", ["teaches", "chances"])
def test_what_teaches_or_draws_is_not_followed(monkeypatch, made):
    finds = asking(take(faces(2, 6)), Prompt("find", "", fixed={"squirrel": 0}, expected=True))
    assert span(finds)[1] == 1
    monkeypatch.setattr(Find, made, True)
    assert span(finds) == NOTHING


def test_what_reports_dice_is_not_followed(monkeypatch):
    monkeypatch.setattr(Fears, "rolled", lambda self, state, action: ("die",))
    assert span(asking(take(faces(2, 6)))) == NOTHING


def test_turn_awaiting_table_at_once_is_wholly_open():
    class Waits(Fears):
        def next_step(self, state):
            return Open()

    assert (ahead(Waits(), ROLL).spans[0][:3], ahead(Waits(), ROLL).open) == (NOTHING, 1)


def test_dice_following_by_themselves_are_thrown_unasked():
    class Follows(Fears):
        def next_step(self, state):
            return DiceRoll("roll", "face", (D6,), single=True) if state.turn == 2 else None

        def prompts(self, state):
            return ()

    assert span(Follows(), ROLL) == (Fraction(1, 6), Fraction(1, 6), ())


def test_dice_following_by_themselves_ask_no_offers(monkeypatch):
    class Follows(Fears):
        def next_step(self, state):
            return DiceRoll("roll", "face", (D6,), single=True) if state.turn == 2 else None

    monkeypatch.setattr(turn_forecast, "LOOKED", 0)
    assert span(Follows(), ROLL) == (Fraction(1, 6), Fraction(1, 6), ())


def test_tables_without_answers_are_walked_once():
    seen = Counter()

    class Answered(Fears):
        def next_step(self, state):
            if state.turn == 1:
                return Roll(2)
            return DiceRoll("roll", "face", (D6,), single=True) if state.turn == 2 else None

        def answers(self, state):
            return (Answer(Msg("six"), Roll(6), against=True),) if state.turn == 1 else ()

        def same_turn(self, before, after):
            seen[after] += after != CHOICE
            return super().same_turn(before, after)

    (found,) = ahead(Answered()).spans
    assert (found.low, found.high, found.answers) == (Fraction(1, 6), 1, (Msg("six"),))
    assert set(seen.values()) == {0, 1}


def test_forecast_asks_limited_number_of_tables_for_offers(monkeypatch):
    monkeypatch.setattr(turn_forecast, "LOOKED", 1)
    assert span(Fears(), ROLL)[0] == Fraction(1, 6)
    with pytest.raises(ForecastUnavailableError):
        span(asking(take(faces(2))))
    monkeypatch.setattr(turn_forecast, "LOOKED", 2)
    assert span(asking(take(faces(2))))[0] == Fraction(1, 6)


def test_so_many_rulings_are_made_and_no_more(monkeypatch):
    monkeypatch.setattr(turn_forecast, "RULED", 12)
    assert span(Fears(), ROLL)[0] == Fraction(1, 6)
    monkeypatch.setattr(turn_forecast, "RULED", 10)
    with pytest.raises(ForecastUnavailableError):
        span(Fears(), ROLL)


def test_end_in_another_turn_is_not_this_ones():
    fears = Fears()
    fears.last = 1
    assert span(fears, replace(CHOICE, turn=2)) == NOTHING


# -- how an entry is filled in ---------------------------------------------------------------------

ROWS = (
    DieRow("r", "Red", (Choice("r1", "1"), Choice("r2", "2"), Choice("r3", "3"))),
    DieRow("b", "Blue", (Choice("b1", "1"), Choice("b2", "2"))),
)


@pytest.mark.parametrize(
    ("field", "filled"),
    [
        (faces(2, 6), [{"face": 2}, {"face": 6}]),
        (faces(2, 6, optional=True), [{}]),
        (faces(2, 6, optional=True, default=6), [{"face": 6}]),
        (Field("face", "flag", ""), [{"face": False}]),
        (Field("face", "flag", "", default=True), [{"face": True}]),
        (Field("face", "number", ""), []),
        (Field("face", "number", "", optional=True), [{}]),
        (Field("face", "number", "", default=0), [{"face": 0}]),
        (Field("face", "text", ""), []),
        (Field("face", "choices", "", faces(1, 2, 3).choices), [{"face": []}]),
        (Field("face", "choices", "", faces(1, 2, 3).choices, low=2), [{"face": [1, 2]}]),
        (Field("face", "dice", ""), []),
        (Field("face", "dice", "", dice=ROWS), [{"face": ["r1", "b1"]}, {"face": ["r2", "b2"]}]),
    ],
)
def test_field_is_filled_as_offered_or_optionally_omitted(field, filled):
    assert list(fillings([field])) == filled

"""Tests of which ways are weighed before the dice fall: whose, how many, and which of them at
all."""

from fractions import Fraction

import pytest

from games.odds import risk_reduction
from games.referee import Choice, Field, Prompt
from tests.games.odds.test_risk_reduction import Ahead
from tests.games.odds.test_risk_reduction import least as lowest
from tests.games.odds.test_turn_forecast import Fears
from tests.sample_game import Find, State

ACORN = Prompt("find", "An acorn", fixed={"squirrel": 0}, group="more")
ROLL = Prompt(
    "roll",
    "Roll",
    (Field("face", "choice", "Face", tuple(Choice(n, str(n)) for n in range(1, 7))),),
    expected=True,
    actors=(0,),
)
NEARLY = State(2, 20, stores=(14, 0))
"""A six still fits; one stray acorn more, and it does not."""


class Offers(Ahead):
    """A roll, and beside it what a test says."""

    beside: tuple[Prompt, ...] = (ACORN,)
    roll = ROLL

    def prompts(self, state):
        return (self.roll, *self.beside)


def least(referee, state=NEARLY):
    return lowest(state, referee)[1]


def offering(*beside, roll=ROLL):
    referee = Offers()
    referee.beside, referee.roll = beside, roll
    return referee


def test_lowering_way_is_named_with_what_was_chosen():
    squirrels = Field("squirrel", "choice", "Who", (Choice(1, "Other"), Choice(0, "Own")))
    way = least(offering(Prompt("find", "An acorn", (squirrels,))))
    assert (way.prompt.do, way.chosen, way.found.chance("six")) == ("find", ("Own",), 0)


@pytest.mark.parametrize("made", ["by_hand", "teaches", "chances"])
def test_what_tells_teaches_or_draws_is_no_way(monkeypatch, made):
    assert least(Offers()) is not None
    monkeypatch.setattr(Find, made, True)
    assert least(Offers()) is None


def test_what_reports_dice_is_no_way(monkeypatch):
    monkeypatch.setattr(Offers, "rolled", lambda self, state, action: ("die",))
    assert least(Offers()) is None


def test_the_roll_itself_is_no_way_around_it(monkeypatch):
    """The other squirrel could not store six: yet one does not roll to avoid rolling."""
    monkeypatch.setattr(Offers, "rolled", lambda self, state, action: ())
    assert least(offering(), State(2, 20, stores=(0, 15))) is None


def test_what_lies_outside_game_is_no_way():
    assert least(offering(Prompt("find", "", fixed={"squirrel": 0}, group="table"))) is None


@pytest.mark.parametrize(
    ("roller", "actors", "named"),
    [
        ((0,), None, True),
        ((0,), (0,), True),
        ((0,), (1, 0), True),
        ((0,), (1,), False),
        (None, (1,), True),
        (None, None, True),
    ],
)
def test_only_who_rolls_may_do_something_about_it(roller, actors, named):
    acorn = Prompt("find", "An acorn", fixed={"squirrel": 0}, actors=actors)
    roll = Prompt("roll", "Roll", ROLL.fields, expected=True, actors=roller)
    assert (least(offering(acorn, roll=roll)) is not None) is named


def test_only_weighable_ways_count_among_those_tried(monkeypatch):
    class Unsure(Offers):
        """Acorns where no one knows the dice once the other has an acorn."""

        def possible_rolls(self, state):
            return () if state.stores[1] else super().possible_rolls(state)

    referee = Unsure()
    other = Prompt("find", "", fixed={"squirrel": 1})
    referee.beside = (other, other, ACORN)
    monkeypatch.setattr(risk_reduction, "TRIED", 1)
    assert least(referee).prompt == ACORN
    referee.beside = (Prompt("find", "", fixed={"squirrel": 7}), other, ACORN)
    assert least(referee).prompt == ACORN


def test_no_more_ways_weighed_than_phones_are_told(monkeypatch):
    """The first way changes nothing, the second does."""
    referee = offering(Prompt("find", "", fixed={"squirrel": 1}), ACORN)
    monkeypatch.setattr(risk_reduction, "TRIED", 1)
    assert least(referee) is None
    monkeypatch.setattr(risk_reduction, "TRIED", 2)
    assert least(referee).prompt == ACORN


# -- a choice that leads to dice -------------------------------------------------------------------

CHOICE = State(2, 20, stores=(0, 0), turn=1)
TWO_OR_SIX = Field("face", "choice", "How many", (Choice(2, "two"), Choice(6, "six")))


class Takes(Fears):
    """Acorns where in the second turn one takes two or six; after it a die is rolled."""

    def prompts(self, state):
        chosen = (Prompt("roll", "Take", (TWO_OR_SIX,), expected=True),)
        return chosen if state.turn == 1 else super().prompts(state)


def test_choice_leading_to_dice_has_all_its_ways():
    takes = Takes()
    prompt = risk_reduction.leading(takes, CHOICE, takes.prompts(CHOICE))
    found = risk_reduction.ways(takes, CHOICE, prompt)
    assert [way.chosen for way in found] == [("two",), ("six",)]
    assert [way.prompt for way in found] == [prompt, prompt]
    assert [way.found.chance("six") for way in found] == [Fraction(1, 6)] * 2


@pytest.mark.parametrize(("most", "ways"), [(1, 0), (2, 2)])
def test_of_too_many_ways_none_is_weighed(monkeypatch, most, ways):
    monkeypatch.setattr(risk_reduction, "TRIED", most)
    takes = Takes()
    assert len(risk_reduction.ways(takes, CHOICE, takes.prompts(CHOICE)[0])) == ways


def test_where_one_way_cannot_be_weighed_none_is():
    class Half(Takes):
        def possible_rolls(self, state):
            return () if state.stores[0] == 6 else super().possible_rolls(state)

    half = Half()
    assert risk_reduction.ways(half, CHOICE, half.prompts(CHOICE)[0]) == ()


def choosing(*fields, expected=True):
    return (Prompt("roll", "Take", fields, expected=expected),)


FACES = Field("face", "choice", "How many", (Choice(2, "two"),))


@pytest.mark.parametrize(
    ("prompts", "leads"),
    [
        (choosing(FACES), True),
        ((Prompt("find", "", fixed={"squirrel": 0}), *choosing(FACES)), True),
        (choosing(FACES, expected=False), False),
        (choosing(), False),
        (choosing(FACES, FACES), False),
        (choosing(Field("face", "number", "How many", low=2, high=2)), False),
        ((), False),
    ],
)
def test_only_single_awaited_choice_leads_to_dice(prompts, leads):
    found = risk_reduction.leading(Fears(), CHOICE, prompts)
    assert found == (prompts[-1] if leads else None)


def test_choice_leading_to_no_known_dice_leads_nowhere():
    fears = Fears()
    first = State(2, 20, stores=(0, 0), turn=0)
    assert risk_reduction.leading(fears, first, choosing(FACES)) is None
    never = choosing(Field("face", "choice", "How many", (Choice(9, "nine"),)))
    assert risk_reduction.leading(fears, CHOICE, never) is None


def test_roll_nobody_awaits_is_found_by_its_action():
    referee = offering(roll=Prompt("roll", "Roll", ROLL.fields, actors=(0,)))
    assert risk_reduction.asked(referee, NEARLY) is None
    prompt, throw = risk_reduction.asked(referee, NEARLY, do="roll")
    assert (prompt.do, throw.do) == ("roll", "roll")
    assert risk_reduction.asked(referee, NEARLY, do="find") is None
    assert risk_reduction.asked(Offers(), NEARLY, prompts=()) is None

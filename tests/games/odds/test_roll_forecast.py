"""Tests of what a roll may bring, against dice laid out one by one; and where a forecast keeps
quiet."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod
from random import Random

import pytest
from msgspec.structs import replace

from games.odds.roll_forecast import (
    RULED,
    ForecastUnavailableError,
    Trial,
    fallen,
    falls,
    forecast,
    size,
    throw_of,
)
from games.referee import DiceRoll, Open, RiskFigure
from tests.sample_game import Acorns, Roll, State

COIN = (("heads", 1), ("tails", 1))
BENT = (("heads", 2), ("tails", 1))
D6 = tuple((n, 1) for n in range(1, 7))


def one_by_one(dice):
    """Return every way so many dice can fall, each as often as its sides say; orders told apart."""
    found = Counter()
    for faces in product(*dice):
        found[tuple(face for face, _ in faces)] += prod(n for _, n in faces)
    return {shown: Fraction(n, found.total()) for shown, n in found.items()}


def alike(chances):
    """Return the same where only how many dice show a face counts."""
    found = Counter()
    for shown, chance in chances:
        found[tuple(sorted(map(str, shown)))] += chance
    return found


@pytest.mark.parametrize("dice", [(COIN,), (D6, D6, D6), (BENT, COIN, BENT), (BENT, D6, BENT, D6)])
def test_equal_dice_fall_as_often_as_enumerated_singly(dice):
    throw = DiceRoll("roll", "faces", dice)
    merged = dict(falls(throw))
    assert sum(merged.values()) == 1
    assert len(merged) == size(throw) <= len(one_by_one(dice))
    assert alike(merged.items()) == alike(one_by_one(dice).items())


def test_dice_of_two_people_are_not_alike():
    throw = DiceRoll("roll", "faces", (D6, D6), apart=True)
    assert dict(falls(throw)) == one_by_one((D6, D6))
    assert size(throw) == 36


def test_cup_dice_are_drawn_before_they_are_rolled():
    cup = [COIN, COIN, BENT, D6]
    throw = DiceRoll("roll", "faces", (BENT,), cup=((COIN, 2), (BENT, 1), (D6, 1)), drawn=2)
    found = Counter()
    draws = list(permutations(cup, 2))
    for drawn in draws:
        for shown, chance in one_by_one((BENT, *drawn)).items():
            found[shown] += chance / len(draws)
    assert alike(falls(throw)) == alike(found.items())
    assert size(throw) == sum(1 for _ in falls(throw))


def test_what_falls_by_chance_falls_as_often():
    throw = DiceRoll("roll", "faces", (BENT,), cup=((COIN, 2), (D6, 1)), drawn=1)
    rng = Random(7)
    seen = Counter(fallen(throw, rng.randrange) for _ in range(6000))
    likely = Counter()
    for shown, chance in falls(throw):
        likely[shown] += chance
    for shown, chance in likely.items():
        assert abs(seen[shown] / 6000 - chance) < 0.025, shown


# -- before a referee ------------------------------------------------------------------------


class Ahead(Acorns):
    """Acorns that may be looked ahead in: a squirrel with ``again`` rolls once more."""

    risk_figures = {"stored": RiskFigure("stake.stored", counts=True)}
    again = 0

    def possible_rolls(self, state):
        return (DiceRoll("roll", "face", (D6,), single=True),)

    def figure_changes(self, before, ruling):
        return {"stored": sum(ruling.state.stores) - sum(before.stores)}

    def next_step(self, state):
        if state.turn <= self.again:
            return self.possible_rolls(state)[0]
        return None


class Moot(Ahead):
    """The crow never looks where no one cares."""

    irrelevant_questions = frozenset({"CROW"})


TABLE = State(2, 20, stores=(12, 0))


def ahead(referee, state, pick=None, trial=None):
    (prompt,) = (each for each in referee.prompts(state) if each.do == "roll")
    return forecast(referee, state, throw_of(referee, state, prompt), pick, trial)


def test_a_roll_brings_what_the_referee_rules():
    found = ahead(Ahead(), TABLE)
    assert found.error == 0
    assert [found.chance("stored", n) for n in (2, 3, 6, 7)] == [
        Fraction(5, 6),
        Fraction(4, 6),
        Fraction(1, 6),
        0,
    ]
    assert found.most("stored") == 6
    assert found.mean("stored") == Fraction(20, 6)
    assert found.ends("won") == 0


def test_end_of_game_is_among_results():
    assert ahead(Ahead(), replace(TABLE, stores=(15, 0))).ends("won") == Fraction(2, 6)


def test_where_only_table_could_say_nothing_is_guessed():
    """A 1 may wake the crow."""
    found = ahead(Ahead(), TABLE)
    assert found.open == Fraction(1, 6)
    assert found.chance("stored") == Fraction(5, 6)
    moot = ahead(Moot(), replace(TABLE, stores=(0, 0)))
    assert moot.open == 0


def test_what_only_the_table_knows_ends_the_road():
    class Waits(Ahead):
        def next_step(self, state):
            return Open()

    assert ahead(Waits(), TABLE).open == 1


def test_the_next_dice_follow_by_themselves():
    class Twice(Moot):
        again = 2

    found = ahead(Twice(), replace(TABLE, stores=(15, 15), turn=1))
    first, second = Fraction(2, 6), Fraction(2, 6)
    assert found.ends("won") == first + (1 - first) * second


def test_an_action_that_follows_is_done():
    class Ones(Moot):
        def next_step(self, state):
            return Roll(6) if state.turn == 2 else None

    found = ahead(Ones(), replace(TABLE, stores=(0, 14)))
    assert found.ends("won") == 1


class Many(Moot):
    """A die of more sides than there may be rulings."""

    def possible_rolls(self, state):
        return (
            DiceRoll(
                "roll", "face", (tuple((n % 6 + 1, 1) for n in range(RULED + 6)),), single=True
            ),
        )


def test_too_many_results_are_sample_or_nothing():
    with pytest.raises(ForecastUnavailableError):
        ahead(Many(), TABLE)
    found = ahead(Many(), TABLE, Random(3).randrange)
    assert 0 < found.error < 0.05
    assert abs(found.chance("stored", 4) - Fraction(1, 2)) < found.error


@pytest.mark.parametrize(("sides", "exact"), [(RULED, True), (RULED + 1, False)])
def test_as_many_results_as_rulings_are_weighed_exactly(sides, exact):
    class Round(Moot):
        def possible_rolls(self, state):
            die = tuple((n % 6 + 1, 1) for n in range(sides))
            return (DiceRoll("roll", "face", (die,), single=True),)

    if exact:
        assert ahead(Round(), TABLE).error == 0
    else:
        with pytest.raises(ForecastUnavailableError):
            ahead(Round(), TABLE)


def test_a_sample_of_too_few_results_is_nothing():
    class Long(Many):
        again = 8

    table = replace(TABLE, goal=50, stores=(0, 0))
    with pytest.raises(ForecastUnavailableError):
        ahead(Long(), table, Random(3).randrange)


def test_a_forecast_rules_no_more_than_it_may():
    ruled = []

    class Counted(Many):
        again = 2

        def apply(self, *args):
            ruled.append(args)
            return super().apply(*args)

    ahead(Counted(), replace(TABLE, goal=50), Random(3).randrange)
    assert len(ruled) <= 2 * RULED


def test_a_table_without_dice_has_no_forecast():
    (prompt, *_) = Acorns().prompts(TABLE)
    assert throw_of(Acorns(), TABLE, prompt) is None


class Counted(Ahead):
    """The game, with a list of what it was asked."""

    def __init__(self):
        self.asked = []

    def apply(self, state, action, *rest):
        self.asked.append(action)
        return super().apply(state, action, *rest)


def test_what_was_ruled_for_one_forecast_serves_next():
    referee = Counted()
    first, second = Trial(referee), Trial(referee)
    found = [ahead(referee, TABLE, trial=trial) for trial in (first, second)]
    assert found[0] == found[1]
    assert len(referee.asked) == 6
    # What can be weighed in time does not depend on who has asked before.
    assert first.rulings == second.rulings == 6


def test_rulings_of_one_title_serve_no_other():
    one, other = Counted(), Counted()
    for referee in (one, other):
        ahead(referee, TABLE, trial=Trial(referee))
    assert len(one.asked) == len(other.asked) == 6

"""Tests of where rolls stood among what could have come, against dice laid out one by one, and of
how luck is summed."""

from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from games import registry
from games.animated_dice.ahead import odds
from games.odds.risk_reduction import asked
from games.odds.roll_forecast import falls, told
from games.odds.roll_luck import RollRank, standing, together
from games.referee import DiceRoll, Outcome
from tests.games.odds.test_roll_forecast import D6, TABLE, Ahead
from tests.hardening.calibration import known
from tests.positions import recorded
from tests.sample_game import Find, Roll, State


class Moot(Ahead):
    irrelevant_questions = frozenset({"CROW"})


def test_roll_stands_above_worse_and_half_its_equals():
    """A 1 may wake the crow, which no one cares about here: as good as any other 1."""
    at = replace(TABLE, stores=(0, 0))
    shares = [standing(Moot(), at, Roll(n)).share for n in range(2, 7)]
    assert shares == [Fraction(2 * n - 1, 12) for n in range(2, 7)]


def test_fair_dice_stand_midway_and_stray_as_said():
    at = replace(TABLE, stores=(14, 0))
    each = [standing(Moot(), at, Roll(n)) for n in range(2, 7)]
    one = standing(Moot(), replace(TABLE, stores=(0, 0)), Roll(3))
    shares = [Fraction(2 * n - 1, 12) for n in range(1, 7)]
    assert one.spread == sum((share - Fraction(1, 2)) ** 2 for share in shares) / 6
    assert {found.spread for found in each} == {one.spread}


def test_where_only_table_could_say_nothing_is_claimed():
    assert standing(Ahead(), TABLE, Roll(4)) is None


def test_of_faces_nobody_has_counted_nothing_is_claimed():
    class Assumed(Moot):
        def possible_rolls(self, state):
            return (DiceRoll("roll", "face", (D6,), single=True, assumed=True),)

    at = replace(TABLE, stores=(0, 0))
    assert standing(Assumed(), at, Roll(4)) is None
    assert standing(Moot(), at, Roll(4)) is not None


def test_several_rolls_are_held_against_as_many_evenings():
    usual = RollRank(Fraction(1, 2), Fraction(1, 12))
    high = RollRank(Fraction(9, 10), Fraction(1, 12))
    assert together([]) is None
    assert together([usual] * 12).better == 0.5
    assert together([high] * 12).better > 0.999
    found = together([high, usual])
    assert found.rolls == 2
    assert found.share == pytest.approx(0.7)
    assert found.error == pytest.approx(1.96 * (2 / 12) ** 0.5 / 2)


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_result_of_recorded_roll_stands_around_middle(slug):
    """Weighed by their chances, all that may come stands at one half, with the spread said."""
    referee, checked = registry.referee(slug), 0
    tables = [state for _, state in recorded(slug)]
    for state in (each for n in range(11) for each in tables[n::11]):
        state = replace(state, **known(referee))
        if getattr(state, "counted", None):
            state = replace(state, counted=(True,) * 3)
        roll = asked(referee, state)
        if roll is None:
            continue
        results = list(falls(roll[1]))
        if len(results) >= 40:
            continue
        found = [
            (standing(referee, state, told(referee, roll[1], value)), chance)
            for value, chance in results
        ]
        if not found or any(each is None for each, _ in found):
            continue
        checked += 1
        mean = sum(each.share * chance for each, chance in found)
        assert mean == Fraction(1, 2)
        spread = sum((each.share - mean) ** 2 * chance for each, chance in found)
        assert {each.spread for each, _ in found} == {spread}
        if checked == 6:
            break
    assert checked


def test_best_play_costs_nothing_other_what_odds_say():
    referee, seen = registry.referee("animated-dice"), 0
    for _, state in list(recorded("animated-dice", "won"))[::5]:
        state = replace(state, counted=(True,) * 3)
        if not state.turn.rolls or state.turn.first or sum(state.turn.drawn) or state.turn.dry:
            continue
        if odds.needed(state) is not None:
            continue
        stop = referee.decision_cost(state, referee.decode_action({"do": "stop"}))
        roll = referee.decision_cost(state, referee.decode_action({"do": "roll", "faces": []}))
        assert min(stop, roll) == 0
        said = {odd.name: odd.number for odd in odds.lines(state)}
        assert said["stop"] == pytest.approx(float(odds.best(state) - stop))
        seen += 1
    assert seen > 5


def test_no_decision_is_judged_on_assumed_dice():
    referee = registry.referee("animated-dice")
    state = next(
        s for _, s in recorded("animated-dice", "won") if s.turn.rolls and not s.turn.first
    )
    state = replace(state, counted=(False,) * 3)
    assert referee.decision_cost(state, referee.decode_action({"do": "stop"})) is None


EMPTY = State(2, 20, stores=(0, 0))


def throwing(*throws):
    class Thrown(Moot):
        def possible_rolls(self, state):
            return throws

    return Thrown()


def test_of_what_is_no_roll_nothing_is_said():
    assert standing(Moot(), EMPTY, Find(0)) is None


@pytest.mark.parametrize(
    "throw",
    [
        DiceRoll("find", "face", (D6,), single=True),
        DiceRoll("roll", "dice", (D6,), single=True),
        DiceRoll("roll", "face", (D6,), single=True, fixed={"squirrel": 1}),
        DiceRoll("roll", "face", (((1, 1), (2, 1)),), single=True),
    ],
)
def test_roll_is_held_against_its_own_dice_alone(throw):
    """Another action's, another field's, someone else's, or dice that have no such face."""
    assert standing(throwing(throw), EMPTY, Roll(4)) is None


def test_throw_that_was_made_is_found_among_several():
    others = (DiceRoll("find", "face", (D6,), single=True), DiceRoll("roll", "faces", (D6, D6)))
    own = DiceRoll("roll", "face", (D6,), single=True)
    assert standing(throwing(*others, own), EMPTY, Roll(4)) == standing(Moot(), EMPTY, Roll(4))
    assert standing(throwing(own), EMPTY, Roll(4)) is not None


def test_roll_making_no_difference_stands_midway_without_spread():
    class Careless(Moot):
        def utility(self, state, brought):
            return 1

    assert standing(Careless(), EMPTY, Roll(4)) == RollRank(Fraction(1, 2), Fraction(0))


@pytest.mark.parametrize("together", [True, False])
def test_end_of_game_played_together_outweighs_all_else(together):
    """From three up the roll wins the game; what else it brings is worth nothing here."""

    class Ends(Moot):
        title = msgspec.structs.replace(Moot.title, cooperative=together)

        def utility(self, state, brought):
            return 0

        def outcome(self, state):
            won = state.stores[0] >= 3
            return Outcome("won", "full", "N-01", (0,)) if won else None

    found = [standing(Ends(), EMPTY, Roll(n)) for n in (2, 5)]
    assert [each and each.share for each in found] == (
        [Fraction(1, 6), Fraction(2, 3)] if together else [Fraction(1, 2)] * 2
    )


def test_loss_stands_below_everything_other_ends_in_between():
    class Ends(Moot):
        """One goes on, two loses, three and four draw, five and six win."""

        title = msgspec.structs.replace(Moot.title, cooperative=True)
        irrelevant_questions = frozenset({"CROW"})

        def utility(self, state, brought):
            return Fraction(1, 2)

        def outcome(self, state):
            result = ["", "lost", "lost", "ended", "ended", "won", "won"][state.stores[0]]
            return Outcome(result, "full", "N-01") if result else None

    def face(n):
        return standing(Ends(), replace(EMPTY, stores=(0, 0)), Roll(n)).share

    assert [face(n) for n in (2, 3, 4)] == [Fraction(1, 12), Fraction(5, 12), Fraction(5, 12)]
    assert face(5) == face(6) == Fraction(5, 6)


@pytest.mark.parametrize(("over", "better"), [(0, 0.5), (1, 0.8413), (-1, 0.1587), (2, 0.9772)])
def test_how_many_evenings_were_worse_follows_normal_curve(over, better):
    """Standard deviations above what fair dice bring."""
    spread = Fraction(1, 12)
    stray = float(12 * spread) ** 0.5
    each = RollRank(Fraction(1, 2) + Fraction(over * stray / 12).limit_denominator(10**6), spread)
    assert together([each] * 12).better == pytest.approx(better, abs=0.0005)

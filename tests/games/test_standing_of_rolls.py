"""Of which dice it is said where they stood, what an ending weighs, and how luck is summed."""

from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from games.referee import Outcome, Throw
from games.standing import Standing, standing, together
from tests.games.test_standing import Moot
from tests.sixth_game import Find, Roll, State

D6 = tuple((n, 1) for n in range(1, 7))
EMPTY = State(2, 20, stores=(0, 0))


def throwing(*throws):
    class Thrown(Moot):
        def throws(self, state):
            return throws

    return Thrown()


def test_of_what_is_no_roll_nothing_is_said():
    assert standing(Moot(), EMPTY, Find(0)) is None


@pytest.mark.parametrize(
    "throw",
    [
        Throw("find", "face", (D6,), single=True),
        Throw("roll", "dice", (D6,), single=True),
        Throw("roll", "face", (D6,), single=True, fixed={"squirrel": 1}),
        Throw("roll", "face", (((1, 1), (2, 1)),), single=True),
    ],
)
def test_a_roll_is_held_against_its_own_dice_alone(throw):
    """Another action's, another field's, somebody else's, or dice that have no such face."""
    assert standing(throwing(throw), EMPTY, Roll(4)) is None


def test_among_several_throws_the_one_that_was_made_is_found():
    others = (Throw("find", "face", (D6,), single=True), Throw("roll", "faces", (D6, D6)))
    own = Throw("roll", "face", (D6,), single=True)
    assert standing(throwing(*others, own), EMPTY, Roll(4)) == standing(Moot(), EMPTY, Roll(4))
    assert standing(throwing(own), EMPTY, Roll(4)) is not None


def test_where_all_that_can_come_is_worth_the_same_nothing_is_said():
    class Careless(Moot):
        def worth(self, state, brought):
            return 1

    assert standing(Careless(), EMPTY, Roll(4)) is None


@pytest.mark.parametrize("together", [True, False])
def test_the_end_of_a_game_played_together_outweighs_all_else(together):
    """From three up the roll wins the game; what else it brings is worth nothing here."""

    class Ends(Moot):
        title = msgspec.structs.replace(Moot.title, cooperative=together)

        def worth(self, state, brought):
            return 0

        def outcome(self, state):
            won = state.stores[0] >= 3
            return Outcome("won", "full", "N-01", (0,)) if won else None

    found = [standing(Ends(), EMPTY, Roll(n)) for n in (2, 5)]
    assert [each and each.share for each in found] == (
        [Fraction(1, 6), Fraction(2, 3)] if together else [None, None]
    )


def test_a_loss_stands_below_everything_and_other_ends_in_between():
    class Ends(Moot):
        """One goes on, two loses, three and four draw, five and six win."""

        title = msgspec.structs.replace(Moot.title, cooperative=True)
        moot = frozenset({"CROW"})

        def worth(self, state, brought):
            return Fraction(1, 2)

        def outcome(self, state):
            result = ["", "lost", "lost", "ended", "ended", "won", "won"][state.stores[0]]
            return Outcome(result, "full", "N-01") if result else None

    def face(n):
        return standing(Ends(), replace(EMPTY, stores=(0, 0)), Roll(n)).share

    assert [face(n) for n in (2, 3, 4)] == [Fraction(1, 12), Fraction(5, 12), Fraction(5, 12)]
    assert face(5) == face(6) == Fraction(5, 6)


@pytest.mark.parametrize(("over", "better"), [(0, 0.5), (1, 0.8413), (-1, 0.1587), (2, 0.9772)])
def test_how_many_evenings_were_worse_is_read_off_the_normal_curve(over, better):
    """So many standard deviations above what fair dice bring."""
    spread = Fraction(1, 12)
    stray = float(12 * spread) ** 0.5
    each = Standing(Fraction(1, 2) + Fraction(over * stray / 12).limit_denominator(10**6), spread)
    assert together([each] * 12).better == pytest.approx(better, abs=0.0005)

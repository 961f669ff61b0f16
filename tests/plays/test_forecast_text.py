"""Tests of what is foreseen of a roll, to the percent, at tables small enough to count on two
hands."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.plays import forecast_text, moments
from companion.plays.forecast_text import Foresight, OutcomeChance, RiskReduction
from games import registry
from games.messages import Msg, msg
from games.odds.roll_forecast import ForecastUnavailableError
from games.prospects import BestChance
from games.referee import Choice, DiceRoll, Field, Outcome, Prompt, RiskFigure
from games.vocabulary import RerollPermission
from tests.sample_game import Acorns, State

TABLE = State(2, 20, stores=(14, 0))
"""With 14 of 20 acorns a six still fits and wins; with 15 a five wins, and a six does not fit."""

SIX = msg("stake.six", n=1)
WINS = msg("forecast.wins", who=Msg("part.squirrel", {"n": 1}))


class Feared(Acorns):
    """A die is thrown, and everyone fears that six are stored at once."""

    risk_figures = {"six": RiskFigure("stake.six", danger=True)}
    irrelevant_questions = frozenset({"CROW"})

    def possible_rolls(self, state):
        return (DiceRoll("roll", "face", (tuple((n, 1) for n in range(1, 7)),), single=True),)

    def figure_changes(self, before, ruling):
        stored = sum(ruling.state.stores) - sum(before.stores)
        return {"six": int(stored >= 6), "five": int(stored == 5), "three": int(stored == 3)}

    def rolled(self, state, action):
        return ()

    def same_turn(self, before, after):
        return before.turn == after.turn


class Welcome(Feared):
    risk_figures = {"six": RiskFigure("stake.six")}


class Unsaid(Feared):
    risk_figures = {}


class Lesser(Feared):
    """Acorns where what nothing lowers is graver than a six; what never comes is graver still."""

    risk_figures = {
        "never": RiskFigure("stake.never", danger=True),
        "three": RiskFigure("stake.three", danger=True),
        "six": RiskFigure("stake.six", danger=True),
    }


class Crows(Feared):
    """Acorns where no one could know before whether the crow looked."""

    irrelevant_questions = frozenset()


class Wide(Feared):
    """The die has a thousand sides, until someone finds an acorn."""

    def possible_rolls(self, state):
        (throw,) = super().possible_rolls(state)
        sides = 200 if sum(state.stores) == 14 else 1
        return (replace(throw, dice=(throw.dice[0] * sides,)),)

    def same_turn(self, before, after):
        return after.turn - before.turn < 2


class Together(Feared):
    """Acorns where all win or lose as one; a full store is the end of them."""

    title = replace(Acorns.title, cooperative=True)

    def outcome(self, state):
        full = max(state.stores) >= state.goal
        return Outcome("lost", "full", "N-01", (), {}) if full else None


class Tomorrow(Together):
    """The turn has another roll after this one."""

    irrelevant_questions = frozenset()
    risk_figures = {**Feared.risk_figures, "never": RiskFigure("stake.never", danger=True)}

    def same_turn(self, before, after):
        return after.turn - before.turn < 2


class Given(Feared):
    """Acorns where before the roll a stray acorn is given to one of the two."""

    risk_figures = {
        "six": RiskFigure("stake.six", danger=True),
        "five": RiskFigure("stake.five", counts=True),
        "never": RiskFigure("stake.never", danger=True),
        "three": RiskFigure("stake.three"),
    }

    def prompts(self, state):
        if sum(state.stores) > 14:
            return super().prompts(state)
        whom = (Choice(0, "to the first"), Choice(1, "to the second"))
        fields = (Field("squirrel", "choice", "Whom", whom),)
        return (Prompt("find", "Give", fields=fields, expected=True),)


class GivenGladly(Given):
    risk_figures = {"six": RiskFigure("stake.six")}


class Taken(Feared):
    """Acorns where what is stored is chosen, and the turn is over."""

    def possible_rolls(self, state):
        return ()

    def prompts(self, state):
        faces = (Choice(1, "one"), Choice(6, "six"))
        fields = (Field("face", "choice", "How many", faces),)
        return (Prompt("roll", "Take", fields=fields, expected=True),)


class Hoped(Welcome):
    """Acorns where nothing is thrown now; what dice may reach is calculated when it is asked
    for."""

    reached: tuple[BestChance | None, ...] = ()

    def possible_rolls(self, state):
        return ()

    def prospects(self, state):
        return tuple((msg("hope", n=n), reckoning(best)) for n, best in enumerate(self.reached))


def reckoning(best):
    def reckon(pick):
        if best is None:
            raise ForecastUnavailableError
        return best

    return reckon


class Thrown(Feared):
    """Dice may be thrown again for one thing, and then for another; no one has counted faces."""

    risk_figures = {
        "six": RiskFigure("stake.six", danger=True, worth=-1),
        "five": RiskFigure("stake.five"),
        "three": RiskFigure("stake.three", worth=0),
    }

    def possible_rolls(self, state):
        (throw,) = super().possible_rolls(state)
        leaves = tuple(
            RerollPermission(msg(f"for.{each}"), ()) for each in ("luck", "money", "blood")
        )
        return (replace(throw, again=leaves, assumed=True),)


@pytest.fixture
def foreseen(monkeypatch):
    """Provide what is foreseen at a table of a referee."""

    def look(referee, state=TABLE, do=""):
        slug = at(monkeypatch, referee)
        return forecast_text.of(slug, registry.referee(slug).encode_state(state), do)

    forget()
    yield look
    forget()


def forget():
    """Drop what other tests know of titles called the same."""
    registry.referee.cache_clear()
    forecast_text._of.cache_clear()
    moments.of.cache_clear()


def at(monkeypatch, referee):
    slug = f"acorns-{referee.__name__}"
    monkeypatch.setitem(registry.TITLES, slug, f"{__name__}:{referee.__name__}")
    return slug


def test_roll_forecast_says_what_lowers_the_danger(foreseen):
    """That someone wins is nothing to be lowered, whoever it is."""
    wins = OutcomeChance(WINS, "17", True)
    lowered = RiskReduction(Msg("prompt.find"), (), "0")
    assert foreseen(Feared) == Foresight((wins, OutcomeChance(SIX, "17", True, lowered)))
    assert foreseen(Welcome) == Foresight((wins, OutcomeChance(SIX, "17", False)))


def test_where_nothing_lowers_a_danger_it_stands_alone(foreseen):
    assert foreseen(Feared, State(2, 20, stores=(2, 0))) == Foresight(
        (OutcomeChance(SIX, "17", True),)
    )


def test_beside_prompt_only_its_own_results_are_named(foreseen):
    wins, six = OutcomeChance(WINS, "17", True), OutcomeChance(SIX, "17", True)
    assert foreseen(Feared, do="roll") == Foresight((wins, six))
    for other in ("find", "paint", "fly"):
        assert foreseen(Feared, do=other) == Foresight()
        assert foreseen(Given, do=other) == Foresight()
        assert foreseen(Taken, do=other) == Foresight()


def test_title_with_nothing_at_stake_foresees_nothing(foreseen):
    assert foreseen(Unsaid) == foreseen(Unsaid, do="roll") == Foresight()


LOST = Msg("forecast.lost")


def test_game_together_foresees_its_end_no_lone_winner(foreseen):
    """The end is graver than a six: a stray acorn would make it likelier, so it lowers nothing.
    What the rest of the turn may bring is not said again where it is the same."""
    said = (OutcomeChance(LOST, "17", True), OutcomeChance(SIX, "17", True))
    assert foreseen(Together) == Foresight(said)


def test_rest_of_turn_says_what_next_roll_adds(foreseen):
    """Two dice one after the other, unless the first ends it: one in six, and of the four that
    are left one in six again. What never comes is not said."""
    found = foreseen(Tomorrow, State(2, 20, stores=(14, 14)))
    assert found == Foresight(
        (OutcomeChance(LOST, "17", True), OutcomeChance(SIX, "17", True)),
        open="17",
        turn=(OutcomeChance(LOST, "28", True), OutcomeChance(SIX, "28", True)),
        turn_open="28",
    )
    assert foreseen(Tomorrow, do="roll").turn == ()


def test_rest_of_turn_is_left_alone_without_dangers(foreseen, monkeypatch):
    monkeypatch.setattr(forecast_text, "turn_ahead", None)
    assert foreseen(Welcome).chances
    assert not foreseen(Tomorrow).chances


def test_share_only_table_knows_is_said_once(foreseen):
    """Where the rest of the turn adds nothing, nothing of it is open either."""
    found = foreseen(Crows)
    assert (found.open, found.turn, found.turn_open) == ("17", (), "")


def test_gravest_danger_that_can_be_lowered_says_how(foreseen):
    less = RiskReduction(Msg("prompt.find"), (), "0")
    assert [(each.text.code, each.less) for each in foreseen(Lesser).chances] == [
        ("forecast.wins", None),
        ("stake.three", None),
        ("stake.six", less),
    ]


def test_what_is_sampled_is_compared_with_nothing(foreseen):
    """Neither with the same roll after something else, nor with the rest of the turn."""
    found = foreseen(Wide)
    assert found.error in range(3, 6)
    assert [(each.text, each.less) for each in found.chances] == [(WINS, None), (SIX, None)]
    assert (found.turn, found.turn_open) == ((), "")


def test_roll_before_choice_ranges_from_safest_to_worst(foreseen):
    """What comes of every way alike is one number, what comes of none is not said, and a way that
    is safest is only named for a danger."""
    found = foreseen(Given)
    assert found == Foresight(
        (
            OutcomeChance(WINS, "17–33", True),
            OutcomeChance(SIX, "0–17", True, RiskReduction("", ("to the first",), "0")),
            OutcomeChance(msg("stake.five", n=1), "17–33", False),
            OutcomeChance(msg("stake.three", n=1), "17", False),
        )
    )


def test_choice_without_roll_is_foreseen_to_turns_end(foreseen):
    less = RiskReduction("", ("one",), "0")
    assert foreseen(Taken) == Foresight(turn=(OutcomeChance(SIX, "0–100", True, less),))


@pytest.mark.parametrize(
    ("reached", "expected"),
    [
        ((), Foresight()),
        ((BestChance(Fraction(1, 3)),), Foresight((OutcomeChance(msg("hope", n=0), "33", False),))),
        ((None,), Foresight(late=True)),
        (
            (BestChance(Fraction(1, 3), 0.021), None, BestChance(Fraction(1, 2), 0.5)),
            Foresight((OutcomeChance(msg("hope", n=0), "33", False),), 3),
        ),
        (
            (
                BestChance(Fraction(1, 3), 0.02),
                BestChance(Fraction(1, 2), 0.011),
                BestChance(Fraction(0)),
            ),
            Foresight(
                tuple(
                    OutcomeChance(msg("hope", n=n), percent, False)
                    for n, percent in enumerate(("33", "50", "0"))
                ),
                2,
            ),
        ),
    ],
)
def test_weighable_part_of_what_dice_reach_is_said(foreseen, monkeypatch, reached, expected):
    monkeypatch.setattr(Hoped, "reached", reached)
    assert foreseen(Hoped) == expected


def test_throwing_again_is_said_where_it_changes_chance(foreseen, monkeypatch):
    """Each figure is sought or avoided; of what cannot be weighed nothing is said."""
    sought = []
    same = Fraction(1, 6)
    ways = [(Fraction(1, 12), same, same), (Fraction(1, 12), Fraction(1, 3), same)]

    def rerolled(referee, seen, throw, leave, goals, purse, trial):
        sought.append([each for _, each in goals])
        if len(sought) > len(ways):
            raise ForecastUnavailableError
        return [BestChance(each) for each in ways[len(sought) - 1]]

    monkeypatch.setattr(forecast_text, "rerolled", rerolled)
    wins, six, five, three = foreseen(Thrown, do="roll").chances
    assert sought == [[False, True, False]] * 3
    assert wins.again == three.again == ()
    assert (six.percent, six.again) == ("17", (((msg("for.luck"),), "8"),))
    assert (five.percent, five.again) == ("17", (((msg("for.money"),), "33"),))


def test_uncounted_faces_are_assumed_even_if_roll_unweighable(foreseen, monkeypatch):
    monkeypatch.setattr(forecast_text, "rerolled", lambda *given: (BestChance(Fraction(1, 6)),) * 3)
    found = foreseen(Thrown, do="roll")
    assert (found.assumed, found.late) == (True, False)
    forecast_text._of.cache_clear()

    def never(*given):
        raise ForecastUnavailableError

    monkeypatch.setattr(forecast_text, "forecast", never)
    assert foreseen(Thrown, do="roll") == Foresight(assumed=True, late=True)


def test_phone_asks_only_where_something_is_to_foresee(foreseen, monkeypatch):
    asks = {}
    monkeypatch.setattr(Hoped, "reached", (BestChance(Fraction(1, 3)),))
    for kind in (Feared, Unsaid, Given, GivenGladly, Taken, Hoped):
        slug = at(monkeypatch, kind)
        moment = moments.of(slug, registry.referee(slug).encode_state(TABLE))
        told = (forecast_text.rolls(slug, moment), forecast_text.chooses(moment))
        asks[kind.__name__] = (*told, forecast_text.hopes(slug, moment))
    assert asks == {
        "Feared": (True, True, False),
        "Unsaid": (False, False, False),
        "Given": (False, True, False),
        "GivenGladly": (False, True, False),
        "Taken": (False, True, False),
        "Hoped": (False, False, True),
    }

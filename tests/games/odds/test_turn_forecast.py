"""Tests of what the rest of a turn may bring: against turns gone through by hand, and turns
thrown."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.conformance import chance
from games import registry
from games.odds import turn_forecast
from games.odds.risk_reduction import asked
from games.odds.roll_forecast import ForecastUnavailableError, Trial
from games.odds.turn_forecast import turn_ahead
from games.referee import Action, Choice, DiceRoll, Field, Open, Prompt, RiskFigure, Ruling
from tests.hardening.calibration import _entered, known
from tests.positions import recorded
from tests.sample_game import Acorns, State

D6 = tuple((n, 1) for n in range(1, 7))
TABLE = State(2, 20, stores=(14, 0))
TABLES, TURNS = 20, 50


class Fears(Acorns):
    """Acorns where everyone fears six stored at once; in the second turn one rolls, or finds some
    first."""

    risk_figures = {"six": RiskFigure("stake.six", danger=True)}
    irrelevant_questions = frozenset({"CROW"})
    last = 2

    def possible_rolls(self, state):
        return (DiceRoll("roll", "face", (D6,), single=True),) if state.turn != 1 else ()

    def figure_changes(self, before, ruling):
        return {"six": int(sum(ruling.state.stores) - sum(before.stores) >= 6)}

    def rolled(self, state, action):
        return ()

    def same_turn(self, before, after):
        return after.turn <= self.last

    def prompts(self, state):
        if state.turn == 1:
            faces = Field("face", "choice", "How many", (Choice(1, "one"), Choice(6, "six")))
            return (Prompt("roll", "Take", fields=(faces,), expected=True),)
        return super().prompts(state)


def six(state, referee=None):
    (span,) = turn_ahead(referee or Fears(), state, ["six"]).spans
    return span[:3]


def test_the_dice_of_a_turn_are_added_up():
    """Twice a die, a six is what is feared: the second only where the first was none."""
    found = six(replace(TABLE, turn=2, stores=(0, 0)))
    assert found == (Fraction(1, 6), Fraction(1, 6), ())
    twice = Fears()
    twice.last = 3
    assert six(replace(TABLE, turn=2, stores=(0, 0)), twice)[0] == 1 - Fraction(25, 36)


def test_choice_has_two_ends_and_safest_way():
    low, high, safest = six(replace(TABLE, turn=1, stores=(0, 0)))
    assert (low, high) == (Fraction(1, 6), 1)
    assert safest == ("one",)


def test_no_two_forecasts_ask_what_table_waits_for():
    class Counts(Fears):
        asked = 0

        def prompts(self, state):
            self.asked += 1
            return super().prompts(state)

    referee, start = Counts(), replace(TABLE, turn=1, stores=(0, 0))
    found = six(start, referee)
    asked = referee.asked
    assert asked
    assert six(start, referee) == found
    assert referee.asked == asked


@pytest.mark.parametrize(
    ("optional", "default", "known"),
    [(True, None, True), (True, 0, True), (True, 1, False), (False, 0, False)],
)
def test_optional_number_does_not_end_look_ahead(optional, default, known):
    """As where the roll of an attack may be entered with it: without, the dice are asked for."""

    class AtOnce(Fears):
        def prompts(self, state):
            total = Field(
                "total", "number", "Total", low=0, high=9, default=default, optional=optional
            )
            return tuple(
                replace(each, fields=(*each.fields, total)) if state.turn == 1 else each
                for each in super().prompts(state)
            )

    span = six(replace(TABLE, turn=1, stores=(0, 0)), AtOnce())
    assert span == ((Fraction(1, 6), 1, ("one",)) if known else (0, 0, ()))


def test_shortcuts_are_not_followed():
    """Nine options are more than the look ahead takes; those of a shortcut are no further ones."""

    class Shortcut(Fears):
        short = True

        def prompts(self, state):
            given = super().prompts(state)
            if state.turn != 1:
                return given
            return *given, *(replace(each, shortcut=self.short) for each in given * 4)

    state = replace(TABLE, turn=1, stores=(0, 0))
    assert six(state, Shortcut()) == six(state)
    twice = Shortcut()
    twice.short = False
    assert six(state, twice) == (0, 0, ())


def test_the_end_of_the_game_ends_the_turn():
    won = turn_ahead(Fears(), replace(TABLE, turn=2, stores=(17, 0)), ["=won"]).spans[0]
    assert won.low == won.high == Fraction(2, 3)


def test_what_only_table_could_say_is_share():
    class Waits(Fears):
        def next_step(self, state):
            return Open() if sum(state.stores) > 3 else None

    found = turn_ahead(Waits(), replace(TABLE, turn=2, stores=(0, 0)), ["six"])
    assert found.open == Fraction(1, 2)


def test_too_long_a_turn_is_nothing(monkeypatch):
    monkeypatch.setattr(turn_forecast, "LOOKED", 0)
    with pytest.raises(ForecastUnavailableError):
        six(replace(TABLE, turn=2, stores=(0, 0)))


def test_turn_is_followed_through_limited_rulings_only(monkeypatch):
    twice, state = Fears(), replace(TABLE, turn=2, stores=(0, 0))
    twice.last = 3
    monkeypatch.setattr(turn_forecast, "DEEP", 2)
    assert six(state, twice)[0] == 1 - Fraction(25, 36)
    monkeypatch.setattr(turn_forecast, "DEEP", 1)
    with pytest.raises(ForecastUnavailableError):
        six(state, twice)


def test_rulings_made_before_are_not_made_again():
    trial = Trial(Fears())
    state = replace(TABLE, turn=2, stores=(0, 0))
    turn_ahead(trial.referee, state, ["six"], trial)
    made = trial.rulings
    turn_ahead(trial.referee, state, ["six"], trial)
    assert trial.rulings == made > 0


# -- thrown turns ----------------------------------------------------------------------------


def tables(slug):
    """Yield recorded tables of which something is said of the rest of the turn, in no order."""
    referee = registry.referee(slug)
    told = known(referee)
    figures = [name for name, each in referee.risk_figures.items() if each.danger]
    met = [replace(state, **told) for _, state in recorded(slug)]
    Random(1).shuffle(met)
    for state in met:
        prompts = [each for each in referee.prompts(state) if each.expected]
        choice = prompts and {field.kind for field in prompts[0].fields} == {"choice"}
        if not choice and not asked(referee, state):
            continue
        try:
            found = turn_ahead(referee, state, figures)
        except ForecastUnavailableError:
            continue
        if any(each.high for each in found.spans):
            yield state, figures, found


def gone(referee, start, rng):
    """Return one turn as it may go: dice thrown here, choices by chance, and what happened in
    it."""
    state, happened = start, Counter()
    for _ in range(turn_forecast.DEEP):
        if referee.outcome(state) or not referee.same_turn(start, state):
            break
        action = referee.next_step(state)
        if isinstance(action, Open):
            break
        if not isinstance(action, Action):
            prompts = referee.prompts(state)
            roll = asked(referee, state, prompts)
            throw = action or (roll[1] if roll else None)
            if throw:
                action = _entered(referee, throw, rng)
            else:
                walk = turn_forecast._Walk(referee, start, (), Trial(referee))
                ways = list(walk.ways(state, [each for each in prompts if each.expected]))
                if not ways:
                    break
                action = rng.choice(ways)[1]
        data = msgspec.to_builtins(action)
        ruling = referee.apply(state, referee.decode_action(data), None, {})
        if not isinstance(ruling, Ruling):
            codes = getattr(ruling, "code", "")
            if codes not in referee.irrelevant_questions:
                break
            ruling, _answers = chance.answered(referee, state, data, None, rng)
        happened.update(
            {name: n for name, n in referee.figure_changes(state, ruling).items() if n > 0}
        )
        state = ruling.state
    return happened


@pytest.mark.patient
@pytest.mark.parametrize(
    "slug", ["batman-who-laughs", "fire-nation", "gotham-chronicles", "talisman-batman"]
)
def test_thrown_turns_land_between_forecast_ends(slug):
    referee, rng = registry.referee(slug), Random(5)
    picked = list(islice(tables(slug), TABLES))
    assert len(picked) >= 5
    for state, figures, ahead in picked:
        seen = Counter()
        for _ in range(TURNS):
            seen.update(dict.fromkeys(gone(referee, state, rng), 1))
        for name, span in zip(figures, ahead.spans, strict=True):
            share = seen[name] / TURNS
            error = 4 * sqrt(max(float(span.low * (1 - span.low)), 0.05) / TURNS)
            top = 4 * sqrt(max(float(span.high * (1 - span.high)), 0.05) / TURNS)
            assert span.low - error <= share <= span.high + top, (name, span, share)

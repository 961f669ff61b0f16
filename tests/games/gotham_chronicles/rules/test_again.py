"""Rerolls spent best for wounds or for success, against rolls told to the referee one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from companion.plays import forecast_text
from games import registry
from games.gotham_chronicles.rules.rolls import rolling
from games.gotham_chronicles.state import Peril, Task, Victim
from games.gotham_chronicles.state.dice import Die, Roll
from games.odds.best_play import ComputeBudget, PlaySolver, Rerolls, rerolled
from games.odds.roll_forecast import Trial, falls, forecast
from games.referee import Ruling
from tests.positions import recorded

SLUG = "gotham-chronicles"
REFEREE = registry.referee(SLUG)
FACES = tuple(tuple(map(int, die)) for die in ["000112", "001112", "011122", "011223", "122334"])
COLOURS = ("white", "yellow", "orange", "red", "black")
TABLES = dict(recorded(SLUG, "reinforced-in-full-depth"))
STRIKES = ("reinforced-in-full-depth 5", "reinforced-in-full-depth 18")
"""A hero strikes a docker, and the Foreman a hero who rolls one die of defence."""
GOALS = {STRIKES[0]: ("felled", 1), STRIKES[1]: ("hurt", 2)}
DICE = [("red",), ("red", "red"), ("white", "orange"), ("yellow", "orange", "orange")]
AGAIN = [(("red", "orange"), 0), (("orange", "orange"), 0), ((), 1), (("any",), 1)]
THROWS = 150


def table(name, dice, arrows, bonus):
    state = replace(TABLES[name], faces=FACES)
    lit = tuple(each for each in arrows if each in dice or each == "any")
    rolled = Roll(tuple(map(Die, dice)), lit, bonus)
    return replace(state, open=replace(state.open, roll=rolled))


def positions():
    for name in STRIKES:
        for dice, (arrows, bonus) in product(DICE, AGAIN):
            state = table(name, dice, arrows, bonus)
            (throw,) = REFEREE.possible_rolls(state)
            free = [each for each in throw.again if each.label.code == "again.free"]
            if free:
                yield name, state, throw, free[0]


def told(state, do, **fields):
    answer = REFEREE.apply(state, REFEREE.decode_action({"do": do, **fields}), None, {})
    assert isinstance(answer, Ruling), answer
    return answer


def weigh(name):
    figure, n = GOALS[name]
    return lambda found: found.chance(figure, n)


def thrown(name, state, solver, play, rng):
    """Return whether it came to it: dice thrown here, again as the best play has it, kept,
    defended."""
    sides = dict(zip(COLOURS, FACES, strict=True))
    figure, n = GOALS[name]
    dice = [die.colour for die in rolling(state)[0].dice]
    shown = [rng.choice(sides[colour]) for colour in dice]
    ruling, brought = told(state, "faces", faces=shown), Counter()
    brought.update(REFEREE.figure_changes(state, ruling))
    at = play.lying(shown)
    state = ruling.state
    while (way := solver.choice(at)) is not None:
        kind = way.dice[0][0]
        before = [(play.kind[i], face) for i, face in enumerate(shown)]
        loose = Counter((kind, face) for kind, face, _ in at.dice)
        left = Counter((kind, face) for kind, face, _ in way.kept[0].dice)
        (gone,) = (loose - left).elements()
        roll = rolling(state)[0]
        passes = zip(play.passes, at.left, way.kept[0].left, strict=True)
        free = next(spent.once for spent, old, new in passes if old != new)
        loose_at = [i for i, each in enumerate(before) if each == gone]
        place = next(i for i in loose_at if not (free and roll.dice[i].freed))
        face = rng.choice(sides[dice[place]])
        way_of = "free" if free else "bonus"
        ruling = told(state, "reroll", die=place, face=face, way=way_of)
        brought.update(REFEREE.figure_changes(state, ruling))
        state = ruling.state
        shown[place] = face
        counts = tuple(int(each[0] == face) for each in play.kinds[kind])
        at = play.lies(way, (counts,))
    brought = ended(state, brought, rng, sides)
    return brought[figure] >= n


def ended(state, brought, rng, sides):
    """Keep the roll; the defence rolls what it must, and keeps it."""
    while rolling(state) or getattr(state.open, "stage", "") == "defence":
        found = rolling(state)
        if found is None:
            ruling = told(state, "defend")
        elif found[0].rolled:
            ruling = told(state, "keep")
        else:
            faces = [rng.choice(sides[die.colour]) for die in found[0].dice]
            ruling = told(state, "faces", faces=faces)
        brought.update(REFEREE.figure_changes(state, ruling))
        state = ruling.state
    return brought


@pytest.mark.patient
def test_rolls_told_singly_succeed_as_often_as_said():
    rng, checked, gap, spread = Random(3), 0, 0.0, 0.0
    for name, state, throw, leave in positions():
        plain = weigh(name)(forecast(REFEREE, state, throw))
        goals, trial = [(weigh(name), True)], Trial(REFEREE)
        (said,) = rerolled(REFEREE, state, throw, leave, goals, ComputeBudget(), trial)
        assert said.chance >= plain
        worth = ruled(name, state, throw)
        play = Rerolls(throw.dice, leave.again, worth.__getitem__)
        solver = PlaySolver(play)
        likely = float(said.chance)
        came = sum(thrown(name, state, solver, play, rng) for _ in range(THROWS))
        error = sqrt(likely * (1 - likely) / THROWS)
        assert abs(came / THROWS - likely) <= 4 * error + 1e-9, (name, throw, likely, came)
        gap, spread = gap + came - likely * THROWS, spread + likely * (1 - likely) * THROWS
        checked += 1
    assert checked >= 20
    assert abs(gap) <= 3 * sqrt(spread)


def ruled(name, state, throw):
    """Return how likely each number of symbols comes to it, kept as it fell."""
    figure, n = GOALS[name]
    found = {}
    for faces in product(*({face for face, _ in die} for die in throw.dice)):
        if sum(faces) in found:
            continue
        one = tuple(((face, 1),) for face in faces)
        fixed = forecast(REFEREE, state, replace(throw, dice=one, again=()))
        found[sum(faces)] = fixed.chance(figure, n)
    return found


@pytest.mark.parametrize("name", STRIKES)
def test_that_only_the_sum_matters_changes_no_chance(name):
    """Every face of every die by itself, against sums laid before the referee once."""
    for dice in DICE:
        (throw,) = REFEREE.possible_rolls(table(name, dice, (), 0))
        state = table(name, dice, (), 0)
        sums = forecast(REFEREE, state, throw)
        assert sums.results == forecast(REFEREE, state, replace(throw, summed=False)).results


def capped():
    """Yield rolls of which more symbols than some bring nothing: for wounds, of one who has few
    lives and of one who has many, in defence, and for a task."""
    state = table(STRIKES[1], ("red", "red"), (), 0)
    foe = state.open.who
    for who, cause, spared in (("hero:0", "danger", 0), (foe, "explosion", 1), (foe, "drop", 0)):
        dice = Roll(tuple(map(Die, ("yellow",) * 6)))
        peril = Peril((Victim(who, cause, 6, spared),), dice)
        yield replace(state, open=None, peril=peril)
    yield replace(state, open=Task("manipulation", "hero:0", "door", 4, dice, plus=1))
    defence = replace(state.open, stage="defend", successes=3, defence=dice, defence_plus=1)
    yield replace(state, open=defence)


@pytest.mark.parametrize("state", [*capped()])
def test_more_symbols_than_needed_change_no_chance(state):
    (throw,) = REFEREE.possible_rolls(state)
    every = replace(throw, most=None)
    found = forecast(REFEREE, state, throw)
    assert len(dict(falls(throw))) < len(dict(falls(every)))
    assert found.results == forecast(REFEREE, state, every).results


def test_rerolls_ask_no_ruling_twice(monkeypatch):
    _, state, throw, leave = next(positions())
    trial = Trial(REFEREE)
    forecast(REFEREE, state, throw, trial=trial)
    monkeypatch.setattr(Trial, "ruled", None)
    (again,) = rerolled(
        REFEREE, state, throw, leave, [(weigh(STRIKES[0]), True)], ComputeBudget(), trial
    )
    assert 0 < again.chance < 1


def test_line_says_what_rerolls_and_cubes_are_worth():
    state = table(STRIKES[0], ("white", "white"), ("white",), 0)
    found = forecast_text.of(SLUG, REFEREE.encode_state(state))
    felled = next(each for each in found.chances if each.text.code == "stake.felled")
    again = {labels[0].code: int(n) for labels, n in felled.again if n}
    assert [*again] == ["answer.defends-once", "again.free", "again.paid"]
    assert again.pop("answer.defends-once") < int(felled.percent)
    chances = [int(felled.percent), *again.values()]
    assert chances == sorted({*chances})
    one = Fraction(1, 2)
    assert chances[0] == round(100 * (1 - one * one))
    assert chances[1] == round(100 * (1 - one**3) + 0.01)


def test_whoever_defends_throws_again_to_suffer_less():
    """The defence of the hero, its free reroll: fewer wounds."""
    struck = told(table(STRIKES[1], ("black", "black"), (), 0), "faces", faces=[4, 4]).state
    while rolling(struck) is None or rolling(struck)[0].rolled:
        do = "defend" if rolling(struck) is None else "keep"
        struck = told(struck, do).state
    roll = rolling(struck)[0]
    arrows = tuple(die.colour for die in roll.dice)
    defends = replace(struck, open=replace(struck.open, defence=replace(roll, arrows=arrows)))
    chances = forecast_text.of(SLUG, REFEREE.encode_state(defends)).chances
    hurts = [each for each in chances if each.text.code == "stake.hurt" and each.again]
    for each in hurts:
        least = [n.replace("<", "") for _, n in each.again]
        assert int(least[0]) < int(each.percent.replace(">", ""))
    assert hurts


def test_tables_of_one_future_are_calculated_once():
    """How much a defence exceeded the attack shows on the board, and changes nothing later."""
    state = table(STRIKES[1], ("red", "red"), (), 0)
    (throw,) = REFEREE.possible_rolls(state)
    trial = Trial(REFEREE)
    forecast(REFEREE, state, throw, trial=trial)
    ends = [step.state for step in trial.known.values() if not step.follows]
    assert {each.answer for each in ends} == {None}
    assert REFEREE.without_report(state) is state

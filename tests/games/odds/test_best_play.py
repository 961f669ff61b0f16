"""The best play of dice, against every throw and every decision gone through without memory."""

import math
import statistics
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from games.odds import best_play
from games.odds.best_play import THROWN, ComputeBudget, DiscardingPool, PlaySolver, Rerolls
from games.odds.roll_forecast import ForecastUnavailableError
from games.referee import RerollRule

FACES = {"low": (0, 0, 0, 1, 1, 2), "high": (0, 1, 1, 2, 2, 3), "bent": (0, 0, 4)}
SYMBOLS = {
    "red": ((0, 1), (1, 1), (2, 1), (3, 1), (0, 1), (0, 2)),
    "blue": ((0, 1), (1, 1), (2, 1), (3, 1), (2, 1), (2, 2)),
    "bent": ((0, 1), (0, 1), (1, 2), (1, 2), (1, 2), (3, 1)),
}
NEEDS = [(1, 0, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (0, 0, 2, 1), (0, 3, 0, 0), (1, 0, 1, 0)]
HANDS = [("red",), ("red", "red"), ("blue", "red"), ("bent", "blue"), ("bent", "red", "red")]


def as_die(faces):
    return tuple(sorted(Counter(faces).items()))


# -- hands of which each throw leaves something behind ------------------------------------


def gains(face):
    return tuple(face[1] * (i == face[0]) for i in range(4))


def hand(names):
    return Counter(as_die(map(gains, SYMBOLS[name])) for name in names)


def shed(names, *needs, purse=None, pick=None):
    play = DiscardingPool(needs)
    return PlaySolver(play, purse).best(play.first(hand(names)), pick)


@cache
def by_hand(names, need):
    """Roll all dice; some are laid, or one given up; the others are rolled again."""
    if not any(need):
        return Fraction(1)
    if not names:
        return Fraction(0)
    rolls = list(product(*(SYMBOLS[name] for name in names)))
    return sum((laid_best(names, shown, need) for shown in rolls), Fraction(0)) / len(rolls)


def laid_best(names, shown, need):
    best = Fraction(0)
    for size in range(1, len(names) + 1):
        for laid in combinations(range(len(names)), size):
            rest = tuple(name for i, name in enumerate(names) if i not in laid)
            have = [sum(n for s, n in (shown[i] for i in laid) if s == each) for each in range(4)]
            if size > 1 and any(not need[shown[i][0]] for i in laid):
                continue
            left = tuple(max(0, n - h) for n, h in zip(need, have, strict=True))
            best = max(best, by_hand(rest, left))
    return best


@pytest.mark.parametrize("names", HANDS)
@pytest.mark.parametrize("need", NEEDS)
def test_hand_wins_as_often_as_counted_by_hand(names, need):
    found = shed(names, need)
    assert found.error == 0
    assert found.chance == by_hand(names, need)


def test_lying_dice_are_laid_as_well_as_possible():
    names, need = ("bent", "red", "red"), (1, 2, 0, 0)
    play = DiscardingPool((need,))
    solver = PlaySolver(play)
    dice = [as_die(map(gains, SYMBOLS[name])) for name in names]
    for shown in list(product(*(SYMBOLS[name] for name in names)))[::5]:
        at = play.lying(zip(dice, map(gains, shown), strict=True))
        assert solver.settled(at).chance == laid_best(names, shown, need)


def test_either_of_two_needs_is_enough():
    both = shed(("red", "blue"), (2, 0, 0, 0), (0, 0, 2, 0)).chance
    one, other = (shed(("red", "blue"), each).chance for each in ((2, 0, 0, 0), (0, 0, 2, 0)))
    assert max(one, other) < both < one + other
    assert shed(("red",), (0, 0, 0, 0)).chance == 1
    assert shed((), (1, 0, 0, 0)).chance == 0


@pytest.mark.parametrize("need", [(0, 3, 0, 0), (1, 1, 0, 0), (2, 2, 2, 2)])
def test_too_few_dice_are_not_weighed(need):
    """A red die brings one kind of symbol, two at most."""
    assert shed(("red",), need, purse=ComputeBudget(0)).chance == by_hand(("red",), need) == 0


# -- dice thrown again one by one ----------------------------------------------------------


def again(dice, passes, needed, purse=None, pick=None):
    dice = [as_die(FACES[each]) for each in dice]
    play = Rerolls(dice, passes, lambda n: Fraction(n >= needed))
    return PlaySolver(play, purse).best(play.first, pick)


def walked(dice, faces, freed, left, passes, needed):
    """Return the best chance by walking every decision and every throw."""
    best = Fraction(sum(faces) >= needed)
    for at, name in enumerate(dice):
        for n, each in enumerate(passes):
            if not left[n] or (each.of is not None and at not in each.of):
                continue
            if each.once and freed[at]:
                continue
            rest = [k if not each.last or passes[i].last else 0 for i, k in enumerate(left)]
            rest[n] = left[n] - 1
            mark = [*freed[:at], freed[at] or each.once, *freed[at + 1 :]]
            ways = [
                walked(dice, [*faces[:at], face, *faces[at + 1 :]], mark, rest, passes, needed)
                for face in FACES[name]
            ]
            best = max(best, sum(ways, Fraction(0)) / len(ways))
    return best


FIRST, ANY, PAID = RerollRule(1, frozenset({0}), once=True), RerollRule(1), RerollRule(1, last=True)
LAST = RerollRule(1, frozenset({0}), last=True)
EACH_ONCE = RerollRule(2, frozenset({0, 1}), once=True)


@pytest.mark.parametrize("dice", [("low",), ("low", "high"), ("high", "high"), ("bent", "low")])
@pytest.mark.parametrize(
    "passes",
    [(), (FIRST,), (FIRST, ANY), (ANY, PAID), (EACH_ONCE, PAID), (EACH_ONCE, ANY), (PAID, LAST)],
)
@pytest.mark.parametrize("needed", [1, 3])
def test_rerolls_reach_exactly_what_walking_them_all_reaches(dice, passes, needed):
    passes = tuple(
        each if each.of is None else replace(each, of=each.of & {*range(len(dice))})
        for each in passes
    )
    rolls = list(product(*(FACES[name] for name in dice)))
    left = [each.times for each in passes]
    freed = [False] * len(dice)
    by_walk = [walked(dice, list(roll), freed, left, passes, needed) for roll in rolls]
    assert again(dice, passes, needed).chance == sum(by_walk, Fraction(0)) / len(rolls)


def test_the_best_choice_is_told():
    play = Rerolls([as_die(FACES[each]) for each in ("low", "high")], (ANY,), lambda n: Fraction(n))
    solver = PlaySolver(play)
    way = solver.choice(play.lying((0, 0)))
    assert play.kinds[way.dice[0][0]] == as_die(FACES["high"])
    assert solver.choice(play.lying((2, 3))) is None


def test_dice_that_would_fall_no_better_stay_lying():
    play = Rerolls([((1, 1), (2, 1)), ((3, 2),)], (ANY,), lambda n: Fraction(n, 2))
    solver = PlaySolver(play)
    assert solver.choice(play.lying((2, 3))) is None
    assert play.kinds[solver.choice(play.lying((1, 3))).dice[0][0]] == ((1, 1), (2, 1))
    same = Rerolls([((3, 2),)], (ANY,), lambda n: Fraction(1, 2))
    assert PlaySolver(same).choice(same.lying((3,))) is None


# -- bounds ---------------------------------------------------------------------------------


def test_forecast_beyond_its_bounds_is_unavailable():
    many = ("red", "red", "blue", "blue", "bent")
    exact = shed(many, (2, 1, 1, 0), purse=ComputeBudget(10**9)).chance
    with pytest.raises(ForecastUnavailableError):
        shed(many, (2, 1, 1, 0), purse=ComputeBudget(300))
    with pytest.raises(ForecastUnavailableError):
        shed(many, (2, 1, 1, 0), purse=ComputeBudget(300), pick=Random(1).randrange)
    assert 0 < exact < 1


def test_a_sample_of_first_throws_says_its_error():
    dice, passes = ("high",) * 3, (RerollRule(2), RerollRule(1, last=True))
    exact = again(dice, passes, 7).chance
    whole = ComputeBudget()
    again(dice, passes, 7, whole)
    needed = ComputeBudget().left - whole.left
    off = []
    for seed in range(40):
        found = again(dice, passes, 7, ComputeBudget(needed - 1), Random(seed).randrange)
        assert found.error > 0
        off.append(abs(found.chance - exact) / Fraction(found.error))
    assert sum(each > 1 for each in off) <= 5
    assert THROWN >= 100


def test_sample_always_falling_alike_is_not_called_exact():
    dice, passes = ("high",) * 3, (RerollRule(2), RerollRule(1, last=True))
    whole = ComputeBudget()
    again(dice, passes, 7, whole)
    needed = ComputeBudget().left - whole.left
    found = again(dice, passes, 7, ComputeBudget(needed - 1), lambda n: 0)
    assert found.error == 0.5 / math.sqrt(THROWN)


def test_several_answers_share_what_may_be_weighed():
    purse = ComputeBudget()
    shed(("red", "blue"), (1, 1, 0, 0), purse=purse)
    spent = ComputeBudget().left - purse.left
    shed(("red", "blue"), (1, 1, 0, 0), purse=purse)
    assert ComputeBudget().left - purse.left == 2 * spent > 0


@pytest.mark.parametrize(("left", "after"), [(2, 1), (1, 0), (0, None)])
def test_each_throw_weighed_is_paid_for_once(left, after):
    """Of a coin only tails is thrown again; heads is as good as it gets."""
    purse = ComputeBudget(left)
    coin = PlaySolver(Rerolls([((0, 1), (1, 1))], (ANY,), Fraction), purse)
    if after is None:
        with pytest.raises(ForecastUnavailableError):
            coin.best(coin.play.first)
    else:
        assert coin.best(coin.play.first).chance == Fraction(3, 4)
        assert purse.left == after


def test_error_of_sample_is_that_of_its_mean(monkeypatch):
    """Twice the deviation of one throw, over the root of how many there were."""

    def never(self, way):
        raise ForecastUnavailableError

    monkeypatch.setattr(PlaySolver, "thrown", never)
    play = Rerolls([((0, 1), (1, 1), (2, 1))], (), lambda n: Fraction(n, 2))
    rng = Random(3)
    falls = [rng.randrange(3) for _ in range(THROWN)]
    fall = iter(falls)
    found = PlaySolver(play).best(play.first, lambda n: next(fall))
    worth = [n / 2 for n in falls]
    assert float(found.chance) == pytest.approx(statistics.mean(worth))
    spread = best_play.SURE * statistics.stdev(worth)
    assert found.error == pytest.approx(max(spread, 0.5) / math.sqrt(THROWN))
    assert spread > 0.5

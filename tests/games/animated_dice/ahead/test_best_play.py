"""Tests of the value of best play against the referee's own rulings, step by step."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from games.animated_dice.ahead import odds
from games.animated_dice.box import COLOURS, NONE, Box, DieFaces, VillainToken
from games.animated_dice.rules.score import StopHeist
from games.animated_dice.rules.villains import Return
from games.odds.roll_forecast import fallen, falls, told
from games.referee import Adjust
from tests.games.animated_dice.table import GAME, PLAIN, done, heist, start

STEPS = 8
PRINTED = ("joker", "cat", "ivy", "riddler")


def promo(rng):
    """Return a villain that a group may describe, any switch set."""
    dodge, paid = rng.choice(("", *COLOURS)), rng.choice(("", *COLOURS))
    more = rng.randint(1, 3)
    return VillainToken(
        "promo",
        "Promo",
        first=rng.randint(1, 5),
        returns=rng.random() < 0.5,
        dodge_colour=dodge,
        dodges=rng.randint(1, 3) if dodge else 0,
        per_loot=tuple(more if colour == paid else 0 for colour in COLOURS) if paid else NONE,
        per_set=rng.randint(0, 3),
        paid_on_bust=rng.random() < 0.5,
    )


def counted(rng):
    """Return the faces of three dice, as a group may have counted them."""
    kinds = [(a, b, 6 - a - b) for a in range(1, 5) for b in range(1, 6 - a)]
    return tuple(DieFaces(*rng.choice(kinds)) for _ in COLOURS)


def heists(first, box, rng, **options):
    """Yield states of random heists with the rest of the turn still to play."""
    fresh = start(first, "cat" if first != "cat" else "joker", box=box, **options)
    state = fresh
    for _ in range(STEPS):
        yield state
        if state.turn.first:
            n = len(state.turn.first)
            state = done(state, Return(tuple(i for i in range(n) if rng.random() < 0.4)))
        else:
            (throw,) = GAME.possible_rolls(state)
            state = done(state, told(GAME, throw, fallen(throw, rng.randrange)))
        if state.sheet:
            state = fresh


def worth(state, goal):
    """Return what best play is said to be worth; of a heist that is over, what it scored."""
    if not state.sheet:
        return odds.best(state, goal)
    points = state.sheet[0].points
    return Fraction(points if goal is None else points >= goal)


def ruled(state, goal):
    """Return the same by one more step of the referee's."""
    turn = state.turn
    if turn.first:
        places = range(len(turn.first))
        ways = (back for n in range(len(places) + 1) for back in combinations(places, n))
        return max(worth(done(state, Return(back)), goal) for back in ways)
    (throw,) = GAME.possible_rolls(state)
    results = ((done(state, told(GAME, throw, faces)), chance) for faces, chance in falls(throw))
    on = sum(chance * worth(after, goal) for after, chance in results)
    return max(on, worth(done(state, StopHeist()), goal)) if turn.rolls else on


def differing(first, box, rng, goal, **options):
    """Return the positions of random heists whose value is not that of the rulings on it."""
    met = heists(first, box, rng, **options)
    return [state.turn for state in met if worth(state, goal) != ruled(state, goal)]


@pytest.mark.parametrize("goal", [None, 4])
@pytest.mark.parametrize("villain", PRINTED)
def test_best_play_equals_rulings_for_printed_villains(villain, goal):
    assert differing(villain, PLAIN, Random(f"{villain} {goal}"), goal) == []


def test_best_play_equals_rulings_when_bust_first():
    assert differing("riddler", PLAIN, Random(3), None, return_before_bust=False) == []


def test_best_play_equals_rulings_after_overruled_numbers():
    state = heist(start("joker", "cat"), "Y:A B:A G:L")
    state = done(state, Adjust("alarms.gray", 2, "house rule"))
    assert worth(state, None) == ruled(state, None)


def proved(seed):
    rng = Random(f"promo {seed}")
    box = Box(faces=counted(rng) if seed % 2 else PLAIN.faces, promo=promo(rng))
    goal = rng.choice((None, 3, 6))
    options = {"return_before_bust": rng.random() < 0.5}
    return box.promo, differing("promo", box, rng, goal, **options)


@pytest.mark.parametrize("seed", range(4))
def test_best_play_equals_rulings_for_random_villains(seed):
    villain, found = proved(seed)
    assert not found, villain


@pytest.mark.patient
@pytest.mark.parametrize("seed", range(4, 60))
def test_best_play_equals_rulings_for_many_villains(seed):
    villain, found = proved(seed)
    assert not found, villain


class CoinToken(VillainToken):
    """Villain with a switch that no value follows."""

    coin: bool = False


@pytest.mark.parametrize(("coin", "quoted"), [(False, True), (True, False)])
def test_odds_are_silent_for_an_unknown_rule(coin, quoted):
    state = heist(start("nobody", "cat"), "Y:L B:A G:L")
    token = CoinToken("promo", "Coin", coin=coin)
    state = replace(state, villains=(token, *state.villains[1:]), counted=(True,) * 3)
    assert bool(GAME.odds(state)) == quoted
    assert (odds.decision_cost(state, StopHeist()) is not None) == quoted

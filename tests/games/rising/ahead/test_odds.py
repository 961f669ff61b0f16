"""Tests of how likely dice win a card: what is said, against turns thrown and laid before the
referee."""

from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from games import registry
from games.odds.best_play import ComputeBudget
from games.referee import Msg, Ruling, SetDepth
from games.rising.ahead import odds
from games.rising.rules.dice.assign import completed
from tests.positions import recorded

TITLES = ("batman-who-laughs", "fire-nation")
LAUGHS = registry.referee("batman-who-laughs")
TURNS = 60
POSITIONS = 20


def tables(slug):
    """Yield recorded tables before the first roll of a turn, entered face by face from there."""
    referee = registry.referee(slug)
    for _, state in recorded(slug):
        if state.step == "heroes" and state.turn.dice and not state.turn.rolls:
            full = referee.apply(state, SetDepth("full"))
            if isinstance(full, Ruling) and referee.prospects(full.state):
                yield full.state


def told(referee, state, do, **fields):
    answer = referee.apply(state, referee.decode_action({"do": do, **fields}), None, {})
    assert isinstance(answer, Ruling), (do, fields, answer)
    return answer.state


def turn(referee, state, target, rng, worth):
    """Return whether a target is won by dice thrown here, whatever the referee allows being
    assigned, or one die given up, as is best for the next throw."""
    while pool := referee.table(state).pool():
        sides = {each.colour: each.faces for each in state.stock}
        state = told(referee, state, "roll", faces=[rng.choice(sides[d.colour]) for d in pool])
        after = list(decisions(referee, state, target))
        if any(won(referee, each, target) for each in after):
            return True
        state = max(after, key=lambda each: worth(referee, each, target))
    return False


def decisions(referee, state, target):
    pool = referee.table(state).pool()
    for size in range(1, len(pool) + 1):
        for laid in combinations(pool, size):
            action = {"do": "assign", "dice": [die.id for die in laid], "target": target}
            answer = referee.apply(state, referee.decode_action(action), None, {})
            if isinstance(answer, Ruling):
                yield answer.state
    for die in pool:
        yield told(referee, state, "give-up", die=die.id)


class Worth:
    """Worth of the dice that stay in hand for the next throw."""

    def __init__(self):
        self.known = {}

    def __call__(self, referee, state, target):
        t = referee.table(state)
        needs = next((each for name, each in odds._goals(t) if name == target), None)
        hand = tuple(sorted(die for die, _ in odds._hand(t)))
        if needs is None or not hand:
            return 0
        if (needs, hand) not in self.known:
            dice = tuple((die, ()) for die in hand)
            self.known[needs, hand] = odds._chance(dice, needs, False, ComputeBudget(10**9)).chance
        return self.known[needs, hand]


def won(referee, state, target):
    """Return whether the referee counts a full set on it."""
    recruited, hits = completed(referee.table(state), ())
    return target in recruited or target in {each.card for each in hits}


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_turns_before_referee_win_as_often_as_said(slug):
    """Each of many tables is played over and over with random dice; the referee says what is won.
    Of so many tables only a few may stray further than two standard deviations."""
    referee, rng = registry.referee(slug), Random(9)
    worth, checked, stray, gap, spread = Worth(), 0, 0, 0.0, 0.0
    for state in list(tables(slug))[:: 2 if slug == TITLES[0] else 6]:
        t = referee.table(state)
        target = next(iter(odds._goals(t)))[0]
        if won(referee, state, target):
            continue
        reckon = referee.prospects(state)[0][1]
        said = float(reckon(rng.randrange).chance)
        came = sum(turn(referee, state, target, rng, worth) for _ in range(TURNS))
        error = sqrt(said * (1 - said) / TURNS)
        stray += abs(came / TURNS - said) > 2 * error + 1e-9
        assert abs(came / TURNS - said) <= 4 * error + 1e-9, (slug, target, said, came)
        gap, spread = gap + came - said * TURNS, spread + said * (1 - said) * TURNS
        checked += 1
        if checked == POSITIONS:
            break
    assert checked == POSITIONS
    assert stray <= 3
    assert abs(gap) <= 3 * sqrt(spread)


def first(slug=TITLES[0]):
    return next(iter(tables(slug)))


def test_cards_in_reach_show_worth_of_extra_die():
    for state in list(tables("batman-who-laughs"))[:10]:
        named = LAUGHS.prospects(state)
        codes = [text.code for text, _ in named]
        assert codes.count("prospect.card") <= odds.SHOWN
        chances = [reckon(Random(1).randrange).chance for _, reckon in named]
        assert all(0 <= each <= 1 for each in chances)
        if "prospect.more" in codes:
            assert codes[1] == "prospect.more"
            assert chances[1] >= chances[0]


def test_of_dice_nobody_has_checked_nothing_is_said():
    state = first()
    unsure = tuple(replace(each, checked=False) for each in state.stock)
    assert LAUGHS.prospects(replace(state, stock=unsure)) == ()


def test_dice_that_lie_are_weighed_as_they_lie():
    """What a first roll leaves is worth on average what was said before it."""
    state = first()
    t = LAUGHS.table(state)
    whole = LAUGHS.prospects(state)[0][1](Random(1).randrange).chance
    sides = {each.colour: each.faces for each in state.stock}
    rng, mean = Random(4), Fraction(0)
    for _ in range(200):
        faces = [rng.choice(sides[d.colour]) for d in t.pool()]
        rolled = told(LAUGHS, state, "roll", faces=faces)
        mean += LAUGHS.prospects(rolled)[0][1](rng.randrange).chance / 200
    assert abs(mean - whole) < Fraction(1, 10)


def test_a_die_given_up_frees_the_others():
    state = first()
    sides = {each.colour: each.faces for each in state.stock}
    dice = LAUGHS.table(state).pool()
    rolled = told(LAUGHS, state, "roll", faces=[sides[d.colour][0] for d in dice])
    freed = told(LAUGHS, rolled, "give-up", die=dice[0].id)
    assert LAUGHS.table(freed).turn.freed
    named = LAUGHS.prospects(freed)
    assert named
    assert named[0][0].facts["n"] == len(dice) - 1
    assert isinstance(named[0][0], Msg)
    assert 0 <= named[0][1](Random(1).randrange).chance <= 1


@pytest.mark.parametrize(
    ("shows", "freed", "chance"),
    [(0, False, 0), (0, True, Fraction(1, 3)), (1, False, 1), (1, True, 1)],
)
def test_free_dice_lie_or_are_thrown_whichever_better(shows, freed, chance):
    die = (((0,), 4), ((1,), 2))
    assert odds._chance(((die, (shows,)),), ((1,),), freed, ComputeBudget()).chance == chance


def test_cards_of_one_price_never_differ(monkeypatch):
    """Also where there is time for a sample only."""
    state = first()
    ((target, needs), *_) = odds._goals(LAUGHS.table(state))
    monkeypatch.setattr(odds, "_goals", lambda _: iter([(target, needs), (target, needs[::-1])]))
    monkeypatch.setattr(odds, "ComputeBudget", lambda: ComputeBudget(50))
    pick = Random(1).randrange
    said = [
        reckon(pick) for text, reckon in LAUGHS.prospects(state) if text.code != "prospect.more"
    ]
    assert len(said) == 2
    assert said[0].error
    assert said[0] == said[1]

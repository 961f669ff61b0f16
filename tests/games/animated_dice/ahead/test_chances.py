"""Tests of what the next roll may bring, against the whole cup taken out die by die."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

from msgspec.structs import replace

from games.animated_dice import AnimatedDice
from games.animated_dice.ahead.odds import bust_chance
from games.animated_dice.box import DieFaces
from games.odds import answers
from games.odds.roll_forecast import Trial, forecast
from tests.positions import recorded

REFEREE = AnimatedDice()
COLOURS = ("yellow", "blue", "gray")


def rolls(step=1):
    """Return recorded tables before a roll in quick depth; none twice."""
    seen = {}
    for where, state in recorded("animated-dice"):
        turn = state.turn
        if state.depth != "quick" or state.stage.active is None:
            continue
        if turn.first or turn.to_roll(state.villain) == 0:
            continue
        seen.setdefault((turn.part, turn.cup, turn.alarms, turn.batman, turn.loot), (where, state))
    return list(seen.values())[::step]


def simulated(state):
    """Return every way each die of the next roll can be drawn and fall, counted one by one: whether
    it busts, and how much Loot there is more."""
    turn, villain, found = state.turn, state.villain, Counter()
    faces = {
        colour: ["loot"] * each.loot + ["batman"] * each.batman + ["alarm"] * each.alarm
        for colour, each in zip(COLOURS, state.faces, strict=True)
    }
    again = [c for c, n in zip(COLOURS, turn.alarms, strict=True) for _ in range(n)]
    cup = [c for c, n in zip(COLOURS, turn.cup, strict=True) for _ in range(n)]
    new = (3 if turn.rolls else villain.first) - (len(again) if turn.rolls else 0)
    new = max(0, min(new, len(cup)))
    for drawn, times in Counter(combinations(cup, new)).items():
        dice = [*again, *drawn]
        for shown in product(*(Counter(faces[colour]).items() for colour in dice)):
            ways = times
            for _, n in shown:
                ways *= n
            symbols = [face for face, _ in shown]
            found[after(state, dice, symbols, len(cup) - new)] += ways
    whole = comb(len(cup), new) * 6 ** (len(again) + new)
    return {key: Fraction(n, whole) for key, n in found.items()}


def after(state, dice, symbols, left):
    turn, villain = state.turn, state.villain
    own = sum(
        d == villain.dodge_colour and s == "batman" for d, s in zip(dice, symbols, strict=True)
    )
    dodged = min(own, max(0, villain.dodges - sum(turn.out))) if villain.dodges else 0
    if sum(turn.batman) + symbols.count("batman") - dodged >= 3:
        return True, 0
    alarms = symbols.count("alarm")
    emptied = state.empty_cup_ends and not left and alarms < 3
    return False, symbols.count("loot") + (alarms if emptied else 0)


def test_roll_brings_what_cup_emptied_by_hand_brings():
    tables = rolls(5)
    assert len(tables) >= 20
    for where, state in tables:
        (throw,) = REFEREE.possible_rolls(state)
        found, expected = forecast(REFEREE, state, throw), simulated(state)
        assert found.error == 0
        bust = sum((p for (busts, _), p in expected.items() if busts), Fraction(0))
        assert found.chance("bust") == bust, where
        for n in (1, 2, 3):
            more = sum((p for (busts, loot), p in expected.items() if loot >= n), Fraction(0))
            assert found.chance("loot", n) == more, (where, n)


def test_riddlers_first_roll_brings_no_loot_when_busting(monkeypatch):
    """Four dice of ten, drawn and thrown in all ways; kept as they fell, or the Batman dice go
    back."""
    state = next(
        each
        for _, each in recorded("animated-dice")
        if each.villain.returns and not each.turn.rolls and each.depth == "quick"
    )
    faces = (DieFaces(1, 3, 2), DieFaces(2, 2, 2), DieFaces(3, 1, 2))
    state = replace(state, faces=faces, return_before_bust=True)
    (throw,) = REFEREE.possible_rolls(state)
    found, expected = forecast(REFEREE, state, throw), simulated(state)
    more = sum((p for (busts, loot), p in expected.items() if loot and not busts), Fraction(0))
    assert found.chance("loot") == more
    assert round(100 * float(more), 1) == 82.5
    monkeypatch.setattr(answers, "RULED", 5000)
    (found,) = answers.ends(REFEREE, state, throw, [(chance, True)], Trial(REFEREE))
    assert round(100 * float(found.own.chance), 1) == 86.0


def chance(found):
    return found.chance("loot")


def test_odds_beside_cup_say_same_of_bust():
    for where, state in rolls(9):
        (throw,) = REFEREE.possible_rolls(state)
        assert forecast(REFEREE, state, throw).chance("bust") == bust_chance(state), where

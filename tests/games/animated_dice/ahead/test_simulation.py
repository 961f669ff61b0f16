"""Odds against turns simulated without the engine, and against each other."""

import random

import pytest

from games.animated_dice.ahead import odds as chances
from games.animated_dice.ahead.policy import PolicySolver, Position, solver
from games.animated_dice.rules.roll import Roll
from tests.games.animated_dice.ahead.test_odds import P1B, P2_DODGED, VILLAINS, at
from tests.games.animated_dice.table import GAME, done, heist, start


@pytest.mark.parametrize("villain", VILLAINS)
def test_no_position_falls_below_stopping_or_rolling_once(villain):
    rng = random.Random(villain)
    for _ in range(60):
        state = wander(villain, rng)
        if state is None or state.turn.phase != "decide":
            continue
        best = chances.best(state)
        assert best >= chances.next_roll(state)
        assert best >= sum(state.turn.points(state.villain, "stop"))
        assert 0 <= chances.bust_chance(state) <= 1


def wander(villain, rng):
    """Return a position reached by a few random rolls; ``None`` when the turn has ended."""
    state = start(villain, "cat" if villain != "cat" else "joker")
    for _ in range(rng.randint(1, 3)):
        if state.turn.phase == "return":
            state = heist(state, rng.choice(["keep", "return 0", "return 1 2", "return 0 1 2 3"]))
        if state.sheet:
            return None
        faces = []
        colours = [
            c
            for c, n in zip(("yellow", "blue", "gray"), state.turn.cup, strict=True)
            for _ in range(n)
        ]
        rng.shuffle(colours)
        for row in GAME.prompts(state)[0].fields[0].dice:
            colour = row.colour or colours.pop()
            faces.append(f"{colour}-{rng.choice(('loot', 'loot', 'batman', 'alarm'))}")
        state = done(state, Roll(tuple(faces)))
        if state.sheet:
            return None
    return state


FACES = {"Y": "LBBBAA", "B": "LLBBAA", "G": "LLLBAA"}


class Simulated:
    """A heist on strings of dice, written without the engine: ``YL`` is yellow Loot."""

    def __init__(self, villain, rng):
        self.villain, self.rng = villain, rng
        self.cup = list("YYBBBGGGGG")
        self.table, self.out, self.rolls = [], [], 0

    def shown(self, symbol):
        return [die[0] for die in self.table if die[1] == symbol]

    def score(self, busted=False, all_loot=False):
        loot = self.shown("L") + (self.shown("A") if all_loot else [])
        sets = min(sum(die[0] == c for die in self.table) for c in "YBG")
        extra = sets if self.villain == "joker" else 0
        if busted:
            return extra
        return len(loot) + extra + (loot.count("B") if self.villain == "cat" else 0)

    def position(self):
        def per(dice):
            return tuple("".join(dice).count(c) for c in "YBG")

        return (
            per(self.cup),
            per(self.shown("A")),
            len(self.shown("B")),
            len(self.out),
            per(self.shown("L")),
        )

    def roll(self):
        """Draw, roll and lay the dice on the table."""
        again = self.shown("A")
        self.table = [die for die in self.table if die[1] != "A"]
        want = 3 - len(again) if self.rolls else (4 if self.villain == "riddler" else 3)
        self.rng.shuffle(self.cup)
        for _ in range(want):
            if self.cup:
                again.append(self.cup.pop())
        self.table += [c + self.rng.choice(FACES[c]) for c in again]
        self.rolls += 1

    def check(self):
        """Return points if the roll has ended the turn."""
        if self.villain == "ivy" and not self.out and "BB" in self.table:
            self.table.remove("BB")
            self.out.append("BB")
        if len(self.shown("B")) >= 3:
            return self.score(busted=True)
        if not self.cup and len(self.shown("A")) < 3:
            return self.score(all_loot=True)
        return None


def played(villain, rng, solved: PolicySolver):
    """Return one simulated turn under the solver's decisions."""
    turn = Simulated(villain, rng)
    while True:
        turn.roll()
        if villain == "riddler" and turn.rolls == 1:
            give_back(turn, solved)
        ended = turn.check()
        if ended is not None:
            return ended
        at = Position(*turn.position())
        if solved.stop(at) >= solved.best(at):
            return turn.score()


def give_back(turn, solved):
    symbols = (turn.shown("L"), turn.shown("B"), turn.shown("A"))
    values = solved.returns(tuple(tuple("".join(s).count(c) for c in "YBG") for s in symbols))
    back = max(values, key=values.get)
    for symbol, pile in zip("LBA", back, strict=True):
        for colour, n in zip("YBG", pile, strict=True):
            for _ in range(n):
                turn.table.remove(colour + symbol)
                turn.cup.append(colour)


@pytest.mark.patient
@pytest.mark.parametrize("villain", VILLAINS)
def test_simulated_turns_agree(villain):
    rng = random.Random(f"{villain} 2016")
    state = start(villain, "cat" if villain != "cat" else "joker")
    solved = solver(chances.game(state))
    n = 12000
    scores = [played(villain, rng, solved) for _ in range(n)]
    mean = sum(scores) / n
    deviation = (sum((s - mean) ** 2 for s in scores) / n) ** 0.5
    assert abs(mean - float(chances.best(state))) < 4 * deviation / n**0.5


@pytest.mark.parametrize("villain", ["nobody", "ivy", "joker", "cat"])
def test_simulated_rolls_agree(villain):
    rng = random.Random(f"{villain} rolls")
    where = P2_DODGED if villain == "ivy" else P1B
    state, n, busts, total = at(villain, **where), 8000, 0, 0
    for _ in range(n):
        turn = Simulated(villain, rng)
        turn.cup = list(where["cup"])
        turn.out = list(where.get("out", ""))
        turn.rolls = 1
        for symbol, pile in (("L", "loot"), ("B", "batman"), ("A", "alarms")):
            turn.table += [c + symbol for c in where[pile]]
        turn.roll()
        ended = turn.check()
        busts += len(turn.shown("B")) >= 3
        total += turn.score() if ended is None else ended
    bust = float(chances.bust_chance(state))
    assert abs(busts / n - bust) < 4 * (bust * (1 - bust) / n) ** 0.5
    assert abs(total / n - float(chances.next_roll(state))) < 0.12

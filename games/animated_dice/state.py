"""The current game, and what follows from the score sheet alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from games.animated_dice.box import (
    BUSTED,
    COLOURS,
    FIRST_ROLL,
    NONE,
    Counts,
    FaceTable,
    VillainToken,
    counts,
    dot,
    minus,
    plus,
    split,
)
from games.house_rules import HouseRule
from games.vocabulary import Frozen

Advice = Literal["off", "own", "all"]
Phase = Literal["roll", "drawn", "return", "decide"]
How = Literal["stop", "bust", "empty", "total"]


class Turn(Frozen):
    """One heist under way: the place of each die.

    ``drawn`` are dice taken from the cup and not rolled yet. ``first`` are the faces of a first
    roll of which dice may still go back; they are in the piles.
    """

    part: int
    cup: Counts
    loot: Counts = NONE
    batman: Counts = NONE
    alarms: Counts = NONE
    out: Counts = NONE
    drawn: Counts = NONE
    first: tuple[str, ...] = ()
    rolls: int = 0

    @property
    def phase(self) -> Phase:
        if self.first:
            return "return"
        if sum(self.drawn):
            return "drawn"
        return "decide" if self.rolls else "roll"

    @property
    def in_play(self) -> Counts:
        """Loot, Batman and Alarm dice; not those returned or dodged."""
        return plus(plus(self.loot, self.batman), self.alarms)

    @property
    def busts(self) -> bool:
        return sum(self.batman) >= BUSTED

    @property
    def dry(self) -> bool:
        """True if dice are needed for the next roll and the cup has none."""
        return not sum(self.cup) and sum(self.alarms) < FIRST_ROLL

    def to_draw(self, villain: VillainToken) -> int:
        """Return how many dice the next roll takes out of the cup."""
        need = FIRST_ROLL - sum(self.alarms) if self.rolls else villain.first
        return max(0, min(need, sum(self.cup)))

    def to_roll(self, villain: VillainToken) -> int:
        """Return how many dice the next roll is made with; 0 where the cup is ``dry``."""
        if sum(self.drawn):
            return sum(self.alarms) + sum(self.drawn)
        return 0 if self.dry else sum(self.alarms) + self.to_draw(villain)

    def points(self, villain: VillainToken, how: How) -> tuple[int, int]:
        """Return Loot and bonus points if it ends by ``how``; ``empty`` turns Alarms to Loot."""
        loot = plus(self.loot, self.alarms) if how == "empty" else self.loot
        bonus = dot(loot, villain.per_loot) + villain.per_set * min(self.in_play)
        if how == "bust":
            return 0, bonus if villain.paid_on_bust else 0
        return sum(loot), bonus

    def dodged(self, villain: VillainToken, faces: Iterable[str]) -> tuple[Turn, int]:
        """Return the turn without the Batman dice of this roll the villain dodges, and how many."""
        if not villain.dodges:
            return self, 0
        colour = COLOURS.index(villain.dodge_colour)
        seen = sum(split(face) == (colour, 1) for face in faces)
        n = min(seen, villain.dodges - sum(self.out))
        if n <= 0:
            return self, 0
        gone = counts(n if i == colour else 0 for i in range(3))
        return replace(self, batman=minus(self.batman, gone), out=plus(self.out, gone)), n


class Heist(Frozen):
    """One finished turn on the score sheet; ``tie`` is 0 or the number of the tiebreaker."""

    part: int
    round: int
    points: int
    how: How
    tie: int = 0
    loot: int = 0
    bonus: int = 0
    rolls: int = 0


class State(Frozen):
    """Everything a play remembers. ``carried`` are points per villain outside the sheet."""

    villains: tuple[VillainToken, ...]
    dice: Counts
    faces: FaceTable
    counted: tuple[bool, bool, bool]
    turn: Turn
    target: int
    first: int = 0
    return_before_bust: bool = True
    empty_cup_ends: bool = True
    advice: Advice = "own"
    depth: str = "quick"
    sample: bool = False
    sheet: tuple[Heist, ...] = ()
    carried: tuple[int, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    house_used: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """The parts in playing order, the first player first."""
        n = len(self.villains)
        return tuple((self.first + i) % n for i in range(n))

    @property
    def villain(self) -> VillainToken:
        """The villain whose turn is under way."""
        return self.villains[self.turn.part]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points towards the target; tiebreakers are counted apart."""
        return tuple(
            self.carried[i] + sum(h.points for h in self.sheet if h.part == i and not h.tie)
            for i in range(len(self.villains))
        )

    @property
    def stage(self) -> Stage:
        """The stage of the game, worked out from the sheet; ``Table.stage`` remembers it."""
        return _stage(self)


class Stage(Frozen):
    """Stage of the game. ``active`` is ``None`` when it is over.

    ``round`` counts ordinary rounds from 1, ``tie`` tiebreakers (0: none yet). ``leaders``
    play the current tiebreaker, or have won. ``last`` says that the target is reached and
    this round is the last ordinary one.
    """

    round: int
    active: int | None
    tie: int = 0
    last: bool = False
    leaders: tuple[int, ...] = ()


def _stage(state: State) -> Stage:
    order, totals = state.order, state.totals
    played = [sum(h.part == i and not h.tie for h in state.sheet) for i in range(len(order))]
    done = min(played)
    reached = max(totals) >= state.target
    waiting = [i for i in order if played[i] == done]
    if len(waiting) < len(order) or not reached or not done:
        return Stage(done + 1, waiting[0], last=reached)
    return _tiebreak(state, done, tuple(i for i in order if totals[i] == max(totals)))


def _tiebreak(state: State, played: int, leaders: tuple[int, ...]) -> Stage:
    tie = 0
    while len(leaders) > 1:
        tie += 1
        points = {h.part: h.points for h in state.sheet if h.tie == tie}
        waiting = [i for i in leaders if i not in points]
        if waiting:
            return Stage(played, waiting[0], tie, leaders=leaders)
        best = max(points[i] for i in leaders)
        leaders = tuple(i for i in leaders if points[i] == best)
    return Stage(played, None, tie, leaders=leaders)

"""The chance to win from the turns of a finished game: its own turns are drawn again, by chance.

Where a game can't be played on because only the table has its cards, its turns still show how fast
each ending came nearer. From the end of a turn, turns of the same game are drawn at random. Each
changes the figures as it did on the table, until one of them ends the game. Turns are drawn whole,
so that what came together stays together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from games.odds.turning_point import ENTRIES, WinChance
from games.prospects import Pick
from games.vocabulary import Figure

FEWEST = 6
"""Turns of which something can be said: of fewer, one alone would decide every game."""


class Ending(NamedTuple):
    """A figure that ends the game once it comes to ``at`` or beyond: from below, or from above
    where it ``falls``."""

    name: str
    at: int
    wins: bool
    falls: bool

    def met(self, value: int) -> bool:
        """Return whether this value ends the game."""
        return value <= self.at if self.falls else value >= self.at


class Course(NamedTuple):
    """The figures that can end a game, at the end of each of its turns, and what each turn
    changed."""

    endings: tuple[Ending, ...]
    values: tuple[tuple[int, ...], ...]
    changes: tuple[tuple[int, ...], ...]

    @property
    def tells(self) -> bool:
        """True if there are turns enough, and one that came nearer to a win."""
        return len(self.changes) >= FEWEST and self.nears

    @property
    def nears(self) -> bool:
        """True if a turn came nearer to a win."""
        wins = [n for n, each in enumerate(self.endings) if each.wins]
        return any(turn[n] > 0 for turn in self.changes for n in wins)


def course(figures: Sequence[Sequence[Figure]]) -> Course:
    """Return the course of a game from its figures after each turn, the start first. A figure that
    was not there yet counts as zero, or as what it began with if it ends the game by falling; its
    limit is the last one known."""
    found = {each.name: ending for at in figures for each in at if (ending := _ending(each))}
    held = [{each.name: each.value for each in at} for at in figures]
    begun = {name: value for at in reversed(held) for name, value in at.items()}
    before = {name: begun[name] if ending.falls else 0 for name, ending in found.items()}
    values = tuple(tuple(at.get(name, before[name]) for name in found) for at in held)
    changes = tuple(
        tuple(new - old for old, new in zip(*pair, strict=True)) for pair in pairwise(values)
    )
    return Course(tuple(found.values()), values, changes)


def _ending(figure: Figure) -> Ending | None:
    if figure.limit is not None:
        return Ending(figure.name, figure.limit, figure.wins, falls=False)
    if figure.least is not None:
        return Ending(figure.name, figure.least, wins=False, falls=True)
    return None


def play_on(course: Course, at: int, won: bool, pick: Pick) -> WinChance:
    """Return one game played on from the end of turn ``at``; ``won`` is how the last one ended. A
    win at the moment of a loss is a win."""
    if at == len(course.changes):
        return WinChance(int(won), 0, 1)
    values = course.values[at]
    for _ in range(ENTRIES):
        turn = course.changes[pick(len(course.changes))]
        values = tuple(value + change for value, change in zip(values, turn, strict=True))
        met = [end for end, value in zip(course.endings, values, strict=True) if end.met(value)]
        if met:
            return WinChance(int(any(end.wins for end in met)), 0, 1)
    return WinChance(0, 1, 1)

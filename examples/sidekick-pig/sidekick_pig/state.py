"""Choices before a game and the state while it lasts; one die is like another."""

from __future__ import annotations

from typing import Annotated

from games.actions import Range
from games.messages import Msg
from games.referee import Frozen, Part

MOST = 999
"""What a score sheet has room for."""


class Setup(Frozen):
    """Choices before the game."""

    players: Annotated[int, Range(2, 6)] = 2
    goal: Annotated[int, Range(20, 200, step=10)] = 100
    first: int = 0
    """Who begins; the next one in a rematch."""


class Box(Frozen):
    """Box in which nothing differs from one die to the next."""


class State(Frozen):
    """All that is tracked: the scores, and what is at stake in the turn under way."""

    goal: int
    scores: tuple[int, ...]
    active: int = 0
    pot: int = 0
    turn: int = 1

    @property
    def parts(self) -> tuple[Part, ...]:
        """The players, each called by the name of who plays."""
        return tuple(
            Part(i, Msg("part.player", {"n": i + 1}), person=True) for i in range(len(self.scores))
        )

    @property
    def due(self) -> Part:
        """The player whose turn it is."""
        return self.parts[self.active]

    def scored(self, part: int, points: int) -> tuple[int, ...]:
        """Return all scores with one of them set."""
        return tuple(points if i == part else old for i, old in enumerate(self.scores))

"""The choices before a game, the facts of one copy, and the state while a game lasts."""

from __future__ import annotations

from typing import Annotated

from games.actions import Range
from games.messages import Msg
from games.referee import Frozen, Part


class Setup(Frozen):
    """Choices before the game; the wizard asks for it as the types say."""

    players: Annotated[int, Range(1, 4)] = 2
    goal: Annotated[int, Range(5, 50)] = 20


class Box(Frozen):
    """Differences between one physical copy and the next."""

    colour: str = "brown"


class State(Frozen):
    """All that is tracked now."""

    players: int
    goal: int
    active: int = 0
    turn: int = 1
    stores: tuple[int, ...] = ()
    depth: str = "quick"

    @property
    def parts(self) -> tuple[Part, ...]:
        """The squirrels, each played by a seat."""
        return tuple(Part(i, Msg("part.squirrel", {"n": i + 1})) for i in range(self.players))

    def stored(self, squirrel: int, n: int) -> tuple[int, ...]:
        """Return all stores with one of them set."""
        return tuple(n if i == squirrel else old for i, old in enumerate(self.stores))

"""What is chosen before a game, what is true of one copy, and what is tracked while it lasts."""

from __future__ import annotations

from typing import Annotated

from games.acting import Span
from games.messages import Msg
from games.referee import Frozen, Part


class Setup(Frozen):
    """Chosen before the game; the wizard asks for it as the types say."""

    players: Annotated[int, Span(1, 4)] = 2
    goal: Annotated[int, Span(5, 50)] = 20


class Box(Frozen):
    """What differs from one physical copy to the next."""

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
        """All stores with one of them set."""
        return tuple(n if i == squirrel else old for i, old in enumerate(self.stores))

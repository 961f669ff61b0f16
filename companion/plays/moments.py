"""What is reckoned from a state once, for all phones that look at it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from games import registry
from games.referee import Part, Prompt

KEPT = 256
"""States whose prompts and boards one process remembers."""


class Moment:
    """A decoded state with its parts, prompts and boards, each built when first asked for.

    It depends on the title and the text of the state alone, so nothing can make it stale; whose
    secrets a board shows is the viewer it was built for.
    """

    def __init__(self, title: str, text: str) -> None:
        self._referee = registry.referee(title)
        self.state: Any = self._referee.decode_state(text)
        self._boards: dict[int | None, Any] = {}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return self._referee.parts(self.state)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return self._referee.prompts(self.state)

    def board(self, viewer: int | None) -> Any:
        if viewer not in self._boards:
            self._boards[viewer] = self._referee.board(self.state, viewer)
        return self._boards[viewer]


@lru_cache(maxsize=KEPT)
def of(title: str, text: str) -> Moment:
    """The moment of a stored state."""
    return Moment(title, text)

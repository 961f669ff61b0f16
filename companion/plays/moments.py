"""What is reckoned from a state once, for all phones that look at it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import cached_property, lru_cache, partial
from typing import Any

import msgspec

from games import ahead, lowering, registry
from games.ahead import Brought, Dread, Search, Way
from games.referee import Part, Prompt, Threat, Throw

KEPT = 256
"""States whose prompts and boards one process remembers."""
SECONDS = 0.15
"""How long ways out are looked for; those found by then are named."""


class Moment:
    """A decoded state with its parts, prompts and boards, each built when first asked for.

    It depends on the title and the text of the state alone, so nothing can make it stale; whose
    secrets a board shows is the viewer it was built for.
    """

    def __init__(self, title: str, text: str) -> None:
        self._referee = registry.referee(title)
        self.state: Any = self._referee.decode_state(text)
        self._boards: dict[int | None, Any] = {}
        self._unfilled: dict[bytes, tuple[Any, Brought] | None] = {}
        self._ways: dict[Any, tuple[tuple[Way, ...], bool]] = {}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return self._referee.parts(self.state)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return self._referee.prompts(self.state)

    @cached_property
    def leads(self) -> Prompt | None:
        """The choice asked for, if it leads straight to a roll of known dice."""
        if not self._referee.stakes:
            return None
        return lowering.leading(self._referee, self.state, self.prompts)

    @cached_property
    def roll(self) -> tuple[Prompt, Throw] | None:
        """The roll of known dice that is waited for, where the title says what is at stake."""
        if not self._referee.stakes:
            return None
        return lowering.asked(self._referee, self.state, self.prompts, "")

    @cached_property
    def chooses(self) -> bool:
        """Whether a choice among what is named is asked for, in a title where rolls are dangers."""
        asked = next((each for each in self.prompts if each.expected), None)
        kinds = {field.kind for field in asked.fields} if asked else set()
        dangers = any(each.danger for each in self._referee.stakes.values())
        return dangers and kinds == {"choice"}

    def board(self, viewer: int | None) -> Any:
        if viewer not in self._boards:
            self._boards[viewer] = (
                self._referee.board(self.state, None)
                if viewer is None
                else self._referee.seen_by(partial(self.board, None), self.state, viewer)
            )
        return self._boards[viewer]

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        """How far away each end is; as everybody sees it, for no title keeps that secret."""
        return self._referee.threats(self.board(None))

    def threatened(self, prompt: Prompt, parts: Collection[int]) -> tuple[Any, Dread] | None:
        """The entry a prompt makes with nothing filled in, and what of it is bad for ``parts``."""
        values = ahead.plain(prompt)
        if values is None:
            return None
        key = msgspec.json.encode((values, prompt.actors))
        if key not in self._unfilled:
            self._unfilled[key] = ahead.unfilled(self._referee, self.state, prompt)
        entered = self._unfilled[key]
        found = entered[1].to(parts) if entered else None
        return (entered[0], found) if entered and found else None

    def ways(
        self, action: Any, actor: int | None, parts: Collection[int], found: Dread
    ) -> tuple[tuple[Way, ...], bool]:
        """What could still prevent what ``threatened`` has found, and whether nothing else can:
        looked for once for all whom it threatens alike, unless time ran out."""
        key = (msgspec.json.encode(action), actor, tuple(sorted(parts)))
        if key in self._ways:
            return self._ways[key]
        going = looking()
        search = Search(self._referee, action, actor, {}, parts, found, going)
        told = search.ways(self.state), search.sure
        if going():
            self._ways[key] = told
        return told


def looking() -> Callable[[], bool]:
    """Says whether there is time to look further."""
    until = time.monotonic() + SECONDS
    return lambda: time.monotonic() < until


@lru_cache(maxsize=KEPT)
def of(title: str, text: str) -> Moment:
    """The moment of a stored state."""
    return Moment(title, text)

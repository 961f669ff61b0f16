"""Cache of values derived from a state, shared by all phones."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import lru_cache, partial
from typing import Any, TypeVar

import msgspec
from django.utils.functional import cached_property

from companion.plays import faults
from companion.plays.faults import NOT_ITS_OWN, RAISED, FaultyTitleError
from games import registry
from games.actions import sparing
from games.odds import loss_warnings, risk_reduction
from games.odds.loss_warnings import BadOutcome, Consequences, Prevention, PreventionSearch
from games.odds.options import needed_fields
from games.referee import DiceRoll, Outcome, Part, Prompt, Threat

T = TypeVar("T")
U = TypeVar("U")
KEPT = 256
"""States whose prompts and boards one process remembers."""
NEEDED = ("parts", "prompts", "outcome", "board")
"""The parts of a table that every entry must leave drawable."""
SECONDS = 0.15
"""How long ways out are looked for; those found by then are named."""


class PlayMoment:
    """A decoded state with its parts, prompts and boards, each built when first asked for.

    It depends on the title and the text of the state alone, so nothing can make it stale; whose
    secrets a board shows is the viewer it was built for. What raises is named and left out.
    """

    def __init__(self, title: str, text: str) -> None:
        self.title = title
        self._referee = registry.referee(title)
        self.state: Any = self._referee.decode_state(text)
        self.faults: dict[str, BaseException] = {}
        """What could not be built, by what it is."""
        self._boards: dict[int | None, Any] = {}
        self._unfilled: dict[bytes, tuple[Any, Consequences] | None] = {}
        self._ways: dict[Any, tuple[tuple[Prevention, ...], bool]] = {}

    def _attempt(self, what: str, call: Callable[[], T], otherwise: U) -> T | U:
        try:
            return call()
        except NOT_ITS_OWN:
            raise
        except RAISED as error:
            self.faults.setdefault(what, error)
            faults.name(self.title, what, error)
            return otherwise

    @cached_property
    def lacking(self) -> dict[str, BaseException]:
        """The parts of the table that cannot be drawn, each with what the title raised."""
        for what in NEEDED:
            self.board(None) if what == "board" else getattr(self, what)
        return {what: self.faults[what] for what in NEEDED if what in self.faults}

    def hold(self, before: Callable[[], PlayMoment] | None = None) -> None:
        """Raise ``FaultyTitleError`` where something cannot be drawn that could be ``before``."""
        if not self.lacking:
            return
        known = before().lacking if before else {}
        for what, error in self.lacking.items():
            if what not in known:
                raise FaultyTitleError(self.title, what) from error

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return self._attempt("parts", lambda: self._referee.parts(self.state), ())

    @cached_property
    def outcome(self) -> Outcome | None:
        return self._attempt("outcome", lambda: self._referee.outcome(self.state), None)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        found = self._attempt("prompts", lambda: self._referee.prompts(self.state), None)
        return self._spared() if found is None else found

    def _spared(self) -> tuple[Prompt, ...]:
        """Return the offers that do not raise; the others are named one by one."""

        def tell(do: str, error: BaseException) -> None:
            faults.name(self.title, f"the offer {do}", error)

        def by_chapters() -> tuple[Prompt, ...]:
            return self._referee.rules.prompts(self._referee.table(self.state))

        for call in (lambda: self._referee.prompts(self.state), by_chapters):
            with sparing(tell):
                found = faults.attempt(self.title, "prompts", call, None)
            if found is not None:
                return found
        return ()

    @cached_property
    def leads(self) -> Prompt | None:
        """The choice asked for, if it leads straight to a roll of known dice."""
        if not self._referee.risk_figures:
            return None
        call = partial(risk_reduction.leading, self._referee, self.state, self.prompts)
        return self._attempt("forecast", call, None)

    @cached_property
    def roll(self) -> tuple[Prompt, DiceRoll] | None:
        """The roll of known dice that is waited for, where the title says what is at stake."""
        if not self._referee.risk_figures:
            return None
        call = partial(risk_reduction.asked, self._referee, self.state, self.prompts, "")
        return self._attempt("forecast", call, None)

    @cached_property
    def chooses(self) -> bool:
        """True if a choice among what is named is asked for, in a title where rolls are dangers."""
        asked = next((each for each in self.prompts if each.expected), None)
        kinds = {field.kind for field in needed_fields(asked)} if asked else set()
        dangers = any(each.danger for each in self._referee.risk_figures.values())
        return dangers and kinds == {"choice"}

    def board(self, viewer: int | None) -> Any:
        """Return what a viewer's board is drawn from; ``None`` where the title cannot say."""
        if viewer is None:
            if None not in self._boards:
                call = partial(self._referee.board, self.state, None)
                self._boards[None] = self._attempt("board", call, None)
        elif viewer not in self._boards:
            call = partial(self._referee.seen_by, partial(self.board, None), self.state, viewer)
            self._boards[viewer] = self._attempt(f"board of {viewer}", call, None)
        return self._boards[viewer]

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        """The distance to each end; as everyone sees it, for no title keeps that secret."""
        board = self.board(None)
        if board is None:
            return ()
        return self._attempt("threats", lambda: self._referee.threats(board), ())

    def threatened(self, prompt: Prompt, parts: Collection[int]) -> tuple[Any, BadOutcome] | None:
        """Return a prompt's entry with nothing filled in, and what is bad in it for ``parts``."""
        values = loss_warnings.plain(prompt)
        if values is None:
            return None
        key = msgspec.json.encode((values, prompt.actors))
        if key not in self._unfilled:
            call = partial(loss_warnings.unfilled, self._referee, self.state, prompt)
            self._unfilled[key] = self._attempt("warnings", call, None)
        entered = self._unfilled[key]
        found = entered[1].to(parts) if entered else None
        return (entered[0], found) if entered and found else None

    def ways(
        self, action: Any, actor: int | None, parts: Collection[int], found: BadOutcome
    ) -> tuple[tuple[Prevention, ...], bool]:
        """Return what could still prevent what ``threatened`` has found, and whether nothing else
        can: looked for once for all whom it threatens alike, unless time ran out."""
        key = (msgspec.json.encode(action), actor, tuple(sorted(parts)))
        if key in self._ways:
            return self._ways[key]
        going = looking()
        search = PreventionSearch(self._referee, action, actor, {}, parts, found, going)
        told = self._attempt(
            "ways out", lambda: (search.ways(self.state), search.sure), ((), False)
        )
        if going():
            self._ways[key] = told
        return told


def looking() -> Callable[[], bool]:
    """Return whether there is time to look further."""
    until = time.monotonic() + SECONDS
    return lambda: time.monotonic() < until


@lru_cache(maxsize=KEPT)
def of(title: str, text: str) -> PlayMoment:
    """Return the moment of a stored state."""
    return PlayMoment(title, text)

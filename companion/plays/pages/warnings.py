"""Warnings before an entry: its consequences, and what could still prevent them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

from companion.plays import faults
from companion.plays.answers import ChangeRejectedError
from companion.plays.moments import PlayMoment, looking
from companion.plays.pages import phrasing
from companion.plays.pages.forms import Side
from games.messages import Speaker
from games.odds import loss_warnings
from games.odds.loss_warnings import BadOutcome, Prevention, PreventionSearch
from games.referee import AnyReferee, Prompt, Ruling

LINES = 2
"""The number of warnings next to the question; a third would repeat them."""


class UnwarnedLossError(ChangeRejectedError):
    """An entry that no one makes unwarned, before it is written."""

    def __init__(self, found: BadOutcome, search: PreventionSearch, state: Any) -> None:
        super().__init__(mark(found))
        title = search.referee.title.slug
        self.found, self.ways = (
            found,
            faults.attempt(title, "ways out", lambda: search.ways(state), ()),
        )
        self.sure = bool(self.ways) and search.sure


def mark(found: BadOutcome) -> str:
    """Return the mark by which a phone confirms this very warning."""
    text = "|".join(sorted(map(str, found.names())))
    return blake2b(text.encode(), digest_size=6).hexdigest()


def parts_of(prompt: Prompt | None, own: Iterable[int], actor: int | None) -> tuple[int, ...]:
    """Return the sides an entry may harm: those it asks, else the one who enters it."""
    if prompt is not None and prompt.actors:
        return prompt.actors
    return tuple(own) if actor is None else (actor,)


@dataclass(frozen=True)
class EntryGuard:
    """Looks at an entry before it is written; ``told`` is the mark from the phone, ``moment`` the
    source of its page, ``beside`` whether that page warned about ``prompt``, ``answers`` whether
    that is one answer of several to a question.
    """

    referee: AnyReferee
    moment: PlayMoment
    prompt: Prompt | None
    own: Collection[int]
    told: str
    beside: bool
    answers: bool = False

    def __call__(
        self,
        state: Any,
        action: Any,
        actor: int | None,
        answers: Mapping[str, str],
        ruling: Ruling[Any],
    ) -> None:
        """Raise ``UnwarnedLossError`` for what this phone has not been told of yet."""
        parts = parts_of(self.prompt, self.own, actor)
        title = self.referee.title.slug
        call = partial(loss_warnings.dread, self.referee, state, ruling, parts)
        found = faults.attempt(title, "warnings", call, None)
        if found is None or self.told == mark(found):
            return
        # "Full" says itself who falls; only an ending is more than was answered.
        if self.answers and action.teaches and found.outcome is None:
            return
        shown = self._shown(state, parts)
        if shown is not None and found.names() <= shown.names():
            return
        search = PreventionSearch(self.referee, action, actor, answers, parts, found, looking())
        raise UnwarnedLossError(found, search, state)

    def _shown(self, state: Any, parts: Collection[int]) -> BadOutcome | None:
        """Return what the page said beside the prompt before it was tapped."""
        if self.prompt is None or not self.beside:
            return None
        # An entry that rebases meets a state its page knew nothing of.
        known = self.moment.threatened(self.prompt, parts) if state == self.moment.state else None
        unsaid = known and self.answers and known[0].teaches
        return known[1] if known and not unsaid else None


def is_answer(prompt: Prompt, prompts: Iterable[Prompt]) -> bool:
    """Return whether a prompt is one answer of several to a question."""
    asked = (other for other in prompts if other.do == prompt.do and other.expected)
    return any(other is not prompt for other in asked)


def stands_open(prompt: Prompt) -> bool:
    """Return whether a prompt is visible, with its warning next to it."""
    return prompt.group in ("", "now")


@dataclass(frozen=True)
class WarningContext:
    """Speaker of warnings to one phone; ``at`` is what it opens a prompt by, "" if not its own."""

    referee: AnyReferee
    speaker: Speaker
    parts: Sequence[Side]
    at: Callable[[Prompt], str]

    def beside(
        self, moment: PlayMoment, prompts: Iterable[Prompt], own: Collection[int]
    ) -> list[dict[str, Any]]:
        """Return what the entries that need no input would bring about, the same thing once."""
        said: dict[str, dict[str, Any]] = {}
        asked = tuple(prompts)
        for prompt in asked:
            parts = parts_of(prompt, own, None)
            known = moment.threatened(prompt, parts)
            if known is None or mark(known[1]) in said:
                continue
            action, found = known
            # What is so with the copy threatens no one while another answer may be true.
            if action.teaches and is_answer(prompt, asked):
                continue
            actor = prompt.actors[0] if prompt.actors else None
            name = "" if prompt.fields else self.speaker.say(prompt.label)
            said[mark(found)] = self.says(found, *moment.ways(action, actor, parts, found), name)
            if len(said) == LINES:
                break
        return list(said.values())

    def says(
        self, found: BadOutcome, ways: Iterable[Prevention], sure: bool, name: str
    ) -> dict[str, Any]:
        """Return a warning in words: what would happen, why, what could prevent it and where that
        is tapped; ``sure`` where nothing else can."""
        said = self.speaker
        named = {phrasing.option(said, way.prompt.label, way.chosen): way.prompt for way in ways}
        doors = [{"text": text, "at": self.at(prompt)} for text, prompt in named.items()]
        head, why = phrasing.bad_outcome(said, self.parts, found, name)
        return {"head": head, "why": why, "ways": doors, "sure": sure}

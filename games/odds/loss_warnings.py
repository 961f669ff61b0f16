"""Previews of an entry before it is made, and ways to prevent what it would bring about.

Found by asking the referee alone: the entry is applied and its ruling looked at; then everything
else on offer is tried before it. What only dice can tell is tried with some of their faces, so a
way out is one that could help, never one that must.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from itertools import islice, product
from math import prod
from typing import Any, get_args

from games.odds.options import (
    VARIANTS,
    Chosen,
    actor_of,
    decoded,
    expected_prompts,
    values_of,
)
from games.vocabulary import (
    Action,
    Frozen,
    Note,
    Outcome,
    Prompt,
    Question,
    Ruling,
)

DEPTH = 3
"""Steps that may lie between a way out and the entry it changes."""
TRIES = 400
"""Entries tried in one search; it ends without a loss, with what it found."""
MOST = 3
"""Ways out that are named."""


Filled = tuple[dict[str, Any], Chosen]
"""An entry, and what was chosen in it."""


class BadOutcome(Frozen):
    """A result that triggers a warning: losing the game, or a player being eliminated."""

    outcome: Outcome | None = None
    falls: tuple[Note, ...] = ()

    def names(self) -> frozenset[Any]:
        """Return what it consists of, comparable between two states: numbers that only count along
        are left out."""
        ending = {("outcome", self.outcome.condition)} if self.outcome else set()
        return frozenset(ending | {_named(note) for note in self.falls})


class Prevention(Frozen):
    """One thing that could prevent it: what is offered, and what is chosen in it."""

    prompt: Prompt
    chosen: Chosen = ()


class Consequences(Frozen):
    """Consequences of a ruling for everyone: an ending, who falls (of ``everybody``'s parts)."""

    outcome: Outcome | None
    falls: tuple[tuple[Note, frozenset[int]], ...]
    everybody: frozenset[int]

    def to(self, parts: Collection[int]) -> BadOutcome | None:
        """Return what is bad in it for the players of ``parts``, if anything; no parts mean
        everyone.
        """
        if self.outcome and not _against(self.outcome, parts):
            return None
        mine = self.everybody.intersection(parts) or self.everybody
        falls = tuple(note for note, whose in self.falls if mine & whose)
        return BadOutcome(self.outcome, falls) if self.outcome or falls else None


def brought(referee: Any, state: Any, ruling: Ruling[Any]) -> Consequences:
    """Return what a ruling on ``state`` brings about."""
    found = ((note, frozenset(referee.eliminated_parts(state, note))) for note in ruling.notes)
    falls = tuple((note, whose) for note, whose in found if whose)
    everybody = frozenset(part.index for part in referee.parts(state))
    return Consequences(referee.outcome(ruling.state), falls, everybody)


def dread(
    referee: Any, state: Any, ruling: Ruling[Any], parts: Collection[int]
) -> BadOutcome | None:
    """Return what a ruling on ``state`` means for the players of ``parts``; ``None`` if nothing
    bad.
    """
    return brought(referee, state, ruling).to(parts)


def _against(outcome: Outcome, parts: Collection[int]) -> bool:
    if outcome.result == "won":
        return bool(parts) and bool(outcome.winners) and not {*parts} & {*outcome.winners}
    return outcome.result == "lost"


def _named(note: Note) -> tuple[str, ...]:
    return (note.code, *(f"{k}={v}" for k, v in note.facts.items() if not isinstance(v, int)))


def plain(prompt: Prompt) -> dict[str, Any] | None:
    """Return the entry of a prompt with nothing filled in; ``None`` where it insists on
    something."""
    values: dict[str, Any] = {"do": prompt.do, **prompt.fixed}
    for field in prompt.fields:
        if field.kind in ("choices", "flag"):
            if field.low:
                return None
            values[field.name] = field.default or ([] if field.kind == "choices" else False)
        elif not field.optional:
            return None
    return values


def unfilled(referee: Any, state: Any, prompt: Prompt) -> tuple[Any, Consequences] | None:
    """Return the entry a prompt makes with nothing filled in, and what that would bring about."""
    values = plain(prompt)
    action = None if values is None else decoded(referee, values)
    if action is None or action.chances:
        return None
    ruling = referee.apply(state, action, actor_of(prompt), {})
    return (action, brought(referee, state, ruling)) if isinstance(ruling, Ruling) else None


class PreventionSearch:
    """The ways out of one entry. ``going`` says whether there is still time."""

    def __init__(
        self,
        referee: Any,
        action: Any,
        actor: int | None,
        answers: Mapping[str, str],
        parts: Collection[int],
        found: BadOutcome,
        going: Callable[[], bool] = lambda: True,
    ) -> None:
        self.referee, self.action, self.actor, self.answers = referee, action, actor, answers
        self.parts, self.names, self.going = parts, found.names(), going
        self.left = TRIES
        self.sure = True
        """Whether everything there is was tried to its end: what is not named does not help."""
        self.do = action.__struct_config__.tag
        self.rolled = False
        """Whether it reports dice: what had to be done before they fell comes too late."""

    def ways(self, state: Any) -> tuple[Prevention, ...]:
        """Return what could still prevent it, in the order of the offers; at most ``MOST``."""
        others = (
            prompt
            for prompt in self.referee.prompts(state)
            if prompt.do != self.do
            and prompt.group != "table"
            and not _kinds(self.referee.Action)[prompt.do].by_hand
        )
        found = (self._way(state, prompt) for prompt in others)
        self.rolled = bool(self.referee.rolled(state, self.action))
        ways = tuple(islice((way for way in found if way), MOST))
        self.sure = self.sure and self.left > 0 and self.going()
        return ways

    def _way(self, state: Any, prompt: Prompt) -> Prevention | None:
        for values, chosen in self._filled(prompt):
            after = self._after(state, prompt, values)
            if after is not None and self._spares(after):
                # No one chooses what a die shows.
                dice = self.referee.rolled(state, decoded(self.referee, values))
                return Prevention(prompt, () if dice else chosen)
        return None

    def _after(self, state: Any, prompt: Prompt, values: dict[str, Any]) -> Any:
        """Return the state after an alternative entry, or ``None`` if it doesn't help."""
        action = decoded(self.referee, values)
        if action is None or action.chances or action.teaches:
            return None
        ruling = self._ruled(state, action, actor_of(prompt, self.actor), {})
        if ruling is None or dread(self.referee, state, ruling, self.parts):
            return None
        return ruling.state

    def _spares(self, state: Any) -> bool:
        """Return whether the entry, made now or some steps later, no longer brings all that about,
        or is not to be made any more."""
        better = self._better(state, DEPTH)
        if better is None and not self.rolled:
            return self.left > 0 and self.going() and not self._offered(state)
        return bool(better)

    def _better(self, state: Any, depth: int) -> bool | None:
        """Return whether the entry costs less, made some steps on; ``None`` if none of them takes
        it."""
        ruling = self._ruled(state, self.action, self.actor, self.answers)
        better: bool | None = None
        if ruling is not None:
            now = dread(self.referee, state, ruling, self.parts)
            if now is None or now.names() < self.names:
                return True
            better = False
        asked = [each for each in expected_prompts(self.referee, state) if each.do != self.do]
        self.sure = self.sure and (depth > 0 or not asked)
        for prompt in asked if depth else ():
            for values, _ in self._filled(prompt):
                after = self._after(state, prompt, values)
                found = None if after is None else self._better(after, depth - 1)
                if found:
                    return True
                better = better if found is None else found
        return better

    def _filled(self, prompt: Prompt) -> Iterator[Filled]:
        """Yield some ways to fill in a prompt; none where it asks what only the table knows."""
        columns = [values_of(field) for field in prompt.fields]
        many = prod(map(len, columns))
        self.sure = self.sure and 0 < many <= VARIANTS
        for row in islice(product(*columns), VARIANTS):
            values = {"do": prompt.do, **prompt.fixed}
            for field, (value, _) in zip(prompt.fields, row, strict=True):
                if value is not None:
                    values[field.name] = value
            yield values, tuple(label for _, label in row if label)

    def _offered(self, state: Any) -> bool:
        return any(prompt.do == self.do for prompt in self.referee.prompts(state))

    def _ruled(
        self, state: Any, action: Any, actor: int | None, answers: Mapping[str, str]
    ) -> Ruling[Any] | None:
        """Return the ruling on an action; a question of fact is answered as its first option
        says."""
        given = dict(answers)
        while self.left and self.going():
            self.left -= 1
            answer = self.referee.apply(state, action, actor, given)
            if isinstance(answer, Ruling):
                return answer
            if not isinstance(answer, Question) or answer.code in given:
                return None
            given[answer.code] = str(answer.options[0].value)
        return None


@cache
def _kinds(union: Any) -> dict[str, type[Action]]:
    """Return the actions of a title by their names."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}

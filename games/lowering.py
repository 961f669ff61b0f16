"""Find actions that reduce a danger before a roll.

Everything else on offer is applied and the roll weighed again after it. Where a choice leads
straight to a roll, each of its ways is weighed, so that it is known which one is the safest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from games.ahead import fillings
from games.forecast import Forecast, Unforeseen, forecast, throw_of
from games.messages import Msg
from games.referee import AnyReferee
from games.vocabulary import Choice, Frozen, Malformed, Prompt, Ruling, Throw

TRIED = 8
"""How many options are tried at most. A count and not a time, so that every phone of a table shows
the same however busy the machine is.
"""

Weigh = Callable[[Forecast], Sequence[Fraction]]
"""The chances of the dangers of a roll, the gravest first."""


class Way(Frozen):
    """One thing that may be done before a roll, and what the roll may bring after it."""

    prompt: Prompt
    chosen: tuple[Msg | str, ...]
    found: Forecast


def asked(
    referee: AnyReferee, state: Any, prompts: Sequence[Prompt] | None = None, do: str = ""
) -> tuple[Prompt, Throw] | None:
    """The roll that is waited for, or that ``do`` makes, where all its faces are known; among
    ``prompts``, where the caller has those of the state."""
    for prompt in referee.prompts(state) if prompts is None else prompts:
        wanted = prompt.do == do if do else prompt.expected
        throw = throw_of(referee, state, prompt) if wanted else None
        if throw is not None:
            return prompt, throw
    return None


def leading(referee: AnyReferee, state: Any, prompts: Sequence[Prompt]) -> Prompt | None:
    """Which of ``prompts`` is a choice that is waited for and leads straight to known dice."""
    prompt = next((each for each in prompts if each.expected), None)
    if prompt is None or [field.kind for field in prompt.fields] != ["choice"]:
        return None
    first = next(_after(referee, state, prompt), None)
    return prompt if first is not None and referee.throws(first[1]) else None


def ways(referee: AnyReferee, state: Any, prompt: Prompt) -> tuple[Way, ...]:
    """All ways to answer ``prompt`` and what the roll after each may bring; none at all where one
    of them cannot be weighed, or there are too many."""
    found: list[Way] = []
    for chosen, after in _after(referee, state, prompt):
        weighed = _weighed(referee, after) if len(found) < TRIED else None
        if weighed is None:
            return ()
        found.append(Way(prompt, chosen, weighed))
    return tuple(found)


def least(
    referee: AnyReferee,
    state: Any,
    roll: Prompt,
    weigh: Weigh,
    now: Sequence[Fraction],
) -> Way | None:
    """Return the offer next to ``roll`` that lowers its dangers (``now``) most, of the first
    options; ``None`` if none does.
    """
    best, lowest = None, tuple(now)
    tried = 0
    for prompt in _beside(referee, state, roll):
        for chosen, after in _after(referee, state, prompt):
            if tried == TRIED:
                return best
            found = _weighed(referee, after)
            tried += found is not None
            if found is not None and tuple(weigh(found)) < lowest:
                best, lowest = Way(prompt, chosen, found), tuple(weigh(found))
    return best


def _beside(referee: AnyReferee, state: Any, roll: Prompt) -> Iterator[Prompt]:
    """What whoever rolls may do instead of it, or before."""
    for prompt in referee.prompts(state):
        both = prompt.actors is None or roll.actors is None or {*prompt.actors} & {*roll.actors}
        if prompt.do != roll.do and prompt.group != "table" and both:
            yield prompt


def _after(
    referee: AnyReferee, state: Any, prompt: Prompt
) -> Iterator[tuple[tuple[Msg | str, ...], Any]]:
    """The tables that a prompt may lead to without dice or a question, and what was chosen."""
    actor = prompt.actors[0] if prompt.actors else None
    for values in fillings(prompt.fields):
        try:
            action = referee.decode_action({"do": prompt.do, **prompt.fixed, **values})
        except Malformed:
            continue
        if action.by_hand or action.teaches or action.chances or referee.rolled(state, action):
            continue
        answer = referee.apply(state, action, actor, {})
        if isinstance(answer, Ruling):
            yield tuple(each.label for each in _chosen(prompt, values)), answer.state


def _chosen(prompt: Prompt, values: dict[str, Any]) -> Iterator[Choice]:
    for field in prompt.fields:
        given = values.get(field.name)
        several = given if isinstance(given, list) else [given]
        yield from (each for each in field.choices if each.value in several)


def _weighed(referee: AnyReferee, state: Any) -> Forecast | None:
    found = asked(referee, state)
    if found is None:
        return None
    try:
        return forecast(referee, state, found[1])
    except Unforeseen:
        return None

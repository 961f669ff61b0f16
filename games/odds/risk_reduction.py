"""Find actions that reduce a danger before a roll.

Everything else on offer is applied and the roll weighed again after it. Where a choice leads
straight to a roll, each of its ways is weighed, so that it is known which one is the safest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from games.odds.options import Chosen, expected_prompts, needed_fields, tables_after
from games.odds.roll_forecast import (
    RULED,
    Forecast,
    ForecastUnavailableError,
    Trial,
    forecast,
    throw_of,
)
from games.referee import AnyReferee
from games.vocabulary import DiceRoll, Frozen, Prompt

TRIED = 8
"""How many options are tried at most. A count and not a time, so that every phone of a table shows
the same however busy the machine is.
"""

Weigh = Callable[[Forecast], Sequence[Fraction]]
"""The chances of the dangers of a roll, the gravest first."""


class RiskOption(Frozen):
    """One thing that may be done before a roll, the table and the roll it leads to, and what that
    may bring."""

    prompt: Prompt
    chosen: Chosen
    roll: tuple[Any, DiceRoll]
    found: Forecast


def asked(
    referee: AnyReferee, state: Any, prompts: Sequence[Prompt] | None = None, do: str = ""
) -> tuple[Prompt, DiceRoll] | None:
    """Return the roll that is waited for, or that ``do`` makes, where all its faces are known;
    among ``prompts``, where the caller has those of the state."""
    if not referee.possible_rolls(state):
        return None
    if prompts is None:
        prompts = referee.prompts(state) if do else expected_prompts(referee, state)
    for prompt in prompts:
        wanted = prompt.do == do if do else prompt.expected
        throw = throw_of(referee, state, prompt) if wanted else None
        if throw is not None:
            return prompt, throw
    return None


def leading(referee: AnyReferee, state: Any, prompts: Sequence[Prompt]) -> Prompt | None:
    """Return the prompt, of ``prompts``, that is a choice that is waited for and leads straight to
    known dice."""
    prompt = next((each for each in prompts if each.expected), None)
    if prompt is None or [field.kind for field in needed_fields(prompt)] != ["choice"]:
        return None
    first = next(tables_after(referee, state, prompt), None)
    return prompt if first is not None and referee.possible_rolls(first[1]) else None


def ways(referee: AnyReferee, state: Any, prompt: Prompt) -> tuple[RiskOption, ...]:
    """Return all ways to answer ``prompt`` and what the roll after each may bring; none at all
    where one of them cannot be weighed, or there are too many."""
    found: list[RiskOption] = []
    for chosen, after in tables_after(referee, state, prompt):
        weighed = _weighed(referee, after) if len(found) < TRIED else None
        if weighed is None:
            return ()
        found.append(RiskOption(prompt, chosen, *weighed))
    return tuple(found)


def least(
    referee: AnyReferee,
    state: Any,
    roll: Prompt,
    weigh: Weigh,
    now: Sequence[Fraction],
    prompts: Sequence[Prompt] | None = None,
) -> RiskOption | None:
    """Return the offer next to ``roll`` that lowers its dangers (``now``) most, of the first
    options; ``None`` if none does. ``prompts`` are those of the state, where the caller has them.
    """
    best, lowest = None, tuple(now)
    tried, trial = 0, Trial(referee, RULED // 2)
    for prompt in _beside(referee.prompts(state) if prompts is None else prompts, roll):
        for chosen, after in tables_after(referee, state, prompt):
            if tried == TRIED:
                return best
            found = _weighed(referee, after, trial)
            if found is None:
                continue
            tried += 1
            now = tuple(weigh(found[1]))
            if now < lowest:
                best, lowest = RiskOption(prompt, chosen, *found), now
    return best


def _beside(prompts: Sequence[Prompt], roll: Prompt) -> Iterator[Prompt]:
    """Yield what the roller may do instead of it, or before."""
    for prompt in prompts:
        both = prompt.actors is None or roll.actors is None or {*prompt.actors} & {*roll.actors}
        if prompt.do != roll.do and prompt.group != "table" and both:
            yield prompt


def _weighed(
    referee: AnyReferee, state: Any, trial: Trial | None = None
) -> tuple[tuple[Any, DiceRoll], Forecast] | None:
    """Return the roll a table waits for and what it may bring, where that can be weighed."""
    found = asked(referee, state)
    if found is None:
        return None
    try:
        return (state, found[1]), forecast(referee, state, found[1], None, trial)
    except ForecastUnavailableError:
        return None

"""Laws of changes by hand: a number means what reaching it by play means, and a change of depth
keeps the turn it falls into.

An ending is a function of the table: a number set away and back again leaves the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from companion.conformance import chance
from companion.conformance.laws import Breach
from games.referee import Adjust, AnyReferee, Field, Prompt, Question, Ruling, SetDepth, Tracker

TO_THE_END = 40
"""Entries within which a turn that is finished as its forms show it is over."""

WAY = 200
"""Offered actions within which the turn is over in which an ending has to come back."""


def changes(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Breach]:
    """Yield breaches of all laws about changes by hand in one state."""
    if referee.outcome(state):
        yield from overdue(referee, state, rng)
    elif referee.prompts(state):
        yield from wandered(referee, state, rng)
        yield from interrupted(referee, state)


# -- numbers ------------------------------------------------------------------------------


def wandered(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Breach]:
    """Check that a number set away and back ends no game, and if it had, the same is asked as
    before.

    Where a title says which value of a number ends the game, another value may end it only by
    letting the table go on to an ending that was due.
    """
    limits = {each.name: each.limit for each in referee.figures(state) if each.limit is not None}
    ways = [*elsewhere(referee, state, limits)]
    for each, value in rng.sample(ways, min(len(ways), 3)):
        there = set_to(referee, state, each, value)
        back = None if there is None else set_to(referee, there, each, each.value)
        over = there is not None and referee.outcome(there)
        if back is None or (over and limits and value != limits.get(each.name)):
            continue
        told = f"{each.name} {each.value} → {value} → {each.value}"
        if outcome := referee.outcome(back):
            yield Breach("wandered", "adjust", f"{told}: {outcome.condition}")
        elif over and (lost := asked(referee, state) ^ asked(referee, back)):
            told = f"{told}: {referee.step(state)} asks otherwise: {sorted(lost)}"
            yield Breach("wandered", "adjust", told)


def elsewhere(
    referee: AnyReferee, state: Any, limits: Mapping[str, int]
) -> Iterator[tuple[Tracker, int]]:
    """Yield every number with the value that ends the game, or else the ends of its bounds."""
    for each in referee.trackers(state):
        limit = limits.get(each.name)
        for value in {each.low, each.high} if limit is None else {limit}:
            if each.low <= value <= each.high and value != each.value:
                yield each, value


def overdue(referee: AnyReferee, state: Any, rng: Random) -> Iterator[Breach]:
    """Check that a number whose correction takes an ending away brings it back by the end of the
    turn."""
    ended = referee.outcome(state)
    for each in referee.trackers(state):
        under = set_to(referee, state, each, each.low) if each.low < each.value else None
        if under is None or ended is None or referee.outcome(under):
            continue
        again = set_to(referee, under, each, each.value)
        if again is not None and not comes(referee, again, each, rng):
            told = f"{each.name} {each.value} → {each.low} → {each.value}: no {ended.condition}"
            yield Breach("overdue", "adjust", told)


def comes(referee: AnyReferee, state: Any, cause: Tracker, rng: Random) -> bool:
    """Return whether an ending comes before the turn is over, if play itself does not take its
    cause."""
    begun = referee.turn(state)
    for _ in range(WAY):
        if referee.outcome(state) or value_of(referee, state, cause.name) != cause.value:
            return True
        if referee.turn(state) != begun:
            return False
        state = chance.onward(referee, state, rng, 1.0)
        if state is None:
            return True
    return True


def set_to(referee: AnyReferee, state: Any, tracker: Tracker, value: int) -> Any:
    """Return the state with a number set by hand, ``None`` where that is refused or asked about."""
    ruling = referee.apply(state, Adjust(tracker.name, value))
    return ruling.state if isinstance(ruling, Ruling) else None


def value_of(referee: AnyReferee, state: Any, name: str) -> int | None:
    """Return the value of a number, ``None`` where it is not kept any more."""
    return next((each.value for each in referee.trackers(state) if each.name == name), None)


def numbers(referee: AnyReferee, state: Any) -> dict[str, int]:
    """Return every number of a table by its name."""
    return {each.name: each.value for each in referee.trackers(state)}


def asked(referee: AnyReferee, state: Any) -> set[str]:
    """Return what the rules wait for."""
    return {prompt.do for prompt in referee.prompts(state) if prompt.expected}


# -- depth --------------------------------------------------------------------------------


def interrupted(referee: AnyReferee, state: Any) -> Iterator[Breach]:
    """Check that a turn finished as its forms show it comes to the same in every depth it is
    finished in."""
    here = getattr(state, "depth", "")
    for depth in referee.title.depths if here else ():
        there = referee.apply(state, SetDepth(depth))
        if depth == here or not isinstance(there, Ruling):
            continue
        ends = finished(referee, state), finished(referee, there.state)
        if None in ends:
            continue
        one, two = (numbers(referee, each) for each in ends)
        if one != two:
            apart = {name: (n, two.get(name)) for name, n in one.items() if two.get(name) != n}
            told = f"{referee.step(state)}, {here} and {depth}: {apart}"
            yield Breach("interrupted", depth, told[:300])


def finished(referee: AnyReferee, state: Any) -> Any:
    """Return the table after the turn as its forms show it, ``None`` where they leave something
    open."""
    begun = referee.turn(state)
    for _ in range(TO_THE_END):
        if referee.turn(state) != begun or referee.outcome(state):
            return state
        expected = [prompt for prompt in referee.prompts(state) if prompt.expected]
        ready = [data for prompt in expected if (data := shown(prompt)) is not None]
        state = step_ended(referee, state, ready[::-1])
        if state is None:
            return None
    return None


def step_ended(referee: AnyReferee, state: Any, ready: Iterable[dict[str, Any]]) -> Any:
    """Return the state after the first of these entries that ends its step, or else after the first
    one; ``None`` if refused. What does not end a step is a choice that no depth has to make."""
    first = None
    for data in ready:
        after = answered(referee, state, data)
        if after is None or ends_step(referee, state, after):
            return after
        first = first if first is not None else after
    return first


def ends_step(referee: AnyReferee, state: Any, after: Any) -> bool:
    """Return whether an entry ended its step, or the game."""
    return referee.step(after) != referee.step(state) or bool(referee.outcome(after))


def shown(prompt: Prompt) -> dict[str, Any] | None:
    """Return the entry a form sends as it is shown, ``None`` where something has to be chosen
    first."""
    given = {field.name: field.default for field in prompt.fields if set_already(field)}
    wanted = {field.name for field in prompt.fields if not field.optional}
    return {"do": prompt.do, **prompt.fixed, **given} if wanted <= set(given) else None


def set_already(field: Field) -> bool:
    """Return whether a field is filled in beforehand."""
    return (field.default is not None and field.kind != "dice") or field.kind == "flag"


def answered(referee: AnyReferee, state: Any, data: dict[str, Any]) -> Any:
    """Return the state after an entry whose questions get their first answer; ``None`` if
    refused."""
    answers: dict[str, str] = {}
    action = referee.decode_action(data)
    ruling = referee.apply(state, action, None, answers)
    while isinstance(ruling, Question):
        answers[ruling.code] = str(ruling.options[0].value)
        ruling = referee.apply(state, action, None, answers)
    return ruling.state if isinstance(ruling, Ruling) else None

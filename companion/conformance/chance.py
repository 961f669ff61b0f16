"""Random play from nothing but prompts: for fuzzing, recording and plausible test data."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.plays.pages.forms import action_types
from games.referee import (
    AnyReferee,
    Field,
    MalformedError,
    Prompt,
    Question,
    Refusal,
    Ruling,
    SetDepth,
)


def value(field: Field, rng: Random) -> Any:
    """Return some value a field accepts, as a person might enter it; ``None`` leaves it empty."""
    choices = [choice.value for choice in field.choices]
    match field.kind:
        case "choice":
            return rng.choice(choices) if choices else None
        case "choices":
            most = min(len(choices), 3 if field.high is None else field.high)
            least = min(field.low or 0, most)
            return rng.sample(choices, rng.randint(least, most))
        case "sequence":
            if rng.random() < 0.5:
                return [rng.choice(choices) for _ in field.rows]
            each_once = rng.sample(choices, min(len(choices), len(field.rows)))
            return each_once + choices[:1] * (len(field.rows) - len(each_once))
        case "dice":
            return [rng.choice(die.faces).value for die in field.dice]
        case "flag":
            return rng.random() < 0.5
        case "text":
            return str(rng.choice([*choices, f"Nobody {rng.randrange(10_000)}"]))[: field.high]
        case "number":
            low = 0 if field.low is None else field.low
            return rng.choice(field.numbers) if field.high is not None else low + rng.randint(0, 9)


def action(prompt: Prompt, rng: Random) -> dict[str, Any]:
    """Return a random action a prompt offers, as plain data."""
    values = {field.name: value(field, rng) for field in prompt.fields}
    given = {name: each for name, each in values.items() if each is not None}
    return {"do": prompt.do, **prompt.fixed, **given}


def offered(referee: AnyReferee, data: Any) -> Any:
    """Return the action a prompt offers; fail with the cause where there is no such action."""
    try:
        return referee.decode_action(data)
    except MalformedError as error:
        do = data["do"]
        if do in action_types(referee.Action):
            cause = f"{do} is offered with {data}, and its class takes something else: {error}"
        else:
            cause = f"{do} is not in Action: its class stands in no chapter of Rules(…)"
        raise AssertionError(cause) from error


def answered(
    referee: AnyReferee, state: Any, data: Any, actor: int | None, rng: Random
) -> tuple[Ruling[Any] | Refusal, dict[str, str]]:
    """Return the ruling on an action with every question of fact answered at random."""
    answers: dict[str, str] = {}
    action = offered(referee, data)
    while True:
        ruling = referee.apply(state, action, actor, answers)
        if not isinstance(ruling, Question):
            return ruling, answers
        answers[ruling.code] = str(rng.choice(ruling.options).value)


def begin(referee: AnyReferee, players: int, *, sample: bool = True) -> Any:
    """Return the first state of a play with the sample box (or a blank one)."""
    box = referee.sample_box() if sample else referee.blank_box()
    ruling = referee.begin(referee.setup_default(players, box), box)
    assert isinstance(ruling, Ruling), ruling
    return ruling.state


def startable(referee: AnyReferee) -> list[int]:
    """Return the numbers of players that every box is enough for."""
    title = referee.title
    found: list[int] = []
    for players in range(title.min_players, title.max_players + 1):
        boxes = (referee.sample_box(), referee.blank_box())
        begun = [referee.begin(referee.setup_default(players, box), box) for box in boxes]
        if all(isinstance(each, Ruling) for each in begun):
            found.append(players)
    return found


def begun(referee: AnyReferee, rng: Random) -> Any:
    """Return a new table: any number of players, with cards or without, in either depth."""
    state = begin(referee, rng.choice(startable(referee)), sample=rng.random() < 0.8)
    if len(referee.title.depths) < 2:
        return state
    depth = referee.apply(state, SetDepth(rng.choice(referee.title.depths)))
    assert isinstance(depth, Ruling)
    return depth.state


def spoil(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return the same action with one field made wrong, out of range or missing."""
    spoiled = dict(data)
    name = rng.choice(sorted(spoiled))
    bad: list[Any] = [-1, 0, 7, 99, 2**63, "", "nonsense", None, [], [0, 0, 0], True]
    if rng.random() < 0.2:
        del spoiled[name]
    else:
        spoiled[name] = rng.choice(bad)
    return spoiled


def same(referee: AnyReferee, one: Any, other: Any) -> bool:
    """Return whether two states are equal also as they are stored."""
    return bool(one == other) and msgspec.json.encode(one) == msgspec.json.encode(other)


def onward(referee: AnyReferee, state: Any, rng: Random, due: float = 0.9) -> Any:
    """Return the state after one offered action that is accepted, or ``None``; ``due`` is how often
    it is an expected one."""
    prompts = referee.prompts(state)
    expected = [prompt for prompt in prompts if prompt.expected]
    for _ in range(60):
        prompt = rng.choice(expected if expected and rng.random() < due else prompts)
        actor = rng.choice(prompt.actors) if prompt.actors else None
        ruling, _ = answered(referee, state, action(prompt, rng), actor, rng)
        if isinstance(ruling, Ruling):
            return ruling.state
    return None

"""Playing what the prompts offer, at random: for machines and fuzzing."""

from __future__ import annotations

from typing import Any

import msgspec

from games.referee import Choice, Field, Prompt, Question


def values(choices: tuple[Choice, ...]) -> list[Any]:
    return [choice.value for choice in choices]


def fill(prompt: Prompt, pick: Any) -> dict[str, Any]:
    """Return an action of a prompt as plain data; ``pick(options)`` decides."""
    data = {"do": prompt.do, **prompt.fixed}
    for field in prompt.fields:
        if field.optional and pick([True, False, False]):
            continue
        data[field.name] = _value(field, pick)
    return data


def _value(field: Field, pick: Any) -> Any:
    match field.kind:
        case "number":
            return pick(list(range(field.low or 0, (field.high or 0) + 1)))
        case "choice":
            return pick(values(field.choices))
        case "choices":
            some = [v for v in values(field.choices) if pick([True, False])]
            least = values(field.choices)[: field.low or 0]
            return some if len(some) >= len(least) else least
        case "sequence":
            return [pick(values(field.choices)) for _ in field.rows]
        case "flag":
            return pick([True, False])
        case "dice":
            return [pick(values(die.faces)) for die in field.dice]
    return pick([*values(field.choices), "Ward", "Cellar"])


def say(referee: Any, state: Any, data: dict[str, Any], pick: Any) -> Any:
    """Return the answer to an action, questions answered by ``pick``."""
    action = referee.decode_action(data)
    answers: dict[str, str] = {}
    while True:
        answer = referee.apply(state, action, None, answers)
        if not isinstance(answer, Question):
            return answer
        answers[answer.code] = str(pick(values(answer.options)))


def plain(action: Any) -> Any:
    """Return an action as it is stored."""
    return msgspec.json.decode(msgspec.json.encode(action))

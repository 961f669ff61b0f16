"""Ways to fill in an offered prompt, and the tables that these lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

import msgspec

from games.actions import expecting
from games.messages import Msg
from games.recent import Recent
from games.referee import AnyReferee
from games.vocabulary import Action, Field, MalformedError, Prompt, Ruling

VARIANTS = 12
"""Ways to fill in one prompt that are tried."""

KEPT = 1000
"""Tables of which one process remembers what they wait for: a few kilobytes each."""

Chosen = tuple[Msg | str, ...]


class Option(NamedTuple):
    """One way to answer a prompt: the entry, and what is chosen in it."""

    action: Action
    chosen: Chosen
    free: bool
    """Neither dice nor chance nor facts of the copy are in it: the person entering it decides."""


def options(
    referee: AnyReferee, state: Any, prompt: Prompt, fields: Sequence[Field]
) -> Iterator[Option | None]:
    """Yield ways to answer a prompt by ``fields``; ``None`` for one that is no action."""
    for values in fillings(fields):
        action = decoded(referee, {"do": prompt.do, **prompt.fixed, **values})
        if action is None:
            yield None
            continue
        free = not (action.teaches or action.chances or referee.rolled(state, action))
        yield Option(action, _chosen(fields, values), free)


def tables_after(referee: AnyReferee, state: Any, prompt: Prompt) -> Iterator[tuple[Chosen, Any]]:
    """Yield the tables that a prompt may lead to without dice or a question, and what was
    chosen."""
    for option in options(referee, state, prompt, prompt.fields):
        if option is not None and option.free and not option.action.by_hand:
            answer = referee.apply(state, option.action, actor_of(prompt), {})
            if isinstance(answer, Ruling):
                yield option.chosen, answer.state


recent: Recent[tuple[AnyReferee, bytes], tuple[Prompt, ...]] = Recent(KEPT)
"""What the latest tables that forecasts have looked at wait for."""


def expected_prompts(
    referee: AnyReferee, state: Any, text: bytes | None = None
) -> tuple[Prompt, ...]:
    """Return the prompts that are expected now, in their order; ``text`` is the state as
    MessagePack, where the caller has it."""
    key = (referee, msgspec.msgpack.encode(state) if text is None else text)
    found = recent.get(key)
    if found is None:
        with expecting(referee.awaited):
            found = tuple(each for each in referee.prompts(state) if each.expected)
        recent.put(key, found)
    return found


def needed_fields(prompt: Prompt) -> list[Field]:
    """Return the fields of a prompt without numbers that are nothing if left out, such as those of
    a roll entered at once and of its rerolls: the dice are asked for then."""
    return [
        each for each in prompt.fields if each.kind != "number" or not each.optional or each.default
    ]


def fillings(fields: Sequence[Field]) -> Iterator[dict[str, Any]]:
    """Yield some ways to fill in these fields; none where one asks what only the table knows."""
    for row in islice(product(*map(values_of, fields)), VARIANTS):
        pairs = zip(fields, row, strict=True)
        yield {field.name: value for field, (value, _) in pairs if value is not None}


def values_of(field: Field) -> list[tuple[Any, Msg | str]]:
    """Return values of one field with how each is called; ``None`` leaves it out."""
    if field.kind == "choice" and not field.optional:
        return [(choice.value, choice.label) for choice in field.choices]
    if field.kind == "dice":
        faces = min((len(row.faces) for row in field.dice), default=0)
        return [([row.faces[n].value for row in field.dice], "") for n in range(faces)]
    if field.default is not None:
        return [(field.default, "")]
    if field.kind == "choices":
        low = field.low or 0
        return [([choice.value for choice in field.choices[:low]], "")]
    if field.kind == "flag":
        return [(False, "")]
    return [(None, "")] if field.optional else []


def actor_of(prompt: Prompt, otherwise: int | None = None) -> int | None:
    """Return the part that enters a prompt: the first of those it asks."""
    return prompt.actors[0] if prompt.actors else otherwise


def decoded(referee: AnyReferee, values: dict[str, Any]) -> Any:
    """Return the action of an entry; ``None`` if it is none."""
    try:
        return referee.decode_action(values)
    except MalformedError:
        return None


def _chosen(fields: Sequence[Field], values: dict[str, Any]) -> Chosen:
    """Return the labels of the choices made."""
    found: list[Msg | str] = []
    for field in fields:
        given = values.get(field.name)
        several = given if isinstance(given, list) else [given]
        found += (each.label for each in field.choices if each.value in several)
    return tuple(found)

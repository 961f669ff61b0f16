"""Preview an entry: which results are certain and which depend on further input.

The referee rules on it as on any other, and nothing is kept. Further questions are tried with some
values: a result is certain if all values bring it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from games.messages import Msg
from games.odds.options import decoded, fillings
from games.referee import AnyReferee
from games.vocabulary import (
    Choice,
    Field,
    Frozen,
    Note,
    Outcome,
    Prompt,
    Question,
    Refusal,
    Ruling,
)


class Consequence(Frozen):
    """The results of an entry: ``certain`` in any case, each of ``depends`` with its answer.

    ``lacks`` are the missing inputs; ``state`` and ``outcome`` are the situation afterwards, if
    none is missing. ``luck``: chance decides as soon as it is entered.
    """

    certain: tuple[Note, ...] = ()
    state: Any = None
    outcome: Outcome | None = None
    refusal: Refusal | None = None
    question: Question | None = None
    depends: tuple[tuple[Choice, Consequence], ...] = ()
    lacks: tuple[Msg | str, ...] = ()
    luck: bool = False


def consequence(
    referee: AnyReferee, state: Any, prompt: Prompt, given: Mapping[str, Any], actor: int | None
) -> Consequence:
    """Return what ``prompt`` would bring with what is ``given`` for its fields.

    Raises ``MalformedError`` for values that no action has.
    """
    missing = lacking(prompt, given)
    values = {**given, "do": prompt.do, **prompt.fixed}
    if missing:
        return _incomplete(referee, state, prompt, values, missing, actor)
    return _ruled(referee, state, referee.decode_action(values), actor, {})


def lacking(prompt: Prompt, given: Collection[str]) -> tuple[Field, ...]:
    """Return the fields that an entry insists on and that nothing is given for."""
    return tuple(
        field
        for field in prompt.fields
        if field.name not in given
        and not field.optional
        and not (field.kind == "flag" or (field.kind == "choices" and not field.low))
    )


def _incomplete(
    referee: AnyReferee,
    state: Any,
    prompt: Prompt,
    values: dict[str, Any],
    missing: tuple[Field, ...],
    actor: int | None,
) -> Consequence:
    """Return what holds however the rest is filled in."""
    found = []
    for more in fillings(missing):
        action = decoded(referee, {**values, **more})
        if action is not None:
            found.append(_ruled(referee, state, action, actor, {}))
    ruled = [each for each in found if each.state is not None]
    first = ruled[0].certain if ruled else ()
    shared = tuple(note for note in first if all(note in each.certain for each in ruled))
    return Consequence(shared, lacks=tuple(field.label or prompt.label for field in missing))


def _ruled(
    referee: AnyReferee, state: Any, action: Any, actor: int | None, answers: Mapping[str, str]
) -> Consequence:
    if action.chances:
        return Consequence(luck=True)
    answer = referee.apply(state, action, actor, answers)
    if isinstance(answer, Ruling):
        return Consequence(answer.notes, answer.state, referee.outcome(answer.state))
    if isinstance(answer, Refusal):
        return Consequence(refusal=answer)
    if answer.code in answers or len(answers) > 1:
        return Consequence(question=answer)
    depends = tuple(
        (each, _ruled(referee, state, action, actor, {**answers, answer.code: str(each.value)}))
        for each in answer.options
    )
    return Consequence(question=answer, depends=depends)

"""Reasons of a referee for what cannot be done, true whatever the action would name."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec

from games.referee import AnyReferee, Refusal

NOTHING_HERE = Refusal("", "")
"""No reason of the referee is known to be true: it spoke of values no one has named."""
WORDS = ("", "\N{WHITE SQUARE}")
"""Two texts no table uses; a reason that changes with them speaks of them."""
NUMBERS = (0, 1)


def why_not(referee: AnyReferee, state: Any, kind: Any, actor: int | None) -> Refusal | None:
    """Return a reason that is true whatever the action would name; ``None`` if it would be let
    through.

    The action is tried with values no one has chosen, the asker's own part first. A refusal
    counts as the reason only if it does not speak of them.
    """
    for numbers in ((actor,) if actor is not None else (), NUMBERS):
        found: list[Refusal] = []
        for number in numbers:
            answers = [referee.apply(state, _plainest(kind, number, word), actor) for word in WORDS]
            refused = [answer for answer in answers if isinstance(answer, Refusal)]
            if len(refused) < len(answers):
                return None
            if refused[0] != refused[1]:
                return NOTHING_HERE
            if not _speaks_of(refused[0], number):
                found.append(refused[0])
        if found and all(each == found[0] for each in found):
            return found[0]
    return NOTHING_HERE


def _speaks_of(answer: Refusal, number: int) -> bool:
    facts = (*answer.facts.values(), *(answer.remedy.facts.values() if answer.remedy else ()))
    return any((type(fact) is int and fact == number) or fact in ("", WORDS[1]) for fact in facts)


@cache
def _plainest(kind: Any, number: int, word: str) -> Any:
    """Return the plainest action of a kind: what has to be said, and texts and lists, as given.

    An action never changes, and to read its class costs more than what the referee says of it.
    """
    return kind(
        **{
            field.name: _plain(field.type, number, word)
            for field in msgspec.structs.fields(kind)
            if field.required or (word and isinstance(field.default, str | tuple))
        }
    )


def _plain(kind: Any, number: int, word: str) -> Any:
    """Return the plainest value of a field's type."""
    info = msgspec.inspect.type_info(kind)
    match info:
        case msgspec.inspect.IntType(ge=low):
            return max(number, low or 0)
        case msgspec.inspect.StrType():
            return word
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.UnionType():
            return _plain(get_args(kind)[0], number, word)
        case msgspec.inspect.VarTupleType() if word:
            return (_plain(get_args(kind)[0], number, word),)
    return ()

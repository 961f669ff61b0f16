"""Bounds on plain data before it becomes a type: how much of anything a table can say.

What a type states itself (``msgspec.Meta``) is narrower; these hold for every field of every
title, so that no text and no list grows without end, wherever it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.vocabulary import MalformedError

ANSWER = re.compile(r"(override:)?[A-Za-z][A-Za-z0-9_-]{0,59}")
ANSWERS, REASON = 40, 200
"""Answers with one action, and characters of one."""


class Bounds(NamedTuple):
    """Characters of a text, items of a list, the size of a number, values in all, nesting."""

    text: int
    items: int
    number: int = 1_000_000
    values: int = 20_000
    depth: int = 12


ACTION = Bounds(text=500, items=200, values=2_000)
FACTS = Bounds(text=2_000, items=1_000)
"""For set-ups and boxes, which hold what is printed on many cards."""


def bounded(data: Any, bounds: Bounds) -> None:
    """Raise ``MalformedError`` for the first value of plain data that is out of bounds."""
    left = bounds.values
    stack: list[tuple[str, Any, int]] = [("$", data, 0)]
    while stack:
        where, value, depth = stack.pop()
        left -= 1
        if left < 0 or depth > bounds.depth:
            raise MalformedError(f"More than one table can say - at `{where}`")
        if isinstance(value, str):
            _text(value, bounds.text, where)
        elif isinstance(value, int | float):
            if not -bounds.number <= value <= bounds.number:
                raise MalformedError(f"Expected a number within {bounds.number} - at `{where}`")
        elif isinstance(value, Mapping):
            _items(value, bounds.items, where)
            for key, each in value.items():
                _text(str(key), bounds.text, where)
                stack.append((f"{where}.{key}", each, depth + 1))
        elif isinstance(value, list | tuple | set | frozenset):
            _items(value, bounds.items, where)
            stack.extend((f"{where}[{n}]", each, depth + 1) for n, each in enumerate(value))


def answers(given: Any) -> dict[str, str]:
    """Return answers as a log keeps them; raise ``MalformedError``."""
    if not isinstance(given, Mapping):
        raise MalformedError("Expected an object of texts - at `$.answers`")
    _items(given, ANSWERS, "$.answers")
    for code, answer in given.items():
        if not isinstance(code, str) or not ANSWER.fullmatch(code):
            raise MalformedError("Expected the code of a question or refusal - at `$.answers`")
        if not isinstance(answer, str):
            raise MalformedError(f"Expected `str` - at `$.answers.{code}`")
        _text(answer, REASON, f"$.answers.{code}")
    return dict(given)


def _text(value: str, longest: int, where: str) -> None:
    if len(value) > longest:
        raise MalformedError(f"Expected `str` of length <= {longest} - at `{where[:80]}`")
    if "\x00" in value or not _encodable(value):
        raise MalformedError(f"Expected text that can be kept - at `{where[:80]}`")


def _encodable(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _items(value: Any, most: int, where: str) -> None:
    if len(value) > most:
        raise MalformedError(f"Expected a list of length <= {most} - at `{where[:80]}`")

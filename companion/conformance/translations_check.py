"""Check that a title's sentences are complete: each exists, each fact has its place."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any, TypeVar

from games.messages import Msg, Plural, Speaker

T = TypeVar("T")


def whole(speaker: Speaker, message: Msg | str) -> None:
    """Fail with the cause if a message, or one among its facts, cannot be rendered completely."""
    if isinstance(message, str):
        return
    entry = speaker.catalogue.get(message.code)
    assert entry is not None, f"{message.code} has no sentence: add it to WORDS"
    for text in (entry.one, entry.many) if isinstance(entry, Plural) else (entry,):
        for name in placeholders(text):
            told = ", ".join(message.facts) or "none"
            assert name in message.facts, f"{message.code} wants {{{name}}}, its facts are: {told}"
    for fact in nested(message.facts, Msg):
        whole(speaker, fact)


def placeholders(text: str) -> set[str]:
    """Return the facts a sentence has places for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def nested(value: Any, kind: type[T]) -> Iterator[T]:
    """Yield what is of a kind among facts or other plain data, however deep."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from nested(each, kind)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from nested(each, kind)

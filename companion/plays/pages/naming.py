"""Sides that are people: the player's name replaces the side's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.messages import Msg, Speaker
from games.referee import Frozen, Part

Names = Mapping[bytes, str]
"""Who plays a side, by the message that names it."""


def names(parts: Iterable[Part], people: Mapping[int, str]) -> Names:
    """Return the people of those sides that are called by who plays them."""
    return {
        _key(part.name): people[part.index]
        for part in parts
        if part.person and part.index in people and isinstance(part.name, Msg)
    }


class PlayerNameSpeaker(Speaker):
    """A speaker that says a person's name for the side that person plays."""

    def __init__(self, speaker: Speaker, names: Names) -> None:
        super().__init__(speaker.catalogue, speaker.gettext, speaker.ngettext)
        self.names = names

    def say(self, message: Msg | str) -> str:
        return self.names.get(_key(message)) or super().say(message)


def named(value: Any, names: Names) -> Any:
    """Return prompts, or values of pieces, with the people's names in them.

    They are put in before anything is drawn: what two tables share is known by its values.
    """
    if not names:
        return value
    if isinstance(value, Msg):
        known = names.get(_key(value))
        return known or (Msg(value.code, named(value.facts, names)) if value.facts else value)
    if isinstance(value, Frozen):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **named(fields, names))
    if isinstance(value, Mapping):
        return {name: named(each, names) for name, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(named(each, names) for each in value))
    if isinstance(value, list | tuple):
        return type(value)(named(each, names) for each in value)
    return value


def _key(message: Msg | str) -> bytes:
    return msgspec.json.encode(message)

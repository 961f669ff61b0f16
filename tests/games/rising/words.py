"""Every message inside a prompt, a view, a note or an outcome."""

from __future__ import annotations

import msgspec

from games.messages import Msg


def sentences(thing):
    """Yield every message inside a prompt, view or outcome."""
    if isinstance(thing, Msg):
        yield thing
        for fact in thing.facts.values():
            yield from sentences(fact)
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from sentences(getattr(thing, name))
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from sentences(each)

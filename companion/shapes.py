"""What msgspec knows of our types, learnt before there are threads.

It finds out about a struct when the first value of it is decoded, and leaves half of that where
another thread takes it for the whole: two phones that opened a game in the first moment after a
start ended the server with a segmentation fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
from django.conf import settings

from games import registry


def learn() -> None:
    """Have every struct of the site and its titles looked at, once; takes some milliseconds."""
    registry.referees()
    import_module(settings.ROOT_URLCONF)
    for kind in kinds():
        msgspec.json.Decoder(kind)


def kinds(base: Any = msgspec.Struct) -> Iterator[Any]:
    """Every struct there is, after the modules that make them were imported."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)

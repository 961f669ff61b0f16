"""Types inspected by msgspec before there are threads.

It inspects a struct when its first value is decoded, and another thread may see the half-finished
result: two phones that opened a game just after a start ended the server with a segmentation fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
from django.conf import settings

from games import registry


def learn() -> None:
    """Make msgspec inspect every struct once, before threads start."""
    registry.referees()
    import_module(settings.ROOT_URLCONF)
    for kind in kinds():
        msgspec.json.Decoder(kind)


def kinds(base: Any = msgspec.Struct) -> Iterator[Any]:
    """Yield every struct there is, after the modules that make them were imported."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)

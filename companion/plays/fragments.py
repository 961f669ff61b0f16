"""Pieces of HTML that outlive an action: drawn once, put together anew on every answer.

A piece is a function of the values it is kept under. What differs from answer to answer or from
table to table stands in it as a mark that nobody can type, and is put in last.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import msgspec
from django.core.cache import caches
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

_SECRET = secrets.token_hex(8)
ADDRESS = f"A{_SECRET}"
"""Stands for the code in a table's addresses."""
TOKENS = f"T{_SECRET}"
"""Stands for the hidden fields that are new on every answer."""


def keep(
    name: str, values: Any, draw: Callable[[], str], marks: Mapping[str, str] | None = None
) -> SafeString:
    """The piece ``name`` for ``values`` in this phone's language, drawn if it is not kept yet.

    ``values`` is all that ``draw`` depends on, of types msgspec encodes; ``marks`` are put in
    for ``ADDRESS`` and ``TOKENS``.
    """
    seen = msgspec.msgpack.encode((name, get_language(), values), enc_hook=_plain)
    key = blake2b(seen, digest_size=16).hexdigest()
    kept = caches["fragments"]
    text = kept.get(key)
    if text is None:
        text = str(draw())
        kept.set(key, text)
    for mark, value in (marks or {}).items():
        text = text.replace(mark, value)
    return mark_safe(text)


def _plain(value: object) -> str:
    if isinstance(value, SafeString):
        return value + ""
    raise TypeError(f"{type(value).__name__} is not of plain types")

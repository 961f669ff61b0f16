"""Boards drawn piece by piece, each once for all who may see it, and only what a phone lacks.

The phone says what it holds (``X-Held: danger:1f…,asked:9a…``); what it holds already is not
even drawn. Texts are kept by the values they were drawn from, so that an equal piece of another
phone, revision or table is the same text. A secret is among the values of the piece that shows
it, and no text is ever fetched by its hash: the key can only be computed from what a seat sees.
"""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe
from markupsafe import Markup

from companion.plays.pages.drawing.engine import environment
from companion.plays.pages.drawing.marks import ADDRESS, TOKENS
from companion.plays.pages.forms import PromptView
from companion.serve import ONE_SITE
from games.pieces import BoardPiece, Shared

KEPT_BYTES = 24_000_000
"""Text kept by one process."""

MARK = 5
"""Letters of a piece's hash on the wire, six bits each; texts are cached by the whole hash."""

_PEPPER = bytes.fromhex(os.environ.get(ONE_SITE, "")) or secrets.token_bytes(16)
"""A hand with one card of six can't be guessed from its piece's hash. Processes of one server share
it, so that a phone may ask another one next; a restart draws everything again.
"""


@dataclass(frozen=True)
class BoardLook:
    """Look that all pieces of a board share: the title, the language."""

    slug: str
    language: str


class Store:
    """Texts by the hash of their values; the least used go first."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self.limit, self.size = limit, 0
        self.texts: OrderedDict[str, str] = OrderedDict()
        self.lock = Lock()

    def get(self, key: str) -> str | None:
        with self.lock:
            text = self.texts.get(key)
            if text is not None:
                self.texts.move_to_end(key)
            return text

    def put(self, key: str, text: str) -> None:
        with self.lock:
            if key in self.texts:
                return
            self.texts[key] = text
            self.size += len(text)
            while self.size > self.limit:
                self.size -= len(self.texts.popitem(last=False)[1])

    def clear(self) -> None:
        with self.lock:
            self.texts.clear()
            self.size = 0


store = Store()


def key_of(look: BoardLook, piece: BoardPiece) -> str:
    """Return the hash of a piece's values: equal values, equal picture."""
    return _hash(look, piece)


def _hash(look: BoardLook, drawn: BoardPiece | Shared) -> str:
    seen = _encode((look.slug, look.language, drawn))
    # Base 64 tells as much in fewer letters, and these weigh on every answer.
    return urlsafe_b64encode(blake2b(seen, digest_size=15, key=_PEPPER).digest()).decode()


def mark_of(key: str) -> str:
    """Return as much of a hash as tells a piece from what else the same phone has shown in its
    place."""
    return key[:MARK]


def draw(look: BoardLook, piece: BoardPiece, key: str = "") -> str:
    """Return a piece's text, the marks still in it; ``key`` is its hash, where that is known."""
    key = key or key_of(look, piece)
    text = store.get(key)
    if text is None:
        mark = Markup('id="r-{}" data-h="{}"').format(piece.name, mark_of(key))
        text = _rendered(look, piece.template, {**piece.values, "r": mark})
        store.put(key, text)
    return text


def _rendered(look: BoardLook, template: str, values: Mapping[str, Any]) -> str:
    """Return a template drawn from values; those that are shared are drawn first, or were
    before."""
    found = environment(look.language, look.slug).get_template(template)
    return found.render({name: _inside(look, value) for name, value in values.items()})


def _inside(look: BoardLook, value: Any) -> Any:
    """Return a value as templates see it: what is shared, alone or among others, is drawn."""
    if isinstance(value, Shared):
        return Markup(_shared(look, value))
    if type(value) is tuple:
        return tuple(_inside(look, each) for each in value)
    return value


def _shared(look: BoardLook, shared: Shared) -> str:
    key = _hash(look, shared)
    text = store.get(key)
    if text is None:
        text = _rendered(look, shared.template, shared.values)
        store.put(key, text)
    return text


def held(header: str) -> dict[str, str]:
    """Return what a phone says it has; nonsense is nothing."""
    pairs = (each.partition(":") for each in header[:4000].split(",") if each)
    return {name: key for name, _, key in pairs}


def changed(
    look: BoardLook,
    pieces: Sequence[BoardPiece],
    has: Mapping[str, str],
    keys: Mapping[str, str],
) -> list[str] | None:
    """Return texts of the pieces a phone lacks; ``None`` where its page has other places than
    these."""
    if set(has) != set(keys):
        return None
    keyed = ((piece, keys[piece.name]) for piece in pieces)
    return [draw(look, piece, key) for piece, key in keyed if has[piece.name] != mark_of(key)]


def whole(
    look: BoardLook,
    frames: Sequence[str],
    pieces: Sequence[BoardPiece],
    keys: Mapping[str, str] | None = None,
) -> str:
    """Return the board with all its pieces in their places, by the first of ``frames`` there is."""
    known = keys or {}
    texts = {piece.name: Markup(draw(look, piece, known.get(piece.name, ""))) for piece in pieces}

    def every(prefix: str) -> list[Markup]:
        return [text for name, text in texts.items() if name.startswith(prefix)]

    frame = environment(look.language, look.slug).select_template(frames)
    return frame.render({"piece": lambda name: texts.get(name, ""), "every": every})


def filled(text: str, address: str, tokens: str) -> SafeString:
    """Return the text with the table's address and this answer's tokens put in."""
    return mark_safe(text.replace(ADDRESS, address).replace(TOKENS, tokens))


def _plain(value: object) -> object:
    if isinstance(value, PromptView):
        return (value.prompt, value.mine, value.typed)
    if isinstance(value, Markup | SafeString):
        return str(value) + ""
    raise TypeError(f"{type(value).__name__} is not of plain types")


_encode = msgspec.msgpack.Encoder(enc_hook=_plain).encode

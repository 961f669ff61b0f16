"""Boards drawn piece by piece, each once for all who may see it, and only what a phone lacks.

The phone says what it holds (``X-Held: danger:1f…,asked:9a…``); what it holds already is not
even drawn. Texts are kept by the values they were drawn from, so that an equal piece of another
phone, revision or table is the same text. A secret is among the values of the piece that shows
it, and no text is ever fetched by its hash: the key can only be computed from what a seat sees.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock

import msgspec
from django.utils.safestring import SafeString, mark_safe
from markupsafe import Markup

from companion.plays.pages.drawing.engine import environment
from companion.plays.pages.drawing.marks import ADDRESS, TOKENS
from companion.plays.pages.forms import PromptView
from games.pieces import Piece

KEPT_BYTES = 24_000_000
"""Text kept by one process."""

_PEPPER = secrets.token_bytes(16)
"""A hand of one of six cards must not be guessed from the hash of its piece."""


@dataclass(frozen=True)
class Look:
    """What is the same for all pieces of a board: the title, the language."""

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


def key_of(look: Look, piece: Piece) -> str:
    """The hash of a piece's values: equal values, equal picture."""
    seen = msgspec.msgpack.encode((look.slug, look.language, piece), enc_hook=_plain)
    return blake2b(seen, digest_size=8, key=_PEPPER).hexdigest()


def draw(look: Look, piece: Piece) -> tuple[str, str]:
    """A piece's hash and text; the marks are still in it."""
    key = key_of(look, piece)
    text = store.get(key)
    if text is None:
        mark = Markup('id="r-{}" data-h="{}"').format(piece.name, key)
        template = environment(look.language, look.slug).get_template(piece.template)
        text = template.render({**piece.values, "r": mark})
        store.put(key, text)
    return key, text


def held(header: str) -> dict[str, str]:
    """What a phone says it has; nonsense is nothing."""
    pairs = (each.partition(":") for each in header[:4000].split(",") if each)
    return {name: key for name, _, key in pairs}


def changed(look: Look, pieces: Sequence[Piece], has: Mapping[str, str]) -> list[str] | None:
    """Texts of the pieces a phone lacks; ``None`` where its page has other places than these."""
    if set(has) != {piece.name for piece in pieces}:
        return None
    return [draw(look, piece)[1] for piece in pieces if has[piece.name] != key_of(look, piece)]


def whole(look: Look, frames: Sequence[str], pieces: Sequence[Piece]) -> str:
    """The board with all its pieces in their places, by the first of ``frames`` there is."""
    texts = {piece.name: Markup(draw(look, piece)[1]) for piece in pieces}

    def every(prefix: str) -> list[Markup]:
        return [text for name, text in texts.items() if name.startswith(prefix)]

    frame = environment(look.language, look.slug).select_template(frames)
    return frame.render({"piece": lambda name: texts.get(name, ""), "every": every})


def filled(text: str, address: str, tokens: str) -> SafeString:
    """The text with the table's address and this answer's tokens put in."""
    return mark_safe(text.replace(ADDRESS, address).replace(TOKENS, tokens))


def _plain(value: object) -> object:
    if isinstance(value, PromptView):
        return (value.prompt, value.mine, value.others, value.typed)
    if isinstance(value, Markup | SafeString):
        return str(value) + ""
    raise TypeError(f"{type(value).__name__} is not of plain types")

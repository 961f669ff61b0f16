"""A board in pieces: each drawn from values of its own, so that only what changed is sent.

A piece is a name, a template and everything that template may look at. Two boards whose piece
has equal values show the same there; the site draws it once and sends it to whoever lacks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from games.vocabulary import Field, Prompt, Title


class Piece(NamedTuple):
    """One piece of a board. ``values`` is all its template sees beside ``say`` and the title."""

    name: str
    template: str
    values: dict[str, Any]


def templates(title: Title) -> str:
    """The folder of the templates that only this title has."""
    return f"games/{title.slug}/"


def absent(name: str) -> Piece:
    """A piece that has nothing to show now; its place stays."""
    return Piece(name, "board/empty.jinja", {})


class Offer(Protocol):
    """A prompt as one phone sees it; ``mine`` where this phone may answer it."""

    prompt: Prompt
    mine: bool
    others: bool

    @property
    def id(self) -> str: ...
    @property
    def do(self) -> str: ...
    @property
    def fixed(self) -> dict[str, Any]: ...
    @property
    def fields(self) -> tuple[Field, ...]: ...
    @property
    def typed(self) -> dict[str, list[str]] | None: ...


class Handle(NamedTuple):
    """Enough of a prompt to post it from elsewhere on the board."""

    do: str
    id: str
    fixed: dict[str, Any]


def handle(offer: Offer | None) -> Handle | None:
    """The handle of a prompt this phone may answer."""
    return Handle(offer.do, offer.id, offer.fixed) if offer and offer.mine else None


class Offers:
    """What a phone is offered: ``now`` is asked on the board, ``more`` is possible besides.

    ``seated`` is false on the big screen, which nobody touches.
    """

    def __init__(self, now: Sequence[Offer], more: Sequence[Offer], seated: bool = True) -> None:
        self.now, self.more, self.seated = now, more, seated

    def asked(self, do: str) -> Offer | None:
        """This phone's own prompt of this moment that does ``do``."""
        return _first(self.now, do)

    def besides(self, do: str) -> Offer | None:
        """This phone's own prompt among those possible besides."""
        return _first(self.more, do)


def _first(offers: Iterable[Offer], do: str) -> Offer | None:
    return next((each for each in offers if each.do == do and each.mine), None)


def taps(offer: Offer | None, field: str, ids: Iterable[Any]) -> tuple[Any, ...]:
    """Those of ``ids`` that a prompt takes in ``field``: all a piece may know of a prompt.

    A piece that held the whole prompt would change whenever any choice of it changes.
    """
    if offer is None or not offer.mine:
        return ()
    taken = {c.value for spec in offer.fields if spec.name == field for c in spec.choices}
    return tuple(each for each in ids if each in taken)

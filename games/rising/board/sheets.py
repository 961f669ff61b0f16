"""Sheets over the board: what this copy does not know of a card, or of the track."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.messages import Msg
from games.pieces import BoardPiece, Handle, Offer, absent, handle
from games.rising.board.view import BoardView, CardView
from games.vocabulary import Choice

AT = "games/rising/stage/"
ROW = 12
"""The longest section that can be entered with a tap; longer ones are among the other options."""


class CardSheet(NamedTuple):
    """A card that lacks its name, its kind or its spaces. ``form`` posts what is told of it;
    ``fresh`` if it has just come and may be asked about once."""

    id: str
    name: Msg | str
    nameless: bool
    kind: str
    kinds: tuple[Choice, ...]
    damage: int
    capacity: int
    fresh: bool
    form: Handle | None


def lacking(card: CardView) -> bool:
    """Return whether a card lacks what decides about it."""
    nameless = not isinstance(card.name, str)
    return nameless or not card.kind or not card.capacity


def on_table(board: BoardView) -> tuple[CardView, ...]:
    """Return the cards at the locations, then those of the teams."""
    there = (card for each in board.locations for card in each.cards if card)
    return (*there, *(card for team in board.teams for card in team.heroes))


def editors(board: BoardView, unknown: dict[str, Offer]) -> BoardPiece:
    """Return a small sheet for each card that lacks something; ``unknown`` are their forms by the
    id or the name of the card."""
    forms = {
        card.id: unknown.get(card.id) or unknown.get(str(card.name)) for card in on_table(board)
    }
    cards = tuple(
        _sheet(board, card, form)
        for card in on_table(board)
        if lacking(card) and (form := forms[card.id])
    )
    if not cards:
        return absent("editors")
    offers = [each for each in forms.values() if each]
    names = {
        (str(choice.value), choice.tone)
        for each in offers
        for field in each.fields
        if field.name == "name"
        for choice in field.choices
    }
    price = next(field for field in offers[0].fields if field.name == "price")
    values = {
        "cards": cards,
        "names": tuple(sorted(names)),
        "symbols": tuple(zip(board.symbols, price.rows, strict=True)),
    }
    return BoardPiece("editors", AT + "editors.jinja", values)


def _sheet(board: BoardView, card: CardView, form: Offer) -> CardSheet:
    kinds = next(field for field in form.fields if field.name == "kind").choices
    told = tuple(each for each in kinds if each.value in ("hero", "villain"))
    return CardSheet(
        card.id,
        card.name,
        not isinstance(card.name, str),
        card.kind,
        told if card.kind in ("", "hero", "villain") else (),
        card.damage,
        card.capacity,
        card.id == board.fresh,
        handle(form),
    )


def counting(track: Offer | None) -> BoardPiece:
    """Return the spaces of a track no one has counted: the last one of each section is tapped."""
    if not track:
        return absent("counting")
    (sizes,) = track.fields
    rows = tuple(zip(sizes.rows, sizes.default, strict=True))
    listed = [int(choice.value) for choice in sizes.choices]
    most = max(ROW, *sizes.default) if len(rows) > 1 else max(listed)
    fewest = 1 if len(rows) > 1 else min(listed)
    values: dict[str, Any] = {
        "track": handle(track),
        "rows": rows,
        "spaces": tuple(range(fewest, most + 1)),
    }
    return BoardPiece("counting", AT + "counting.jinja", values)

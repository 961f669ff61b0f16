"""The board in pieces: the climb, what is asked, one's own sheet and hand, everyone else's."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.pieces import BoardPiece, Offers, absent, handle
from games.talisman_batman.board.view import View, VillainView

FLOORS = (1, 2, 3)
AT = "games/talisman-batman/"


def pieces(board: View, offers: Offers) -> tuple[BoardPiece, ...]:
    """Return the pieces of a table; a hand is a piece of its own, drawn for its owner alone."""
    return (
        _danger(board),
        BoardPiece("asked", AT + "asked.jinja", _asked(board)),
        *_looks(offers),
        _fight(board, offers),
        *_rings(board, offers),
        _off_the_rings(board, offers),
        _mine(board, offers),
        *_sheets(board),
        *_hand(board, offers),
        BoardPiece("everyone", AT + "state/everyone.jinja", {"standings": _lines(board)}),
        BoardPiece("lying", AT + "state/lying.jinja", {"lying": board.lying})
        if board.lying
        else absent("lying"),
    )


def _danger(board: View) -> BoardPiece:
    values = {
        "tower": () if board.cells else board.tower,
        "leader": board.leader,
        "space": board.batman_space,
        "strength": board.batman_strength,
        "cunning": board.batman_cunning,
        "checked": board.batman_checked,
        "keys": board.keys,
    }
    return BoardPiece("danger", AT + "danger.jinja", values)


def _asked(board: View) -> dict[str, object]:
    names = tuple((each.seat, each.name) for each in board.standings)
    return {"pending": board.pending, "names": names}


def _fight(board: View, offers: Offers) -> BoardPiece:
    """Return the fight, and the cards this phone may take up or put down in it."""
    if board.fight is None:
        return absent("fight")
    boost = {
        offer.fixed["seat"]: handle(offer)
        for offer in offers.now
        if offer.mine and offer.do == "boost"
    }
    gear = tuple((each, boost[each.seat]) for each in board.fight.gear if each.seat in boost)
    return BoardPiece("fight", AT + "stage/duel.jinja", {"fight": board.fight, "gear": gear})


def _rings(board: View, offers: Offers) -> Iterator[BoardPiece]:
    """Yield the rings, a piece each, since a move mostly changes one of them.

    A space where a move can end is tapped to end it there.
    """
    ends = {
        choice.value: offer.id
        for offer in offers.now
        if offer.mine and offer.do in ("move", "batman-move", "place")
        for field in offer.fields
        if field.name == "to" and field.kind == "choice"
        for choice in field.choices
    }
    for floor in FLOORS:
        cells = tuple(each for each in board.cells if each.floor == floor)
        here = {each.space: ends[each.space] for each in cells if each.space in ends}
        values = {"floor": floor, "cells": cells, "ends": here}
        name = f"ring-{floor}"
        yield BoardPiece(name, AT + "stage/ring.jinja", values) if cells else absent(name)


def _off_the_rings(board: View, offers: Offers) -> BoardPiece:
    """Return the figures on spaces that no ring shows, each with the form that shows its place."""
    forms = {each.fixed["seat"]: each for each in offers.more if each.do == "located"}
    values = {"figures": tuple((each, forms.get(each.seat)) for each in board.unplaced)}
    return BoardPiece("off", AT + "stage/off.jinja", values) if board.unplaced else absent("off")


def _mine(board: View, offers: Offers) -> BoardPiece:
    """Return the numbers of the villain this phone plays, beside what is asked; a tap changes
    one."""
    change = handle(offers.besides("change"))
    for each in board.standings:
        if each.mine and each.status == "alive":
            return BoardPiece("mine", AT + "mine.jinja", {"s": _open(each), "change": change})
    return absent("mine")


def _looks(offers: Offers) -> Iterator[BoardPiece]:
    """Yield cards someone else typed in, to be read by a second player."""
    checks = tuple(each for each in offers.more if each.mine and each.prompt.tone == "check")
    values = {"checks": checks}
    yield BoardPiece("looks", AT + "asked/looks.jinja", values) if checks else absent("looks")


def _sheets(board: View) -> Iterator[BoardPiece]:
    """Yield the villain in focus first, by a name of its own: it may change with the turn."""
    for each in board.standings:
        if each.seat == board.focus:
            yield BoardPiece("focus", AT + "state/focus.jinja", {"s": _open(each)})
    for each in board.standings:
        name = f"rival-{each.seat}"
        if each.seat == board.focus or each.status != "alive":
            yield absent(name)
        else:
            yield BoardPiece(name, AT + "state/rival.jinja", {"s": _open(each)})


def _hand(board: View, offers: Offers) -> Iterator[BoardPiece]:
    """Yield the viewer's own Feats, and what may be done with them."""
    for each in board.standings:
        if each.mine and each.status == "alive":
            mine = (o for o in offers.more if o.mine and o.prompt.tone == "private")
            private = tuple(o for o in mine if o.fixed.get("seat") == each.seat)
            values = {"count": each.feat_count, "limit": each.feat_limit, "feats": each.feats}
            yield BoardPiece("hand", AT + "state/hand.jinja", {**values, "private": private})
            return
    yield absent("hand")


def _open(standing: VillainView) -> VillainView:
    """Return a villain as everyone sees it."""
    return replace(standing, feats=())


def _lines(board: View) -> tuple[VillainView, ...]:
    """Return what the table of everyone shows of each."""
    return tuple(
        VillainView(
            each.seat,
            each.name,
            each.status,
            each.status_label,
            each.active,
            each.next,
            False,
            dials=each.dials,
            fate=each.fate,
            coins=each.coins,
            space=each.space,
        )
        for each in board.standings
    )

"""The board in pieces: the danger on top, the three locations, the teams, the supply."""

from __future__ import annotations

from typing import Any

from games.pieces import Handle, Offer, Offers, Piece, absent, handle, taps
from games.rising.board import BoardView, CardView, LocationView, TeamView

AT = "games/rising/"
CLOSING = ("left", "advance", "full")
"""Fields of the results that stand beside the button that ends the turn, not on a card."""


class Touch:
    """What may be done with a card now, by a phone: the prompts behind taps on the stage."""

    def __init__(self, offers: Offers) -> None:
        self.deploy, self.results = offers.asked("deploy"), offers.asked("results")
        self.kinds, self.assign = offers.asked("card.kinds"), offers.asked("assign")
        self.hurt, self.heal = offers.besides("damage"), offers.besides("heal")
        self.seated = offers.seated

    def of(self, cards: tuple[CardView, ...]) -> dict[str, Any]:
        """What a piece with these cards may know of the prompts."""
        ids = [card.id for card in cards]
        return {
            "join": taps(self.results, "recruited", ids),
            "hit": taps(self.results, "hits", ids),
            "sort": taps(self.kinds, "heroes", ids),
            "lay": taps(self.assign, "target", ids),
            "hurt": taps(self.hurt, "card", ids),
            "heal": taps(self.heal, "card", ids),
            "ticked": _ticked(self.results, ids),
            "forms": tuple(_id(each) for each in (self.results, self.kinds, self.assign)),
            "seated": self.seated,
        }


def pieces(own: str, board: BoardView, offers: Offers) -> tuple[Piece, ...]:
    """The pieces of a table; the team that lays dice stands on the stage, its place stays empty.

    ``own`` is the folder of the title's own templates.
    """
    touch = Touch(offers)
    acting = next((team for team in board.teams if team.active), None) if touch.assign else None
    return (
        _danger(own, board, touch),
        Piece("asked", AT + "asked.jinja", {"dice": board.dice, "deck": board.deck}),
        Piece("fan", AT + "fan.jinja", {"facing": board.facing}),
        *(_place(board, each, touch) for each in board.locations),
        _hand(board, acting, touch, offers),
        _closing(offers),
        _touches(touch),
        *(absent(f"side-{t.index}") if t is acting else _side(t, touch) for t in board.teams),
        Piece(
            "supply",
            AT + "supply.jinja",
            {
                "deck": board.deck,
                "waiting": board.waiting,
                "tokens": board.token_supply,
                "driver": board.driver,
            },
        ),
    )


def _danger(own: str, board: BoardView, touch: Touch) -> Piece:
    climb = taps(touch.assign, "target", ["progress"])
    values = {
        "track": board.track,
        "spaces": board.track.length - board.track.total,
        "heroes": board.loss_limit - board.losses,
        "boss": board.boss if board.boss_revealed else None,
        "over": board.over,
        "event": board.event,
        "battles": (board.battles_done, board.battles_total),
        "ladder": board.progress,
        "climb": _id(touch.assign) if climb else "",
    }
    return Piece("danger", f"{own}danger.jinja", values)


def _place(board: BoardView, loc: LocationView, touch: Touch) -> Piece:
    boss = board.boss if loc.facing and board.boss_revealed else None
    cards = tuple(card for card in (*loc.cards, boss, loc.battle) if card)
    values = {
        "loc": loc,
        "boss": boss,
        "active": board.active if loc.active else None,
        "deploy": handle(touch.deploy),
        **touch.of(cards),
    }
    return Piece(f"place-{loc.index}", AT + "place.jinja", values)


def _side(team: TeamView, touch: Touch) -> Piece:
    return Piece(f"side-{team.index}", AT + "side.jinja", {"team": team, **touch.of(team.heroes)})


def _hand(board: BoardView, team: TeamView | None, touch: Touch, offers: Offers) -> Piece:
    """The team that lays dice, with the dice it may give up."""
    if team is None:
        return absent("hand")
    lesser = tuple(each for each in offers.now if each.mine and each.do in ("give-up", "finish"))
    values = {
        "team": team,
        "dice": board.dice,
        "lesser": lesser,
        "card": bool(taps(touch.assign, "target", ["team"])),
        **touch.of(team.heroes),
    }
    return Piece("hand", AT + "hand.jinja", values)


def _closing(offers: Offers) -> Piece:
    """The button that ends the turn, and what is told beside it."""
    closing = tuple(
        each for each in offers.now if each.mine and each.do in ("results", "card.kinds")
    )
    if not closing:
        return absent("closing")
    return Piece("closing", AT + "closing.jinja", {"closing": closing, "beside": CLOSING})


def _touches(touch: Touch) -> Piece:
    """The forms behind one more or one less damage on a card."""
    hurt, heal = handle(touch.hurt), handle(touch.heal)
    if not (hurt or heal):
        return absent("touches")
    return Piece("touches", AT + "touches.jinja", {"hurt": hurt, "heal": heal})


def _id(offer: Offer | Handle | None) -> str:
    return offer.id if offer else ""


def _ticked(results: Offer | None, ids: list[str]) -> tuple[tuple[str, str], ...]:
    """The ticks of a refused answer, so that they are not lost."""
    typed = (results.typed or {}) if results else {}
    return tuple(
        (name, each)
        for name in ("recruited", "hits")
        for each in typed.get(name, ())
        if each in ids
    )

"""The board in pieces: the danger, the three locations, my own team, the others, the supply."""

from __future__ import annotations

from typing import Any

from games.pieces import Handle, Offer, Offers, Piece, Tap, Touches, absent, handle, taps
from games.rising.board import BoardView, CardView, LocationView, TeamView

AT = "games/rising/"
ON_CARDS = ("recruited", "left", "hits", "full", "heroes")
"""Fields that are ticked on the cards; the others stand beside the button that enters them."""


ROW = 12
"""Spaces a section may be counted to by a tap; a longer one is told among what is possible."""


class Touch:
    """What may be done with a card now, by a phone: the prompts behind taps on the stage."""

    def __init__(self, offers: Offers) -> None:
        self.things = Touches(offers, others=True)
        self.results = offers.asked("results")
        self.kinds, self.assign = offers.asked("card.kinds"), offers.asked("assign")
        self.unknown = {
            each.fixed["piece"]: each
            for each in offers.more
            if each.mine and each.do == "card.define" and each.fixed.get("piece")
        }
        self.track = offers.besides("track.define")
        self.seated = offers.seated

    def of(self, cards: tuple[CardView, ...]) -> dict[str, Any]:
        """What a piece with these cards may know of the prompts."""
        ids = [card.id for card in cards]
        return {
            "join": taps(self.results, "recruited", ids),
            "hit": _sets(self.results, ids),
            "left": taps(self.results, "left", ids),
            "brim": taps(self.results, "full", ids),
            "sort": taps(self.kinds, "heroes", ids),
            "lay": taps(self.assign, "target", ids),
            "heal": self._by_one("heal", ids),
            "hurt": self._by_one("damage", ids),
            "ticked": (*_ticked(self.results, ids), *_sorted(self.kinds, ids)),
            "edit": tuple(each for each in ids if each in self.unknown),
            "forms": tuple(_id(each) for each in (self.results, self.kinds, self.assign)),
            "seated": self.seated,
        }

    def _by_one(self, do: str, ids: list[str]) -> dict[str, Tap]:
        """One damage less or more on these cards, which no step asks for."""
        return {tap.value: tap for each in ids for tap in self.things.on(each, (do, "card"), n=1)}

    def tokens(self, team: TeamView) -> dict[str, tuple[Tap, ...]]:
        """What tokens of a team may be used as, by kind; one that nobody has named as any."""
        return {
            token.kind: self.things.about("token.use", owner=team.index, **kind)
            for token in team.tokens
            for kind in ({"kind": token.kind} if token.kind else {},)
        }


def pieces(own: str, board: BoardView, offers: Offers) -> tuple[Piece, ...]:
    """The pieces of a table; the team of this phone stands beside the question, and its place among
    the others stays empty.

    ``own`` is the folder of the title's own templates.
    """
    touch = Touch(offers)
    mine = _mine(board, offers)
    asked = {"dice": board.dice, "deck": board.deck, "on_cards": ON_CARDS}
    return (
        _danger(own, board, touch),
        Piece("asked", AT + "asked.jinja", asked),
        Piece("fan", AT + "fan.jinja", {"facing": board.facing}),
        *(_place(board, each, touch) for each in board.locations),
        _strip(mine, touch) if mine else absent("mine"),
        _editors(board, touch),
        _counting(touch),
        *(absent(f"side-{t.index}") if t is mine else _side(t, touch) for t in board.teams),
        touch.things.piece(),
        Piece(
            "supply",
            AT + "supply.jinja",
            {
                "deck": board.deck,
                "waiting": board.waiting,
                "tokens": board.token_supply,
                "discard": board.token_discard,
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
        "counts": bool(touch.track),
    }
    return Piece("danger", f"{own}danger.jinja", values)


def _place(board: BoardView, loc: LocationView, touch: Touch) -> Piece:
    boss = board.boss if loc.facing and board.boss_revealed else None
    cards = tuple(card for card in (*loc.cards, boss, loc.battle) if card)
    goes = touch.things.on(loc.index, ("deploy", "location"))
    values = {
        "loc": loc,
        "boss": boss,
        "active": board.active if loc.active else None,
        "deploy": next((tap for tap in goes if tap.expected), None),
        "touch": touch.of(cards),
    }
    return Piece(f"place-{loc.index}", AT + "place.jinja", values)


def _side(team: TeamView, touch: Touch) -> Piece:
    values = {"team": team, "touch": touch.of(team.heroes), "uses": touch.tokens(team)}
    return Piece(f"side-{team.index}", AT + "side.jinja", values)


def _mine(board: BoardView, offers: Offers) -> TeamView | None:
    """The team this phone acts for now, or else its own; none on the big screen."""
    if not offers.seated:
        return None
    acts = any(each.mine for each in offers.now)
    index = board.active if acts else board.viewer
    return next((team for team in board.teams if team.index == index), None)


def _strip(team: TeamView, touch: Touch) -> Piece:
    """My own team, always in view beside the question."""
    values = {
        "team": team,
        "card": bool(taps(touch.assign, "target", ["team"])),
        "touch": touch.of(team.heroes),
        "uses": touch.tokens(team),
    }
    return Piece("mine", AT + "mine.jinja", values)


def _editors(board: BoardView, touch: Touch) -> Piece:
    """A small form for each card that nobody has entered: opened by a tap on the card."""
    if not touch.unknown:
        return absent("editors")
    some = next(iter(touch.unknown.values()))
    fields = {each.name: each for each in some.fields}
    lying = (card for loc in board.locations for card in loc.cards if card)
    cards = {card.id: card.name for card in (*lying, *(h for t in board.teams for h in t.heroes))}
    values = {
        "cards": tuple((cards[each], handle(offer)) for each, offer in touch.unknown.items()),
        "names": tuple(each.value for each in fields["name"].choices),
        "kinds": tuple(
            each for each in fields["kind"].choices if each.value in ("hero", "villain")
        ),
        "symbols": tuple(zip(board.symbols, fields["price"].rows, strict=True)),
        "rings": tuple(range(1, (fields["capacity"].high or 0) + 1)),
    }
    return Piece("editors", AT + "editors.jinja", values)


def _counting(touch: Touch) -> Piece:
    """The spaces of a track nobody has counted: the last one of each section is tapped."""
    if not touch.track:
        return absent("counting")
    (sizes,) = touch.track.fields
    rows = tuple(zip(sizes.rows, sizes.default, strict=True))
    most = max(ROW, *sizes.default) if len(rows) > 1 else len(sizes.choices)
    values = {"track": handle(touch.track), "rows": rows, "spaces": tuple(range(1, most + 1))}
    return Piece("counting", AT + "counting.jinja", values)


def _sorted(kinds: Offer | None, ids: list[str]) -> tuple[tuple[str, str], ...]:
    """Unknown cards are Heroes until somebody unticks them: most of the deck is."""
    typed = kinds.typed if kinds else None
    heroes = typed.get("heroes", ()) if typed else ids
    return tuple(("heroes", each) for each in ids if each in heroes)


def _sets(results: Offer | None, ids: list[str]) -> dict[str, tuple[int, ...]]:
    """How many sets may be told of each card that may be hit."""
    told: dict[str, tuple[int, ...]] = dict.fromkeys(taps(results, "hits", ids), (1,))
    more = taps(results, "hits", (f"{each}:{n}" for each in told for n in range(2, 10)))
    for each in more:
        card, _, n = each.partition(":")
        told[card] = (*told[card], int(n))
    return told


def _id(offer: Offer | Handle | None) -> str:
    return offer.id if offer else ""


def _ticked(results: Offer | None, ids: list[str]) -> tuple[tuple[str, str], ...]:
    """The ticks of a refused answer, so that they are not lost."""
    typed = (results.typed or {}) if results else {}
    return tuple(
        (name, each)
        for name in ON_CARDS
        for each in typed.get(name, ())
        if each.partition(":")[0] in ids
    )

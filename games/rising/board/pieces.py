"""The board in pieces: the danger, the three locations, my own team, the others, the supply."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from games.pieces import BoardPiece, Handle, Offer, Offers, Shared, Tap, Touches, absent, taken
from games.rising.board.sheets import counting, editors, lacking
from games.rising.board.view import BoardView, CardView, LocationView, TeamView

AT = "games/rising/"
ON_CARDS = ("recruited", "left", "hits", "full", "heroes")
"""Fields that are ticked on the cards; the others are next to the button that enters them."""


class CardTouch(NamedTuple):
    """Prompts for one card now. ``results``, ``kinds`` and ``assign`` are those that its ticks and
    taps are for."""

    heal: Tap | None
    hurt: Tap | None
    edit: bool
    join: bool = False
    hit: tuple[int, ...] = ()
    """How many sets may be entered for it."""
    left: bool = False
    brim: bool = False
    sort: bool = False
    lay: bool = False
    ticked: tuple[tuple[str, str], ...] = ()
    results: str = ""
    kinds: str = ""
    assign: str = ""


class Touch:
    """Prompts for the cards now, by a phone: those behind taps on the stage."""

    def __init__(self, offers: Offers) -> None:
        self.things = Touches(offers)
        self.results = offers.asked("results")
        self.kinds, self.assign = offers.asked("card.kinds"), offers.asked("assign")
        self.unknown = {
            each.fixed.get("piece") or each.fixed["name"]: each
            for each in offers.more
            if each.mine and each.do == "card.define"
        }
        self.track = offers.besides("track.define")
        self.join, self.left = taken(self.results, "recruited"), taken(self.results, "left")
        self.brim, self.hit = taken(self.results, "full"), _sets(self.results)
        self.sort, self.lay = taken(self.kinds, "heroes"), taken(self.assign, "target")
        self.heal = self.things.each("heal", "card", n=1)
        self.hurt = self.things.each("damage", "card", n=1)
        self.ids = _id(self.results), _id(self.kinds), _id(self.assign)
        self.asked = frozenset().union(
            *(self.join, self.left, self.brim, self.hit, self.sort, self.lay)
        )

    def of(self, card: CardView) -> CardTouch:
        """Return what the picture of a card may know of the prompts."""
        each = card.id
        told = each in self.unknown or str(card.name) in self.unknown
        besides = self.heal.get(each), self.hurt.get(each), told and lacking(card)
        if each not in self.asked:
            return CardTouch(*besides)
        return CardTouch(
            *besides,
            each in self.join,
            self.hit.get(each, ()),
            each in self.left,
            each in self.brim,
            each in self.sort,
            each in self.lay,
            (*_ticked(self.results, each), *_ticked(self.kinds, each)),
            *self.ids,
        )

    def drawn(self, template: str, card: CardView | None) -> Shared | None:
        """Return the picture of a card: most stay as they are when something is entered."""
        if card is None:
            return None
        return Shared(AT + template, {"c": card, "touch": self.of(card)})

    def tokens(self, team: TeamView) -> dict[str, tuple[Tap, ...]]:
        """Return what tokens of a team may be used as, by kind; one that no one has named as
        any."""
        if not self.things.has("token.use"):
            return {}
        return {
            token.kind: self.things.about("token.use", owner=team.index, **kind)
            for token in team.tokens
            for kind in ({"kind": token.kind} if token.kind else {},)
        }


def pieces(own: str, board: BoardView, offers: Offers) -> tuple[BoardPiece, ...]:
    """Return the pieces of a table; this phone's team is next to the question, and its place among
    the others stays empty.

    ``own`` is the folder of the title's own templates.
    """
    touch = Touch(offers)
    mine = _mine(board, offers)
    drawn = {"dice": board.dice, "deck": board.deck, "on_cards": ON_CARDS}
    fixes = tuple(each for each in offers.more if each.mine and each.do == "villain.fix")
    steps = Shared(AT + "asked/steps.jinja", {**drawn, "now": offers.steps, "fixes": fixes})
    return (
        _danger(own, board, touch),
        BoardPiece("asked", AT + "asked.jinja", {"steps": steps}),
        BoardPiece("fan", AT + "stage/fan.jinja", {"facing": board.facing}),
        *(_place(board, each, touch) for each in board.locations),
        _strip(mine, touch) if mine else absent("mine"),
        editors(board, touch.unknown),
        counting(touch.track),
        *(absent(f"side-{t.index}") if t is mine else _side(t, touch) for t in board.teams),
        touch.things.piece(),
        BoardPiece(
            "supply",
            AT + "state/supply.jinja",
            {
                "deck": board.deck,
                "waiting": board.waiting,
                "tokens": board.token_supply,
                "discard": board.token_discard,
                "driver": board.driver,
            },
        ),
    )


def _danger(own: str, board: BoardView, touch: Touch) -> BoardPiece:
    climb = "progress" in touch.lay
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
    return BoardPiece("danger", f"{own}danger.jinja", values)


def _place(board: BoardView, loc: LocationView, touch: Touch) -> BoardPiece:
    boss = board.boss if loc.facing and board.boss_revealed else None
    besides = (card for card in (boss, loc.battle) if card)
    goes = touch.things.on(loc.index, ("deploy", "location"))
    values = {
        "loc": replace(loc, cards=(), battle=None),
        "active": board.active if loc.active else None,
        "deploy": next((tap for tap in goes if tap.expected), None),
        "cards": tuple(touch.drawn("stage/card.jinja", card) for card in (*loc.cards, *besides)),
    }
    return BoardPiece(f"place-{loc.index}", AT + "stage/place.jinja", values)


def _side(team: TeamView, touch: Touch) -> BoardPiece:
    values = _row(team, touch) | {"uses": touch.tokens(team)}
    return BoardPiece(f"side-{team.index}", AT + "state/side.jinja", values)


def _row(team: TeamView, touch: Touch) -> dict[str, Any]:
    """Return a team and the cards of its row."""
    heroes = tuple(touch.drawn("state/hero.jinja", card) for card in team.heroes)
    return {"team": replace(team, heroes=()), "heroes": heroes}


def _mine(board: BoardView, offers: Offers) -> TeamView | None:
    """Return the team this phone acts for now, or else its own; before the first turn no team
    acts, and what anyone may answer is asked of no team."""
    asked = [each for each in offers.now if each.mine]
    alone = set(offers.own) <= {board.viewer} and board.viewer is not None
    if alone and not any(board.active in (each.prompt.actors or ()) for each in asked):
        asked = []
    index = board.active if asked and board.step != "deal" else board.viewer
    return next((team for team in board.teams if team.index == index), None)


def _strip(team: TeamView, touch: Touch) -> BoardPiece:
    """Return my own team, always in view beside the question."""
    values = _row(team, touch) | {
        "card": _id(touch.assign) if "team" in touch.lay else "",
        "uses": touch.tokens(team),
    }
    return BoardPiece("mine", AT + "mine.jinja", values)


def _sets(results: Offer | None) -> dict[str, tuple[int, ...]]:
    """Return how many sets may be entered for each card that may be hit."""
    told: dict[str, tuple[int, ...]] = {}
    for each in sorted(taken(results, "hits")):
        card, _, n = each.partition(":")
        told[card] = (*told.get(card, ()), int(n or 1))
    return told


def _id(offer: Offer | Handle | None) -> str:
    return offer.id if offer else ""


def _ticked(asked: Offer | None, card: str) -> tuple[tuple[str, str], ...]:
    """Return the ticks of a refused answer, or else what a prompt offers as ticked: what dice laid
    in full depth have brought."""
    shown = {each.name: each.default or () for each in asked.fields} if asked else {}
    typed = asked.typed if asked and asked.typed is not None else shown
    ticks = ((name, each) for name in ON_CARDS for each in typed.get(name, ()))
    own = tuple((name, each) for name, each in ticks if each.partition(":")[0] == card)
    return (*own, *((name, card) for name, each in own if (name, card) not in own))

"""The Character deck: the opening cards, and every place refilled from its top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box
from games.rising.box.teaching import Sizes, with_library
from games.rising.definition import Definition
from games.rising.rules.reach import names_left, place_name, settle_kind
from games.rising.rules.resolve import fall
from games.rising.state import State
from games.rising.table import PLACES, Act, Table


def dealing(t: Table) -> bool:
    """Return whether some of the nine opening cards are still missing."""
    return bool(t.empty())


def check_name(t: Table, card: str) -> None:
    """Refuse a card that is already on the table or has left the game."""
    if card and card in {each.card for each in t.state.pieces}:
        t.refuse_impossible("E_DUPLICATE_CARD", "deal", msg("remedy.other_card"), card=card)
    if card and card in t.state.gone:
        t.refuse("E_GONE_CARD", "deal", msg("remedy.other_card"), card=card)


def lay(t: Table, place: int, card: str, kind: str = "") -> str:
    """Lay a card on a place; a name no one has entered becomes a blank card."""
    if card and (not t.known(card).name or (kind and not t.known(card).kind)):
        t.put_facts(replace(t.known_or_new(card), kind=kind))
    piece = t.new_piece(card, kind)
    t.put_slot(place, piece)
    return piece


def waits(t: Table) -> bool:
    """Return whether a place is empty while the deck has cards, or a new card must be looked at."""
    return bool(unjudged(t)) or bool(t.empty() and t.state.deck)


def turn_up(t: Table, at: int, card: str) -> None:
    """Turn up one card from the top of the deck."""
    if unjudged(t):
        now = Msg("step.icon")
        remedy = msg("remedy.step", step=now)
        t.refuse_impossible("E_PHASE", "ban", remedy, wanted=Msg("step.refill"), step=now)
    if at not in t.empty():
        t.refuse_impossible("E_RANGE_PLACE", "refill", place=at)
    check_name(t, card)
    knight = bool(t.state.waiting)
    check_top(t, card, knight)
    piece = lay(t, at, card, "knight" if knight else "")
    t.put(deck=t.state.deck - 1, waiting=t.state.waiting[:-1])
    code = "refill.knight" if knight else "refill"
    place = t.place(at // 3) if card else place_name(t, at)
    name = card or Msg("term.card.unnamed")
    t.note(code, "refill", card=name, place=place, deck=t.state.deck)
    meet(t, piece)
    judge(t, piece)


def meet(t: Table, piece: str) -> None:
    """Remember the first unknown card of a turn that has asked nothing yet: quick depth asks."""
    known = t.piece(piece).card and t.kind(piece) and t.capacity(piece)
    if not (known or t.state.fresh or t.turn.counted):
        t.put(fresh=piece)


def check_top(t: Table, card: str, knight: bool) -> None:
    """Refuse another card while a waiting track card is on top; none is in the deck otherwise."""
    kind = t.known(card).kind
    if knight and kind not in ("", "knight"):
        t.refuse("E_DECK_TOP", "knights", msg("remedy.knight"), card=card)
    if not knight and kind in ("knight", "boss", "battle"):
        t.refuse("E_DECK_TOP", "deck", msg("remedy.other_card"), card=card)


def banned_kind(t: Table) -> str:
    """Return the kind of marked cards that leave play on sight, ``""`` before the event."""
    return {"progress": "villain", "doom": "hero"}.get(t.state.event_side, "")


def unjudged(t: Table) -> tuple[str, ...]:
    """Return cards just turned up of which the app cannot tell whether they are banned."""
    return t.turn.judging


def judge(t: Table, piece: str) -> None:
    """Remove a marked card at once after the event; wait for the table about an unknown one."""
    banned, kind, icon = banned_kind(t), t.kind(piece), t.facts(piece).icon
    if not banned or kind not in ("", banned) or icon == "no":
        return
    if icon and kind:
        banish(t, piece)
    else:
        t.put_turn(judging=(*t.turn.judging, piece))


def mark(t: Table, piece: str, marked: bool) -> None:
    """Remember whether a named card carries the mark."""
    facts = t.facts(piece)
    if facts.name:
        t.put_facts(replace(facts, icon="yes" if marked else "no"))


def banish(t: Table, piece: str) -> None:
    """Remove a banned card from play; a Hero counts as defeated where the table reads it so."""
    t.note("banned", "ban", card=t.name(piece))
    if banned_kind(t) == "villain" or not t.state.setup.later_heroes_count:
        t.remove(piece)
    else:
        fall(t, piece, "ban")


def clear(t: Table) -> None:
    """Remove a card from there after the event, as soon as its mark and kind are known."""
    banned = banned_kind(t)
    if not banned:
        return
    for each in t.state.pieces:
        if t.kind(each) == banned and t.facts(each).icon == "yes":
            if t.owner(each.id) >= 0:
                fall(t, each.id, "ban")
            else:
                banish(t, each.id)


class Deal(Act, tag="deal"):
    """The names of the next of the nine opening cards, location by location, all at once or
    card by card; ``""`` where a card is entered later, ``rest`` if all others are."""

    named = _("Deal the nine opening cards")
    cards: tuple[str, ...] = ()
    rest: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("deal")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        rows = tuple(place_name(t, each) for each in t.empty())
        field = Field(
            "cards",
            "sequence",
            Msg("field.cards"),
            names_left(t, knight=False),
            rows,
            default=("",) * len(rows),
            rule=t.rule("deal"),
        )
        label = Msg("prompt.deal") if len(rows) > 8 else msg("prompt.deal.next", place=rows[0])
        yield cls.now(t, "deal", field, label=label, help=Msg("help.deal"))
        if len(rows) > 1:
            label = msg("prompt.deal.rest", n=len(rows))
            yield cls.now(t, "deal", label=label, fixed={"rest": True})

    def apply(self, t: Table) -> None:
        places = t.empty()
        cards = (*self.cards, *("",) * (len(places) - len(self.cards)) * self.rest)
        if not 0 < len(cards) <= len(places):
            t.refuse_impossible("E_MALFORMED", "deal", problem=str(len(self.cards)))
        for place, card in zip(places, cards, strict=False):
            check_name(t, card)
            if t.known(card).kind in ("knight", "boss", "battle"):
                t.refuse("E_DECK_TOP", "deal", card=card)
            piece = lay(t, place, card)
            if card and len(cards) == 1:
                t.note("deal.card", "deal", card=t.name(piece), place=t.place(place // 3))
        t.put(deck=t.state.deck - len(cards))
        if not dealing(t):
            named = sum(bool(t.piece(card).card) for i in PLACES for card in t.cards(i))
            code = "deal.known" if named == len(PLACES) * 3 else "deal"
            t.note(code, "deal", named=named, deck=t.state.deck)


class Refill(Act, tag="refill"):
    """The card (its name, ``""`` to enter it later) turned up for the empty place ``place``
    (location * 3 + place, both from 0); ``rest`` if all other new cards are entered later."""

    named = _("Refill empty spots")
    place: int
    card: str = ""
    rest: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("refill")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if unjudged(t):
            return
        places, topic = t.empty(), "knights" if t.state.waiting else "refill"
        names = names_left(t, knight=bool(t.state.waiting))
        card = Field("card", "choice", Msg("field.card"), names, default="", rule=t.rule(topic))
        typed = Field("card", "text", Msg("field.name"), high=Sizes.name, rule=t.rule(topic))
        label = msg("prompt.refill", place=place_name(t, places[0]))
        where: tuple[Field, ...] = ()
        fixed: dict[str, Any] = {"place": places[0]}
        if len(places) > 1:
            choices = tuple(Choice(each, place_name(t, each)) for each in places)
            where = (Field("place", "choice", Msg("field.place"), choices, default=places[0]),)
            label, fixed = Msg("prompt.refill.next"), {}
        yield cls.now(t, "refill", *where, card, label=label, fixed=fixed)
        n = min(len(places), t.state.deck)
        if n > 1:
            rest = {"place": places[0], "rest": True}
            yield cls.now(t, "refill", label=msg("prompt.refill.rest", n=n), fixed=rest)
        label = Msg("prompt.refill.new")
        yield cls.now(t, "refill", *where, typed, label=label, fixed=fixed)

    def apply(self, t: Table) -> None:
        turn_up(t, self.place, self.card)
        while self.rest and t.empty() and t.state.deck and not unjudged(t):
            turn_up(t, t.empty()[0], "")


class Icon(Act, tag="icon"):
    """Enter whether the revealed card (its id) has the mark, and its kind (``hero`` or ``villain``)
    if unknown.
    """

    named = _("Look at the new card")
    teaches = True
    card: str
    marked: bool
    kind: str = ""

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.ban_icon

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("refill")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for card in unjudged(t):
            ways: list[tuple[str, dict[str, Any]]] = [
                ("yes", {"marked": True}),
                ("no", {"marked": False}),
            ]
            if not t.kind(card):
                kinds = ("hero", "villain")
                ways[:1] = [(kind, {"marked": True, "kind": kind}) for kind in kinds]
            for said, fixed in ways[:-1] if t.facts(card).icon else ways:
                label = msg(f"prompt.icon.{said}", card=t.name(card))
                yield cls.now(t, "ban", label=label, fixed={"card": card, **fixed})

    def apply(self, t: Table) -> None:
        if self.card not in unjudged(t):
            t.refuse_impossible("E_NO_CARD", "ban", card=self.card)
        if self.kind not in ("", "hero", "villain"):
            t.refuse_impossible("E_MALFORMED", "", problem=self.kind)
        if self.kind and not t.kind(self.card):
            t.put_kind(self.card, self.kind)
        if self.marked:
            settle_kind(t, self.card)
        t.put_turn(judging=tuple(each for each in t.turn.judging if each != self.card))
        t.note("icon.yes" if self.marked else "icon.no", "ban", card=t.name(self.card))
        mark(t, self.card, self.marked)
        if self.marked and t.kind(self.card) in ("", banned_kind(t)):
            banish(t, self.card)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_library(box, state)


WORDS: Catalogue = {
    "note.deal.card": _("{card} is dealt to {place}"),
    "note.deal.known": ngettext_noop(
        "Nine cards are dealt; {deck} card is left in the deck",
        "Nine cards are dealt; {deck} cards are left in the deck",
        by="deck",
    ),
    "note.deal": ngettext_noop(
        "Nine cards are dealt, {named} of them named; {deck} card is left in the deck",
        "Nine cards are dealt, {named} of them named; {deck} cards are left in the deck",
        by="deck",
    ),
    "note.refill": _("{card} is dealt to {place}; {deck} left in the deck"),
    "refusal.E_GONE_CARD": _("{card} has left the game"),
    "refusal.E_DECK_TOP": _("{card} cannot be on top of the deck now"),
    "refusal.E_RANGE_PLACE": _("That spot is taken"),
    "remedy.knight": _("Choose one of the cards waiting on the deck"),
    "prompt.deal": _("The nine opening cards"),
    "prompt.deal.next": _("The opening card at {place}"),
    "prompt.deal.rest": ngettext_noop("Leave {n} card unnamed", "Leave {n} cards unnamed"),
    "prompt.refill": _("The new card at {place}"),
    "prompt.refill.next": _("The new cards"),
    "prompt.refill.rest": ngettext_noop("Leave {n} card unnamed", "Leave {n} cards unnamed"),
    "prompt.refill.new": _("A card that is not listed"),
    "help.deal": _(
        "Tap the cards in the order they are on the table; unnamed cards are asked "
        "about when it matters"
    ),
    "field.cards": _("Cards"),
    "field.place": _("Place"),
}

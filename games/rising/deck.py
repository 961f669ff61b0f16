"""The Character deck: the opening cards, and every place refilled from its top."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.rising.actions import Deal, Icon, Refill
from games.rising.driver import known_or_new
from games.rising.resolve import fall
from games.rising.table import PLACES, Table


def deal(t: Table, action: Deal) -> None:
    """Nine cards face up, three at each location, as far as they are named now."""
    t.phase("deal")
    places = t.empty()
    cards = (*action.cards, *("",) * (len(places) - len(action.cards)) * action.rest)
    if not 0 < len(cards) <= len(places):
        t.impossible("E_MALFORMED", "deal", problem=str(len(action.cards)))
    for place, card in zip(places, cards, strict=False):
        check_name(t, card)
        if t.known(card).kind in ("knight", "boss", "battle"):
            t.forbid("E_DECK_TOP", "deal", card=card)
        piece = lay(t, place, card)
        if card and len(cards) == 1:
            t.note("deal.card", "deal", card=t.name(piece), place=t.place(place // 3))
    t.put(deck=t.state.deck - len(cards))
    if not dealing(t):
        named = sum(bool(t.piece(card).card) for i in PLACES for card in t.cards(i))
        t.note("deal", "deal", named=named, deck=t.state.deck)


def dealing(t: Table) -> bool:
    """Whether some of the nine opening cards have not been told yet."""
    return bool(t.empty())


def check_name(t: Table, card: str) -> None:
    """Refuse a card that already lies on the table or has left the game."""
    if card and card in {each.card for each in t.state.pieces}:
        t.impossible("E_DUPLICATE_CARD", "deal", msg("remedy.other_card"), card=card)
    if card and card in t.state.gone:
        t.forbid("E_GONE_CARD", "deal", msg("remedy.other_card"), card=card)


def lay(t: Table, place: int, card: str, kind: str = "") -> str:
    """Lay a card on a place; a name nobody has entered becomes a blank card."""
    if card and (not t.known(card).name or (kind and not t.known(card).kind)):
        t.put_facts(replace(known_or_new(t, card), kind=kind))
    piece = t.new_piece(card, kind)
    t.put_slot(place, piece)
    return piece


def waits(t: Table) -> bool:
    """Whether a place is empty while the deck has cards, or a new card must be looked at."""
    return bool(unjudged(t)) or bool(t.empty() and t.state.deck)


def refill(t: Table, action: Refill) -> None:
    """The top card of the deck comes to an empty place; waiting track cards come first."""
    t.phase("refill")
    turn_up(t, action.place, action.card)
    while action.rest and t.empty() and t.state.deck and not unjudged(t):
        turn_up(t, t.empty()[0], "")


def turn_up(t: Table, at: int, card: str) -> None:
    """One card from the top of the deck."""
    if unjudged(t):
        now = Msg("step.icon")
        remedy = msg("remedy.step", step=now)
        t.impossible("E_PHASE", "ban", remedy, wanted=Msg("step.refill"), step=now)
    if at not in t.empty():
        t.impossible("E_RANGE_PLACE", "refill", place=at)
    check_name(t, card)
    knight = bool(t.state.waiting)
    check_top(t, card, knight)
    piece = lay(t, at, card, "knight" if knight else "")
    t.put(deck=t.state.deck - 1, waiting=t.state.waiting[:-1])
    code = "refill.knight" if knight else "refill"
    place = t.place(at // 3)
    t.note(code, "refill", card=t.name(piece), place=place, deck=t.state.deck)
    judge(t, piece)


def check_top(t: Table, card: str, knight: bool) -> None:
    """A waiting track card is on top, and none is in the deck otherwise."""
    kind = t.known(card).kind
    if knight and kind not in ("", "knight"):
        t.forbid("E_DECK_TOP", "knights", msg("remedy.knight"), card=card)
    if not knight and kind in ("knight", "boss", "battle"):
        t.forbid("E_DECK_TOP", "deck", msg("remedy.other_card"), card=card)


# -- cards banned after the event ----------------------------------------------------------


def banned_kind(t: Table) -> str:
    """The kind of marked cards that leave play on sight, ``""`` before the event."""
    return {"progress": "villain", "doom": "hero"}.get(t.state.event_side, "")


def unjudged(t: Table) -> tuple[str, ...]:
    """Cards just turned up of which the app cannot tell whether they are banned."""
    return t.turn.judging


def judge(t: Table, piece: str) -> None:
    """After the event a marked card leaves at once; an unknown one waits for the table."""
    banned = banned_kind(t)
    if not banned or t.kind(piece) not in ("", banned):
        return
    if t.facts(piece).icon == "yes":
        banish(t, piece)
    elif not t.facts(piece).icon:
        t.put_turn(judging=(*t.turn.judging, piece))


def icon(t: Table, action: Icon) -> None:
    """Whether the card just turned up carries the mark."""
    t.phase("refill")
    if action.card not in unjudged(t):
        t.impossible("E_NO_CARD", "ban", card=action.card)
    t.put_turn(judging=tuple(each for each in t.turn.judging if each != action.card))
    t.note("icon.yes" if action.marked else "icon.no", "ban", card=t.name(action.card))
    mark(t, action.card, action.marked)
    if action.marked:
        banish(t, action.card)


def mark(t: Table, piece: str, marked: bool) -> None:
    """Remember whether a named card carries the mark."""
    facts = t.facts(piece)
    if facts.name:
        t.put_facts(replace(facts, icon="yes" if marked else "no"))


def banish(t: Table, piece: str) -> None:
    """A banned card leaves play; a Hero counts as defeated where the table reads it so."""
    t.note("banned", "ban", card=t.name(piece))
    if banned_kind(t) == "villain" or not t.state.setup.later_heroes_count:
        t.remove(piece)
    else:
        fall(t, piece, "ban")

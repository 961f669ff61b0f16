"""Cards and conditions by hand: what cards, spaces and abilities do, and the limits."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.talisman_batman.actions import (
    Align,
    Discard,
    Gain,
    GoInsane,
    Leave,
    LoseTurn,
    Send,
)
from games.talisman_batman.encounters import take_key
from games.talisman_batman.feats import drop
from games.talisman_batman.flow import floor_of, last_standing, put_down
from games.talisman_batman.glossary import card_key
from games.talisman_batman.life import from_stock
from games.talisman_batman.state import Card, Owe, State
from games.talisman_batman.table import (
    card_label,
    change,
    feat_limit,
    find,
    known_card,
    lay,
    living,
    new_card,
    object_count,
    object_limit,
    own,
    place,
    space_label,
    switched,
    to_pile,
    who,
    with_card,
    without,
)

INSANE_TURNS = 3


# -- cards come and go -------------------------------------------------------------------


def gain_card(state: State, action: Gain, call: Call) -> State:
    """An Object or Follower comes into a villain's hands."""
    villain = living(call, state, action.seat)
    name = card_key(action.name)
    if action.source == "key" or name == "security-key":
        return take_key(state, action.seat, call)
    if not name:
        call.impossible("T-NAME", "T-095")
    card = known_card(state, name) or Card(name)
    kind = action.kind or (card.kind if card.kind in ("object", "follower") else "object")
    if kind not in ("object", "follower"):
        call.impossible("T-KIND", "T-095", card=card_label(card))
    if villain.alignment in card.forbids:
        call.forbid("T-E17", "T-118", who=who(state, action.seat), card=card_label(card))
    purchase = action.source == "purchase" or card.purchase
    card = replace(card, kind=kind, purchase=purchase, floor=villain.floor)
    if known_card(state, name) is None:
        state = replace(state, library=with_card(state.library, card))
    state, card = new_card(state, card)
    if purchase:
        state, card = from_stock(state, card, call, strict=True)
    call.note("gets", "T-095", who=who(state, action.seat), card=card_label(card))
    if kind == "follower":
        return change(state, action.seat, followers=(*villain.followers, card))
    return change(state, action.seat, objects=(*villain.objects, card))


def discard(state: State, action: Discard, call: Call) -> State:
    """A card leaves a villain for its pile or its own deck."""
    villain = living(call, state, action.seat)
    card = find((*villain.goods, *villain.trophies), action.card)
    if card is None:
        call.impossible("T-NO-CARD", "T-119")
    call.note("discards", "T-119", who=who(state, action.seat), card=card_label(card))
    return to_pile(_strip(state, action.seat, card.id), card)


def _strip(state: State, seat: int, *ids: int) -> State:
    villain = state.villains[seat]
    return change(
        state,
        seat,
        objects=without(villain.objects, *ids),
        followers=without(villain.followers, *ids),
        trophies=without(villain.trophies, *ids),
    )


def leave(state: State, action: Leave, call: Call) -> State:
    """Objects, Followers and coins are left on the space."""
    own(call, state, action.seat, "T-101")
    villain = living(call, state, action.seat)
    chosen = tuple(find(villain.goods, id) for id in dict.fromkeys(action.cards))
    cards = tuple(card for card in chosen if card is not None)
    if len(cards) != len(chosen):
        call.impossible("T-NO-CARD", "T-101")
    if not cards and not action.coins:
        call.impossible("T-NOTHING", "T-101")
    call.within(Msg("term.coins"), action.coins, 0, villain.coins, "T-Q42")
    if not _may_leave(state, action.seat):
        call.forbid("T-DITCH", "T-101")
    name = who(state, action.seat)
    if cards:
        call.note("leaves", "T-101", who=name, cards=tuple(card_label(c) for c in cards))
    if action.coins:
        call.note("leaves-coins", "T-Q42", who=name, n=action.coins)
    ids = tuple(card.id for card in cards)
    state = lay(_strip(state, action.seat, *ids), action.seat, cards, action.coins)
    return change(
        state, action.seat, ditched=(*villain.ditched, *ids), coins=villain.coins - action.coins
    )


def _may_leave(state: State, seat: int) -> bool:
    if any(owe.seat == seat and owe.what == "objects" for owe in state.owes):
        return True
    first = state.turn.phase == "encounter" and state.options.ditch_first
    return seat == state.active and (first or state.turn.phase in ("take", "end"))


# -- conditions --------------------------------------------------------------------------


def go_insane(state: State, action: GoInsane, call: Call) -> State:
    """Insane for three turns; again while Insane starts the count anew."""
    villain = living(call, state, action.seat)
    name = who(state, action.seat)
    call.note("insane-again" if villain.insane else "insane", "T-111", who=name, n=INSANE_TURNS)
    return change(state, action.seat, insane=INSANE_TURNS, insane_since=state.turn.number)


def lose_turn(state: State, action: LoseTurn, call: Call) -> State:
    """The next turn is missed."""
    villain = living(call, state, action.seat)
    most = 1 if switched(state, "stackLostTurns") else 99
    turns = min(most, villain.lost_turns + 1)
    call.note("loses-turn", "T-112", who=who(state, action.seat), n=turns)
    return change(state, action.seat, lost_turns=turns)


def send(state: State, action: Send, call: Call) -> State:
    """Something moves the villain elsewhere."""
    villain = living(call, state, action.seat)
    if state.fight is not None and state.turn.phase not in ("escape", "escaped"):
        call.impossible("T-FIGHT", "T-065")
    state, space = place(state, action.to)
    floor = floor_of(space, action.floor or villain.floor)
    call.within(msg("field.floor"), floor, 1, 3)
    name = who(state, action.seat)
    call.note("sent", "T-048", who=name, space=space_label(space, floor))
    return put_down(state, action.seat, space, floor)


def align(state: State, action: Align, call: Call) -> State:
    """Another alignment, once per turn; forbidden cards are dropped by ``settle``."""
    villain = living(call, state, action.seat)
    name = who(state, action.seat)
    if villain.alignment == action.alignment:
        call.impossible("T-ALIGNED", "T-010", who=name)
    if villain.turned:
        call.forbid("T-E18", "T-012", who=name)
    call.note("aligned", "T-012", who=name, alignment=Msg(f"term.{action.alignment}"))
    return change(state, action.seat, alignment=action.alignment, turned=True)


# -- limits ------------------------------------------------------------------------------


def settle(state: State, call: Call) -> State:
    """What follows at once from any action: forbidden cards, limits, the last one standing."""
    for seat, villain in enumerate(state.villains):
        if villain.alive:
            state = _forbidden(state, seat, call)
            state = _too_many_feats(state, seat, call)
    owes = debts(state)
    for owe in owes:
        if owe not in state.owes:
            rule = "T-097" if owe.what == "objects" else "T-103"
            call.note(f"owes-{owe.what}", rule, who=who(state, owe.seat))
    state = replace(state, owes=owes)
    if state.winner is None and (left := last_standing(state)) is not None:
        call.note("last", "T-Q22", who=who(state, left))
        state = replace(state, winner=left, won_by="last", fight=None)
    return state


def _forbidden(state: State, seat: int, call: Call) -> State:
    villain = state.villains[seat]
    cards = tuple(card for card in villain.goods if villain.alignment in card.forbids)
    if not cards:
        return state
    names = tuple(card_label(card) for card in cards)
    call.note("forbidden", "T-013", who=who(state, seat), cards=names)
    return lay(_strip(state, seat, *(card.id for card in cards)), seat, cards)


def _too_many_feats(state: State, seat: int, call: Call) -> State:
    """With a limit of none there is nothing to choose: all Feats go."""
    villain = state.villains[seat]
    if villain.feats and not feat_limit(state, villain):
        for feat in villain.feats:
            state = drop(state, seat, feat.id, call)
    return state


def debts(state: State) -> tuple[Owe, ...]:
    """Who is over which limit."""
    owes: list[Owe] = []
    for seat, villain in enumerate(state.villains):
        if not villain.alive:
            continue
        if object_count(state, villain) > object_limit(villain):
            owes.append(Owe(seat, "objects"))
        if len(villain.feats) > feat_limit(state, villain):
            owes.append(Owe(seat, "feats"))
    return tuple(owes)

"""Trophies and the best way to hand them in."""

from __future__ import annotations

from games.messages import Msg
from games.referee import Call, Frozen
from games.talisman_batman.actions import Trade, TradeBest
from games.talisman_batman.moves import mine
from games.talisman_batman.state import Attribute, Card, State, Villain
from games.talisman_batman.table import (
    ATTRIBUTES,
    card_label,
    change,
    find,
    me,
    to_pile,
    who,
    without,
)


class Offer(Frozen):
    """A set of trophies: the points it buys and the trophy points it wastes."""

    attribute: Attribute
    cards: tuple[int, ...]
    gain: int
    waste: int


def room(state: State, villain: Villain, attribute: Attribute) -> int:
    """How many points the dial still takes."""
    top = state.options.dial_max or 99
    return max(0, top - int(getattr(villain, attribute)))


def best(state: State, villain: Villain, attribute: Attribute) -> Offer | None:
    """The set with the most points, then the least waste, then the fewest cards."""
    cards = tuple(c for c in villain.trophies if c.attribute == attribute and c.value)
    reached: dict[int, tuple[Card, ...]] = {0: ()}
    for card in cards:
        for points, chosen in tuple(reached.items()):
            more = points + card.value
            if more not in reached or len(reached[more]) > len(chosen) + 1:
                reached[more] = (*chosen, card)
    rate, limit = state.options.trophy_rate, room(state, villain, attribute)
    points = max(reached, key=lambda p: (min(p // rate, limit), -p))
    gain = min(points // rate, limit)
    if not gain:
        return None
    ids = tuple(card.id for card in reached[points])
    return Offer(attribute, ids, gain, points - gain * rate)


def offers(state: State) -> tuple[Offer, ...]:
    """The best set of each attribute for the active villain."""
    found = (best(state, me(state), attribute) for attribute in ATTRIBUTES)
    return tuple(offer for offer in found if offer is not None)


def value(state: State, villain: Villain, cards: tuple[Card, ...]) -> dict[Attribute, int]:
    """What a set of trophies buys, each attribute for itself."""
    rate = state.options.trophy_rate
    return {
        attribute: min(
            sum(c.value for c in cards if c.attribute == attribute) // rate,
            room(state, villain, attribute),
        )
        for attribute in ATTRIBUTES
    }


def trade(state: State, action: Trade, call: Call) -> State:
    """Trophies handed in at the end of the own turn."""
    mine(call, state, "T-079")
    villain = me(state)
    if state.turn.phase != "end":
        call.forbid("T-E21", "T-079")
    if villain.insane:
        call.forbid("T-E21", "T-Q17")
    chosen = tuple(find(villain.trophies, id) for id in dict.fromkeys(action.cards))
    cards = tuple(card for card in chosen if card is not None)
    if len(cards) != len(chosen) or not cards:
        call.impossible("T-NO-CARD", "T-079")
    bought = value(state, villain, cards)
    if not any(bought.values()):
        call.impossible("T-E21", "T-082")
    _spare(state, villain, cards, bought, call)
    name = who(state, state.active)
    call.note("trades", "T-079", who=name, cards=tuple(card_label(c) for c in cards))
    for attribute, points in bought.items():
        if points:
            before = int(getattr(me(state), attribute))
            facts = {"what": Msg(f"term.{attribute}"), "before": before, "after": before + points}
            call.note("gain", "T-079", who=name, n=points, **facts)
            state = change(state, state.active, **{attribute: before + points})
    for card in cards:
        state = to_pile(state, card)
    ids = tuple(card.id for card in cards)
    return change(state, state.active, trophies=without(villain.trophies, *ids))


def trade_best(state: State, action: TradeBest, call: Call) -> State:
    """The best set of an attribute handed in."""
    offer = best(state, me(state), action.attribute)
    if offer is None:
        call.impossible("T-E21", "T-079")
    return trade(state, Trade(offer.cards), call)


def _spare(
    state: State,
    villain: Villain,
    cards: tuple[Card, ...],
    bought: dict[Attribute, int],
    call: Call,
) -> None:
    """Ask before a card is burnt that buys nothing."""
    for card in cards:
        rest = tuple(c for c in cards if c.id != card.id)
        if value(state, villain, rest) == bought:
            call.warn("BURN", "T-080", card=card_label(card))

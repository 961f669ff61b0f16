"""Cards on spaces and in other hands (pp. 9, 11): placed, moved, removed, handed over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import (
    found_out,
    from_pool,
    give,
    may_own,
    met,
    no_fight,
    put_on,
    remember_card,
    strip,
)
from games.talisman_batman.rules.encounters.drawing import card_of
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.rules.turn import fought_on
from games.talisman_batman.state import Box, EncounterCard, Kind, Name, Spot, State
from games.talisman_batman.state.derived import KINDS, card_label, find, space_label
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import card_key


class LayCard(Act, tag="lay"):
    """A card is placed on a space, by default the active villain's.

    One the box knows needs its name only.
    """

    named = _("Place a card on a space")
    by_hand = True
    waits = False
    teaches = True
    name: Name
    to: Name = ""
    kind: Kind | str = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        no_fight(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.alive():
            name = cls.field("name", choices=fields.names(t.state, *KINDS))
            yield cls.besides(
                name, cls.field("to", choices=t.once(fields.everywhere), rule="T-061"), rule="T-061"
            )

    def apply(self, t: Table) -> None:
        card = card_of(t, self.name, self.kind)
        if card.name == "security-key":
            card = from_pool(t, card)
        else:
            remember_card(t, card)
        if not self.to.strip():
            card = t.new_card(replace(card, floor=t.me.floor))
            t.note("laid-here", "T-061", card=card_label(card))
            t.lay(t.active, (card,))
            return
        key = t.place(self.to)
        floor = plan.floor_of(t.state, key, t.me.floor)
        plan.charted(t, t.state, key, floor)
        card = t.new_card(replace(card, floor=floor))
        t.note("laid", "T-061", card=card_label(card), space=space_label(key, floor))
        put_on(t, card, key, floor)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        kind = next((k for k in KINDS if k == self.kind), None)
        if kind is None or kind == "enemy":
            return {}
        return met(known, EncounterCard(card_key(self.name), kind))

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return found_out(known, state, self.name)


class ShiftCard(Act, tag="shift"):
    """Move a card from one space to another."""

    named = _("Move a card on the board")
    by_hand = True
    waits = False
    card: int
    to: Name

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        no_fight(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        where = {spot.space for spot in t.state.spots if spot.cards}
        for card in _lying(t):
            to = tuple(each for each in t.once(fields.everywhere) if where != {each.value})
            yield cls.besides(card, cls.field("to", choices=to, rule="T-061"), rule="T-064")

    def apply(self, t: Table) -> None:
        old, card = _lies(t, self.card)
        if not self.to.strip():
            t.refuse_impossible("T-NAME", "T-064")
        key = t.place(self.to)
        if key == old.space:
            t.refuse_impossible("T-THERE", "T-064", card=card_label(card))
        floor = plan.floor_of(t.state, key, old.floor)
        plan.charted(t, t.state, key, floor)
        t.note("shifted", "T-064", card=card_label(card), space=space_label(key, floor))
        t.take_up(old, card.id)
        put_on(t, card, key, floor)


class ClearCard(Act, tag="clear"):
    """Move a card from a space to its discard pile, or back to its deck.

    In a fight before the dice, this is an Enemy destroyed by a Feat or an ability: no one defeats
    it, so it isn't a trophy.
    """

    named = _("Remove a card from the board")
    by_hand = True
    waits = False
    card: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not _attackers(t.state):
            no_fight(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        among = _attackers(t.state)
        for card in _lying(t, among):
            yield cls.besides(
                card, rule="T-068" if among else "T-119", label=cls._label(bool(among))
            )

    @classmethod
    def _label(cls, fighting: bool) -> Msg:
        return msg("prompt.destroyed" if fighting else "prompt.clear")

    def apply(self, t: Table) -> None:
        old, card = _lies(t, self.card)
        among = _attackers(t.state)
        if among and card.id not in among:
            no_fight(t)
        where = space_label(old.space, old.floor)
        t.note("cleared", "T-119", card=card_label(card), space=where)
        t.take_up(old, card.id)
        t.to_pile(card)
        if among:
            fought_on(t)


class HandOver(Act, tag="hand-over"):
    """A card makes an Object or Follower change hands: stolen, swapped or given.

    A villain who may not own it gets nothing.
    """

    named = _("Give a card away")
    by_hand = True
    waits = False
    seat: int
    card: int
    taker: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive():
            others = tuple(other for other in t.alive() if other != seat)
            goods = t.villain(seat).goods
            pairs = [(c, o) for c in goods for o in others if t.allows(may_own, t, o, c)]
            cards = tuple(dict.fromkeys(card for card, _o in pairs))
            if cards:
                takers = tuple(other for other in others if other in {o for _c, o in pairs})
                card = fields.card("card", cards, "T-118")
                taker = fields.seats(t.state, "taker", takers)
                label = msg("prompt.hand-over", who=t.who(seat))
                yield cls.besides(card, taker, rule="T-Q54", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        giver = t.living(self.seat)
        t.living(self.taker)
        card = find(giver.goods, self.card)
        if card is None:
            t.refuse_impossible("T-NO-CARD", "T-Q54")
        if self.seat == self.taker:
            t.refuse_impossible("T-SELF", "T-Q54", who=t.who(self.seat))
        may_own(t, self.taker, card)
        names = {"who": t.who(self.taker), "other": t.who(self.seat)}
        t.note("handed-over", "T-Q54", **names, card=card_label(card))
        strip(t, self.seat, card.id)
        give(t, self.taker, card)


def _lies(t: Table, id: int) -> tuple[Spot, EncounterCard]:
    """Return a lying card and where it lies."""
    for old in t.state.spots:
        if card := find(old.cards, id):
            return old, card
    return t.refuse_impossible("T-NO-CARD", "T-061")


def _attackers(state: State) -> tuple[int, ...]:
    """Return the Enemy cards of a fight whose dice are still to be rolled."""
    fight = state.fight
    return fight.enemies if fight is not None and not fight.me.die else ()


def _lying(t: Table, among: tuple[int, ...] = ()) -> tuple[Field, ...]:
    """Return the choice among all lying cards, or these; none if nothing lies."""
    cards = tuple(card for card in t.once(_choices) if not among or card.value in among)
    return (Field("card", "choice", msg("field.card"), cards),) if cards and t.alive() else ()


def _choices(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(card.id, card_label(card), space_label(spot.space, spot.floor))
        for spot in state.spots
        for card in spot.cards
    )


WORDS: Catalogue = {
    "prompt.lay": _("A card is placed on a space"),
    "prompt.shift": _("A card on the board is moved"),
    "prompt.destroyed": _("A Feat or ability destroys an Enemy"),
    "prompt.clear": _("A card on the board is removed"),
    "prompt.hand-over": _("{who}: a card passes to another villain"),
    "field.taker": _("To"),
    "note.laid": _("{card} is now on {space}"),
    "note.laid-here": _("{card} is here now"),
    "note.shifted": _("{card} is moved to {space}"),
    "note.cleared": _("{card} is removed from the board: {space}"),
    "note.handed-over": _("{who} gets {card} from {other}"),
    "refusal.T-THERE": _("{card} is already there"),
}

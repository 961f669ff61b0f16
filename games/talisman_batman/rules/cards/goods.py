"""Owning, leaving and losing cards (pp. 8, 10-12), and cards that lie on spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, cast

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.rules import fields
from games.talisman_batman.state import COINS, Box, EncounterCard, Kind, Name, Spot, State
from games.talisman_batman.state.derived import (
    KINDS,
    card_label,
    find,
    known_card,
    object_count,
    object_limit,
    spot,
    with_card,
    without,
)
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import card_key, fold

LOOT_BAG = "loot-bag"
BAG = (5, 12)
"""The Object limits a Loot Bag can set."""


class EnterBag(Act, tag="bag"):
    """The Object limit the Loot Bag sets, asked when it first matters."""

    waits = False
    teaches = True
    limit: Annotated[int, Range(*BAG)]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        owners = (t.villain(owe.seat) for owe in t.state.owes if owe.what == "objects")
        bags = (card for v in owners for card in v.objects if card.name == LOOT_BAG)
        if any(not bag.bag for bag in bags):
            limit = cls.field("limit", rule="T-Q53")
            yield cls.now(t, limit, rule="T-Q53", everybody=True)

    def apply(self, t: Table) -> None:
        bag = self._bag(t.state.library, t)
        t.note("bag", "T-Q53", card=card_label(bag), n=self.limit)
        learn_card(t, bag)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"cards": with_card(known.cards, self._bag(known.cards, call))}

    def _bag(self, cards: tuple[EncounterCard, ...], call: RulingContext) -> EncounterCard:
        self.bounded(call, "T-Q53")
        old = next((card for card in cards if card.name == LOOT_BAG), EncounterCard(LOOT_BAG))
        return replace(old, bag=self.limit)


class LeaveGoods(Act, tag="leave"):
    """Leave Objects, Followers and coins on the space."""

    named = _("Leave things behind")
    waits = False
    seat: int
    cards: tuple[int, ...] = ()
    coins: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for owe in t.state.owes:
            if owe.what == "objects":
                villain = t.villain(owe.seat)
                over = object_count(t.state, villain) - object_limit(villain)
                label = msg("prompt.leave-over", who=t.who(owe.seat), n=over)
                cards = fields.cards("cards", villain.objects, "T-097", low=over, hint=True)
                yield cls.now(t, cards, rule="T-097", label=label, seat=owe.seat)
        goods, coins = t.me.goods, t.me.coins
        asked = not t.state.owes and t.phase in ("encounter", "end")
        if asked and (goods or coins) and t.allows(_time_to_leave, t, t.active):
            rule = "T-149" if t.phase == "encounter" else "T-101"
            if goods:
                cards = fields.cards("cards", goods, rule, low=1, hint=True)
                also = (cls.field("coins", low=0, high=coins, rule="T-Q42"),) if coins else ()
                yield cls.now(t, cards, *also, rule=rule, expected=False, seat=t.active)
            if coins:
                left = cls.field("coins", low=1, high=coins, default=1, rule="T-Q42")
                label = msg("prompt.leave-coins")
                yield cls.now(
                    t, left, rule="T-Q42", label=label, expected=False, seat=t.active, cards=()
                )

    def apply(self, t: Table) -> None:
        t.own(self.seat, "T-101")
        villain = t.living(self.seat)
        cards = some(t, villain.goods, self.cards, "T-101")
        if not cards and not self.coins:
            t.refuse_impossible("T-NOTHING", "T-101")
        t.require_range(Msg("term.coins"), self.coins, 0, villain.coins, "T-Q42")
        _time_to_leave(t, self.seat)
        name, ids = t.who(self.seat), tuple(card.id for card in cards)
        if cards:
            t.note("leaves", "T-101", who=name, cards=tuple(card_label(c) for c in cards))
        if self.coins:
            t.note("leaves-coins", "T-Q42", who=name, n=self.coins)
        strip(t, self.seat, *ids)
        t.lay(self.seat, cards, self.coins)
        left = villain.coins - self.coins
        t.change(self.seat, ditched=(*villain.ditched, *ids), coins=left)


class Gain(Act, tag="gain"):
    """An Object or Follower comes into a villain's hands.

    ``source`` is ``purchase`` (the stock), ``key`` (the pool of Security Key cards) or empty;
    ``price`` is paid in coins.
    """

    by_hand = True
    waits = False
    teaches = True
    seat: int
    name: Name = ""
    kind: Kind | str = ""
    source: str = ""
    price: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if not t.alive():
            return
        kinds = (Choice("object", Msg("term.object")), Choice("follower", Msg("term.follower")))
        sources = (
            Choice("", msg("choice.found-card")),
            Choice("purchase", Msg("term.purchase")),
            *((Choice("key", Msg("card.security-key")),) if t.state.key_pool else ()),
        )
        name = cls.field("name", choices=fields.names(t.state, "object", "follower"))
        kind = Field("kind", "choice", msg("field.kind"), kinds, default="object", optional=True)
        source = Field("source", "choice", msg("field.source"), sources, default="", optional=True)
        yield cls.besides(t.once(fields.anybody), name, kind, source, rule="T-095")
        for seat in t.alive():
            if coins := t.villain(seat).coins:
                price = cls.field("price", low=1, high=coins, default=1, rule="T-120")
                label = msg("prompt.buy", who=t.who(seat))
                barred = {c.name for c in t.state.library if not t.allows(may_own, t, seat, c)}
                wares = tuple(each for each in name.choices if each.value not in barred)
                ware = replace(name, choices=wares)
                yield cls.besides(ware, source, price, rule="T-120", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        t.living(self.seat)
        name = card_key(self.name)
        if self.price:
            self._pay(t)
        if self.source == "key" or name == "security-key":
            take_key(t, self.seat)
            return
        if not name:
            t.refuse_impossible("T-NAME", "T-095")
        card = self._card(t, name)
        may_own(t, self.seat, card)
        remember_card(t, card)
        card = t.new_card(card)
        if card.purchase:
            card = from_stock(t, card, strict=True)
        t.note("gets", "T-095", who=t.who(self.seat), card=card_label(card))
        give(t, self.seat, card)

    def _pay(self, t: Table) -> None:
        """Pay the price of a card to the supply."""
        coins = t.villain(self.seat).coins
        t.require_range(msg("field.price"), self.price, 0, COINS, "T-120")
        if self.price > coins:
            t.refuse_impossible("T-POOR", "T-120", who=t.who(self.seat), n=coins)
        t.note("pays", "T-120", who=t.who(self.seat), n=self.price)
        t.put(coin_pool=t.state.coin_pool + self.price)
        t.change(self.seat, coins=coins - self.price)

    def _card(self, t: Table, name: str) -> EncounterCard:
        card = known_card(t.state, name) or EncounterCard(name)
        kind = self.kind or (card.kind if card.kind in ("object", "follower") else "object")
        if kind not in ("object", "follower"):
            t.refuse_impossible("T-KIND", "T-095", card=card_label(card))
        purchase = self.source == "purchase" or card.purchase
        floor = t.villain(self.seat).floor
        return replace(card, kind=cast("Kind", kind), purchase=purchase, floor=floor)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        kind = next((k for k in KINDS if k == self.kind), None)
        if kind is None:
            return {}
        return met(
            known, EncounterCard(card_key(self.name), kind, purchase=self.source == "purchase")
        )


class Discard(Act, tag="discard"):
    """A card leaves a villain: to its discard pile, or back to its deck."""

    named = _("Lose a card")
    by_hand = True
    waits = False
    seat: int
    card: int

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for seat in t.alive():
            villain = t.villain(seat)
            if cards := (*villain.goods, *villain.trophies):
                label = msg("prompt.discard", who=villain.sheet.name)
                card = fields.card("card", cards, "T-119")
                yield cls.besides(card, rule="T-119", label=label, seat=seat)

    def apply(self, t: Table) -> None:
        villain = t.living(self.seat)
        card = find((*villain.goods, *villain.trophies), self.card)
        if card is None:
            t.refuse_impossible("T-NO-CARD", "T-119")
        t.note("discards", "T-119", who=t.who(self.seat), card=card_label(card))
        strip(t, self.seat, card.id)
        t.to_pile(card)


# -- checks ------------------------------------------------------------------------------


def may_own(t: Table, seat: int, card: EncounterCard) -> None:
    """Refuse a card the alignment of a villain forbids."""
    if t.villain(seat).alignment in card.forbids:
        t.refuse("T-E17", "T-118", who=t.who(seat), card=card_label(card))


def no_fight(t: Table) -> None:
    """Refuse to take things from the board during a fight."""
    if t.state.fight is not None:
        t.refuse_impossible("T-FIGHT", "T-065")


def _time_to_leave(t: Table, seat: int) -> None:
    """Refuse to leave things but at the end of the own turn, some tables before the encounter, and
    above the limit at any time."""
    over = any(owe.seat == seat and owe.what == "objects" for owe in t.state.owes)
    first = t.phase == "encounter" and t.state.options.ditch_first
    if not over and not (seat == t.active and (first or t.phase in ("take", "end"))):
        t.refuse("T-DITCH", "T-101")


def some(
    t: Table, among: tuple[EncounterCard, ...], ids: tuple[int, ...], rule: str
) -> tuple[EncounterCard, ...]:
    """Return these cards, each once; refuse if one of them is not there."""
    chosen = tuple(find(among, id) for id in dict.fromkeys(ids))
    cards = tuple(card for card in chosen if card is not None)
    if len(cards) != len(chosen):
        t.refuse_impossible("T-NO-CARD", rule)
    return cards


# -- what is known of cards ------------------------------------------------------------


def remember_card(t: Table, card: EncounterCard) -> None:
    """Remember a card no one knew."""
    if known_card(t.state, card.name) is None:
        t.put(library=with_card(t.state.library, card))


def learn_card(t: Table, card: EncounterCard) -> None:
    """Remember a card like this from now on; those in play learn their numbers too."""

    def told(cards: tuple[EncounterCard, ...]) -> tuple[EncounterCard, ...]:
        return tuple(
            replace(card, id=c.id, floor=c.floor, kind=c.kind, purchase=c.purchase)
            if fold(c.name) == fold(card.name)
            else c
            for c in cards
        )

    villains = tuple(
        replace(v, objects=told(v.objects), followers=told(v.followers), trophies=told(v.trophies))
        for v in t.state.villains
    )
    spots = tuple(replace(s, cards=told(s.cards)) for s in t.state.spots)
    t.put(library=with_card(t.state.library, card), villains=villains, spots=spots)


def number_cards(t: Table, card: EncounterCard, number: int) -> None:
    """Give an Enemy this encounter number, and all cards of its name; a nameless one alone."""

    def told(each: EncounterCard) -> EncounterCard:
        same = bool(each.name) and fold(each.name) == fold(card.name)
        return replace(each, number=number) if same or each.id == card.id else each

    spots = tuple(replace(s, cards=tuple(map(told, s.cards))) for s in t.state.spots)
    t.put(spots=spots)
    if card.name:
        known = replace(known_card(t.state, card.name) or card, id=0, number=number)
        t.put(library=with_card(t.state.library, known))


def met(known: Box, card: EncounterCard) -> dict[str, Any]:
    """Return what the box learns of a card the table described; it relied on the box for the
    others."""
    there = any(fold(each.name) == fold(card.name) for each in known.cards)
    if there or not card.name or card.name == "security-key":
        return {}
    return {"cards": with_card(known.cards, card)}


def found_out(known: Box, state: State, name: str) -> dict[str, Any]:
    """Return what the box learns about a card whose kind or numbers the table answered."""
    card = known_card(state, card_key(name))
    return {} if card is None else met(known, card)


# -- cards come and go -------------------------------------------------------------------


def give(t: Table, seat: int, *cards: EncounterCard) -> None:
    """Give Objects and Followers to a villain."""
    villain = t.villain(seat)
    t.change(
        seat,
        objects=(*villain.objects, *(c for c in cards if c.kind != "follower")),
        followers=(*villain.followers, *(c for c in cards if c.kind == "follower")),
    )


def strip(t: Table, seat: int, *ids: int) -> None:
    """Take these cards from a villain."""
    _disarm(t, seat, ids)
    villain = t.villain(seat)
    t.change(
        seat,
        objects=without(villain.objects, *ids),
        followers=without(villain.followers, *ids),
        trophies=without(villain.trophies, *ids),
    )


def _disarm(t: Table, seat: int, ids: tuple[int, ...]) -> None:
    """Stop using cards that leave in any fight; what they gave before the dice stays given."""
    fight = t.state.fight
    fighters = (fight.me, fight.foe) if fight is not None else ()
    fighter = next((each for each in fighters if each is not None and each.seat == seat), None)
    if fight is None or fighter is None or not set(ids) & set(fighter.cards):
        return
    gone = [c for c in t.villain(seat).goods if c.id in ids and c.id in fighter.cards]
    given = sum(getattr(card, fight.attribute) for card in gone) if fight.me.die else 0
    left = tuple(id for id in fighter.cards if id not in ids)
    t.put_side(replace(fighter, cards=left, extra=fighter.extra + given))


def put_on(t: Table, card: EncounterCard, key: str, floor: int) -> None:
    """Put a card on a space."""
    old = spot(t.state, key)
    t.set_spot(Spot(key, floor, (*old.cards, card), old.coins))


def from_stock(t: Table, card: EncounterCard, *, strict: bool) -> EncounterCard:
    """Return one Purchase card from its deck; an empty deck refuses, or gives a card without id."""
    entry = next((s for s in t.state.stock if fold(s.name) == fold(card.name)), None)
    if entry is None:
        return card
    if not entry.left:
        if strict:
            t.refuse_impossible("T-E29", "T-120", what=card_label(card))
        return replace(card, id=0)
    less = replace(entry, left=entry.left - 1)
    t.put(stock=tuple(less if s.name == entry.name else s for s in t.state.stock))
    return card


def from_pool(t: Table, card: EncounterCard) -> EncounterCard:
    """Take a Security Key card found on a space from the pool of the box."""
    if not t.state.key_pool:
        t.refuse_impossible("T-E29", "T-120", what=card_label(card))
    t.put(key_pool=t.state.key_pool - 1)
    return replace(card, key=True, kind="object")


def take_key(t: Table, seat: int) -> None:
    """Give a villain a Security Key card from the pool."""
    card = t.new_card(from_pool(t, EncounterCard("security-key")))
    t.note("key", "T-125", who=t.who(seat), n=t.state.key_pool)
    give(t, seat, card)


WORDS: Catalogue = {
    "prompt.leave": _("Leave things here"),
    "prompt.leave-coins": _("Leave only coins here"),
    "prompt.leave-over": _n("{who}: leave {n} Object", "{who}: leave {n} Objects"),
    "prompt.gain": _("Get an Object or Follower"),
    "prompt.buy": _("{who}: buy a card"),
    "prompt.discard": _("{who}: a card is lost"),
    "prompt.bag": _("How many Objects does the Loot Bag allow?"),
    "field.source": _("From"),
    "field.price": _("Price in coins"),
    "field.limit": _("Object limit it sets"),
    "choice.found-card": _("An Encounter card"),
    "note.pays": _n("{who} pays {n} coin", "{who} pays {n} coins"),
    "note.bag": _n("{card}: up to {n} Object", "{card}: up to {n} Objects"),
    "note.leaves": _("{who} leaves {cards} here"),
    "note.leaves-coins": _n("{who} leaves {n} coin", "{who} leaves {n} coins"),
    "note.key": _n(
        "{who} gets a Security Key card; {n} left",
        "{who} gets a Security Key card; {n} left",
    ),
    "note.gets": _("{who} gets {card}"),
    "note.discards": _("{who} gives {card} away"),
    "refusal.T-E17": _("{who}'s alignment forbids {card}"),
    "refusal.T-POOR": _n("{who} has only {n} coin", "{who} has only {n} coins"),
    "refusal.T-DITCH": _("You can leave cards and coins at the end of your own turn"),
    "refusal.T-FIGHT": _("The fight comes first"),
}

"""Encounters with a space (pp. 8-9): its cards dealt with in order, and taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.acting import Span
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import (
    give,
    some,
)
from games.talisman_batman.rules.encounters.drawing import (
    UNKNOWN,
    at_the_cards,
)
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.rules.turn import (
    go_on,
    leave_lying,
    may_take,
    meet,
    next_enemies,
    open_fight,
    pending,
    takeable,
    to_end,
    unnumbered,
)
from games.talisman_batman.state import Attribute, Box, Card, Fight, Fighter, Name, Spot, State
from games.talisman_batman.state.derived import card_label, find, known, together
from games.talisman_batman.table import Act, Table


class Space(Act, tag="space"):
    """Encounter the space, which shows this many card symbols (-1: the plan knows).

    ``found`` is an unnamed place whose cards are here.
    """

    named = _("Encounter the space")
    teaches = True
    symbols: Annotated[int, Span(UNKNOWN, 3)] = UNKNOWN
    found: str = ""

    @classmethod
    def may(cls, t: Table) -> None:
        t.mine("T-055")
        t.moment("T-055", "encounter")
        if t.me.turning_back:
            t.forbid("T-TURNING", "T-Q29")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        inputs: tuple[Field, ...] = ()
        if plan.symbols(t.state, t.me.space) is None:
            inputs = (cls.field("symbols", low=0, default=1, rule="T-058"),)
        if lying := _unnamed(t):
            choices = tuple(
                Choice(s.space, msg("choice.found", cards=tuple(card_label(c) for c in s.cards)))
                for s in lying
            )
            none = Choice("", msg("choice.none"))
            found = Field(
                "found",
                "choice",
                msg("field.found"),
                (none, *choices),
                default="",
                optional=True,
                rule="T-058",
            )
            inputs = (*inputs, found)
        yield cls.now(t, *inputs, rule="T-055")

    def happen(self, t: Table) -> None:
        self.bounded(t, "T-058")
        if self.found:
            if self.found not in {s.space for s in _unnamed(t)}:
                t.impossible("T-NO-CARD", "T-058")
            t.change(t.active, space=self.found)
        _encounter(t, self.symbols)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        return {"plan": plan.with_symbols(known.plan, *state.plan.symbols)}


class SkipEncounter(Act, tag="no-encounter"):
    """Nothing is encountered while turning back, or while waiting to go up."""

    named = _("Encounter nothing")

    @classmethod
    def may(cls, t: Table) -> None:
        t.mine("T-055")
        t.moment("T-055", "encounter")
        if not (t.me.turning_back or t.me.guard_passed):
            t.forbid("T-MUST", "T-055")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        waits = t.me.guard_passed
        label = msg("prompt.no-encounter-up" if waits else "prompt.no-encounter")
        yield cls.now(t, rule="T-Q29", label=label)

    def happen(self, t: Table) -> None:
        t.note("no-encounter", "T-Q29", who=t.who(t.active))
        to_end(t)


def straight_on(t: Table, symbols: int) -> None:
    """After a move: the space is encountered at once where there is nothing to choose.

    ``symbols`` is its number of card symbols (-1: the plan knows). A given number means the table
    has seen the space; without one, no one else may be there and the plan must know it.
    """
    if not t.may(Space.may, t) or t.me.guard_passed or _unnamed(t) or _something_first(t):
        return
    if symbols == UNKNOWN:
        others = (seat for seat in t.alive() if seat != t.active)
        company = any(together(t.state, t.active, seat) is not False for seat in others)
        if company or plan.symbols(t.state, t.me.space) is None:
            return
    _encounter(t, symbols)


def _something_first(t: Table) -> bool:
    """Whether this table leaves things or searches desks before an encounter, and could."""
    leaves = t.state.options.ditch_first and (t.me.goods or t.me.coins)
    picks = any(card.name == "lock-picks" for card in t.me.objects)
    return bool(leaves) or (picks and t.switched("lockPicksReplaceEncounter"))


def _encounter(t: Table, symbols: int) -> None:
    """The encounter with the space begins: so many cards to draw, less those lying there."""
    planned = plan.symbols(t.state, t.me.space)
    if planned is None and symbols != UNKNOWN and known(t.me.space):
        t.put(plan=plan.with_symbols(t.state.plan, (t.me.space, symbols)))
    shown = symbols if symbols != UNKNOWN or planned is None else planned
    lying = len(t.here.cards)
    draws = UNKNOWN if shown == UNKNOWN else max(0, shown - lying)
    facts = {"who": t.who(t.active), "n": max(0, draws), "lying": lying}
    t.note("space-open" if draws == UNKNOWN else "space", "T-058", **facts)
    if t.me.guard_passed and (draws or not t.switched("guardPostLying")):
        t.note("guard-forfeit", "T-133", who=facts["who"])
        t.change(t.active, guard_passed=False)
    t.turn(phase="cards", here="space", to_draw=draws)
    go_on(t)


# -- cards are drawn ---------------------------------------------------------------------


class Meet(Act, tag="fight"):
    """Fight the Enemies that come next."""

    named = _("Fight an Enemy")

    @classmethod
    def may(cls, t: Table) -> None:
        at_the_cards(t, "T-059")
        if not next_enemies(t.state):
            t.impossible("T-NO-ENEMY", "T-059")
        if t.state.turn.to_draw > 0:
            t.forbid("T-DRAW-FIRST", "T-058", n=t.state.turn.to_draw)
        if cards := unnumbered(t.state):
            t.impossible("T-NUMBER", "T-059", card=card_label(cards[0]))

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        first = pending(t.state)[0]
        label = msg("prompt.fight", card=card_label(first), n=first.value)
        yield cls.now(t, rule="T-066", label=label)

    def happen(self, t: Table) -> None:
        t.turn(to_draw=0)
        meet(t)


class Resolve(Act, tag="resolve"):
    """A card other than an Enemy has been carried out; it ``stays`` or is discarded."""

    named = _("Resolve a card")
    card: int
    stays: bool = False

    @classmethod
    def may(cls, t: Table) -> None:
        t.mine("T-059")
        t.moment("T-059", "cards", "take")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        cards, left = pending(t.state), t.state.turn.to_draw
        if t.phase != "cards" or left > 0 or not cards or unnumbered(t.state):
            return
        if cards[0].kind != "enemy":
            remains = cards[0].kind in ("stranger", "place")
            for stays in (remains, not remains):
                name = "prompt.resolve-stays" if stays else "prompt.resolve"
                label = msg(name, card=card_label(cards[0]))
                yield cls.now(t, rule="T-059", label=label, card=cards[0].id, stays=stays)

    def happen(self, t: Table) -> None:
        here, waiting = t.here, pending(t.state)
        card = find(waiting, self.card)
        if card is None:
            t.impossible("T-NO-CARD", "T-059")
        if waiting[0].id != card.id:
            t.forbid("T-FIRST", "T-059", card=card_label(waiting[0]))
        t.turn(resolved=(*t.state.turn.resolved, card.id))
        t.note("resolved", "T-059", card=card_label(card))
        if not self.stays:
            t.to_pile(card)
            t.take_up(here, card.id)
        go_on(t)


class Ambush(Act, tag="ambush"):
    """An Enemy made by an Event, a Place, a Stranger or the space; it leaves no trophy."""

    named = _("Fight an Enemy without a card")
    by_hand = True
    name: Name
    attribute: Attribute
    value: Annotated[int, Span(0, 30)]

    @classmethod
    def may(cls, t: Table) -> None:
        t.mine("T-092")
        t.moment("T-092", "cards", "take")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        name = cls.field("name")
        value = cls.field("value", rule="T-066")
        inputs = (name, fields.attribute(rule="T-066"), value)
        yield replace(cls.besides(*inputs, rule="T-092"), actors=(t.active,))

    def happen(self, t: Table) -> None:
        self.bounded(t, "T-066")
        t.note("ambush", "T-092", who=t.who(t.active), name=self.name)
        fighter = Fighter(t.active)
        open_fight(t, Fight("ambush", fighter, self.attribute, name=self.name, value=self.value))


# -- what can be taken -------------------------------------------------------------------


class Take(Act, tag="take"):
    """Objects, Followers and coins picked up from the space."""

    named = _("Pick things up")
    cards: tuple[int, ...] = ()
    coins: int = 0

    @classmethod
    def may(cls, t: Table) -> None:
        t.mine("T-061")
        if t.state.turn.here == "villain":
            t.forbid("T-E15", "T-057")
        t.moment("T-061", "take")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        cards = tuple(card for card in t.here.cards if t.may(may_take, t, card))
        coins = t.here.coins
        inputs: tuple[Field, ...] = ()
        if cards:
            ids = tuple(card.id for card in cards)
            low = 0 if coins else 1
            inputs = (fields.cards("cards", cards, "T-061", low=low, default=ids, hint=True),)
        if coins:
            low = 0 if cards else 1
            inputs = (*inputs, cls.field("coins", low=low, high=coins, default=coins, rule="T-061"))
        if inputs:
            yield cls.now(t, *inputs, rule="T-061")

    def happen(self, t: Table) -> None:
        here, name = t.here, t.who(t.active)
        taken = self._taken(t)
        t.within(Msg("term.coins"), self.coins, 0, here.coins, "T-061")
        if not taken and not self.coins:
            t.impossible("T-NOTHING", "T-061")
        if taken:
            t.note("takes", "T-061", who=name, cards=tuple(card_label(c) for c in taken))
        if self.coins:
            t.note("takes-coins", "T-061", who=name, n=self.coins)
        t.take_up(replace(here, coins=here.coins - self.coins), *(c.id for c in taken))
        give(t, t.active, *taken)
        t.change(t.active, coins=t.me.coins + self.coins)

    def _taken(self, t: Table) -> tuple[Card, ...]:
        cards = []
        for id in dict.fromkeys(self.cards):
            (card,) = some(t, t.here.cards, (id,), "T-061")
            may_take(t, card)
            cards.append(card)
        return tuple(cards)


class Done(Act, tag="done"):
    """End the encounter; the remaining cards stay."""

    named = _("End the encounter")

    @classmethod
    def may(cls, t: Table) -> None:
        t.mine("T-059")
        t.moment("T-059", "take")

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        me = t.me
        if me.trophies or me.goods or me.coins or me.insane:
            left = takeable(t)
            label = msg("prompt.done-leaving", cards=left) if left else ""
            yield cls.now(t, rule="T-079", label=label, expected=False)

    def happen(self, t: Table) -> None:
        leave_lying(t)
        t.note("done", "T-059", who=t.who(t.active))
        to_end(t)


# -- checks ------------------------------------------------------------------------------


def _unnamed(t: Table) -> tuple[Spot, ...]:
    """Places nobody named on this floor where something lies."""
    villain = t.me
    if known(villain.space):
        return ()
    return tuple(
        s
        for s in t.state.spots
        if not known(s.space) and s.floor == villain.floor and s.space != villain.space
    )


WORDS: Catalogue = {
    "prompt.space": _("Encounter the space"),
    "prompt.no-encounter": _("No encounter while turning back"),
    "prompt.no-encounter-up": _("Wait here to go upstairs next turn"),
    "prompt.fight": _("Fight {card} ({n})"),
    "prompt.resolve": _("{card} is resolved and discarded"),
    "prompt.resolve-stays": _("{card} is resolved and stays"),
    "prompt.ambush": _("An Enemy without a card attacks"),
    "prompt.take": _("Take what lies here"),
    "prompt.done": _("End of turn: trade, leave things"),
    "prompt.done-leaving": _("To the end of the turn, leaving {cards} here"),
    "field.found": _("On this space"),
    "choice.none": _("Nothing"),
    "choice.found": _("{cards}"),
    "note.guard-forfeit": _("{who} encounters this space and gives up the way upstairs"),
    "note.space": _n(
        "{who} encounters the space: {n} card to draw, {lying} already there",
        "{who} encounters the space: {n} cards to draw, {lying} already there",
    ),
    "note.space-open": _("{who} encounters the space"),
    "note.resolved": _("{card} is resolved"),
    "note.ambush": _("{name} attacks {who}"),
    "note.takes": _("{who} takes {cards}"),
    "note.takes-coins": _n("{who} picks up {n} coin", "{who} picks up {n} coins"),
    "note.done": _("{who}'s encounter is over"),
    "note.no-encounter": _("{who} has no encounter here"),
    "refusal.T-E15": _("You chose to encounter a villain; cards on this space stay"),
    "refusal.T-E22": _("{card} was left this turn and stays"),
    "refusal.T-NUMBER": _("Enter {card}'s encounter number first"),
    "refusal.T-NO-ENEMY": _("No Enemy is next"),
    "refusal.T-TURNING": _("While turning back, spaces are ignored"),
    "refusal.T-MUST": _("You have to encounter something: the space or a villain"),
    "refusal.T-DRAW-FIRST": _n("Draw {n} more card first", "Draw {n} more cards first"),
    "refusal.T-FIRST": _("{card} comes first"),
}

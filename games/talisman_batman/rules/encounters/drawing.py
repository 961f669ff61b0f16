"""Cards are drawn and named (pp. 8-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, cast

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.box.facts import of_card
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import (
    found_out,
    from_pool,
    met,
    number_cards,
    put_on,
    remember_card,
)
from games.talisman_batman.rules.movement import plan
from games.talisman_batman.rules.turn import go_on, unnumbered
from games.talisman_batman.state import Attribute, Box, EncounterCard, Kind, Name, State
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    KINDS,
    card_label,
    find,
    known_card,
    with_card,
)
from games.talisman_batman.table import Act, Table
from games.talisman_batman.words import card_key, space_key

UNKNOWN = -1
"""As many cards as the space shows, which no one has entered."""
NUMBERS = 9
"""The highest encounter number a card can have."""
STRONGEST = 12
"""Enemies up to here are entered with one tap; others in the form."""
SHOWN = (
    *(
        Choice(f"{way}-{n}", msg("hint.enemy", attribute=Msg(f"term.{way}"), n=n), tone=way)
        for way in ATTRIBUTES
        for n in range(1, STRONGEST + 1)
    ),
    *(Choice(kind, Msg(f"term.{kind}"), tone="kind") for kind in KINDS if kind != "enemy"),
)
"""What a drawn card shows, each entered with one tap."""


class NumberCard(Act, tag="number"):
    """The encounter number of an Enemy on this space: it decides who is fought first, and who
    together. ``alike``: nameless ones that show the same have it too.
    """

    named = _("Enter an Enemy's number")
    teaches = True
    card: int
    number: Annotated[int, Range(1, NUMBERS)]
    alike: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        at_the_cards(t, "T-059")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        number = cls.field("number", rule="T-059")
        seen: set[EncounterCard] = set()
        for card in unnumbered(t.state) if t.state.turn.to_draw <= 0 else ():
            what, shown = _shown_on(card), replace(card, id=0)
            n = 1 + len(_alike(t.state, card))
            if n > 1 and shown not in seen:
                label = msg("prompt.number-alike", n=n, card=what)
                yield cls.now(t, number, rule="T-059", label=label, card=card.id, alike=True)
            if n == 1 or shown not in seen:
                label = msg("prompt.number", card=what)
                yield cls.now(t, number, rule="T-059", label=label, expected=n == 1, card=card.id)
            seen.add(shown)

    def apply(self, t: Table) -> None:
        card = find(t.here.cards, self.card)
        if card is None or card.kind != "enemy":
            t.refuse_impossible("T-NO-CARD", "T-059")
        t.require_offered(self.field("number"), self.number, "T-059")
        t.note("number", "T-059", card=card_label(card), n=self.number)
        others = _alike(t.state, card) if self.alike else ()
        for each in (card, *others):
            number_cards(t, each, self.number)
        if not unnumbered(t.state) and not t.state.turn.to_draw:
            go_on(t)

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        cards = (card for spot in state.spots for card in spot.cards if card.id == self.card)
        card = known_card(state, next((card.name for card in cards), ""))
        return {} if card is None else {"cards": with_card(known.cards, card)}


class DrawEncounter(Act, tag="draw"):
    """One Encounter card drawn; a card the box knows needs its name only.

    ``shows`` is what a new card shows, in one word: its kind, or how an Enemy fights and how strong
    (``strength-4``); its name may then be left out, and no one learns it. Such an Event is carried
    out and discarded in quick depth. ``elsewhere``: it is placed on that space (or ``?``,
    somewhere) and does not count here.
    """

    teaches = True
    name: Name = ""
    kind: Kind | str = ""
    attribute: Attribute | str = ""
    value: int = -1
    number: int = -1
    elsewhere: Name = ""
    shows: str = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        at_the_cards(t, "T-058")
        _something_to_draw(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        left = t.state.turn.to_draw
        label = msg("prompt.draw", n=left) if left > 0 else msg("prompt.draw-open")
        name = cls.field("name", choices=fields.names(t.state, *KINDS))
        shows = Field("shows", "choice", msg("field.shows"), SHOWN, optional=True, rule="T-058")
        help = msg("help.deck", floor=Msg(f"floor.{t.me.floor}"))
        yield cls.now(t, name, shows, rule="T-058", label=label, help=help, elsewhere="")
        label, name = msg("prompt.draw-new"), replace(name, optional=False)
        yield cls.now(t, *cls._described(name), rule="T-059", label=label, expected=False)

    @classmethod
    def _described(cls, name: Field) -> tuple[Field, ...]:
        """Return what a card needs to say that the box does not know."""
        order = ("enemy", "object", "follower", "event", "stranger", "place")
        kinds = tuple(Choice(kind, Msg(f"term.{kind}")) for kind in order)
        return (
            name,
            Field("kind", "choice", msg("field.kind"), kinds, default="enemy"),
            fields.attribute(rule="T-066"),
            cls.field("value", low=0, high=20, default=0, rule="T-066"),
            cls.field("number", low=0, high=9, default=0, rule="T-059"),
            cls.field("elsewhere", rule="T-064"),
        )

    def apply(self, t: Table) -> None:
        card = card_of(t, self.name, *self._shown(t), self.number)
        if card.name == "security-key":
            card = from_pool(t, card)
        elif card.name:
            remember_card(t, card)
        card = t.new_card(replace(card, floor=t.me.floor))
        to_draw = t.state.turn.to_draw
        left = max(UNKNOWN, to_draw - 1) if to_draw > 0 else UNKNOWN
        t.turn(to_draw=left, drawn=t.state.turn.drawn + 1)
        facts = {"card": card_label(card), "kind": Msg(f"term.{card.kind}")}
        drawn = Msg("card.named" if card.name else "card.unnamed", facts)
        t.note("drawn", "T-058", who=t.who(t.active), card=drawn)
        if self.shows == "event" and t.state.depth == "quick":
            t.to_pile(card)
        else:
            self._lay(t, card)
        if not left:
            go_on(t)

    def _lay(self, t: Table, card: EncounterCard) -> None:
        if not self.elsewhere:
            t.lay(t.active, (card,))
            return
        t.note("elsewhere", "T-064", card=card_label(card))
        if self.elsewhere.strip() == "?":
            t.to_pile(card)
            return
        key = space_key(self.elsewhere)
        put_on(t, card, key, plan.floor_of(t.state, key, t.me.floor))

    def _shown(self, call: RulingContext) -> tuple[str, str, int]:
        """Return kind, attribute and value as entered; refuse if no card shows that."""
        if not self.shows:
            return self.kind, self.attribute, self.value
        if self.shows not in {each.value for each in SHOWN}:
            call.refuse_impossible("E_MALFORMED", problem=self.shows)
        fights, enemy, value = self.shows.partition("-")
        if not enemy:
            return self.shows, "", 0
        # The very text of the type: what equals a default is left out of a stored state.
        return "enemy", next(each for each in ATTRIBUTES if each == fights), int(value)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        told, way, points = self._shown(call)
        kind = next((k for k in KINDS if k == told), None)
        if kind is None or not self.name.strip():
            return {}
        attribute: Attribute = "cunning" if way == "cunning" else "strength"
        value, number = max(0, points), max(0, self.number)
        name = card_key(self.name)
        return met(
            known, EncounterCard(name, kind, attribute=attribute, value=value, number=number)
        )

    def found_out(self, known: Box, state: State) -> dict[str, Any]:
        told = self.kind or self.shows or not self.name.strip()
        return {} if told else found_out(known, state, self.name)

    def enters(self, before: tuple[EncounterCard, ...], after: tuple[EncounterCard, ...]) -> str:
        if not self.name.strip():
            return ""
        of = of_card(EncounterCard(card_key(self.name)))
        known = any(of_card(card) == of for card in before)
        new = any(of_card(card) == of and card.kind == "enemy" for card in after)
        return of if new and not known else ""


class Shuffle(Act, tag="shuffle"):
    """The Encounter deck of this floor is used up: its discards become the new one."""

    named = _("Shuffle the discarded cards")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        at_the_cards(t, "T-Q24")
        _something_to_draw(t)
        if not _discards(t):
            t.refuse_impossible("T-NO-DISCARDS", "T-Q24", floor=Msg(f"floor.{t.me.floor}"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        label = msg("prompt.shuffle", n=_discards(t), floor=Msg(f"floor.{t.me.floor}"))
        yield cls.now(t, rule="T-Q24", label=label, expected=False)

    def apply(self, t: Table) -> None:
        t.note("shuffled", "T-Q24", n=_discards(t), floor=Msg(f"floor.{t.me.floor}"))
        piles = list(t.state.discards)
        piles[t.me.floor - 1] = 0
        t.put(discards=tuple(piles))


class NoDraw(Act, tag="no-draw"):
    """Declare that there is no card to draw: the deck and its discards are used up."""

    named = _("Draw nothing")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        at_the_cards(t, "T-058")
        _something_to_draw(t)
        if t.state.turn.to_draw > 0 and (n := _discards(t)):
            remedy = msg("remedy.shuffle", n=n)
            t.refuse("T-SHUFFLE", "T-Q24", remedy=remedy, floor=Msg(f"floor.{t.me.floor}"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        unknown = t.state.turn.to_draw < 0
        label = msg("prompt.no-more" if unknown else "prompt.no-draw")
        yield cls.now(t, rule="T-Q24", label=label, expected=unknown)

    def apply(self, t: Table) -> None:
        t.note("no-draw", "T-Q24", n=t.state.turn.drawn)
        t.turn(to_draw=0)
        go_on(t)


# -- checks ------------------------------------------------------------------------------


def at_the_cards(t: Table, rule: str) -> None:
    t.mine(rule)
    t.moment(rule, "cards")


def _alike(state: State, card: EncounterCard) -> tuple[EncounterCard, ...]:
    """Return the other nameless Enemies here without a number that show what this one does."""
    shown = replace(card, id=0)
    others = (each for each in unnumbered(state) if each.id != card.id and not card.name)
    return tuple(each for each in others if replace(each, id=0) == shown)


def _shown_on(card: EncounterCard) -> Msg | str:
    """Return what tells an Enemy from the others: its name, or what it fights with."""
    if card.name:
        return card_label(card)
    return msg("hint.enemy", attribute=Msg(f"term.{card.attribute}"), n=card.value)


def _something_to_draw(t: Table) -> None:
    if not t.state.turn.to_draw:
        t.refuse("T-DRAWN", "T-058")


def _discards(t: Table) -> int:
    """Return cards that could be shuffled into a new deck of this floor."""
    return t.state.discards[t.me.floor - 1]


# -- a card as the table tells it ------------------------------------------------------------


def card_of(
    t: Table,
    name: str,
    kind: Kind | str = "",
    attribute: str = "",
    value: int = -1,
    number: int = -1,
) -> EncounterCard:
    """Return the card an action describes, completed from the box or by a question."""
    key = card_key(name)
    if not key and kind not in KINDS:
        t.refuse_impossible("T-NAME", "T-058")
    pool = EncounterCard(key, key=True) if key == "security-key" else None
    found = known_card(t.state, key) if key else None
    card = found or pool or _asked(t, key, kind, attribute, value)
    kind, attribute = kind or card.kind, attribute or card.attribute
    if kind not in KINDS:
        t.refuse_impossible("T-KIND", "T-058", remedy=msg("remedy.new-card"), card=card_label(key))
    if attribute not in ATTRIBUTES:
        t.refuse_impossible("E_MALFORMED", problem=attribute)
    value = card.value if value < 0 else value
    t.require_range(msg("field.value"), value, 0, 20, "T-066")
    number = card.number if number < 0 else number
    t.require_range(msg("field.number"), number, 0, 9, "T-059")
    return replace(
        card,
        id=0,
        kind=kind,
        attribute=attribute,
        value=value,
        number=number,
        purchase=False,
    )


def _asked(t: Table, name: str, kind: Kind | str, attribute: str, value: int) -> EncounterCard:
    """Return a card the box does not know: one tap for its kind, two more for an Enemy."""
    card: dict[str, Any] = {"card": card_label(name)}
    often = ("enemy", *(kind for kind in KINDS if kind != "enemy"))
    kinds = tuple(Choice(kind, Msg(f"term.{kind}")) for kind in often)
    kind = kind or t.ask("CARD_KIND", "T-058", kinds, **card)
    if kind != "enemy" or value >= 0:
        return EncounterCard(name, cast("Kind", kind))
    both = tuple(Choice(a, Msg(f"term.{a}")) for a in ATTRIBUTES)
    attribute = attribute or t.ask("CARD_ATTRIBUTE", "T-066", both, **card)
    numbers = tuple(Choice(n, str(n)) for n in range(1, STRONGEST + 1))
    value = int(t.ask("CARD_VALUE", "T-066", numbers, **card))
    return EncounterCard(name, "enemy", attribute=cast(Any, attribute), value=value)


WORDS: Catalogue = {
    "prompt.draw": _n("Draw {n} card: what is it?", "Draw {n} cards: what is the first?"),
    "prompt.draw-open": _("A card is here or is drawn"),
    "prompt.draw-new": _("A card not in your copy"),
    "prompt.no-draw": _("The deck has no more cards"),
    "prompt.no-more": _("No more cards here"),
    "prompt.number-alike": _n(
        "{card}, {n} Enemy: which encounter number does it show?",
        "{card}, {n} Enemies: which encounter number do all of them show?",
    ),
    "prompt.number": _("Which encounter number does {card} show?"),
    "prompt.shuffle": _n(
        "{floor}: shuffle {n} discarded card into a new deck",
        "{floor}: shuffle {n} discarded cards into a new deck",
    ),
    "field.shows": _("Symbols shown"),
    "field.elsewhere": _("Placed on another space"),
    "help.deck": _("From the deck of the floor you stand on: {floor}"),
    "note.drawn": _("{who} draws {card}"),
    "note.no-draw": _("No more cards are drawn"),
    "note.number": _("{card} has the encounter number {n}"),
    "note.shuffled": _n(
        "{floor}: {n} discarded card is the new deck",
        "{floor}: {n} discarded cards are shuffled into a new deck",
    ),
    "note.elsewhere": _("{card} goes elsewhere and doesn't count here"),
    "question.CARD_KIND": _("{card} is not in your copy. What kind of card is it?"),
    "question.CARD_ATTRIBUTE": _("What does {card} fight with?"),
    "question.CARD_VALUE": _("How strong is {card}?"),
    "refusal.T-SHUFFLE": _("That deck has discards to shuffle first: {floor}"),
    "refusal.T-NO-DISCARDS": _("That deck has no discards: {floor}"),
    "refusal.T-DRAWN": _("All cards have been drawn"),
    "remedy.new-card": _("Enter it as a new card"),
    "remedy.shuffle": _n("Shuffle the {n} discarded card", "Shuffle the {n} discarded cards"),
}

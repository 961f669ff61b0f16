"""The forms that teach the box: cards, the board, the stock, the dials."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import MaxLength, Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt, RulingContext
from games.talisman_batman.box import facts
from games.talisman_batman.box.batman_card import BatmanLine, EnterBatman
from games.talisman_batman.box.villains import EnterAbilities, EnterNumbers
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import learn_card
from games.talisman_batman.rules.movement.plan import (
    planned,
    suggested,
    with_symbols,
)
from games.talisman_batman.rules.turn import put_down
from games.talisman_batman.rules.villain.fortunes import SIDES
from games.talisman_batman.state import (
    FIRST,
    PURCHASES,
    SECOND,
    TOWER,
    Alignment,
    Attribute,
    Box,
    EncounterCard,
    Kind,
    Name,
    Plan,
    PurchaseStock,
    State,
)
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    KINDS,
    card_label,
    named,
    space_label,
    with_card,
)
from games.talisman_batman.state.rings import MOST as RING
from games.talisman_batman.state.rings import ring, with_ring
from games.talisman_batman.table import Table, Teach
from games.talisman_batman.words import card_key, fold, space_key

CARD_NUMBERS = (
    ("value", 0, 20),
    ("number", 0, 9),
    ("strength", -9, 9),
    ("cunning", -9, 9),
    ("bag", 0, 12),
)
"""What is asked of a card in numbers; more is taken where an earlier box has more."""
CARD_FLAGS = ("combat", "weapon", "armour", "legendary", "purchase")


# -- cards -------------------------------------------------------------------------------


class EnterCard(Teach, tag="card"):
    """The facts on a card that the rules need."""

    name: Name
    kind: Kind
    attribute: Attribute = "strength"
    value: int = 0
    number: int = 0
    strength: int = 0
    cunning: int = 0
    combat: bool = False
    weapon: bool = False
    armour: bool = False
    legendary: bool = False
    purchase: bool = False
    bag: int = 0
    forbids: tuple[Alignment, ...] = ()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        # Two forms for cards would share their names, so the newest doubt is settled first.
        doubted = (facts.entered_card(t.state, fact.of) for fact in t.once(facts.doubts))
        card = next((card for card in doubted if card is not None), None)
        if card is None:
            yield cls.page_of()
        else:
            yield cls.mend(card_label(card), *cls._described(card), rule="T-116")

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of any card."""
        return cls.page(*cls._described(EncounterCard("")), rule="T-116", help=msg("help.card"))

    @classmethod
    def _described(cls, card: EncounterCard) -> tuple[Field, ...]:
        """Return what the referee needs of a card, as far as it is entered."""
        kinds = tuple(Choice(kind, Msg(f"term.{kind}")) for kind in KINDS)
        sides = tuple(Choice(side, Msg(f"term.{side}")) for side in SIDES)
        return (
            cls.field("name", default=card.name or None),
            cls.field("kind", choices=kinds, default=card.kind),
            fields.attribute(default=card.attribute, rule="T-066"),
            *(
                cls.field(name, low=low, high=high, default=getattr(card, name))
                for name, low, high in CARD_NUMBERS
            ),
            *(cls.field(name, default=getattr(card, name), optional=False) for name in CARD_FLAGS),
            cls.field(
                "forbids",
                choices=sides,
                low=0,
                high=len(sides),
                default=list(card.forbids),
                optional=True,
                rule="T-118",
            ),
        )

    def apply(self, t: Table) -> None:
        card = self._card(t)
        t.note("card", "T-095", card=card_label(card))
        learn_card(t, card)

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"cards": with_card(known.cards, self._card(call))}

    def enters(self, before: tuple[EncounterCard, ...], after: tuple[EncounterCard, ...]) -> str:
        return facts.of_card(EncounterCard(card_key(self.name)))

    def _card(self, call: RulingContext) -> EncounterCard:
        name = card_key(self.name)
        if not name:
            call.refuse_impossible("T-NAME", "T-095")
        for what in ("value", "number", "strength", "cunning", "bag"):
            low = -9 if what in ATTRIBUTES else 0
            call.require_range(msg(f"field.{what}"), getattr(self, what), low, 20, "T-095")
        said = {n: getattr(self, n) for n in self.__struct_fields__ if n != "name"}
        return EncounterCard(name, told=True, **said)


# -- the board ---------------------------------------------------------------------------


class EnterRing(Teach, tag="ring"):
    """The spaces of one floor, clockwise (the Tower: from the Entrance up)."""

    floor: int
    spaces: Annotated[str, MaxLength(2000)]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield from cls.pages(t.state.plan)

    @classmethod
    def pages(cls, plan: Plan) -> Iterable[Prompt]:
        """Yield the forms of the three floors, the spaces known in the help."""
        for floor in (FIRST, SECOND, TOWER):
            spaces = tuple(
                space_label(space, floor) if named(space) else space for space in ring(plan, floor)
            )
            label = msg("prompt.ring", floor=Msg(f"floor.{floor}"))
            likely = tuple(
                Choice(space, space_label(space, floor)) for space in suggested(plan, floor)
            )
            text = cls.field("spaces", choices=likely, default=_listed(spaces))
            yield cls.page(text, rule="T-005", label=label, help=msg("help.ring"), floor=floor)

    def apply(self, t: Table) -> None:
        _replan(t, self._read(t.state.plan, t))

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"plan": self._read(known.plan, call)}

    def _read(self, plan: Plan, call: RulingContext) -> Plan:
        call.require_range(msg("field.floor"), self.floor, 1, 3)
        texts = self.spaces.replace("\n", ",").split(",")
        spaces = tuple(space_key(text) for text in texts if text.strip())
        if len(set(spaces)) != len(spaces) or not 3 <= len(spaces) <= RING[self.floor]:
            call.refuse_impossible("T-RING", "T-005", n=RING[self.floor])
        _one_floor(plan, spaces, self.floor, call)
        return with_ring(plan, self.floor, spaces)


class EnterLink(Teach, tag="link"):
    """A First Floor space and the Second Floor space opposite to it."""

    first: Name
    second: Name

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of any two opposite spaces."""
        pair = (cls.field("first"), cls.field("second"))
        return cls.page(*pair, rule="T-136", help=msg("help.link"))

    def apply(self, t: Table) -> None:
        _replan(t, self._read(t.state.plan, t))

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"plan": self._read(known.plan, call)}

    def _read(self, plan: Plan, call: RulingContext) -> Plan:
        pair = (space_key(self.first), space_key(self.second))
        for space, floor in zip(pair, (FIRST, SECOND), strict=True):
            _one_floor(plan, (space,), floor, call)
        kept = tuple(link for link in plan.links if not set(link) & set(pair))
        return replace(plan, links=(*kept, pair)[-40:])


class EnterSymbols(Teach, tag="symbols"):
    """Enter how many card symbols a space shows."""

    space: Name
    cards: Annotated[int, Range(0, 3)]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of any space."""
        space, cards = cls.field("space"), cls.field("cards", default=1)
        return cls.page(space, cards, rule="T-058")

    def apply(self, t: Table) -> None:
        _replan(t, self._read(t.state.plan, t))

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"plan": self._read(known.plan, call)}

    def _read(self, plan: Plan, call: RulingContext) -> Plan:
        call.require_range(msg("field.symbols"), self.cards, 0, 3, "T-058")
        return with_symbols(plan, (space_key(self.space), self.cards))


def _listed(names: tuple[Msg | str, ...]) -> Msg | str:
    """Return names with commas, as they are typed."""
    if len(names) < 2:
        return names[0] if names else ""
    return msg("term.listed", first=names[0], rest=_listed(names[1:]))


def _one_floor(plan: Plan, spaces: tuple[str, ...], floor: int, call: RulingContext) -> None:
    """Refuse a space the rulebook or another ring has on another floor."""
    for space in spaces:
        found = planned(plan, space)
        if found not in (0, floor):
            there = Msg(f"floor.{found}")
            call.refuse_impossible("T-FLOOR", "T-005", space=space_label(space, found), floor=there)


def _replan(t: Table, plan: Plan) -> None:
    """Update who and what is where on a floor that is known better."""
    t.put(plan=plan)
    t.note("plan", "T-005")
    for seat, villain in enumerate(t.state.villains):
        floor = planned(plan, villain.space)
        if villain.alive and floor not in (0, villain.floor):
            t.note("on-floor", "T-005", who=t.who(seat), floor=Msg(f"floor.{floor}"))
            put_down(t, seat, villain.space, floor)
    spots = tuple(replace(s, floor=planned(plan, s.space) or s.floor) for s in t.state.spots)
    batman = t.state.batman
    t.put(spots=spots, batman=replace(batman, floor=planned(plan, batman.space) or batman.floor))


# -- stock and dials ---------------------------------------------------------------------


class EnterStock(Teach, tag="stock"):
    """Enter how many Purchase cards of one type the box holds."""

    name: Name
    total: Annotated[int, Range(0, PURCHASES)]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of any type."""
        name, total = cls.field("name"), cls.field("total", default=1)
        return cls.page(name, total, rule="T-007")

    def apply(self, t: Table) -> None:
        t.note("stock", "T-007", card=card_label(card_key(self.name)), n=self.total)
        t.put(stock=_in_play(t.state, self._read(t.state.stock, t)))

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        return {"stock": self._read(known.stock, call)}

    def _read(
        self, stock: tuple[PurchaseStock, ...], call: RulingContext
    ) -> tuple[PurchaseStock, ...]:
        """Return the stock with this type; what players hold is not counted again."""
        name = card_key(self.name)
        if not name:
            call.refuse_impossible("T-NAME", "T-007")
        self.bounded(call, "T-007")
        others = tuple(s for s in stock if fold(s.name) != fold(name))
        if sum(s.total for s in others) + self.total > PURCHASES:
            call.refuse_impossible("T-STOCK", "T-007", n=PURCHASES)
        return (*others, PurchaseStock(name, self.total, self.total))


def _in_play(state: State, stock: tuple[PurchaseStock, ...]) -> tuple[PurchaseStock, ...]:
    """Return the stock less what is in play already."""
    cards = [c for v in state.villains for c in (*v.goods, *v.estate.objects)]
    cards += [c for s in state.spots for c in s.cards]
    used = [fold(card.name) for card in cards if card.purchase]
    return tuple(replace(s, left=max(0, s.total - used.count(fold(s.name)))) for s in stock)


class EnterDial(Teach, tag="dial"):
    """The highest number on the Strength and Cunning dials."""

    maximum: Annotated[int, Range(0, 30)]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """Return the form of both dials."""
        return cls.page(cls.field("maximum", default=0), rule="T-016")

    def apply(self, t: Table) -> None:
        self.bounded(t, "T-016")
        t.note("dial", "T-016", n=self.maximum)
        t.put(options=replace(t.state.options, dial_max=self.maximum))

    def learned_facts(self, known: Box, call: RulingContext) -> dict[str, Any]:
        self.bounded(call, "T-016")
        return {"dial_max": self.maximum}


def pages(box: Box) -> tuple[Prompt, ...]:
    """Return the forms of a copy: villains first, then cards, the board, the stock, Batman."""
    sheets = (
        page
        for sheet in box.sheets
        for page in (EnterNumbers.page_of(box, sheet), EnterAbilities.page_of(sheet))
    )
    return (
        *sheets,
        EnterCard.page_of(),
        *EnterRing.pages(box.plan),
        EnterLink.page_of(),
        EnterSymbols.page_of(),
        EnterStock.page_of(),
        EnterDial.page_of(),
        EnterBatman.page_of(),
        BatmanLine.page_of(),
    )


WORDS: Catalogue = {
    "prompt.card": _("Enter a card"),
    "prompt.ring": _("Enter the spaces: {floor}"),
    "prompt.link": _("Enter two opposite spaces"),
    "prompt.symbols": _("Enter card symbols of a space"),
    "prompt.stock": _("Enter Purchase cards"),
    "prompt.dial": _("Enter the dials' highest number"),
    "field.spaces": _("Spaces"),
    "field.second": _("Opposite space"),
    "field.total": _("How many in the box"),
    "field.maximum": _("Highest number"),
    "help.card": _("Numbers and keywords only; the card itself stays on the table"),
    "term.listed": _("{first}, {rest}"),
    "help.ring": _(
        "Clockwise, separated by commas; the Tower from the Entrance up to the Control Room"
    ),
    "help.link": _("The space opposite the Guard Post is the way up"),
    "note.card": _("{card} is now in your copy"),
    "note.plan": _("You have added to the board plan"),
    "note.on-floor": _("{who} is on: {floor}"),
    "note.stock": _("{card} Purchase cards: {n}"),
    "note.dial": _("The dials go up to {n}"),
    "refusal.T-RING": _n(
        "A floor has 3 to {n} space, each listed once, separated by commas",
        "A floor has 3 to {n} spaces, each listed once, separated by commas",
    ),
    "refusal.T-STOCK": _("The box has {n} Purchase cards in all"),
}

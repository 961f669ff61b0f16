"""The forms that teach the box: cards, the board, the stock, Batman's card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any

from msgspec.structs import replace

from games.acting import Chars, Span
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Call, Choice, Field, Prompt
from games.talisman_batman.box import facts
from games.talisman_batman.box.villains import EnterAbilities, EnterNumbers
from games.talisman_batman.rules import fields
from games.talisman_batman.rules.cards.goods import learn_card
from games.talisman_batman.rules.movement.batman import line
from games.talisman_batman.rules.movement.plan import (
    planned,
    ring,
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
    Batman,
    Box,
    Card,
    Kind,
    Name,
    Plan,
    Remark,
    State,
    Stock,
)
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    KINDS,
    card_label,
    space_label,
    with_card,
)
from games.talisman_batman.table import Table, Teach
from games.talisman_batman.words import card_key, fold, space_key

RING = {FIRST: 40, SECOND: 30, TOWER: 15}
"""The most spaces a floor can have."""
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
    def offers(cls, t: Table) -> Iterable[Prompt]:
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
        """The form of any card."""
        return cls.page(*cls._described(Card("")), rule="T-116", help=msg("help.card"))

    @classmethod
    def _described(cls, card: Card) -> tuple[Field, ...]:
        """What the referee needs of a card, as far as it is entered."""
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

    def happen(self, t: Table) -> None:
        card = self._card(t)
        t.note("card", "T-095", card=card_label(card))
        learn_card(t, card)

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"cards": with_card(known.cards, self._card(call))}

    def enters(self, before: tuple[Card, ...], after: tuple[Card, ...]) -> str:
        return facts.of_card(Card(card_key(self.name)))

    def _card(self, call: Call) -> Card:
        name = card_key(self.name)
        if not name:
            call.impossible("T-NAME", "T-095")
        for what in ("value", "number", "strength", "cunning", "bag"):
            low = -9 if what in ATTRIBUTES else 0
            call.within(msg(f"field.{what}"), getattr(self, what), low, 20, "T-095")
        said = {n: getattr(self, n) for n in self.__struct_fields__ if n != "name"}
        return Card(name, **said)


# -- the board ---------------------------------------------------------------------------


class EnterRing(Teach, tag="ring"):
    """The spaces of one floor, clockwise (the Tower: from the Entrance up)."""

    floor: int
    spaces: Annotated[str, Chars(2000)]

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        yield from cls.pages(t.state.plan)

    @classmethod
    def pages(cls, plan: Plan) -> Iterable[Prompt]:
        """The forms of the three floors, the spaces known in the help."""
        for floor in (FIRST, SECOND, TOWER):
            spaces = tuple(space_label(space, floor) for space in ring(plan, floor))
            label = msg("prompt.ring", floor=Msg(f"floor.{floor}"))
            named = tuple(
                Choice(space, space_label(space, floor)) for space in suggested(plan, floor)
            )
            text = cls.field("spaces", choices=named, default=_listed(spaces))
            yield cls.page(text, rule="T-005", label=label, help=msg("help.ring"), floor=floor)

    def happen(self, t: Table) -> None:
        _replan(t, self._read(t.state.plan, t))

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"plan": self._read(known.plan, call)}

    def _read(self, plan: Plan, call: Call) -> Plan:
        call.within(msg("field.floor"), self.floor, 1, 3)
        texts = self.spaces.replace("\n", ",").split(",")
        spaces = tuple(space_key(text) for text in texts if text.strip())
        if len(set(spaces)) != len(spaces) or not 3 <= len(spaces) <= RING[self.floor]:
            call.impossible("T-RING", "T-005", n=RING[self.floor])
        _one_floor(plan, spaces, self.floor, call)
        name = {FIRST: "first", SECOND: "second", TOWER: "tower"}[self.floor]
        changes: dict[str, Any] = {name: spaces}
        return replace(plan, **changes)


class EnterLink(Teach, tag="link"):
    """A First Floor space and the Second Floor space opposite to it."""

    first: Name
    second: Name

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """The form of any two opposite spaces."""
        pair = (cls.field("first"), cls.field("second"))
        return cls.page(*pair, rule="T-136", help=msg("help.link"))

    def happen(self, t: Table) -> None:
        _replan(t, self._read(t.state.plan, t))

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"plan": self._read(known.plan, call)}

    def _read(self, plan: Plan, call: Call) -> Plan:
        pair = (space_key(self.first), space_key(self.second))
        for space, floor in zip(pair, (FIRST, SECOND), strict=True):
            _one_floor(plan, (space,), floor, call)
        kept = tuple(link for link in plan.links if not set(link) & set(pair))
        return replace(plan, links=(*kept, pair)[-40:])


class EnterSymbols(Teach, tag="symbols"):
    """How many card symbols a space shows."""

    space: Name
    cards: Annotated[int, Span(0, 3)]

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """The form of any space."""
        space, cards = cls.field("space"), cls.field("cards", default=1)
        return cls.page(space, cards, rule="T-058")

    def happen(self, t: Table) -> None:
        _replan(t, self._read(t.state.plan, t))

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"plan": self._read(known.plan, call)}

    def _read(self, plan: Plan, call: Call) -> Plan:
        call.within(msg("field.symbols"), self.cards, 0, 3, "T-058")
        return with_symbols(plan, (space_key(self.space), self.cards))


def _listed(names: tuple[Msg | str, ...]) -> Msg | str:
    """Names with commas, as they are typed."""
    if len(names) < 2:
        return names[0] if names else ""
    return msg("term.listed", first=names[0], rest=_listed(names[1:]))


def _one_floor(plan: Plan, spaces: tuple[str, ...], floor: int, call: Call) -> None:
    """Refuse a space the rulebook or another ring has on another floor."""
    for space in spaces:
        found = planned(plan, space)
        if found not in (0, floor):
            there = Msg(f"floor.{found}")
            call.impossible("T-FLOOR", "T-005", space=space_label(space, found), floor=there)


def _replan(t: Table, plan: Plan) -> None:
    """The board is known better: who stands and what lies there, on the floor it is on."""
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
    """How many Purchase cards of one type the box holds."""

    name: Name
    total: Annotated[int, Span(0, PURCHASES)]

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """The form of any type."""
        name, total = cls.field("name"), cls.field("total", default=1)
        return cls.page(name, total, rule="T-007")

    def happen(self, t: Table) -> None:
        t.note("stock", "T-007", card=card_label(card_key(self.name)), n=self.total)
        t.put(stock=_in_play(t.state, self._read(t.state.stock, t)))

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"stock": self._read(known.stock, call)}

    def _read(self, stock: tuple[Stock, ...], call: Call) -> tuple[Stock, ...]:
        """The stock with this type; what players hold is not counted again."""
        name = card_key(self.name)
        if not name:
            call.impossible("T-NAME", "T-007")
        self.bounded(call, "T-007")
        others = tuple(s for s in stock if fold(s.name) != fold(name))
        if sum(s.total for s in others) + self.total > PURCHASES:
            call.impossible("T-STOCK", "T-007", n=PURCHASES)
        return (*others, Stock(name, self.total, self.total))


def _in_play(state: State, stock: tuple[Stock, ...]) -> tuple[Stock, ...]:
    """The stock less what is in play already."""
    cards = [c for v in state.villains for c in (*v.goods, *v.estate.objects)]
    cards += [c for s in state.spots for c in s.cards]
    used = [fold(card.name) for card in cards if card.purchase]
    return tuple(replace(s, left=max(0, s.total - used.count(fold(s.name)))) for s in stock)


class EnterDial(Teach, tag="dial"):
    """The highest number on the Strength and Cunning dials."""

    maximum: Annotated[int, Span(0, 30)]

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """The form of both dials."""
        return cls.page(cls.field("maximum", default=0), rule="T-016")

    def happen(self, t: Table) -> None:
        self.bounded(t, "T-016")
        t.note("dial", "T-016", n=self.maximum)
        t.put(options=replace(t.state.options, dial_max=self.maximum))

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        self.bounded(call, "T-016")
        return {"dial_max": self.maximum}


# -- Batman ------------------------------------------------------------------------------


class EnterBatman(Teach, tag="batman-card"):
    """The values of Batman's card."""

    strength: Annotated[int, Span(1, 20)]
    cunning: Annotated[int, Span(1, 20)]
    lines: tuple[str, ...] = ()

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        if t.phase == "batman-card":
            if not t.state.owes:
                yield cls.now(t, *cls._numbers(Batman()), rule="T-052", everybody=True)
        elif any(fact.of == facts.BATMAN for fact in t.once(facts.doubts)):
            yield cls.mend(Msg("term.batman"), *cls._numbers(t.state.batman), rule="T-052")
        else:
            yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """The form of his two numbers."""
        return cls.page(*cls._numbers(Batman()), rule="T-052")

    @classmethod
    def _numbers(cls, batman: Batman) -> tuple[Field, ...]:
        return tuple(
            cls.field(name, default=getattr(batman, name) or None, rule="T-052")
            for name in ATTRIBUTES
        )

    def happen(self, t: Table) -> None:
        batman = self._read(t.state.batman, t)
        t.note("batman-card", "T-052", strength=batman.strength, cunning=batman.cunning)
        t.put(batman=batman)
        if t.phase == "batman-card":
            t.turn(phase="stand")

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"batman": self._read(known.batman, call)}

    def enters(self, before: tuple[Card, ...], after: tuple[Card, ...]) -> str:
        return facts.BATMAN

    def _read(self, before: Batman, call: Call) -> Batman:
        self.bounded(call, "T-052")
        lines = tuple(line.strip()[:200] for line in self.lines[:6]) or before.lines
        return replace(before, strength=self.strength, cunning=self.cunning, lines=lines)


class BatmanLine(Teach, tag="batman-line"):
    """One line of Batman's card, in the group's own words."""

    die: int
    text: Remark

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        asked = t.phase == "escaped" and not t.state.owes
        if asked and not line(t.state, t.fighting().escape):
            text, die = cls.field("text"), t.fighting().escape
            yield cls.now(t, text, rule="T-053", expected=False, everybody=True, die=die)
        yield cls.page_of()

    @classmethod
    @cache
    def page_of(cls) -> Prompt:
        """The form of any line."""
        inputs = (fields.die(rule="T-053"), cls.field("text"))
        return cls.page(*inputs, rule="T-053", label=msg("prompt.batman-line-any"))

    def happen(self, t: Table) -> None:
        batman = self._read(t.state.batman, t)
        t.note("batman-line", "T-053", n=self.die, text=self.text)
        t.put(batman=batman)

    def told(self, known: Box, call: Call) -> dict[str, Any]:
        return {"batman": self._read(known.batman, call)}

    def _read(self, before: Batman, call: Call) -> Batman:
        if not 1 <= self.die <= 6:
            call.impossible("T-E03", "T-015", value=self.die)
        lines = [*before.lines, *[""] * (6 - len(before.lines))]
        lines[self.die - 1] = self.text.strip()[:200]
        return replace(before, lines=tuple(lines))


def pages(box: Box) -> tuple[Prompt, ...]:
    """The forms of a physical copy: villains first, then cards, the board, the stock, Batman."""
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
    "prompt.batman-card": _("What Batman's card says"),
    "prompt.batman-line": _("Enter this line of Batman's card"),
    "prompt.batman-line-any": _("A line from Batman's card"),
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
    "note.batman-card": _("Batman's card: Strength {strength}, Cunning {cunning}"),
    "note.batman-line": _("Batman's list, {n}: {text}"),
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

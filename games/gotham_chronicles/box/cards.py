"""Equipment cards and Bat-Gadgets: entered, corrected, laid on the map (p.22)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import Box, Card, CardKind
from games.gotham_chronicles.box.teaching import (
    MOST,
    Teach,
    badge,
    between,
    figure,
    line,
    name_input,
    named,
    pick,
    with_sheet,
)
from games.gotham_chronicles.rules.common.energy import Cubes
from games.gotham_chronicles.rules.common.forms import TABLE, flag
from games.gotham_chronicles.state import Lying
from games.gotham_chronicles.table import Table
from games.messages import Msg
from games.referee import Prompt

CARD_KINDS = ("object", "tool", "melee", "ranged")


class DefineCard(Teach, tag="card.define"):
    """Enter or correct a card; ``lines`` as in ``notation``. In a play ``area`` lays a copy."""

    name: str
    kind: CardKind = "object"
    weight: int = 0
    gadget: bool = False
    hero: str = ""
    lethal: bool = False
    once: bool = False
    lines: str = ""
    area: str = ""

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        yield cls.form(Card(""), area=True)

    @classmethod
    def form(cls, sheet: Card, area: bool = False) -> Prompt:
        """A card; during a play also where a copy of it lies."""
        fields = [
            name_input(sheet.name),
            pick("kind", CARD_KINDS, sheet.kind, "card"),
            figure("weight", sheet.weight, 0, 9, cites.ENCUMBRANCE),
            flag("gadget", cites.GADGETS, sheet.gadget),
            line("hero", sheet.hero, 60),
            flag("lethal", cites.LETHAL, sheet.lethal),
            flag("once", cites.ONE_TIME, sheet.once),
            line("lines", notation.write_lines(sheet.lines), 200, "ranged: Y*, +1; any: Hacking 1"),
        ]
        if area:
            fields.append(line("area", "", 30))
        return cls.prompt(
            Msg("prompt.card.define"),
            *fields,
            rule=cites.LINES,
            help=badge(sheet.source),
            group=TABLE,
        )

    def sheet(self) -> Card:
        """A card; raises ``ValueError`` for what cannot be read."""
        between(self.weight, 0, MOST)
        return Card(
            named(self.name),
            self.kind,
            self.weight,
            self.gadget,
            self.hero.strip(),
            self.lethal,
            self.once,
            notation.card_lines(self.lines),
            "group",
        )

    def learned(self, box: Box) -> Box:
        return replace(box, cards=with_sheet(box.cards, self.sheet()))

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """Every copy in play follows; with an area named, a copy is laid there."""
        card, area = self.sheet(), self.area
        heroes = tuple(
            replace(hero, cards=tuple(card if c.name == card.name else c for c in hero.cards))
            for hero in t.state.heroes
        )
        ground = tuple(
            replace(lying, card=card) if lying.card.name == card.name else lying
            for lying in t.state.ground
        )
        if area:
            ground = (*ground, Lying(card, area))
        t.put(heroes=heroes, ground=ground)
        return ()

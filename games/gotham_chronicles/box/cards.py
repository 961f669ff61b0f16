"""Cards, the Command Post and the dice of a copy, and the forms that teach them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box import notation
from games.gotham_chronicles.box.sheets import (
    COLOURS,
    Box,
    CardKind,
    EquipmentCard,
    PostSheet,
)
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
from games.gotham_chronicles.rules.common.forms import TABLE
from games.gotham_chronicles.state import POST_SPACES, DroppedCard
from games.gotham_chronicles.table import Table
from games.messages import Msg, msg
from games.messages import gettext_noop as _
from games.referee import Prompt

CARD_KINDS = ("object", "tool", "melee", "ranged")


class DefineEquipment(Teach, tag="card.define"):
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
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        yield cls.form(EquipmentCard(""), area=True)

    @classmethod
    def form(cls, sheet: EquipmentCard, area: bool = False) -> Prompt:
        """Return the form of a card; during a play also its place."""
        fields = [
            name_input(sheet.name),
            pick("kind", CARD_KINDS, sheet.kind, "card"),
            figure("weight", sheet.weight, 0, 9, "G-040"),
            cls.field("gadget", default=sheet.gadget, rule="G-066"),
            line("hero", sheet.hero, 60),
            cls.field("lethal", default=sheet.lethal, rule="G-054"),
            cls.field("once", default=sheet.once, rule="G-055"),
            line("lines", notation.write_lines(sheet.lines), 200, "ranged: Y*, +1; any: Hacking 1"),
        ]
        if area:
            fields.append(line("area", "", 30))
        return cls.prompt(
            Msg("prompt.card.define"),
            *fields,
            rule="G-056",
            help=badge(sheet.source),
            group=TABLE,
        )

    def sheet(self) -> EquipmentCard:
        """Return a card; raise ``ValueError`` for what cannot be read."""
        between(self.weight, 0, MOST)
        return EquipmentCard(
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
        """Correct every copy in play; with an area named, lay a copy there."""
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
            ground = (*ground, DroppedCard(card, area))
        t.put(heroes=heroes, ground=ground)
        return ()


FACES = ("first", "second", "third", "fourth", "fifth", "sixth")


class DefinePost(Teach, tag="post.define"):
    """Enter or correct the command post; ``reroll`` 0 means no one has read it yet."""

    movement: int = 3
    points: int = 1
    defence: int = 4
    die: str = "O"
    reroll: int = 0
    costs: str = "1 2 3 4 5 6 7 8"

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        post = t.state.post
        yield cls.form(
            PostSheet(
                post.costs,
                post.movement_limit,
                post.points,
                post.defence_limit,
                post.die,
                post.reroll_limit,
            )
        )

    @classmethod
    def form(cls, sheet: PostSheet) -> Prompt:
        """Return the command post's tiles."""
        fields = (
            figure("movement", sheet.movement, 1, 9, "G-070"),
            figure("points", sheet.points, 1, 4, "G-116"),
            figure("defence", sheet.defence, 1, 9, "G-007"),
            pick("die", tuple("WYORB"), notation.write_die(sheet.die, False)),
            figure("reroll", sheet.reroll or 0, 0, 9, "G-070"),
            line("costs", " ".join(map(str, sheet.costs)), 40, "1 2 3 4 5 6 7 8"),
        )
        return cls.prompt(Msg("prompt.post.define"), *fields, rule="G-069", group=TABLE)

    def sheet(self) -> PostSheet:
        """Return the command post; raise ``ValueError`` for what cannot be read."""
        costs = tuple(notation.number(piece) for piece in self.costs.split())
        if len(costs) != 8:
            raise ValueError(self.costs)
        for n in (self.movement, self.points, self.defence):
            between(n, 1, MOST)
        between(self.reroll, 0, MOST)
        die, _ = notation.die(self.die)
        return PostSheet(costs, self.movement, self.points, self.defence, die, self.reroll or None)

    def learned(self, box: Box) -> Box:
        return replace(box, post=self.sheet())

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        """Correct the post: cubes above a new limit go to fatigue."""
        sheet, post = self.sheet(), t.state.post
        limits = {"movement": sheet.movement, "defence": sheet.defence, "reroll": sheet.reroll}
        over = {
            space: max(0, post.on(space) - limit)
            for space, limit in limits.items()
            if limit is not None
        }
        moved = tuple((t.state.villain, space, "fatigue", n) for space, n in over.items() if n)
        kept = {space: post.on(space) - over.get(space, 0) for space in POST_SPACES}
        t.put_post(
            costs=sheet.costs,
            movement_limit=sheet.movement,
            points=sheet.points,
            defence_limit=sheet.defence,
            die=sheet.die,
            reroll_limit=sheet.reroll,
            fatigue=post.fatigue + sum(over.values()),
            **kept,
        )
        return moved


class DefineDieFaces(Teach, tag="dice.define"):
    """The six faces of one die colour, read off the die."""

    named = _("Faces of a die")
    colour: str
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    fifth: int = 0
    sixth: int = 0

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        return (cls.form(t.state.faces, colour) for colour in COLOURS)

    @classmethod
    def form(cls, faces: tuple[tuple[int, ...], ...], colour: str) -> Prompt:
        """Return six faces of one colour, read off the die."""
        known = dict(zip(COLOURS, faces, strict=False)).get(colour, ())
        shown = (*known, *(0,) * (6 - len(known)))
        numbers = tuple(
            figure(name, n, 0, 4, "G-031") for name, n in zip(FACES, shown, strict=True)
        )
        return cls.prompt(
            msg("prompt.dice.define", colour=Msg(f"colour.{colour}")),
            *numbers,
            fixed={"colour": colour},
            rule="G-031",
            group=TABLE,
        )

    def faces(self, known: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        """Return all faces with one colour's six read off; raise ``ValueError`` for others."""
        if self.colour not in COLOURS:
            raise ValueError(self.colour)
        shown = (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
        for n in shown:
            if not 0 <= n <= 4:
                raise ValueError(str(n))
        found = dict(zip(COLOURS, (*known, *((),) * (5 - len(known))), strict=True))
        return tuple(tuple(sorted(shown)) if c == self.colour else found[c] for c in COLOURS)

    def learned(self, box: Box) -> Box:
        return replace(box, faces=self.faces(box.faces))

    def correct(self, t: Table) -> tuple[Cubes, ...]:
        t.put(faces=self.faces(t.state.faces))
        return ()

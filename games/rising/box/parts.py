"""Print on the tracks, the dice and the team cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, RulingContext
from games.rising.box import Box, DieFacts, PriceStep, ProgressFacts, TeamFacts, TrackFacts
from games.rising.box.teaching import (
    Name,
    Sizes,
    Teach,
    Text,
    among,
    check_among,
    check_named,
    find,
    form,
    name_field,
    put,
    symbols_field,
    track_facts,
    with_section,
)
from games.rising.definition import Definition
from games.rising.state import Section
from games.rising.table import Table

LEVELS = ("easy", "medium", "hard")
PRICE_KINDS = ("", "symbols", "hit", "tokens", "dice", "recruit")


class DefineTrack(Teach, tag="track.define"):
    """Spaces of each section of one side of the doom track."""

    named = _("Spaces per section")
    sizes: tuple[int, ...]
    side: Name = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if not t.state.doom_checked:
            sizes = tuple(each.facts.size for each in t.state.sections)
            # Counters of a track that is left uncounted may be more than any has spaces.
            side, least = t.state.setup.side, min(max(t.state.doom, 1), Sizes.section)
            yield cls.of_side(t.game, side, sizes, least, group="more")

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        """Yield forms for the spaces of each side, and the abilities uncovered on it."""
        for side in game.doom.sides:
            facts = track_facts(game, box, side)
            yield cls.of_side(game, side, tuple(each.size for each in facts.sections))
            if len(facts.sections) > 1:
                yield from DefineSection.of_side(game, facts)

    @classmethod
    def of_side(
        cls, game: Definition, side: str, sizes: tuple[int, ...], least: int = 1, **more: Any
    ) -> Prompt:
        """Return spaces of each section, no fewer than ``least`` where one section is all there
        is."""
        low = least if len(game.doom.placeholder) == 1 else min(1, *sizes)
        field = Field(
            "sizes",
            "sequence",
            Msg("field.sizes"),
            tuple(Choice(n, str(n)) for n in range(low, Sizes.section + 1)),
            tuple(
                msg(f"section.{each.holds or 'none'}", n=i)
                for i, each in enumerate(game.doom.placeholder, 1)
            ),
            # A guess grows with its counters, beyond what a section can have.
            default=tuple(min(each, Sizes.section) for each in sizes),
        )
        label = msg("prompt.track.define", side=Msg(f"side.{side or 'auto'}"))
        return form(cls, game, "track", field, label=label, fixed={"side": side}, **more)

    def check(self, game: Definition, call: RulingContext) -> None:
        super().check(game, call)
        check_among(call, self.side, game.doom.sides)
        printed = game.doom.placeholder
        if len(self.sizes) != len(printed):
            call.refuse_impossible("E_MALFORMED", problem=str(self.sizes))
        rule = game.rules["track"]
        for n, (size, each) in enumerate(zip(self.sizes, printed, strict=True), 1):
            call.require_range(Msg("field.sizes"), size, 0, Sizes.section, rule)
            if not size and (each.holds or len(printed) == 1):
                call.refuse_impossible("E_SECTION", rule, remedy=Msg("remedy.section"), n=n)

    def learn(self, game: Definition, box: Box) -> Box:
        old = track_facts(game, box, self.side)
        sections = tuple(
            replace(section, size=size)
            for section, size in zip(old.sections, self.sizes, strict=True)
        )
        told = replace(old, sections=sections, checked=True, confidence="own")
        return replace(box, tracks=put(box.tracks, "side", told))

    def use(self, t: Table) -> None:
        if self.side != t.state.setup.side:
            return
        sizes = list(self.sizes)
        sizes[-1] += t.state.setup.extra_spaces
        t.require_range(Msg("term.doom"), t.state.doom, 0, sum(sizes), "track")
        sections = tuple(
            Section(replace(each.facts, size=size), each.holding, each.revealed)
            for each, size in zip(t.state.sections, sizes, strict=True)
        )
        t.put(sections=sections, doom_checked=True)


class DefineSection(Teach, tag="section.define"):
    """The ability uncovered at a section (counted from 1) of one side."""

    named = _("Abilities of the track")
    side: Name
    section: int
    ability: Text = ""
    known: bool = False

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.doom.kind == "counters"

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        newest = t.state.newest
        if newest >= 0 and not t.state.sections[newest].facts.known:
            facts = tuple(each.facts for each in t.state.sections)
            forms = cls.of_side(t.game, TrackFacts(t.state.setup.side, facts))
            yield from (each for each in forms if each.fixed["section"] == newest + 1)

    @classmethod
    def of_side(cls, game: Definition, facts: TrackFacts) -> Iterable[Prompt]:
        side = Msg(f"side.{facts.side or 'auto'}")
        for i, each in enumerate(facts.sections, 1):
            if each.holds:
                fields = (
                    cls.field("ability", default=each.ability),
                    cls.field("known", default=each.known),
                )
                label = msg("prompt.section.define", n=i, side=side)
                fixed = {"side": facts.side, "section": i}
                yield form(cls, game, "new_ability", *fields, label=label, fixed=fixed)

    def check(self, game: Definition, call: RulingContext) -> None:
        super().check(game, call)
        check_among(call, self.side, game.doom.sides)
        last = len(game.doom.placeholder)
        call.require_range(Msg("field.section"), self.section, 1, last, game.rules["track"])

    def learn(self, game: Definition, box: Box) -> Box:
        return with_section(game, box, self.side, self.section, self.ability, self.known)

    def use(self, t: Table) -> None:
        if self.side != t.state.setup.side:
            return
        sections = list(t.state.sections)
        old = sections[self.section - 1]
        facts = replace(old.facts, ability=self.ability, known=self.known)
        sections[self.section - 1] = replace(old, facts=facts)
        t.put(sections=tuple(sections))


class DefineDice(Teach, tag="dice.define"):
    """The six faces of one colour, and how many such dice the box holds."""

    named = _("Faces of the Hero dice")
    colour: Name
    count: int = 0
    faces: tuple[str, ...] = ()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.depth == "full":
            yield from (cls.of_colour(t.game, each) for each in t.state.stock if not each.checked)

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        return (cls.of_colour(game, each) for each in box.dice)

    @classmethod
    def of_colour(cls, game: Definition, facts: DieFacts) -> Prompt:
        faces = tuple(Choice(face, Msg(f"face.{face}")) for face in game.faces)
        rows = tuple(msg("term.face_number", n=n) for n in range(1, 7))
        default = facts.faces or game.faces[:1] * 6
        name = next((each.name for each in game.dice if each.colour == facts.colour), facts.colour)
        count = cls.field("count", low=0, high=game.dice_total, default=facts.count, optional=True)
        return form(
            cls,
            game,
            "dice_limit",
            count,
            Field("faces", "sequence", Msg("field.faces"), faces, rows, default=default),
            label=msg("prompt.dice.define", colour=name),
            fixed={"colour": facts.colour},
            help="" if facts.checked else Msg("help.unchecked"),
        )

    def check(self, game: Definition, call: RulingContext) -> None:
        super().check(game, call)
        check_named(call, self.colour)
        call.require_range(
            Msg("field.count"), self.count, 0, game.dice_total, game.rules["dice_limit"]
        )
        if len(self.faces) != 6:
            call.refuse_impossible("E_MALFORMED", problem=", ".join(self.faces))
        for face in self.faces:
            check_among(call, face, game.faces)

    def over(self, dice: tuple[DieFacts, ...]) -> DieFacts:
        """Return a colour with the entered faces; an open count stays as it was."""
        counted = next((each.count for each in dice if each.colour == self.colour), 0)
        return DieFacts(self.colour, self.count or counted, self.faces, True, "own")

    def learn(self, game: Definition, box: Box) -> Box:
        return replace(box, dice=put(box.dice, "colour", self.over(box.dice)))

    def use(self, t: Table) -> None:
        """Refuse fewer dice than are rolled right now."""
        if self.count:
            rolled = sum(die.colour == self.colour for die in (*t.turn.dice, *t.state.kept))
            t.require_range(Msg("field.count"), self.count, rolled, t.game.dice_total, "dice_limit")
        t.put(stock=put(t.state.stock, "colour", self.over(t.state.stock)))


class DefineDriver(Teach, tag="driver.define"):
    """The six faces of a die that moves the villains, as they are entered in play: numbers of the
    track die, directions of the figure die.
    """

    named = _("Faces of the villains' dice")
    die: Name
    faces: tuple[str, ...] = ()

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.driver.kind == "dice"

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        rows = tuple(msg("term.face_number", n=n) for n in range(1, 7))
        for name, label in zip(game.driver.names, ("prompt.doom", "prompt.figure"), strict=False):
            shown = tuple(replace(each, value=str(each.value)) for each in game.driver.faces(name))
            known = find(box.driver_dice, "colour", name)
            default = known.faces if known else (shown[0].value,) * 6
            faces = Field("faces", "sequence", Msg("field.faces"), shown, rows, default=default)
            topic = "doom" if label == "prompt.doom" else "move"
            yield form(cls, game, topic, faces, label=Msg(label), fixed={"die": name})

    def check(self, game: Definition, call: RulingContext) -> None:
        super().check(game, call)
        shown = {str(each.value) for each in game.driver.faces(self.die)}
        if len(self.faces) != 6 or not set(self.faces) <= shown:
            call.refuse_impossible("E_MALFORMED", problem=", ".join((self.die, *self.faces)))

    def learn(self, game: Definition, box: Box) -> Box:
        return replace(box, driver_dice=put(box.driver_dice, "colour", self.facts))

    def use(self, t: Table) -> None:
        t.put(driver_dice=put(t.state.driver_dice, "colour", self.facts))

    @property
    def facts(self) -> DieFacts:
        return DieFacts(self.die, 1, self.faces, True, "own")


class DefineTeam(Teach, tag="team.define"):
    """The facts printed on a team card."""

    named = _("Team cards")
    name: Name
    leader: Name
    ally: Name = ""
    dice: tuple[str, ...] = ()
    ability: Text = ""
    cost: tuple[int, ...] = ()
    known: bool = False

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        colours = tuple(Choice(each.colour, each.name) for each in game.dice)
        rows = tuple(msg("term.die_number", n=n) for n in range(1, 5))
        dice = Field("dice", "sequence", Msg("field.base_dice"), colours, rows, optional=True)
        for facts in box.teams:
            fields = [
                cls.field("leader", default=facts.leader),
                replace(dice, default=facts.dice),
                cls.field("ability", default=facts.ability),
                symbols_field(game, "cost", facts.cost),
                cls.field("known", default=facts.known),
            ]
            if game.ally_from:
                fields.insert(1, cls.field("ally", default=facts.ally))
            label = msg("prompt.team.define", team=facts.name)
            yield form(cls, game, "teams", *fields, label=label, fixed={"name": facts.name})

    def check(self, game: Definition, call: RulingContext) -> None:
        super().check(game, call)
        check_named(call, self.name)
        check_named(call, self.leader)
        if len(self.dice) not in (0, 4):
            call.refuse_impossible("E_MALFORMED", problem=", ".join(self.dice))

    def learn(self, game: Definition, box: Box) -> Box:
        old = find(box.teams, "name", self.name) or TeamFacts(self.name, self.leader)
        told = {
            "leader": self.leader,
            "ally": self.ally,
            "dice": self.dice,
            "ability": self.ability,
            "cost": self.cost,
            "known": self.known,
        }
        changed = {key: value for key, value in told.items() if value}
        team = replace(old, **changed, confidence="own")
        return replace(box, teams=put(box.teams, "name", team))

    def use(self, t: Table) -> None:
        for i, each in enumerate(t.state.teams):
            if each.name == self.name:
                t.put_team(
                    i,
                    dice=self.dice or each.dice,
                    ability=self.ability or each.ability,
                    cost=self.cost or each.cost,
                    known=self.known or each.known,
                )


class DefineStep(Teach, tag="progress.define"):
    """The price of one space (counted from 1) of a progress card; ``length`` its spaces."""

    named = _("The progress track")
    topic = "progress"
    name: Name
    level: str = "easy"
    length: Annotated[int, Range(1, Sizes.steps)] = 5
    step: int = 0
    kind: str = ""
    price: tuple[int, ...] = ()
    n: Annotated[int, Range(0, 9)] = 0
    type: Name = ""

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return bool(game.progress)

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        """Yield a new progress card, and each space of those already entered."""
        length = cls.field("length", default=game.progress, optional=True)
        level = among("level", LEVELS, "easy")
        yield form(cls, game, "progress_card", name_field(), level, length)
        for card in box.progress:
            fixed = {"name": card.name, "level": card.level, "length": len(card.steps)}
            for i, step in enumerate(card.steps, 1):
                fields = (
                    among("kind", PRICE_KINDS, step.kind, prefix="pricekind"),
                    symbols_field(game, "price", step.price),
                    cls.field("n", default=step.n, optional=True),
                    cls.field("type", default=step.type),
                )
                label = msg("prompt.progress.step", card=card.name, n=i)
                more = {**fixed, "step": i}
                yield form(cls, game, "progress_price", *fields, label=label, fixed=more)

    def check(self, game: Definition, call: RulingContext) -> None:
        check_named(call, self.name)
        check_among(call, self.level, LEVELS)
        check_among(call, self.kind, PRICE_KINDS)
        super().check(game, call)
        call.require_range(Msg("field.step"), self.step, 0, self.length, game.rules["progress"])

    def over(self, old: tuple[PriceStep, ...]) -> tuple[PriceStep, ...]:
        """Return the prices of a progress card, made as long as entered, one of them replaced."""
        longer = [*old, *(PriceStep(),) * self.length][: self.length]
        if self.step:
            kind: Any = self.kind
            longer[self.step - 1] = PriceStep(kind, self.price, self.n, self.type)
        return tuple(longer)

    def learn(self, game: Definition, box: Box) -> Box:
        old = find(box.progress, "name", self.name) or ProgressFacts(self.name, self.level, ())
        card = replace(old, level=self.level, steps=self.over(old.steps), checked=True)
        return replace(box, progress=put(box.progress, "name", card))

    def use(self, t: Table) -> None:
        if t.state.setup.progress_card not in ("", self.name):
            return
        steps = self.over(t.state.steps)
        t.require_range(Msg("term.progress"), t.state.progress, 0, len(steps), "progress")
        t.put(steps=steps, progress_checked=True)


WORDS: Catalogue = {
    "prompt.track.define": _("Spaces on the track ({side})"),
    "prompt.dice.define": _("The {colour} dice"),
    "prompt.team.define": _("What is printed on the card of {team}"),
    "what.track.define": _("the spaces of the track"),
    "what.section.define": _("an ability of the track"),
    "what.dice.define": _("the faces of the dice"),
    "what.driver.define": _("the faces of the villains' dice"),
    "help.unchecked": _("Not checked: copied from a related game"),
    "field.base_dice": _("Starting dice"),
    "field.sizes": _("Spaces per section"),
    "refusal.E_SECTION": _("Section {n} has at least one space"),
    "remedy.section": _("Count the spaces in that section again"),
    "field.leader": _("Starting Hero"),
    "field.length": _("Spaces"),
    "field.step": _("Space"),
    "term.face_number": _("Face {n}"),
}

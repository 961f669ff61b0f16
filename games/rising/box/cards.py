"""Print on cards, and the verbs of every ability."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, RulingContext
from games.rising.box import AbilityEffect, Box, CardFacts, SectionFacts
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
    with_ally,
)
from games.rising.definition import Definition
from games.rising.state import State
from games.rising.table import Table

FIXED_KINDS = ("battle", "boss")
FOES = ("villain", "knight")
NOTHING = CardFacts("")
ON_THE_BOARD = {"group": "more", "tone": "check"}
"""The sentence of a form that opens at its card."""


class DefineCard(Teach, tag="card.define"):
    """The facts printed on a card. With ``piece`` it also names that card on the table; without a
    ``name`` the kind and the damage spaces apply to that card alone.
    """

    named = _("What is printed on a card")
    topic = "cap"
    name: Name = ""
    kind: str = ""
    capacity: Annotated[int, Range(0, Sizes.capacity, "term.capacity")] = 0
    price: tuple[int, ...] = ()
    price_b: tuple[int, ...] = ()
    price_c: tuple[int, ...] = ()
    type: Name = ""
    ability: Text = ""
    cost: tuple[int, ...] = ()
    pays: Annotated[int, Range(0, Sizes.capacity)] = 0
    known: bool = False
    icon: str = ""
    reward: Text = ""
    ruling: Text = ""
    piece: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer cards of the table that can be named or completed."""
        for piece in t.state.pieces:
            facts = t.facts(piece)
            whole = facts.name and facts.kind and facts.capacity and facts.prices and facts.known
            if not whole:
                yield cls.of_piece(t, piece.id, facts)

    @classmethod
    def of_piece(cls, t: Table, piece: str, facts: CardFacts) -> Prompt:
        """Return the form of a card on the table, with its name while it has none."""
        kinds = kinds_of(t, piece)
        kind = among("kind", ("", *kinds), facts.kind)
        fields = tuple(kind if each.name == "kind" else each for each in cls.inputs(t.game, facts))
        fixed: dict[str, Any] = {"name": facts.name}
        where = {"group": "table"}
        if not facts.name:
            fixed, where = {"piece": piece}, ON_THE_BOARD
            taken = {each.card for each in t.state.pieces} | set(t.state.gone)
            names = tuple(
                Choice(each.name, each.name, tone=each.kind)
                for each in t.state.library
                if each.name not in taken and each.kind in ("", *kinds)
            )
            fields = (replace(name_field(), choices=names, optional=True), *fields)
        label = msg("prompt.card.define", card=t.name(piece))
        return form(cls, t.game, "anatomy", *fields, label=label, fixed=fixed, **where)

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        """Yield a new card, then each one the box knows."""
        fields = (name_field(), *cls.inputs(game, NOTHING))
        yield form(cls, game, "anatomy", *fields, label=Msg("prompt.card.new"))
        for facts in box.cards:
            label = msg("prompt.card.define", card=facts.name)
            fields, fixed = cls.inputs(game, facts), {"name": facts.name}
            yield form(cls, game, "anatomy", *fields, label=label, fixed=fixed)

    @classmethod
    def inputs(cls, game: Definition, facts: CardFacts) -> tuple[Field, ...]:
        """Return inputs for what is printed on a card; only the name is needed."""
        prices = (*facts.prices, (), (), ())
        label = Msg("field.capacity")
        capacity = cls.field("capacity", label=label, default=facts.capacity, optional=True)
        fields = [
            among("kind", ("", *game.kinds), facts.kind),
            capacity,
            symbols_field(game, "price", prices[0]),
            cls.field("type", default=facts.type),
            cls.field("ability", default=facts.ability),
            symbols_field(game, "cost", facts.cost),
            cls.field("pays", default=facts.pays, optional=True),
            symbols_field(game, "price_b", prices[1]),
            symbols_field(game, "price_c", prices[2]),
            cls.field("known", default=facts.known),
        ]
        if game.ban_icon:
            fields.append(among("icon", ("", "yes", "no"), facts.icon))
            fields.append(cls.field("reward", default=facts.reward))
        return (*fields, cls.field("ruling", default=facts.ruling))

    def check(self, game: Definition, call: RulingContext) -> None:
        if not self.piece:
            check_named(call, self.name)
        check_among(call, self.kind, ("", *game.kinds))
        check_among(call, self.icon, ("", "yes", "no"))
        super().check(game, call)

    def tells_more(self) -> bool:
        """Return whether it tells more than is kept of a card without a name."""
        printed = (self.type, self.ability, self.icon, self.reward, self.ruling)
        counted = (*self.price, *self.price_b, *self.price_c, *self.cost, self.pays, self.known)
        return any(printed) or any(counted)

    def learn(self, game: Definition, box: Box) -> Box:
        if not self.name:
            return box
        old = find(box.cards, "name", self.name) or CardFacts(self.name)
        return replace(box, cards=put(box.cards, "name", self.over(old)))

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return with_ally(game, self.learn(game, box), state, self.piece, self.name)

    def over(self, old: CardFacts) -> CardFacts:
        """Return a card with the entered facts; empty fields stay as they were.

        A battle or boss stays one and nothing else becomes one, because the title fixes their
        number.
        """
        fixed = bool({*FIXED_KINDS} & {old.kind, self.kind})
        prices = tuple(p for p in (self.price, self.price_b, self.price_c) if any(p))
        told: dict[str, Any] = {
            "kind": old.kind if fixed else self.kind,
            "capacity": self.capacity,
            "prices": prices,
            "type": self.type,
            "ability": self.ability,
            "cost": self.cost,
            "pays": self.pays,
            "icon": self.icon,
            "reward": self.reward,
            "ruling": self.ruling,
            "known": self.known,
        }
        changed = {key: value for key, value in told.items() if value}
        return replace(old, **changed, confidence="own")

    def use(self, t: Table) -> None:
        if self.name:
            self.put_name(t)
        else:
            piece = t.piece(self.piece)
            if self.kind in FIXED_KINDS and self.kind != t.kind(piece):
                check_named(t, self.name)
            if self.tells_more():
                t.warn("W_NO_NAME", "anatomy", card=t.name(piece))
            kind, capacity = self.kind or piece.kind, self.capacity or piece.capacity
            t.put_piece(self.piece, kind=kind, capacity=capacity)
        for each in t.state.pieces:
            capacity = t.capacity(each)
            if capacity and each.damage > capacity:
                t.put_piece(each.id, damage=capacity)
        for each in t.state.pieces:
            if t.owner(each.id) >= 0 and t.kind(each) in FOES:
                t.refuse_impossible("E_ON_TEAM", "anatomy", card=t.name(each))

    def put_name(self, t: Table) -> None:
        """Give the card of this name these facts from now on."""
        old = t.known(self.name)
        old = old if old.name else CardFacts(self.name)
        if self.piece:
            old = self.name_piece(t, old)
        t.put_facts(self.over(old))

    def name_piece(self, t: Table, old: CardFacts) -> CardFacts:
        """Give a card on the table its name: the facts so far, with those known there."""
        piece = t.piece(self.piece)
        others = {each.card for each in t.state.pieces if each.id != self.piece}
        misfit = any((old.kind == kind) != (t.kind(piece) == kind) for kind in FIXED_KINDS)
        if self.name in t.state.gone:
            t.refuse("E_GONE_CARD", "deal", msg("remedy.other_card"), card=self.name)
        if self.name in others or misfit:
            t.refuse_impossible(
                "E_DUPLICATE_CARD", "deal", msg("remedy.other_card"), card=self.name
            )
        told = "" if {self.kind, old.kind} & {*FIXED_KINDS} else self.kind
        kind = told or old.kind or t.kind(piece)
        old = replace(old, kind=kind, capacity=old.capacity or piece.capacity)
        t.put_piece(self.piece, card=self.name, kind=piece.kind if kind == "boss" else "")
        t.put_piece(self.piece, capacity=0)
        return old


def kinds_of(t: Table, piece: str) -> tuple[str, ...]:
    """Return the kinds a card of the table can turn out to be: on a team it is a Hero."""
    if t.owner(piece) >= 0:
        return ("hero",)
    told = t.kind(piece)
    fixed = (told,) if told in FIXED_KINDS else ()
    return fixed or tuple(each for each in t.game.kinds if each not in FIXED_KINDS)


class DefineEffect(Teach, tag="card.effect"):
    """Add a verb to the ability of a card, a team or ``section.N``; ``first`` clears the earlier
    ones.
    """

    name: Name
    verb: str
    n: Annotated[int, Range(-9, 9)] = 1
    who: str = ""
    count: Annotated[int, Range(1, 9)] = 1
    each: bool = False
    type: Name = ""
    symbol: str = ""
    colour: Name = ""
    when: str = ""
    first: bool = False
    reward: bool = False

    @classmethod
    def forms(cls, game: Definition, box: Box) -> Iterable[Prompt]:
        """Yield forms for a card, a team or a section of the track."""
        names = [Choice(each.name, each.name) for each in box.cards]
        names += [Choice(each.name, each.name) for each in box.teams]
        names += [
            Choice(f"{side}.{i}", msg("prompt.section.define", n=i, side=Msg(f"side.{side}")))
            for side in game.doom.sides
            if side
            for i, section in enumerate(game.doom.placeholder, 1)
            if section.holds
        ]
        verbs = tuple(Choice(each, Msg(f"verb.{each}")) for each in VERBS)
        symbols = ("", *(each.code for each in game.symbols), "left", "right")
        fields = [
            Field("name", "choice", Msg("field.name"), tuple(names)),
            Field("verb", "choice", Msg("field.verb"), verbs),
            cls.field("n", optional=True),
            among("who", WHO),
            cls.field("count", optional=True),
            cls.field("each"),
            cls.field("type"),
            among("symbol", symbols, prefix="symbol"),
            among("colour", ("", *(each.colour for each in game.dice)), prefix="colour"),
            among("when", WHEN),
            cls.field("first"),
        ]
        if game.ban_icon:
            fields.append(cls.field("reward"))
        yield form(cls, game, "anatomy", *fields)

    def check(self, game: Definition, call: RulingContext) -> None:
        check_named(call, self.name)
        check_among(call, self.verb, VERBS)
        check_among(call, self.who, WHO)
        check_among(call, self.when, WHEN)
        codes = (each.code for each in game.symbols)
        check_among(call, self.symbol, ("", "left", "right", *codes))
        super().check(game, call)

    def more(self, old: tuple[AbilityEffect, ...]) -> tuple[AbilityEffect, ...]:
        """Return the effects of an ability with one more."""
        new = AbilityEffect(
            self.verb,
            self.n,
            self.who,
            self.count,
            self.each,
            self.type,
            self.symbol,
            self.colour,
            self.when,
        )
        return (*(() if self.first else old), new)[-Sizes.effects :]

    def on_card(self, facts: CardFacts) -> CardFacts:
        """Return a card with one more effect of its ability or its reward."""
        if self.reward:
            return replace(facts, rewards=self.more(facts.rewards))
        return replace(facts, effects=self.more(facts.effects), known=True)

    def section(self, game: Definition) -> tuple[str, int]:
        """Return the side and number (from 1) of the section it is about; ``("", 0)`` for none."""
        side, _, number = self.name.rpartition(".")
        found = side in game.doom.sides and number.isdigit()
        return (side, int(number)) if found else ("", 0)

    def on_section(
        self, sections: tuple[SectionFacts, ...], number: int
    ) -> tuple[SectionFacts, ...]:
        return tuple(
            replace(each, effects=self.more(each.effects), known=True) if i == number else each
            for i, each in enumerate(sections, 1)
        )

    def learn(self, game: Definition, box: Box) -> Box:
        facts = find(box.cards, "name", self.name)
        if facts:
            return replace(box, cards=put(box.cards, "name", self.on_card(facts)))
        side, number = self.section(game)
        if number:
            track = track_facts(game, box, side)
            track = replace(track, sections=self.on_section(track.sections, number))
            return replace(box, tracks=put(box.tracks, "side", track))
        team = find(box.teams, "name", self.name)
        if team:
            team = replace(team, effects=self.more(team.effects), known=True)
            return replace(box, teams=put(box.teams, "name", team))
        return box

    def use(self, t: Table) -> None:
        facts = t.known(self.name)
        if facts.name:
            t.put_facts(self.on_card(facts))
            return
        side, number = self.section(t.game)
        if number:
            if side == t.state.setup.side:
                told = self.on_section(tuple(s.facts for s in t.state.sections), number)
                pairs = zip(t.state.sections, told, strict=True)
                t.put(sections=tuple(replace(section, facts=new) for section, new in pairs))
            return
        for i, each in enumerate(t.state.teams):
            if each.name == self.name:
                t.put_team(i, effects=self.more(each.effects), known=True)
                return
        t.refuse_impossible("E_NO_CARD", "", card=self.name)


VERBS = (
    "damage",
    "heal",
    "doom",
    "doom_roll",
    "token",
    "lose_token",
    "die",
    "face",
    "reroll",
    "extra_set",
    "move",
    "swap",
    "block",
    "turn",
    "keep",
    "reach",
    "restrict",
)


WHO = (
    "",
    "location",
    "next",
    "team",
    "teams",
    "most",
    "least",
    "leftmost",
    "rightmost",
    "villains",
    "here",
    "self",
    "adjacent",
    "choice",
    "random",
    "across",
)


WHEN = ("", "damaged", "beside", "near", "progress", "hit")


WORDS: Catalogue = {
    "refusal.E_ON_TEAM": _("{card} is on a team, so it is a Hero"),
    "question.W_NO_NAME": _("{card} has no name, so only its kind and its damage spaces are kept"),
    "prompt.card.define": _("What is printed on {card}"),
    "prompt.card.new": _("A new card"),
    "what.card.define": _("a card without a name"),
    "prompt.card.effect": _("One more ability effect"),
    "field.capacity": _("Damage spaces (0: unknown)"),
    "field.price_b": _("Or these symbols"),
    "field.price_c": _("Or these symbols"),
    "field.pays": _("Damage it takes to use its ability"),
    "field.icon": _("Marked"),
    "field.reward": _("Reward"),
    "field.ruling": _("How we play it"),
    "field.verb": _("What it does"),
    "field.who": _("To"),
    "field.each": _("On every team"),
    "field.symbol": _("Symbol or direction"),
    "field.when": _("When"),
    "icon.none": _("unknown"),
    "symbol.none": _("none"),
    "symbol.left": _("left"),
    "symbol.right": _("right"),
    "colour.none": _("any"),
    "verb.damage": _("Damage"),
    "verb.heal": _("Heal"),
    "verb.doom": _("Track up or down"),
    "verb.doom_roll": _("The track die is rolled again"),
    "verb.token": _("Draw tokens"),
    "verb.lose_token": _("Lose tokens"),
    "verb.die": _("One more die"),
    "verb.face": _("Change a face"),
    "verb.reroll": _("Reroll dice"),
    "verb.extra_set": _("Damage a Villain once more with dice"),
    "verb.move": _("Move damage"),
    "verb.swap": _("Swap two cards"),
    "verb.block": _("Turn tokens off"),
    "verb.turn": _("Turn the figure"),
    "verb.keep": _("Keep a die on a card"),
    "verb.reach": _("Act in another location"),
    "verb.restrict": _("Something else"),
    "who.none": _("–"),
    "who.location": _("Heroes where the figure is facing"),
    "who.next": _("Heroes one location clockwise from it"),
    "who.team": _("the active team"),
    "who.teams": _("all teams"),
    "who.most": _("the most damaged"),
    "who.least": _("the least damaged"),
    "who.leftmost": _("the leftmost"),
    "who.rightmost": _("the rightmost"),
    "who.villains": _("Villains where the figure is facing"),
    "who.here": _("Heroes you can reach"),
    "who.self": _("itself"),
    "who.adjacent": _("its neighbors"),
    "who.choice": _("the table chooses"),
    "who.random": _("at random"),
    "who.across": _("a Villain and a Hero of another location"),
    "when.none": _("when it acts or is used"),
    "when.damaged": _("when it is damaged"),
    "when.beside": _("when a neighbor is damaged"),
    "when.near": _("when it or a neighbor is damaged"),
    "when.progress": _("when the progress track moves"),
    "when.hit": _("when dice damage a Villain"),
}

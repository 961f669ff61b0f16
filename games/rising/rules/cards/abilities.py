"""Hero and team abilities, each once a turn, and Heroes that answer damage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.actions import only_expected
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, Rolled
from games.rising.box import AbilityEffect, CardFacts
from games.rising.definition import Definition
from games.rising.rules.cards import effects
from games.rising.rules.cards.effects import (
    ability_damage,
    automatic,
    candidates,
    enact,
    heal,
    struck,
    to_damage,
)
from games.rising.rules.dice.pool import (
    TEAM,
    ability_facts,
    add_die,
    called,
    check_colours,
    check_face,
    check_use,
    colours,
    covered,
    covering,
    fitting,
    free_die,
    gives_dice,
    lay_dice,
    paid,
    roll_again,
    supplied,
    thrown,
    times,
)
from games.rising.rules.reach import (
    card_choices,
    check_revealed,
    colour_name,
    die_choices,
    die_row,
    say_faces,
    target,
)
from games.rising.rules.villains import carry_out, last_one
from games.rising.state import HeroDie
from games.rising.table import ActiveTeamAct, InFull, Table

REACTING = ("crown", "attack", "villains", "battle", "heroes")


class React(ActiveTeamAct, tag="react"):
    """Carry out a Hero's (its id) waiting reaction, or decline it (``use`` false). ``target`` is
    the id of the card it is used on.
    """

    named = _("A Hero's ability reacts to damage")
    card: str
    use: bool = True
    target: str = ""

    @classmethod
    def belongs_to(cls, game: Definition) -> bool:
        return game.reactions

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.state.step not in REACTING:
            return
        for each in t.turn.reactions:
            hero, text = t.name(each.source), t.facts(each.source).ability
            fields: tuple[Field, ...] = ()
            if any(map(needs_target, each.effects)):
                ids = (piece.id for piece in t.state.pieces)
                struck = tuple(to for to in ids if t.allows(cls(each.source, True, to).apply, t))
                fields = (Field("target", "choice", Msg("field.target"), card_choices(t, struck)),)
            fixed = {"card": each.source, "use": True}
            if all(field.choices for field in fields):
                told = msg("prompt.react", card=hero, ability=text)
                label = told if text else msg("prompt.react.untold", card=hero)
                yield cls.now(t, "reaction", *fields, label=label, fixed=fixed)
            label = msg("prompt.react.not", card=hero)
            yield cls.now(t, "reaction", label=label, fixed={**fixed, "use": False})

    def apply(self, t: Table) -> None:
        waiting = next((each for each in t.turn.reactions if each.source == self.card), None)
        if waiting is None:
            if t.has(self.card) and self.card in t.turn.used:
                card = t.name(self.card)
                t.refuse("E_ONCE", "reaction_once", msg("remedy.next_turn"), card=card)
            t.refuse_impossible("E_NO_ABILITY", "reaction", card=self.card)
        rest = tuple(each for each in t.turn.reactions if each is not waiting)
        t.put_turn(reactions=rest, used=(*t.turn.used, self.card))
        t.note("react" if self.use else "react.not", "reaction", card=t.name(self.card))
        if self.use:
            for effect in waiting.effects:
                perform(t, effect, self.card, self.target)
        carry_out(t)
        last_one(t)


class Ability(ActiveTeamAct, tag="ability"):
    """A Hero (its id, or ``team``) uses its ability: ids of the dice assigned for it, and of its
    target if it has one. ``other`` is a second card, or the colour of a die it gives.
    """

    named = _("Use an ability")
    card: str
    dice: tuple[str, ...] = ()
    target: str = ""
    other: str = ""

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        super().ensure_allowed(t)
        t.phase("heroes")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer it where the dice are there and a choice leads somewhere."""
        full = t.state.depth == "full"
        for card, facts, verbs in ready(t):
            due = full and (paid(t, card) or (card != TEAM and gives_dice(t, card)))
            lain = fitting(t, card, facts) if due or not only_expected() else None
            if lain is None or (verbs and verbs <= {"reroll", "face"}):
                continue
            payment = covering(t, card, facts.cost, lain)
            chosen = cls.chosen(t, card, facts, payment)
            if chosen is None:
                continue
            dice = (paying(t, card, facts, lain, payment),) if lain else ()
            fields = (*dice, *chosen)
            label = "prompt.ability.team" if card == TEAM else "prompt.ability"
            yield (cls.now if due else cls.also)(t, "ability", *fields, **said(t, card, label))

    @classmethod
    def chosen(
        cls, t: Table, card: str, facts: CardFacts, payment: tuple[str, ...]
    ) -> tuple[Field, ...] | None:
        """Return what a use of the ability chooses, ``None`` where no use is accepted."""
        uses = uses_of(t, card, payment)
        if not uses:
            return None
        if points(facts):
            onto = target(card_choices(t, dict.fromkeys(one for one, _ in uses)), "target")
            others = dict.fromkeys(other for _, other in uses if other)
            return (onto, target(card_choices(t, others), "other")) if others else (onto,)
        if names_colour(facts):
            return (Field("other", "choice", Msg("field.colour"), colours(t).choices),)
        return ()

    def apply(self, t: Table) -> None:
        use(t, self.card, self.dice, self.target, self.other)


class RerollByAbility(InFull, tag="reroll"):
    """Reroll dice by an ability of ``card`` (an id, or ``team``), before any is assigned: a face
    per rolled die of the pool, ``""`` if it is kept.
    """

    named = _("Reroll dice")
    card: str
    faces: tuple[str, ...]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        rolled = tuple(die for die in t.pool() if die.face)
        one = tuple(die.face if i == 0 else "" for i, die in enumerate(rolled))
        keep = Choice("", Msg("choice.keep"))
        for card, facts, verbs in ready(t):
            able = "reroll" in verbs or not facts.known
            if able and rolled and t.allows(cls(card, one).apply, t):
                rows = (die_row(t, die) for die in rolled)
                dice = tuple(replace(row, faces=(keep, *row.faces)) for row in rows)
                field = Field("faces", "dice", Msg("field.faces"), dice=dice)
                yield cls.also(t, "reroll", field, **said(t, card, "prompt.reroll"))

    def thrown(self, t: Table) -> tuple[Rolled, ...]:
        return thrown(t, (die for die in t.pool() if die.face), self.faces, "roll")

    def apply(self, t: Table) -> None:
        facts = check_use(t, self.card, "reroll")
        if any(die.place == "laid" and die.roll == t.turn.rolls for die in t.turn.dice):
            t.refuse("E_LATE", "reroll", msg("remedy.next_roll"))
        rolled = tuple(die for die in t.pool() if die.face)
        if len(self.faces) != len(rolled) or not any(self.faces):
            t.refuse_impossible("E_FACES", "reroll", n=len(rolled), given=len(self.faces))
        again = [(die.id, face) for die, face in zip(rolled, self.faces, strict=True) if face]
        limits = [effect.n for effect in facts.effects if effect.do == "reroll" and effect.n > 1]
        if limits and len(again) > max(limits):
            t.refuse_impossible("E_TARGETS", "reroll", msg("remedy.targets", n=max(limits)))
        t.put_turn(used=(*t.turn.used, self.card))
        acted(t, self.card)
        t.note("ability", "ability", card=called(t, self.card))
        roll_again(t, tuple(die for die, _ in again), tuple(face for _, face in again))


class ChangeFace(InFull, tag="face"):
    """An ability of ``card`` (an id, or ``team``) turns a die (its id) to another of its faces."""

    named = _("Change a face")
    card: str
    die: str
    face: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for card, facts, verbs in ready(t):
            if facts.known and "face" not in verbs:
                continue
            pairs = [
                (die, face)
                for die in t.pool()
                if die.face
                for face in t.game.faces
                if t.allows(cls(card, die.id, face).apply, t)
            ]
            if not pairs:
                continue
            turnable = {die.id: die for die, _ in pairs}
            faces = tuple(dict.fromkeys(face for _, face in pairs))
            labels = zip(faces, say_faces(t, faces), strict=True)
            shown = tuple(Choice(face, label) for face, label in labels)
            die = Field("die", "choice", Msg("field.die"), die_choices(t, turnable.values()))
            onto = Field("face", "choice", Msg("field.face"), shown)
            yield cls.also(t, "change", die, onto, **said(t, card, "prompt.face"))

    def apply(self, t: Table) -> None:
        facts = ability_facts(t, self.card)
        limits = [effect for effect in facts.effects if effect.do == "face"]
        check_use(t, self.card, "face", times(facts))
        die = free_die(t, self.die, "")
        shown = die.face.removeprefix("2")
        symbols = {effect.symbol for effect in limits}
        if symbols and not symbols & {"", shown}:
            told = {"card": called(t, self.card), "symbol": t.symbol(shown)}
            t.refuse("E_SYMBOL", "change", msg("remedy.symbol"), **told)
        check_face(t, die.colour, self.face)
        if self.face == die.face:
            t.refuse_impossible("E_SAME_FACE", "change", msg("remedy.other_face"))
        t.put_die(die.id, face=self.face)
        t.put_turn(used=(*t.turn.used, self.card))
        acted(t, self.card)
        before, after = say_faces(t, (die.face, self.face))
        t.note("face", "change", card=called(t, self.card), before=before, after=after)


# -- what is offered -----------------------------------------------------------------------


def ready(t: Table) -> Iterable[tuple[str, CardFacts, set[str]]]:
    """Yield abilities of the active team not used up, with their facts and verbs; none of those
    known to do nothing of themselves."""
    for card in (TEAM, *t.team.row):
        facts = ability_facts(t, card)
        verbs = {effect.do for effect in facts.effects if not effect.when}
        useful = (verbs or not facts.known) and not gone(t, facts)
        if t.turn.used.count(card) < times(facts) and useful:
            yield card, facts, verbs


def gone(t: Table, facts: CardFacts) -> bool:
    """Return whether an ability only moves a track that is out of play."""
    verbs = {effect.do for effect in facts.effects if not effect.when}
    return bool(t.state.event) and verbs == {"doom"}


def said(t: Table, card: str, label: str) -> dict[str, Any]:
    """Return how the use of an ability is put."""
    facts = ability_facts(t, card)
    text = msg(label, card=called(t, card))
    return {"fixed": {"card": card}, "help": facts.ability, "label": text}


def paying(
    t: Table, card: str, facts: CardFacts, lain: tuple[HeroDie, ...], payment: tuple[str, ...]
) -> Field:
    """Return the dice laid for a use of an ability."""
    due = sum(max(need - have, 0) for need, have in zip(facts.cost, t.laid(card), strict=False))
    return Field(
        "dice",
        "choices",
        Msg("field.dice"),
        die_choices(t, lain),
        low=len(payment),
        high=min(due or len(lain), len(lain)),
        optional=not any(facts.cost),
    )


def uses_of(t: Table, card: str, payment: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return target and other of every use of an ability the rule accepts now, paid with these
    dice."""
    facts = ability_facts(t, card)
    tries: Iterable[tuple[str, str]] = (("", ""),)
    if points(facts):
        verbs = {each.do for each in facts.effects if not each.when}
        tries = candidates(t, verbs)
    elif names_colour(facts):
        tries = (("", each.colour) for each in t.state.stock if supplied(t, each.colour))
    begun = t.after(begin_use, t, card, payment)
    if begun is t.state:
        return ()
    trial = Table(t.game, begun)
    return tuple((a, b) for a, b in tries if trial.allows(carry_out_use, trial, card, a, b))


# -- using an ability ----------------------------------------------------------------------


def use(t: Table, card: str, dice: tuple[str, ...] = (), target: str = "", other: str = "") -> None:
    """Use an ability: assign its dice, pay its price, carry out its verbs."""
    begin_use(t, card, dice)
    carry_out_use(t, card, target, other)


def begin_use(t: Table, card: str, dice: tuple[str, ...]) -> None:
    """Refuse an ability that can't be used now, else assign its dice and pay its price."""
    facts = check_use(t, card, "")
    if gone(t, facts):
        t.removed("removed", msg("term.doom"))
    pay_dice(t, card, dice, facts)
    if facts.pays:
        pay(t, card, facts.pays)
    only_dice = bool(facts.effects) and all(each.do == "die" for each in facts.effects)
    t.put_turn(used=(*t.turn.used, card))
    if not only_dice:
        acted(t, card)
    t.note("ability", "ability", card=called(t, card))
    if facts.pays:
        to_damage(t, ability_damage(t, (card,), facts.pays, "full_price"))


def carry_out_use(t: Table, card: str, target: str, other: str) -> None:
    """Carry out the verbs of an ability that is paid for."""
    facts = ability_facts(t, card)
    usable = tuple(effect for effect in facts.effects if not effect.when)
    for effect in usable:
        perform(t, effect, card, target, other)
    if not usable:
        t.note("ability.by_hand", "ability", card=called(t, card))


def acted(t: Table, card: str) -> None:
    """Rule out the consolation by an ability of a Hero; the book does not name the team card."""
    if card != TEAM:
        t.put_turn(acted=True)


def pay_dice(t: Table, card: str, dice: tuple[str, ...], facts: CardFacts) -> None:
    """Assign the dice an ability asks for, in full depth."""
    if t.state.depth != "full":
        return
    lay_dice(t, card, dice, facts)
    if not covered(t, card, facts):
        t.refuse_impossible(
            "E_ABILITY_PRICE", "ability", msg("remedy.ability_price"), card=called(t, card)
        )


def pay(t: Table, piece: str, damage: int) -> None:
    """Deal damage to a Hero as the price of its ability; a full one cannot pay."""
    if damage and t.room(piece) < damage:
        t.refuse("E_FULL", "full_price", msg("remedy.heal_first"), card=t.name(piece))


def perform(
    t: Table, effect: AbilityEffect, source: str, target: str = "", other: str = ""
) -> None:
    """Carry out one verb of an ability, with the target the table chose where it has a choice."""
    if automatic(effect):
        to_damage(t, enact(t, effect, source, "ability", foe=False))
        return
    match effect.do:
        case "damage":
            struck(t, chosen(t, target), effect.n)
        case "heal":
            heal(t, (chosen(t, target),), effect.n, "heal")
        case "die":
            colour = effect.colour or other
            check_colours(t, (colour,))
            if add_die(t, colour):
                t.note("die.added", "extra", colour=colour_name(t, colour))
        case "move":
            effects.move_damage(t, chosen(t, target), other, effect.n)
        case "swap":
            if effect.who == "across":
                effects.check_across(t, target, other)
            effects.swap(t, target, other)
        case "extra_set":
            effects.extra_set(t, target)
        case "reach":
            t.put_turn(wide=True)
            t.note("reach", "scope", team=t.team.name)
        case _:
            t.note("ability.by_hand", "ability", card=ability_facts(t, source).name)


TARGETED = ("damage", "heal", "move", "swap", "extra_set")


def points(facts: CardFacts) -> bool:
    """Return whether a use of the ability points at a card."""
    return any(needs_target(each) for each in facts.effects if not each.when)


def needs_target(effect: AbilityEffect) -> bool:
    """Return whether the table points at the card an effect strikes."""
    return not automatic(effect) and effect.do in TARGETED


def names_colour(facts: CardFacts) -> bool:
    """Return whether a use of the ability names the colour of a die."""
    return any(each.do == "die" and not each.colour and not each.when for each in facts.effects)


def chooses(facts: CardFacts) -> bool:
    """Return whether a use of the ability needs the table to choose something."""
    return points(facts) or names_colour(facts)


def chosen(t: Table, card: str) -> str:
    """Return a target in reach; a wider one only if the card says so."""
    if not card:
        t.refuse_impossible("E_TARGETS", "ability", msg("remedy.targets", n=1))
    t.piece(card)
    check_revealed(t, card)
    near = (*t.reach(), *t.team.row)
    if card not in near and t.ask("WIDER", "scope", card=t.name(card)) == "no":
        remedy = msg("remedy.reach", place=t.place(t.turn.location))
        t.refuse_impossible("E_LOCATION", "scope", remedy, card=t.name(card))
    return card


WORDS: Catalogue = {
    "note.react.not": _("{card} can't react to the damage"),
    "note.ability": _("{card} uses its ability"),
    "note.face": _("{card} changes {before} to {after}"),
    "note.reach": _("{team} can act at every location this turn"),
    "refusal.E_SAME_FACE": _("The die already shows that face"),
    "refusal.E_LATE": _("Roll again before you assign a die from that roll"),
    "refusal.E_ABILITY_PRICE": _("The dice don't pay for {card}'s ability"),
    "remedy.next_roll": _("Use it right after the next roll"),
    "remedy.ability_price": _("Choose the dice the ability needs"),
    "remedy.other_face": _("Choose another face"),
    "question.WIDER": _("{card} is out of reach. Does the ability allow choosing it?"),
    "prompt.react": _("{card} reacts: {ability}"),
    "prompt.react.untold": _("{card} reacts"),
    "prompt.react.not": _("{card} can't react"),
    "prompt.ability": _("{card}: use the ability"),
    "prompt.ability.team": _("Team {card}: use the ability"),
    "prompt.reroll": _("{card}: roll dice again"),
    "prompt.face": _("{card}: change a face"),
    "choice.keep": _("Keep"),
    "field.face": _("Face"),
}

"""Abilities of Villains, the track and battles, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Field, Prompt
from games.rising.box import AbilityEffect, Box
from games.rising.box.teaching import with_library, with_section
from games.rising.definition import Definition
from games.rising.rules.cards.effects import (
    automatic,
    damage,
    enact,
    heal,
    pending,
    to_damage,
    unsure,
)
from games.rising.rules.cards.records import is_reward, record
from games.rising.rules.reach import card_choices
from games.rising.state import Pending, State
from games.rising.table import Act, Table

ABILITY_STEPS = ("crown", "villains", "battle")


def crown(t: Table) -> None:
    """Carry out the ability uncovered last on the track, with a ring."""
    if not t.turn.ring:
        return
    newest = t.state.newest
    if newest < 0:
        t.note("crown.none", "crown_none")
        return
    facts = t.state.sections[newest].facts
    rule = "crown_newest" if newest else "crown"
    t.note("crown", rule, section=newest + 1, ability=facts.ability or "–")
    source = f"section.{newest}"
    t.put_turn(pending=(Pending(source, facts.effects, not facts.known),))
    carry_out(t)


def villains(t: Table) -> None:
    """Queue the abilities of all Villains where the figure looks, in an order of the table's
    choice.

    No one is asked where every order leads to the same table.
    """
    here = tuple(pending(t, each) for each in t.villains(t.state.facing))
    acting = tuple(each for each in here if each.unknown or each.effects)
    if not acting:
        t.note("villains.none", "villains", place=t.place(t.state.facing))
        return
    if order_matters(t, acting):
        t.put_turn(queue=acting)
    else:
        t.put_turn(pending=acting)
        carry_out(t)


def order_matters(t: Table, acting: tuple[Pending, ...]) -> bool:
    """Return whether the order of abilities could change anything, so that the players choose it.

    What is carried out by hand altogether is done in any order anyway.
    """
    if len(acting) < 2:
        return False
    if t.state.setup.villain_order == "lying":
        return t.state.depth == "full" and t.state.setup.edition < 4
    if all(each.unknown for each in acting):
        return False
    first, *others = (ended(t, order) for order in permutations(acting))
    return first.turn.pending != () or any(each != first for each in others)


def ended(t: Table, order: tuple[Pending, ...]) -> State:
    """Return the table after the abilities have acted in an order, as far as no one is asked."""
    trial = Table(t.game, t.state)
    trial.put_turn(pending=order)
    carry_out(trial)
    trial.put_turn(records=())
    return trial.state


def battle(t: Table) -> None:
    """Make the battle where the figure looks act, from the turn after the event on."""
    piece = t.state.battles[t.state.facing]
    if not piece or t.state.event >= t.state.number:
        return
    t.put_turn(pending=(pending(t, piece),))
    carry_out(t)


def abilities_wait(t: Table) -> bool:
    """Return whether the step must wait for an ability, a choice of order or a reaction."""
    return bool(t.turn.pending or t.turn.queue or t.turn.reactions)


def carry_out(t: Table) -> None:
    """Carry out pending abilities as far as no one has to be asked."""
    while t.turn.pending and not t.turn.pending[0].unknown:
        first, *rest = t.turn.pending
        if t.turn.reactions:
            return
        if not first.effects:
            t.put_turn(pending=tuple(rest))
            continue
        effect, *later = first.effects
        if not acts_automatically(t, first):
            return
        acts(t, first)
        t.put_turn(pending=(replace(first, effects=tuple(later)), *rest))
        before = t.state
        hit = enact(t, effect, first.source, source_topic(t, first.source), foe=True)
        record(t, first.source, before)
        to_damage(t, hit)


def acts_automatically(t: Table, ability: Pending) -> bool:
    """Return whether the next effect of a pending ability needs nothing from the table."""
    if ability.unknown or not ability.effects:
        return False
    effect = ability.effects[0]
    return automatic(effect) and not unsure(t, effect, ability.source)


def acts(t: Table, ability: Pending) -> None:
    """Say that a card acts, before its first effect."""
    if t.has(ability.source) and len(ability.effects) == len(pending(t, ability.source).effects):
        t.note("villain.acts", source_topic(t, ability.source), card=t.name(ability.source))


def source_topic(t: Table, source: str) -> str:
    """Return the rule by which an ability acts."""
    if is_reward(source):
        return "reward_battle"
    if not t.has(source):
        return "crown"
    return "battle_acts" if t.kind(source) == "battle" else "villains"


def section_of(source: str) -> int:
    """Return the place of a section of the track among them, from the source of its ability."""
    return int(source.partition(".")[2])


def source_name(t: Table, source: str) -> object:
    """Return a pending ability's card, or the section of the track it was uncovered at."""
    if t.has(source):
        return t.name(source)
    if is_reward(source):
        return source.partition(".")[2]
    return msg("term.section", n=section_of(source) + 1)


def drop_effect(t: Table) -> None:
    """Drop the first effect of the first pending ability."""
    first, *rest = t.turn.pending
    left = replace(first, effects=first.effects[1:])
    t.put_turn(pending=((left, *rest) if left.effects else tuple(rest)))
    carry_out(t)
    last_one(t)


def last_one(t: Table) -> None:
    """Begin the last ability left, which needs no choice."""
    if len(t.turn.queue) == 1 and not t.turn.pending:
        t.put_turn(pending=t.turn.queue, queue=())
        carry_out(t)


def repeated(t: Table) -> bool:
    """Return whether an ability waits for the track die to be rolled again."""
    effects = t.turn.pending[0].effects if t.turn.pending else ()
    waits = t.state.step in ("crown", "villains") and effects
    return bool(waits) and effects[0].do == "doom_roll"


def pointing(t: Table) -> AbilityEffect | None:
    """Return the effect that waits for the table to point at a card."""
    effects = t.turn.pending[0].effects if t.turn.pending else ()
    chosen = effects[0] if effects else None
    points = chosen and chosen.who in ("choice", "random") and chosen.do in ("damage", "heal")
    return chosen if points else None


def forget_ability(t: Table, source: str) -> None:
    """Forget a card (or section) that has no ability the app would have to ask for."""
    if t.has(source):
        name = t.piece(source).card
        if name:
            t.put_facts(replace(t.known(name), known=True))
        return
    index = section_of(source)
    sections = list(t.state.sections)
    sections[index] = replace(
        sections[index], facts=replace(sections[index].facts, known=True, effects=())
    )
    t.put(sections=tuple(sections))


def waiting(t: Table) -> Pending | None:
    """Return the ability that waits for the table; a Hero that may answer damage comes first."""
    waits = t.state.step in ABILITY_STEPS and t.turn.pending and not t.turn.reactions
    return t.turn.pending[0] if waits else None


class VillainNext(Act, tag="villain.next"):
    """The card (its id) whose ability is carried out next."""

    named = _("Choose the next Villain")
    card: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase("villains")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        if t.turn.pending or t.turn.reactions:
            return
        waiting = card_choices(t, (each.source for each in t.turn.queue))
        rule = t.rule("villain_order")
        yield cls.now(
            t, "villain_order", Field("card", "choice", Msg("field.villain"), waiting, rule=rule)
        )

    def apply(self, t: Table) -> None:
        chosen = next((each for each in t.turn.queue if each.source == self.card), None)
        if chosen is None or t.turn.pending:
            t.refuse_impossible("E_NO_ABILITY", "villains", card=self.card)
        if not acts_automatically(t, chosen):  # or "acts" follows at once
            t.note("villain.next", "villain_order", card=t.name(self.card))
        rest = tuple(each for each in t.turn.queue if each is not chosen)
        t.put_turn(pending=(chosen,), queue=rest)
        carry_out(t)
        last_one(t)


class Target(Act, tag="villain.target"):
    """The card (its id) the table chooses for the pending ability."""

    named = _("Choose what an ability hits")
    card: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase(*ABILITY_STEPS)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        ability = waiting(t)
        if ability is None or ability.unknown or repeated(t) or not pointing(t):
            return
        cards = (each.id for each in t.state.pieces if t.kind(each) in ("hero", "villain"))
        field = Field("card", "choice", Msg("field.target"), card_choices(t, cards))
        label = msg("prompt.villain.target", card=source_name(t, ability.source))
        yield cls.now(t, source_topic(t, ability.source), field, label=label)

    def apply(self, t: Table) -> None:
        effect = pointing(t)
        if effect is None:
            t.refuse_impossible("E_NO_ABILITY", "villains", card=self.card)
        source, before = t.turn.pending[0].source, t.state
        t.note("villain.target", source_topic(t, source), card=t.name(self.card))
        hit: tuple[str, ...] = ()
        if effect.do == "heal":
            heal(t, (self.card,), effect.n, "villains")
        else:
            hit = damage(t, (self.card,), effect.n, "villains")
        record(t, source, before)
        to_damage(t, hit)
        drop_effect(t)


class VillainDone(Act, tag="villain.done"):
    """The pending ability has been carried out by hand. ``source`` is the id of its card, or
    ``section.N`` of the track, counted from 0. ``never``: it has no such ability."""

    named = _("Villains act")
    teaches = True
    source: str
    never: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase(*ABILITY_STEPS)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer to carry an ability out on the table with the effects by hand and say so."""
        ability = waiting(t)
        if ability is None or (not ability.unknown and (repeated(t) or pointing(t))):
            return
        source, name = ability.source, source_name(t, ability.source)
        text = t.facts(source).ability if t.has(source) else ""
        topic = source_topic(t, source)
        for label, never in (("prompt.villain.done", False), ("prompt.villain.never", True)):
            fixed = {"source": source, "never": never}
            help_ = "" if never else text or Msg("help.ability")
            yield cls.now(t, topic, label=msg(label, card=name), fixed=fixed, help=help_)

    def apply(self, t: Table) -> None:
        if not t.turn.pending or t.turn.pending[0].source != self.source:
            t.refuse_impossible("E_NO_ABILITY", "villains", card=self.source)
        first, *rest = t.turn.pending
        code = "villain.never" if self.never else "villain.done"
        t.note(code, source_topic(t, self.source), card=source_name(t, self.source))
        if self.never:
            forget_ability(t, self.source)
        if first.effects and not first.unknown:
            drop_effect(t)
            return
        t.put_turn(pending=tuple(rest))
        carry_out(t)
        last_one(t)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        if self.never and self.source.startswith("section."):
            number = section_of(self.source) + 1
            return with_section(game, box, state.setup.side, number, "", True)
        return with_library(box, state)


WORDS: Catalogue = {
    "note.villains.none": _("No Villain at {place} acts"),
    "note.villain.acts": _("{card} acts"),
    "note.villain.next": _("{card} acts next"),
    "note.villain.target": _("{card} is the target"),
    "note.villain.done": _("{card}'s ability is done"),
    "note.villain.never": _("{card}'s ability has no effect"),
    "prompt.villain.next": _("Which Villain acts next?"),
    "prompt.villain.target": _("Who does {card} hit?"),
    "prompt.villain.done": _("{card}: done on the table"),
    "prompt.villain.never": _("{card}'s ability has no effect here"),
    "help.ability": _("Do it with the effects below, then confirm"),
    "field.villain": _("Villain"),
}

"""Corrections of an ability that acted by itself: undone, told again, the copy corrected."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import AbilityEffect, Box
from games.rising.box.cards import ON_THE_BOARD
from games.rising.box.teaching import check_among, find, put, track_facts
from games.rising.definition import Definition
from games.rising.rules.cards import records
from games.rising.rules.cards.effects import damage, enact, to_damage
from games.rising.rules.cards.lesson import (
    REWARDS,
    WHAT,
    Lesson,
    kept_as,
    lesson_fields,
    reward_fields,
    rewarded,
    with_rewards,
)
from games.rising.rules.villains import section_of, source_name, source_topic, waiting
from games.rising.state import AbilityRecord, State
from games.rising.table import Table

NO_EFFECT = ("nothing", "other")
"""It has none that Sidekick keeps; or one that the table carries out by hand."""


def late(t: Table, old: AbilityRecord) -> bool:
    """Return whether the reward of an earlier turn can't be corrected any more, since the villains
    have acted meanwhile."""
    return bool(old.turn) and old.turn != t.state.number and t.state.at > 0


class Correction(Lesson, tag="villain.fix"):
    """Correct what an ability did by itself this turn: it is taken back, and happens as told.

    ``what`` is a verb of ``villain.does``, ``nothing``, or ``other`` for what the table does by
    hand. The copy learns it, unless it was so only this ``once``.
    """

    named = _("Correct an ability")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not t.turn.records or t.state.endings:
            t.removed("villains", Msg("term.record"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        ability = waiting(t)
        for old in t.turn.records:
            if (ability and ability.source == old.source) or late(t, old):
                continue
            fields = cls.fields_of(t, old.source)
            name, said = source_name(t, old.source), records.in_words(t, old)
            label = msg("prompt.villain.fix", card=name, what=said)
            topic, fixed = source_topic(t, old.source), {"source": old.source}
            help_ = Msg("help.villain.fix")
            yield cls.also(t, topic, *fields, label=label, fixed=fixed, help=help_, **ON_THE_BOARD)

    @classmethod
    def fields_of(cls, t: Table, source: str) -> tuple[Field, ...]:
        """Return the verbs an ability, or the reward of a battle, may have."""
        if records.is_reward(source):
            return reward_fields(t, source, (Choice("other", Msg("does.other")),))
        none = tuple(Choice(each, Msg(f"does.{each}")) for each in NO_EFFECT)
        return lesson_fields(t, source, none)

    def effect(self, n: int) -> AbilityEffect:
        if records.is_reward(self.source):
            return rewarded(self.what, n)
        return super().effect(n)

    def apply(self, t: Table) -> None:
        old = next(iter(records.found(t, self.source)), None)
        if old is None or late(t, old):
            t.refuse_impossible("E_NO_ABILITY", "villains", card=self.source)
        topic, card = source_topic(t, self.source), source_name(t, self.source)
        self.bounded(t, topic)
        verbs = (*REWARDS, "other") if old.turn else (*WHAT, *NO_EFFECT)
        check_among(t, self.what, verbs)
        what = msg(f"does.{self.what}")
        effect = None if self.what in NO_EFFECT else self.effect(self.amount(t, card))
        t.note("villain.fixed", topic, card=card, what=what)
        records.take_back(t, old, topic)
        if not self.once:
            self.correct(t, effect)
        if effect and old.turn:
            self.reward(t, effect, old)
        elif effect:
            self.happen(t, effect, topic)

    def reward(self, t: Table, effect: AbilityEffect, old: AbilityRecord) -> None:
        """Give the team that has won the battle its reward, also after its turn."""
        before, now, place = t.state, t.state.active, t.turn.location
        t.put(active=old.team)
        t.put_turn(location=old.location)
        enact(t, effect, self.source, "reward_battle", foe=False)
        records.record(t, self.source, before)
        again = tuple(replace(each, turn=old.turn) for each in records.found(t, self.source))
        records.forget(t, self.source)
        t.put(active=now)
        t.put_turn(location=place, records=(*t.turn.records, *again))

    def correct(self, t: Table, effect: AbilityEffect | None) -> None:
        """Make it the ability of this card, or section, from now on."""
        if records.is_reward(self.source):
            battle = t.known(self.source.partition(".")[2])
            t.put_facts(replace(battle, rewards=(effect,) if effect else ()))
            return
        told = {"effects": (effect,) if effect else (), "known": self.what != "other"}
        if not self.source.startswith("section."):
            if kept_as(t, self.source):
                t.put_facts(replace(t.facts(self.source), **told))
            return
        index, sections = section_of(self.source), list(t.state.sections)
        sections[index] = replace(sections[index], facts=replace(sections[index].facts, **told))
        t.put(sections=tuple(sections))

    def happen(self, t: Table, effect: AbilityEffect, topic: str) -> None:
        """Carry the effect out now; the table points at a card where it chooses."""
        before = t.state
        if effect.who == "choice":
            cards = (each for each in t.state.pieces if t.kind(each) in ("hero", "villain"))
            options = tuple(Choice(each.id, t.name(each)) for each in cards)
            chosen = t.ask("WHOM", topic, options, card=source_name(t, self.source))
            hit = damage(t, (chosen,), effect.n, topic)
        else:
            hit = enact(t, effect, self.source, topic, foe=True)
        records.record(t, self.source, before)
        to_damage(t, hit)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        t = Table(game, state)
        if self.once:
            return box
        if records.is_reward(self.source):
            return with_rewards(box, state, self.source.partition(".")[2])
        if self.source.startswith("section."):
            index = section_of(self.source)
            facts = state.sections[index].facts
            track = track_facts(game, box, state.setup.side)
            sections = list(track.sections)
            sections[index] = replace(sections[index], effects=facts.effects, known=facts.known)
            return replace(
                box, tracks=put(box.tracks, "side", replace(track, sections=tuple(sections)))
            )
        card = find(box.cards, "name", kept_as(t, self.source))
        if card is None:
            return box
        told = t.facts(self.source)
        card = replace(card, effects=told.effects, known=told.known, confidence="own")
        return replace(box, cards=put(box.cards, "name", card))


WORDS: Catalogue = {
    "prompt.villain.fix": _("{card}: {what}"),
    "help.villain.fix": _(
        "Tap what the card says. What happened is undone and happens as you tapped."
    ),
    "note.villain.fixed": _("Corrected: {card}: {what}"),
    "does.nothing": _("Nothing"),
    "does.other": _("Something else, by hand"),
    "term.record": _("An ability that acted this turn"),
    "question.WHOM": _("Who does {card} hit?"),
}

"""Lessons about an unknown ability: entered once in the verbs of the book, carried out ever
after."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from games.actions import Range
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import AbilityEffect, Box
from games.rising.box.cards import DefineEffect
from games.rising.box.teaching import check_among, find, put
from games.rising.definition import Definition
from games.rising.rules.cards.effects import enact, targets
from games.rising.rules.cards.records import record, reward_of
from games.rising.rules.progress import Reward
from games.rising.rules.villains import (
    ABILITY_STEPS,
    carry_out,
    last_one,
    section_of,
    source_name,
    source_topic,
    waiting,
)
from games.rising.state import Pending, State
from games.rising.table import Act, Table

STRIKES = ("location", "team", "teams", "choice")
TURNS = ("left", "right")
WHAT = (*STRIKES, "doom", "token", *TURNS)
MOST = 5
REWARDS = {
    "heal-team": ("heal", "team"),
    "heal-teams": ("heal", "teams"),
    "heal-location": ("heal", "location"),
    "gain": ("token", ""),
    "villains": ("damage", "villains"),
}
"""What the reward of a battle may do: its verb, and whom it reaches."""


class Lesson(Act, tag="villain.does"):
    """Enter what the pending ability does: ``what`` by ``n`` (0: asked), now and from now on every
    time, or only this ``once``.

    ``source`` is the id of its card, or ``section.N`` of the track, counted from 0. What a card
    without a name does is not kept, since no one could tell it from another.
    """

    named = _("What an ability does")
    teaches = True
    source: str
    what: str
    n: Annotated[int, Range(0, MOST)] = 0
    once: bool = False

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        t.phase(*ABILITY_STEPS)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        ability = waiting(t)
        if ability is None or not ability.unknown or ability.effects:
            return
        source = ability.source
        fields, kept = lesson_fields(t, source), kept_as(t, source)
        label = msg("prompt.villain.does", card=source_name(t, source))
        help_ = Msg("help.villain.does" if kept else "help.villain.did")
        fixed = {"source": source}
        yield cls.now(t, source_topic(t, source), *fields, label=label, fixed=fixed, help=help_)

    def amount(self, t: Table, card: object) -> int:
        """Return how much it does; asked where it was not entered."""
        if self.n or self.what in TURNS:
            return self.n or 1
        amounts = tuple(Choice(i, str(i)) for i in range(1, MOST + 1))
        topic, what = source_topic(t, self.source), msg(f"does.{self.what}")
        return int(t.ask("HOW_MUCH", topic, amounts, card=card, what=what))

    def effect(self, n: int) -> AbilityEffect:
        """Return the verb it is kept as."""
        if self.what in STRIKES:
            return AbilityEffect("damage", n, self.what)
        if self.what in TURNS:
            return AbilityEffect("turn", symbol=self.what)
        return AbilityEffect({"doom": "doom", "token": "lose_token"}[self.what], n)

    def apply(self, t: Table) -> None:
        ability = waiting(t)
        if ability is None or ability.source != self.source or not ability.unknown:
            t.refuse_impossible("E_NO_ABILITY", "villains", card=self.source)
        topic, card = source_topic(t, self.source), source_name(t, self.source)
        self.bounded(t, topic)
        check_among(t, self.what, WHAT)
        what = msg(f"does.{self.what}")
        effect = self.effect(self.amount(t, card))
        name = "" if self.once else kept_as(t, self.source)
        if name:
            _defined(name, effect).use(t)
        t.note("villain.learned" if name else "villain.told", topic, card=card, what=what)
        rest = t.turn.pending[1:]
        t.put_turn(pending=(Pending(self.source, (effect,), False), *rest))
        carry_out(t)
        last_one(t)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        t = Table(game, state)
        name = "" if self.once else kept_as(t, self.source)
        if not name:
            return box
        facts = (
            t.known(name) if t.has(self.source) else state.sections[section_of(self.source)].facts
        )
        return _defined(name, facts.effects[-1]).learn(game, box)


class RewardLesson(Reward, tag="reward.does"):
    """Enter what the reward of a completed battle (its id) does: ``what`` by ``n``, now and from
    now on every time, or only this ``once``."""

    named = _("What a reward does")
    teaches = True
    what: str
    n: Annotated[int, Range(1, MOST)] = 1
    once: bool = False

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for each in t.turn.pending:
            if each.effects:
                continue
            fields = reward_fields(t, each.source)
            label = msg("prompt.reward.does", card=t.name(each.source))
            fixed, help_ = {"battle": each.source}, Msg("help.villain.does")
            yield cls.now(t, "reward_battle", *fields, label=label, fixed=fixed, help=help_)

    def apply(self, t: Table) -> None:
        waits = {each.source for each in t.turn.pending if not each.effects}
        if self.battle not in waits:
            t.refuse_impossible("E_NO_ABILITY", "reward_battle", card=self.battle)
        self.bounded(t, "reward_battle")
        check_among(t, self.what, tuple(REWARDS))
        card, effect = t.name(self.battle), rewarded(self.what, self.n)
        if not self.once:
            facts = t.facts(self.battle)
            t.put_facts(replace(facts, rewards=(effect,)))
        code = "villain.told" if self.once else "villain.learned"
        t.note(code, "reward_battle", card=card, what=msg(f"does.{self.what}"))
        before = t.state
        enact(t, effect, self.battle, "reward_battle", foe=False)
        record(t, reward_of(t.facts(self.battle).name), before)
        self.put_away(t)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        return box if self.once else with_rewards(box, state)


def with_rewards(box: Box, state: State, corrected: str = "") -> Box:
    """Return the box with the rewards known in a play, and no other one of a ``corrected``
    battle."""
    for facts in state.library:
        old = find(box.cards, "name", facts.name)
        if facts.kind == "battle" and old and (facts.rewards or facts.name == corrected):
            card = replace(old, rewards=facts.rewards)
            box = replace(box, cards=put(box.cards, "name", card))
    return box


def reward_fields(t: Table, source: str, more: tuple[Choice, ...] = ()) -> tuple[Field, ...]:
    """Return what a reward may do, its number, and whether it is only this once."""
    return (*_verbs((*_rewards(t, source), *more)), _once())


def rewarded(what: str, n: int) -> AbilityEffect:
    """Return the verb a reward is kept as."""
    do, who = REWARDS[what]
    return AbilityEffect(do, n, who)


def _rewards(t: Table, battle: str) -> tuple[Choice, ...]:
    """Return what a reward may do, with the cards it would reach now."""
    found = []
    for each, (_do, who) in REWARDS.items():
        hint = _reached(t, rewarded(each, 1), battle) if who else ""
        found.append(Choice(each, Msg(f"does.{each}"), hint))
    return tuple(found)


def lesson_fields(t: Table, source: str, more: tuple[Choice, ...] = ()) -> tuple[Field, ...]:
    """Return the verbs and their number; and whether it is only this once, where it can be kept."""
    choices = tuple(
        Choice(each, Msg(f"does.{each}"), _now(t, source, each))
        for each in WHAT
        if each != "doom" or not t.state.event
    )
    fields = _verbs((*choices, *more))
    return (*fields, _once()) if kept_as(t, source) else fields


def _verbs(choices: tuple[Choice, ...]) -> tuple[Field, ...]:
    what = Field("what", "choice", Msg("field.what"), choices)
    n = Field("n", "number", Msg("field.n"), low=1, high=MOST, default=1, optional=True)
    return (what, n)


def _once() -> Field:
    return Lesson.field("once", label=Msg("field.once"))


def _now(t: Table, source: str, what: str) -> Msg | str:
    """Return the cards a verb would damage now."""
    if what not in STRIKES or what == "choice":
        return ""
    return _reached(t, AbilityEffect("damage", 1, what), source)


def _reached(t: Table, effect: AbilityEffect, source: str) -> Msg:
    cards = targets(t, effect, source)
    return msg("hint.struck", cards=t.names(cards)) if cards else Msg("hint.nobody")


def kept_as(t: Table, source: str) -> str:
    """Return what an ability is kept under: its card's name, or its section of this side of the
    track."""
    if source.startswith("section."):
        return f"{t.state.setup.side}.{section_of(source) + 1}"
    return t.piece(source).card if t.has(source) else ""


def _defined(name: str, effect: AbilityEffect) -> DefineEffect:
    return DefineEffect(name, effect.do, effect.n, effect.who, symbol=effect.symbol, first=True)


WORDS: Catalogue = {
    "prompt.villain.does": _("What does {card} do?"),
    "help.villain.does": _(
        "Tap what the ability does. It happens now, and next time automatically."
    ),
    "help.villain.did": _("Tap what the card says. Once it has a name, Sidekick can remember it."),
    "field.once": _("Only this time"),
    "hint.struck": _("{cards}"),
    "hint.nobody": _("no one now"),
    "field.what": _("What it does"),
    "question.HOW_MUCH": _("{card}: {what}. How much?"),
    "prompt.reward.does": _("What does the reward of {card} do?"),
    "does.heal-team": _("Heal the active team"),
    "does.heal-teams": _("Heal all teams"),
    "does.heal-location": _("Heal the Heroes here"),
    "does.gain": _("Draw tokens"),
    "does.villains": _("Damage to the Villains here"),
    "does.location": _("Damage here"),
    "does.team": _("Damage to the active team"),
    "does.teams": _("Damage to all teams"),
    "does.choice": _("Damage to a card you choose"),
    "does.doom": _("The track rises"),
    "does.token": _("Tokens are lost"),
    "does.left": _("The figure turns left"),
    "does.right": _("The figure turns right"),
    "note.villain.learned": _("{card}: {what}, from now on every time"),
    "note.villain.told": _("{card}: {what}"),
}

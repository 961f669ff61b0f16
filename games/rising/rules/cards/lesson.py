"""What an unknown ability does: told once in the verbs of the book, carried out ever after."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from games.acting import Span
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import Box, Effect
from games.rising.box.cards import DefineEffect
from games.rising.box.teaching import check_among
from games.rising.definition import Definition
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


class Lesson(Act, tag="villain.does"):
    """What the pending ability does: ``what`` by ``n`` (0: asked), now and from now on every time.

    ``source`` is the id of its card, or ``section.N`` of the track, counted from 0. What a card
    without a name does is not kept, since nobody could tell it from another.
    """

    named = _("What an ability does")
    teaches = True
    source: str
    what: str
    n: Annotated[int, Span(0, MOST)] = 0

    @classmethod
    def may(cls, t: Table) -> None:
        t.phase(*ABILITY_STEPS)

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        ability = waiting(t)
        if ability is None or not ability.unknown or ability.effects:
            return
        choices = tuple(
            Choice(each, Msg(f"does.{each}"))
            for each in WHAT
            if each != "doom" or not t.state.event
        )
        what = Field("what", "choice", Msg("field.what"), choices)
        kept = "prompt.villain.does" if _kept_as(t, ability.source) else "prompt.villain.did"
        label = msg(kept, card=source_name(t, ability.source))
        topic, fixed = source_topic(t, ability.source), {"source": ability.source}
        yield cls.now(t, topic, what, label=label, fixed=fixed)

    def effect(self, n: int) -> Effect:
        """The verb it is kept as."""
        if self.what in STRIKES:
            return Effect("damage", n, self.what)
        if self.what in TURNS:
            return Effect("turn", symbol=self.what)
        return Effect({"doom": "doom", "token": "lose_token"}[self.what], n)

    def happen(self, t: Table) -> None:
        ability = waiting(t)
        if ability is None or ability.source != self.source or not ability.unknown:
            t.impossible("E_NO_ABILITY", "villains", card=self.source)
        topic, card = source_topic(t, self.source), source_name(t, self.source)
        self.bounded(t, topic)
        check_among(t, self.what, WHAT)
        what = msg(f"does.{self.what}")
        n = self.n or 1
        if not self.n and self.what not in TURNS:
            amounts = tuple(Choice(i, str(i)) for i in range(1, MOST + 1))
            n = int(t.ask("HOW_MUCH", topic, amounts, card=card, what=what))
        effect, name = self.effect(n), _kept_as(t, self.source)
        if name:
            _defined(name, effect).use(t)
        t.note("villain.learned" if name else "villain.told", topic, card=card, what=what)
        rest = t.turn.pending[1:]
        t.put_turn(pending=(Pending(self.source, (effect,), False), *rest))
        carry_out(t)
        last_one(t)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        t = Table(game, state)
        name = _kept_as(t, self.source)
        if not name:
            return box
        facts = (
            t.known(name) if t.has(self.source) else state.sections[section_of(self.source)].facts
        )
        return _defined(name, facts.effects[-1]).learn(game, box)


def _kept_as(t: Table, source: str) -> str:
    """What an ability is kept under: its card's name, or its section of this side of the track."""
    if source.startswith("section."):
        return f"{t.state.setup.side}.{section_of(source) + 1}"
    return t.piece(source).card if t.has(source) else ""


def _defined(name: str, effect: Effect) -> DefineEffect:
    return DefineEffect(name, effect.do, effect.n, effect.who, symbol=effect.symbol, first=True)


WORDS: Catalogue = {
    "prompt.villain.does": _("Or say what {card} does, once and for all"),
    "prompt.villain.did": _("Or say what {card} does"),
    "field.what": _("What it does"),
    "question.HOW_MUCH": _("{card}: {what}. How much?"),
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

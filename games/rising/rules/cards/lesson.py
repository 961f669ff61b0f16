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
    source_name,
    source_topic,
    waiting,
)
from games.rising.state import Pending, State
from games.rising.table import Act, Table

STRIKES = ("location", "team", "teams", "choice")
WHAT = (*STRIKES, "doom", "token", "left", "right")


class Lesson(Act, tag="villain.does"):
    """What the pending ability does: ``what`` by ``n``, now and, with ``always``, every time.

    ``source`` is the id of its card, or ``section.N`` of the track, counted from 0. A card without
    a name is not learned, since nobody could tell it from another.
    """

    named = _("What an ability does")
    teaches = True
    source: str
    what: str
    n: Annotated[int, Span(1, 5)] = 1
    always: bool = False

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
        fields = [what, cls.field("n")]
        if _taught_name(t, ability.source):
            fields.append(cls.field("always", default=True))
        label = msg("prompt.villain.does", card=source_name(t, ability.source))
        topic, fixed = source_topic(t, ability.source), {"source": ability.source}
        yield cls.now(t, topic, *fields, label=label, fixed=fixed)

    @property
    def effect(self) -> Effect:
        """The verb it is kept as."""
        if self.what in STRIKES:
            return Effect("damage", self.n, self.what)
        if self.what in ("left", "right"):
            return Effect("turn", self.n, symbol=self.what)
        return Effect({"doom": "doom", "token": "lose_token"}[self.what], self.n)

    def happen(self, t: Table) -> None:
        ability = waiting(t)
        if ability is None or ability.source != self.source or not ability.unknown:
            t.impossible("E_NO_ABILITY", "villains", card=self.source)
        self.bounded(t, source_topic(t, self.source))
        check_among(t, self.what, WHAT)
        name = _taught_name(t, self.source) if self.always else ""
        if name:
            self._define(name).use(t)
        code = "villain.learned" if name else "villain.told"
        what = msg(f"does.{self.what}")
        t.note(code, source_topic(t, self.source), card=source_name(t, self.source), what=what)
        rest = t.turn.pending[1:]
        t.put_turn(pending=(Pending(self.source, (self.effect,), False), *rest))
        carry_out(t)
        last_one(t)

    def taught(self, game: Definition, box: Box, state: State) -> Box:
        name = _taught_name(Table(game, state), self.source) if self.always else ""
        return self._define(name).learn(game, box) if name else box

    def _define(self, name: str) -> DefineEffect:
        told = self.effect
        return DefineEffect(name, told.do, told.n, told.who, symbol=told.symbol, first=True)


def _taught_name(t: Table, source: str) -> str:
    """What an ability is kept under: its card's name, or its section of this side of the track."""
    if t.has(source):
        return t.piece(source).card
    return f"{t.state.setup.side}.{int(source.partition('.')[2]) + 1}"


WORDS: Catalogue = {
    "prompt.villain.does": _("What does {card} do?"),
    "field.what": _("It does this"),
    "field.always": _("Every time, for this copy"),
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

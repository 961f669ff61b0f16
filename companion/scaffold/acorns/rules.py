"""The actions of a turn, each with its offers and its rule, and their sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from games import actions
from games.actions import MaxLength, Table, Teach
from games.messages import gettext_noop as _
from games.referee import Choice, Prompt, Rolled, RulingContext

from .state import Box, State


class Act(actions.Act[Table[State]]):
    """Anything a squirrel does."""


class Roll(Act, tag="roll"):
    """The squirrel whose turn it is stores what its die shows."""

    face: int

    @classmethod
    def ensure_allowed(cls, t: Table[State]) -> None:
        t.require_actor(t.state.parts[t.state.active], "N-01")

    @classmethod
    def prompts(cls, t: Table[State]) -> Iterable[Prompt]:
        faces = tuple(Choice(n, str(n)) for n in range(1, 7))
        face = cls.field("face", kind="choice", choices=faces, rule="N-01")
        yield cls.prompt("", face, rule="N-01", expected=True, actors=(t.state.active,))

    def apply(self, t: Table[State]) -> None:
        state, who = t.state, t.state.parts[t.state.active].name
        t.require_range("face", self.face, 1, 6, "N-01")
        lost = self.face == 1 and t.ask("CROW", "N-02") == "yes"
        t.note("roll", "N-01", who=who, face=self.face)
        n = 0 if lost else min(state.goal, state.stores[state.active] + self.face)
        if lost:
            t.note("crow", "N-02", who=who, n=n)
        else:
            t.note("store", "N-01", who=who, n=n)
        t.put(stores=state.stored(state.active, n))
        if n < state.goal:
            t.put(active=(state.active + 1) % state.players, turn=state.turn + 1)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return (Rolled("d6", str(self.face), "store", state.active),)


class Find(Act, tag="find"):
    """A stray acorn for one squirrel: small, independent, and so it rebases."""

    rebases = True
    squirrel: int

    @classmethod
    def prompts(cls, t: Table[State]) -> Iterable[Prompt]:
        for i, held in enumerate(t.state.stores):
            if held < t.state.goal:
                yield cls.prompt("", fixed={"squirrel": i}, rule="N-01", group="more")

    def apply(self, t: Table[State]) -> None:
        t.require_range("squirrel", self.squirrel, 0, t.state.players - 1)
        who, held = t.state.parts[self.squirrel].name, t.state.stores[self.squirrel]
        if held >= t.state.goal:
            t.refuse("E_FULL", "N-01", who=who)
        t.note("find", "N-01", who=who)
        t.put(stores=t.state.stored(self.squirrel, held + 1))


class Paint(Teach[Table[State]], tag="paint"):
    """Enter what colour the nest of this copy has."""

    colour: Annotated[str, MaxLength(20)]

    @classmethod
    def prompts(cls, t: Table[State]) -> Iterable[Prompt]:
        yield cls.prompt("", cls.field("colour"), group="more")

    def learned_facts(self, known: Box | State, call: RulingContext) -> dict[str, Any]:
        call.note("paint", colour=self.colour)
        return {"colour": self.colour} if isinstance(known, Box) else {}


WORDS = {
    "prompt.roll": _("What did the die show?"),
    "prompt.find": _("A stray acorn"),
    "prompt.paint": _("Paint the nest"),
    "field.face": _("Face"),
    "field.squirrel": _("Squirrel"),
    "field.colour": _("Colour"),
    "field.players": _("Squirrels"),
    "field.goal": _("Goal"),
    "note.roll": _("{who} rolled {face}"),
    "note.store": _("{who} now has {n}"),
    "note.crow": _("The crow empties {who}'s store"),
    "note.find": _("{who} finds an acorn"),
    "note.paint": _("The nest is {colour} now"),
    "question.CROW": _("Did the crow look?"),
    "refusal.E_FULL": _("{who} cannot carry more"),
}

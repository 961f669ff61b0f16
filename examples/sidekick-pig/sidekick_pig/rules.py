"""The two things a turn is made of: rolling on, and holding."""

from __future__ import annotations

from collections.abc import Iterable

from games import actions
from games.actions import Table
from games.messages import gettext_noop as _
from games.referee import Choice, Prompt, Rolled

from .state import State

LOSING = 1
FACES = range(1, 7)


class Act(actions.Act[Table[State]]):
    """Anything the player does whose turn it is."""

    @classmethod
    def ensure_allowed(cls, t: Table[State]) -> None:
        t.require_actor(t.state.due, "P-01")


class Roll(Act, tag="roll"):
    """One more roll: what it shows is at stake, too, or everything is lost."""

    face: int

    @classmethod
    def prompts(cls, t: Table[State]) -> Iterable[Prompt]:
        faces = tuple(Choice(n, str(n)) for n in FACES)
        face = cls.field("face", kind="choice", choices=faces, rule="P-02")
        yield cls.prompt("", face, rule="P-02", expected=True, actors=(t.state.active,))

    def apply(self, t: Table[State]) -> None:
        state = t.state
        t.require_range("face", self.face, FACES[0], FACES[-1], "P-02")
        if self.face == LOSING:
            t.note("bust", "P-03", who=state.due.name, n=state.pot)
            pass_on(t)
        else:
            pot = state.pot + self.face
            t.note("roll", "P-02", who=state.due.name, face=self.face, n=pot)
            t.put(pot=pot)

    def rolled(self, state: State) -> tuple[Rolled, ...]:
        return (Rolled("d6", str(self.face), "roll", state.active),)


class Hold(Act, tag="hold"):
    """Score what is at stake and end the turn."""

    @classmethod
    def ensure_allowed(cls, t: Table[State]) -> None:
        super().ensure_allowed(t)
        if not t.state.pot:
            t.refuse_impossible("E_NOTHING", "P-04")

    @classmethod
    def prompts(cls, t: Table[State]) -> Iterable[Prompt]:
        yield cls.prompt("", rule="P-04", expected=True, actors=(t.state.active,))

    def apply(self, t: Table[State]) -> None:
        state = t.state
        total = state.scores[state.active] + state.pot
        t.note("hold", "P-04", who=state.due.name, n=state.pot, total=total)
        t.put(scores=state.scored(state.active, total))
        if total < state.goal:
            pass_on(t)
        else:
            t.put(pot=0)


def pass_on(t: Table[State]) -> None:
    """Begin the next player's turn with nothing at stake."""
    t.put(active=(t.state.active + 1) % len(t.state.scores), pot=0, turn=t.state.turn + 1)
    t.note("turn", "P-01", who=t.state.due.name)


WORDS = {
    "prompt.roll": _("What did the die show?"),
    "prompt.hold": _("Hold"),
    "field.face": _("Face"),
    "field.players": _("Players"),
    "field.goal": _("Points to win"),
    "field.first": _("Who begins"),
    "note.roll": _("{who} rolls a {face}: {n} at stake"),
    "note.bust": _("{who} rolls a 1 and loses {n} at stake"),
    "note.hold": _("{who} holds, scores {n} and has {total}"),
    "note.turn": _("Turn: {who}"),
    "refusal.E_NOTHING": _("Nothing is at stake yet: roll first"),
    "coach.roll": _("Roll the die and tap what it shows. A 1 loses what is at stake."),
    "coach.hold": _("Hold to score what is at stake and pass the die on."),
}

"""The table while an action is offered or applied, and the base of its actions."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games import actions
from games.animated_dice.box import VillainToken
from games.animated_dice.state import Stage, State, Turn
from games.messages import Msg, msg
from games.vocabulary import Field, Part, Prompt


class Table(actions.Table[State]):
    """Unit of work of the heist under way, which refuses anyone who doesn't play it."""

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def villain(self) -> VillainToken:
        return self.state.villain

    @property
    def stage(self) -> Stage:
        return self.once(_stage)

    def part(self, index: int | None = None) -> Part:
        """Return a villain as a part; the active one without ``index``."""
        index = self.turn.part if index is None else index
        return Part(index, self.state.villains[index].name)

    def put_turn(self, **changes: Any) -> None:
        """Set fields of the turn under way."""
        self.put(turn=replace(self.turn, **changes))

    def on_turn(self) -> None:
        """Refuse anyone but the active player; in a tiebreaker also anyone who isn't a leader."""
        if self.actor is None:
            return
        if self.stage.tie and self.actor not in self.stage.leaders:
            leaders = [self.part(i).name for i in self.stage.leaders]
            self.refuse("E_NOT_LEADER", "D-041", remedy=msg("remedy.watch"), leaders=leaders)
        else:
            self.require_actor(self.part(), "D-002")

    def settled(self) -> None:
        """Refuse to go on while it is open which dice go back."""
        if self.turn.first:
            self.refuse_impossible("E_RETURN_FIRST", "D-035", remedy=msg("remedy.return"))


def _stage(state: State) -> Stage:
    return state.stage


class Act(actions.Act[Table]):
    """An action of this game."""

    @classmethod
    def now(cls, t: Table, label: Msg, *fields: Field, **more: Any) -> Prompt:
        """Return a prompt of the current step for the active player."""
        more = {"expected": True, "actors": (t.turn.part,), "group": "now", **more}
        return cls.prompt(label, *fields, **more)


class Teach(actions.Teach[Table]):
    """An action that describes the dice and tokens of this copy."""

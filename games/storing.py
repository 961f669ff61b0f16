"""What of a title is written down and read again, the same for every title."""

from __future__ import annotations

from typing import Any, Generic

import msgspec

from games import acting, bounds
from games.acting import Rules
from games.messages import COMMON, Catalogue, Msg
from games.vocabulary import BoxT, Malformed, SetupT, StateT


class Stored(Generic[SetupT, StateT, BoxT]):
    """A title's types and sentences; plain data becomes one of the types or is ``Malformed``."""

    Setup: type[SetupT]
    State: type[StateT]
    Box: type[BoxT]
    Table: type[acting.Table[Any]] = acting.Table
    rules: Rules[Any] = Rules()
    """The chapters: every action with its offers, rule and words."""
    Action: Any
    """The tagged union of the title's actions, ``Adjust`` and ``SetDepth`` among them."""

    messages: Catalogue = {}
    """Sentences outside the chapters: those about things."""
    names: Catalogue = {}
    """Names of actions that nothing offers: ``action.`` and the tag."""

    def catalogue(self) -> Catalogue:
        """Return the title's sentences on top of the common ones."""
        return {**COMMON, **self.rules.names, **self.names, **self.rules.words, **self.messages}

    def decode_action(self, data: Any) -> Any:
        """Return an action from plain data; raises ``Malformed``."""
        return _convert(data, self.Action, bounds.ACTION)

    def decode_answers(self, given: Any) -> dict[str, str]:
        """Return answers to this title's questions, and reasons against its refusals; raises
        ``Malformed`` for unknown questions.
        """
        answers, said = bounds.answers(given), self.catalogue()
        for code in answers:
            overruled = code.removeprefix("override:")
            if (f"question.{code}" if overruled == code else f"refusal.{overruled}") not in said:
                raise Malformed(f"Nobody asks that - at `$.answers.{code}`")
        return answers

    def decode_setup(self, data: Any) -> SetupT:
        """Return a setup from plain data; raises ``Malformed``."""
        return _convert(data, self.Setup, bounds.FACTS)  # type: ignore[no-any-return]

    def decode_box(self, data: Any) -> BoxT:
        """Return a box from plain data; raises ``Malformed``."""
        return _convert(data, self.Box, bounds.FACTS)  # type: ignore[no-any-return]

    def decode_state(self, text: str | bytes) -> StateT:
        """Return a stored state from its JSON; raises ``Malformed``."""
        try:
            return msgspec.json.decode(text, type=self.State)
        except msgspec.MsgspecError as error:
            raise Malformed(str(error)) from error

    def encode_state(self, state: StateT) -> str:
        """Return the state as JSON; ``decode_state`` restores an equal one."""
        return msgspec.json.encode(state).decode()

    def action_name(self, do: str) -> Msg:
        """Return an action's name while nothing offers it."""
        named = f"action.{do}"
        return Msg(named if named in self.catalogue() else f"prompt.{do}")

    def keepable(self, box: BoxT) -> bool:
        """Return whether the box is small enough to be stored."""
        try:
            self.decode_box(msgspec.to_builtins(box))
        except Malformed:
            return False
        return True


def _convert(data: Any, kind: Any, most: bounds.Bounds) -> Any:
    bounds.bounded(data, most)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from error

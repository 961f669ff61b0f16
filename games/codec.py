"""Storing and reading a title's data, the same for every title."""

from __future__ import annotations

from functools import cache
from typing import Any, Generic, get_args

import msgspec

from games import actions, bounds
from games.actions import Rules
from games.messages import COMMON, Catalogue, Msg
from games.vocabulary import BoxT, MalformedError, SetupT, StateT


class Stored(Generic[SetupT, StateT, BoxT]):
    """A title's types and sentences; plain data becomes one of the types or is
    ``MalformedError``.
    """

    Setup: type[SetupT]
    State: type[StateT]
    Box: type[BoxT]
    Table: type[actions.Table[Any]] = actions.Table
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
        """Return an action from plain data; raises ``MalformedError``."""
        do = data.get("do") if isinstance(data, dict) else None
        return _convert(data, self.action_type(do), bounds.ACTION)

    def action_type(self, do: Any) -> Any:
        """Return the type of the action of that name; of all actions where there is none."""
        return _types(self).get(do if isinstance(do, str) else "", self.Action)

    def decode_answers(self, given: Any) -> dict[str, str]:
        """Return answers to this title's questions, and reasons against its refusals; raises
        ``MalformedError`` for unknown questions.
        """
        answers = bounds.answers(given)
        said = self.catalogue() if answers else {}
        for code in answers:
            overruled = code.removeprefix("override:")
            if (f"question.{code}" if overruled == code else f"refusal.{overruled}") not in said:
                raise MalformedError(f"Nobody asks that - at `$.answers.{code}`")
        return answers

    def decode_setup(self, data: Any) -> SetupT:
        """Return a setup from plain data; raises ``MalformedError``."""
        return _convert(data, self.Setup, bounds.FACTS)  # type: ignore[no-any-return]

    def decode_box(self, data: Any) -> BoxT:
        """Return a box from plain data; raises ``MalformedError``."""
        return _convert(data, self.Box, bounds.FACTS)  # type: ignore[no-any-return]

    def decode_state(self, text: str | bytes) -> StateT:
        """Return a stored state from its JSON; raises ``MalformedError``."""
        try:
            return msgspec.json.decode(text, type=self.State)
        except msgspec.MsgspecError as error:
            raise MalformedError(str(error)) from error

    def encode_state(self, state: StateT) -> str:
        """Return the state as JSON; ``decode_state`` restores an equal one."""
        return msgspec.json.encode(state).decode()

    def action_name(self, do: str) -> Msg:
        """Return an action's name while nothing offers it."""
        named = f"action.{do}"
        return Msg(named if named in self.catalogue() else f"prompt.{do}")

    def doubt(self, box: BoxT, keys: tuple[str, ...]) -> BoxT:
        """Return the box with these facts to be confirmed at the table, because others entered
        them.

        A key is ``"MEMBER/NAME"`` of the box. Members that say how far a fact can be trusted are
        marked already.
        """
        return box

    def doubts(self, box: BoxT) -> tuple[str, ...]:
        """Return the keys of facts that ``doubt`` has left for the table to confirm."""
        return ()

    def keepable(self, box: BoxT) -> bool:
        """Return whether the box is small enough to be stored."""
        try:
            self.decode_box(msgspec.to_builtins(box))
        except MalformedError:
            return False
        return True


@cache
def _types(stored: Stored[Any, Any, Any]) -> dict[str, Any]:
    """Return the types of a title's actions by name: to look into all of them for the one that is
    meant takes hundreds of times as long."""
    acts = get_args(stored.Action) or (stored.Action,)
    return {act.__struct_config__.tag: act for act in acts}


def _convert(data: Any, kind: Any, most: bounds.Bounds) -> Any:
    bounds.bounded(data, most)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise MalformedError(str(error)) from error

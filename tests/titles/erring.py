"""Acorns that raise where a test says so, once the squirrels have stored anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from companion.scaffold.acorns.rules import Find, Paint, Roll
from games.referee import DiceRoll, Prompt, RiskFigure
from tests.sample_game import Acorns, Setup, State

__all__ = ["BREAKING", "ERRING", "Erring", "Setup"]

BREAKING: dict[str, Callable[..., Any]] = {}
"""What raises now, and with what: a method of the referee by its name, or an action's offer. What
is no exception is called instead."""


class BrokenTitleError(Exception):
    """Errors that no title should ever raise."""


def breaks(what: str, state: State) -> None:
    if what in BREAKING and sum(state.stores) >= 4:
        error = BREAKING[what](what)
        if isinstance(error, BaseException):
            raise error


class Erring(Acorns):
    """Acorns with dice that are known."""

    title = replace(Acorns.title, slug="erring")
    risk_figures = {"store": RiskFigure("tracker.store", danger=True, worth=-1)}
    physical_steps = {}

    def possible_rolls(self, state: State) -> tuple[DiceRoll, ...]:
        return (DiceRoll("roll", "face", (tuple((n, 1) for n in range(1, 7)),), single=True),)

    def figure_changes(self, before: State, ruling: Any) -> dict[str, int]:
        return {"store": sum(ruling.state.stores) - sum(before.stores)}


STATED = (
    "parts",
    "prompts",
    "prompts_for",
    "outcome",
    "step",
    "rules_step",
    "view",
    "board",
    "seen_by",
    "parts_to_act",
    "text",
    "trackers",
    "figures",
    "checklist",
    "setting_up",
    "table_prompts",
    "possible_rolls",
    "figure_changes",
    "can_see_forecasts",
    "turn",
    "apply",
    "team",
    "lesson",
    "rolled",
    "heading",
)
"""The methods that are given a state, the first of their arguments that is one."""


def _breaking(name: str) -> Callable[..., Any]:
    def method(self: Erring, *args: Any, **named: Any) -> Any:
        for each in args:
            if isinstance(each, State):
                breaks(name, each)
        return getattr(super(Erring, self), name)(*args, **named)

    return method


def _own(name: str) -> Callable[..., Any]:
    def method(self: Erring, board: Any, *args: Any) -> Any:
        breaks(name, board)
        return getattr(super(Erring, self), name)(board, *args)

    return method


for each in STATED:
    if each not in vars(Erring):
        setattr(Erring, each, _breaking(each))
for each in ("pieces", "scene", "threats"):
    setattr(Erring, each, _own(each))


def _raising(act: Any) -> classmethod[Any, Any, Any]:
    whole = act.prompts

    def prompts(cls: Any, t: Any) -> Iterable[Prompt]:
        breaks(cls.do(), t.state)
        yield from whole(t)

    return classmethod(prompts)


ERRING = {act: _raising(act) for act in (Roll, Find, Paint)}
"""The offers of Acorns, which raise for ``BREAKING``; a test puts them in place."""

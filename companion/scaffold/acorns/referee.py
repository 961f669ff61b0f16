"""Acorns: squirrels store what their die shows, until one has enough.

A 1 may wake the crow: whether it looked only the table knows, and then the store is gone.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from games.actions import Rules, Table
from games.clarifications import load
from games.messages import Msg, msg
from games.messages import gettext_noop as _
from games.referee import (
    Defect,
    Figure,
    Outcome,
    Part,
    Prompt,
    Referee,
    Rulebook,
    RulingContext,
    Title,
    Tracker,
)

from . import rules
from .state import Box, Setup, State


class Acorns(Referee[Setup, State, Box]):
    """One to four squirrels; with one of them it is a race against patience."""

    contract: ClassVar[int] = 2
    title = Title(
        slug="acorns",
        name="Acorns",
        min_players=1,
        max_players=4,
        minutes=5,
        book=Rulebook("Acorns", 2),
        cooperative=False,
    )
    rules: Rules[Table[State]] = Rules(rules)
    clarifications = load(__file__)
    messages = {
        "part.squirrel": _("Squirrel {n}"),
        "outcome.full": _("{who} has a full store"),
        "ending.full": _("A store is full"),
        "tracker.store": _("Acorns of {who}"),
        "defect.negative": _("{who} has less than no acorns"),
    }
    turns = frozenset({"note.roll"})
    race = "store"

    def start(self, setup: Setup, box: Box, call: RulingContext) -> State:
        return State(setup.players, setup.goal, stores=(0,) * setup.players)

    def parts(self, state: State) -> tuple[Part, ...]:
        return state.parts

    def outcome(self, state: State) -> Outcome | None:
        full = tuple(i for i, n in enumerate(state.stores) if n >= state.goal)
        if not full:
            return None
        return Outcome("won", "full", "N-01", full, {"who": state.parts[full[0]].name})

    def rules_step(self, state: State) -> str:
        return "turn"

    def check(self, state: State) -> tuple[Defect, ...]:
        stores = zip(state.parts, state.stores, strict=True)
        return tuple(Defect("negative", {"who": part.name}) for part, n in stores if n < 0)

    def trackers(self, state: State) -> tuple[Tracker, ...]:
        return tuple(
            Tracker(f"store.{p.index}", _label(p), n, 0, state.goal, "N-01")
            for p, n in zip(state.parts, state.stores, strict=True)
        )

    def set_tracker(self, state: State, name: str, value: int) -> State:
        return replace(state, stores=state.stored(int(name.split(".")[1]), value))

    def figures(self, state: State) -> tuple[Figure, ...]:
        return tuple(
            Figure(f"store.{p.index}", _label(p), n, p.index)
            for p, n in zip(state.parts, state.stores, strict=True)
        )

    def box_pages(self, box: Box) -> tuple[Prompt, ...]:
        colour = rules.Paint.field("colour", default=box.colour)
        return (rules.Paint.prompt("", colour),)


def _label(part: Part) -> Msg:
    return msg("tracker.store", who=part.name)

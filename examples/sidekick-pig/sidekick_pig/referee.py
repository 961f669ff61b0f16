"""Pig: roll as often as you dare; a 1 loses what you rolled, holding keeps it. First to 100 wins.

A folk game that no one owns; John Scarne wrote its rules down in 1945.
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
    Score,
    Title,
    Tracker,
)

from . import ahead, board, rules
from .state import MOST, Box, Setup, State


class Pig(Referee[Setup, State, Box]):
    """Two to six players and one die."""

    contract: ClassVar[int] = 2
    title = Title(
        slug="pig",
        name="Pig",
        min_players=2,
        max_players=6,
        minutes=15,
        book=Rulebook("Pig", 1),
        art="pig-snout",
        sheets=("lanes",),
        cooperative=False,
        depths=("quick",),
    )
    rules: Rules[Table[State]] = Rules(rules, board, ahead)
    clarifications = load(__file__)
    messages = {
        "part.player": _("Player {n}"),
        "outcome.goal": _("{who} has {n} points and wins"),
        "ending.goal": _("Somebody reaches the goal"),
        "tracker.score": _("Points of {who}"),
        "tracker.pot": _("At stake"),
        "defect.negative": _("{who} has less than no points"),
        "defect.pot": _("Less than nothing is at stake"),
        "lay.die": _("One die, for all of you"),
        "peak.bust": _("Lost!"),
    }
    turns = frozenset({"note.turn"})
    highlights = {"note.bust": "peak.bust"}
    pictures = {"lay.die": ("die", "")}
    risk_figures = ahead.STAKES
    possible_rolls = staticmethod(ahead.possible_rolls)
    figure_changes = staticmethod(ahead.figure_changes)
    utility = staticmethod(ahead.utility)
    threats = staticmethod(board.threats)
    pieces = staticmethod(board.pieces)
    scene = staticmethod(board.scene)

    def setup_pages(self, draft: Setup, box: Box) -> tuple[Prompt, ...]:
        asked = {field.name: field for field in super().setup_pages(draft, box)[0].fields}
        return (Prompt("setup", self.title.name, (asked["players"], asked["goal"])),)

    def start(self, setup: Setup, box: Box, call: RulingContext) -> State:
        first = setup.first % setup.players
        return State(setup.goal, (0,) * setup.players, first)

    def checklist(self, state: State) -> tuple[Msg, ...]:
        return (msg("lay.die"),)

    def parts(self, state: State) -> tuple[Part, ...]:
        return state.parts

    def outcome(self, state: State) -> Outcome | None:
        best = max(range(len(state.scores)), key=state.scores.__getitem__)
        if state.scores[best] < state.goal:
            return None
        facts = {"who": state.parts[best].name, "n": state.scores[best]}
        return Outcome("won", "goal", "P-05", (best,), facts, scores=_ranked(state))

    def rules_step(self, state: State) -> str:
        return "decide" if state.pot else "roll"

    def board(self, state: State, viewer: int | None) -> board.Board:
        return board.seen(state)

    def text(self, state: State) -> str:
        scores = " ".join(map(str, state.scores))
        return f"{scores}, {state.pot} at stake of player {state.active + 1}"

    def check(self, state: State) -> tuple[Defect, ...]:
        scores = zip(state.parts, state.scores, strict=True)
        below = tuple(Defect("negative", {"who": part.name}) for part, n in scores if n < 0)
        return (*below, *((Defect("pot"),) if state.pot < 0 else ()))

    def trackers(self, state: State) -> tuple[Tracker, ...]:
        scores = tuple(
            Tracker(f"score.{p.index}", _label(p), n, 0, MOST, "P-04")
            for p, n in zip(state.parts, state.scores, strict=True)
        )
        return (*scores, Tracker("pot", msg("tracker.pot"), state.pot, 0, MOST, "P-02"))

    def set_tracker(self, state: State, name: str, value: int) -> State:
        if name == "pot":
            return replace(state, pot=value)
        return replace(state, scores=state.scored(int(name.split(".")[1]), value))

    def figures(self, state: State) -> tuple[Figure, ...]:
        return tuple(
            Figure(f"score.{p.index}", _label(p), n, p.index, state.goal, True)
            for p, n in zip(state.parts, state.scores, strict=True)
        )


def _label(part: Part) -> Msg:
    return msg("tracker.score", who=part.name)


def _ranked(state: State) -> tuple[Score, ...]:
    """Return everyone's place: equal scores share one."""
    return tuple(
        Score(i, 1 + sum(other > n for other in state.scores), n)
        for i, n in enumerate(state.scores)
    )

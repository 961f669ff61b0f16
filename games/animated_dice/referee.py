"""The referee of Batman: The Animated Series Dice Game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games import clarifications
from games.animated_dice import box as boxes
from games.animated_dice import heist, setup, tables
from games.animated_dice import odds as chances
from games.animated_dice import prompts as keypads
from games.animated_dice.actions import (
    DefineDice,
    DefineFaces,
    DefineVillain,
    DiceAction,
    Draw,
    Return,
    Roll,
    ShowOdds,
    StopHeist,
    Total,
)
from games.animated_dice.board import Board, board
from games.animated_dice.definition import COLOURS, SYMBOLS, TARGET
from games.animated_dice.definition import Box as DiceBox
from games.animated_dice.definition import Setup as DiceSetup
from games.animated_dice.messages import MESSAGES
from games.animated_dice.names import NAMES
from games.animated_dice.state import State as DiceState
from games.messages import Msg, msg
from games.referee import (
    Book,
    Call,
    Choice,
    Defect,
    Figure,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rolled,
    Ruling,
    Stop,
    Title,
    Tracker,
)


class AnimatedDice(Referee[DiceSetup, DiceState, DiceBox]):
    """Ten dice, three Batman symbols, thirty points.

    Quick depth takes a roll as one report and does the rest; full depth asks first which
    colours left the cup, so that odds are known before the dice fall.
    """

    names = NAMES
    title = Title(
        "animated-dice",
        "Batman: The Animated Series Dice Game",
        2,
        5,
        15,
        Book("Batman: The Animated Series Dice Game", 2),
        accent="amber",
        cooperative=False,
    )
    Setup, State, Box, Action = DiceSetup, DiceState, DiceBox, DiceAction
    messages = MESSAGES
    clarifications = clarifications.load(__file__)

    def setup_pages(self, draft: DiceSetup, box: DiceBox) -> tuple[Prompt, ...]:
        return setup.pages(draft, box)

    def setup_default(self, players: int, box: DiceBox) -> DiceSetup:
        return setup.default(players, box)

    def begin(self, setup_: DiceSetup, box: DiceBox) -> Ruling[DiceState] | Refusal:
        call = Call()
        try:
            return Ruling(setup.begin(setup_, box, call), tuple(call.notes))
        except Stop as stop:
            return refused(stop)

    def checklist(self, state: DiceState) -> tuple[Msg, ...]:
        order = [state.villains[i].name for i in state.order]
        yellow, blue, gray = state.dice
        return (
            msg("check.dice", yellow=yellow, blue=blue, gray=gray),
            msg("check.tokens", villains=[v.name for v in state.villains]),
            msg("check.order", order=order),
        )

    def sample_box(self) -> DiceBox:
        return boxes.sample()

    def box_pages(self, box: DiceBox) -> tuple[Prompt, ...]:
        return boxes.pages(box)

    def learn(self, box: DiceBox, action: Any) -> DiceBox | Refusal:
        if not isinstance(action, DefineFaces | DefineDice | DefineVillain):
            return box
        try:
            return boxes.learn(box, action, Call())
        except Stop as stop:
            return refused(stop)

    def parts(self, state: DiceState) -> tuple[Part, ...]:
        return tuple(
            Part(i, v.name, v.note or Msg(f"ability.{v.slug}"))
            for i, v in enumerate(state.villains)
        )

    def prompts(self, state: DiceState) -> tuple[Prompt, ...]:
        return keypads.prompts(state)

    def rule(self, state: DiceState, action: Any, call: Call) -> DiceState:
        match action:
            case Roll(faces):
                return heist.roll(state, faces, call)
            case Draw(colours):
                return heist.draw(state, colours, call)
            case Return(dice):
                return heist.give_back(state, dice, call)
            case StopHeist():
                return heist.stop(state, call)
            case Total(points, busted):
                return heist.total(state, points, busted, call)
            case ShowOdds(advice):
                call.note("advice", advice=Msg(f"advice.{advice}"))
                return replace(state, advice=advice)
        return boxes.adopt(state, action, call)

    def outcome(self, state: DiceState) -> Outcome | None:
        stage = state.stage
        if stage.active is not None:
            return None
        facts = {"who": state.villains[stage.leaders[0]].name, "n": max(state.totals)}
        return Outcome(
            "won",
            "tiebreak" if stage.tie else "most",
            "D-041" if stage.tie else "D-039",
            stage.leaders,
            facts,
            scores=tables.scores(state),
        )

    def odds(self, state: DiceState) -> tuple[chances.Odd, ...]:
        """Exact odds for the villain on turn; advice only, rules never look at it."""
        return chances.odds(state)

    def check(self, state: DiceState) -> tuple[Defect, ...]:
        return tables.check(state)

    def trackers(self, state: DiceState) -> tuple[Tracker, ...]:
        return tables.trackers(state)

    def set_tracker(self, state: DiceState, name: str, value: int) -> DiceState:
        return tables.set_tracker(state, name, value)

    def step(self, state: DiceState) -> str:
        turn = state.turn
        return f"{len(state.sheet)}.{turn.rolls}.{turn.phase}"

    def rules_step(self, state: DiceState) -> str:
        if state.stage.active is None:
            return "end"
        return {"roll": "draw", "drawn": "roll", "return": "roll", "decide": "decide"}[
            state.turn.phase
        ]

    def board(self, state: DiceState, viewer: int | None) -> Board:
        return board(state, viewer)

    def rolled(self, state: DiceState, action: Any) -> tuple[Rolled, ...]:
        """Each die of a roll; ``purpose`` is its number in the turn."""
        if not isinstance(action, Roll):
            return ()
        purpose = f"roll {state.turn.rolls + 1}"
        dice = (face.split("-", 1) for face in action.faces)
        return tuple(Rolled(colour, symbol, purpose, state.turn.part) for colour, symbol in dice)

    def dice(self, state: DiceState) -> Mapping[str, Mapping[str, int]]:
        """The faces of the colours that were counted; the assumed ones are not claimed."""
        known = zip(COLOURS, state.faces, state.counted, strict=True)
        return {
            colour: dict(zip(SYMBOLS, faces, strict=True))
            for colour, faces, counted in known
            if counted
        }

    def figures(self, state: DiceState) -> tuple[Figure, ...]:
        """The race: every villain's total."""
        totals = zip(state.villains, state.totals, strict=True)
        return tuple(
            Figure(f"score.{i}", msg("tracker.score", who=villain.name), total, i)
            for i, (villain, total) in enumerate(totals)
        )

    def turn(self, state: DiceState) -> int:
        return state.stage.round + state.stage.tie

    def variant(self, setup: DiceSetup, box: DiceBox) -> Choice | None:
        """Another target than the printed one makes another game."""
        return Choice(setup.target, str(setup.target)) if setup.target != TARGET else None


def refused(stop: Stop) -> Refusal:
    """The refusal behind ``stop``; set-up and box forms ask no questions."""
    assert isinstance(stop.answer, Refusal)
    return stop.answer

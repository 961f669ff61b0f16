"""The referee of Batman: The Animated Series Dice Game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import clarifications, house_rules
from games.actions import Rules
from games.animated_dice.ahead import chances as forecasts
from games.animated_dice.ahead import odds as chances
from games.animated_dice.board import screen
from games.animated_dice.board.hands import HANDS
from games.animated_dice.board.pieces import pieces
from games.animated_dice.board.text import text
from games.animated_dice.board.view import board, sees_odds
from games.animated_dice.box import COLOURS, SYMBOLS, TARGET, VILLAINS, Box, forms
from games.animated_dice.rules import advice, checks, heist, roll, score, setup, villains, winning
from games.animated_dice.rules.setup import Setup
from games.animated_dice.state import State
from games.animated_dice.table import Table
from games.animated_dice.words import WORDS
from games.messages import Msg, msg
from games.referee import (
    Choice,
    Note,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rulebook,
    Title,
)

RULES: Rules[Table] = Rules(
    setup, roll, villains, heist, score, winning, forms, advice, house_rules
)
STEPS = {"roll": "draw", "drawn": "roll", "return": "roll", "decide": "decide"}
"""What the clarifications call the phases of a turn."""

TASKS = {"dice": frozenset({"draw", "roll", "return", "total"})}
"""The actions of a phone that only enters dice."""


class AnimatedDice(Referee[Setup, State, Box]):
    """Ten dice, three Batman symbols, thirty points.

    Quick depth takes a roll as one report and does the rest; full depth asks first which
    colours left the cup, so that odds are known before the dice fall.
    """

    title = Title(
        "animated-dice",
        "Batman: The Animated Series Dice Game",
        2,
        len(VILLAINS) + 1,
        15,
        Rulebook("Batman: The Animated Series Dice Game", 2),
        art="die",
        cooperative=False,
        points=True,
        printed_max=len(VILLAINS),
    )
    rules = RULES
    messages = {**WORDS, **forecasts.WORDS}
    clarifications = clarifications.load(__file__)

    Table = Table

    setup_pages = staticmethod(setup.pages)
    setup_default = staticmethod(setup.default)
    start = staticmethod(setup.begin)
    checklist = staticmethod(setup.checklist)
    pictures = setup.PICTURES
    turns = frozenset({"note.next"})
    house_numbers = ("score",)
    house_choices = ("loot", "batman", "alarms")
    house_moments = {
        "setup": frozenset(),
        "bust": frozenset({"note.bust", "note.total_bust"}),
        "end": frozenset({"note.score", "note.score_tie"}),
        "turn": turns | {"note.begin"},
        "once": frozenset(),
    }
    physical_steps = HANDS
    tasks = TASKS

    sample_box = staticmethod(forms.sample)
    meters = staticmethod(forms.meters)
    gaps = staticmethod(forms.gaps)

    outcome = staticmethod(winning.outcome)
    odds = staticmethod(chances.odds)
    decision_cost = staticmethod(chances.decision_cost)
    """Exact odds for the villain on turn; advice only, rules never look at it."""

    risk_figures = forecasts.STAKES
    quick_rulings = 2
    can_see_forecasts = staticmethod(sees_odds)
    possible_rolls = staticmethod(forecasts.possible_rolls)
    figure_changes = staticmethod(forecasts.figure_changes)
    next_step = staticmethod(forecasts.next_step)
    answers = staticmethod(forecasts.answers)
    utility = staticmethod(forecasts.utility)

    check = staticmethod(checks.check)
    trackers = staticmethod(checks.trackers)
    set_tracker = staticmethod(checks.set_tracker)
    figures = staticmethod(checks.figures)

    board = staticmethod(board)
    pieces = staticmethod(pieces)
    scene = staticmethod(screen.scene)
    threats = staticmethod(screen.threats)
    highlights = screen.PEAKS
    race = "score"
    rounds = True
    plays_on = True
    text = staticmethod(text)

    def box_pages(self, box: Box) -> tuple[Prompt, ...]:
        return (*forms.pages(box), *house_rules.forms(self, box))

    def learn(self, box: Box, action: Any) -> Box | Refusal:
        return house_rules.learned(self, box, action) or super().learn(box, action)

    def adjusted(self, t: Any, before: State) -> None:
        """End a heist that cannot go on with the dice as they are now."""
        if t.turn.phase == "decide":
            heist.follow(t, ())

    def parts(self, state: State) -> tuple[Part, ...]:
        return tuple(
            Part(i, v.name, v.note or Msg(f"ability.{v.slug}"))
            for i, v in enumerate(state.villains)
        )

    def step(self, state: State) -> str:
        turn = state.turn
        return f"{len(state.sheet)}.{turn.rolls}.{turn.phase}"

    def lesson(self, state: State) -> int:
        return 1

    def rules_step(self, state: State) -> str:
        return "end" if state.stage.active is None else STEPS[state.turn.phase]

    def dice(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Return the faces of the colours that were counted; the assumed ones are not claimed."""
        known = zip(COLOURS, state.faces, state.counted, strict=True)
        return {
            colour: dict(zip(SYMBOLS, faces, strict=True))
            for colour, faces, counted in known
            if counted
        }

    def turn(self, state: State) -> int:
        return state.stage.round + state.stage.tie

    def tiebreaker(self, state: State) -> int:
        return state.stage.tie

    def heading(self, note: Note | None, state: State) -> Msg | None:
        """Return the round and the villain whose turn it is; the sheet counts tiebreakers apart."""
        if state.stage.active is None:
            return super().heading(note, state)
        who = state.villains[state.stage.active].name
        if tie := state.stage.tie:
            return msg("heading.tie", n=tie, who=who)
        return msg("heading.round", n=state.stage.round, who=who)

    def variant(self, setup: Setup, box: Box) -> Choice | None:
        """Return another variant for another target than the printed one."""
        return Choice(setup.target, str(setup.target)) if setup.target != TARGET else None

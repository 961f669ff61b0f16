"""The referee of the family: one contract for every title that brings a definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games import house_rules
from games.actions import Rules
from games.messages import Msg, msg
from games.pieces import BoardPiece, Offers, templates
from games.prospects import Prospect
from games.referee import (
    Action,
    Choice,
    Defect,
    DiceRoll,
    Figure,
    Meter,
    Note,
    Open,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rolled,
    Ruling,
    RulingContext,
    RulingInterruptError,
    Tracker,
)
from games.rising.ahead import chances, odds
from games.rising.board import pieces, screen, view
from games.rising.board.hands import HANDS
from games.rising.board.text import text
from games.rising.board.view import BoardView
from games.rising.box import Box, cards, gaps, meters, parts
from games.rising.box.teaching import Teach, progress_facts
from games.rising.definition import Definition
from games.rising.rules import (
    aid,
    checks,
    progress,
    reach,
    resolve,
    spaces,
    tokens,
    turn,
    villains,
)
from games.rising.rules import setup as opening
from games.rising.rules.cards import (
    abilities,
    by_hand,
    correction,
    deck,
    effects,
    late_team,
    lesson,
    records,
)
from games.rising.rules.dice import assign, pool, results, spare
from games.rising.state import Setup, State
from games.rising.table import Act, Table
from games.ruling import refusal

RULES: Rules[Table] = Rules(
    opening,
    deck,
    turn,
    villains,
    lesson,
    correction,
    records,
    effects,
    assign,
    pool,
    spare,
    results,
    reach,
    abilities,
    progress,
    tokens,
    aid,
    resolve,
    spaces,
    by_hand,
    late_team,
    cards,
    parts,
    house_rules,
)
AWAITED = (
    *(deck.Deal, deck.Refill, deck.Icon, turn.DoomRoll, turn.FigureRoll, turn.DriverCard),
    *(turn.Kinds, turn.Deploy, villains.VillainNext, villains.Target, villains.VillainDone),
    *(lesson.Lesson, assign.Assign, assign.AssignAll, pool.TeamDice, pool.Roll),
    *(spare.GiveUp, spare.AddDie, results.Results, results.Finish, abilities.React),
    *(abilities.Ability, progress.Event, progress.Reward, aid.Aid, spaces.CountSpaces),
    *(spaces.CountSection, spaces.Spaces),
)
"""What a step may wait for."""
TASKS = {
    "dice": frozenset({"roll", "reroll", "doom", "figure"}),
    "villain": frozenset({"doom", "figure", "fire", "card.kinds"})
    | {"villain.does", "villain.done", "villain.next"},
}
"""The actions of a phone that only enters dice, or plays the villains' step."""
PRINTED: tuple[type[Teach], ...] = (
    parts.DefineTrack,
    parts.DefineDice,
    parts.DefineDriver,
    parts.DefineTeam,
    parts.DefineStep,
    cards.DefineCard,
    cards.DefineEffect,
)
"""What a box is asked for, in the order of its pages."""


class Rising(Referee[Setup, State, Box]):
    """A title of the family; subclasses bring the definition, the words and the boxes."""

    definition: Definition
    rules = RULES
    awaited = AWAITED
    pictures = opening.PICTURES
    turns = frozenset({"note.turn"})
    physical_steps = HANDS
    tasks = TASKS
    house_choices = ("damage",)
    house_moments = {
        "setup": frozenset(),
        "defeated": frozenset({"note.villain.defeated"}),
        "end": turns,
        "turn": turns | {"note.begin"},
        "once": frozenset(),
    }

    def __init_subclass__(cls) -> None:
        if "definition" in vars(cls):
            cls.rules = RULES.only(
                # What any title has, such as house rules, knows no definition.
                lambda act: not issubclass(act, Act) or act.belongs_to(cls.definition)
            )
            progress = ("progress",) if cls.definition.progress else ()
            cls.house_numbers = ("tokens", "doom", *progress)
        super().__init_subclass__()

    # -- beginning -----------------------------------------------------------------------

    def setup_pages(self, draft: Setup, box: Box) -> tuple[Prompt, ...]:
        return opening.pages(self.definition, draft, box)

    def setup_default(self, players: int, box: Box) -> Setup:
        return opening.default(self.definition, players, box)

    def again(self, setup: Setup, state: State) -> Setup:
        """Return the setup of a rematch; a team that came late plays it from the beginning."""
        return super().again(late_team.with_every_team(self.definition, setup, state), state)

    def late(self, state: State) -> Msg | None:
        return Msg("late.team") if late_team.waiting(self.table(state)) else None

    def draw(self, setup: Setup, box: Box, pick: Callable[[int], int]) -> Setup:
        return opening.draw(self.definition, setup, box, pick)

    def start(self, setup: Setup, box: Box, call: RulingContext) -> State:
        whole = opening.with_battles(box, self.blank_box())
        return opening.start(self.definition, setup, whole, call)

    def checklist(self, state: State) -> tuple[Any, ...]:
        return opening.checklist(self.definition, state)

    # -- the box -------------------------------------------------------------------------

    def remember(self, box: Box, action: Any, state: State) -> Box:
        return action.taught(self.definition, box, state) if isinstance(action, Act) else box

    def box_pages(self, box: Box) -> tuple[Prompt, ...]:
        """Return the forms of a physical copy; what they send is given to ``learn``."""
        game = self.definition
        acts = (act for act in PRINTED if act.belongs_to(game))
        printed = (form for act in acts for form in act.forms(game, box))
        return (*printed, *house_rules.forms(self, box))

    def meters(self, box: Box) -> tuple[Meter, ...]:
        return meters.meters(self.definition, box)

    def gaps(self, box: Box) -> tuple[Prompt, ...]:
        return tuple(gaps.gaps(self.definition, box))

    def learn(self, box: Box, action: Any) -> Box | Refusal:
        """Return the box with what a definition tells, outside of a play."""
        if not isinstance(action, Teach):
            return house_rules.learned(self, box, action) or box
        try:
            action.check(self.definition, RulingContext())
        except RulingInterruptError as stop:
            return refusal(stop)
        return action.learn(self.definition, box)

    # -- looking ahead -------------------------------------------------------------------

    risk_figures = chances.STAKES
    _stood: tuple[State | None, chances.Standing] = None, chances.Standing()
    """The table weighed last: all results of a roll come after the same one."""

    def possible_rolls(self, state: State) -> tuple[DiceRoll, ...]:
        return chances.possible_rolls(self.table(state))

    def figure_changes(self, before: State, ruling: Ruling[State]) -> Mapping[str, int]:
        state, stood = self._stood
        table = self.table(before)
        if state is not before:
            stood = chances.standing(table)
            self._stood = before, stood
        return chances.figure_changes(table, stood, self.table(ruling.state))

    def prospects(self, state: State) -> tuple[Prospect, ...]:
        return odds.prospects(self.table(state))

    def next_step(self, state: State) -> DiceRoll | Action | Open | None:
        return chances.next_step(self.table(state))

    # -- playing -------------------------------------------------------------------------

    def table(
        self, state: State, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> Table:
        return Table(self.definition, state, actor, answers)

    def parts(self, state: State) -> tuple[Part, ...]:
        return tuple(
            Part(i, team.name, msg("part.leader", heroes=len(team.row)))
            for i, team in enumerate(state.teams)
        )

    def rule(self, t: Table, action: Any) -> None:
        ends = isinstance(action, Act) and action.ends(t)
        super().rule(t, action)
        deck.clear(t)
        if resolve.tested(t) and t.state.setup.edition > 3:
            resolve.test(t)
        if ends:
            turn.walk(t)
        else:
            turn.settle(t)

    def adjusted(self, t: Table, before: State) -> None:
        if t.state.doom > before.doom:
            effects.reached(t, before.doom)
        resolve.revise(t)
        turn.settle(t)

    def outcome(self, state: State) -> Outcome | None:
        if not state.endings:
            return None
        first, *others = state.endings
        won = first == "won"
        lost = tuple(team.name for team in state.teams if not team.row)
        facts = {
            "n": state.defeated,
            "limit": state.setup.hero_limit,
            "teams": lost,
            "lost": len(lost),
        }
        winners = tuple(range(len(state.teams))) if won else ()
        both = won and others
        rule = self.definition.rules["ends_both" if both else f"ends_{first}"]
        result: Any = "won" if won else "lost"
        return Outcome(result, first, rule, winners, facts, tuple(others))

    def check(self, state: State) -> tuple[Defect, ...]:
        return checks.defects(self.table(state))

    def trackers(self, state: State) -> tuple[Tracker, ...]:
        return checks.trackers(self.table(state))

    def set_tracker(self, state: State, name: str, value: int) -> State:
        return checks.set_tracker(self.table(state), name, value)

    def step(self, state: State) -> str:
        return f"{state.number}.{state.at}.{state.step}.{state.turn.rolls}"

    def rules_step(self, state: State) -> str:
        return self.definition.moment_of(state.step)

    def board(self, state: State, viewer: int | None) -> BoardView:
        return replace(view.board(self.table(state)), viewer=viewer)

    def seen_by(self, everybody: Callable[[], BoardView], state: State, viewer: int) -> BoardView:
        return replace(everybody(), viewer=viewer)

    threats = staticmethod(screen.threats)

    def eliminated_parts(self, state: State, note: Note) -> tuple[int, ...]:
        """Return a lost Hero of a team is a loss to all teams."""
        return tuple(range(len(state.teams))) if note.code.startswith("note.hero.defeated.") else ()

    def scene(self, board: BoardView, people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
        return screen.scene(templates(self.title), board, people)

    def pieces(self, board: BoardView, offers: Offers) -> tuple[BoardPiece, ...]:
        return pieces.pieces(templates(self.title), board, offers)

    def lying(self, state: State) -> Mapping[str, tuple[Msg | str, Msg | str]]:
        return view.places(self.table(state))

    def text(self, state: State) -> str:
        return text(self.table(state))

    def rolled(self, state: State, action: Any) -> tuple[Rolled, ...]:
        return action.thrown(self.table(state)) if isinstance(action, Act) else ()

    def dice(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Return the sides of the colours someone has checked; the others are not claimed."""
        dice = (*state.stock, *state.driver_dice)
        return {each.colour: dict(Counter(each.faces)) for each in dice if each.checked}

    def figures(self, state: State) -> tuple[Figure, ...]:
        return checks.figures(self.table(state))

    redraws = True

    def turn(self, state: State) -> int:
        return state.number

    def variant(self, setup: Setup, box: Box) -> Choice | None:
        """Return the level of the progress card, or else the side of the track."""
        if self.definition.progress:
            level = progress_facts(self.definition, box, setup.progress_card).level
            return Choice(level, msg(f"level.{level}")) if level else None
        side = opening.side(self.definition, setup)
        return Choice(side, msg(f"side.{side}")) if side else None

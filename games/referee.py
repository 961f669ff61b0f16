"""The contract every title meets; the only thing the site knows of a title.

A referee is pure: the same state, action, actor and answers always give the same ruling.
It answers an action in one of four ways: ``Ruling`` (done), ``Refusal`` (a rule forbids
it), ``Question`` (the board or a card decides; one tap answers), or ``MalformedError`` (not an
action at all, raised while decoding).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, get_args, get_origin

import msgspec

from games import house_rules
from games.actions import Act, Teach, inputs, spanned
from games.clarifications import Clarifications
from games.messages import Msg
from games.pieces import BoardPiece, Offers
from games.prospects import Prospect
from games.ruling import RulingContext, RulingInterruptError, refusal
from games.trackers import Numbers
from games.vocabulary import (
    Action,
    Adjust,
    Answer,
    BoxT,
    Choice,
    Defect,
    DiceRoll,
    DieRow,
    Field,
    FieldKind,
    Figure,
    Frozen,
    MalformedError,
    Meter,
    Note,
    Open,
    Outcome,
    Part,
    PhysicalStep,
    Prompt,
    Question,
    Refusal,
    RerollPermission,
    RerollRule,
    RiskFigure,
    Rolled,
    Rulebook,
    Ruling,
    Score,
    SetDepth,
    SetupT,
    StateT,
    Threat,
    Title,
    Tracker,
)

__all__ = [
    "Action",
    "Adjust",
    "Answer",
    "AnyReferee",
    "Choice",
    "Defect",
    "DiceRoll",
    "DieRow",
    "Field",
    "FieldKind",
    "Figure",
    "Frozen",
    "MalformedError",
    "Meter",
    "Note",
    "Open",
    "Outcome",
    "Part",
    "PhysicalStep",
    "Prompt",
    "Question",
    "Referee",
    "Refusal",
    "RerollPermission",
    "RerollRule",
    "RiskFigure",
    "Rolled",
    "Rulebook",
    "Ruling",
    "RulingContext",
    "RulingInterruptError",
    "Score",
    "SetDepth",
    "Threat",
    "Title",
    "Tracker",
]


class Referee(Numbers[SetupT, StateT, BoxT]):
    """One title. Its types come from its base: ``Referee[Setup, State, Box]``."""

    title: Title
    contract: ClassVar[int] = 0
    """The version of this contract that an installed title was written for."""
    clarifications: Clarifications
    pictures: Mapping[str, tuple[str, str]] = {}
    """For each code of a checklist line: its icon, and the fact with how many things, or a list."""

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is Referee:
                cls.Setup, cls.State, cls.Box = get_args(base)
        if "rules" in vars(cls):
            cls.Action = cls.rules.union()

    # -- beginning -----------------------------------------------------------------------

    def setup_pages(self, draft: SetupT, box: BoxT) -> tuple[Prompt, ...]:
        """Return the setup wizard: one prompt a page, its fields named after those of ``Setup``.

        By default one page with an input for every field, following its type.
        """
        fields = tuple(
            msgspec.structs.replace(field, default=getattr(draft, name))
            for name, field in inputs(self.Setup).items()
        )
        return (Prompt("setup", self.title.name, fields),)

    def setup_default(self, players: int, box: BoxT) -> SetupT:
        """Return the setup for this many players with every option at its default."""
        return self.Setup(players=players)

    def unsaid(self, setup: SetupT, box: BoxT) -> tuple[Msg, ...]:
        """List what only the table knows about this setup and no one has entered, each with its
        assumed value; the start page then shows the setup wizard."""
        return ()

    def settled(self, setup: SetupT, box: BoxT) -> BoxT:
        """Return the box with the facts of the copy that this setup was asked for."""
        return box

    def again(self, setup: SetupT, state: StateT) -> SetupT:
        """Return the setup of a rematch after ``state``: the same, and the next part goes first."""
        first = getattr(setup, "first", None)
        if not isinstance(first, int):
            return setup
        return msgspec.structs.replace(setup, first=(first + 1) % len(self.parts(state)))

    def late(self, state: StateT) -> Msg | None:
        """Return how someone who comes late gets a side of their own; ``None`` where no one can."""
        return None

    def begin(self, setup: SetupT, box: BoxT) -> Ruling[StateT] | Refusal:
        """Return the first state and its notes, or why this setup is impossible: a number outside
        its ``Range``, or a refusal of ``start`` (``call.refuse_impossible(…, about="goal")`` puts
        the reason next to that field)."""
        call = RulingContext()
        try:
            spanned(setup, call)
            state = self.start(setup, box, call)
        except RulingInterruptError as stop:
            return refusal(stop)
        return house_rules.begun(self, Ruling(state, tuple(call.notes)))

    def start(self, setup: SetupT, box: BoxT, call: RulingContext) -> StateT:
        """Return the first state, with a copy of everything the rules need from the box."""
        raise NotImplementedError

    def draw(self, setup: SetupT, box: BoxT, pick: Callable[[int], int]) -> SetupT:
        """Return the setup with its random choices made; ``pick(n)`` is one of ``range(n)``.

        Called once, before ``begin``; the choices are stored with the setup.
        """
        return setup

    def checklist(self, state: StateT) -> tuple[Msg, ...]:
        """List what to lay out on the physical table, in order."""
        return ()

    def setting_up(self, state: StateT) -> bool:
        """Return whether entries still belong to the setup, whose list stays in sight."""
        return False

    # -- the box -------------------------------------------------------------------------

    def blank_box(self) -> BoxT:
        """Return the box of a new physical copy, prefilled with confirmed facts only."""
        return self.Box()

    def starter(self, box: BoxT) -> BoxT:
        """Return the box with public facts added; the group's own entries come first.

        By default the box is returned unchanged.
        """
        return box

    def sample_box(self) -> BoxT:
        """Return an invented, clearly marked box to try the title without owning it."""
        return self.blank_box()

    def box_pages(self, box: BoxT) -> tuple[Prompt, ...]:
        """Return the forms to enter or correct the box; each submits an action that ``teaches``."""
        return ()

    def meters(self, box: BoxT) -> tuple[Meter, ...]:
        """Return how much of each kind of thing in the physical box is known."""
        return ()

    def gaps(self, box: BoxT) -> tuple[Prompt, ...]:
        """Return a form for each thing that is not wholly known: its first missing fact.

        They are asked one by one with the cards in hand; those that decide most come first.
        """
        return ()

    def learn(self, box: BoxT, action: Any) -> BoxT | Refusal:
        """Return the box with the facts of a teaching ``action``, outside of any play."""
        if not isinstance(action, Teach):
            return box
        try:
            return msgspec.structs.replace(box, **action.learned_facts(box, RulingContext()))
        except RulingInterruptError as stop:
            return refusal(stop)

    def remember(self, box: BoxT, action: Any, state: StateT) -> BoxT:
        """Return the box with what ``action`` taught in a play; ``state`` is the one after it."""
        learned = self.learn(box, action)
        return box if isinstance(learned, Refusal) else learned

    # -- playing -------------------------------------------------------------------------

    @abstractmethod
    def parts(self, state: StateT) -> tuple[Part, ...]:
        """List the sides a seat can play; during a play others may come behind them."""

    def prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """List everything the table may do now, the expected step first; empty after the end."""
        if self.outcome(state) is not None:
            return ()
        return (*self.rules.prompts(self.table(state)), *house_rules.offers(self, state))

    awaited: Collection[type[Act[Any]]] = ()
    """The actions whose prompts may be expected: forecasts ask no others. Empty: they ask all."""

    def prompts_for(
        self, state: StateT, viewer: int | None, prompts: tuple[Prompt, ...] | None = None
    ) -> tuple[Prompt, ...]:
        """Return the prompts as ``viewer`` may read them; a title with secrets adds only the
        viewer's.

        ``prompts`` is the result of the method of that name for ``state``, if the caller has it.
        """
        return self.prompts(state) if prompts is None else prompts

    def table(
        self, state: StateT, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> Any:
        """Return the unit of work on ``state``: offers and rules read, change and log through
        it.
        """
        return self.Table(state, actor, answers)

    def rule(self, t: Any, action: Any) -> None:
        """Apply one action to the table; notes go to it. Raises ``RulingInterruptError`` through it
        to refuse.
        """
        self.rules.apply(t, action)

    def apply(
        self,
        state: StateT,
        action: Any,
        actor: int | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> Ruling[StateT] | Refusal | Question:
        """Rule on one action. Never change ``state``; never raise for a legal type."""
        t = self.table(state, actor, answers)
        try:
            match action:
                case Adjust():
                    self.adjust(t, action)
                case SetDepth():
                    self.change_depth(t, action)
                case _:
                    if self.outcome(state) is not None:
                        t.refuse_impossible("E_OVER")
                    house_rules.rule(self, t, action)
        except RulingInterruptError as stop:
            return stop.answer
        return Ruling(t.state, (*t.notes, *t.overrides))

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return who won or lost, and by which condition; ``None`` during the game."""

    def step(self, state: StateT) -> str:
        """Return a short name of the current step, equal in all states of that step and turn."""
        return str(self.turn(state))

    tasks: Mapping[str, frozenset[str]] = {}
    """The actions that a phone with one task asks for, by task: ``dice`` and ``villain``."""

    def lesson(self, state: StateT) -> int:
        """Return after how many rounds or turns, as counted by ``turn``, everyone has had one."""
        return 1 if isinstance(getattr(state, "round", None), int) else len(self.parts(state))

    def rules_step(self, state: StateT) -> str:
        """Return the step as named in the clarifications' ``steps``; ranks the rules drawer."""
        return ""

    def view(self, state: StateT, viewer: int | None) -> StateT:
        """Return the state as ``viewer`` (a side, or ``None`` for a spectator) may see it."""
        return state

    def board(self, state: StateT, viewer: int | None) -> Any:
        """Return the values for the title's templates: plain values and ``Msg``, no secrets."""
        return state

    def seen_by(self, everybody: Callable[[], Any], state: StateT, viewer: int) -> Any:
        """Return the board of a viewer. A title without secrets takes the board of ``everybody``,
        drawn once for all phones, and marks the viewer's things in it.
        """
        return self.board(state, viewer)

    def threats(self, board: Any) -> tuple[Threat, ...]:
        """Return how close each loss, or a rival's win, is, as on the board; nearest first."""
        return ()

    def eliminated_parts(self, state: StateT, note: Note) -> tuple[int, ...]:
        """Return the sides that lose someone with ``note``, made on ``state``; they are warned."""
        return ()

    def parts_to_act(self, state: StateT, prompts: Sequence[Prompt]) -> tuple[int, ...]:
        """Return the sides that have to act now; their phones alert them.

        By default the only sides that may enter the expected step.
        """
        parts = (part for each in prompts if each.expected for part in each.actors or ())
        return tuple(dict.fromkeys(parts))

    turns: frozenset[str] = frozenset()
    """The notes that start a turn or a round: headings of the log."""

    def heading(self, note: Note | None, state: StateT) -> Msg | None:
        """Return the log's heading after a note of ``turns`` that led to ``state``, or, without a
        note, for the start of a game; ``None`` if that isn't a turn yet.
        """
        return None if note is None else Msg(note.code, note.facts)

    grouped_notes: frozenset[str] = frozenset()
    """The notes of small taps that the log merges into one line per turn and person (``who``)."""

    def group_sentence(self, notes: Sequence[Note]) -> Msg:
        """Return one sentence for these notes of one code in ``grouped_notes``, oldest first."""
        raise NotImplementedError

    physical_steps: Mapping[str, PhysicalStep] = {}
    """For each code of a note that moves something on the table: how the step is drawn."""

    def lying(self, state: StateT) -> Mapping[str, tuple[Msg | str, Msg | str]]:
        """Return each physical thing and its place, by a lasting name: its label, then its place.
        After a fix in the log, players see which things have to move.
        """
        return {}

    highlights: Mapping[str, str] = {}
    """The highlights: the codes of their notes, and the code of each one's headline. If an entry
    has several, the first of these wins.
    """

    def scene(self, board: Any, people: Mapping[int, str]) -> tuple[BoardPiece, ...]:
        """Return the big screen in pieces, with nothing to tap; ``people`` are the players of each
        side.

        By default a phone's board without its prompts.
        """
        own = self.pieces(board, Offers((), ()))
        return tuple(piece for piece in own if piece.name != "asked")

    def pieces(self, board: Any, offers: Offers) -> tuple[BoardPiece, ...]:
        """Return the board in pieces for a phone with these offers; see ``games/pieces.py``.

        By default the title's numbers.
        """
        trackers = tuple((each.name, each.value, each.label) for each in self.trackers(board))
        return (BoardPiece("state", "board/trackers.jinja", {"trackers": trackers}),)

    def text(self, state: StateT) -> str:
        """Return the table as short lines of text, for readers of golden games; no secrets."""
        return "\n".join(f"{each.name} {each.value}" for each in self.trackers(state))

    def rolled(self, state: StateT, action: Any) -> tuple[Rolled, ...]:
        """Return the physical dice ``action`` reports, made on ``state``."""
        return action.rolled(state) if isinstance(action, Act) else ()

    def dice(self, state: StateT) -> Mapping[str, Mapping[str, int]]:
        """Return how many sides of each kind of die show each face, if the box knows them.

        The dice ledger claims nothing about other dice. Keys are those of ``rolled``.
        """
        return {"d6": {str(n): 1 for n in range(1, 7)}}

    # -- looking ahead -------------------------------------------------------------------

    risk_figures: Mapping[str, RiskFigure] = {}
    """The figures that rolls change, by name, in the order of the sentences."""
    irrelevant_questions: frozenset[str] = frozenset()
    """Questions whose answers change none of these figures."""
    quick_rulings: int = 1
    """How many of its rulings take a forecast as long as one of other titles."""

    def can_see_forecasts(self, state: StateT, viewer: int | None) -> bool:
        """Return whether the table's options and house rules let ``viewer`` see forecasts."""
        return house_rules.understood(state)

    def possible_rolls(self, state: StateT) -> tuple[DiceRoll, ...]:
        """Return how the dice that may be entered now fall, without those of an unknown face."""
        return ()

    def figure_changes(self, before: StateT, ruling: Ruling[StateT]) -> Mapping[str, int]:
        """Return by how much one ruling has changed the figures of ``risk_figures``."""
        return {}

    def next_step(self, state: StateT) -> DiceRoll | Action | Open | None:
        """Return how an entered roll continues when no one decides anything: the next dice, the
        default action, or something only the table knows.

        ``None`` if the roll is finished.
        """
        return None

    def answers(self, state: StateT) -> tuple[Answer, ...]:
        """Return what else someone may do about a roll than let ``next_step`` happen."""
        return ()

    def same_turn(self, before: StateT, after: StateT) -> bool:
        """Return whether two states of one game are in the same turn."""
        return self.turn(before) == self.turn(after)

    def prospects(self, state: StateT) -> tuple[Prospect, ...]:
        """Return what the dice in hand may still reach with best play: the goal, and its chance,
        calculated only on demand; most important first.
        """
        return ()

    def utility(self, state: StateT, brought: Mapping[str, int]) -> Fraction | int:
        """Return how good the results in ``brought`` are for the roller on ``state``."""
        return sum(
            self.risk_figures[name].worth * n
            for name, n in brought.items()
            if name in self.risk_figures
        )

    def decision_cost(self, state: StateT, action: Any) -> Fraction | None:
        """Return what a decision costs compared with best play, in points; ``None`` if unknown."""
        return None

    # -- looking back --------------------------------------------------------------------

    race: str = ""
    """The kind of figure (its name before the last dot) whose highest value leads; "" for none."""
    plays_on: bool = False
    """Whether its figures and dice let a game be played on by itself, for the turning point."""
    rounds: bool = False
    """Whether ``turn`` counts rounds, in each of which everyone has a turn."""

    def turn(self, state: StateT) -> int:
        """Return the number of the round or turn ``state`` is in; 0 for titles without."""
        for name in ("round", "turn"):
            number = getattr(state, name, None)
            if isinstance(number, int):
                return number
        return 0

    def tiebreaker(self, state: StateT) -> int:
        """Return the number of the tiebreaker ``state`` is in; 0 in ordinary rounds and turns."""
        return 0

    def team(self, state: StateT, part: int) -> Msg | str:
        """Return the team a side wins or loses with, if there are several; else empty."""
        return ""

    def variant(self, setup: SetupT, box: BoxT) -> Choice | None:
        """Return the option that distinguishes plays of a title (its mission, its length).

        By default the wizard's first choice that isn't about seats."""
        for page in self.setup_pages(setup, box):
            for field in page.fields:
                if field.kind == "choice" and field.name not in ("players", "first"):
                    chosen = getattr(setup, field.name, None)
                    return next((c for c in field.choices if c.value == chosen), None)
        return None


AnyReferee = Referee[Any, Any, Any]

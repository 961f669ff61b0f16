"""The contract every title meets; the only thing the site knows of a title.

A referee is pure: the same state, action, actor and answers always give the same ruling.
It answers an action in one of four ways: ``Ruling`` (done), ``Refusal`` (a rule forbids
it), ``Question`` (the board or a card decides; one tap answers), or ``Malformed`` (not an
action at all, raised while decoding).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, get_args, get_origin

import msgspec

from games.acting import Act, Teach, inputs, spanned
from games.call import Call, Stop
from games.clarifications import Clarifications
from games.messages import Msg
from games.numbers import Numbers
from games.pieces import Offers, Piece
from games.vocabulary import (
    Action,
    Adjust,
    Again,
    Best,
    Book,
    BoxT,
    Choice,
    Defect,
    DieRow,
    Field,
    FieldKind,
    Figure,
    Frozen,
    Hand,
    Leave,
    Malformed,
    Note,
    Open,
    Outcome,
    Part,
    Prompt,
    Prospect,
    Question,
    Refusal,
    Rolled,
    Ruling,
    Score,
    SetDepth,
    SetupT,
    Stake,
    StateT,
    Threat,
    Throw,
    Title,
    Tracker,
)

__all__ = [
    "Action",
    "Adjust",
    "Again",
    "AnyReferee",
    "Best",
    "Book",
    "Call",
    "Choice",
    "Defect",
    "DieRow",
    "Field",
    "FieldKind",
    "Figure",
    "Frozen",
    "Hand",
    "Leave",
    "Malformed",
    "Note",
    "Open",
    "Outcome",
    "Part",
    "Prompt",
    "Question",
    "Referee",
    "Refusal",
    "Rolled",
    "Ruling",
    "Score",
    "SetDepth",
    "Stake",
    "Stop",
    "Threat",
    "Throw",
    "Title",
    "Tracker",
]


class Referee(Numbers[SetupT, StateT, BoxT]):
    """One title. Its types are those it is declared with: ``Referee[Setup, State, Box]``."""

    title: Title
    contract: ClassVar[int] = 0
    """The version of this contract that a title in a package of its own was written for."""
    clarifications: Clarifications
    pictures: Mapping[str, tuple[str, str]] = {}
    """Of a line of the checklist, by its code: the icon it is drawn with, and which of its facts
    says how many (a list: of how many), if any does."""

    def __init_subclass__(cls) -> None:
        for base in vars(cls).get("__orig_bases__", ()):
            if get_origin(base) is Referee:
                cls.Setup, cls.State, cls.Box = get_args(base)
        if "rules" in vars(cls):
            cls.Action = cls.rules.union()

    # -- beginning -----------------------------------------------------------------------

    def setup_pages(self, draft: SetupT, box: BoxT) -> tuple[Prompt, ...]:
        """The wizard: one prompt a page, its fields named after the fields of ``Setup``.

        By default one page that asks for every field as its type says.
        """
        fields = tuple(
            msgspec.structs.replace(field, default=getattr(draft, name))
            for name, field in inputs(self.Setup).items()
        )
        return (Prompt("setup", self.title.name, fields),)

    def setup_default(self, players: int, box: BoxT) -> SetupT:
        """The set-up for this many players when nobody changes an option."""
        return self.Setup(players=players)

    def unsaid(self, setup: SetupT, box: BoxT) -> tuple[Msg, ...]:
        """What only the table knows of this set-up and nobody has said, each with what it begins
        with instead; whoever starts a table is led past the wizard for it."""
        return ()

    def again(self, setup: SetupT, parts: int) -> SetupT:
        """The set-up of a rematch: as it was, and the next of so many ``parts`` begins."""
        first = getattr(setup, "first", None)
        if not isinstance(first, int):
            return setup
        return msgspec.structs.replace(setup, first=(first + 1) % parts)

    def begin(self, setup: SetupT, box: BoxT) -> Ruling[StateT] | Refusal:
        """The first state and what is said of it, or why it cannot be set up so: a number outside
        its ``Span``, or what ``start`` refuses (``call.impossible(…, about="goal")``: then the
        reason stands beside that field)."""
        call = Call()
        try:
            spanned(setup, call)
            state = self.start(setup, box, call)
        except Stop as stop:
            return refusal(stop)
        return Ruling(state, tuple(call.notes))

    def start(self, setup: SetupT, box: BoxT, call: Call) -> StateT:
        """The first state; everything the rules need of the box is copied into it."""
        raise NotImplementedError

    def draw(self, setup: SetupT, box: BoxT, pick: Callable[[int], int]) -> SetupT:
        """The set-up with what is left to chance decided; ``pick(n)`` is one of ``range(n)``.

        Asked once, before ``begin``; what it decides is written down with the set-up.
        """
        return setup

    def checklist(self, state: StateT) -> tuple[Msg, ...]:
        """What to lay out on the physical table, in order."""
        return ()

    # -- the box -------------------------------------------------------------------------

    def blank_box(self) -> BoxT:
        """The box of a new physical copy, prefilled with confirmed facts only."""
        return self.Box()

    def starter(self, box: BoxT) -> BoxT:
        """The box with what is public of every copy laid in behind what its group entered.

        A title whose blank box says it all already gives the box as it is.
        """
        return box

    def sample_box(self) -> BoxT:
        """An invented, clearly marked box to try the title without owning it."""
        return self.blank_box()

    def box_pages(self, box: BoxT) -> tuple[Prompt, ...]:
        """Forms to enter or correct the box; each submits an action that ``teaches``."""
        return ()

    def learn(self, box: BoxT, action: Any) -> BoxT | Refusal:
        """The box with what a teaching ``action`` says, outside of any play."""
        if not isinstance(action, Teach):
            return box
        try:
            return msgspec.structs.replace(box, **action.told(box, Call()))
        except Stop as stop:
            return refusal(stop)

    def remember(self, box: BoxT, action: Any, state: StateT) -> BoxT:
        """The box with what ``action`` taught during a play; ``state`` is the one after it."""
        learned = self.learn(box, action)
        return box if isinstance(learned, Refusal) else learned

    # -- playing -------------------------------------------------------------------------

    @abstractmethod
    def parts(self, state: StateT) -> tuple[Part, ...]:
        """The sides a seat can play; their number and order never change during a play."""

    def prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """Everything the table may do now, the expected step first; empty when it is over."""
        if self.outcome(state) is not None:
            return ()
        return self.rules.offers(self.table(state))

    def prompts_for(
        self, state: StateT, viewer: int | None, prompts: tuple[Prompt, ...] | None = None
    ) -> tuple[Prompt, ...]:
        """The prompts as ``viewer`` may read them; a title with secrets adds its own only.

        ``prompts`` is what the method of that name gave for ``state``, where the caller has it.
        """
        return self.prompts(state) if prompts is None else prompts

    def table(
        self, state: StateT, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> Any:
        """The unit of work on ``state``: what offers and rules read, change and speak through."""
        return self.Table(state, actor, answers)

    def rule(self, t: Any, action: Any) -> None:
        """Apply one action to the table; notes go to it. Raises ``Stop`` through it to refuse."""
        self.rules.happen(t, action)

    def apply(
        self,
        state: StateT,
        action: Any,
        actor: int | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> Ruling[StateT] | Refusal | Question:
        """Rule on one action. Never changes ``state``; never raises for a legal type."""
        t = self.table(state, actor, answers)
        try:
            match action:
                case Adjust():
                    self.adjust(t, action)
                case SetDepth():
                    self.change_depth(t, action)
                case _:
                    if self.outcome(state) is not None:
                        t.impossible("E_OVER")
                    self.rule(t, action)
        except Stop as stop:
            return stop.answer
        return Ruling(t.state, (*t.notes, *t.overrides))

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Who won or lost, by which condition; ``None`` while the game goes on."""

    def step(self, state: StateT) -> str:
        """A short name of the current step, the same for all states of that step and turn."""
        return str(self.turn(state))

    def lesson(self, state: StateT) -> int:
        """In how many rounds or turns, as ``turn`` counts them, everybody has had a turn."""
        return 1 if isinstance(getattr(state, "round", None), int) else len(self.parts(state))

    def rules_step(self, state: StateT) -> str:
        """The step in the words of the clarifications' ``steps``; ranks the rules drawer."""
        return ""

    def view(self, state: StateT, viewer: int | None) -> StateT:
        """The state as ``viewer`` (a part, or ``None`` for a spectator) may see it."""
        return state

    def board(self, state: StateT, viewer: int | None) -> Any:
        """What the title's templates draw: plain values and ``Msg``, no secrets."""
        return state

    def seen_by(self, everybody: Callable[[], Any], state: StateT, viewer: int) -> Any:
        """The board of a viewer. A title without secrets takes that of ``everybody``, drawn once
        for all phones, and marks in it what is the viewer's."""
        return self.board(state, viewer)

    def threats(self, board: Any) -> tuple[Threat, ...]:
        """How far away each loss is, or what a rival wins by, as the board shows;
        the nearest first."""
        return ()

    def falls(self, state: StateT, note: Note) -> tuple[int, ...]:
        """The parts that lose somebody with ``note``, made on ``state``; they are warned of it."""
        return ()

    def due(self, state: StateT, prompts: Sequence[Prompt]) -> tuple[int, ...]:
        """The parts whose turn it is to answer what is offered; their phones call them.

        By default those who alone may enter what is expected."""
        parts = (part for each in prompts if each.expected for part in each.actors or ())
        return tuple(dict.fromkeys(parts))

    turns: frozenset[str] = frozenset()
    """The notes a turn or a round begins with: headings of the log."""

    def heading(self, note: Note | None, state: StateT) -> Msg | None:
        """How the log heads what follows on a note of ``turns`` that led to ``state``, or, without
        one, on the beginning of a game; ``None`` where that is no turn yet."""
        return None if note is None else Msg(note.code, note.facts)

    gathers: frozenset[str] = frozenset()
    """The notes of small taps that the log has in one line for each turn and person (``who``)."""

    def gathered(self, notes: Sequence[Note]) -> Msg:
        """What these notes of one code in ``gathers`` come to, the oldest first."""
        raise NotImplementedError

    hands: Mapping[str, Hand] = {}
    """Of the notes after which something is moved on the table, by their codes: how it is drawn."""

    def lying(self, state: StateT) -> Mapping[str, tuple[Msg | str, Msg | str]]:
        """What lies where, by names that stay: what it is called, and its place. After a repair of
        the log, hands are told what lies elsewhere than before."""
        return {}

    peaks: Mapping[str, str] = {}
    """The greatest moments: the codes of their notes, and of the one word each is shouted with.
    Where an entry has several, the first of these is the loudest."""

    def scene(self, board: Any, people: Mapping[int, str]) -> tuple[Piece, ...]:
        """The big screen in pieces, with nothing to tap; ``people`` are who plays each part.

        By default those of a phone's board, without what is asked.
        """
        own = self.pieces(board, Offers((), ()))
        return tuple(piece for piece in own if piece.name != "asked")

    def pieces(self, board: Any, offers: Offers) -> tuple[Piece, ...]:
        """The board in pieces for a phone with these offers; see ``games/pieces.py``.

        A title without a board of its own shows its numbers.
        """
        trackers = tuple((each.name, each.value, each.label) for each in self.trackers(board))
        return (Piece("state", "board/trackers.jinja", {"trackers": trackers}),)

    def text(self, state: StateT) -> str:
        """The table as short lines of text, for people who read golden games; no secrets."""
        return "\n".join(f"{each.name} {each.value}" for each in self.trackers(state))

    def rolled(self, state: StateT, action: Any) -> tuple[Rolled, ...]:
        """The physical dice ``action`` reports, made on ``state``."""
        return action.rolled(state) if isinstance(action, Act) else ()

    def dice(self, state: StateT) -> Mapping[str, Mapping[str, int]]:
        """How many sides of each kind of die show each face, where the box knows them.

        The dice ledger claims nothing about other dice. Keys are those of ``rolled``.
        """
        return {"d6": {str(n): 1 for n in range(1, 7)}}

    # -- looking ahead -------------------------------------------------------------------

    stakes: Mapping[str, Stake] = {}
    """The figures that rolls change, by name; what is said first stands first."""
    moot: frozenset[str] = frozenset()
    """Questions whose answer changes none of these figures."""

    def foretold(self, state: StateT, viewer: int | None) -> bool:
        """Whether the table's own options let ``viewer`` (see ``view``) see forecasts."""
        return True

    def throws(self, state: StateT) -> tuple[Throw, ...]:
        """How the dice that may be told now fall; those with an unknown face are left out."""
        return ()

    def brings(self, before: StateT, ruling: Ruling[StateT]) -> Mapping[str, int]:
        """By how much one ruling has changed the figures of ``stakes``."""
        return {}

    def follows(self, state: StateT) -> Throw | Action | Open | None:
        """How a roll that has been told goes on where nobody decides anything: the next dice, what
        is done when nothing is done about it, or something only the table knows.

        ``None`` where it has been carried out.
        """
        return None

    def same_turn(self, before: StateT, after: StateT) -> bool:
        """Whether two tables of one game are in the same turn."""
        return self.turn(before) == self.turn(after)

    def prospects(self, state: StateT) -> tuple[Prospect, ...]:
        """What the dice in hand may reach with choices and rolls still to come, played well: what
        it is, and its chance, reckoned only when asked for; what matters most first."""
        return ()

    def worth(self, state: StateT, brought: Mapping[str, int]) -> Fraction | int:
        """How good for whoever rolls on ``state`` is what a roll has ``brought``."""
        return sum(
            self.stakes[name].worth * n for name, n in brought.items() if name in self.stakes
        )

    def given_away(self, state: StateT, action: Any) -> Fraction | None:
        """What a decision costs against best play, in points; ``None`` where nobody can say."""
        return None

    # -- looking back --------------------------------------------------------------------

    race: str = ""
    """Whose figure of this kind (its name before the last dot) is the highest leads; "" where
    nobody races, among partners for one."""

    def turn(self, state: StateT) -> int:
        """The number of the round or turn ``state`` is in; 0 for titles that count none."""
        for name in ("round", "turn"):
            number = getattr(state, name, None)
            if isinstance(number, int):
                return number
        return 0

    def team(self, state: StateT, part: int) -> Msg | str:
        """The team a part wins or loses with, where there are several; else empty."""
        return ""

    def variant(self, setup: SetupT, box: BoxT) -> Choice | None:
        """The option that tells plays of a title apart (its mission, its length).

        By default the wizard's first choice that is not about seats.
        """
        for page in self.setup_pages(setup, box):
            for field in page.fields:
                if field.kind == "choice" and field.name not in ("players", "first"):
                    chosen = getattr(setup, field.name, None)
                    return next((c for c in field.choices if c.value == chosen), None)
        return None


AnyReferee = Referee[Any, Any, Any]


def refusal(stop: Stop) -> Refusal:
    """The refusal that stopped a set-up or a form of the box, which ask no questions."""
    assert isinstance(stop.answer, Refusal), stop.answer
    return stop.answer

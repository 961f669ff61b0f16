"""The contract every title meets; the only thing the site knows of a title.

A referee is pure: the same state, action, actor and answers always give the same ruling.
It answers an action in one of four ways: ``Ruling`` (done), ``Refusal`` (a rule forbids
it), ``Question`` (the board or a card decides; one tap answers), or ``Malformed`` (not an
action at all, raised while decoding).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic

import msgspec

from games.call import Call, Stop
from games.clarifications import Clarifications
from games.counting import Check, Clue, explains
from games.messages import COMMON, Catalogue, Msg
from games.vocabulary import (
    Action,
    Adjust,
    Book,
    BoxT,
    Choice,
    Defect,
    DieRow,
    Field,
    FieldKind,
    Figure,
    Frozen,
    Malformed,
    Note,
    Outcome,
    Part,
    Prompt,
    Question,
    Refusal,
    Rolled,
    Ruling,
    Score,
    SetDepth,
    SetupT,
    StateT,
    Title,
    Tracker,
)

__all__ = [
    "Action",
    "Adjust",
    "AnyReferee",
    "Book",
    "Call",
    "Choice",
    "Defect",
    "DieRow",
    "Field",
    "FieldKind",
    "Figure",
    "Frozen",
    "Malformed",
    "Note",
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
    "Stop",
    "Title",
    "Tracker",
]


class Referee(ABC, Generic[SetupT, StateT, BoxT]):
    """One title. Subclasses state their types as class attributes and fill in the rules."""

    title: Title
    Setup: type[SetupT]
    State: type[StateT]
    Box: type[BoxT]
    Action: Any
    """The tagged union of the title's actions, ``Adjust`` and ``SetDepth`` among them."""

    messages: Catalogue
    names: Catalogue = {}
    """What actions are called while nothing offers them: ``action.`` and the tag."""
    clarifications: Clarifications

    # -- beginning -----------------------------------------------------------------------

    @abstractmethod
    def setup_pages(self, draft: SetupT, box: BoxT) -> tuple[Prompt, ...]:
        """The wizard: one prompt a page, its fields named after the fields of ``Setup``."""

    @abstractmethod
    def setup_default(self, players: int, box: BoxT) -> SetupT:
        """The set-up for this many players when nobody changes an option."""

    @abstractmethod
    def begin(self, setup: SetupT, box: BoxT) -> Ruling[StateT] | Refusal:
        """The first state; everything the rules need of the box is copied into it."""

    def checklist(self, state: StateT) -> tuple[Msg, ...]:
        """What to lay out on the physical table, in order."""
        return ()

    # -- the box -------------------------------------------------------------------------

    def blank_box(self) -> BoxT:
        """The box of a new physical copy, prefilled with confirmed facts only."""
        return self.Box()

    def sample_box(self) -> BoxT:
        """An invented, clearly marked box to try the title without owning it."""
        return self.blank_box()

    def box_pages(self, box: BoxT) -> tuple[Prompt, ...]:
        """Forms to enter or correct the box; each submits an action that ``teaches``."""
        return ()

    def learn(self, box: BoxT, action: Any) -> BoxT | Refusal:
        """The box with what a teaching ``action`` says, outside of any play."""
        return box

    def remember(self, box: BoxT, action: Any, state: StateT) -> BoxT:
        """The box with what ``action`` taught during a play; ``state`` is the one after it."""
        learned = self.learn(box, action)
        return box if isinstance(learned, Refusal) else learned

    # -- playing -------------------------------------------------------------------------

    @abstractmethod
    def parts(self, state: StateT) -> tuple[Part, ...]:
        """The sides a seat can play; their number and order never change during a play."""

    @abstractmethod
    def prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """Everything the table may do now, the expected step first; empty when it is over."""

    def prompts_for(
        self, state: StateT, viewer: int | None, prompts: tuple[Prompt, ...] | None = None
    ) -> tuple[Prompt, ...]:
        """The prompts as ``viewer`` may read them; a title with secrets adds its own only.

        ``prompts`` is what the method of that name gave for ``state``, where the caller has it.
        """
        return self.prompts(state) if prompts is None else prompts

    def action_name(self, do: str) -> Msg:
        """What an action is called while nothing offers it."""
        named = f"action.{do}"
        return Msg(named if named in self.catalogue() else f"prompt.{do}")

    def table_prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """What every title offers at any time, even after the end: adjust, change depth."""
        trackers = tuple(Choice(t.name, t.label, str(t.value)) for t in self.trackers(state))
        depth = getattr(state, "depth", "")
        depths = tuple(Choice(d, Msg(f"depth.{d}")) for d in self.title.depths if d != depth)
        adjust = Prompt(
            "adjust",
            Msg("prompt.adjust"),
            (
                Field("tracker", "choice", Msg("field.tracker"), trackers),
                Field("value", "number", Msg("field.value")),
                Field("reason", "text", Msg("field.reason"), high=120, optional=True),
            ),
            group="table",
        )
        switch = Prompt(
            "depth",
            Msg("prompt.depth"),
            (Field("depth", "choice", Msg("field.depth"), depths),),
            group="table",
        )
        return (adjust, switch) if depths else (adjust,)

    @abstractmethod
    def rule(self, state: StateT, action: Any, call: Call) -> StateT:
        """Apply one action; notes go to ``call``. Raises ``Stop`` through it to refuse."""

    def apply(
        self,
        state: StateT,
        action: Any,
        actor: int | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> Ruling[StateT] | Refusal | Question:
        """Rule on one action. Never changes ``state``; never raises for a legal type."""
        call = Call(actor, answers)
        try:
            match action:
                case Adjust():
                    after = self._adjust(state, action, call)
                case SetDepth():
                    after = self._depth(state, action, call)
                case _:
                    if self.outcome(state) is not None:
                        call.impossible("E_OVER")
                    after = self.rule(state, action, call)
        except Stop as stop:
            return stop.answer
        return Ruling(after, (*call.notes, *call.overrides))

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Who won or lost, by which condition; ``None`` while the game goes on."""

    @abstractmethod
    def check(self, state: StateT) -> tuple[Defect, ...]:
        """All broken invariants, not the first."""

    @abstractmethod
    def trackers(self, state: StateT) -> tuple[Tracker, ...]:
        """Every number the table can adjust."""

    @abstractmethod
    def set_tracker(self, state: StateT, name: str, value: int) -> StateT:
        """The state with one tracker of ``trackers`` set; bounds are checked already."""

    def set_depth(self, state: StateT, depth: str) -> StateT:
        """The same state at another depth."""
        return msgspec.structs.replace(state, depth=depth)

    def countable(self, state: StateT) -> tuple[Tracker, ...]:
        """Every number the table can count and have checked against the log."""
        return self.trackers(state)

    def count_check(
        self, log: Sequence[tuple[StateT, Any, Sequence[Note], StateT]], where: str, counted: int
    ) -> Check:
        """Which entries could explain that ``where`` counts differently on the table.

        ``log`` are live entries, oldest first and not empty: the state before, the action, its
        notes, the state after. Raises ``ValueError`` for a name ``countable`` does not have.
        """
        held = [self._held(log[0][0], where), *(self._held(each[3], where) for each in log)]
        if held[-1] is None:
            raise ValueError(where)
        clues = []
        for index in reversed(range(len(log))):
            change = (held[index + 1] or 0) - (held[index] or 0)
            if how := explains(change, counted - held[-1]):
                clues.append(Clue(index, change, how))
        return Check(where, held[-1], counted, tuple(clues))

    def _held(self, state: StateT, where: str) -> int | None:
        return next((each.value for each in self.trackers(state) if each.name == where), None)

    @abstractmethod
    def step(self, state: StateT) -> str:
        """A short name of the current step, the same for all states of that step and turn."""

    def rules_step(self, state: StateT) -> str:
        """The step in the words of the clarifications' ``steps``; ranks the rules drawer."""
        return ""

    def view(self, state: StateT, viewer: int | None) -> StateT:
        """The state as ``viewer`` (a part, or ``None`` for a spectator) may see it."""
        return state

    def board(self, state: StateT, viewer: int | None) -> Any:
        """What the title's templates draw: plain values and ``Msg``, no secrets."""
        return state

    def rolled(self, state: StateT, action: Any) -> tuple[Rolled, ...]:
        """The physical dice ``action`` reports, made on ``state``."""
        return ()

    def dice(self, state: StateT) -> Mapping[str, Mapping[str, int]]:
        """How many sides of each kind of die show each face, where the box knows them.

        The dice ledger claims nothing about other dice. Keys are those of ``rolled``.
        """
        return {"d6": {str(n): 1 for n in range(1, 7)}}

    # -- looking back --------------------------------------------------------------------

    def figures(self, state: StateT) -> tuple[Figure, ...]:
        """What mattered in a play, for its chart; the same names in every state."""
        return tuple(Figure(t.name, t.label, t.value) for t in self.trackers(state))

    def turn(self, state: StateT) -> int:
        """The number of the round or turn ``state`` is in; 0 for titles that count none."""
        for name in ("round", "turn"):
            number = getattr(state, name, None)
            if isinstance(number, int):
                return number
        return 0

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

    def _adjust(self, state: StateT, action: Adjust, call: Call) -> StateT:
        tracker = next((t for t in self.trackers(state) if t.name == action.tracker), None)
        if tracker is None:
            call.impossible("E_UNKNOWN_TRACKER", what=action.tracker)
        call.within(tracker.label, action.value, tracker.low, tracker.high, tracker.rule)
        if action.value == tracker.value:
            call.impossible("E_SAME_VALUE", what=tracker.label, value=tracker.value)
        after = self.set_tracker(state, action.tracker, action.value)
        known = set(map(msgspec.json.encode, self.check(state)))
        fresh = [d for d in self.check(after) if msgspec.json.encode(d) not in known]
        if fresh:
            call.impossible("E_INVARIANT", defects=tuple(d.message for d in fresh))
        call.note(
            "adjust",
            tracker.rule,
            what=tracker.label,
            before=tracker.value,
            after=action.value,
            reason=action.reason or "–",
        )
        return after

    def _depth(self, state: StateT, action: SetDepth, call: Call) -> StateT:
        if action.depth not in self.title.depths:
            call.impossible("E_MALFORMED", problem=action.depth)
        call.note("depth", depth=Msg(f"depth.{action.depth}"))
        return self.set_depth(state, action.depth)

    # -- storage -------------------------------------------------------------------------

    def catalogue(self) -> Catalogue:
        """The title's sentences on top of the common ones."""
        return {**COMMON, **self.names, **self.messages}

    def decode_action(self, data: Any) -> Any:
        """An action from plain data; raises ``Malformed``."""
        return _convert(data, self.Action)

    def decode_setup(self, data: Any) -> SetupT:
        """A set-up from plain data; raises ``Malformed``."""
        return _convert(data, self.Setup)  # type: ignore[no-any-return]

    def decode_box(self, data: Any) -> BoxT:
        """A box from plain data; raises ``Malformed``."""
        return _convert(data, self.Box)  # type: ignore[no-any-return]

    def decode_state(self, text: str | bytes) -> StateT:
        """A stored state from its JSON; raises ``Malformed``."""
        try:
            return msgspec.json.decode(text, type=self.State)
        except msgspec.MsgspecError as error:
            raise Malformed(str(error)) from error

    def encode_state(self, state: StateT) -> str:
        """The state as JSON; ``decode_state`` gives it back equal."""
        return msgspec.json.encode(state).decode()


AnyReferee = Referee[Any, Any, Any]


def _convert(data: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from error

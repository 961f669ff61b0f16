"""The contract every title meets; the only thing the site knows of a title.

A referee is pure: the same state, action, actor and answers always give the same ruling.
It answers an action in one of four ways: ``Ruling`` (done), ``Refusal`` (a rule forbids
it), ``Question`` (the board or a card decides; one tap answers), or ``Malformed`` (not an
action at all, raised while decoding).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, NoReturn, TypeVar, dataclass_transform

import msgspec

from games.clarifications import Clarifications
from games.counting import Check, Clue, explains
from games.messages import COMMON, Catalogue, Msg, msg


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of everything a referee hands out: immutable, compared by value."""


class Action(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of all actions; a subclass sets its own ``tag``, the name used in logs and forms.

    ``rebases`` marks small independent taps: made on a stale page they are applied to the
    newest state instead of being refused, as long as the step of the game has not moved on.
    ``teaches`` marks actions that tell something about the physical copy (see ``remember``).
    """

    rebases: ClassVar[bool] = False
    teaches: ClassVar[bool] = False


class Adjust(Action, tag="adjust"):
    """Set one named tracker to what lies on the table; the physical game is the truth."""

    tracker: str
    value: int
    reason: str = ""


class SetDepth(Action, tag="depth"):
    """Switch the table between quick and full depth; no tracked number changes."""

    depth: str


class Book(Frozen):
    """The rulebook a title is refereed by."""

    name: str
    pages: int
    language: str = "en"


class Title(Frozen):
    """What the site shows of a title before a game begins.

    ``secrets`` says that parts of a state are for one part only (see ``Referee.view``).
    """

    slug: str
    name: str
    min_players: int
    max_players: int
    minutes: int
    book: Book
    rules_version: int = 1
    accent: str = ""
    cooperative: bool = True
    secrets: bool = False
    depths: tuple[str, ...] = ("quick", "full")


class Part(Frozen):
    """One side a seat can play: a team, a villain, a hero. ``index`` is the actor number."""

    index: int
    name: str
    detail: Msg | str = ""


class Choice(Frozen):
    """One value a field accepts. ``hint`` is small print, ``tone`` a style name for pages."""

    value: str | int
    label: Msg | str
    hint: Msg | str = ""
    tone: str = ""


class DieRow(Frozen):
    """One die waiting for its face in a ``dice`` field."""

    id: str
    label: Msg | str
    faces: tuple[Choice, ...]
    colour: str = ""


FieldKind = Literal["number", "choice", "choices", "sequence", "flag", "text", "dice"]


class Field(Frozen):
    """One input of a prompt; ``name`` is the field of the action it fills.

    Values by kind: ``number`` int from ``low`` to ``high``; ``choice`` one choice's value;
    ``choices`` a list of them (``low`` to ``high`` many); ``sequence`` one choice per entry
    of ``rows``; ``flag`` bool; ``text`` str (``choices`` are suggestions, ``high`` its
    length); ``dice`` one face value per entry of ``dice``, in that order.
    """

    name: str
    kind: FieldKind
    label: Msg | str
    choices: tuple[Choice, ...] = ()
    rows: tuple[Msg | str, ...] = ()
    dice: tuple[DieRow, ...] = ()
    low: int | None = None
    high: int | None = None
    default: Any = None
    optional: bool = False
    help: Msg | str = ""
    rule: str = ""


class Prompt(Frozen):
    """One thing the table may do now. The single source of buttons, forms, API and fuzzers.

    ``fixed`` are action fields already decided, ``fields`` the open ones. ``actors`` are the
    parts that may do it (``None``: everybody at the table). ``expected`` marks the step the
    rules wait for; those prompts come first. ``group`` lets a page lay prompts out.
    """

    do: str
    label: Msg | str
    fields: tuple[Field, ...] = ()
    fixed: dict[str, Any] = {}
    rule: str = ""
    help: Msg | str = ""
    expected: bool = False
    actors: tuple[int, ...] | None = None
    group: str = ""
    tone: str = ""


class Note(Frozen):
    """One thing that happened, citing the rule behind it.

    The first note of a ruling is what the player did; those that follow are its automatic
    consequences, one each. With ``owner`` set, only that part may read the note; everybody
    else is told ``hidden`` (a code without secret facts), or nothing if that is empty.
    """

    code: str
    facts: dict[str, Any] = {}
    rule: str = ""
    owner: int | None = None
    hidden: str = ""


class Refusal(Frozen):
    """A rule the text states forbids the action. Nothing has changed.

    ``remedy`` is the smallest change that would make it legal. The table can overrule an
    ``overridable`` refusal; a physical impossibility it cannot.
    """

    code: str
    rule: str
    facts: dict[str, Any] = {}
    remedy: Msg | None = None
    overridable: bool = True

    @property
    def message(self) -> Msg:
        return Msg(f"refusal.{self.code}", self.facts)


class Question(Frozen):
    """Legality depends on what the app cannot see. Send the action again with an answer.

    ``weight`` is ``ask`` where the rules leave it open to a card or the board, ``warn``
    where the move is legal but hardly intended.
    """

    code: str
    rule: str
    facts: dict[str, Any] = {}
    options: tuple[Choice, ...] = (
        Choice("yes", Msg("answer.yes")),
        Choice("no", Msg("answer.no")),
    )
    weight: Literal["ask", "warn"] = "ask"

    @property
    def message(self) -> Msg:
        return Msg(f"question.{self.code}", self.facts)


class Score(Frozen):
    """One part's place at the end; ``score`` is ``None`` in games without points."""

    part: int
    rank: int
    score: int | None = None


class Outcome(Frozen):
    """How a game ended: by which condition, under which rule, and for whom.

    ``winners`` are part indexes; in a cooperative game all or none. ``also`` lists further
    conditions met at the same moment (a loss that a win beats, say).
    """

    result: Literal["won", "lost", "ended"]
    condition: str
    rule: str
    winners: tuple[int, ...] = ()
    facts: dict[str, Any] = {}
    also: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()

    @property
    def message(self) -> Msg:
        return Msg(f"outcome.{self.condition}", self.facts)


class Tracker(Frozen):
    """A number the app keeps and the table can adjust within its physical bounds."""

    name: str
    label: Msg | str
    value: int
    low: int
    high: int
    rule: str = ""


class Figure(Frozen):
    """A number worth following through a play: one line of its chart.

    ``part`` is whose it is (``None``: the table's). ``limit`` is the value at which it ends
    the game; how far it was from there says how close an ending was.
    """

    name: str
    label: Msg | str
    value: int
    part: int | None = None
    limit: int | None = None


class Defect(Frozen):
    """A broken invariant of a state."""

    code: str
    facts: dict[str, Any] = {}

    @property
    def message(self) -> Msg:
        return Msg(f"defect.{self.code}", self.facts)


class Rolled(Frozen):
    """One physical die reported by an action, for odds and the dice ledger.

    ``face`` is empty when only a total was reported.
    """

    die: str
    face: str
    purpose: str = ""
    part: int | None = None


StateT = TypeVar("StateT", bound=Frozen)
SetupT = TypeVar("SetupT", bound=Frozen)
BoxT = TypeVar("BoxT", bound=Frozen)


class Ruling(Frozen, Generic[StateT]):
    """The action holds: the new state and what happened, in order."""

    state: StateT
    notes: tuple[Note, ...] = ()


class Malformed(ValueError):
    """Not an action (set-up, box) of this title; the message says where it fails."""


class Stop(Exception):
    """Raised inside the rules to end an application with a refusal or a question."""

    def __init__(self, answer: Refusal | Question) -> None:
        super().__init__(answer.code)
        self.answer = answer


class Call:
    """One application of one action: who acts, what was answered, what has been noted.

    ``actor`` is the part in whose name the action is made, ``None`` for the table itself
    (the host's phone), which may act for everybody.
    """

    def __init__(self, actor: int | None = None, answers: Mapping[str, str] | None = None) -> None:
        self.actor = actor
        self.answers = answers or {}
        self.notes: list[Note] = []
        self.overrides: list[Note] = []

    def note(self, code: str, rule: str = "", /, **facts: Any) -> None:
        """Record one thing that happened."""
        self.notes.append(Note(f"note.{code}", facts, rule))

    def secret(
        self, owner: int, code: str, hidden: str = "", rule: str = "", /, **facts: Any
    ) -> None:
        """Record something only ``owner`` may read; the others are told ``hidden``."""
        self.notes.append(
            Note(f"note.{code}", facts, rule, owner, f"note.{hidden}" if hidden else "")
        )

    def forbid(self, code: str, rule: str, /, remedy: Msg | None = None, **facts: Any) -> None:
        """Refuse, unless the table has overruled this very refusal, which is then noted."""
        reason = self.answers.get(f"override:{code}")
        if reason is None:
            raise Stop(Refusal(code, rule, facts, remedy))
        self.overrides.append(Note("note.override", {"reason": reason, "code": code}, rule))

    def impossible(
        self, code: str, rule: str = "", /, remedy: Msg | None = None, **facts: Any
    ) -> NoReturn:
        """Refuse what cannot be on any table (a die face that does not exist)."""
        raise Stop(Refusal(code, rule, facts, remedy, overridable=False))

    def within(self, what: Msg | str, value: int, low: int, high: int, rule: str = "") -> None:
        """Refuse a number outside its physical bounds."""
        if not low <= value <= high:
            self.impossible(
                "E_RANGE",
                rule,
                remedy=msg("remedy.range", low=low, high=high),
                what=what,
                low=low,
                high=high,
                value=value,
            )

    def only(self, part: Part, rule: str) -> None:
        """Refuse everybody but ``part`` and the table itself."""
        if self.actor is not None and self.actor != part.index:
            self.forbid(
                "E_NOT_ACTIVE",
                rule,
                remedy=msg("remedy.ask_active", active=part.name),
                active=part.name,
            )

    def ask(
        self, code: str, rule: str, /, options: tuple[Choice, ...] | None = None, **facts: Any
    ) -> str:
        """The table's answer to a question of fact; raises the question while unanswered."""
        question = Question(code, rule, facts, *((options,) if options else ()))
        answer = self.answers.get(code)
        if answer is None or answer not in {str(option.value) for option in question.options}:
            raise Stop(question)
        return answer

    def warn(self, code: str, rule: str, /, **facts: Any) -> None:
        """Let the move through only if the table says "do it anyway"."""
        if self.answers.get(code) != "anyway":
            anyway = (Choice("anyway", Msg("answer.anyway")),)
            raise Stop(Question(code, rule, facts, anyway, weight="warn"))


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

    def prompts_for(self, state: StateT, viewer: int | None) -> tuple[Prompt, ...]:
        """The prompts as ``viewer`` may read them; a title with secrets adds its own only."""
        return self.prompts(state)

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

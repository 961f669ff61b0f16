"""Vocabulary of the referee and the site: small frozen types, each with one meaning.

Actions go in; prompts, rulings, refusals, questions and outcomes come out. Titles import them
from ``games.referee``.
"""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    dataclass_transform,
)

import msgspec

from games.messages import Msg


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Base of everything a referee hands out: immutable, compared by value.

    What is made whole and never changed holds nothing that leads back to it, so the garbage
    collector is not asked to look: it had been up to half of what prompts cost.
    """


class Action(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of all actions; a subclass sets its own ``tag``, the name used in logs and forms.

    ``rebases`` marks small independent taps: made on a stale page they are applied to the newest
    state instead of being refused, as long as the step of the game has not moved on. ``teaches``
    marks actions that enter facts about the physical copy (see ``remember``). ``by_hand`` marks
    those that report what a card or the table did: they are never a way out of a loss.
    ``chances``: the site draws one of this many equally likely numbers into the field ``luck``.
    """

    rebases: ClassVar[bool] = False
    teaches: ClassVar[bool] = False
    by_hand: ClassVar[bool] = False
    chances: ClassVar[int] = 0


REASON = 120
"""Characters of the reason for an adjustment."""


class Adjust(Action, tag="adjust"):
    """Set one named tracker to its value on the table; the physical game is the truth.

    ``played``: a card or a house rule changed it, so nothing was miscounted.
    """

    by_hand = True
    tracker: Annotated[str, msgspec.Meta(max_length=120)]
    value: int
    reason: Annotated[str, msgspec.Meta(max_length=REASON)] = ""
    played: bool = False


class SetDepth(Action, tag="depth"):
    """Switch the table between quick and full depth; no tracked number changes."""

    depth: Annotated[str, msgspec.Meta(max_length=20)]


class Rulebook(Frozen):
    """The rulebook of a title."""

    name: str
    pages: int
    language: str = "en"


class Title(Frozen):
    """Description of a title that the site shows before a game begins.

    ``secrets``: parts of a state are for one side only (see ``Referee.view``). ``points``: the game
    is played for points. ``printed_max`` is the book's maximum, if a promo allows one more player.
    ``art`` is its icon in lists, by default a die; ``sheets`` are the style sheets of shared
    components that its boards use ("lanes"); ``bgg`` is its number at BoardGameGeek, if known. A
    title is drawn with ``templates/games/<slug>/`` and ``static/games/<slug>/`` of its own folder,
    and before them with those of its ``family``. ``names`` are its printed names by language.
    """

    slug: str
    name: str
    min_players: int
    max_players: int
    minutes: int
    book: Rulebook
    rules_version: int = 1
    art: str = ""
    bgg: int = 0
    family: str = ""
    cooperative: bool = True
    secrets: bool = False
    points: bool = False
    printed_max: int = 0
    depths: tuple[str, ...] = ("quick", "full")
    sheets: tuple[Literal["lanes"], ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def voices(self) -> tuple[str, ...]:
        """The translations to try before the site's: the title's own, then its family's."""
        return (self.slug, self.family) if self.family else (self.slug,)


class Part(Frozen):
    """One side a seat can play: a team, a villain, a hero. ``index`` is the actor number.

    ``person``: the side has no name of its own ("Player 2"). Once someone plays it, the board, the
    log and every sentence show the person's name. The rules still use ``name``.
    """

    index: int
    name: Msg | str
    detail: Msg | str = ""
    person: bool = False


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

    Values by kind: ``number`` int from ``low`` to ``high``, in steps of ``step`` from ``low`` on
    (fifties: 50); ``choice`` one choice's value; ``choices`` a list of them (``low`` to ``high``
    many); ``sequence`` one choice per entry of ``rows``; ``flag`` bool; ``text`` str (``choices``
    are suggestions, ``high`` its length); ``dice`` one face value per entry. ``default`` is such a
    value or a message; where ``of_part`` is set, a phone begins with its own part.
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
    step: int = 1
    of_part: bool = False

    @property
    def numbers(self) -> range:
        """Every number between both bounds that can be entered.

        >>> list(Field("points", "number", "Points", low=50, high=200, step=50).numbers)
        [50, 100, 150, 200]
        """
        return range(self.low or 0, (self.high or 0) + 1, self.step)


class Prompt(Frozen):
    """One thing the table may do now. The single source of buttons, forms, API and fuzzers.

    ``fixed`` are action fields already decided, ``fields`` the open ones. ``actors`` are the sides
    that may do it (``None``: everyone at the table). ``expected`` marks the step the rules wait
    for; those come first. A ``shortcut`` does what two of them do. ``group`` arranges prompts.
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
    shortcut: bool = False


class Note(Frozen):
    """One thing that happened, citing the rule behind it.

    The first note of a ruling is what the player did; those that follow are its automatic
    consequences, one each. With ``owner`` set, only that side may read the note; everyone else
    reads ``hidden`` (a code without secret facts), or nothing if that is empty.
    """

    code: str
    facts: dict[str, Any] = {}
    rule: str = ""
    owner: int | None = None
    hidden: str = ""


class Refusal(Frozen):
    """A rule of the book forbids the action. Nothing has changed.

    ``remedy`` is the smallest change that would make it legal. The table can overrule an
    ``overridable`` refusal; a physical impossibility it cannot. ``about`` is the field of a set-up
    that has to change: the reason is shown next to it.
    """

    code: str
    rule: str
    facts: dict[str, Any] = {}
    remedy: Msg | None = None
    overridable: bool = True
    about: str = ""

    @property
    def message(self) -> Msg:
        return Msg(f"refusal.{self.code}", self.facts)


class Question(Frozen):
    """Legality that depends on what the app cannot see. Send the action again with an answer.

    ``weight`` is ``ask`` if the rules leave it to a card or the board, ``warn`` if the move is
    legal but probably a mistake. ``consent`` is the part whose player has to agree: if the acting
    player also plays that side, acting is agreeing.
    """

    code: str
    rule: str
    facts: dict[str, Any] = {}
    options: tuple[Choice, ...] = (
        Choice("yes", Msg("answer.yes")),
        Choice("no", Msg("answer.no")),
    )
    weight: Literal["ask", "warn"] = "ask"
    consent: int | None = None

    @property
    def message(self) -> Msg:
        return Msg(f"question.{self.code}", self.facts)


class Score(Frozen):
    """One part's place at the end; ``score`` is ``None`` in games without points."""

    part: int
    rank: int
    score: int | None = None


class Outcome(Frozen):
    """End of a game: by which condition, under which rule, and for whom.

    ``winners`` are part indexes; in a cooperative game all or none. ``also`` lists further
    conditions met at the same moment (a loss that a win beats, say). Its sentence is
    ``outcome.CONDITION`` with the facts; in a crew's book ``ending.CONDITION``
    (``ending.CONDITION.SIDE`` if a team of several sides won), without facts.
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
    """A number the app keeps and the table can adjust within its physical bounds, by ``step``."""

    name: str
    label: Msg | str
    value: int
    low: int
    high: int
    rule: str = ""
    step: int = 1


class Meter(Frozen):
    """Count of a copy's things of one kind: ``known`` and ``partly`` known ``of`` all."""

    name: Msg
    known: int
    of: int
    partly: int = 0


class Figure(Frozen):
    """A number worth following through a play: one line of its chart.

    ``part`` is its side (``None``: the table's). ``limit`` is the value that ends the game: lost,
    unless it ``wins``. The distance to it is how close the game was. ``least`` is the value that
    loses the game to those who fall to it.
    """

    name: str
    label: Msg | str
    value: int
    part: int | None = None
    limit: int | None = None
    wins: bool = False
    least: int | None = None


class Threat(Frozen):
    """Distance to an ending or an elimination: ``left`` steps, shown as "{left} ``text``".

    ``part`` is the threatened side (``None``: the whole table). ``near``: the next turn may bring
    it. ``metered`` if a phone's board draws the distance: then only a near ending is also shown in
    words.
    """

    left: int
    text: Msg
    part: int | None = None
    near: bool = False
    metered: bool = False


class PhysicalStep(Frozen):
    """A physical step the players carry out after a note, drawn with the icon ``sign``, the greater
    ``size`` first.

    Its fact ``count`` is a number, or a list of things whose trailing number is their count. If it
    is 0, nothing is moved. Its fact ``of`` names the thing it happens to: repeats in one entry are
    shown once, with the sum.
    """

    sign: str
    count: str = ""
    size: int = 1
    of: str = ""

    def many(self, facts: dict[str, Any]) -> int | None:
        """Return how many are moved; ``None`` if the note has no count.

        >>> PhysicalStep("acorn", count="n").many({"n": 3})
        3
        >>> PhysicalStep("acorn", count="from").many({"from": [("Ana", 2), ("Bo", 1)]})
        3
        >>> PhysicalStep("crow").many({"n": 3})
        """
        if not self.count:
            return None
        told = facts.get(self.count, 0)
        return told if isinstance(told, int) else sum(map(_so_many, told))


def _so_many(thing: Any) -> int:
    last = thing[-1] if isinstance(thing, list | tuple) else None
    return last if isinstance(last, int) else 1


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


Die = tuple[tuple[Any, int], ...]
"""What one die may show, as an action tells it, and how many of its sides show it."""


class RerollRule(Frozen):
    """Permission to reroll up to ``times`` single dice of a ``DiceRoll`` at positions ``of`` (any
    if ``None``). ``once``: each die at most once, by any permission. ``last``: no further rerolls
    afterwards.
    """

    times: int
    of: frozenset[int] | None = None
    once: bool = False
    last: bool = False


class RerollPermission(Frozen):
    """Rerolls under one ``label``, assumed to be used as well as possible: for the roller, or
    ``against``."""

    label: Msg
    again: tuple[RerollRule, ...]
    against: bool = False


class DiceRoll(Frozen):
    """The dice of an offered prompt, if every face is known.

    The prompt is identified by ``do`` and ``fixed``; the dice are entered in its ``field``, one
    value after the other, or one value alone (``single``). Equal dice count alike unless each has
    an owner (``apart``). After ``dice`` come as many as are ``drawn`` blindly out of a ``cup``,
    given as pairs of a die and its number. A card of a known deck is also a die, with a side per
    card left. ``summed``: only the sum matters, and sums of ``most`` or more bring the same if it
    is given; ``again`` are the rerolls. ``assumed``: no one has counted the faces of this copy yet.
    """

    do: str
    field: str
    dice: tuple[Die, ...] = ()
    fixed: dict[str, Any] = {}
    single: bool = False
    apart: bool = False
    cup: tuple[tuple[Die, int], ...] = ()
    drawn: int = 0
    summed: bool = False
    most: int | None = None
    again: tuple[RerollPermission, ...] = ()
    assumed: bool = False


class Open(Frozen):
    """A continuation that only the table knows."""


class Answer(NamedTuple):
    """Another way than ``Referee.next_step`` to go on after a roll: its condition (``with …``,
    ``if …``), and the entry or dice it starts with; of the roller, or of someone ``against``."""

    label: Msg
    step: Action | DiceRoll
    against: bool = False


class RiskFigure(Frozen):
    """A figure that rolls change. Its chance is shown by the sentence ``code``, where ``n`` is how
    much at least. ``counts``: more than one makes a difference. ``danger``: bad for the players, or
    for the roller. ``worth`` is the weight of one compared with the other figures, below zero if it
    is bad.
    """

    code: str
    danger: bool = False
    counts: bool = False
    worth: int = 1


StateT = TypeVar("StateT", bound=Frozen)
SetupT = TypeVar("SetupT", bound=Frozen)
BoxT = TypeVar("BoxT", bound=Frozen)


class Ruling(Frozen, Generic[StateT]):
    """The action is legal: the new state and its notes, in order."""

    state: StateT
    notes: tuple[Note, ...] = ()


class MalformedError(ValueError):
    """Error for what is not an action (setup, box) of this title; the message shows where it
    fails."""

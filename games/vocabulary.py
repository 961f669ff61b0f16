"""What a referee and the site say to each other: small frozen types, each with one meaning.

Actions go in; prompts, rulings, refusals, questions and outcomes come out. Titles import them
from ``games.referee``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
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

    ``rebases`` marks small independent taps: made on a stale page they are applied to the
    newest state instead of being refused, as long as the step of the game has not moved on.
    ``teaches`` marks actions that tell something about the physical copy (see ``remember``).
    ``by_hand`` marks those that tell what a card or the table has done on its own account: nobody
    may choose them to escape something (see ``games/ahead.py``).
    ``chances`` is of how many equally likely numbers the site draws one into the field ``luck``
    when it records the action; nobody at the table types it, and the log keeps it.
    """

    rebases: ClassVar[bool] = False
    teaches: ClassVar[bool] = False
    by_hand: ClassVar[bool] = False
    chances: ClassVar[int] = 0


REASON = 120
"""Characters of the reason for an adjustment."""


class Adjust(Action, tag="adjust"):
    """Set one named tracker to what lies on the table; the physical game is the truth.

    ``played`` says that a card or a house rule changed it, so that nothing was miscounted.
    """

    by_hand = True
    tracker: Annotated[str, msgspec.Meta(max_length=120)]
    value: int
    reason: Annotated[str, msgspec.Meta(max_length=REASON)] = ""
    played: bool = False


class SetDepth(Action, tag="depth"):
    """Switch the table between quick and full depth; no tracked number changes."""

    depth: Annotated[str, msgspec.Meta(max_length=20)]


class Book(Frozen):
    """The rulebook a title is refereed by."""

    name: str
    pages: int
    language: str = "en"


class Title(Frozen):
    """What the site shows of a title before a game begins.

    ``secrets`` says that parts of a state are for one part only (see ``Referee.view``), ``points``
    that they are what is played for. ``printed_max`` is how many its book is for, where a promo
    lets one more play. ``art`` is the icon it is listed with, or else a die;
    ``sheets`` are the style sheets of shared components that its boards use ("lanes"); ``bgg`` is
    its number at BoardGameGeek, where that is known. A title is drawn with
    ``templates/games/<slug>/`` and ``static/games/<slug>/`` of its own folder, and before them with
    those of its ``family``.
    """

    slug: str
    name: str
    min_players: int
    max_players: int
    minutes: int
    book: Book
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

    @property
    def voices(self) -> tuple[str, ...]:
        """Whose translations it is said by before those of the site: its own, its family's."""
        return (self.slug, self.family) if self.family else (self.slug,)


class Part(Frozen):
    """One side a seat can play: a team, a villain, a hero. ``index`` is the actor number.

    ``person`` where a side is nobody but who plays it ("Player 2"): once somebody does, the board,
    the log and every sentence that tells of ``name`` have the person's name there. The rules go
    on saying ``name``.
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
    (fifties: 50); ``choice`` one choice's value;
    ``choices`` a list of them (``low`` to ``high`` many); ``sequence`` one choice per entry
    of ``rows``; ``flag`` bool; ``text`` str (``choices`` are suggestions, ``high`` its
    length); ``dice`` one face value per entry of ``dice``, in that order. ``default`` is such a
    value; of a text it may be a message, as it would be typed.
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

    @property
    def numbers(self) -> range:
        """Every number between both bounds that can be told.

        >>> list(Field("points", "number", "Points", low=50, high=200, step=50).numbers)
        [50, 100, 150, 200]
        """
        return range(self.low or 0, (self.high or 0) + 1, self.step)


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
    ``overridable`` refusal; a physical impossibility it cannot. ``about`` is the field of a set-up
    that has to be chosen otherwise: the reason stands beside it.
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
    """Legality depends on what the app cannot see. Send the action again with an answer.

    ``weight`` is ``ask`` where the rules leave it open to a card or the board, ``warn``
    where the move is legal but hardly intended. ``consent`` is the part whose player has to
    agree: whoever plays that part as well agrees by acting.
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
    """How a game ended: by which condition, under which rule, and for whom.

    ``winners`` are part indexes; in a cooperative game all or none. ``also`` lists further
    conditions met at the same moment (a loss that a win beats, say). The title says it as
    ``outcome.CONDITION`` with the facts; the book, which adds up plays, as ``ending.CONDITION``
    (``ending.CONDITION.SIDE`` where a side of several parts won), which has none.
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


class Figure(Frozen):
    """A number worth following through a play: one line of its chart.

    ``part`` is whose it is (``None``: the table's). ``limit`` is the value at which it ends
    the game: lost, unless it ``wins``. How close a game came to the other end is how far it was
    from there.
    """

    name: str
    label: Msg | str
    value: int
    part: int | None = None
    limit: int | None = None
    wins: bool = False


class Threat(Frozen):
    """How far away one end, or one fall, is: ``left`` steps, said as "{left} ``text``".

    ``part`` is whom it threatens (``None``: the whole table). ``near`` where the next turn may
    bring it. ``metered`` where a phone's board draws how far it is: only what is near is said there
    in words, too.
    """

    left: int
    text: Msg
    part: int | None = None
    near: bool = False
    metered: bool = False


class Hand(Frozen):
    """What hands do after a note: drawn with the icon ``sign``, the greater ``size`` first.

    Its fact ``count`` says how many: a number, or a list of things, of which those that end in a
    number are so many. Where that is 0, nothing is moved. Its fact ``of`` names what it happens to:
    that often in one entry is once, with the sum.
    """

    sign: str
    count: str = ""
    size: int = 1
    of: str = ""

    def many(self, facts: dict[str, Any]) -> int | None:
        """How many are moved; ``None`` where the note counts nothing.

        >>> Hand("acorn", count="n").many({"n": 3})
        3
        >>> Hand("acorn", count="from").many({"from": [("Ana", 2), ("Bo", 1)]})
        3
        >>> Hand("crow").many({"n": 3})
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


class Again(Frozen):
    """Leave to throw single dice of a ``Throw`` again before it counts: so many ``times`` one of
    those at these places (``of``; any if ``None``). ``once``: a die may be thrown again so only
    once, by whatever leave. After a leave that comes ``last`` no other is left."""

    times: int
    of: frozenset[int] | None = None
    once: bool = False
    last: bool = False


class Leave(Frozen):
    """What dice may be thrown again for, as a ``label`` says: used as well as possible."""

    label: Msg
    again: tuple[Again, ...]


class Throw(Frozen):
    """How the dice of an offered prompt fall, where every face is known.

    The prompt is known by ``do`` and ``fixed``; the dice are told in its ``field``, one value
    after the other, or one value alone (``single``). Equal dice count alike unless each is
    somebody's own (``apart``). After ``dice`` come as many as are ``drawn``
    blindly out of a ``cup``, which holds so many dice of each kind. A card of a deck that is
    known is a die thrown as well, with a side per card left. ``summed``: only what numbers add up
    to matters; ``again`` are the ways to throw some of them again. ``assumed`` says that nobody has
    counted the faces of this copy yet.
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
    again: tuple[Leave, ...] = ()
    assumed: bool = False


Pick = Callable[[int], int]
"""``pick(n)`` is one of ``range(n)``, each as likely as the others."""


class Best(NamedTuple):
    """The chance of a goal by the best play, and how far it may be off 19 times in 20; 0 where it
    is exact."""

    chance: Fraction
    error: float = 0.0


Prospect = tuple[Msg, Callable[[Pick], Best]]
"""Something dice may still reach, and how likely they do if they are played well. The second gives
up (``games.forecast.Unforeseen``) rather than guess."""


class Open(Frozen):
    """How a table goes on, where only those around it could say."""


class Stake(Frozen):
    """A figure that rolls change, and how a chance of it is said: by the sentence ``code``, whose
    ``n`` is how much at least. ``counts``: more than one makes a difference. ``danger``: bad for
    the players, or for whoever rolls. ``worth`` is what one of it weighs beside the other figures,
    below zero if it is bad."""

    code: str
    danger: bool = False
    counts: bool = False
    worth: int = 1


StateT = TypeVar("StateT", bound=Frozen)
SetupT = TypeVar("SetupT", bound=Frozen)
BoxT = TypeVar("BoxT", bound=Frozen)


class Ruling(Frozen, Generic[StateT]):
    """The action holds: the new state and what happened, in order."""

    state: StateT
    notes: tuple[Note, ...] = ()


class Malformed(ValueError):
    """Not an action (set-up, box) of this title; the message says where it fails."""

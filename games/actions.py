"""One action, one place: its fields, offers, rule and words together.

An ``Act`` has three methods, each given ``t``, its ``Table``:

``ensure_allowed(t)``
    refuses actions that no input could make legal at this point: wrong turn, wrong step;
``prompts(t)``
    the prompts, asked only if ``ensure_allowed`` lets it pass; their choices are tried with the
    rule's own checks (``t.allows``), never described a second time;
``apply(t)``
    checks the inputs, changes the table, adds the notes; asked only after ``ensure_allowed``.

``Rules`` reads the chapters of a title once and hands out its actions, names, words and offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache
from types import ModuleType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import replace

from games.messages import Catalogue, Msg, Plural
from games.ruling import RulingContext, RulingInterruptError
from games.vocabulary import (
    Action,
    Adjust,
    Choice,
    Field,
    Frozen,
    Prompt,
    Refusal,
    Rolled,
    SetDepth,
    StateT,
)

P = ParamSpec("P")
R = TypeVar("R")


class Table(RulingContext, Generic[StateT]):
    """Unit of work for one action: its call, and the state being changed.

    Prompts are computed with no actor and no answers.
    """

    def __init__(
        self, state: StateT, actor: int | None = None, answers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(actor, answers)
        self.state = state
        self._made: tuple[StateT, dict[Any, Any]] = (state, {})

    def put(self, **changes: Any) -> None:
        """Set fields of the state."""
        self.state = replace(self.state, **changes)

    def once(self, work: Callable[[StateT], R]) -> R:
        """Return ``work(state)``, calculated once for each state."""
        if self._made[0] is not self.state:
            self._made = (self.state, {})
        made = self._made[1]
        if work not in made:
            made[work] = work(self.state)
        return made[work]  # type: ignore[no-any-return]

    def allows(self, check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Return whether ``check`` accepts its arguments; the table is never changed.

        There is no actor. A question isn't a refusal: the first option answers it, and ``check``
        runs again from the start, so it must keep nothing outside the table.

        >>> t = Table(state=None)
        >>> t.allows(t.require_range, "Face", 7, 1, 6), t.allows(t.ask, "CROW", "N-02")
        (False, True)
        """
        return self._tried(check, *args, **kwargs)[0]

    def after(self, change: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> StateT:
        """Return the state after ``change``, tried like in ``allows``; the table isn't changed.

        Offers after a change must not depend on the answers to its questions. If it is refused,
        this is the old state.
        """
        return self._tried(change, *args, **kwargs)[1]

    def _tried(
        self, check: Callable[P, object], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[bool, StateT]:
        before = (self.state, self.actor, self.answers, self.notes, self.overrides)
        self.actor, self.answers = None, {}
        try:
            while True:
                self.state, self.notes, self.overrides = before[0], [], []
                try:
                    check(*args, **kwargs)
                except RulingInterruptError as stop:
                    asked = stop.answer
                    if isinstance(asked, Refusal) or asked.code in self.answers:
                        return False, before[0]
                    self.answers = {**self.answers, asked.code: str(asked.options[0].value)}
                else:
                    return True, self.state
        finally:
            self.state, self.actor, self.answers, self.notes, self.overrides = before


TableT = TypeVar("TableT", bound=Table[Any])


class Range(NamedTuple):
    """The whole numbers a field may have: printed bounds that apply to every table.

    Written as ``Annotated[int, Range(1, 9)]``. Values beyond them are refused with a rule, never
    malformed: logs of an earlier release decode whatever they hold. ``label`` is the code of its
    name if it isn't ``field.`` and the field; ``rule`` sets the bounds; ``step`` is the distance of
    values: ``Range(50, 500, step=50)`` counts in fifties.
    """

    low: int
    high: int
    label: str = ""
    rule: str = ""
    step: int = 1


class MaxLength(NamedTuple):
    """The longest text allowed: ``Annotated[str, MaxLength(40)]``."""

    most: int


class Act(Action, Generic[TableT]):
    """One thing a player can enter. A title's own base sets its table type.

    A subclass has a ``tag``, the fields of the action, and ``named``: its name while nothing offers
    it. Fields can't be called ``do``, ``field``, ``prompt``, ``bounded`` or like the three methods.
    """

    named: ClassVar[str | Plural] = ""

    @classmethod
    def ensure_allowed(cls, t: TableT) -> None:
        """Refuse, through ``t``, if no input could make it legal at this point."""

    @classmethod
    def prompts(cls, t: TableT) -> Iterable[Prompt]:
        """List its prompts; an action that is only reported, or rides along, has none."""
        return ()

    def apply(self, t: TableT) -> None:
        """Apply it: check the inputs, change the state, add the notes."""
        raise NotImplementedError

    def rolled(self, state: Any) -> tuple[Rolled, ...]:
        """Return the physical dice it reports, made on ``state``."""
        return ()

    @classmethod
    def do(cls) -> str:
        """Return its name in logs and forms."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def prompt(cls, label: Msg | str = "", *fields: Field, **more: Any) -> Prompt:
        """Return a prompt for it; the default ``label`` is ``prompt.`` and its name."""
        return Prompt(cls.do(), label or Msg(f"prompt.{cls.do()}"), fields, **more)

    @classmethod
    def field(cls, name: str, **more: Any) -> Field:
        """Return the input for one of its fields, following its type; ``more`` narrows it for this
        table.

        ``Range`` and ``MaxLength`` bound it, a ``Literal`` lists its choices (labelled by the name
        and the value: ``advice.off``), a default is preset, a flag or a text that has one is
        optional, and so is a number that may be ``None``. Raises ``KeyError`` for an unknown name.

        >>> class Store(Act, tag="store"):
        ...     n: Annotated[int, Range(1, 6, rule="N-01")]
        ...     crow: Literal["asleep", "awake"] = "asleep"
        >>> n = Store.field("n", high=4)
        >>> n.kind, n.low, n.high, n.label.code, n.rule
        ('number', 1, 4, 'field.n', 'N-01')
        >>> [choice.label.code for choice in Store.field("crow").choices]
        ['crow.asleep', 'crow.awake']
        >>> Store.prompt("", n).label.code
        'prompt.store'
        """
        found = inputs(cls)[name]
        return replace(found, **more) if more else found

    def bounded(self, call: RulingContext, rule: str = "") -> None:
        """Refuse the first number that is outside its ``Range``, citing the span's rule or
        ``rule``.

        A missing number (``None``) is inside.
        """
        spanned(self, call, rule)


class Teach(Act[TableT]):
    """An action that describes the physical copy, before a game or during one."""

    teaches = True

    def learned_facts(self, known: Any, call: RulingContext) -> dict[str, Any]:
        """Return the changed fields of ``known``, a box or a running game; refuses through
        ``call``. If a state stores a fact differently from the box, it checks which one ``known``
        is.
        """
        raise NotImplementedError

    def apply(self, t: TableT) -> None:
        t.put(**self.learned_facts(t.state, t))


def spanned(given: Frozen, call: RulingContext, rule: str = "") -> None:
    """Refuse the first number of an action or a set-up that is outside its ``Range``."""
    for name, field in inputs(type(given)).items():
        value = getattr(given, name)
        if field.kind == "number" and value is not None:
            call.require_offered(field, value, field.rule or rule)


@cache
def inputs(kind: type[Frozen]) -> dict[str, Field]:
    """Return the inputs of a type's fields, from their types and defaults alone; see
    ``Act.field``."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: _input(each, hints[each.name]) for each in msgspec.structs.fields(kind)}


def _input(each: msgspec.structs.FieldInfo, hint: Any) -> Field:
    name, label = each.name, Msg(f"field.{each.name}")
    default = None if each.default is msgspec.NODEFAULT else each.default
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    kind = get_args(hint)[0] if marks else hint
    maybe = kind == int | None
    if get_origin(kind) is Literal:
        choices = tuple(Choice(value, Msg(f"{name}.{value}")) for value in get_args(kind))
        return Field(name, "choice", label, choices, default=default)
    if kind is bool:
        return Field(name, "flag", label, default=default, optional=default is not None)
    if kind is int or maybe:
        span = next((mark for mark in marks if isinstance(mark, Range)), None)
        if span is None:
            return Field(name, "number", label, default=default, optional=maybe)
        label = Msg(span.label) if span.label else label
        low, high, rule = span.low, span.high, span.rule
        return Field(
            name,
            "number",
            label,
            low=low,
            high=high,
            default=default,
            optional=maybe,
            rule=rule,
            step=span.step,
        )
    if kind is str:
        most = next((mark.most for mark in marks if isinstance(mark, MaxLength)), None)
        return Field(name, "text", label, high=most, default=default, optional=default is not None)
    return Field(name, "choices", label, default=default)


GROUPS = {"now": 0, "more": 1, "table": 2}
"""The order of the groups on offer: the step, other options, what the table enters."""


class Rules(Generic[TableT]):
    """The chapters of a title: every action once, in the order of the offers.

    Raises ``TypeError`` for an action without a rule or a tag, ``ValueError`` for a tag or a
    sentence that two chapters claim. A class with neither is the base of others.
    """

    def __init__(self, *chapters: ModuleType) -> None:
        self.acts: tuple[type[Act[TableT]], ...] = tuple(
            each for chapter in chapters for each in _acts(chapter)
        )
        _once(act.do() for act in self.acts)
        said = [(chapter, code) for chapter in chapters for code in _words(chapter)]
        _once(code for _, code in said)
        self.words: Catalogue = {code: _words(chapter)[code] for chapter, code in said}
        """The sentences of all chapters (``WORDS`` at the foot of each)."""
        self.names: Catalogue = {f"action.{act.do()}": act.named for act in self.acts if act.named}
        """What the actions are called while nothing offers them."""

    def only(self, belongs: Callable[[type[Act[TableT]]], bool]) -> Rules[TableT]:
        """Return the rules of one title of a family: the same chapters, without the actions that it
        has no use for.
        """
        own = copy(self)
        own.acts = tuple(act for act in self.acts if belongs(act))
        return own

    def union(self, *others: Any) -> Any:
        """Return the tagged union that decodes actions; ``others`` are types no chapter has."""
        return Union[(*self.acts, *others, Adjust, SetDepth)]

    def prompts(self, t: TableT, *acts: type[Act[TableT]]) -> tuple[Prompt, ...]:
        """Return the prompts that are possible now, only those of ``acts`` if given: by group, in
        each the expected step first, then in the order of the chapters.
        """
        only = _expected.get()
        asked = [act for act in acts or self.acts if not only or act in only]
        found = (prompt for act in asked for prompt in _offered(act, t))
        return tuple(sorted(found, key=_place))

    def apply(self, t: TableT, action: Act[TableT]) -> None:
        """Apply one action to the table; raises ``RulingInterruptError`` to refuse or to ask."""
        action.ensure_allowed(t)
        action.apply(t)


_expected: ContextVar[Collection[type[Act[Any]]] | None] = ContextVar("expected", default=None)
_spare: ContextVar[Callable[[str, BaseException], None] | None] = ContextVar("spare", default=None)


@contextmanager
def expecting(acts: Collection[type[Act[Any]]]) -> Iterator[None]:
    """Ask for expected prompts alone, those of ``acts``; of all actions where there are none."""
    token = _expected.set(acts)
    try:
        yield
    finally:
        _expected.reset(token)


def only_expected() -> bool:
    """Return whether a prompt that is not expected may be left out: no one is shown it."""
    return _expected.get() is not None


@contextmanager
def sparing(tell: Callable[[str, BaseException], None]) -> Iterator[None]:
    """Leave out every offer that raises, and report the name of its action."""
    token = _spare.set(tell)
    try:
        yield
    finally:
        _spare.reset(token)


def _offered(act: type[Act[Any]], t: Any) -> Iterable[Prompt]:
    """Return the prompts of one action where it may be done."""
    tell = _spare.get()
    if tell is None:
        return act.prompts(t) if t.allows(act.ensure_allowed, t) else ()
    try:
        return tuple(act.prompts(t)) if t.allows(act.ensure_allowed, t) else ()
    except (Exception, SystemExit) as error:
        tell(act.do(), error)
        return ()


def _place(prompt: Prompt) -> tuple[int, bool]:
    return GROUPS.get(prompt.group, 0), not prompt.expected


def _acts(chapter: ModuleType) -> Iterator[type[Act[Any]]]:
    for each in vars(chapter).values():
        if isinstance(each, type) and issubclass(each, Act) and each.__module__ == chapter.__name__:
            tagged, ruled = each.do() != each.__name__, each.apply is not Act.apply
            if tagged and ruled:
                yield each
            elif tagged or ruled:
                raise TypeError(f"{each.__name__} has no {'rule' if tagged else 'tag'}")


def _words(chapter: ModuleType) -> Catalogue:
    return getattr(chapter, "WORDS", {})


def _once(names: Iterable[str]) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise ValueError(f"Said twice: {', '.join(twice)}")

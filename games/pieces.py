"""A board in pieces: each drawn from values of its own, so that only what changed is sent.

A piece is a name, a template and everything that template may look at. Two boards whose piece has
equal values show the same there; the site draws it once and sends it to every phone that lacks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from games.messages import Msg
from games.vocabulary import Field, Frozen, Part, Prompt, Title


class BoardPiece(NamedTuple):
    """One piece of a board. Its template sees ``values``, ``say`` and the title, nothing else."""

    name: str
    template: str
    values: dict[str, Any]


class Shared(NamedTuple):
    """Part of a piece that is the same on other phones too, as one of its values: drawn by a
    template of its own from values of its own, once for all pieces that hold an equal one."""

    template: str
    values: dict[str, Any]


WHOLE = 100


class Lane(Frozen):
    """One side's way to a goal, as ``lanes`` of ``components/lanes.jinja`` draws it.

    ``done`` and ``risked`` are hundredths of the way: safe, and still at risk; ``active`` if it is
    this side's turn, ``tracker`` the number that holding the score corrects.
    """

    part: int
    name: Msg | str
    score: int
    done: int
    risked: int = 0
    active: bool = False
    tracker: str = ""


def lane(part: Part, score: int, goal: int, risked: int = 0, **more: Any) -> Lane:
    """Return the lane of a side that has ``score`` of ``goal``, and ``risked`` that it may lose
    again.

    >>> lane(Part(0, "Ana"), 30, 120, 60, active=True)
    Lane(part=0, name='Ana', score=30, done=25, risked=50, active=True, tracker='')
    """
    done = min(WHOLE, max(0, score) * WHOLE // goal)
    return Lane(
        part.index, part.name, score, done, min(WHOLE - done, risked * WHOLE // goal), **more
    )


def templates(title: Title) -> str:
    """Return the folder of the templates that only this title has."""
    return f"games/{title.slug}/"


def absent(name: str) -> BoardPiece:
    """Return a piece that has nothing to show now; its place stays."""
    return BoardPiece(name, "board/empty.jinja", {})


class Offer(Protocol):
    """A prompt as one phone sees it; ``mine`` where this phone may answer it."""

    prompt: Prompt
    mine: bool

    @property
    def id(self) -> str: ...
    @property
    def do(self) -> str: ...
    @property
    def fixed(self) -> dict[str, Any]: ...
    @property
    def fields(self) -> tuple[Field, ...]: ...
    @property
    def label(self) -> str: ...
    @property
    def typed(self) -> dict[str, list[str]] | None: ...


class Handle(NamedTuple):
    """Enough of a prompt to post it from elsewhere on the board."""

    do: str
    id: str
    fixed: dict[str, Any]


def handle(offer: Offer | None) -> Handle | None:
    """Return the handle of a prompt this phone may answer."""
    return Handle(offer.do, offer.id, offer.fixed) if offer and offer.mine else None


class Offers:
    """A phone's offers: ``now`` is asked on the board, ``more`` are the other options. ``own`` are
    the sides it plays."""

    def __init__(
        self, now: Sequence[Offer], more: Sequence[Offer], own: Sequence[int] = ()
    ) -> None:
        self.now, self.more, self.own = now, more, own

    @property
    def steps(self) -> tuple[Offer, ...]:
        """The visible prompts of this phone, equal on every phone with the same ones; refused forms
        are shown again there.
        """
        again = (each for each in self.more if each.typed is not None)
        return tuple(each for each in (*self.now, *again) if each.mine)

    def asked(self, do: str) -> Offer | None:
        """Return this phone's own prompt of this step that does ``do``."""
        return _first(self.now, do)

    def besides(self, do: str) -> Offer | None:
        """Return this phone's own prompt among the other options."""
        return _first(self.more, do)


def _first(offers: Iterable[Offer], do: str) -> Offer | None:
    return next((each for each in offers if each.do == do and each.mine), None)


class Tap(NamedTuple):
    """One possible action on a thing: a prompt answered by naming the thing.

    A tap posts ``name`` = ``value`` with the form ``form``; if the prompt asks for more, it selects
    the input ``picks`` of the form in the sheet instead.
    """

    form: str
    name: str
    value: Any
    label: str
    expected: bool
    tone: str
    picks: str = ""


class _Way(NamedTuple):
    """Taps for one field of a prompt: the things it takes, and whether it asks more."""

    handle: Handle
    taken: frozenset[Any]
    more: bool
    label: str
    form: str


class Touches:
    """Taps on each thing of a board: what they do now, from this phone's prompts alone.

    A title names a thing by action and field; ``piece`` has the forms behind it.
    """

    def __init__(self, offers: Offers) -> None:
        self._by_do: dict[str, list[Offer]] = {}
        for each in (*offers.now, *offers.more):
            if each.mine:
                self._by_do.setdefault(each.do, []).append(each)
        self._ways: dict[tuple[Any, ...], _Way] = {}
        self._forms: dict[str, Handle] = {}

    def has(self, do: str) -> bool:
        """Return whether this phone may do it to anything at all."""
        return do in self._by_do

    def on(self, value: Any, *ways: tuple[str, str], **told: Any) -> tuple[Tap, ...]:
        """Return the taps of a thing.

        ``ways`` are pairs of an action and the field that names the thing; a prompt without such a
        field counts if ``value`` is fixed in it, or for the field ``""``. ``told`` are values of
        other fields that the tap sets.
        """
        found = (
            self._tap(offer, field, value, told) for do, field in ways for offer in self._of(do)
        )
        return tuple(tap for tap in found if tap)

    def each(self, do: str, field: str, **told: Any) -> dict[Any, Tap]:
        """Return the taps of all things in ``field`` of a prompt, by value."""
        found = {}
        for offer in self._of(do):
            way = self._way(offer, field, told)
            if way.taken and not way.more:
                self._forms[offer.id] = way.handle
            known = way.label, offer.prompt.expected, offer.prompt.tone
            for value in way.taken:
                picks = f"{offer.id}-{field}-{value}" if way.more else ""
                found[value] = Tap(way.form, field, value, *known, picks)
        return found

    def about(self, do: str, **fixed: Any) -> tuple[Tap, ...]:
        """Return the actions of a board item identified by several fixed values; those that need
        more input pick their prompt.
        """
        found = []
        for offer in self._of(do):
            if fixed.items() <= offer.fixed.items():
                more = _asks_more(offer)
                if not more:
                    self._forms[offer.id] = Handle(offer.do, offer.id, offer.fixed)
                expected, tone, picks = offer.prompt.expected, offer.prompt.tone, offer.id
                form = f"t-{offer.id}"
                found.append(Tap(form, "", "", offer.label, expected, tone, picks if more else ""))
        return tuple(found)

    def piece(self) -> BoardPiece:
        """Return the forms behind the taps so far; a board has it once, anywhere."""
        return BoardPiece("touches", "board/touches.jinja", {"forms": self._forms})

    def _of(self, do: str) -> Iterable[Offer]:
        return self._by_do.get(do, ())

    def _way(self, offer: Offer, field: str, told: dict[str, Any]) -> _Way:
        """Return what all taps of a prompt by one field have in common; a board asks it of each
        thing."""
        asked = (id(offer), field, *told.items())
        if asked not in self._ways:
            more = _asks_more(offer, field, *told)
            handle = Handle(offer.do, offer.id, {**offer.fixed, **told})
            self._ways[asked] = _Way(
                handle, _taken(offer, field), more, offer.label, f"t-{offer.id}"
            )
        return self._ways[asked]

    def _tap(self, offer: Offer, field: str, value: Any, told: dict[str, Any]) -> Tap | None:
        way = self._way(offer, field, told)
        open_ = value in way.taken
        if not open_ and (way.more or (field and offer.fixed.get(field) != value)):
            return None
        if not way.more:
            self._forms[offer.id] = way.handle
        picks = f"{offer.id}-{field}-{value}" if way.more else ""
        prompt, name = offer.prompt, field if open_ else ""
        return Tap(way.form, name, value, way.label, prompt.expected, prompt.tone, picks)


def _asks_more(offer: Offer, *told: str) -> bool:
    """Return whether a prompt needs more than these fields."""
    return any(spec.name not in told and not spec.optional for spec in offer.fields)


def taps(offer: Offer | None, field: str, ids: Iterable[Any]) -> tuple[Any, ...]:
    """Return the ``ids`` that a prompt accepts in ``field``: all a piece may know of a prompt.

    A piece with the whole prompt would change whenever any choice changes.
    """
    open_ = taken(offer, field)
    return tuple(each for each in ids if each in open_)


def taken(offer: Offer | None, field: str) -> frozenset[Any]:
    """Return the values that a prompt this phone may answer takes in ``field``."""
    return _taken(offer, field) if offer and offer.mine else frozenset()


def _taken(offer: Offer, field: str) -> frozenset[Any]:
    """Return the values a prompt lists in ``field``."""
    return frozenset(c.value for spec in offer.fields if spec.name == field for c in spec.choices)

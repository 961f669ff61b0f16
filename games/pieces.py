"""A board in pieces: each drawn from values of its own, so that only what changed is sent.

A piece is a name, a template and everything that template may look at. Two boards whose piece
has equal values show the same there; the site draws it once and sends it to whoever lacks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from games.vocabulary import Field, Prompt, Title


class Piece(NamedTuple):
    """One piece of a board. ``values`` is all its template sees beside ``say`` and the title."""

    name: str
    template: str
    values: dict[str, Any]


def templates(title: Title) -> str:
    """The folder of the templates that only this title has."""
    return f"games/{title.slug}/"


def absent(name: str) -> Piece:
    """A piece that has nothing to show now; its place stays."""
    return Piece(name, "board/empty.jinja", {})


class Offer(Protocol):
    """A prompt as one phone sees it; ``mine`` where this phone may answer it."""

    prompt: Prompt
    mine: bool
    others: bool

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
    """The handle of a prompt this phone may answer."""
    return Handle(offer.do, offer.id, offer.fixed) if offer and offer.mine else None


class Offers:
    """What a phone is offered: ``now`` is asked on the board, ``more`` is possible besides.

    ``seated`` is false on the big screen, which nobody touches.
    """

    def __init__(self, now: Sequence[Offer], more: Sequence[Offer], seated: bool = True) -> None:
        self.now, self.more, self.seated = now, more, seated

    def asked(self, do: str) -> Offer | None:
        """This phone's own prompt of this moment that does ``do``."""
        return _first(self.now, do)

    def besides(self, do: str) -> Offer | None:
        """This phone's own prompt among those possible besides."""
        return _first(self.more, do)


def _first(offers: Iterable[Offer], do: str) -> Offer | None:
    return next((each for each in offers if each.do == do and each.mine), None)


class Tap(NamedTuple):
    """One thing that may be done with a thing now: a prompt answered by naming the thing.

    A tap posts ``name`` = ``value`` with the form ``form``; where the prompt asks for more, it
    picks the input ``picks`` of the form in the sheet instead.
    """

    form: str
    name: str
    value: Any
    label: str
    expected: bool
    tone: str
    picks: str = ""


class Touches:
    """What the things of a board answer to now, from the prompts of this phone and nothing else.

    Titles say by which action and field a thing is named; ``piece`` holds the forms behind it.
    With ``others``, things answer on anybody's phone to whoever may act for another.
    """

    def __init__(self, offers: Offers, *, others: bool = False) -> None:
        every = (*offers.now, *offers.more)
        self._all = [each for each in every if each.mine and (others or not each.others)]
        self._forms: dict[str, Handle] = {}

    def on(self, value: Any, *ways: tuple[str, str], **told: Any) -> tuple[Tap, ...]:
        """The taps a thing answers to.

        ``ways`` are pairs of an action and the field that names the thing; a prompt without
        such a field counts where ``value`` is fixed in it already, or for the field ``""``.
        ``told`` are values of other fields that the tap stands for.
        """
        found = (
            self._tap(offer, field, value, told) for do, field in ways for offer in self._of(do)
        )
        return tuple(tap for tap in found if tap)

    def about(self, do: str, **fixed: Any) -> tuple[Tap, ...]:
        """The taps of a thing that it takes several fixed values to name; those that ask for
        more pick their prompt."""
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

    def piece(self) -> Piece:
        """The forms behind the taps handed out so far; a board has it once, in no matter what
        place."""
        return Piece("touches", "board/touches.jinja", {"forms": self._forms})

    def _of(self, do: str) -> Iterable[Offer]:
        return (each for each in self._all if each.do == do)

    def _tap(self, offer: Offer, field: str, value: Any, told: dict[str, Any]) -> Tap | None:
        open_, more = taps(offer, field, [value]), _asks_more(offer, field, *told)
        if not open_ and (more or (field and offer.fixed.get(field) != value)):
            return None
        picks = f"{offer.id}-{field}-{value}" if more else ""
        if not picks:
            self._forms[offer.id] = Handle(offer.do, offer.id, {**offer.fixed, **told})
        expected, tone = offer.prompt.expected, offer.prompt.tone
        name = field if open_ else ""
        return Tap(f"t-{offer.id}", name, value, offer.label, expected, tone, picks)


def _asks_more(offer: Offer, *told: str) -> bool:
    """Whether a prompt needs more than these fields."""
    return any(spec.name not in told and not spec.optional for spec in offer.fields)


def taps(offer: Offer | None, field: str, ids: Iterable[Any]) -> tuple[Any, ...]:
    """Those of ``ids`` that a prompt takes in ``field``: all a piece may know of a prompt.

    A piece that held the whole prompt would change whenever any choice of it changes.
    """
    if offer is None or not offer.mine:
        return ()
    taken = {c.value for spec in offer.fields if spec.name == field for c in spec.choices}
    return tuple(each for each in ids if each in taken)

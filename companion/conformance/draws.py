"""Set-ups drawn from all that a title knows: every copy, every page of the wizard, every depth.

``tests.hardening.laws`` says how often each was drawn; what never is, no walk has tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from companion.conformance import chance
from companion.conformance.translations_check import nested
from games.referee import AnyReferee, Field, Refusal

KNOWN = "library"
"""The part of a state that lists what the copy knows, whether it is on the table or not."""

TRIES = 60
"""So often a set-up is drawn again where what was chosen does not fit together."""


def copies(referee: AnyReferee) -> dict[str, Any]:
    """Return the physical copies there are to draw from, by what they are called."""
    blank = referee.blank_box()
    return {"blank": blank, "starter": referee.starter(blank), "sample": referee.sample_box()}


def halved(box: Any, rng: Random, printed: Any) -> Any:
    """Return a copy of which about half has been entered; the rest is as ``printed``, a blank
    copy's."""
    lists = {each: getattr(box, each) for each in box.__struct_fields__}
    return msgspec.structs.replace(
        box,
        **{
            name: _half(told, getattr(printed, name), rng)
            for name, told in lists.items()
            if isinstance(told, tuple) and all(isinstance(each, msgspec.Struct) for each in told)
        },
    )


def _half(told: tuple[Any, ...], printed: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    """Return about half of the entries of a list, and the printed ones of the others."""
    kept = {_key(each): each for each in told if rng.random() < 0.5}
    return (*kept.values(), *(each for each in printed if _key(each) not in kept))


def _key(entry: Any) -> Any:
    """Return what an entry of a copy is called: its first field."""
    return getattr(entry, entry.__struct_fields__[0])


def setup(referee: AnyReferee, box: Any, rng: Random) -> Any:
    """Return a set-up as the wizard lets it be chosen, page by page; it need not fit together."""
    title = referee.title
    draft = referee.setup_default(rng.randint(title.min_players, title.max_players), box)
    named = set(_choices(draft))
    done: set[str] = set()
    while fields := [
        field
        for page in referee.setup_pages(draft, box)
        for field in page.fields
        if field.name in named - done
    ]:
        first = fields[0].name
        values = [_value(field, rng) for field in fields if field.name == first]
        done.add(first)
        draft = _with(referee, draft, first, [each for each in values if each is not None])
    return draft


def _value(field: Field, rng: Random) -> Any:
    if field.optional and rng.random() < 0.3:
        return None
    if field.kind == "sequence" and rng.random() < 0.5 and field.default:
        return field.default
    return chance.value(field, rng)


def _with(referee: AnyReferee, draft: Any, name: str, values: list[Any]) -> Any:
    """Return the draft with what was chosen; several pages may ask for parts of one list."""
    if not values:
        return draft
    several = isinstance(_choices(draft)[name], tuple)
    told = [*_flat(values)] if several else values[-1]
    return msgspec.convert(msgspec.to_builtins(draft) | {name: told}, type(draft), strict=False)


def _choices(chosen: Any) -> dict[str, Any]:
    """Return what a set-up holds by the names of the wizard's fields, its defaults as well."""
    named = zip(chosen.__struct_encode_fields__, chosen.__struct_fields__, strict=True)
    return {field: getattr(chosen, name) for field, name in named}


def _flat(told: Any) -> Iterator[Any]:
    """Yield the values of lists, however deep."""
    if isinstance(told, list | tuple):
        for each in told:
            yield from _flat(each)
    else:
        yield told


def begun(referee: AnyReferee, rng: Random, boxes: Iterable[Any]) -> tuple[Any, Any]:
    """Return a set-up that fits together and its first state; a copy that allows none is passed
    by."""
    found = [*boxes]
    for _ in range(TRIES):
        box = rng.choice(found)
        chosen = referee.draw(setup(referee, box, rng), box, rng.randrange)
        ruling = referee.begin(chosen, box)
        if not isinstance(ruling, Refusal):
            return chosen, ruling.state
    raise AssertionError(f"{referee.title.slug}: no set-up in {TRIES} fits together")


class DrawCounts(Counter[tuple[str, str]]):
    """Counts of everything drawn: the entries of a copy by their names, and the choices of the
    wizard by their fields."""

    def saw(self, chosen: Any, state: Any) -> None:
        """Count what one table was set up with."""
        for name, told in _choices(chosen).items():
            self.update((name, str(value)) for value in _flat(told))
        told = {name: each for name, each in msgspec.to_builtins(state).items() if name != KNOWN}
        self.named(told)

    def named(self, told: Any) -> None:
        """Count the names on a table, or those an action puts there."""
        self.update(("on the table", name) for name in set(nested(told, str)))

    def missing(self, box: Any) -> Iterator[tuple[str, str]]:
        """Yield what a copy holds and no table had."""
        for room, name in entries(box):
            if not self["on the table", name]:
                yield room, name

    def table(self, box: Any) -> str:
        """Return line by line how often each entry of a copy and each choice was drawn."""
        counted = {(room, name): self["on the table", name] for room, name in entries(box)}
        chosen = {key: n for key, n in self.items() if key[0] != "on the table"}
        both = sorted({**chosen, **counted}.items())
        return "\n".join(f"{n:6} {room}: {name or '–'}" for (room, name), n in both)


def entries(box: Any) -> Iterator[tuple[str, str]]:
    """Yield everything with a name of its own that a copy holds: its list, and the name."""
    for room in box.__struct_fields__:
        told = getattr(box, room)
        for each in told if isinstance(told, tuple) else ():
            name = getattr(each, "name", "") or getattr(each, "title", "")
            if isinstance(name, str) and name:
                yield room, name

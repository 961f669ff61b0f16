"""What a title tells the laws about itself: what is in play, and which notes tell a number.

A title's probe is ``PROBE`` in ``tests/games/<title>/probe.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from games import registry
from games.referee import AnyReferee, Prompt
from tests import chance

Names = Callable[[Any], Iterable[str]]


def own(state: Any, prompt: Prompt) -> Iterable[int]:
    """The parts a prompt is for."""
    return prompt.actors or ()


class Probe(NamedTuple):
    """What is in play on a table, what the table still refers to, and what speaks of what.

    ``present`` names everything that can act, be chosen or hold something; ``held`` what the
    state refers to beyond the place where it lies (an open fight, a token, a wound);
    ``names`` finds such names in what a prompt offers. ``tells`` has the codes of the notes
    that tell a change of the trackers and figures a pattern fits. ``side`` are the parts that
    may do what is offered to one of them, ``begun`` is a new table on which everything can
    come up, ``scenes`` are positions that random games rarely come to.
    """

    present: Names
    held: Names
    names: Callable[[Prompt], Iterable[str]]
    tells: Mapping[str, str]
    side: Callable[[Any, Prompt], Iterable[int]] = own
    begun: Callable[[AnyReferee, Random], Any] = chance.begun
    scenes: Callable[[], Iterable[Any]] = tuple

    def tell(self, number: str) -> set[str]:
        """The notes that tell of a change of this number."""
        fits = (codes for pattern, codes in self.tells.items() if fnmatchcase(number, pattern))
        return {"adjust"}.union(*(codes.split() for codes in fits))


def told(slug: str, room: str) -> Any:
    """A file of a title's tests by which it tells something about itself: its probe, its endings.

    Raises ``LookupError`` that names the file where there is none.
    """
    place = f"tests.{registry.TITLES[slug].split(':')[0]}.{room}"
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if not f"{place}.".startswith(f"{error.name}."):
            raise
    file = place.replace(".", "/")
    raise LookupError(f"{slug} has no {file}.py; see CONTRIBUTING.md, Add a sixth game")


def probe(slug: str) -> Probe:
    """The probe of a title."""
    found: Probe = told(slug, "probe").PROBE
    return found


def values(prompt: Prompt) -> Iterable[tuple[str, Any]]:
    """Everything a prompt offers: the field of the action it fills, and the value."""
    for name, value in prompt.fixed.items():
        for one in value if isinstance(value, list | tuple) else (value,):
            yield name, one
    for field in prompt.fields:
        for choice in field.choices:
            yield field.name, choice.value


def strings(value: Any) -> Iterable[str]:
    """Every text in plain data, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)

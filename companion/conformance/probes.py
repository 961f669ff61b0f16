"""Facts a title tells the laws about itself: what is in play, and which notes tell a number."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fnmatch import fnmatchcase
from random import Random
from typing import Any, NamedTuple

from companion.conformance import chance
from games.referee import AnyReferee, Note, Prompt

Names = Callable[[Any], Iterable[str]]


def own(state: Any, prompt: Prompt) -> Iterable[int]:
    """Return the parts a prompt is for."""
    return prompt.actors or ()


class Probe(NamedTuple):
    """Names in play on a table, names the table refers to, and the notes about each number.

    ``present`` names everything that can act, be chosen or hold something; ``held`` what the state
    refers to apart from its place (an open fight, a token, a wound); ``names`` finds such names in
    what a prompt offers. ``tells`` has the notes that tell a change of the trackers and figures a
    pattern fits: their codes (``token.*``), or a fact they have (``{dice}``). ``side`` are the
    sides that may do what one of them is offered, ``begun`` is a new table on which everything can
    come up, ``scenes`` are positions that random games rarely come to. ``draws`` gives set-ups from
    all that a copy may hold, each with its first state (see ``draws``); walks over them are
    interrupted by changes of depth and by numbers set by hand. ``weighed`` are the refusals that
    are the very answer to what a form was told of the board. ``once`` are numbers that are asked
    once, each with what it belongs to in a state.
    """

    present: Names
    held: Names
    names: Callable[[Prompt], Iterable[str]]
    tells: Mapping[str, str]
    side: Callable[[Any, Prompt], Iterable[int]] = own
    begun: Callable[[AnyReferee, Random], Any] = chance.begun
    scenes: Callable[[], Iterable[Any]] = tuple
    draws: Callable[[AnyReferee, Random], tuple[Any, Any]] | None = None
    weighed: frozenset[str] = frozenset()
    once: Mapping[str, Callable[[Any], Hashable]] = {}

    def told(self, number: str, notes: Iterable[Note]) -> bool:
        """Return whether one of the notes tells of a change of this number."""
        fits = [codes for pattern, codes in self.tells.items() if fnmatchcase(number, pattern)]
        known = {"adjust"}.union(*(codes.split() for codes in fits))
        said = {note.code.removeprefix("note.") for note in notes}
        said |= {f"{{{fact}}}" for note in notes for fact in note.facts}
        return any(fnmatchcase(each, code) for each in said for code in known)

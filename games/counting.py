"""Count-check: the table counts another number; which logged changes could explain it?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

How = Literal["missed", "doubled", "partly", "contributes"]


class Clue(msgspec.Struct, frozen=True):
    """One logged change that may explain the difference.

    ``index`` is the entry's place in the log; ``change`` what it did to the counted number.
    "missed": not carried out on the table; "doubled": carried out twice; "partly": carried
    out only in part; "contributes": missed, it explains a part of the difference.
    """

    index: int
    change: int
    how: How


class CountCheck(msgspec.Struct, frozen=True):
    """Count of a number: what the app holds, what was counted, and the clues, newest first."""

    where: str
    expected: int
    counted: int
    clues: tuple[Clue, ...] = ()

    @property
    def difference(self) -> int:
        return self.counted - self.expected


def explains(change: int, missing: int) -> How | None:
    """Return how a change could be behind a difference (counted less expected)."""
    if not change or not missing:
        return None
    if change == -missing:
        return "missed"
    if change == missing:
        return "doubled"
    if change * missing < 0:
        return "partly" if abs(change) > abs(missing) else "contributes"
    return None


def explained(where: str, held: Sequence[int | None], counted: int) -> CountCheck:
    """Return which changes of a number could explain that it counts differently on the table.

    ``held`` is the number before the first entry and after each. Raises ``ValueError`` where
    there is no such number any more.
    """
    expected = held[-1]
    if expected is None:
        raise ValueError(where)
    clues = []
    for index in reversed(range(len(held) - 1)):
        change = (held[index + 1] or 0) - (held[index] or 0)
        if how := explains(change, counted - expected):
            clues.append(Clue(index, change, how))
    return CountCheck(where, expected, counted, tuple(clues))

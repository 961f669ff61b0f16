"""Count-check: the table counts another number; which logged changes could explain it?"""

from __future__ import annotations

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


class Check(msgspec.Struct, frozen=True):
    """What the app holds, what was counted, and the clues, newest first."""

    where: str
    expected: int
    counted: int
    clues: tuple[Clue, ...] = ()

    @property
    def difference(self) -> int:
        return self.counted - self.expected


def explains(change: int, missing: int) -> How | None:
    """How a change could be behind a difference (counted less expected)."""
    if not change or not missing:
        return None
    if change == -missing:
        return "missed"
    if change == missing:
        return "doubled"
    if (change < 0) == (missing > 0):
        return "partly" if abs(change) > abs(missing) else "contributes"
    return None

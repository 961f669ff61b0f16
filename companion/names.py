"""Names people type: kept readable, so that no one passes for someone else in the log."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LENGTH = 40
"""Letters of a person's name."""
MARKS = 3
"""Combining marks on one letter; no language stacks more."""

HIDDEN = frozenset({"Cc", "Cf", "Cs"})
"""Categories of what draws nothing or turns around what follows."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and signs that draw nothing."""
JOINERS = "\u200c\u200d"
"""Invisible, but some scripts and emoji need them between two signs."""


def clean(text: str, length: int = LENGTH) -> str:
    """Return a name fit for storing; empty if nothing in it is visible.

    Control characters, direction overrides, blank letters and piles of combining marks are left
    out, and white space becomes single spaces.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        marks = marks + 1 if category[0] == "M" else 0
        if sign.isspace():
            kept.append(" ")
        elif sign in JOINERS or not (category in HIDDEN or sign in BLANK or marks > MARKS):
            kept.append(sign)
    name = " ".join("".join(kept).split())[:length].strip(JOINERS + " ")
    return name if any(unicodedata.category(sign)[0] not in "MCZ" for sign in name) else ""


def same(one: str, other: str) -> bool:
    """Return whether two names read alike: case, accents' encoding and widths make no person."""
    return _folded(one) == _folded(other)


def taken(name: str, others: Iterable[str]) -> bool:
    """Return whether someone else already goes by this name."""
    return any(same(name, other) for other in others)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", clean(name)).casefold()

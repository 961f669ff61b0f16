"""Rows of the record, and the record as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

PARTS = {
    "a": "Recorded games against a bare Django view",
    "b": "A log of 10 entries against one of 10,000",
    "c": "From the tap to the other phone",
    "d": "Bytes over the wire",
    "e": "What the referees do in a second",
    "f": "Rule search",
    "g": "A crew's pages with few plays and with many",
    "h": "Taps for an ordinary turn",
    "i": "How many tables",
    "j": "Chances called, and what came",
    "k": "An action at a table of four, over the wire",
}


REACHED = "\n## What has to be reached\n\n| Figure | This run | Aim |\n| --- | --- | --- |"


class Row(msgspec.Struct, frozen=True):
    """One line: what was measured, the figure, and the aim it is held against, if any."""

    what: str
    figure: str
    aim: str = ""
    headline: bool = False
    """Whether it stands in the table of what has to be reached."""


def heading(part: str) -> str:
    return f"\n### {part}. {PARTS[part]}\n\n| What | Figure | Aim |\n| --- | --- | --- |"


def lines(rows: Iterable[Row]) -> str:
    return "\n".join(f"| {row.what} | {row.figure} | {row.aim} |" for row in rows)

"""Rule clarifications: reviewed data beside each title, typed and checked when loaded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec


class Clarification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in our own words. ``title`` and ``text`` are keyed by language (``en``, ``pl``).

    ``page`` is as printed in the rulebook ("9" or "9, 12", or a section mark); ``steps`` name
    the moments of a turn it governs; ``also`` are words players use for it; ``see`` are ids
    of related entries; ``reading`` marks an answer that is ours where the text is silent.
    """

    id: str
    page: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    tags: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    reading: bool = False
    setting: str = ""


class Clarifications(Mapping[str, Clarification]):
    """All entries of a title by id, in the order of the rulebook."""

    def __init__(self, entries: tuple[Clarification, ...]) -> None:
        self._entries = {entry.id: entry for entry in entries}
        if len(self._entries) != len(entries):
            ids = [entry.id for entry in entries]
            twice = sorted({each for each in ids if ids.count(each) > 1})
            raise ValueError(f"clarification ids used twice: {', '.join(twice)}")
        for entry in entries:
            unknown = [other for other in entry.see if other not in self._entries]
            if unknown:
                raise ValueError(f"{entry.id} points to unknown entries: {', '.join(unknown)}")

    def __getitem__(self, key: str) -> Clarification:
        return self._entries[key]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def load(folder: str) -> Clarifications:
    """The entries of ``clarifications.json`` in the folder of ``folder`` (a ``__file__``).

    Raises ``ValueError`` (or ``msgspec.ValidationError`` with the place) on bad data.
    """
    data = (Path(folder).parent / "clarifications.json").read_bytes()
    return Clarifications(msgspec.json.decode(data, type=tuple[Clarification, ...]))

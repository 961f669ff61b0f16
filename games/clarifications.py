"""Rule clarifications: reviewed data of each title, typed and checked when loaded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

LANGUAGES = ("en", "pl")


class Clarification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule in our own words. ``title`` and ``text`` are keyed by language (``en``, ``pl``).

    ``page`` is as printed in the rulebook ("9", "9, 12", "13-14"; "~12" is inferred from the
    position in the text), empty where the book has no pages or is silent; ``section`` is the
    rulebook's own section mark or heading. ``steps`` name the moments of a turn it governs (empty:
    always); ``also`` are words players use for it, ``asked`` their questions about it, by language;
    ``see`` are ids of related entries; ``reading`` marks our own answer if the text is silent,
    ``setting`` the field (or the choice of a field) of the title's setup that switches it.
    ``topics`` are its names in the rules of a family.
    """

    id: str
    page: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    tags: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    asked: Mapping[str, tuple[str, ...]] = {}
    see: tuple[str, ...] = ()
    reading: bool = False
    setting: str = ""
    section: str = ""
    topics: tuple[str, ...] = ()

    @property
    def pages(self) -> tuple[int, ...]:
        """The page numbers named by ``page``, a range by its ends.

        >>> Clarification("N-01", "9, 13-14", {}, {}).pages
        (9, 13, 14)
        """
        return tuple(map(int, re.findall(r"\d+", self.page)))


class Clarifications(Mapping[str, Clarification]):
    """All entries of a title by id, in the order of the rulebook.

    ``synonyms`` are groups of words that mean the same in this title, for the rule search,
    ``spoken`` those that one asks with for what a button calls otherwise.
    ``topics`` maps a topic to the id of its entry. Raises ``ValueError`` for an id or a topic used
    twice and for a see-also link that leads nowhere.
    """

    def __init__(
        self,
        entries: tuple[Clarification, ...],
        synonyms: tuple[tuple[str, ...], ...] = (),
        spoken: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        self.synonyms, self.spoken = synonyms, spoken
        self._entries = {entry.id: entry for entry in entries}
        topics = [topic for entry in entries for topic in entry.topics]
        for what, names in (("ids", [entry.id for entry in entries]), ("topics", topics)):
            if twice := sorted(name for name, times in Counter(names).items() if times > 1):
                raise ValueError(f"clarification {what} used twice: {', '.join(twice)}")
        self.topics = {topic: entry.id for entry in entries for topic in entry.topics}
        for entry in entries:
            unknown = [other for other in entry.see if other not in self._entries]
            if unknown:
                raise ValueError(f"{entry.id} points to unknown entries: {', '.join(unknown)}")

    def __getitem__(self, key: str) -> Clarification:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class RuleSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ``clarifications.json``: the words its entries may use, then the entries.

    ``prefix`` begins every id, ``pages`` is the number of the last page of the rulebook,
    ``steps`` are the moments of a game in their order, each with what happens then; they are
    the words a referee's ``rules_step`` answers with. ``synonyms`` are groups of words that
    players use for the same thing, ``spoken`` of those for "Can I …?" alone.
    """

    prefix: str
    pages: int
    steps: Mapping[str, str]
    tags: tuple[str, ...]
    entries: tuple[Clarification, ...]
    synonyms: tuple[tuple[str, ...], ...] = ()
    spoken: tuple[tuple[str, ...], ...] = ()

    def problems(self) -> tuple[str, ...]:
        """List everything wrong with the entries, each as one sentence."""
        return tuple(problem for entry in self.entries for problem in self._faults(entry))

    def _faults(self, entry: Clarification) -> Iterator[str]:
        if not re.fullmatch(rf"{self.prefix}-Q?\d{{2,3}}", entry.id):
            yield f"{entry.id} is not an id of {self.prefix}"
        if not re.fullmatch(r"(?:~?\d+(?:-\d+)?(?:, )?)*(?<!, )", entry.page):
            yield f"{entry.id} has an unreadable page {entry.page!r}"
        if any(not 1 <= page <= self.pages for page in entry.pages):
            yield f"{entry.id} names page {entry.page} of {self.pages}"
        if not (entry.page or entry.section or entry.reading):
            yield f"{entry.id} names neither page nor section"
        for kind, words, known in (
            ("step", entry.steps, tuple(self.steps)),
            ("tag", entry.tags, self.tags),
        ):
            yield from (f"{entry.id} has unknown {kind} {w!r}" for w in words if w not in known)
        for language in LANGUAGES:
            for part, texts in (("title", entry.title), ("text", entry.text)):
                if not texts.get(language, "").strip():
                    yield f"{entry.id} has no {part} in {language!r}"


def load(folder: str) -> Clarifications:
    """Return the entries of ``rulings/clarifications.json`` next to ``folder`` (a ``__file__``),
    each with its own questions, or those ``asked.json`` in the same room has under its id.

    Raises ``ValueError`` naming every fault, or ``msgspec.ValidationError`` with the place.
    """
    sheet, asked = read(folder), _asked(folder)
    if problems := (*sheet.problems(), *_misplaced(sheet, asked)):
        raise ValueError("; ".join(problems))
    entries = (replace(entry, asked=asked.get(entry.id, entry.asked)) for entry in sheet.entries)
    return Clarifications(tuple(entries), sheet.synonyms, sheet.spoken)


def read(folder: str) -> RuleSheet:
    """Return the whole sheet next to ``folder``; raises ``msgspec.ValidationError`` with the
    place.
    """
    data = (Path(folder).parent / "rulings" / "clarifications.json").read_bytes()
    return msgspec.json.decode(data, type=RuleSheet)


def _misplaced(sheet: RuleSheet, asked: Collection[str]) -> Iterator[str]:
    """Yield a sentence for questions without an entry, and for an entry with questions in both
    files.
    """
    known = {entry.id: entry for entry in sheet.entries}
    for id in sorted(asked):
        if id not in known:
            yield f"{id} is asked about and has no entry"
        elif known[id].asked:
            yield f"{id} has questions in its entry and in asked.json; keep one of them"


def _asked(folder: str) -> dict[str, dict[str, tuple[str, ...]]]:
    path = Path(folder).parent / "rulings" / "asked.json"
    if not path.exists():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, tuple[str, ...]]])

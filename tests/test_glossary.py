"""Every string and rule entry against its glossary: one word a thing, in both languages.

``rulings/glossary.json`` of a title, and ``locale/glossary.json`` for what all share, name a term,
its page, what it is in Polish with the cases sentences need, and what is never said for it
(``*`` ends any way).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion.scaffold import words
from games import clarifications, registry
from games.messages import Plural
from tests import messages

LANGUAGES = ("en", "pl")
SHARED = messages.ROOT / "locale" / "glossary.json"
TITLES = sorted(slug for slug, place in registry.TITLES.items() if place.startswith("games."))
COUNT = re.compile(
    r"(?<!Player )(?:\{(\w+)\}|%\((\w+)\)s) (?:(?!from |of |or )[a-z]+ )?([A-Za-z]+s|dice|Heroes)\b"
)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term of a rulebook, and what may stand for it."""

    term: str
    page: str
    pl: str
    cases: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    never_pl: tuple[str, ...] = ()


def read(path: Path) -> tuple[Entry, ...]:
    return msgspec.json.decode(path.read_bytes(), type=tuple[Entry, ...])


def own(slug: str) -> tuple[Entry, ...]:
    return read(registry.folder(slug) / "rulings" / "glossary.json")


def flat(text: words.Text | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@cache
def written(name: str) -> dict[str, tuple[str, ...]]:
    """Return what a catalogue says, by language."""
    catalog = messages.polish()[words.catalogue(_folder(name), "pl")]
    entries = [entry for entry in catalog if entry.id]
    return {
        "en": tuple(text for entry in entries for text in flat(entry.id)),
        "pl": tuple(text for entry in entries for text in flat(entry.string)),
    }


def _folder(name: str) -> Path:
    return messages.ROOT if name == "site" else messages.voices()[name].folder


def said(slug: str) -> dict[str, tuple[str, ...]]:
    """Return all strings of a title and its family, and its rule entries, by language."""
    entries = clarifications.read(str(registry.folder(slug) / "__init__.py")).entries
    found = {}
    for language in LANGUAGES:
        strings = [text for name in _voices(slug) for text in written(name)[language]]
        rules = [part[language] for entry in entries for part in (entry.title, entry.text)]
        found[language] = (*strings, *rules)
    return found


def _voices(slug: str) -> list[str]:
    return [name for name in registry.referee(slug).title.voices if name in messages.voices()]


def banned(entries: Iterable[Entry], texts: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for language in LANGUAGES:
        for entry in entries:
            for word in entry.never if language == "en" else entry.never_pl:
                stem = re.escape(word).replace(r"\*", r"\w*")
                pattern = rf"(?<![\w{{]){stem}(?![\w}}])"
                yield from (
                    f"{word!r}, never for {entry.term!r}: {text}"
                    for text in texts[language]
                    if re.search(pattern, text, re.IGNORECASE)
                )


@pytest.mark.parametrize("slug", TITLES)
def test_glossary_terms_are_used(slug: str) -> None:
    english, polish = (" ".join(said(slug)[language]).casefold() for language in LANGUAGES)
    entries = own(slug)
    assert [each.term for each in entries if each.term.casefold() not in english] == []
    forms = [form for each in entries for form in (each.pl, *each.cases)]
    assert [form for form in forms if form.casefold() not in polish] == []


@pytest.mark.parametrize("slug", TITLES)
def test_title_says_no_banned_word(slug: str) -> None:
    assert [*banned((*own(slug), *read(SHARED)), said(slug))] == []


def test_site_says_no_banned_word() -> None:
    assert [*banned(read(SHARED), written("site"))] == []


def documents() -> tuple[str, ...]:
    """Return the lines of the documents written by hand, without code; the code writes the
    others."""
    written = (*messages.ROOT.glob("*.md"), *(messages.ROOT / "docs").glob("*.md"))
    places = [path for path in written if path.name not in ("boxes.md", "contract.md")]
    texts = (re.sub(r"```.*?```|`[^`]*`", "", path.read_text(), flags=re.DOTALL) for path in places)
    return tuple(line for text in texts for line in text.splitlines() if line)


def test_documents_say_no_banned_word() -> None:
    assert [*banned(read(SHARED), {"en": documents(), "pl": ()})] == []


def test_number_beside_noun_has_plural_forms() -> None:
    """What is counted in one plural is a noun that needs its forms wherever a number precedes."""
    entries = [e for catalog in messages.polish().values() for e in catalog if e.id]
    nouns = {
        word
        for entry in entries
        if isinstance(entry.id, tuple)
        for one, many in [entry.id]
        for _brace, _percent, word in COUNT.findall(many)
        if word not in one.split()
    }
    counts = {
        each.by
        for slug in TITLES
        for each in registry.referee(slug).catalogue().values()
        if isinstance(each, Plural)
    }
    wrong = [
        entry.id
        for entry in entries
        if isinstance(entry.id, str)
        for brace, percent, word in COUNT.findall(entry.id)
        if {brace, percent} & counts and word in nouns
    ]
    assert wrong == []

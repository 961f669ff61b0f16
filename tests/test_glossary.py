"""Every string and rule entry against its glossary: one word a thing, in both languages.

``rulings/glossary.json`` of a title, and ``locale/glossary.json`` for what all share, name a term,
its page, what it is in Polish with the cases sentences need, and what is never said for it
(``*`` ends any way).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion.plays import playlog
from companion.plays.pages.drawing.engine import speaker_for
from companion.scaffold import words
from games import clarifications, registry
from games.messages import Msg, Plural, Speaker
from tests import golden, messages
from tests.probes import room

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
    """What a catalogue says, by language."""
    catalog = messages.polish()[words.catalogue(_folder(name), "pl")]
    entries = [entry for entry in catalog if entry.id]
    return {
        "en": tuple(text for entry in entries for text in flat(entry.id)),
        "pl": tuple(text for entry in entries for text in flat(entry.string)),
    }


def _folder(name: str) -> Path:
    return messages.ROOT if name == "site" else messages.voices()[name].folder


def said(slug: str) -> dict[str, tuple[str, ...]]:
    """All strings of a title and its family, and its rule entries, by language."""
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


# -- shapes of sentences --------------------------------------------------------------------

DOUBLED = re.compile(r"\b(\w[\w' ]{2,}\w)(?: (?:of )?\(?|: )\1\b")
"""A name beside itself: "Feat Feat", "Event (Event)", "Zuko of Zuko"."""
BROKEN = re.compile(r"…|\{|\|\||\(\)|  |^\W|[:,;]?\s$|[:,;]$|[,:;] ?[,:;]| -\d|None")
"""What an empty, unknown or negative value leaves behind."""


def notes(slug: str) -> set[str]:
    """Every different note that the tries of a title recorded, with its facts."""
    lines = (room(slug) / "tries.txt").read_text().splitlines()
    return {line[2:] for line in lines if line.startswith("> note.")}


def heard(slug: str, speaker: Speaker) -> Iterator[str]:
    for line in notes(slug):
        if "…" in line:
            continue  # typed at the table
        code, _, rest = line.partition(" ")
        facts = json.JSONDecoder().raw_decode(rest[rest.index("{") :])[0] if "{" in rest else {}
        yield speaker.say(Msg(code, facts))


@cache
def prompts(slug: str) -> tuple[Msg | str, ...]:
    """What one golden game of a title offers."""
    done = playlog.replay(golden.read(golden.games(slug)[0]))
    referee = registry.referee(slug)
    labels = [each.label for state in done.states.values() for each in referee.prompts(state)]
    return tuple({msgspec.json.encode(label): label for label in labels}.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", TITLES)
def test_no_sentence_doubles_a_name_or_shows_a_gap(slug: str, language: str) -> None:
    speaker = speaker_for(language, slug)
    texts = {*heard(slug, speaker), *map(speaker.say, prompts(slug))}
    assert sorted(text for text in texts if DOUBLED.search(text) or BROKEN.search(text)) == []

"""Every sentence, rendered in the shapes its callers give it, in both languages.

The fillings of a placeholder come from the recordings of a title: its tries and the offers of one
golden game. A sentence no one recorded borrows the fillings of placeholders of the same name.
Plurals are also filled with 1, 2 and 5 (0 where 0 was recorded), lists with one, two and many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import cycle
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Message as Entry

from companion.conformance.translations_check import placeholders
from companion.plays import playlog
from companion.plays.pages.drawing.engine import speaker_for
from games import registry
from games.messages import WHOLE, Msg, Plural
from tests import golden, messages
from tests.probes import room

LANGUAGES = ("en", "pl")
TITLES = sorted(slug for slug, place in registry.TITLES.items() if place.startswith("games."))
KINDS = {"note": "note.", "refused": "refusal.", "asks": "question."}
HOLE = re.compile(r"%\((\w+)\)s|\{(\w+)\}")
COUNTED = ("n", "count")
"""Numbers of the site's texts."""
BESIDE = re.compile(r"(?:%\(|\{)(\w+)(?:\)s|\}) (?!is\b|was\b|has\b|does\b)[a-z]+s\b")
"""A number beside a noun in the plural."""
NAMES = (
    ("Ana", "Bo", "Cleo"),
    ("12", "7", "3"),
    ("0", "3", "4"),
    ("Z" + "a" * 60, "Ż" + "ó" * 60, "X" * 60),
)
"""Fillings of the other placeholders: people, numbers, none, the longest name."""
SHAPES = 6
"""Different fillings of one placeholder that are tried."""

DOUBLED = re.compile(r"\b(\w[\w' ]{2,}\w)(?: (?:of )?\(?|: )\1\b")
"""A name beside itself: "Feat Feat", "Event (Event)", "Zuko of Zuko"."""
BROKEN = re.compile(
    r"…|\{|\|\||\(\)|“”|  |^[^\w“„(+−]|[\s:,;]$|[,:;.] ?[,:;]"
    r"|(?<!\w)-\d+ (?!to |do )[a-z]|None(?! of| left)|\bof$"
)
"""A trace of an empty, unknown or negative value."""
TWICE = re.compile(r"\b([A-Z]\w*[a-z]\w*)(?:, \w+)* (?:and|i) \1\b")
"""One name twice in a list: "Ana, Bo and Bo"."""
ONE = re.compile(
    r"(?<!Card )(?<!Team )(?<!Player )(?<![\d.,/+–-])\b1 "
    r"(?:(?!on |of |in )[a-z]+ )?([A-Za-z]+s|dice|Heroes)\b"
)
"""A plural noun beside a one."""
KEY = re.compile(r"(?<![@/\w.])[a-z]+(?:\.[a-zA-Z]{2,})+(?!/)|\b[a-z]+[A-Z]\w*|[a-z]\w*_\w+")
"""A key of the code: "villain.order", "blackSun", "token_window"."""
SMALL = re.compile(r"^[a-ząćęłńóśźż]")
"""A sentence that begins with a small letter."""


def recorded(slug: str) -> Iterator[Msg]:
    """Yield the notes, refusals and questions that the tries of a title came to."""
    for line in dict.fromkeys((room(slug) / "tries.txt").read_text().splitlines()):
        typed = re.search(r'…|–"|Nobody|> refused (E_MALFORMED|.*"")', line)
        if typed or not line.startswith("> "):
            continue
        head, _, rest = line[2:].partition("{")
        names = head.split()
        code = KINDS[names[0]] + names[1] if names[0] in KINDS else names[-1]
        code = names[0] if names[0].startswith("note.") else code
        facts = json.JSONDecoder().raw_decode("{" + rest)[0] if rest else {}
        yield from every(Msg(code, facts))


def every(value: Any) -> Iterator[Msg]:
    """Yield all messages in plain data or structs, however deep."""
    if isinstance(value, dict) and isinstance(value.get("code"), str):
        value = Msg(value["code"], value.get("facts", {}))
    if isinstance(value, Msg):
        yield value
        yield from every(value.facts)
    elif isinstance(value, msgspec.Struct):
        yield from every(msgspec.structs.asdict(value))
    elif isinstance(value, dict):
        yield from (message for each in value.values() for message in every(each))
    elif isinstance(value, list | tuple):
        yield from (message for each in value for message in every(each))


@cache
def offered(slug: str) -> tuple[Msg, ...]:
    """Return all messages of the setup of a title, of the offers of one golden game, and of its
    end."""
    done = playlog.replay(golden.read(golden.games(slug)[0]))
    referee = registry.referee(slug)
    prompts = {
        repr(each): each for state in done.states.values() for each in referee.prompts(state)
    }
    box = referee.sample_box()
    pages = [
        referee.setup_pages(referee.setup_default(players, box), box) for players in (1, 2, 3, 4)
    ]
    return (*every([*prompts.values(), *pages]), *every(done.outcome))


@cache
def observed(slug: str) -> dict[str, tuple[Msg, ...]]:
    """Return every different recorded message, by its code."""
    found: dict[str, dict[str, Msg]] = {}
    catalogue = registry.referee(slug).catalogue()
    for message in (*recorded(slug), *offered(slug)):
        if message.code in catalogue:
            found.setdefault(message.code, {}).setdefault(key(message), message)
    return {code: tuple(each.values()) for code, each in found.items()}


def key(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), sort_keys=True)


@cache
def fillings(slug: str) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Return all fillings of placeholders, by code and name, and by name alone."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for code, seen in observed(slug).items():
        for message in seen:
            for name, value in message.facts.items():
                own = code.startswith("refusal.") or value in ("", [], ()) or str(value)[0] == "-"
                for at in ((code, name), *([] if own else [("", name)])):
                    found.setdefault(at, {}).setdefault(kind(value), value)
    return {at: tuple(values.values())[:SHAPES] for at, values in found.items()}


def kind(value: Any) -> str:
    """Return one of each shape, which is enough: a code, a number's size, how many there are."""
    if isinstance(value, dict | Msg):
        code = value.code if isinstance(value, Msg) else value.get("code", "")
        return f"message {code}"
    if isinstance(value, list | tuple):
        return f"list of {min(len(value), 3)}"
    return f"number {min(value, 3)}" if isinstance(value, int) else f"text {bool(value)}"


def lent(values: Iterable[Any]) -> list[Any]:
    """Return the fillings lent by other sentences: no number where the name also means a term."""
    terms = [each for each in values if isinstance(each, dict | Msg)]
    return [
        each
        for each in values
        if not (terms and isinstance(each, int)) and "tracker" not in kind(each)
    ]


def shapes(slug: str, code: str, sentence: str | Plural) -> Iterator[Msg]:
    """Yield a sentence filled in every way: one placeholder after the other, the rest as they
    come."""
    forms = (sentence,) if isinstance(sentence, str) else (sentence.one, sentence.many)
    known = fillings(slug)
    ways: dict[str, list[Any]] = {
        name: [*(known.get((code, name)) or lent(known.get(("", name), ())) or ("Ana",))]
        for form in forms
        for name in sorted(placeholders(form))
    }
    if isinstance(sentence, Plural):
        ways[sentence.by] = [*([0] if 0 in ways.get(sentence.by, ()) else ()), 1, 2, 5]
    first = {name: values[0] for name, values in ways.items()}
    for name, values in ways.items():
        yield from (Msg(code, {**first, name: value}) for value in values)


@cache
def nouns() -> frozenset[str]:
    """Return words that some sentence counts in the plural."""
    counted = re.compile(r"(?:\}|\)s) (?:[a-z]+ )?([A-Za-z]+s|dice|Heroes)\b")
    entries = [e.id for catalog in messages.polish().values() for e in catalog if e.id]
    return frozenset(
        word
        for one, many in (each for each in entries if isinstance(each, tuple))
        for word in counted.findall(many)
        if word not in one.split()
    )


def wrong(message: Msg, text: str) -> bool:
    """Return whether a sentence shows a gap, repeats a name, miscounts or begins small."""
    typed = any(isinstance(each, str) and text.startswith(each) for each in message.facts.values())
    small = message.code.startswith(WHOLE) and not typed and SMALL.search(text)
    laws = (DOUBLED, BROKEN, TWICE, KEY)
    return miscounted(text) or any(law.search(text) for law in laws) or bool(small)


def miscounted(text: str) -> bool:
    return any(found[1] in nouns() for found in ONE.finditer(text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", TITLES)
def test_every_sentence_reads_well_in_every_shape(slug: str, language: str) -> None:
    speaker = speaker_for(language, slug)
    catalogue = registry.referee(slug).catalogue()
    seen = [each for every_one in observed(slug).values() for each in every_one]
    made = [shape for code, text in catalogue.items() for shape in shapes(slug, code, text)]
    said = {speaker.say(each) for each in (*seen, *made) if wrong(each, speaker.say(each))}
    assert sorted(said) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_site_reads_well(language: str) -> None:
    entries = [each for each in messages.polish()[messages.PO] if each.id]
    said = {text for entry in entries for text in filled(entry, language)}
    gap = re.compile(r"\(\)|(?<!\n)\s{2}|\s$|[,;.]:|None\b(?! of| yet)")
    assert sorted(each for each in said if miscounted(each) or gap.search(each)) == []
    assert sorted(each for each in said if DOUBLED.search(each) or TWICE.search(each)) == []


def filled(entry: Entry, language: str) -> Iterator[str]:
    """Yield a text of the site with names, with numbers, and each number its plural form is for."""
    text = entry.id if language == "en" else entry.string
    forms = (text,) if isinstance(text, str) else tuple(text)
    counts = ((1,), (2, 5)) if language == "en" else ((1,), (2, 22), (5, 0))
    for form, numbers in zip(forms, counts if len(forms) > 1 else [(2,)], strict=True):
        for n in numbers:
            for names in NAMES:
                other = dict.fromkeys(each for each in holes(form) if each not in COUNTED)
                given = {
                    **dict(zip(other, cycle(names), strict=False)),
                    **dict.fromkeys(COUNTED, n),
                }
                yield form % given if "%(" in form else HOLE.sub(partial(put, given), form)


def holes(text: str) -> list[str]:
    return [percent or brace for percent, brace in HOLE.findall(text)]


def put(given: Mapping[str, Any], hole: re.Match[str]) -> str:
    return str(given[hole[1] or hole[2]])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_site_has_its_noun_form(language: str) -> None:
    """A plural form follows one number; a second number beside a noun would have none."""
    plural = [each for each in messages.polish()[messages.PO] if isinstance(each.id, tuple)]
    wrong = [
        form for each in plural for form in each.id if set(BESIDE.findall(form)) - {"", *COUNTED}
    ]
    assert wrong == []
    texts = {text for each in plural for text in filled(each, language)}
    assert [text for text in texts if re.search(r"\{|%\(", text)] == []


@pytest.mark.parametrize(
    ("slug", "name", "polish"),
    [
        ("animated-dice", "The Joker", "Joker"),
        ("talisman-batman", "The Joker", "Joker"),
        ("batman-who-laughs", "The Batman Who Laughs", "Batman, Który się Śmieje"),
        ("talisman-batman", "Bane", "Bane"),
    ],
)
def test_printed_names_are_said_as_language_prints_them(slug: str, name: str, polish: str) -> None:
    for language, printed in (("en", name), ("pl", polish)):
        speaker = speaker_for(language, slug)
        assert (speaker.say(name), speaker.word([name])) == (printed, printed)

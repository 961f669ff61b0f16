"""The Polish catalogues, the site's and each title's: complete, fillable, in step, compiled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import read_mo
from django.utils import translation

from companion.plays.pages.table import speaker_for
from companion.scaffold import words
from companion.scaffold.words import Voice
from games import registry
from games.messages import Msg
from games.talisman_batman.words import TERMS
from tests import messages
from tests.messages import PO

BRACE = re.compile(r"\{(\w+)(?::\d)?\}")
DOUBLED = re.compile(r"([^|]{20,})\1")
PERCENT = re.compile(r"%\((\w+)\)s")


@pytest.fixture(scope="module")
def catalogues() -> dict[Path, Catalog]:
    return messages.polish()


PLACES = [PO, *sorted(messages.ROOT.glob(f"games/*/{PO.relative_to(messages.ROOT)}"))]


@pytest.fixture(params=PLACES, ids=lambda po: po.parents[3].name)
def po(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture(scope="module")
def said() -> dict[Path, Catalog]:
    """Return the catalogues as today's strings want them."""
    return messages.updated()


@pytest.fixture
def polish(catalogues: dict[Path, Catalog], po: Path) -> Catalog:
    return catalogues[po]


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def spoken(catalog: Catalog) -> list[Entry]:
    """Return the entries that have a Polish text; one test is enough to miss the others."""
    return [entry for entry in catalog if entry.id and all(forms(entry.string))]


def pairs(entry: Entry) -> list[tuple[set[str], str]]:
    """Return each Polish form beside the English forms it may stand for."""
    english, polish = forms(entry.id), forms(entry.string)
    if len(polish) == 1:
        return [({english[0]}, polish[0])]
    return [(set(english), polish[0]), *(({english[-1]}, form) for form in polish[1:])]


def test_whoever_speaks_has_a_catalogue(catalogues: dict[Path, Catalog]) -> None:
    assert set(PLACES) == set(catalogues)


def test_catalogue_holds_what_is_said_and_nothing_else(
    polish: Catalog, said: dict[Path, Catalog], po: Path
) -> None:
    def ids(catalog: Catalog) -> set[tuple[object, object]]:
        return {(entry.context, entry.id) for entry in catalog if entry.id}

    assert ids(said[po]) - ids(polish) == set(), "run python -m tests.messages"
    assert ids(polish) - ids(said[po]) == set(), "nobody says these any more"
    assert not polish.obsolete


def test_every_string_has_its_polish(polish: Catalog) -> None:
    assert words.waiting(polish) == []
    assert [entry.id for entry in polish if entry.id and entry.fuzzy] == []


def test_every_plural_has_three_forms(polish: Catalog) -> None:
    assert polish.num_plurals == 3
    wrong = [
        entry.id
        for entry in polish
        if entry.id and len(forms(entry.string)) != (3 if entry.pluralizable else 1)
    ]
    assert wrong == []


def test_numbers_choose_the_polish_form(catalogues: dict[Path, Catalog]) -> None:
    own = catalogues[words.catalogue(registry.folder("talisman-batman"), "pl")]
    move = own.get(("Move {n} space", "Move {n} spaces"), context="talisman-batman")
    one, few, many = move.string
    assert len({one, few, many}) == 3
    with translation.override("pl"):
        speak = speaker_for("talisman-batman").say
        for n, form in [(0, many), (1, one), (2, few), (5, many), (12, many), (22, few)]:
            assert speak(Msg("prompt.move", {"n": n})) == form.format(n=n)


@pytest.mark.parametrize("hole", [BRACE, PERCENT], ids=["brace", "percent"])
def test_the_polish_has_the_placeholders_of_the_english(
    polish: Catalog, hole: re.Pattern[str]
) -> None:
    wrong = [
        (text, sorted(english))
        for entry in spoken(polish)
        for english, text in pairs(entry)
        if set(hole.findall(text)) not in [set(hole.findall(each)) for each in english]
    ]
    assert wrong == []


def test_every_text_can_be_filled(polish: Catalog) -> None:
    for entry in spoken(polish):
        for text in forms(entry.string):
            if "{" in text:
                text.format_map(dict.fromkeys(BRACE.findall(text), 7))
            if "%(" in text:
                text % dict.fromkeys(PERCENT.findall(text), 7)


def test_the_polish_ends_as_the_english_does(polish: Catalog) -> None:
    def ending(text: str) -> str:
        return "".join(mark for mark in text[-1:] if mark in ".?!:…")

    wrong = [
        (text, sorted(english))
        for entry in spoken(polish)
        for english, text in pairs(entry)
        if ending(text) not in {ending(each) for each in english} or text != text.strip()
    ]
    assert wrong == []


def test_the_compiled_catalogue_is_what_the_text_says(polish: Catalog, po: Path) -> None:
    with po.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)

    def texts(catalog: Catalog) -> dict[tuple[str, object], tuple[str, ...]]:
        return {(context(entry), forms(entry.id)): forms(entry.string) for entry in spoken(catalog)}

    def context(entry: Entry) -> str:
        # Babel leaves the context of a compiled entry as bytes.
        return entry.context.decode() if isinstance(entry.context, bytes) else entry.context or ""

    assert texts(compiled) == texts(polish), "run python -m tests.messages"
    assert compiled.num_plurals == polish.num_plurals


def test_no_text_stands_in_itself_twice(polish: Catalog) -> None:
    """Two catalogues joined line by line leave a sentence behind its copy."""
    doubled = [
        entry.id for entry in spoken(polish) if any(map(DOUBLED.search, forms(entry.string)))
    ]
    assert not doubled


def test_place_stands_in_case_its_sentence_asks_for() -> None:
    place = Msg("term.place", {"label": "2"})
    spot = Msg("term.place.left", {"place": place})
    with translation.override("pl"):
        say = speaker_for("batman-who-laughs").say
        assert say(place) == "sektor 2"
        assert say(Msg("note.deploy", {"team": "Power", "place": place})).endswith(" do sektora 2")
        assert say(Msg("prompt.deal.next", {"place": spot})).endswith(" w sektorze 2, po lewej")
        assert say(Msg("term.card.left", {"place": place})) == "lewa karta (sektor 2)"


def test_terms_are_the_glossary_s_in_both_languages() -> None:
    for language, which in (("en", 1), ("pl", 2)):
        with translation.override(language):
            speaker = speaker_for("talisman-batman")
            assert {term[0]: speaker.say(Msg(term[0])) for term in TERMS} == {
                term[0]: term[which] for term in TERMS
            }


def test_a_title_s_own_word_stays_its_own() -> None:
    with translation.override("pl"):
        assert speaker_for("talisman-batman").gettext("Villain") == "Łotr"
        assert speaker_for("batman-who-laughs").gettext("Villain") == "Złoczyńca"
        assert speaker_for("gotham-chronicles").gettext("Villain") == "Złoczyńca"


def test_a_string_of_every_kind_is_collected() -> None:
    found = {message for message, _where in messages.collect()}
    assert "Skip to the content" in found
    assert ("%(n)s player", "%(n)s players") in found
    assert "Do it anyway" in found
    assert "list.pair" not in found


def test_sentence_belongs_to_its_title_or_whole_family() -> None:
    own = {name: voice.own for name, voice in messages.voices().items()}
    assert "Carmine Falcone's Cell" in own["talisman-batman"]
    assert ("Move {n} space", "Move {n} spaces") in own["talisman-batman"]
    assert "location {label}" in own["rising"]
    assert "location {label}" not in own["fire-nation"] | own["batman-who-laughs"]
    assert not any("Do it anyway" in each for each in own.values())


def test_what_is_said_elsewhere_takes_its_polish_along(tmp_path: Path) -> None:
    voice = Voice("oaks", tmp_path, frozenset({"Roll", "Left"}), frozenset({"Roll", "Left", "Yes"}))
    first = words.kept(voice, "pl", {"Roll": "Rzut"})
    assert [(e.context, e.id, e.string) for e in first if e.id] == [
        ("oaks", "Left", None),
        ("oaks", "Roll", "Rzut"),
    ]
    words.write(first, words.catalogue(tmp_path, "pl"))
    assert words.kept(voice, "pl", {"Roll": "Toczyć"}).get("Roll", "oaks").string == "Rzut"


def test_common_word_can_be_titles_own_when_handwritten(
    tmp_path: Path,
) -> None:
    voice = Voice("oaks", tmp_path, frozenset({"Roll"}), frozenset({"Roll", "Yes"}))
    written = Catalog(locale="pl")
    for text in ("Yes", "No"):
        written.add(text, "Aha", context="oaks")
    words.write(written, words.catalogue(tmp_path, "pl"))
    assert [entry.id for entry in words.kept(voice, "pl") if entry.id] == ["Roll", "Yes"]


def test_neither_of_two_translations_of_text_is_chosen() -> None:
    def catalog(text: str) -> Catalog:
        made = Catalog(locale="pl")
        made.add("Villain", text)
        made.add("Roll", "Rzut")
        return made

    both = {Path("a"): catalog("Łotr"), Path("b"): catalog("Złoczyńca")}
    assert messages.moved(both) == {"Roll": "Rzut"}


def test_string_with_fact_is_collected_from_board() -> None:
    assert [*words.on_board('{{ gettext("To %(n)s", n=goal) }}')] == ["To %(n)s"]

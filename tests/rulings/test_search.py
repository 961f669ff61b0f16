"""Tests of what the rule search understands, on a handful of invented rules."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.rulings.search as finding
from companion.rulings.search import (
    LONGEST,
    WORDS,
    TextPiece,
    index,
    pieces,
    prepare,
    search,
    words_of,
)
from companion.rulings.words import fold, stem
from games import registry
from games.clarifications import Clarification, Clarifications


def rule(id, en, pl, **more):
    return Clarification(id, "1", {"en": en[0], "pl": pl[0]}, {"en": en[1], "pl": pl[1]}, **more)


NUTS = Clarifications(
    (
        rule(
            "N-01",
            ("Storing acorns", "The squirrel stores what the die shows."),
            ("Chowanie żołędzi", "Wiewiórka chowa tyle, ile pokazuje kość."),
            steps=("store",),
            also=("stash", "spiżarnia"),
        ),
        rule(
            "N-02",
            ("The crow", "A crow may empty the store; wounds heal in spring."),
            ("Wrona", "Wrona może opróżnić skrytkę; rany goją się wiosną."),
            steps=("crow",),
            also=("lose everything",),
        ),
        rule("N-03", ("Key cards", "They open the oak."), ("Łódka", "Otwiera ją karta.")),
        rule("N-04", ("Winter nap", "Rest for a turn."), ("Zimowy sen", "Tura odpoczynku.")),
        rule(
            "N-05",
            ("Summer nap", "Rest for a turn."),
            ("Letni sen", "Tura odpoczynku."),
            steps=("summer",),
        ),
    ),
    synonyms=(("wounds", "hp", "health"),),
)
SHELLS = Clarifications(
    (rule("S-01", ("Storing shells", "Put shells aside."), ("Muszle", "Odłóż muszle.")),)
)


@pytest.fixture(autouse=True)
def two_titles(monkeypatch):
    titles = {"nuts": NUTS, "shells": SHELLS}
    monkeypatch.setattr(registry, "TITLES", titles)
    monkeypatch.setattr(
        registry, "referee", lambda slug: SimpleNamespace(clarifications=titles[slug])
    )
    monkeypatch.setattr(finding, "MADE", {})


def ids(*args, **more):
    return [hit.entry.id for hit in search(*args, **more)]


@pytest.mark.parametrize(
    "query",
    ["storing", "store acorns", "acorn", "ACORNS", "sto acor", "acrons", "stash", "n-01", "N-01"],
)
def test_words_beginnings_plurals_typos_synonyms_ids_find_entry(query):
    assert ids(query, "nuts")[0] == "N-01"


@pytest.mark.parametrize("query", ["żołędzie", "zoledzi", "chować żołędzie", "spizarnia", "żoł"])
def test_polish_is_found_with_and_without_diacritics(query):
    assert ids(query, "nuts", "pl")[0] == "N-01"


def test_the_crossed_l_is_folded_too():
    assert ids("lodka", "nuts", "pl") == ["N-03"]
    assert fold("ŻÓŁĆ") == "zolc"


def test_polish_forms_changing_last_letter_are_one():
    assert len({stem(word, "pl") for word in ("walka", "walce", "walczyć")}) == 1
    assert len({stem(word, "pl") for word in ("rzut", "rzucam", "rzucić")}) == 1


def test_word_made_of_same_root_is_found():
    assert set(ids("odpocząć", "nuts", "pl")) == {"N-04", "N-05"}


def test_of_two_forms_the_one_typed_comes_first(monkeypatch):
    rules = (rule("N-01", ("Wounded", ""), ("Ranny", "")), rule("N-02", ("Wounds", ""), ("R", "")))
    pair = SimpleNamespace(clarifications=Clarifications(rules))
    monkeypatch.setattr(registry, "referee", lambda slug: pair)
    assert ids("wounds now", "nuts") == ["N-02", "N-01"]
    assert ids("wounded now", "nuts") == ["N-01", "N-02"]


def test_synonyms_of_a_title_work_in_both_directions():
    assert ids("hp", "nuts") == ids("wounds", "nuts") == ["N-02"]


def test_a_mistyped_or_unfinished_synonym_is_understood():
    assert ids("heallth", "nuts") == ids("healt", "nuts") == ["N-02"]


def test_words_written_together_are_read_apart_and_reverse():
    assert ids("keycard", "nuts")[0] == "N-03"
    assert ids("a corns", "nuts")[0] == "N-01"


def test_short_unknown_word_is_not_taken_for_another():
    assert ids("brow", "nuts") == []
    assert ids("crew", "nuts") == ["N-02"]


def test_other_language_question_is_answered_in_phones_language():
    (hit, *_) = search("wiewiórka", "nuts", "en")
    assert (hit.entry.id, hit.language, hit.text_spans) == ("N-01", "en", ())


def test_the_current_step_wins_among_equals():
    assert ids("nap", "nuts") == ["N-04", "N-05"]
    assert ids("nap", "nuts", step="summer") == ["N-05", "N-04"]


def test_relevance_comes_before_the_current_step():
    assert ids("acorns", "nuts", step="crow")[0] == "N-01"


def test_other_titles_follow_current_one_only_on_request():
    assert ids("shells", "nuts") == []
    assert ids("storing shells", "nuts", everywhere=True)[-1] == "S-01"
    assert ids("storing shells")[0] == "S-01"
    assert ids("storing", "shells", everywhere=True)[0] == "S-01"


def test_matching_words_are_marked_in_title_and_text():
    hit = search("store", "nuts")[0]
    assert TextPiece("Storing", True) in hit.title
    assert TextPiece("stores", True) in hit.text
    assert "".join(piece.text for piece in hit.text) == hit.entry.text["en"]


def test_a_word_of_no_weight_is_not_marked():
    hit = search("the crow", "nuts")[0]
    assert hit.title == (TextPiece("The ", False), TextPiece("crow", True))


def test_a_text_without_marks_is_one_piece():
    assert pieces("abc", ()) == (TextPiece("abc", False),)
    assert pieces("abc", ((0, 3),)) == (TextPiece("abc", True),)


def test_entry_without_polish_appears_in_english(monkeypatch):
    entry = Clarification("N-01", "1", {"en": "Acorns"}, {"en": "Round."})
    lone = SimpleNamespace(clarifications=Clarifications((entry,)))
    monkeypatch.setattr(registry, "referee", lambda slug: lone)
    (hit,) = search("acorns", "nuts", "pl")
    assert hit.title == (TextPiece("Acorns", True),)


def test_the_limit_is_kept():
    assert len(search("nap store crow", "nuts", limit=2)) == 2


@pytest.mark.parametrize("query", ["", " ", "?!", "qqqqzzzz", "🦇🦇", "'", "\\", "%"])
def test_nothing_to_find_is_an_empty_answer(query):
    assert search(query, "nuts") == ()


def test_an_unknown_title_or_language_is_an_error():
    with pytest.raises(KeyError):
        search("store", "bolts")
    with pytest.raises(KeyError):
        search("store", "nuts", "xx")


@pytest.mark.parametrize(
    "query",
    [
        "🦇" * 10_000,
        "store " * 10_000,
        "x" * 10_000,
        "' OR 1=1; DROP TABLE plays; --",
        "(((((a+)+)+)+)+$ [^\\w]{1000000} .*" * 100,
        "\"'`“„’",
        "\x00\x00\udcff\u202e\u0000",
        "ﷺ" * 5_000,
        "e\u0301\u0323" * 5_000,
        " ".join(f"qwertyuiopasdfgh{n}" for n in range(1_000)),
    ],
)
def test_hostile_query_is_harmless_and_barely_read(query):
    search(query, "nuts", "pl", everywhere=True)
    words = words_of(query)
    assert len(words) <= WORDS
    assert all(len(word) <= LONGEST for word in words)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400), st.sampled_from(["en", "pl"]), st.booleans())
def test_any_text_is_a_legal_query(query, language, everywhere):
    for hit in search(query, "nuts", language, everywhere=everywhere):
        for text, spans in (
            (hit.entry.title[language], hit.title_spans),
            (hit.entry.text[language], hit.text_spans),
        ):
            assert all(0 <= start < end <= len(text) for start, end in spans)
            assert sorted(spans) == list(spans)


def test_index_is_made_once_however_many_ask(
    monkeypatch,
):
    made = []
    monkeypatch.setattr(finding, "Index", lambda entries, language: made.append(language))
    for thread in [prepare("nuts") for _ in range(5)]:
        thread.join()
    assert sorted(made) == ["en", "pl"]
    index("nuts", "en")
    assert len(made) == 2

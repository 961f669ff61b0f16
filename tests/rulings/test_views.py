"""Rules at the table and on their own pages: in context, searched, and asked of the engine."""

import pytest
from django.test import Client


def test_the_drawer_lists_what_governs_this_moment(cast):
    text = cast.host.get(f"{cast.at}rules").content.decode()
    assert "Store what the die shows." in text
    assert "A 1 may wake the crow." not in text


def test_a_question_mark_opens_the_entry_it_names(cast):
    text = cast.host.get(f"{cast.at}rules?ids=N-02").content.decode()
    assert "A 1 may wake the crow." in text
    assert cast.host.get(f"{cast.at}rules?ids=nonsense,N-99").status_code == 200


def test_typing_finds_a_rule_and_marks_the_words(cast):
    text = cast.host.get(f"{cast.at}rules?q=crow&part=hits").content.decode()
    assert "<mark>crow</mark>" in text
    assert "<html" not in text


@pytest.mark.parametrize(
    "query",
    ["🦇🦇", "x" * 10_000, "'; DROP TABLE plays_play; --", "(?:a+)+$", '"', "\\", "<b>"],
)
def test_nothing_typed_into_the_search_breaks_it(cast, query):
    for url in (f"{cast.at}rules", "/rules/acorns/"):
        answer = cast.host.get(url, {"q": query, "all": "1"})
        assert answer.status_code == 200
        assert "<b>" not in answer.content.decode()


def test_can_i_says_what_is_possible_and_for_whom(cast):
    text = cast.host.get(f"{cast.at}ask").content.decode()
    assert "What did the die show?" in text
    assert "Squirrel 1" in cast.player.get(f"{cast.at}ask").content.decode()


def test_can_i_gives_the_referees_reason_for_the_rest(cast):
    cast.host.post(f"{cast.at}act", {"do": "adjust", "tracker": "store.0", "value": 20})
    text = cast.host.get(f"{cast.at}ask").content.decode()
    assert "The game is over" in text


def test_the_rules_of_a_title_read_from_start_to_end(db, acorns):
    text = Client().get("/rules/acorns/").content.decode()
    assert text.index("Storing") < text.index("Crow")
    found = Client().get("/rules/acorns/?q=storing").content.decode()
    assert "<mark>Storing</mark>" in found

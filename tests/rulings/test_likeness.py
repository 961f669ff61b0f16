"""Tests of how like a query is to questions that were asked before, letter by letter."""

import pytest

from companion.rulings.likeness import Likeness

ASKED = [(4, "Who draws the card?"), (4, "cards"), (9, "may I walk on water"), (9, "łódka")]


def near(query):
    return Likeness(ASKED).near(query.split())


def test_question_asked_word_for_word_is_most_alike():
    assert near("who draws THE card")[4] == pytest.approx(1)
    assert near("lodka") == pytest.approx({9: 1})


def test_of_questions_about_one_thing_nearest_counts():
    assert near("cards")[4] == pytest.approx(1)
    assert 0 < near("cardboard")[4] < 1


def test_other_endings_and_half_typed_words_are_alike():
    assert near("walking") == {9: pytest.approx(near("walks")[9], abs=0.2)}
    assert 0 < near("wal")[9] < near("walk")[9] < near("walk on wat")[9]


def test_letters_are_compared_within_words_alone():
    assert near("ards dra")[4] > near("ardsdra")[4]
    assert near("nwa") == {}


def test_what_is_rare_tells_more():
    asked = Likeness([(n, f"may I {what}") for n, what in enumerate(("fly", "row", "run"))])
    found = asked.near(["may", "row"])
    assert max(found, key=found.__getitem__) == 1
    assert found[0] == found[2] < 0.5 < found[1]


def test_nothing_is_like_what_nobody_asked():
    assert near("") == near("zzz") == Likeness([]).near(["card"]) == {}

"""Real questions, as players type them, find their rule among the first three."""

import json

import pytest

from companion.rulings.yardstick import QUESTIONS, measure, questions
from games.registry import TITLES, referee


@pytest.fixture(scope="module")
def asked():
    return questions()


def test_every_question_is_about_entries_that_exist(asked):
    known = {id for slug in TITLES for id in referee(slug).clarifications}
    rows = json.loads(QUESTIONS.read_text())
    assert not [row for row in rows if not set(row["expect"]) <= known]
    assert len(asked) == len(rows) >= 140


def test_questions_are_not_repeated_and_a_third_is_held_out(asked):
    assert len({(q.ask, q.language, q.slug) for q in asked}) == len(asked)
    assert sum(q.held for q in asked) >= len(asked) // 3


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("held", [False, True])
def test_the_answer_is_among_the_first_three_for_95_percent(asked, held, language):
    figures = measure(q for q in asked if q.held is held and q.language == language)
    print(f"{language} held={held}: first {figures.first:.1%}, three {figures.first_three:.1%}")
    assert figures.first_three >= 0.95, [(q.ask, q.slug, sorted(q.expect)) for q in figures.missed]

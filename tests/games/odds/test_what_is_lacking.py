"""Tests of what an entry still lacks, and what of it is certain however the rest is filled in."""

from types import SimpleNamespace

import pytest

from games.messages import Msg
from games.odds.preview import consequence, lacking
from games.vocabulary import Choice, Field, MalformedError, Note, Prompt, Question, Refusal, Ruling

CHOICES = (Choice("a", "A"), Choice("b", "B"))


@pytest.mark.parametrize(
    ("field", "lacks"),
    [
        (Field("n", "number", "How many"), True),
        (Field("n", "text", "Name"), True),
        (Field("n", "choice", "Which", CHOICES), True),
        (Field("n", "choice", "Which", CHOICES, optional=True), False),
        (Field("n", "flag", "Really"), False),
        (Field("n", "choices", "Which", CHOICES), False),
        (Field("n", "choices", "Which", CHOICES, low=0), False),
        (Field("n", "choices", "Which", CHOICES, low=1), True),
        (Field("n", "choices", "Which", CHOICES, low=1, optional=True), False),
    ],
)
def test_required_field_is_lacking_until_said(field, lacks):
    prompt = Prompt("pick", "Pick", (field,))
    assert lacking(prompt, ()) == ((field,) if lacks else ())
    assert lacking(prompt, {"n": 1}) == ()


class Picking:
    """A title of one entry: ``n`` from 1 to 4 is picked, and each answer is as the test says."""

    def __init__(self, **answers):
        self.answers = {int(n.removeprefix("n")): answer for n, answer in answers.items()}

    def decode_action(self, values):
        if values["n"] not in self.answers:
            raise MalformedError("no such number")
        return SimpleNamespace(n=values["n"], chances=0)

    def apply(self, state, action, actor, answers):
        answer = self.answers[action.n]
        return answer(answers) if callable(answer) else answer

    def outcome(self, state):
        return None


def noted(*codes):
    return Ruling("after", tuple(Note(code, {}) for code in codes))


NUMBERS = tuple(Choice(n, str(n)) for n in range(5))
PICK = Prompt("pick", "Pick", (Field("n", "choice", "", NUMBERS),))


def weighed(**answers):
    return consequence(Picking(**answers), "before", PICK, {}, None)


def test_what_every_possible_entry_brings_is_certain():
    found = weighed(n1=noted("both", "one"), n2=noted("two", "both"), n3=noted("both"))
    assert [note.code for note in found.certain] == ["both"]
    assert (found.state, found.lacks) == (None, ("Pick",))


def test_refused_or_unknown_entries_leave_certain_results_untouched():
    found = weighed(n1=Refusal("E_NO", ""), n2=noted("sure"), n4=noted("sure", "more"))
    assert [note.code for note in found.certain] == ["sure"]
    assert weighed(n1=Refusal("E_NO", "")).certain == ()
    assert weighed(n2=noted("first", "second")).certain == noted("first", "second").notes


def test_what_is_lacking_has_name_of_its_field():
    named = Prompt("pick", "Pick", (Field("n", "number", Msg("field.n")),))
    found = consequence(Picking(n1=noted()), "before", named, {}, None)
    assert found.lacks == (Msg("field.n"),)


def test_only_chance_deciding_once_entered_is_said():
    picking = Picking(n1=noted("sure"))
    picking.decode_action = lambda values: SimpleNamespace(n=1, chances=6)
    found = consequence(picking, "before", PICK, {"n": 1}, None)
    assert (found.luck, found.certain, found.state) == (True, (), None)


def asking(*codes):
    """Ask one question after the other, then rule."""

    def apply(answers):
        left = [code for code in codes if code not in answers]
        return Question(left[0], "") if left else noted("done")

    return apply


def deep(found):
    return 1 + max((deep(each) for _, each in found.depends), default=0) if found.question else 0


def test_questions_are_followed_through_two_answers_only():
    def given(*codes):
        return consequence(Picking(n1=asking(*codes)), "before", PICK, {"n": 1}, None)

    assert [note.code for note in given().certain] == ["done"]
    one = given("A")
    assert [(choice.value, each.state) for choice, each in one.depends] == [
        ("yes", "after"),
        ("no", "after"),
    ]
    assert [deep(given(*"ABCD"[:n])) for n in range(5)] == [0, 1, 2, 3, 3]


def test_question_repeated_whatever_is_said_is_followed_once():
    found = consequence(Picking(n1=Question("A", "")), "before", PICK, {"n": 1}, None)
    assert (found.question.code, deep(found)) == ("A", 2)
    assert all(each.question and not each.depends for _, each in found.depends)

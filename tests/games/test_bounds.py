"""Tests of how much of anything a table can say: every bound is held at its edge, with the place
named."""

import pytest

from games import bounds, registry
from games.bounds import Bounds
from games.vocabulary import MalformedError

SMALL = Bounds(text=3, items=2, number=10, values=4, depth=2)


@pytest.mark.parametrize(
    "data",
    [
        "abc",
        "",
        [1, 2],
        {"a": 1, "b": 2},
        10,
        -10,
        10.0,
        [[1], 2],
        ["abc", (1,)],
        {"abc": {"abc": "abc"}},
        None,
        True,
    ],
)
def test_what_reaches_a_bound_is_within_it(data):
    bounds.bounded(data, SMALL)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("abcd", "length <= 3 - at `$`"),
        ({"abcd": 1}, "length <= 3 - at `$`"),
        ({"a": "abcd"}, "length <= 3 - at `$.a`"),
        ([1, "abcd"], r"length <= 3 - at `$[1]`"),
        ([1, 2, 3], "list of length <= 2 - at `$`"),
        ((1, 2, 3), "list of length <= 2 - at `$`"),
        ({1, 2, 3}, "list of length <= 2 - at `$`"),
        ({"a": 1, "b": 2, "c": 3}, "list of length <= 2 - at `$`"),
        (11, "within 10 - at `$`"),
        (-11, "within 10 - at `$`"),
        (10.5, "within 10 - at `$`"),
        (float("nan"), "within 10 - at `$`"),
        (float("inf"), "within 10 - at `$`"),
        ({"a": [11]}, "within 10 - at `$.a[0]`"),
        ([[1, 2], [1, 2]], "More than one table can say"),
        ([[[1]]], "More than one table can say - at `$[0][0][0]`"),
        ({"a": {"a": {"a": 1}}}, "More than one table can say - at `$.a.a.a`"),
        ("a\x00", "text that can be kept - at `$`"),
        ({"\x00": 1}, "text that can be kept - at `$`"),
        (["\ud7ff\ud800"], r"text that can be kept - at `$[0]`"),
    ],
)
def test_what_exceeds_bound_is_named_with_its_place(data, problem):
    with pytest.raises(MalformedError) as error:
        bounds.bounded(data, SMALL)
    assert problem in str(error.value)


def test_actions_and_boxes_may_say_so_much():
    assert bounds.ACTION == (500, 200, 1_000_000, 2_000, 12)
    assert bounds.FACTS == (2_000, 1_000, 1_000_000, 20_000, 12)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"CROW": "yes"},
        {"override:E_FULL": "r" * 200},
        {"a" * 60: ""},
        {f"A{n}": "yes" for n in range(40)},
    ],
)
def test_answers_of_any_usual_size_are_kept_unchanged(given):
    assert bounds.answers(given) == given


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (["CROW"], "an object of texts - at `$.answers`"),
        ({f"A{n}": "yes" for n in range(41)}, "length <= 40 - at `$.answers`"),
        ({"a" * 61: ""}, "code of a question"),
        ({"1A": ""}, "code of a question"),
        ({"_A": ""}, "code of a question"),
        ({"overrule:A": ""}, "code of a question"),
        ({"override:": ""}, "code of a question"),
        ({"A B": ""}, "code of a question"),
        ({1: ""}, "code of a question"),
        ({"A": 1}, "`str` - at `$.answers.A`"),
        ({"A": None}, "`str` - at `$.answers.A`"),
        ({"A": "r" * 201}, "length <= 200 - at `$.answers.A`"),
        ({"A": "\x00"}, "can be kept - at `$.answers.A`"),
    ],
)
def test_what_is_no_answer_is_named(given, problem):
    with pytest.raises(MalformedError) as error:
        bounds.answers(given)
    assert problem in str(error.value)


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_refusal_of_a_title_can_be_overruled(slug):
    codes = [
        code.removeprefix("refusal.")
        for code in registry.referee(slug).catalogue()
        if code.startswith("refusal.")
    ]
    assert codes
    for code in codes:
        given = {f"override:{code}": "the card says so"}
        assert bounds.answers(given) == given

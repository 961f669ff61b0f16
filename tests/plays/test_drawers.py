"""What may be done with one thing of the board, in a drawer: its prompts, on whose phone."""

from types import SimpleNamespace

import pytest

from companion.plays.pages.drawers import _concerns
from tests.pageplayer import forms_of

HTMX = {"HX-Request": "true"}


def opened(client, at, **query):
    """The forms of a drawer: what each does, and to which squirrel."""
    html = client.get(f"{at}ways", query, headers=HTMX).content.decode()
    return [(form.fixed("do"), form.fixed("squirrel")) for form in forms_of(html)]


def test_what_may_be_done_with_one_thing_is_what_names_it(cast):
    assert opened(cast.host, cast.at, about="find") == [("find", "0"), ("find", "1")]
    assert opened(cast.host, cast.at, about="find", squirrel=1) == [("find", "1")]
    assert opened(cast.host, cast.at, about="find", squirrel=2) == []
    assert opened(cast.host, cast.at, about="fin") == []
    assert opened(cast.host, cast.at) == []


def test_one_prompt_is_opened_on_the_phone_that_may_answer_it(cast):
    assert [do for do, _ in opened(cast.host, cast.at, id="p-roll")] == ["roll"]
    assert opened(cast.player, cast.at, id="p-roll") == []
    assert opened(cast.player, cast.at, about="roll") == []
    assert opened(cast.host, cast.at, id="p-fly") == []


@pytest.mark.parametrize(
    ("do", "fixed", "mine", "fits"),
    [
        ("villain", {}, True, True),
        ("villain.next", {}, True, True),
        ("villain.next", {"area": 2}, True, True),
        ("villain.next", {"area": 1}, True, False),
        ("villains", {}, True, False),
        ("hero", {"area": 2}, True, False),
        ("villain", {"area": 2}, False, False),
    ],
)
def test_a_thing_is_meant_by_an_action_or_the_ones_it_begins(do, fixed, mine, fits):
    view = SimpleNamespace(do=do, fixed=fixed, mine=mine)
    assert _concerns(view, "villain", {"area": "2"}) is fits

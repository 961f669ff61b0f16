"""Tests of how things of a board are tapped: by one name, by several values, and with what else is
asked."""

import pytest

from companion.plays.pages.forms import PromptView
from games.messages import Speaker
from games.pieces import Handle, Lane, Offers, Touches, lane
from games.vocabulary import Field, Part, Prompt
from tests.games.test_pieces import CARDS, HOW_MANY, touches

WHY = Field("why", "text", "Why", optional=True)


def forms(touch):
    return touch.piece().values["forms"]


def test_things_prompt_names_are_tapped_with_one_form():
    touch = touches(Prompt("hit", "Hit it", (CARDS, WHY), tone="danger"))
    taps = touch.each("hit", "card")
    assert {name: (tap.value, tap.picks, tap.tone) for name, tap in taps.items()} == {
        "c1": ("c1", "", "danger"),
        "c2": ("c2", "", "danger"),
    }
    assert forms(touch) == {"p-hit": Handle("hit", "p-hit", {})}


def test_what_tap_stands_for_besides_is_sent_along():
    touch = touches(Prompt("hit", "Hit it", (CARDS, HOW_MANY), fixed={"who": 1}))
    assert {tap.picks for tap in touch.each("hit", "card", n=2).values()} == {""}
    assert forms(touch) == {"p-hit-1": Handle("hit", "p-hit-1", {"who": 1, "n": 2})}


def test_each_thing_is_picked_where_more_is_asked():
    touch = touches(Prompt("hit", "Hit it", (CARDS, HOW_MANY)))
    assert touch.each("hit", "card")["c2"].picks == "p-hit-card-c2"
    assert forms(touch) == {}


def test_prompt_not_asking_for_thing_has_no_form():
    touch = touches(Prompt("hit", "Hit it", (CARDS,)))
    assert touch.each("hit", "other") == {}
    assert touch.each("heal", "card") == {}
    assert forms(touch) == {}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"row": 1, "place": 2}, True),
        ({"row": 1}, True),
        ({"row": 2, "place": 2}, False),
        ({"row": 1, "place": 2, "floor": 3}, False),
    ],
)
def test_thing_of_several_values_answers_prompt_fixing_them(said, found):
    touch = touches(Prompt("lay", "Lay it", (WHY,), fixed={"row": 1, "place": 2}, expected=True))
    taps = touch.about("lay", **said)
    assert [(tap.form, tap.label, tap.expected, tap.picks) for tap in taps] == (
        [("t-p-lay-1-2", "Lay it", True, "")] if found else []
    )
    assert list(forms(touch)) == (["p-lay-1-2"] if found else [])


def test_thing_of_several_values_picks_prompt_asking_more():
    touch = touches(Prompt("lay", "Lay it", (HOW_MANY,), fixed={"row": 1}))
    (tap,) = touch.about("lay", row=1)
    assert (tap.picks, tap.name) == ("p-lay-1", "")
    assert forms(touch) == {}


def test_fixed_thing_of_prompt_asking_more_is_picture():
    touch = touches(Prompt("hit", "Hit it", (HOW_MANY,), fixed={"card": "c1"}))
    assert touch.on("c1", ("hit", "card")) == ()


def test_what_another_phone_is_asked_is_no_tap():
    hit = Prompt("hit", "Hit it", (CARDS,))
    assert not Touches(Offers([PromptView(hit, Speaker({}), False)], [])).has("hit")
    own = Touches(Offers([PromptView(hit, Speaker({}), True)], []))
    assert own.has("hit")
    assert not own.has("heal")


@pytest.mark.parametrize(
    ("score", "risked", "done", "at_risk"),
    [
        (-5, 0, 0, 0),
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (60, 60, 50, 50),
        (90, 60, 75, 25),
        (150, 9, 100, 0),
    ],
)
def test_lane_is_exactly_as_long_as_goal(score, risked, done, at_risk):
    assert lane(Part(0, "Ana"), score, 120, risked) == Lane(0, "Ana", score, done, at_risk)

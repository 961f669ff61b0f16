"""Tests of what the big screen shows beside the title's scene: the news, the ending, the way in."""

from types import SimpleNamespace

import pytest

from companion.plays.pages.drawing import scene
from games.messages import Speaker
from games.pieces import BoardPiece, absent

PARTS = [SimpleNamespace(index=0, name="Red"), SimpleNamespace(index=1, name="Grey")]
USUAL = {
    "now": (),
    "outcome": None,
    "parts": PARTS,
    "people": {0: "Ana"},
    "due": (),
    "speaker": Speaker({}),
    "threats": (),
    "hands": None,
    "last": [],
    "headline": "",
    "peak": (),
    "seats_free": False,
    "qr": "<svg>",
    "play": SimpleNamespace(code="ABCDEF", revision=1),
}


def screen(*own, **otherwise):
    return {piece.name: piece for piece in scene.pieces({**USUAL, **otherwise}, own)}


def line(*texts, **more):
    return {"icon": "cube", "count": 2, "texts": list(texts), "done": False, "n": 3, **more}


def test_titles_scene_stands_before_what_every_screen_has():
    own = BoardPiece("danger", "games/any/danger.jinja", {})
    names = ["danger", "turn", "threats", "last", "peak", "over", "join"]
    assert list(screen(own)) == names
    assert [name for name, piece in screen().items() if piece == absent(name)] == [
        *("turn", "last", "peak", "over", "join")
    ]


def test_entry_moving_nothing_is_said_in_five_sentences():
    told = [f"So {n}" for n in range(6)]
    values = screen(last=told)["last"].values
    assert values == {"lines": tuple(told[:5]), "hands": []}


def test_work_of_hands_stands_below_what_was_done():
    values = screen(last=["Ana paid", "Two are left"], hands={"lines": [line("2 for Ana")]})
    assert values["last"].values == {
        "lines": ("Ana paid",),
        "hands": [{"icon": "cube", "count": 2, "texts": ["2 for Ana"], "done": False}],
    }


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([line("Ana paid")], ()),
        ([line("Else"), line("Ana paid")], ()),
        ([line("Ana paid", "Bo paid")], ("Ana paid",)),
    ],
)
def test_what_was_done_is_not_said_twice(lines, said):
    shown = screen(last=["Ana paid"], hands={"lines": lines})["last"].values
    assert (shown["lines"], len(shown["hands"])) == (said, len(lines))


def test_headline_says_who_beside_work_of_hands():
    last, said = ["Red paid"], "Ana paid"
    shown = screen(last=last, headline=said, hands={"lines": [line("Red paid")]})["last"].values
    assert (shown["lines"], len(shown["hands"])) == (("Ana paid",), 1)


ENDED = {"result": "won", "text": "So", "also": [], "page": "1"}


def test_ending_names_sides_people_and_who_won():
    outcome = {**ENDED, "winners": ["Grey"], "scores": {}, "yours": "won"}
    values = screen(outcome=outcome)["over"].values
    ana, grey = (
        {"part": 0, "side": "Red", "person": "Ana", "score": None},
        {"part": 1, "side": "Grey", "person": "", "score": None},
    )
    assert values["people"] == (ana, grey)
    assert values["winners"] == (grey,)
    assert values["outcome"] == ENDED


def test_ending_lists_all_scores_best_first():
    outcome = {**ENDED, "winners": ["Grey"], "scores": {1: ("Grey", 31), 0: ("Ana", -2)}}
    people = screen(outcome=outcome)["over"].values["people"]
    assert [(each["side"], each["score"]) for each in people] == [("Grey", 31), ("Red", -2)]


def test_way_in_is_shown_while_seat_is_free():
    assert screen(seats_free=True)["join"].values == {"qr": "<svg>", "code": "ABCDEF"}

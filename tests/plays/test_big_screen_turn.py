"""Tests of whose turn the big screen says it is, and what it says they decide."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.plays.pages.drawing import scene
from games.messages import Speaker

PARTS = [SimpleNamespace(index=0, name="Red"), SimpleNamespace(index=1, name="Grey")]


def asked(label, do="roll", expected=True):
    return SimpleNamespace(label=label, do=do, expected=expected)


def turn(now, due=(0,), outcome=None):
    people = {0: "Ana"}
    given = {"now": now, "due": due, "outcome": outcome, "parts": PARTS, "people": people}
    return scene._turn({**given, "speaker": Speaker({})}).values


@pytest.mark.parametrize(
    ("due", "part", "person", "side"),
    [((0,), 0, "Ana", "Red"), ((1,), 1, "Grey", "Grey"), ((), None, "", "")],
)
def test_whoever_is_due_is_named_with_their_side(due, part, person, side):
    said = turn([asked("Roll")], due)
    assert (said["part"], said["person"], said["side"]) == (part, person, side)


def test_several_due_are_named_together_without_side():
    said = turn([asked("Roll")], (0, 1))
    assert said["person"].split() == ["Ana", "and", "Grey"]
    assert (said["part"], said["side"]) == (None, "")


@pytest.mark.parametrize(
    ("now", "due", "said"),
    [
        ([asked("Roll")], (0,), "Roll"),
        ([asked("Go left"), asked("Go right")], (0,), ""),
        ([asked("Go left"), asked("Go right")], (), "Go left"),
        ([asked("Go left"), asked("Stop", do="stop")], (0,), ""),
        ([asked("Rest", expected=False), asked("Roll")], (0,), "Roll"),
    ],
)
def test_decision_is_said_unless_name_says_enough(now, due, said):
    assert turn(now, due)["asked"] == said


def test_idle_or_finished_game_tells_no_turn():
    assert not turn([asked("Rest", expected=False)])
    assert not turn([asked("Roll")], outcome="won")

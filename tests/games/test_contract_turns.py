"""Tests of what a title has from the contract without a line of its own: turns, headings, whose
move."""

from typing import Annotated

import pytest
from msgspec.structs import replace

from games.actions import Range
from games.messages import Msg
from games.pieces import BoardPiece
from games.referee import Adjust, Field, Frozen, Note, Part, Prompt, Refusal, Ruling
from games.vocabulary import PhysicalStep
from tests.games.test_contract_defaults import HENS, Box, Hens, Setup, State


class ThreeHens(Hens):
    def parts(self, state):
        return tuple(Part(n, "Hen") for n in range(3))


@pytest.mark.parametrize(("first", "next_"), [(0, 1), (1, 2), (2, 0)])
def test_in_a_rematch_the_next_one_begins(first, next_):
    assert ThreeHens().again(Setup(first=first), State()) == Setup(first=next_)


def test_where_nobody_begins_rematch_is_as_game_was():
    class Alone(Frozen):
        players: int = 1

    assert ThreeHens().again(Alone(), State()) == Alone()


def test_lesson_lasts_one_round_or_everyones_turn(monkeypatch):
    monkeypatch.setattr(Hens, "parts", lambda self, state: (1, 2, 3))
    assert HENS.lesson(State(round=7)) == 1
    assert HENS.lesson(State(turn=7)) == 3


def test_turn_start_heads_log_but_beginning_has_none():
    assert HENS.heading(Note("note.turn", {"who": "Ana"}), State()) == Msg(
        "note.turn", {"who": "Ana"}
    )
    assert HENS.heading(None, State()) is None


def test_turn_is_same_while_its_number_is():
    assert HENS.same_turn(State(turn=3), State(turn=3, eggs=9))
    assert not HENS.same_turn(State(turn=3), State(turn=4))


def test_those_who_alone_may_enter_expected_are_called():
    def asked(do, actors, expected=True):
        return Prompt(do, do, actors=actors, expected=expected)

    prompts = (
        asked("lay", (2, 0)),
        asked("sit", (0,)),
        asked("any", None),
        asked("rest", (1,), expected=False),
    )
    assert HENS.parts_to_act(State(), prompts) == (2, 0)


def test_big_screen_shows_phones_board_without_questions(monkeypatch):
    pieces = (
        BoardPiece("nest", "a", {}),
        BoardPiece("asked", "b", {}),
        BoardPiece("yard", "c", {}),
    )
    monkeypatch.setattr(Hens, "pieces", lambda self, board, offers: pieces)
    assert [each.name for each in HENS.scene(State(), {})] == ["nest", "yard"]


def test_forecasts_are_everybodys_unless_a_title_says_otherwise():
    assert HENS.can_see_forecasts(State(), None) is True


def test_setup_outside_its_span_is_refused_before_beginning(monkeypatch):
    class Bounded(Frozen):
        players: Annotated[int, Range(1, 3)] = 2
        eggs: Annotated[int | None, Range(0, 9)] = None

    begun = []
    monkeypatch.setattr(Hens, "start", lambda self, setup, box, call: begun.append(1) or State())
    refused = HENS.begin(Bounded(players=4), Box())
    assert isinstance(refused, Refusal)
    assert (refused.code, begun) == ("E_RANGE", [])
    assert isinstance(HENS.begin(Bounded(eggs=10), Box()), Refusal)
    assert isinstance(HENS.begin(Bounded(), Box()), Ruling)


def test_what_cannot_be_learned_leaves_box_unchanged(monkeypatch):
    monkeypatch.setattr(Hens, "learn", lambda self, box, action: Refusal("E_X", ""))
    assert HENS.remember(Box(("Ada",)), object(), State()) == Box(("Ada",))
    monkeypatch.setattr(Hens, "learn", lambda self, box, action: replace(box, names=("Eve",)))
    assert HENS.remember(Box(("Ada",)), object(), State()) == Box(("Eve",))


def test_title_says_what_follows_from_corrected_number(monkeypatch):
    def follow(self, t, before):
        t.note("woken", before=before.eggs)

    monkeypatch.setattr(Hens, "adjusted", follow)
    notes = HENS.apply(State(), Adjust("eggs", 7)).notes
    assert [(note.code, note.facts.get("before")) for note in notes] == [
        ("note.adjust", 3),
        ("note.woken", 3),
    ]


# -- words of the contract -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bounds", "numbers"),
    [
        ({"low": 3, "high": 5}, [3, 4, 5]),
        ({"high": 2}, [0, 1, 2]),
        ({"low": 0}, [0]),
        ({"low": 1, "high": 6, "step": 2}, [1, 3, 5]),
    ],
)
def test_all_numbers_between_both_bounds_can_be_told(bounds, numbers):
    assert list(Field("n", "number", "n", **bounds).numbers) == numbers


@pytest.mark.parametrize(
    ("facts", "moved"),
    [
        ({"n": 0}, 0),
        ({}, 0),
        ({"n": []}, 0),
        ({"n": ["egg", ("hen", 4), ["hay"], ("x", "y")]}, 7),
    ],
)
def test_hands_move_as_many_as_a_note_counts(facts, moved):
    assert PhysicalStep("egg", count="n").many(facts) == moved


def test_titles_own_voice_comes_before_familys():
    assert HENS.title.voices == ("hens",)
    assert replace(HENS.title, family="birds").voices == ("hens", "birds")

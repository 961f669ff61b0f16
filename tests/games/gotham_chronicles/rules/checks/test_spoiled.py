"""Nonsense is refused, never raised: fields made wrong, out of range or missing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.conformance.chance import spoil
from games.referee import MalformedError, Question, Refusal, Ruling
from tests.games.gotham_chronicles.table import GAME
from tests.games.gotham_chronicles.test_random_play import BOX, chosen, conserved, play, shown


@pytest.mark.patient
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_spoiled_actions_are_answered_and_never_raise(seed, full):
    luck = Random(seed)
    state = GAME.begin(GAME.setup_default(luck.randint(2, 4), BOX), BOX).state
    state = replace(state, depth="full" if full else "quick")
    for _ in range(60):
        prompts = GAME.prompts(state)
        if not prompts:
            break
        action = chosen(luck.choice(prompts), luck)
        data = spoil(as_data(action), luck)
        try:
            spoiled = GAME.decode_action(data)
        except MalformedError:
            pass
        else:
            answered = GAME.apply(state, spoiled, luck.choice((None, 0, 1, 7)))
            assert isinstance(answered, Ruling | Refusal | Question), spoiled
            if isinstance(answered, Ruling):
                shown(answered)
                assert GAME.check(answered.state) == (), spoiled
                GAME.board(answered.state, 0)
                GAME.prompts(answered.state)
        ruling = play(state, action, luck)
        state = ruling.state if isinstance(ruling, Ruling) else state


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_table_that_overrules_everything_still_loses_no_cube(seed):
    luck = Random(seed)
    state = GAME.begin(GAME.setup_default(luck.randint(2, 4), BOX), BOX).state
    state = replace(state, depth=luck.choice(("quick", "full")))
    for _ in range(50):
        prompts = GAME.prompts(state)
        if not prompts:
            break
        action, answers = chosen(luck.choice(prompts), luck), {}
        for _ in range(9):
            ruling = GAME.apply(state, action, luck.choice((None, 0, state.villain)), answers)
            if isinstance(ruling, Question):
                answers[ruling.code] = str(luck.choice(ruling.options).value)
            elif isinstance(ruling, Refusal) and ruling.overridable:
                answers[f"override:{ruling.code}"] = "the mission says so"
            else:
                break
        if isinstance(ruling, Ruling):
            state = ruling.state
            conserved(state)
            assert {defect.code for defect in GAME.check(state)} <= {"limit", "load", "belt"}
            assert GAME.board(state, None)


def as_data(action):
    import msgspec

    return msgspec.to_builtins(action)


@pytest.mark.parametrize(
    "changes",
    [
        {"rounds": 2**40},
        {"rounds": 0},
        {"reserve": -1},
        {"mission": "nothing of the kind", "river": ("A", "A")},
        {"gadgets": ("9|Rope", "x", "0|Nothing")},
        {"allies": ("7|Beat Officers (sample)",)},
        {"allies": ("x|Beat Officers (sample)",)},
        {"heroes": ()},
        {"heroes": ("A", "B", "C", "D")},
        {"variants": ("Z9", "E1")},
        {"depth": "deeper"},
    ],
)
def test_nonsensical_set_up_is_refused_or_made_sound(changes):
    begun = GAME.begin(replace(GAME.setup_default(3, BOX), **changes), BOX)
    if isinstance(begun, Ruling):
        assert GAME.check(begun.state) == ()
        assert GAME.board(begun.state, None)
    else:
        assert isinstance(begun, Refusal)


def test_what_only_eyes_judge_can_be_looked_up():
    """Adjacency and line of sight stay with the table; their entries are offered."""
    entries = GAME.clarifications
    for number, word in ((28, "adjacent"), (162, "line"), (163, "orange"), (167, "letter")):
        text = entries[f"G-{number:03}"].text["en"].lower()
        assert word in text

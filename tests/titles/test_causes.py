"""Tests that a title's fault is said with its cause, by the suite that every title is held to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.conformance.suite import test_rules as suite
from games.actions import Rules, Table
from games.referee import Field, Prompt
from tests.sample_game import Acorns, State
from tests.titles import savings


class Saving(Acorns):
    """Squirrels with a bank, whose chapter is listed and whose action has no name."""

    title = replace(Acorns.title, slug="saving")
    rules: Rules[Table[State]] = Rules(savings)


def test_action_in_no_chapter_is_reported_as_such():
    class Forgotten(Acorns):
        def prompts(self, state):
            return (Prompt("bank", "Bank", expected=True), *super().prompts(state))

    for law in (
        suite.test_offers_are_known_actions_and_states_survive_storage,
        lambda referee: suite.test_the_laws_hold_in_random_play(referee, None),
    ):
        with pytest.raises(AssertionError, match=r"bank is not in Action: .* no chapter of Rules"):
            law(Forgotten())


def test_action_without_name_is_told_to_get_one():
    with pytest.raises(AssertionError, match=r"bank has no plain name: add action\.bank"):
        suite.test_every_action_has_a_plain_name(Saving())


def test_prompt_that_can_never_succeed_is_reported():
    class Hopeless(Acorns):
        def prompts(self, state):
            found = super().prompts(state)
            wanted = Field("squirrel", "number", "Whose", low=2, high=40)
            return (*found, Prompt("find", "Another", (wanted,))) if found else ()

    with pytest.raises(AssertionError, match=r"find can never succeed: .*E_RANGE"):
        suite.test_the_laws_hold_in_random_play(Hopeless(), None)


def test_field_that_action_has_not_is_said():
    class Misspelt(Acorns):
        def prompts(self, state):
            (roll, *others) = super().prompts(state)
            return (replace(roll, fields=(replace(roll.fields[0], name="fase"),)), *others)

    with pytest.raises(AssertionError, match=r"roll is offered with .*fase.* takes something else"):
        suite.test_the_same_log_gives_the_same_state(Misspelt())

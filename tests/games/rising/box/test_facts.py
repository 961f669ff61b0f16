"""Tests that what a new copy is shipped with is what the rulebook says, fact by fact."""

import pytest

from games import registry
from tests.games.rising.box.facts import TITLES, facts, kept

WRITTEN = "compare the changed lines with the book, then: python -m tests.games.rising.box.facts"


@pytest.mark.parametrize("title", TITLES)
def test_new_copy_knows_exactly_what_rulebook_says(title):
    assert facts(title) == kept(title).read_text().splitlines(), WRITTEN


@pytest.mark.parametrize("title", TITLES)
def test_every_option_ends_at_its_bounds(title):
    referee = registry.referee(title)
    box = referee.sample_box()
    for option in referee.definition.every_option:
        if option.kind != "number" or option.name == "teams":
            continue
        for value in (option.low - 1, option.low, option.high, option.high + 1):
            setup = referee.decode_setup(
                {"players": 2, "boss_damage": 0, option.name: max(value, -9)}
            )
            answer = referee.begin(setup, box)
            inside = option.low <= value <= option.high
            open_value = value < 0 and option.name == "villains"
            capped = option.name == "boss_damage" and value > 5
            assert hasattr(answer, "state") == ((inside or open_value) and not capped), option.name

"""What a new copy is shipped with is what the rulebook says, fact by fact."""

from pathlib import Path

import pytest

from games import registry
from tests.games.rising.box.facts import bounds, told

SHIPPED = Path(__file__).parent / "shipped"
TITLES = ("batman-who-laughs", "fire-nation")


@pytest.mark.parametrize("title", TITLES)
def test_a_new_copy_knows_what_was_read_in_the_rulebook_and_nothing_else(title):
    referee = registry.referee(title)
    lines = [*told(referee.blank_box()), *bounds(referee.definition)]
    assert lines == (SHIPPED / f"{title}.txt").read_text().splitlines()


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

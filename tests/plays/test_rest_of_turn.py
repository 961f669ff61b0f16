"""The rest of a turn, below the question: its dangers, what lowers them, what no one can know."""

import pytest
from msgspec.structs import replace

from companion.plays import forecast_text
from games import registry
from tests.hardening.calibration import known
from tests.plays.test_ahead import at_table, told, waits_for
from tests.positions import recorded

TALISMAN, GOTHAM = "talisman-batman", "gotham-chronicles"


def foreseen(slug):
    """Yield recorded tables, with what is foreseen of the rest of the turn."""
    referee = registry.referee(slug)
    for _, state in recorded(slug):
        state = replace(state, **known(referee))
        found = forecast_text.of(slug, referee.encode_state(state))
        if found.turn:
            yield state, found


def test_move_is_told_what_waits_at_possible_ends(db):
    state, found = next(
        each for each in foreseen(TALISMAN) if any("–" in c.percent for c in each[1].turn)
    )
    ends = next(each for each in found.turn if "–" in each.percent)
    _, host, watcher = at_table(TALISMAN, state)
    assert waits_for(host)
    said = told(host)
    assert "This turn: " in said
    assert f"{ends.percent} %" in said.split("This turn: ")[1]
    if found.turn_open:
        assert f"up to {found.turn_open} % of it only the table knows" in said
    assert told(watcher) == said


def test_which_choice_lowers_it_is_said(db):
    state, found = next(each for each in foreseen(GOTHAM) if any(c.less for c in each[1].turn))
    less = next(each.less for each in found.turn if each.less)
    _, host, _ = at_table(GOTHAM, state)
    assert f"↓ {less.chosen[0]}" in told(host)


@pytest.mark.patient
@pytest.mark.parametrize("slug", [TALISMAN, GOTHAM])
def test_nothing_is_said_twice(slug):
    seen = 0
    for _, found in foreseen(slug):
        said = [(each.text.code, each.percent) for each in (*found.chances, *found.turn)]
        assert len(said) == len({*said})
        seen += 1
    assert seen > 2


def test_table_wanting_nothing_said_is_told_nothing(db):
    state, _ = next(foreseen(TALISMAN))
    _, host, _ = at_table(TALISMAN, state, sees="nothing")
    assert not waits_for(host)
    assert told(host) == ""

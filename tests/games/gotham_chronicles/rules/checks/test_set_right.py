"""Numbers set right in the middle of anything, and what a box ships as confirmed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.conformance import chance
from games.gotham_chronicles.box.sheets import (
    CUBES_IN_BOX,
    EVENT_SHEET,
    EVENT_WARNING,
    RIVER_POSITIONS,
    Box,
    PostSheet,
)
from games.gotham_chronicles.rules.danger import SUPPLY, WALLS_IN_BOX
from games.gotham_chronicles.rules.villain.reinforcement import REINFORCEMENTS_IN_BOX
from games.gotham_chronicles.state import State
from games.referee import Adjust, Ruling
from tests.games.gotham_chronicles.table import GAME
from tests.situations import positions


def middles() -> list[tuple[State, str]]:
    """Return some states with everything that can be under way, each with its name."""
    found: list[tuple[State, str]] = []
    seen: Counter[str] = Counter()
    for state, _ in positions("gotham-chronicles"):
        what = "peril" if state.peril else type(state.open).__name__ if state.open else ""
        seen[what] += 1
        if seen[what] % 12 == 1:
            found.append((state, what))
    return found


@pytest.mark.patient
def test_number_set_right_in_middle_leaves_game_going():
    luck = Random(2)
    tried: Counter[str] = Counter()
    for state, what in middles():
        trackers = GAME.trackers(state)
        for tracker in luck.sample(trackers, len(trackers) // 3):
            value = luck.choice((tracker.low, tracker.high))
            ruling = GAME.apply(state, Adjust(tracker.name, value, "counted"))
            if not isinstance(ruling, Ruling):
                continue
            tried[what] += 1
            assert GAME.check(ruling.state) == ()
            GAME.board(ruling.state, None)
            prompts = GAME.prompts(ruling.state)
            assert ruling.state.ended or prompts
            taps = [p for p in prompts if not p.fields and p.tone == "next"]
            for prompt in taps:
                actor = prompt.actors[0] if prompt.actors else None
                data = {"do": prompt.do, **prompt.fixed}
                answer, _ = chance.answered(GAME, ruling.state, data, actor, luck)
                # "No, wait" is an answer, too: then the turn goes on as it was.
                waits = getattr(answer, "code", "") == "E_OTHERS_ACT"
                assert waits or isinstance(answer, Ruling), (tracker.name, value, data, answer)
    assert {"Attack", "Move", "Task", "peril", "Brought", ""} <= {*tried}


# -- what the box ships as confirmed -------------------------------------------------------


def test_what_rulebook_confirms_is_shipped_as_it_says():
    """Pages 6, 7, 11, 26, 47 and 56: limits, dice and the contents of the box."""
    assert GAME.blank_box() == Box(
        post=PostSheet((1, 2, 3, 4, 5, 6, 7, 8), 3, 1, 4, "orange", None)
    )
    assert (RIVER_POSITIONS, CUBES_IN_BOX) == (8, 46)
    assert SUPPLY == {"flame": 8, "gas": 8, "frost": 8, "smoke": 6}
    assert (REINFORCEMENTS_IN_BOX, WALLS_IN_BOX) == (6, 6)
    assert (EVENT_SHEET.name, EVENT_SHEET.kind, EVENT_SHEET.width) == (EVENT_WARNING, "event", 1)
    assert GAME.blank_box().faces == ()

"""Whole evenings without people: games played to their end by a policy, at a pace of their own.

The policy is that of the turning points (``games.odds.turning_point``); where it knows no way on,
something offered is entered at random. Each side thinks for a time of its own, longer on some
evenings than on others.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

from companion.conformance import walks
from companion.plays.replay import ReplayStep
from companion.stats.history import History
from games import registry
from games.odds import turning_point
from games.referee import Ruling

FIRST = datetime(2026, 1, 9, 18, 0, tzinfo=UTC)
LONGEST = 1500
THINKS = (14.0, 22.0, 31.0, 18.0, 26.0, 20.0)
"""Seconds each side takes for an entry, on average."""
SPREAD = 0.15
"""The spread of the pace from evening to evening, as the deviation of its logarithm."""


def evening(slug: str, seed: int, players: int = 3) -> History:
    """Return an evening of a title with as many players, from its first entry to its last."""
    referee, rng = registry.referee(slug), Random(f"{slug} {seed}")
    box = referee.sample_box()
    setup = referee.draw(referee.setup_default(players, box), box, rng.randrange)
    begun = referee.begin(setup, box)
    assert isinstance(begun, Ruling)
    past: Any = History(SimpleNamespace(title=slug), referee, begun.state)
    now, pace = FIRST, rng.lognormvariate(0, SPREAD)
    state = begun.state
    while referee.outcome(state) is None and len(past.steps) < LONGEST:
        due = next((each.actors for each in referee.prompts(state) if each.expected), ())
        actor = due[0] if due else None
        after = turning_point._onward(referee, state, rng.randrange)
        if after is None:
            _data, ruling = walks.played(referee, state, rng)
            assert ruling is not None
            after = ruling.state
        now += timedelta(seconds=rng.gammavariate(2, THINKS[actor or 0] / 2) * pace)
        entry = SimpleNamespace(at=now, actor=actor)
        past.steps.append(ReplayStep(entry, None, state, Ruling(after)))
        state = after
    return past

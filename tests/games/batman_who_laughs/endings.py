"""Ways of playing The Batman Who Laughs Rising towards each of its endings."""

from __future__ import annotations

from tests.games.rising.endings import (
    away,
    ended,
    hunt,
    on_the_brink,
    plan,
    quickly,
    to_him,
    today,
    until_revealed,
)
from tests.record import Ending

EASIER = {"boss_damage": 3, "villains": 3}

ENDINGS = (
    Ending(
        "won",
        2,
        plan(deploy=hunt, doom=until_revealed, hit=0.6, recruit=0.9, luck=True),
        ended("won"),
        EASIER,
    ),
    Ending("lost-track", 3, plan(deploy=away, doom=quickly, hit=0.2), ended("track")),
    Ending(
        "lost-heroes",
        4,
        plan(deploy=away, doom=lambda state, rng: 0, recruit=0.9, hit=0.0),
        ended("heroes"),
    ),
    Ending(
        "lost-team",
        1,
        plan(deploy=to_him, doom=lambda state, rng: 1, recruit=0.0, hit=0.3),
        ended("team"),
    ),
    Ending(
        "won-and-lost",
        2,
        plan(deploy=hunt, doom=on_the_brink, hit=0.6, recruit=0.9, luck=True),
        ended("won", "track"),
        EASIER,
    ),
    *today(),
)

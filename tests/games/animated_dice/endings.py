"""Ways of playing the dice game towards each of its endings."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.conformance import chance
from games.referee import AnyReferee, Outcome, Prompt
from tests.record import Choose, Ending, of_today


def cautious(limit: float) -> Choose:
    """Stop with this chance whenever stopping is possible."""

    def choose(
        referee: AnyReferee, state: Any, prompts: tuple[Prompt, ...], rng: Random
    ) -> dict[str, Any]:
        stops = [prompt for prompt in prompts if prompt.do == "stop"]
        if stops and rng.random() < limit:
            return chance.action(stops[0], rng)
        return chance.action(rng.choice(prompts), rng)

    return choose


def ties(n: int) -> Callable[[Outcome, Any], bool]:
    return lambda outcome, state: state.stage.tie == n


def reached_by(place: int, players: int) -> Callable[[Outcome, Any], bool]:
    """Return whether the one at ``place`` in the order of play is the first to have the target."""

    def wanted(outcome: Outcome, state: Any) -> bool:
        total = dict.fromkeys(range(players), 0)
        for heist in state.sheet:
            total[heist.part] += heist.points
            if total[heist.part] >= state.target:
                return heist.part == state.order[place] and not state.stage.tie
        return False

    return wanted


SAMPLE_IN_FULL = (("sample", "full"),)
BLANK = (("blank", "quick"), ("blank", "full"))

ENDINGS = (
    Ending("won", 4, cautious(0.5), ties(0)),
    Ending("tie-broken", 3, cautious(0.5), ties(1)),
    Ending("tie-broken-twice", 2, cautious(0.5), ties(2), seeds=20_000),
    Ending("target-by-first", 3, cautious(0.5), reached_by(0, 3)),
    Ending("target-by-last", 3, cautious(0.5), reached_by(2, 3)),
    *of_today(SAMPLE_IN_FULL, lambda box, depth: cautious(0.5), (0, 92)),
    *of_today(BLANK, lambda box, depth: cautious(0.7), (0, 80)),
)

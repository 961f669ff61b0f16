"""Random actions, legal and spoiled, against every referee.

``python -m tests.hardening.referees 1000000 [SLUG …]`` runs the long version: that many actions
per title, no invariant broken, no refused action with an effect, no exception.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random
from typing import Any

from companion.conformance import chance
from games import registry
from games.referee import AnyReferee, MalformedError, Question, Ruling

TRIES = 12
"""Actions tried on every state, most of them spoiled; one that holds is then followed."""


def run(referee: AnyReferee, times: int, seed: int = 0) -> Counter[str]:
    """Try ``times`` actions over as many plays as it takes; counts the answers."""
    rng = Random(seed)
    seen: Counter[str] = Counter()
    state: Any = None
    while sum(seen.values()) < times:
        prompts = referee.prompts(state) if state is not None else ()
        if not prompts:
            state = chance.begin(
                referee, rng.choice(chance.startable(referee)), sample=rng.random() < 0.7
            )
            seen["plays"] += 1
            continue
        state = _tried(referee, state, prompts, rng, seen)
    return seen


def _tried(referee: AnyReferee, state: Any, prompts: Any, rng: Random, seen: Counter[str]) -> Any:
    """Return the state to go on from after trying some actions on this one."""
    stored = referee.encode_state(state)
    following = None
    for n in range(TRIES):
        data = chance.action(rng.choice(prompts), rng)
        if n % 3:
            data = chance.spoil(data, rng)
        try:
            action = referee.decode_action(data)
        except MalformedError:
            seen["malformed"] += 1
            continue
        actor = rng.choice((None, None, 0, 1, 5))
        ruling = referee.apply(state, action, actor)
        if isinstance(ruling, Question):
            answers = {ruling.code: str(rng.choice(ruling.options).value)}
            ruling = referee.apply(state, action, actor, answers)
        seen[type(ruling).__name__] += 1
        if isinstance(ruling, Ruling):
            defects = referee.check(ruling.state)
            assert not defects, (data, defects)
            following = ruling.state if n % 3 == 0 or following is None else following
    assert referee.encode_state(state) == stored
    return following if following is not None else _forced(referee, state, prompts, rng)


def _forced(referee: AnyReferee, state: Any, prompts: Any, rng: Random) -> Any:
    """Return any expected step that holds, so that a play never stands still."""
    expected = [prompt for prompt in prompts if prompt.expected] or list(prompts)
    for _ in range(200):
        data = chance.action(rng.choice(expected), rng)
        ruling, _answers = chance.answered(referee, state, data, None, rng)
        if isinstance(ruling, Ruling):
            return ruling.state
    raise AssertionError(f"no way on from {referee.step(state)}")


def main(times: int, slugs: list[str]) -> None:
    for slug in slugs or list(registry.TITLES):
        started = time.perf_counter()
        seen = run(registry.referee(slug), times)
        seconds = time.perf_counter() - started
        answers = ", ".join(f"{name} {n}" for name, n in sorted(seen.items()))
        print(f"{slug}: {sum(seen.values())} in {seconds:.0f} s ({answers})", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:])

"""How often a form offers what is then refused: random combinations of every offered form.

``python -m tests.hardening.forms 1000 [SLUG …]`` plays that many actions per title and tries each
prompt of every state once. It fails where a single tap is refused, or more than one in two hundred
of all combinations.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

from companion.conformance import chance
from games import registry
from games.referee import AnyReferee, Refusal, SetDepth

ALLOWED = 0.005
"""The share of combinations that may be refused."""

FRESH = 150
"""A new table is begun after so many actions."""

TURNED = 25
"""The depth changes before one action in so many."""


class Tried(Counter[str]):
    """How many combinations were tried and refused: by prompt and code, and in all."""

    @property
    def share(self) -> float:
        return self["refused"] / max(self["tried"], 1)


def run(referee: AnyReferee, steps: int, seed: int = 0) -> Tried:
    """Try a combination of every prompt on each state of random games."""
    rng, seen, state = Random(seed), Tried(), None
    for step in range(steps):
        if state is None or step % FRESH == 0 or not referee.prompts(state):
            state = chance.begun(referee, rng)
        elif rng.randrange(TURNED) == 0 and len(referee.title.depths) > 1:
            state = turned(referee, state, rng)
        for prompt in referee.prompts(state):
            data = chance.action(prompt, rng)
            actor = rng.choice(prompt.actors) if prompt.actors else None
            answer = referee.apply(state, chance.offered(referee, data), actor)
            seen["tried"] += 1
            if isinstance(answer, Refusal):
                seen["refused"] += 1
                seen["taps"] += not prompt.fields
                seen[f"{prompt.do} {answer.code}"] += 1
        state = chance.onward(referee, state, rng, 0.8)
    return seen


def turned(referee: AnyReferee, state: Any, rng: Random) -> Any:
    """Return the table at a random depth."""
    ruling = referee.apply(state, SetDepth(rng.choice(referee.title.depths)))
    return getattr(ruling, "state", state)


def main(steps: int, slugs: list[str]) -> int:
    worst = 0
    for slug in slugs or list(registry.TITLES):
        seen = run(registry.referee(slug), steps)
        print(
            f"{slug}: {seen['refused']} of {seen['tried']} refused ({seen.share:.2%})", flush=True
        )
        for name, n in seen.most_common():
            if " " in name:
                print(f"  {n} {name}")
        worst += bool(seen["taps"] or seen.share > ALLOWED)
    return worst


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500, sys.argv[2:]))

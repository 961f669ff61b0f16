"""Random games against the laws of ``tests.laws``.

``python -m tests.hardening.laws 100000 [SLUG …]`` plays that many actions per title, and names
every law that broke with the first case of each. It fails if there is
any.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from games import registry
from games.referee import AnyReferee, Ruling
from tests import chance, laws
from tests.probes import probe

LOOKS = 20
"""Every so many-th state is drawn for everybody who may look at it."""

WAYS = 150
"""On every so many-th state it is tried whether a next turn can be reached."""


def search(slug: str, steps: int, seed: int = 0) -> Iterator[laws.Breach]:
    """Every breach in random games of a title, over so many accepted actions."""
    referee, rng = registry.referee(slug), Random(seed)
    state: Any = None
    for step in range(steps):
        if state is None or not referee.prompts(state):
            state = chance.begun(referee, rng)
        yield from laws.breaches(referee, state, rng)
        yield from laws.gone(probe(slug), referee, state)
        if step % LOOKS == 0:
            drawn(referee, state)
        if step % WAYS == 0:
            yield from laws.dead_end(referee, state, rng)
        action, ruling = played(referee, state, rng)
        if ruling is None:
            yield laws.Breach("onward", "any", f"{referee.step(state)}: nothing offered holds")
            state = None
            continue
        for defect in referee.check(ruling.state):
            yield laws.Breach("invariant", action["do"], f"{action}: {defect}")
        yield from laws.silent(probe(slug), referee, state, ruling, action["do"])
        state = ruling.state


def drawn(referee: AnyReferee, state: Any) -> None:
    """The board of every part and of who only watches, and the table as text."""
    for viewer in (None, *(part.index for part in referee.parts(state))):
        seen = referee.view(state, viewer)
        referee.board(seen, viewer)
        referee.prompts_for(seen, viewer)
    assert referee.text(state)


def played(
    referee: AnyReferee, state: Any, rng: Random
) -> tuple[dict[str, Any], Ruling[Any] | None]:
    """An offered action that holds, an expected one four times of five."""
    prompts = referee.prompts(state)
    expected = [prompt for prompt in prompts if prompt.expected]
    data: dict[str, Any] = {}
    for _ in range(60):
        prompt = rng.choice(expected if expected and rng.random() < 0.8 else prompts)
        data = chance.action(prompt, rng)
        actor = rng.choice(prompt.actors) if prompt.actors else None
        ruling, _ = chance.answered(referee, state, data, actor, rng)
        if isinstance(ruling, Ruling):
            return data, ruling
    return data, None


def main(steps: int, slugs: list[str]) -> int:
    broken = 0
    for slug in slugs or list(registry.TITLES):
        started = time.perf_counter()
        seen: Counter[str] = Counter()
        for breach in search(slug, steps):
            if not seen[breach.name]:
                print(f"{slug}: {breach.name}: {breach.told}", flush=True)
            seen[breach.name] += 1
        seconds = time.perf_counter() - started
        told = ", ".join(f"{name} {n}" for name, n in sorted(seen.items())) or "every law holds"
        print(f"{slug}: {steps} actions in {seconds:.0f} s: {told}", flush=True)
        broken += len(seen)
    return broken


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:])))

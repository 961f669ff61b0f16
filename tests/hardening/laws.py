"""Random games against the laws of ``companion.conformance``.

``python -m tests.hardening.laws 100000 [SLUG …] [--seed N]`` plays that many actions per title, and
names every law that broke with the first case of each; of a title whose probe draws from all
set-ups, how often everything was drawn. It fails if a law broke, and from 50,000 actions on if
anything a starter set holds was never drawn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from companion.conformance import draws, laws, walks
from companion.conformance.draws import DrawCounts
from games import registry
from tests.probes import probe


def search(
    slug: str, steps: int, seed: int = 0, drawn: DrawCounts | None = None
) -> Iterator[laws.Breach]:
    """Return every breach in random games of a title, over so many accepted actions."""
    return walks.search(registry.referee(slug), probe(slug), steps, seed, drawn)


ENOUGH = 50_000
"""So many actions are enough games for everything to be drawn."""


def never(slug: str, drawn: DrawCounts) -> int:
    """Return what no table had of all that the starter set holds; print how often each was
    drawn."""
    if not drawn:
        return 0
    box = draws.copies(registry.referee(slug))["starter"]
    missing = [f"{room}: {name}" for room, name in drawn.missing(box)]
    print(drawn.table(box), f"{slug}: never drawn: {', '.join(missing) or 'nothing'}", sep="\n")
    return len(missing)


def main(steps: int, slugs: list[str], seed: int = 0) -> int:
    broken = 0
    for slug in slugs or list(registry.TITLES):
        started = time.perf_counter()
        seen: Counter[str] = Counter()
        drawn = DrawCounts()
        for breach in search(slug, steps, seed, drawn):
            if not seen[breach.name]:
                print(f"{slug}: {breach.name}: {breach.told}", flush=True)
            seen[breach.name] += 1
        seconds = time.perf_counter() - started
        told = ", ".join(f"{name} {n}" for name, n in sorted(seen.items())) or "every law holds"
        print(f"{slug}: {steps} actions in {seconds:.0f} s: {told}", flush=True)
        missing = never(slug, drawn)
        broken += len(seen) + (missing if steps >= ENOUGH else 0)
    return broken


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("steps", type=int, nargs="?", default=10_000)
    options.add_argument("slugs", nargs="*")
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    sys.exit(bool(main(given.steps, given.slugs, given.seed)))

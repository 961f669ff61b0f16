"""Random games against the laws of ``companion.conformance``.

``python -m tests.hardening.laws 100000 [SLUG …]`` plays that many actions per title, and names
every law that broke with the first case of each. It fails if there is
any.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator

from companion.conformance import laws, walks
from games import registry
from tests.probes import probe


def search(slug: str, steps: int, seed: int = 0) -> Iterator[laws.Breach]:
    """Every breach in random games of a title, over so many accepted actions."""
    return walks.search(registry.referee(slug), probe(slug), steps, seed)


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

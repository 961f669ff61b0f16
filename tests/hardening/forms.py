"""Rate of offers that are then refused: random combinations of every offered form.

``python -m tests.hardening.forms 1000 [SLUG …] [--seed N]`` plays that many actions per title and
tries each prompt of every state once. It fails where a single tap is refused, or more than one in
two hundred of all combinations.
"""

from __future__ import annotations

import argparse
import sys

from companion.conformance import walks
from companion.conformance.walks import Forms
from games import registry
from tests.probes import probe

ALLOWED = 0.005
"""The share of combinations that may be refused."""


def run(slug: str, steps: int, seed: int = 0) -> Forms:
    """Try a combination of every prompt on each state of random games of a title."""
    return walks.combinations(registry.referee(slug), probe(slug), steps, seed)


def main(steps: int, slugs: list[str], seed: int = 0) -> int:
    worst = 0
    for slug in slugs or list(registry.TITLES):
        seen = run(slug, steps, seed)
        refused, tried = seen.total(), seen.tried
        print(f"{slug}: {refused} of {tried} refused ({seen.share:.2%})", flush=True)
        for (do, code), n in seen.most_common():
            print(f"  {n} {do} {code}")
        worst += bool(seen.taps or seen.share > ALLOWED)
    return worst


if __name__ == "__main__":
    told = argparse.ArgumentParser(prog="python -m tests.hardening.forms")
    told.add_argument("steps", type=int, nargs="?", default=500)
    told.add_argument("slugs", nargs="*")
    told.add_argument("--seed", type=int, default=0)
    asked = told.parse_args()
    sys.exit(main(asked.steps, asked.slugs, asked.seed))

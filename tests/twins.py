"""A title's twin beside ours: ``python -m tests.twins SLUG TURNS [SEED]``.

A twin is a second, small referee written from the rulebook alone, ``state/twin.py`` among a title's
tests; it names every difference.
"""

from __future__ import annotations

import os
import sys

from tests import probes


def main(slug: str, turns: int, seed: int = 0) -> int:
    """Print what so many turns found; how many differences there are."""
    report = probes.told(slug, "state.twin").play(turns, seed)
    print(report)
    return len(report.differences)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    sys.exit(bool(main(sys.argv[1], *map(int, sys.argv[2:]))))

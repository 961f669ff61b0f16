"""A title's twin beside ours: ``python -m tests.twins SLUG TURNS [SEED]``.

A twin is a second, small referee written from the rulebook alone, ``state/twin.py`` among a title's
tests or ``rules/twin.py`` among those of its family; it names every difference.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from games import registry
from tests import probes


def main(slug: str, turns: int, seed: int = 0) -> int:
    """Print what so many turns found; how many differences there are."""
    report = twin(slug)(turns, seed)
    print(report)
    return len(report.differences)


def twin(slug: str) -> Callable[[int, int], Any]:
    """Return how a title's twin plays: its own, or its family's."""
    family = registry.referee(slug).title.family
    if not family:
        own: Callable[[int, int], Any] = probes.told(slug, "state.twin").play
        return own
    return partial(import_module(f"tests.games.{family}.rules.twin").play, slug)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    sys.exit(bool(main(sys.argv[1], *map(int, sys.argv[2:]))))

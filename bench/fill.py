"""``python -m bench.fill 500``: a crew with many finished plays, to look at full pages."""

from __future__ import annotations

import argparse
import os
import time

import django

from games import registry


def main() -> None:
    """Fill a new crew in the site's own database and print how to join it."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("plays", type=int)
    words.add_argument("--real", type=int, default=60, help="plays with a log of their own")
    words.add_argument("--people", type=int, default=6)
    words.add_argument("--title", action="append", choices=list(registry.TITLES))
    words.add_argument("--name", default="The Cellar")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    from bench import plausible

    started = time.monotonic()
    crew = plausible.crew_of(asked.name, asked.people)
    titles = asked.title or list(registry.TITLES)
    plausible.fill(crew, asked.plays, titles=titles, real=max(1, asked.real), seed=asked.seed)
    took = time.monotonic() - started
    print(f"{asked.plays:,} plays in {took:.0f} s. Join them: /crews/join/{crew.invitation}/")


if __name__ == "__main__":
    main()

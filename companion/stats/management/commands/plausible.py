"""``manage.py plausible``: a crew with many finished plays, to look at full pages."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from companion.stats import plausible
from games import registry


class Command(BaseCommand):
    help = "Fill a new crew with plausible finished plays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("plays", type=int)
        parser.add_argument("--real", type=int, default=60, help="plays with a log of their own")
        parser.add_argument("--people", type=int, default=6)
        parser.add_argument("--title", action="append", choices=list(registry.TITLES))
        parser.add_argument("--name", default="The Cellar")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.monotonic()
        crew = plausible.crew_of(options["name"], options["people"])
        plausible.fill(
            crew,
            options["plays"],
            titles=options["title"] or list(registry.TITLES),
            real=max(1, options["real"]),
            seed=options["seed"],
        )
        took = time.monotonic() - started
        self.stdout.write(
            f"{options['plays']:,} plays in {took:.0f} s. Join them: /crews/join/{crew.invitation}/"
        )

"""Part g: whether a crew's pages cost the same with a few plays and with very many."""

from __future__ import annotations

from django.conf import settings

from bench import crew_pages
from bench.figures import ratio
from bench.record import Row

PLAYS = 10_000
ROUNDS = 25
TITLE = "animated-dice"


def measure() -> list[Row]:
    """Measure every page of one crew at both sizes."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    return [
        Row(
            f"{page}, {PLAYS:,} plays / {crew_pages.FEW}",
            ratio(many, few),
            f"≤ {crew_pages.MOST} ×",
        )
        for page, (few, many) in crew_pages.both_sizes(PLAYS, ROUNDS, TITLE).items()
    ]

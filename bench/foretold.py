"""Part j: chances called before a roll against what it brought, and how long calling takes."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from msgspec.structs import replace

from bench.figures import figures
from bench.record import Row
from companion import serve
from companion.plays import forecast_text, moments
from games import registry
from games.odds import options, roll_forecast
from tests.hardening.calibration import calibrated, known, lines
from tests.positions import recorded

ROLLS = 300
"""Rolls of each title; ``python -m tests.hardening.calibration`` makes as many as asked for."""
EVERY = 3
"""Every so many-th table of the recorded games is weighed."""


def measure() -> list[Row]:
    """Return how long a line takes, and a row for each tenth of certainty that was called."""
    called = [
        Row(f"{slug}: {called}", f"happened {came}")
        for slug in registry.TITLES
        for called, came in lines(calibrated(slug, ROLLS))
    ]
    return [*taken(), *called]


def taken() -> list[Row]:
    """Return processor time of what is said before a roll or a choice of a recorded game, not
    kept."""
    serve.spare_collector()
    return [
        Row(f"{slug}: what may come, recalculated", str(figures(times(slug))), "p95 ≤ 150 ms")
        for slug in registry.TITLES
    ]


def times(slug: str) -> Iterator[float]:
    referee = registry.referee(slug)
    for _, state in list(recorded(slug))[::EVERY]:
        text = referee.encode_state(replace(state, **known(referee)))
        moment = moments.of(slug, text)
        asked = forecast_text.rolls(slug, moment) or forecast_text.chooses(moment)
        if asked or forecast_text.hopes(slug, moment):
            forget()
            begun = process_time()
            forecast_text._of.__wrapped__(slug, text)
            yield (process_time() - begun) * 1000


def forget() -> None:
    """Forget what was found out about other tables."""
    for kept in (roll_forecast.recent, options.recent):
        kept.clear()

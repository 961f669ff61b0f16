"""Part e: actions a referee rules on in a second of one core, refusals included."""

from __future__ import annotations

from random import Random
from time import process_time

from bench import odds, stories
from bench.figures import figures
from bench.foretold import forget
from bench.record import Row
from games import registry
from games.odds.roll_forecast import forecast
from tests import positions
from tests.hardening import referees

ACTIONS = 6_000
"""Actions tried per title: legal and spoiled ones, prompts and checks beside them."""
POSITIONS = 5
"""Positions of each villain whose odds are asked for."""
ROLLS = 60
"""Rolls of each title that are looked ahead of."""


def measure() -> list[Row]:
    """Measure random play of each title, the exact odds of the dice game, and forecasts of
    rolls."""
    rows = []
    for slug in registry.TITLES:
        begun = process_time()
        referees.run(registry.referee(slug), ACTIONS, seed=1)
        spent = process_time() - begun
        rows.append(Row(f"actions ruled on, {slug}", f"{ACTIONS / spent:,.0f} a second of a core"))
    return [*rows, _odds(), *map(_forecasts, registry.TITLES)]


def _forecasts(slug: str) -> Row:
    """Return what rolls of recorded games may bring, of each table for the first time."""
    referee, spent = registry.referee(slug), []
    rolls = [
        (state, throw)
        for _, recorded in positions.recorded(slug)
        for state in [stories.told(slug).knowing(referee, recorded)]
        for throw in referee.possible_rolls(state)
    ]
    for state, throw in Random(7).sample(rolls, min(ROLLS, len(rolls))):
        forget()
        begun = process_time()
        forecast(referee, state, throw, Random(1).randrange)
        spent.append((process_time() - begun) * 1000)
    return Row(f"what a roll may bring, {slug}", str(figures(spent)), "p95 ≤ 150 ms")


def _odds() -> Row:
    referee = registry.referee("animated-dice")
    rng = Random(2016)
    cold = []
    for villain in range(4):
        met = odds.reached(referee, villain, False, rng)
        for _ in range(POSITIONS):
            odds.forget()
            cold.append(odds.answer(referee, next(met)))
    return Row("exact odds for a position never seen before", str(figures(cold)))

"""Part e: actions a referee rules on in a second of one core, refusals included."""

from __future__ import annotations

from random import Random
from time import process_time

from bench import odds
from bench.figures import figures
from bench.record import Row
from games import registry
from tests.hardening import referees

ACTIONS = 6_000
"""Actions tried per title: legal and spoiled ones, prompts and checks beside them."""
POSITIONS = 5
"""Positions of each villain whose odds are asked for."""


def measure() -> list[Row]:
    """Random play of each title, and the exact odds of the dice game."""
    rows = []
    for slug in registry.TITLES:
        begun = process_time()
        referees.run(registry.referee(slug), ACTIONS, seed=1)
        spent = process_time() - begun
        rows.append(Row(f"actions ruled on, {slug}", f"{ACTIONS / spent:,.0f} a second of a core"))
    return [*rows, _odds()]


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

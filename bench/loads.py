"""Part d: bytes of the first load and of one action's answer, title by title."""

from __future__ import annotations

from bench import browser, tables
from bench.actions import act, sit
from bench.part import server
from bench.record import Row
from bench.tables import Bench
from games import registry
from tests import needs

LOAD, ANSWER = 60_000, 5_000
POSITIONS = 6
"""Positions of each title whose answers are weighed; the heaviest counts."""


def measure() -> list[Row]:
    """The first load needs a browser; the answer is what one more tap brings, as gzip."""
    made = {slug: [tables.table(slug, 10, n) for n in range(POSITIONS)] for slug in registry.TITLES}
    rows = []
    with server() as served:
        for slug, positions in made.items():
            heaviest = max(_answer(served.port, table) for table in positions)
            what = f"answer to an action, heaviest of {POSITIONS}, {slug}"
            rows.append(Row(what, f"{heaviest:,}", f"≤ {ANSWER:,}"))
        if needs.chromium() is None:
            return [*rows, Row("first load", "not measured: no Chromium found; set CHROMIUM")]
        with browser.chromium() as running:
            for slug, positions in made.items():
                sizes = browser.first_load(running, served.base, positions[0])
                what = f"first load, headers included, {slug}"
                figure = f"{sum(sizes.values()):,} in {len(sizes)} answers"
                rows.append(Row(what, figure, f"≤ {LOAD:,}"))
    return rows


def _answer(port: int, table: Bench) -> int:
    phone = sit(port, table)
    act(phone, table)
    return phone.wire

"""Part d: bytes of the first load and of one action's answer, title by title."""

from __future__ import annotations

from bench import browser, tables
from bench.actions import act, sit
from bench.part import server
from bench.record import Row
from games import registry
from tests import needs

LOAD, ANSWER = 60_000, 5_000


def measure() -> list[Row]:
    """The first load needs a browser; the answer is what one more tap brings, as gzip."""
    made = {slug: tables.table(slug, 10) for slug in registry.TITLES}
    rows = []
    with server() as served:
        for slug, table in made.items():
            phone = sit(served.port, table)
            act(phone, table)
            rows.append(Row(f"answer to an action, {slug}", f"{phone.wire:,}", f"≤ {ANSWER:,}"))
        if needs.chromium() is None:
            return [*rows, Row("first load", "not measured: no Chromium found; set CHROMIUM")]
        with browser.chromium() as running:
            for slug, table in made.items():
                sizes = browser.first_load(running, served.base, table)
                what = f"first load, headers included, {slug}"
                figure = f"{sum(sizes.values()):,} in {len(sizes)} answers"
                rows.append(Row(what, figure, f"≤ {LOAD:,}"))
    return rows

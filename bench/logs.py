"""Part b: whether the length of the log costs anything."""

from __future__ import annotations

import secrets
import time

from bench import tables
from bench.actions import TITLE, act, sit
from bench.client import Phone
from bench.figures import figures, ratio
from bench.part import server
from bench.record import Row
from bench.tables import Bench

SHORT, LONG = 10, 10_000
ROUNDS = 200
WARM = 10


def measure() -> list[Row]:
    """Action, undo and page, the short log and the long one in turn."""
    made = [tables.table(TITLE, entries) for entries in (SHORT, LONG)]
    spent: dict[str, tuple[list[float], list[float]]] = {
        name: ([], []) for name in ("action", "undo", "page")
    }
    with server() as served:
        phones = [sit(served.port, table) for table in made]
        for n in range(ROUNDS + WARM):
            for which in (0, 1) if n % 2 else (1, 0):
                took = _all_three(phones[which], made[which])
                for name, times in zip(spent, took, strict=True):
                    if n >= WARM:
                        spent[name][which].append(times)
    return [
        Row(f"{name}, {LONG:,} entries / {SHORT} entries",
            ratio(figures(long), figures(short)), "p50 ≤ 1.1 ×")
        for name, (short, long) in spent.items()
    ]  # fmt: skip


def _all_three(phone: Phone, table: Bench) -> tuple[float, float, float]:
    """Milliseconds of an action, of its undo, and of the whole page afterwards."""
    action = act(phone, table)[0]
    table.turn -= 1
    undo = phone.post(f"{table.at}undo", {"key": secrets.token_hex(8)})[0]
    begun = time.perf_counter()
    phone.get(table.at)
    return action, undo, (time.perf_counter() - begun) * 1000

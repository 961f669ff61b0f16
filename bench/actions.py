"""Part a: one action over HTTP against a bare view that answers with a page of the same size.

And against the same view with next to no page: what ruling, logging and drawing cost together.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from bench import tables
from bench.bare import ROW
from bench.client import Phone
from bench.figures import Figures, figures, ratio
from bench.models import Counter
from bench.part import server
from bench.record import Row
from bench.tables import Bench

TITLE = "batman-who-laughs"
ENTRIES = 10
TABLES = 8
ROUNDS = 240
WARM = 20
BLOCK = 10
"""Posts each of several phones makes in one go, so that both kinds meet the same weather."""

Post = Callable[[], float]


def measure() -> list[Row]:
    """One table alone, then ``TABLES`` at the same time; PostgreSQL if the settings say so."""
    made = [tables.table(TITLE, ENTRIES, seed) for seed in range(TABLES)]
    counters = [Counter.objects.create(text=each.play.state[:2_000]).pk for each in made]
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor]
    with server() as served:
        (act_alone,), (bare_alone,) = _posts(served.port, made[:1], counters[:1])
        alone = ratio(*_in_turn(act_alone, bare_alone))
        phone = sit(served.port, made[0])
        empty = ratio(*_in_turn(act_alone, lambda: _bare(phone, counters[0], ROW)))
        together = ratio(*_together(*_posts(served.port, made, counters)))
    return [
        Row(f"action / bare view, {name}, one table", alone, "p50 ≤ 2 ×"),
        Row(f"action / bare view without its page, {name}, one table", empty),
        Row(f"action / bare view, {name}, {TABLES} tables at once", together, "p50 ≤ 2 ×"),
    ]


def act(phone: Phone, table: Bench) -> tuple[float, str]:
    """The milliseconds of one action and the board it is answered with."""
    return phone.post(f"{table.at}act", {**table.action(), "key": secrets.token_hex(8)})


def sit(port: int, table: Bench) -> Phone:
    """A phone that has opened the table."""
    phone = Phone(port, **table.cookie)
    phone.get(table.at)
    return phone


def _posts(port: int, made: list[Bench], counters: list[int]) -> tuple[list[Post], list[Post]]:
    """Of each table's phone the two kinds of post it makes: actions, and to the bare view."""
    acts, bares = [], []
    for table, counter in zip(made, counters, strict=True):
        phone = sit(port, table)
        size = len(act(phone, table)[1])
        acts.append(lambda phone=phone, table=table: act(phone, table)[0])
        bares.append(lambda phone=phone, at=counter, size=size: _bare(phone, at, size))
    return acts, bares


def _bare(phone: Phone, counter: int, size: int) -> float:
    fields: dict[str, object] = {"text": secrets.token_hex(100), "size": size}
    return phone.post(f"/bench/bare/{counter}", fields)[0]


def _in_turn(one: Post, other: Post) -> tuple[Figures, Figures]:
    """Both kinds of post in turn, so that both meet the same weather."""
    spent: tuple[list[float], list[float]] = ([], [])
    for n in range(ROUNDS + WARM):
        for which in (0, 1) if n % 2 else (1, 0):
            took = (one, other)[which]()
            if n >= WARM:
                spent[which].append(took)
    return figures(spent[0]), figures(spent[1])


def _together(acts: list[Post], bares: list[Post]) -> tuple[Figures, Figures]:
    """All phones act at the same time, then all post to the bare view, and so on."""
    spent: tuple[list[float], list[float]] = ([], [])
    with ThreadPoolExecutor(len(acts)) as phones:
        for block in range(ROUNDS // BLOCK // 2):
            for which, posts in enumerate((acts, bares)):
                blocks = list(phones.map(_block, posts))
                if block:
                    spent[which].extend(took for each in blocks for took in each)
    return figures(spent[0]), figures(spent[1])


def _block(post: Post) -> list[float]:
    return [post() for _ in range(BLOCK)]

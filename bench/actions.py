"""Part a: recorded games posted through the site, against a bare Django view.

Every entry is posted once by the phone whose turn it was, the boards of two other phones are drawn
for their streams, a third one without a stream fetches its own, and then a bare view and the
smallest honest floor are posted to, all in one process and one thread. Chances are part k's. Cold
is with every kept piece thrown away before the game, warm the game once more. What was worked out
of its tables is forgotten before both: no one's next table is an old one.
"""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from unittest import mock

from django.db import connection

from bench import games
from bench.figures import Figures, figures
from bench.inside import Phone, Spent
from bench.record import Row
from companion.plays import moments
from companion.plays.pages import pushing
from companion.plays.pages.drawing import regions
from games import registry
from tests.streaming import Stream, Streams, streaming

PHONES = 4
ACTION, BROUGHT, FETCHED = "a real action", "a board brought", "a board fetched"
BARE = ("bare", "floor")
AIMS = {ACTION: "≤ 2.3 ×, ≤ 1.5 ×", BROUGHT: "≤ 0.4 ×", FETCHED: "≤ 1 ×"}


class Run:
    """Costs of the games of one title, cold or warm, by what was asked for."""

    def __init__(self) -> None:
        self.spent: dict[str, list[Spent]] = defaultdict(list)

    def cpu(self, name: str) -> Figures:
        return figures(each.cpu for each in self.spent[name])

    def wall(self, name: str) -> Figures:
        return figures(each.wall for each in self.spent[name])

    def times(self, name: str, other: str) -> float:
        """Return how many times the CPU of ``other`` the median of ``name`` takes."""
        return self.cpu(name).at(50) / self.cpu(other).at(50)


def measure() -> list[Row]:
    """Measure the table of all titles, then title by title; on PostgreSQL if the settings say
    so."""
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor]
    # A site without the bench has none of its tables.
    from bench.models import Counter

    counter = Counter.objects.create(text="x" * 2_000).pk
    found = {slug: title(slug, counter) for slug in registry.TITLES}
    return [
        *summary(found, name),
        *(row for slug, both in found.items() for row in rows(slug, both, name)),
    ]


def title(slug: str, counter: int) -> tuple[Run, Run]:
    """Measure all chosen games of a title, cold and warm; the first once before, to load
    templates."""
    cold, warm = Run(), Run()
    paths = games.of(slug)
    play(paths[0], Run())
    for path in paths:
        regions.store.clear()
        for run in (cold, warm):
            moments.of.cache_clear()
            play(path, run, lambda phone, run=run: bare(phone, counter, run))
    return cold, warm


def play(path: Path, run: Run, then: Callable[[Phone], None] = lambda phone: None) -> None:
    """Post a recorded game from its start to its end; ``then`` is called after every entry."""
    game = games.begin(path, PHONES)
    phones = [Phone(game.at, place.cookie) for place in game.places]
    *brought, late = phones
    with streaming() as streams, mock.patch.object(pushing, "_chances"):
        seated = game.play.seats.order_by("pk")
        streams += [Stream(seat) for seat in seated[: len(brought)]]
        for phone in phones:
            phone.open()
        for line in game.lines:
            acting = phones[game.acting(line)]
            run.spent[ACTION].append(acting.act(games.form(line)))
            assert acting.screen.revision == line.n, (path.name, line, acting.text)
            run.spent[BROUGHT] += bring(streams, brought)
            if acting is not late:
                run.spent[FETCHED].append(late.look())
            assert all(phone.screen.revision == line.n for phone in phones), (path.name, line)
            then(acting)


def bring(streams: Streams, phones: Sequence[Phone]) -> list[Spent]:
    """Draw what the last answer left to be drawn and show it; return what each board took."""
    wall, cpu = time.perf_counter(), time.thread_time()
    streams.drawn()
    cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
    sizes = []
    for phone, stream in zip(phones, streams, strict=True):
        for _, html in stream.boards:
            phone.screen.show(html)
            sizes.append(len(html.encode()))
        stream.boards.clear()
    n = len(sizes)
    return [Spent(cpu * 1000 / n, wall * 1000 / n, size, size) for size in sizes]


def bare(phone: Phone, counter: int, run: Run) -> None:
    """Post to the bare views, the floor with a page as large as the last action's answer."""
    size = run.spent[ACTION][-1].whole
    for name in BARE:
        fields = [("text", secrets.token_hex(100)), ("size", str(size))]
        run.spent[name].append(phone.ask("POST", f"/bench/{name}/{counter}", fields))


def summary(found: dict[str, tuple[Run, Run]], name: str) -> list[Row]:
    """Return the medians of the titles."""
    told = []
    for what, aim in AIMS.items():
        cold, warm = (
            median(both[n].times(what, "bare") for both in found.values()) for n in (0, 1)
        )
        text = f"cold {cold:.2f} ×, warm {warm:.2f} ×"
        told.append(Row(f"CPU of {what} / bare view, {name}", text, aim, headline=True))
    sizes = [median(each.wire for each in cold.spent[ACTION]) for cold, _ in found.values()]
    answer = Row(
        "answer to an action, compressed, median",
        f"{median(sizes):,.0f} bytes",
        "≤ 1.8 KB",
        headline=name == "SQLite",
    )
    return [*told, answer]


def rows(slug: str, both: Sequence[Run], name: str) -> list[Row]:
    """Return one title: an action and the boards of other phones."""
    return [
        Row(
            f"{slug}: {what}, {name}",
            "; ".join(
                f"{how} {run.times(what, 'bare'):.2f} × bare, "
                f"{run.times(what, 'floor'):.2f} × floor, "
                f"CPU {_both(run.cpu(what))}, wall {_both(run.wall(what))} ms"
                for how, run in zip(("cold", "warm"), both, strict=True)
            ),
        )
        for what in AIMS
    ]


def _both(found: Figures) -> str:
    return f"{found.at(50):.1f} ({found.at(95):.1f})"

"""Part i: how many tables of four phones, each acting every ten seconds, before boards are late.

The phones play recorded games over real connections, hear of each revision by their streams and
fetch what changed. Tables are added until other phones show an action later than ``LATE`` after
its tap, then twice as many as were in time sit down. Driver, server and databases share the
machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from asgiref.sync import sync_to_async
from django.db import connection

from bench import games
from bench.apps import APART
from bench.figures import Figures, figures
from bench.fleet import LightPhone
from bench.games import Game
from bench.part import Served, server
from bench.record import Row
from companion import checks
from companion.plays.models import Play
from tests import golden

PHONES = 4
TOGETHER = 10
"""Tables that sit down at once: a busy server lets them wait for their first boards."""
PACE = 10.0
"""Seconds between two actions of a table."""
STEPS = (100, 200, 300, 400, 500, 600)
SETTLES, MEASURED = 10.0, 15.0
"""Seconds of each step before anything counts, and while it does."""
LATE = 300.0
"""Milliseconds after the tap, at p95."""
AGED = 10.0
"""Seconds after which a board is given up as lost."""
OFFSET = 12
"""Tables of the same game begin up to so many entries apart."""
TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
FULL = 0.85
"""A core so busy has no room for a tap that comes at the wrong moment."""


@dataclass(frozen=True)
class Step:
    """Measurements of one number of tables."""

    tables: int
    after_tap: Figures
    fetch: Figures
    own: Figures
    server: float
    """Cores that the server's processes kept busy."""
    driver: float
    idle: float
    """Cores of the machine no one used."""
    wholes: float
    """Share of the other phones' boards that came whole."""
    missed: int
    """Boards that did not come within ``AGED`` seconds."""

    def __str__(self) -> str:
        return (
            f"other phones p50 {self.after_tap.at(50):.0f}, p95 {self.after_tap.at(95):.0f} ms "
            f"after the tap (their fetch p95 {self.fetch.at(95):.0f}); own answer p95 "
            f"{self.own.at(95):.0f} ms; server {self.server:.2f} cores, driver {self.driver:.2f}, "
            f"others {self.others:.2f}, idle {self.idle:.2f}; whole boards {self.wholes:.0%}"
        )

    @property
    def others(self) -> float:
        """Cores that were busy elsewhere: databases, and whatever else ran here."""
        return max(0.0, CORES - self.server - self.driver - self.idle)

    def gave_out(self, processes: int) -> str:
        """Return what there was no more of when boards came late."""
        if self.server > FULL * processes:
            return "the server's processes, a core each"
        if self.idle < (1 - FULL) * CORES:
            return "the machine's cores"
        return "none of the cores: answers waited for one another"


class Seated:
    """One table and its phones; when its game is over they begin the next."""

    def __init__(
        self, port: int, path: Path, rng: random.Random, home: str, going: asyncio.Event
    ) -> None:
        self.port, self.path, self.home, self.going = port, path, home, going
        self.start = rng.randrange(min(OFFSET, len(games.read(path).entries) // 2))
        self.moment = rng.random() * PACE
        self.phones: list[LightPhone] = []
        self.listening: list[asyncio.Task[None]] = []
        self.took: list[tuple[float, float, float, float]] = []
        """Of each board on another phone: when, after the tap, its fetch, the tapper's own."""
        self.missed = 0
        self.code = ""

    async def sit(self) -> Game:
        # In a thread: each task of a loop would keep a connection of its own.
        game = await sync_to_async(games.begin)(self.path, PHONES, self.start)
        self.code = game.play.code
        self.phones = [
            LightPhone(self.port, game.at, place.cookie, game.live, self.home)
            for place in game.places
        ]
        self.listening = [asyncio.create_task(phone.run(True)) for phone in self.phones]
        while not all(phone.listening for phone in self.phones):
            await asyncio.sleep(0.05)
            for task in self.listening:
                if task.done():
                    task.result()
        return game

    async def play(self, game: Game) -> None:
        """Act at the pace of people for ever, except while tables sit down."""
        while True:
            for line in game.lines:
                await self.going.wait()
                # At a moment of its own: tables that had all waited for others would act at once.
                await asyncio.sleep((self.moment - time.monotonic()) % PACE)
                await self.enter(game, line)
            self.leave()
            game = await self.sit()

    async def enter(self, game: Game, line: object) -> None:
        phone = self.phones[game.acting(line)]  # type: ignore[arg-type]
        tapped = time.time()
        await phone.act(games.form(line))  # type: ignore[arg-type]
        own = time.time()
        revision = phone.screen.revision
        others = [each for each in self.phones if each is not phone]
        end = time.monotonic() + AGED
        while not all(revision in each.shown for each in others):
            if time.monotonic() > end:
                break
            await asyncio.sleep(0.02)
        for each in others:
            seen = each.shown.get(revision)
            if seen is None:
                self.missed += 1
                seen = tapped + AGED
            asked = each.asked.get(revision, tapped)
            self.took.append((tapped, seen - tapped, seen - asked, own - tapped))

    def leave(self) -> None:
        for task in self.listening:
            task.cancel()


def measure() -> list[Row]:
    """Measure every step until boards come late, and one more between the last two."""
    os.environ |= {APART: "1", "LIVE_STREAMS": "10000"}
    with server() as served:
        steps, twice, lost = asyncio.run(_raise(served))
    name = {
        "sqlite": "SQLite, {} process",
        "postgresql": "PostgreSQL and Redis, {} processes",
    }[connection.vendor].format(checks.processes())
    good = [step.tables for step in steps if step.after_tap.at(95) <= LATE]
    text = f"{max(good, default=0)} of four phones, p95 ≤ {LATE:.0f} ms after the tap"
    if len(good) < len(steps):
        text += f"; gave out first: {steps[-1].gave_out(checks.processes())}"
    rows = [Row(f"{step.tables} tables, {name}", str(step)) for step in steps]
    return [
        Row(f"tables at the pace of people, {name}", text, "≥ 600", headline=True),
        Row(
            f"at twice that load, {name}",
            f"{twice.tables} tables: {bent(twice)}; entries lost {lost}",
            "own answers p95 ≤ 1 s, no board older than 10 s, nothing lost",
            headline=True,
        ),
        *rows,
    ]


def bent(step: Step) -> str:
    """Return how a server bends under more than it can do in time."""
    own, boards = step.own, step.after_tap
    oldest = f"{boards.at(100) / 1000:.1f} s" if not step.missed else f"over {AGED:.0f} s"
    return (
        f"own answers p95 {own.at(95) / 1000:.2f} s; other phones' boards p95 "
        f"{boards.at(95) / 1000:.2f} s, the oldest {oldest} ({step.missed} given up)"
    )


async def _raise(served: Served) -> tuple[list[Step], Step, int]:
    """Return the steps until boards are late, that of twice as many tables as were in time, and
    the entries acknowledged that are in no log."""
    rng = random.Random(1)
    paths = cycle(rng.sample(golden.files(), len(golden.files())))
    seated: list[Seated] = []
    playing: list[asyncio.Task[None]] = []
    steps: list[Step] = []
    going = asyncio.Event()

    async def step(tables: int) -> Step:
        # Tables that play leave an overloaded server no time for the first boards of others.
        going.clear()
        while len(seated) < tables:
            more = [
                Seated(served.port, next(paths), rng, f"127.1.{n // 250}.{n % 250 + 1}", going)
                for n in range(len(seated), min(tables, len(seated) + TOGETHER))
            ]
            playing.extend(await _sat_down(more))
            seated.extend(more)
        going.set()
        found = await _step(served, seated)
        for task in playing:
            assert not task.done(), task.exception()
        return found

    for tables in STEPS:
        steps.append(await step(tables))
        if steps[-1].after_tap.at(95) > LATE:
            break
    in_time = [each.tables for each in steps if each.after_tap.at(95) <= LATE]
    twice = await step(2 * max(in_time, default=STEPS[0]))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for table in seated:
        table.leave()
    return steps, twice, await sync_to_async(_lost)(seated)


async def _sat_down(tables: list[Seated]) -> list[asyncio.Task[None]]:
    """Return the play of each table once all of them sit."""
    begun = await asyncio.gather(*(table.sit() for table in tables))
    return [
        asyncio.create_task(table.play(game)) for table, game in zip(tables, begun, strict=True)
    ]


def _lost(seated: list[Seated]) -> int:
    """Return how many entries phones show that are in no log."""
    stands = dict(Play.objects.values_list("code", "revision"))
    shown = {table.code: max(each.screen.revision for each in table.phones) for table in seated}
    return sum(max(0, revision - stands[code]) for code, revision in shown.items())


async def _step(served: Served, seated: list[Seated]) -> Step:
    await asyncio.sleep(SETTLES)
    since, wall = time.time(), time.monotonic()
    server_then, driver_then, idle_then = _cpu_of(served.pid), time.process_time(), _idle()
    wholes, missed = _wholes(seated), sum(table.missed for table in seated)
    await asyncio.sleep(MEASURED)
    lasted = time.monotonic() - wall
    took = [each for table in seated for each in table.took if each[0] >= since]
    after_tap, fetch, own = (figures(each[n] * 1000 for each in took) for n in (1, 2, 3))
    return Step(
        len(seated),
        after_tap,
        fetch,
        own,
        (_cpu_of(served.pid) - server_then) / lasted,
        (time.process_time() - driver_then) / lasted,
        (_idle() - idle_then) / lasted,
        (_wholes(seated) - wholes) / max(1, len(took)),
        sum(table.missed for table in seated) - missed,
    )


def _wholes(seated: list[Seated]) -> int:
    return sum(phone.screen.wholes for table in seated for phone in table.phones)


def _cpu_of(pid: int) -> float:
    """Return seconds of CPU of a process and its children."""
    found = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = (int(found[11]) + int(found[12])) / TICKS
    return own + sum(_cpu_of(int(child)) for child in children)


def _idle() -> float:
    """Return seconds all cores together have been idle."""
    first = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(first[4]) / TICKS

"""Part k: what an action at a table of four costs the whole server, over real connections.

Recorded games are played one action after the other. Every phone does what the scripts of a page
do: hear, show the new board, fetch the chances. The clock is the operating system's, of all threads
of the server, so that other load on the machine counts little. Each title's first game is sent by
boardgame.io right afterwards.

Chores rest meanwhile: the turning point of a dice game takes 40 seconds of a core, in slices that
would fall into the games measured next.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from asgiref.sync import sync_to_async

from bench import boardgame_io, games
from bench.fleet import FINE, LightPhone, until_all
from bench.games import Game
from bench.part import Served, server
from bench.record import Row
from games import registry
from tests import golden

PHONES = 4
ENOUGH = 150
"""Entries of a title that are played at least, as many of its recorded games as that takes."""
PAGE = 4_000
"""Characters of the bare page: about what changes on another phone's board."""
PATIENCE = 10.0
"""Seconds within which every phone has to show an action."""


@dataclass(frozen=True)
class Cost:
    """Mean cost of an action of one title."""

    actions: int
    cpu: float
    """Milliseconds of the server."""
    asks: float
    """Requests of all phones."""
    wire: float
    """Bytes to each other phone, headers included."""
    late: float
    """Milliseconds from the tap to the last phone's board, median."""

    def __str__(self) -> str:
        return (
            f"{self.cpu:.1f} ms, {self.asks:.1f} requests, {self.wire:,.0f} bytes to another "
            f"phone, the last board after {self.late:.0f} ms (n {self.actions})"
        )


def measure() -> list[Row]:
    """Measure every title's games."""
    peer = boardgame_io.program()
    found: dict[str, Cost] = {}
    sent: dict[str, list[float]] = {}
    with server(chores=False) as served:
        for slug in registry.TITLES:
            found[slug] = title(served, slug)
            if isinstance(peer, Path):
                first = games.of(slug, ENOUGH)[0]
                sent[slug] = [boardgame_io.cost(peer, first, how) for how in ("whole", "patch")]
        least = asyncio.run(bare(served))
    rows = [Row(f"{slug}: an action, SQLite", str(cost)) for slug, cost in found.items()]
    middle = median(cost.cpu for cost in found.values())
    text = f"{middle:.1f} ms of the server's CPU"
    return [
        Row("an action at a table of four, all phones", text, "≤ 7 ms", headline=True),
        Row("a bare Django page for four phones, which rules on nothing", f"{least:.1f} ms"),
        *(compared(middle, list(sent.values())) if sent else [Row("boardgame.io", str(peer))]),
        *rows,
    ]


def compared(middle: float, sent: list[list[float]]) -> list[Row]:
    """Return how much more that is than what boardgame.io needs for the same states."""
    whole, patch = (median(column) for column in zip(*sent, strict=True))
    text = f"{middle / whole:.1f} × whole states, {middle / patch:.1f} × patches"
    costs = f"{whole:.2f} ms sending whole states, {patch:.2f} ms sending patches"
    return [
        Row("the same, boardgame.io in memory", costs),
        Row("an action at a table of four / boardgame.io", text, "≤ 4 ×", headline=True),
    ]


def title(served: Served, slug: str) -> Cost:
    """Measure games of a title at a server that has seen another one of it: what is remembered of
    a game must not answer for the same game again."""
    paths = games.of(slug, ENOUGH)
    other = next(path for path in reversed(golden.games(slug)) if path not in paths)
    asyncio.run(play(served, games.begin(other, PHONES)))
    return together([asyncio.run(play(served, games.begin(path, PHONES))) for path in paths])


@asynccontextmanager
async def seated(served: Served, game: Game) -> AsyncIterator[list[LightPhone]]:
    """Provide the phones of a table once all of them listen; fails if one has stopped."""
    phones = [LightPhone(served.port, game.at, place.cookie, game.live) for place in game.places]
    running = [asyncio.create_task(phone.run(True)) for phone in phones]
    await until_all(phones, lambda phone: phone.listening, PATIENCE)
    yield phones
    for task in running:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def bare(served: Served) -> float:
    """Return milliseconds of the server for a post that counts one up, draws a page and sends it to
    four phones: what an action costs before it is ruled on."""
    from bench.models import Counter

    game = games.begin(games.of("animated-dice", ENOUGH)[0], PHONES)
    counter = await sync_to_async(Counter.objects.create)()
    path = f"/bench/pushed/{counter.pk}/{game.play.bell}"
    fields = [("text", "an action of a recorded game"), ("size", str(PAGE))]
    async with seated(served, game) as phones:
        # The first ones find nothing kept.
        for count in (ENOUGH, 3 * ENOUGH):
            cpu = served.cpu()
            for _ in range(count):
                status, text = await phones[0].post(path, fields)
                assert status == FINE, text
            cpu = (served.cpu() - cpu) * 1000 / count
    return cpu


def together(costs: list[Cost]) -> Cost:
    """Return the mean of several games' actions."""
    actions = sum(each.actions for each in costs)

    def mean(name: str) -> float:
        total: float = sum(getattr(each, name) * each.actions for each in costs)
        return total / actions

    return Cost(actions, *map(mean, ("cpu", "asks", "wire", "late")))


async def play(served: Served, game: Game) -> Cost:
    """Play a recorded game to its end and return what its actions cost."""
    async with seated(served, game) as phones:
        return await _played(served, game, phones)


async def _played(served: Served, game: Game, phones: list[LightPhone]) -> Cost:
    cpu, asks, wire = served.cpu(), sum(each.asks for each in phones), 0
    took: list[float] = []
    for line in game.lines:
        acting, before = phones[game.acting(line)], [each.wire for each in phones]
        begun = time.monotonic()
        await acting.act(games.form(line))
        await until_all(phones, lambda phone, n=line.n: phone.shows(n), PATIENCE)
        took.append((time.monotonic() - begun) * 1000)
        came = [each.wire - so_far for each, so_far in zip(phones, before, strict=True)]
        wire += sum(came) - came[phones.index(acting)]
    cpu, asks = served.cpu() - cpu, sum(each.asks for each in phones) - asks
    n = len(game.lines)
    return Cost(n, cpu * 1000 / n, asks / n, wire / n / (PHONES - 1), median(took))

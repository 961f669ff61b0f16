"""The tables of the run of two hosts (``hosts``): light phones that find their way back."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from bench import fleet, games
from bench.figures import figures
from bench.fleet import LightPhone, _events
from companion.plays import live, playlog
from tests import golden

if TYPE_CHECKING:
    from tests.hosts import Hosts

PHONES, OFFSET = 2, 12
"""Phones of a table, and how far its recorded game has been played at most."""
SOON = 5.0
"""Seconds within which every phone goes on after a host is gone."""
AGAIN = 0.5
"""Seconds until a tap without an answer is sent again."""
IDLE = 15.0
"""Seconds in which all streams are open and no one taps."""
PATIENCE = 20.0
"""Seconds until an answer is no longer waited for."""
Lost = (OSError, asyncio.IncompleteReadError, TimeoutError, AssertionError, KeyError, ValueError)
"""What an answer that does not come, or comes from a proxy without a server, looks like."""


class RefusedError(Exception):
    """Answer of the rules to a tap of a recorded game: it came to another board."""


class Phone(LightPhone):
    """A light phone that does what a browser and the page's scripts do when a line breaks."""

    cut: float | None = None
    """When its stream was cut, until it is open again and the phone has looked."""

    def __init__(self, *rest: Any) -> None:
        super().__init__(*rest)
        self.breaks: list[tuple[float, float]] = []
        """When its stream was cut, and when it was back and the phone had looked."""
        self.answered: list[tuple[float, float]] = []
        """When it tapped, and when that was acknowledged."""
        self.again = 0

    async def run(self, looks: bool = True) -> None:
        """Stay at the table until cancelled, whatever breaks."""
        while True:
            with suppress(*Lost):
                async with asyncio.timeout(PATIENCE):
                    await self.open()
                break
            await asyncio.sleep(fleet.AGAIN)
        while True:
            with suppress(*Lost):
                await self._listen()
            if self.cut is None:
                self.cut = time.monotonic()
            self.listening = False
            # The stream has told the browser how long.
            await asyncio.sleep(random.uniform(*live.RETRY) / 1000)

    async def _listen(self) -> None:
        reader, writer = await self._connect()
        try:
            writer.write(self._head("GET", self.live))
            async for told, _ in _events(reader):
                if not self.listening:
                    await self.look_again()
                    self.listening = True
                    if self.cut is not None:
                        self.breaks.append((self.cut, time.monotonic()))
                        self.cut = None
                if told:
                    await self.hear(told)
        finally:
            writer.close()

    async def look_again(self) -> None:
        """Ask for what is new, until that is answered."""
        path = f"{self.at}board?have={self.screen.revision}"
        while True:
            with suppress(*Lost):
                async with self._one_at_a_time, asyncio.timeout(PATIENCE):
                    asked = time.time()
                    self._show(await self._ask(self._head("GET", path, self._says())), asked)
                return
            await self._hang_up()

    async def enter(self, pairs: list[tuple[str, str]]) -> int:
        """Tap; return the revision that has made."""
        begun = time.monotonic()
        await self.act(pairs)
        self.answered.append((begun, time.monotonic()))
        return self.screen.revision

    async def _send(self, fields: Sequence[tuple[str, str]]) -> None:
        """Send a tap, and the same again until it is answered."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    await super()._send(fields)
                return
            except Lost as error:
                if str(error).startswith("('4"):
                    raise RefusedError(str(error)) from error
                self.again += 1
                await self._hang_up()

    async def _hang_up(self) -> None:
        if self._line is not None:
            self._line[1].close()
            self._line = None
        await asyncio.sleep(AGAIN)


@dataclass(frozen=True)
class Tap:
    """A tap and the revision it was acknowledged with; when it was made, when all phones showed
    it."""

    action: dict[str, Any]
    revision: int
    begun: float
    shown: float


class Table:
    """A recorded game, entered at the pace of people by the phones that play its parts."""

    def __init__(self, port: int, n: int, path: Any, rng: random.Random, pace: float) -> None:
        self.pace, self.rng = pace, rng
        start = rng.randrange(min(OFFSET, len(games.read(path).entries) // 2))
        self.game = games.begin(path, PHONES, start)
        home = f"127.1.{n // 250}.{n % 250 + 1}"
        self.phones = [
            Phone(port, self.game.at, place.cookie, self.game.live, home)
            for place in self.game.places
        ]
        self.before = self.game.play.revision
        self.taps: list[Tap] = []
        self.faults: list[str] = []

    async def play(self, until: float) -> None:
        """Enter the rest of the game, or as much as there is time for."""
        await asyncio.sleep(self.rng.random() * self.pace)
        for line in self.game.lines:
            if time.monotonic() > until:
                return
            begun = time.monotonic()
            phone = self.phones[self.game.acting(line)]
            expected = self.before + len(self.taps) + 1
            try:
                revision = await phone.enter(games.form(line))
            except RefusedError as error:
                self.faults.append(f"a tap was refused: {error}"[:300])
                return
            if revision != expected:
                self.faults.append(f"a tap made revision {revision}, not {expected}")
                return
            while not all(revision in each.shown for each in self.phones):
                if time.monotonic() > begun + 4 * SOON:
                    self.faults.append(f"a phone never showed revision {revision}")
                    break
                await asyncio.sleep(0.02)
            self.taps.append(Tap(line.action, revision, begun, time.monotonic()))
            await asyncio.sleep(max(0.0, min(begun + self.pace, until + 0.1) - time.monotonic()))

    def wrong(self) -> list[str]:
        """Check the log, the state and the phones, once all is over."""
        play = self.game.play
        play.refresh_from_db()
        wrong = list(self.faults)
        logged = dict(play.entries.filter(seq__gt=self.before).values_list("seq", "action"))
        told = {tap.revision: tap.action for tap in self.taps}
        wrong += [
            f"entry {seq} was acknowledged and is lost" for seq in told.keys() - logged.keys()
        ]
        wrong += [f"entry {seq} was entered by no tap" for seq in logged.keys() - told.keys()]
        for seq in told.keys() & logged.keys():
            if told[seq]["do"] != logged[seq]["do"]:
                wrong.append(f"entry {seq} is {logged[seq]}, not {told[seq]}")
        done = playlog.replay(playlog.export(play))
        if done.referee.encode_state(done.state) != play.state:
            wrong.append("the log does not replay to the stored state")
        for phone in self.phones:
            if phone.screen.revision != play.revision:
                wrong.append(f"a phone shows {phone.screen.revision} of {play.revision}")
        return [f"{play.code}: {each}" for each in wrong]


class Evening:
    """All tables, and what becomes of them when a host is taken away in the middle."""

    def __init__(self, hosts: Hosts, tables: int, pace: float, seconds: float) -> None:
        from tests.hosts import FRONT

        self.hosts, self.seconds = hosts, seconds
        self.said: list[str] = []
        self.pulled = 0.0
        rng = random.Random(1)
        files = cycle(rng.sample(golden.files(), len(golden.files())))
        began = time.monotonic()
        self.tables = [Table(FRONT, n, next(files), rng, pace) for n in range(tables)]
        self.say(
            f"{tables} tables of {PHONES} light phones, a tap every {pace:.0f} s at each "
            f"({tables / pace:.1f} a second); laid in {time.monotonic() - began:.0f} s"
        )
        self.phones = [phone for table in self.tables for phone in table.phones]

    def say(self, line: str) -> None:
        self.said.append(line)
        print(line, flush=True)

    def spend(self) -> list[str]:
        """Play; return what is wrong afterwards."""
        asyncio.run(self._spend())
        self._tell()
        wrong = [each for table in self.tables for each in table.wrong()]
        self.say(f"{sum(len(each.taps) for each in self.tables)} entries acknowledged and checked")
        return wrong + self._late()

    async def _spend(self) -> None:
        began = time.monotonic()
        streams = []
        for phone in self.phones:
            streams.append(asyncio.create_task(phone.run()))
            await asyncio.sleep(0.02)
        while not all(phone.listening for phone in self.phones):
            assert time.monotonic() < began + 240, "not all phones have opened their streams"
            await asyncio.sleep(0.2)
        for phone in self.phones:
            phone.breaks.clear()
        self.say(f"all streams open after {time.monotonic() - began:.0f} s")
        idle = await self._used(IDLE)
        self.began = time.monotonic()
        until = self.began + self.seconds
        playing = [asyncio.create_task(each.play(until)) for each in self.tables]
        self._count(idle, await self._used(self.seconds / 2))
        self.hosts.pull()
        self.pulled = time.monotonic()
        await asyncio.gather(*playing)
        # Chances and boards of the last taps arrive.
        await asyncio.sleep(3)
        for each in streams:
            each.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _used(self, seconds: float) -> dict[str, float]:
        """Return what each kind of program uses in a second of those that follow."""
        before = self.hosts.worked()
        await asyncio.sleep(seconds)
        after = self.hosts.worked()
        return {kind: (after[kind] - before[kind]) / seconds for kind in before}

    def _count(self, idle: dict[str, float], busy: dict[str, float]) -> None:
        """Say what the site costs while no one taps, and what each tap costs beyond that."""
        taps = max(1, sum(len(table.taps) for table in self.tables))
        each = {kind: (busy[kind] - idle[kind]) * self.seconds / 2 / taps for kind in idle}
        written, _ = each.pop("bytes") / 1000, idle.pop("bytes")
        for what, cost in (("without taps, each second", idle), (f"each of {taps} taps", each)):
            told = ", ".join(f"{kind} {1000 * seconds:.1f}" for kind, seconds in cost.items())
            self.say(f"{what}, ms of CPU: {told}")
        self.say(f"{written:.1f} kB of PostgreSQL's log for each tap")
        for line in self.hosts.counted():
            self.say(line)

    def _tell(self) -> None:
        """Say how long taps and boards took, before and after."""
        taps = [tap for table in self.tables for tap in table.taps]
        answers = [each for phone in self.phones for each in phone.answered]
        parts = {
            "both hosts": (self.began, self.pulled),
            f"the {SOON:.0f} s around the loss": (self.pulled - 1, self.pulled + SOON),
            "one host": (self.pulled + SOON, float("inf")),
        }
        for what, (first, last) in parts.items():
            own = figures(1000 * (b - a) for a, b in answers if first <= a < last)
            other = figures(1000 * (t.shown - t.begun) for t in taps if first <= t.begun < last)
            self.say(f"{what}: own answer {own}; on all phones {other}")
        cut = [each for phone in self.phones for each in phone.breaks]
        back = figures(1000 * (b - self.pulled) for a, b in cut if a >= self.pulled)
        again = sum(phone.again for phone in self.phones)
        self.say(f"{len(cut)} streams were cut, back after the loss {back}")
        self.say(f"{again} taps had to be sent again")

    def _late(self) -> list[str]:
        """Return what took longer than it may."""
        late = []
        for table in self.tables:
            code = table.game.play.code
            backs = [back - self.pulled for phone in table.phones for _, back in phone.breaks]
            late += [f"{code}: a stream back after {each:.1f} s" for each in backs if each > SOON]
            if any(phone.cut is not None for phone in table.phones):
                late.append(f"{code}: a stream never came back")
            took = [tap.shown - max(tap.begun, self.pulled) for tap in table.taps]
            late += [f"{code}: a tap took {each:.1f} s" for each in took if each > SOON]
        return late

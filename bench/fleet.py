"""Light phones: a stream each, a connection for what they ask, and what their screen holds."""

from __future__ import annotations

import asyncio
import gzip
import threading
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from urllib.parse import urlencode

from bench.screen import WARNED, Screen

FINE, NOTHING, BUSY, MOVED_ON = "200", "204", "503", "409"
AGAIN = 1.0
"""Seconds until a busy server is asked again."""
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class LightPhone:
    """Phone that does what the scripts of a page do on the wire: listen, look when told of a
    revision, tap."""

    def __init__(
        self, port: int, at: str, cookie: dict[str, str], live: str, home: str = "127.0.0.1"
    ) -> None:
        self.port, self.at, self.live, self.home = port, at, live, home
        self.cookies = dict(cookie)
        self.screen = Screen()
        self.shown: dict[int, float] = {}
        """When the board of each revision was there, in seconds of the wall clock."""
        self.asked: dict[int, float] = {}
        """When it was asked for."""
        self.listening = False
        self.asks, self.brought, self.wire = 0, 0, 0
        """What it asked for, the boards that its stream brought, and the bytes of both."""
        self._line: Streams | None = None
        self._one_at_a_time = asyncio.Lock()

    async def run(self, looks: bool) -> None:
        """Stay at the table until cancelled; without ``looks`` only listen."""
        if looks:
            await self.open()
        reader, writer = await self._connect()
        writer.write(self._head("GET", self.live))
        try:
            async for told, wire in _events(reader):
                self.listening = True
                self.wire += wire
                if looks and told:
                    await self.hear(told)
        finally:
            writer.close()
            if self._line is not None:
                self._line[1].close()

    async def open(self) -> None:
        """Load the page of the table."""
        self.screen.show(await self._ask(self._head("GET", self.at)))
        await self._look_ahead()

    async def hear(self, told: str) -> None:
        """Do what ``static/js/live.js`` does with an event."""
        head, cut, html = told.partition("\n")
        if not cut:
            await self.look(int(head))
        elif not head:
            self.screen.foretell(html)
        else:
            begun, of, to = map(int, head.split())
            async with self._one_at_a_time:
                fits = begun == self.screen.revision and of == self.screen.sum
                if fits:
                    self._show(html, time.time())
                    self.brought += 1
            if not fits:
                await self.look(to)

    async def look(self, revision: int) -> None:
        """Fetch what this phone lacks, if it does not show that revision already."""
        async with self._one_at_a_time:
            if revision <= self.screen.revision:
                return
            asked = time.time()
            path = f"{self.at}board?have={self.screen.revision}"
            self._show(await self._ask(self._head("GET", path, self._says())), asked)
            await self._look_ahead()

    def shows(self, revision: int) -> bool:
        """Return whether it shows that revision, and the chances that go with it."""
        return self.screen.revision >= revision and not self._one_at_a_time.locked()

    async def act(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Tap on this phone."""
        async with self._one_at_a_time:
            await self._act(pairs)
            if self.screen.warned:
                await self._act([*pairs, *self.screen.warned])
            await self._look_ahead()

    async def _act(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Tap, and once more on the board it is answered with if the table has moved on."""
        while await self._send(
            [*pairs, ("revision", str(self.screen.revision)), ("key", self.screen.key)]
        ):
            pass

    async def _send(self, fields: Sequence[tuple[str, str]]) -> bool:
        """Send a form and show the answer; True if it came too late for the board it was of."""
        asked = time.time()
        status, text = await self.post(f"{self.at}act", fields)
        assert status in (FINE, MOVED_ON) or WARNED.search(text), (status, text[:800])
        self._show(text, asked)
        return status == MOVED_ON

    async def post(self, path: str, fields: Sequence[tuple[str, str]]) -> tuple[str, str]:
        """Post a form as the script does; return the status and the text of the answer."""
        body = urlencode(fields).encode()
        head = self._head(
            "POST",
            path,
            {
                **self._says(),
                "X-CSRFToken": self.cookies["csrftoken"],
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(body)),
            },
        )
        return await self._in_turn(head + body)

    async def _look_ahead(self) -> None:
        """Fetch the chances, where the board that has just come has a place for them."""
        if self.screen.ahead:
            path, self.screen.ahead = self.screen.ahead, ""
            await self._ask(self._head("GET", path, {"HX-Request": "true"}))

    def _show(self, text: str, asked: float) -> None:
        if not text:
            return
        self.screen.show(text)
        self.shown[self.screen.revision] = time.time()
        self.asked[self.screen.revision] = asked

    def _says(self) -> dict[str, str]:
        return {"X-Held": self.screen.header, "HX-Request": "true"}

    async def _connect(self) -> Streams:
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.home, 0), limit=1_000_000
        )

    async def _ask(self, request: bytes) -> str:
        """Return the answer, empty where there is nothing new."""
        status, text = await self._in_turn(request)
        assert status in (FINE, NOTHING), (status, text[:800])
        return "" if status == NOTHING else text

    async def _in_turn(self, request: bytes) -> tuple[str, str]:
        """Return the answer; a server that is busy is asked again, as people and scripts do."""
        while True:
            status, text = await self._answered(request)
            if status != BUSY:
                return status, text
            await asyncio.sleep(AGAIN)

    async def _answered(self, request: bytes) -> tuple[str, str]:
        """Return the answer over the connection kept alive, or over a new one if it was closed."""
        if self._line is not None and not self._line[0].at_eof():
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                return await self._over(self._line, request)
        if self._line is not None:
            self._line[1].close()
        self._line = await self._connect()
        return await self._over(self._line, request)

    async def _over(self, line: Streams, request: bytes) -> tuple[str, str]:
        reader, writer = line
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *fields = head.rstrip().split("\r\n")
        told: dict[str, str] = {}
        for name, _, value in (field.partition(": ") for field in fields):
            if name.lower() == "set-cookie":
                cookie, _, rest = value.partition("=")
                self.cookies[cookie] = rest.partition(";")[0]
            told[name.lower()] = value
        body = await reader.readexactly(int(told.get("content-length", 0)))
        if told.get("connection") == "close":
            writer.close()
            self._line = None
        self.asks += 1
        self.wire += len(head) + len(body)
        packed = told.get("content-encoding") == "gzip"
        return status.split(" ")[1], (gzip.decompress(body) if packed else body).decode()

    def _head(self, method: str, path: str, more: dict[str, str] | None = None) -> bytes:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        fields = {"Host": f"127.0.0.1:{self.port}", "Cookie": cookie, "Accept-Encoding": "gzip"}
        lines = [f"{name}: {value}" for name, value in {**fields, **(more or {})}.items()]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()


async def _events(reader: asyncio.StreamReader) -> AsyncIterator[tuple[str, int]]:
    """Yield the data of each event of a stream, empty for a comment, and its bytes on the wire."""
    head = await reader.readuntil(b"\r\n\r\n")
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress
    read = unpack if b"content-encoding: gzip" in head.lower() else bytes
    text, wire = b"", 0
    while size := int(await reader.readuntil(b"\r\n"), 16):
        text += read((await reader.readexactly(size + 2))[:-2])
        wire += size + 6
        while b"\n\n" in text:
            event, _, text = text.partition(b"\n\n")
            lines = [each[6:] for each in event.split(b"\n") if each.startswith(b"data: ")]
            yield b"\n".join(lines).decode(), wire
            wire = 0


async def until_all(
    phones: Sequence[LightPhone], condition: Callable[[LightPhone], bool], seconds: float
) -> None:
    """Wait until all phones meet a condition; raises ``TimeoutError``."""
    async with asyncio.timeout(seconds):
        while not all(map(condition, phones)):
            await asyncio.sleep(0.002)


@contextmanager
def listening(phones: Sequence[LightPhone], looks: bool = True) -> Iterator[None]:
    """Seat all phones at the table, in one thread beside."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    running = [asyncio.run_coroutine_threadsafe(phone.run(looks), loop) for phone in phones]
    try:
        until(lambda: all(phone.listening for phone in phones), 30)
        yield
        for each in running:
            assert not each.done(), each.exception()
    finally:
        asyncio.run_coroutine_threadsafe(_cancel_all(), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _cancel_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*others, return_exceptions=True)


def until(condition: object, seconds: float) -> None:
    """Wait for ``condition()``; raises ``TimeoutError``."""
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.01)

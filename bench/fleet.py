"""Light phones: a stream each, and the fetch a page makes when its stream rings."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress


class LightPhone:
    """What ``static/js/live.js`` does on the wire: listen, and look when told of a revision."""

    def __init__(self, port: int, board: str, cookie: dict[str, str], live: str) -> None:
        self.port, self.board, self.live = port, board, live
        self.cookie = "; ".join(f"{name}={value}" for name, value in cookie.items())
        self.shown: dict[int, float] = {}
        """When the board of each revision was there, in seconds of the wall clock."""
        self.listening = False

    async def run(self, looks: bool) -> None:
        """Stay at the table until cancelled; without ``looks`` only listen."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self._request(self.live))
        fetch = await asyncio.open_connection("127.0.0.1", self.port) if looks else None
        try:
            async for line in reader:
                self.listening = True
                if line.startswith(b"data: ") and fetch is not None:
                    await self._look(*fetch, int(line[6:]))
        finally:
            writer.close()
            if fetch is not None:
                fetch[1].close()

    async def _look(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, revision: int
    ) -> None:
        newest = max(self.shown, default=0)
        if revision <= newest:
            return
        writer.write(self._request(f"{self.board}?have={newest}"))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert head.startswith(b"http/1.1 200"), head
        length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        self.shown[revision] = time.time()

    def _request(self, path: str) -> bytes:
        return (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            "Accept-Encoding: gzip\r\nHX-Request: true\r\n\r\n"
        ).encode()


@contextmanager
def listening(phones: Sequence[LightPhone], looks: bool = True) -> Iterator[None]:
    """All phones at the table, in one thread beside."""
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

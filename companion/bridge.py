"""One hop between the event loop and the threads that answer pages.

A request comes whole (``bodies``), and its answer goes back whole: a thread takes the one and wakes
the loop once with the other. An answer longer than ``WHOLE`` is handed over in pieces, no faster
than it is taken.
"""

from __future__ import annotations

import asyncio
import contextvars
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from companion.bodies import Body
from companion.plays.live import Scope, Send

Environ = dict[str, Any]
Pages = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
Message = dict[str, Any]

WHOLE = 256_000
"""Bytes of an answer that are held until all of it is there."""


class Answer:
    """What becomes of one request: its page under way, and what there is to send of it."""

    def __init__(self, send: Send) -> None:
        self._loop, self._send = asyncio.get_running_loop(), send
        self.page: asyncio.Future[list[Message]]
        self.begun = False
        """Whether pieces of it were sent already."""
        self.given_up = False

    async def deliver(self) -> None:
        """Send what has not been sent, once the page is there."""
        for message in await self.page:
            await self._send(message)

    def hand_over(self, messages: Iterable[Message]) -> None:
        """Send from a page's thread, which waits until that is done; dropped once given up."""
        asyncio.run_coroutine_threadsafe(self._pieces(messages), self._loop).result()

    async def _pieces(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if not self.given_up:
                self.begun = True
                await self._send(message)


class Bridge:
    """A WSGI application answered by a few threads that live as long as the server."""

    def __init__(self, pages: Pages, threads: int) -> None:
        self.pages = pages
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    def ask(self, scope: Scope, body: Body, send: Send, **more: Any) -> Answer:
        """Have a page made; ``more`` goes into its environment."""
        answer = Answer(send)
        environ = environment(scope, body) | more
        context = contextvars.copy_context()
        answer.page = asyncio.get_running_loop().run_in_executor(
            self.threads, context.run, self._made, environ, answer
        )
        return answer

    def close(self) -> None:
        """Take no more requests; those under way end by themselves."""
        self.threads.shutdown(wait=False)

    def _made(self, environ: Environ, answer: Answer) -> list[Message]:
        """The page, or the rest of it where the beginning was sent."""
        if answer.given_up:
            # Nobody waits any more for what was given up before its turn came.
            return []
        waiting: list[Message] = []

        def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            # Django writes the value of a cookie behind a space, which no header begins with.
            named = [(name.lower().encode(), v.strip().encode("latin1")) for name, v in headers]
            code = int(status.partition(" ")[0])
            waiting[:] = [{"type": "http.response.start", "status": code, "headers": named}]

        found = self.pages(environ, start)
        try:
            chunks: list[bytes] = []
            size = 0
            for chunk in found:
                chunks.append(chunk)
                size += len(chunk)
                if size > WHOLE:
                    answer.hand_over([*waiting, _body(chunks, more=True)])
                    waiting, chunks, size = [], [], 0
        finally:
            close: Callable[[], None] = getattr(found, "close", lambda: None)
            close()
        return [*waiting, _body(chunks)]


def _body(chunks: list[bytes], *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": b"".join(chunks), "more_body": more}


def environment(scope: Scope, body: Body) -> Environ:
    """The request as WSGI wants it: of known length, also when it was sent in chunks."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body.opened(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if client is not None:
        environ |= {"REMOTE_ADDR": client[0], "REMOTE_PORT": str(client[1])}
    for raw, value in scope["headers"]:
        if name := _named(raw):
            text = value.decode("latin1")
            environ[name] = f"{environ[name]},{text}" if name in environ else text
    if body.size:
        environ["CONTENT_LENGTH"] = str(body.size)
    return environ


@lru_cache(maxsize=500)
def _named(name: bytes) -> str:
    """What WSGI calls a header; nothing for one that is not passed on.

    WSGI takes X_Forwarded_For for X-Forwarded-For, so that a client could speak for a proxy.
    """
    if name in (b"content-length", b"transfer-encoding") or b"_" in name:
        return ""
    told = name.decode("latin1").upper().replace("-", "_")
    return told if told == "CONTENT_TYPE" else f"HTTP_{told}"

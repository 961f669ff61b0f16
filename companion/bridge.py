"""One hop between the event loop and the threads that answer pages.

A request comes whole (``bodies``), and its answer goes back whole: a thread takes the one in its
turn (``turns``) and wakes the loop once with the other. An answer longer than ``WHOLE`` goes back
in pieces; each is made when the one before has been taken, in a turn of its own.
"""

from __future__ import annotations

import asyncio
import contextvars
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import lru_cache, partial
from typing import Any

from companion.http import Receive, Scope, Send
from companion.request_bodies import Body
from companion.turns import Turns, Urgency, table, urgency

Environ = dict[str, Any]
Pages = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
Message = dict[str, Any]
Piece = tuple[list[Message], "Rest | None"]
"""The first part of an answer, and the function that makes the rest."""

WHOLE = 256_000
"""Bytes of an answer that are made in one turn."""
SLICE = 0.1
"""Seconds after which an answer of several parts waits for its next turn."""


class Answer:
    """One request's answer: its running page, and the parts ready to send."""

    def __init__(self, bridge: Bridge, send: Send, home: str) -> None:
        self._bridge, self._send, self._home = bridge, send, home
        self._context = contextvars.copy_context()
        self.waiting: Future[Piece]
        """The first piece as the threads know it; cancelled unless it was begun."""
        self.page: asyncio.Future[Piece]
        """The first piece, as the event loop knows it."""
        self.given_up = False

    async def deliver(self, receive: Receive | None = None) -> None:
        """Send the page once it is there, a long one no faster than it is taken."""
        messages, rest = await self.page
        # All of the request has come: what is received from now on is that no one is there.
        gone = asyncio.ensure_future(receive()) if receive and rest else None
        try:
            while True:
                for message in messages:
                    await self._send(message)
                if rest is None:
                    return
                make = rest.close if gone and gone.done() else rest
                work = partial(self._context.run, make)
                # A long answer holds no thread while it is sent: every piece waits for its turn.
                more = self._bridge.turns.submit(Urgency.LOG, self._home, work, always=True)
                messages, rest = await asyncio.wrap_future(more)
        finally:
            if gone:
                gone.cancel()


class Rest:
    """Rest of a long answer that is still to be made."""

    def __init__(self, found: Iterable[bytes]) -> None:
        self._found, self._chunks = found, iter(found)

    def __call__(self, *first: Message) -> Piece:
        """Make the next piece, and close the answer with its last one."""
        chunks: list[bytes] = []
        size, end = 0, time.monotonic() + SLICE
        try:
            for chunk in self._chunks:
                chunks.append(chunk)
                size += len(chunk)
                if size > WHOLE or time.monotonic() > end:
                    return [*first, _body(chunks, more=True)], self
        except BaseException:
            self.close()
            raise
        self.close()
        return [*first, _body(chunks)], None

    def close(self) -> Piece:
        """Let go of an answer that no one takes any more."""
        close: Callable[[], None] = getattr(self._found, "close", lambda: None)
        close()
        return [], None


class Bridge:
    """A WSGI application answered by a few threads that live as long as the server."""

    def __init__(self, pages: Pages, threads: int, *, counted: bool = False) -> None:
        self.pages = pages
        self.turns = Turns(threads, counted=counted)

    def ask(self, scope: Scope, body: Body, send: Send, home: str = "", **more: Any) -> Answer:
        """Run the WSGI app for a request; ``more`` is added to the environ.

        Raises ``CrowdedError`` if too many are waiting.
        """
        answer = Answer(self, send, home)
        environ = environment(scope, body) | more
        how = urgency(scope["method"], scope["path"])
        work = partial(answer._context.run, self._made, environ, answer)
        answer.waiting = self.turns.submit(how, home, work, table=table(scope["path"]))
        answer.page = asyncio.wrap_future(answer.waiting)
        return answer

    def close(self) -> None:
        """Take no more requests; those under way end by themselves."""
        self.turns.close()

    def _made(self, environ: Environ, answer: Answer) -> Piece:
        """Return the page, or the beginning of one that is long."""
        if answer.given_up:
            # No one waits any more for what was given up before its turn came.
            return [], None
        start: Message = {}

        def begin(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            # Django writes the value of a cookie behind a space, which no header begins with.
            named = [(name.lower().encode(), v.strip().encode("latin1")) for name, v in headers]
            code = int(status.partition(" ")[0])
            start.update(type="http.response.start", status=code, headers=named)

        rest = Rest(self.pages(environ, begin))
        return rest.close() if answer.given_up else rest(start)


def _body(chunks: list[bytes], *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": b"".join(chunks), "more_body": more}


def environment(scope: Scope, body: Body) -> Environ:
    """Return the request as WSGI wants it: of known length, also when it was sent in chunks."""
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
    """Return what WSGI calls a header; nothing for one that is not passed on.

    WSGI takes X_Forwarded_For for X-Forwarded-For, so that a client could speak for a proxy.
    """
    if name in (b"content-length", b"transfer-encoding") or b"_" in name:
        return ""
    told = name.decode("latin1").upper().replace("-", "_")
    return told if told == "CONTENT_TYPE" else f"HTTP_{told}"

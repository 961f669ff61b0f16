"""ASGI entry: the live stream answered natively, every page through Django's WSGI handler.

Pages run in a few long-lived threads, so database connections last and a request hops once;
under Django's own ASGI handler the same pages cost about twice as much.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.plays import live
from companion.plays.live import Receive, Scope, Send

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

PAGE_THREADS = 4
DRAIN = 20
"""How many times the allowed size is read and dropped, so that the sender sees the answer."""


class TooLarge(Exception):
    """The body is larger than ``DATA_UPLOAD_MAX_MEMORY_SIZE``."""


class Gone(Exception):
    """The sender hung up in the middle of its body."""


class Site:
    """The whole site as one ASGI application."""

    def __init__(self) -> None:
        pages = get_wsgi_application()
        self.pages: Any = WSGIMiddleware(pages, workers=PAGE_THREADS)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live_on(receive, send)
        elif scope["type"] == "http":
            if scope["path"].startswith("/live/"):
                await live.stream(scope, receive, send)
            else:
                await self.page(scope, receive, send)

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body before a thread is taken, then let Django answer."""
        try:
            body = await read_body(receive)
        except TooLarge:
            limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1000
            sentence = f"That is too large: at most {limit} kB can be sent here."
            await live.plain(send, 413, sentence)
        except Gone:
            pass
        else:
            await self.pages(whole(scope, body), lambda: _received(body), send)

    async def live_on(self, receive: Receive, send: Send) -> None:
        """Follow the other processes' announcements while the server runs."""
        await receive()
        follower = asyncio.create_task(live.follow_others())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        follower.cancel()
        with suppress(asyncio.CancelledError):
            await follower
        self.pages.executor.shutdown(wait=False)
        await send({"type": "lifespan.shutdown.complete"})


async def read_body(receive: Receive) -> bytes:
    """The request's body; raises ``TooLarge`` once the sender is done with one too large."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    chunks: list[bytes] = []
    size = 0
    more = True
    while more and size <= limit * DRAIN:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            chunks.clear()
        else:
            chunks.append(chunk)
        more = message.get("more_body", False)
    if size > limit:
        raise TooLarge
    return b"".join(chunks)


def whole(scope: Scope, body: bytes) -> Scope:
    """The request as WSGI wants it: of known length, also when it was sent in chunks."""
    dropped = {b"content-length", b"transfer-encoding"}
    headers = [(name, value) for name, value in scope["headers"] if name not in dropped]
    if body:
        headers.append((b"content-length", str(len(body)).encode()))
    return {**scope, "headers": headers}


async def _received(body: bytes) -> dict[str, object]:
    return {"type": "http.request", "body": body, "more_body": False}


application = Site()

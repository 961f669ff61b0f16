"""The doorbell: tells every phone at a table that the play is at revision N, nothing more.

``announce`` is called once a revision is committed; ``stream`` is a plain ASGI application
that never touches the database, so that an open phone costs neither a thread nor a
connection. A bell that goes unheard costs freshness only: phones fetch their page whenever
they open a stream, and poll now and then.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import redis
import redis.asyncio
from django.conf import settings
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from companion.operations import limits, metrics

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

CHANNEL = "sidekick:live"
FORWARDED = b"x-forwarded-for"
HEARTBEAT = 15.0
"""Seconds between comment lines; proxies cut streams that stay silent for long."""
REDIS_REST = 5.0
"""Seconds without another try after Redis failed to take an announcement."""
REDIS_TIMEOUT = 0.5

log = logging.getLogger(__name__)


def url(code: str) -> str:
    """The stream of the play ``code``, signed so that only those shown it can listen."""
    return f"/live/{code}/{_signature(code)}"


def _signature(code: str) -> str:
    return Signer(salt="live").signature(code)


class Listener:
    """One open stream. It holds one revision only: a slow phone hears the newest."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        self._newest = 0
        self.closed = False

    def ring(self, revision: int) -> None:
        """Offer a revision; may be called from any thread, also after the loop has ended."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.offer, revision)

    def close(self) -> None:
        """End the stream; may be called from any thread."""
        self.closed = True
        self.ring(0)

    async def wait(self, seconds: float) -> int:
        """The newest revision rung since the last call, 0 if none came within ``seconds``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        self._rung.clear()
        newest, self._newest = self._newest, 0
        return newest

    def offer(self, revision: int) -> None:
        self._newest = max(self._newest, revision)
        self._rung.set()


def _offer(listeners: Iterable[Listener], loop: asyncio.AbstractEventLoop, revision: int) -> None:
    for listener in listeners:
        if listener.loop is loop:
            listener.offer(revision)


class Hub:
    """The open streams of this process, by play code."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._homes: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def join(self, code: str, limit: int, home: str = "") -> Listener | None:
        """Return a new stream on ``code`` for a network, or ``None`` if there is no room.

        ``limit`` is for all streams; one table and one network have half each, so that one leaked
        link leaves room for others.
        """
        listener = Listener()
        share = max(1, limit // 2)
        with self._lock:
            table = len(self._listeners.get(code, ()))
            if self._count >= limit or table >= share or self._homes[home] >= share:
                return None
            self._listeners[code].add(listener)
            self._homes[home] += 1
            self._count += 1
            metrics.STREAMS.inc()
        return listener

    def leave(self, code: str, listener: Listener, home: str = "") -> None:
        with self._lock:
            self._listeners[code].discard(listener)
            self._homes[home] -= 1
            if not self._homes[home]:
                del self._homes[home]
            self._count -= 1
            metrics.STREAMS.dec()
            if not self._listeners[code]:
                del self._listeners[code]

    def ring(self, code: str, revision: int) -> None:
        with self._lock:
            listeners = list(self._listeners.get(code, ()))
        # A loop is woken once for all who listen in it.
        for loop in {listener.loop for listener in listeners}:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_offer, listeners, loop, revision)

    def close(self) -> None:
        """End every stream, so that a stopping server need not wait for its phones."""
        with self._lock:
            listeners = [each for group in self._listeners.values() for each in group]
        for listener in listeners:
            listener.close()


class RedisBell:
    """Carries announcements between processes. While Redis is away, rings this one only."""

    def __init__(self, url: str, hub: Hub) -> None:
        self._url = url
        self._hub = hub
        self._rest_until = 0.0
        self._client = redis.Redis.from_url(
            url, socket_timeout=REDIS_TIMEOUT, socket_connect_timeout=REDIS_TIMEOUT
        )

    def announce(self, code: str, revision: int) -> None:
        if time.monotonic() >= self._rest_until:
            try:
                self._client.publish(CHANNEL, f"{code} {revision}")
                return
            except redis.RedisError:
                self._rest_until = time.monotonic() + REDIS_REST
                log.warning("Redis does not answer; other servers' phones hear by polling")
        self._hub.ring(code, revision)

    async def follow(self) -> None:
        """Ring this process for what any process announces, until cancelled."""
        pause = 0.2
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(
                        self._url, socket_timeout=None, socket_keepalive=True
                    ) as client,
                    client.pubsub(ignore_subscribe_messages=True) as pubsub,
                ):
                    await pubsub.subscribe(CHANNEL)
                    pause = 0.2
                    async for message in pubsub.listen():
                        code, _, revision = message["data"].decode().partition(" ")
                        self._hub.ring(code, int(revision))
            except (redis.RedisError, OSError, ValueError) as error:
                log.warning("Listening to Redis failed: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, REDIS_REST)


hub = Hub()


@lru_cache(maxsize=1)
def _bell(redis_url: str) -> RedisBell:
    return RedisBell(redis_url, hub)


def announce(code: str, revision: int) -> None:
    """Tell every phone at the table that the play is at ``revision``. Never raises."""
    try:
        if settings.REDIS_URL:
            _bell(settings.REDIS_URL).announce(code, revision)
        else:
            hub.ring(code, revision)
    except Exception:
        # The revision is committed: whatever goes wrong here must not fail the action.
        log.exception("A revision could not be announced")


async def follow_others() -> None:
    """Carry over what other processes announce; returns at once without Redis."""
    if settings.REDIS_URL:
        await _bell(settings.REDIS_URL).follow()


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI: ``GET /live/<code>/<signature>`` as server-sent events, ``data: <revision>``."""
    code, _, signature = scope["path"].removeprefix("/live/").partition("/")
    if scope["method"] != "GET":
        await plain(send, 405, "This address is only listened to.")
    elif not constant_time_compare(signature, _signature(code)):
        await plain(send, 404, "There is no such stream. Open the table again.")
    elif (listener := hub.join(code, settings.LIVE_STREAMS, home := home_of(scope))) is None:
        await plain(send, 503, "Too many phones are listening; this page polls instead.")
    else:
        gone = asyncio.create_task(_until_gone(receive, listener))
        try:
            await _tell(listener, send)
        finally:
            gone.cancel()
            hub.leave(code, listener, home)


def home_of(scope: Scope) -> str:
    """The network a stream is asked for from."""
    headers = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED]
    return limits.network((scope.get("client") or ("",))[0], ",".join(headers))


async def _tell(listener: Listener, send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    line = "retry: 1000\n\n"
    while not listener.closed:
        await send({"type": "http.response.body", "body": line.encode(), "more_body": True})
        revision = await listener.wait(HEARTBEAT)
        line = f"data: {revision}\n\n" if revision else ": still here\n\n"
    await send({"type": "http.response.body", "body": b""})


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


async def plain(send: Send, status: int, sentence: str) -> None:
    """Answer a request with one plain sentence and close the connection."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})

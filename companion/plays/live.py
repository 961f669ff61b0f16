"""The doorbell: tells every phone at a table that the play is at revision N, and may bring what
changed.

``announce`` is called once a revision is committed; ``stream`` is a plain ASGI application
that never touches the database, so that an open phone costs neither a thread nor a
connection. Boards are drawn elsewhere (``pages.pushing``), for phones whose seat is known. A
bell that goes unheard costs freshness only: phones fetch their page whenever they open a stream,
and poll now and then.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
import zlib
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

import redis
import redis.asyncio
from django.conf import settings
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from companion.http import Receive, Scope, Send, accepts_gzip, home_of, plain
from companion.operations import metrics

CHANNEL = "sidekick:live"
"""The beginning of the channels of Redis: each table has its own, which the processes follow that
have its phones. Releases before 1.1 announce everything on this one."""
SWEEP = 30.0
"""Seconds after which a process leaves the channels of tables whose phones are gone."""
HEARTBEAT = 15.0
"""Seconds between comment lines; proxies cut streams that stay silent for long."""
REDIS_REST = 5.0
"""Seconds without another try after Redis failed to take an announcement."""
REDIS_TIMEOUT = 0.5
EXPECTED = 1000
"""Announcements of this process that are still on their way back from Redis."""
RETRY = 500, 1000
"""Milliseconds after which a browser opens a stream again that was cut, drawn for each: the phones
of a server that is lost don't all come in the same moment."""
WINDOW = 14
"""How much of what a phone was sent its next event may refer to: 16 KB, as a power of two."""
RESTS = 8
"""Heartbeats without an event after which a phone's last events are forgotten."""
GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The head of a gzip file without a name or a date."""

NUDGE = b"event: nudge\ndata: 1\n\n"
"""The event that has a phone call the person who holds it."""

log = logging.getLogger(__name__)

brings: Callable[[str, int], bool] | None = None
"""Has the boards of a table drawn once the present answer is away; set by the pages."""


class SeatedPhone(NamedTuple):
    """A phone whose stream may bring its board: the seat in its cookie, and how its pages read."""

    play: int
    seat: int
    epoch: int
    address: str
    language: str


def url(code: str, address: str = "", language: str = "") -> str:
    """Return the stream of the play ``code``, signed so that only those shown it can listen.

    ``address`` says which cookie has the phone's seat in it, ``language`` what it reads.
    """
    said = f"?{urlencode({'at': address, 'in': language})}" if address else ""
    return f"/live/{code}/{_signature(code)}{said}"


def event(*lines: str) -> bytes:
    """Return an event of the stream; its text may have lines of its own."""
    text = "\n".join(lines).replace("\r", "")
    return "".join(f"data: {line}\n" for line in text.split("\n")).encode() + b"\n"


def _signature(code: str) -> str:
    return Signer(salt="live").signature(code)


class Listener:
    """One open stream. It holds one revision only: a slow phone hears the newest."""

    def __init__(self, phone: SeatedPhone | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        self.phone = phone
        self._rung = asyncio.Event()
        self._newest: int | None = None
        self._board = self._chances = b""
        self.closed = False

    def ring(self, revision: int) -> None:
        """Offer a revision; may be called from any thread, also after the loop has ended."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.offer, revision)

    def close(self) -> None:
        """End the stream; may be called from any thread."""
        self.closed = True
        self.ring(0)

    async def wait(self, seconds: float) -> bytes:
        """Return what came since the last call: the newest revision, or the board of it, and
        chances. Empty if nothing came within ``seconds``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        self._rung.clear()
        number = b"" if self._newest is None else event(str(self._newest))
        told = (self._board or number) + self._chances
        self._newest, self._board, self._chances = None, b"", b""
        return told

    def offer(self, revision: int, board: bytes = b"") -> None:
        # A phone that has not taken the last board yet hears the number and fetches once.
        waits = self._newest is not None
        self._board = b"" if waits else board
        self._newest = max(self._newest or 0, revision)
        self._rung.set()

    def foretell(self, chances: bytes) -> None:
        self._chances = chances
        self._rung.set()

    def nudge(self) -> None:
        self._chances += NUDGE
        self._rung.set()


def _each(
    listeners: Iterable[Listener],
    loop: asyncio.AbstractEventLoop,
    tell: Callable[[Listener], None],
) -> None:
    for listener in listeners:
        if listener.loop is loop:
            tell(listener)


class Hub:
    """The open streams of this process, by play code."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._homes: Counter[str] = Counter()
        self._count = 0
        self._expected: OrderedDict[tuple[str, int], bool] = OrderedDict()
        """Revisions that come back from Redis, and whose boards are drawn here anyway."""

    def __len__(self) -> int:
        return self._count

    def join(
        self, code: str, limit: int, home: str = "", phone: SeatedPhone | None = None
    ) -> Listener | None:
        """Return a new stream on ``code`` for a network, or ``None`` if there is no room.

        ``limit`` is for all streams; one table and one network have half each, so that one leaked
        link leaves room for others.
        """
        listener = Listener(phone)
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

    def ring(self, code: str, revision: int, *, brought: bool = False) -> None:
        """Tell a table's phones a revision; ``brought``: those with a seat get it otherwise. A
        number below zero is that of a seat whose phones are nudged."""
        if revision < 0:
            called = [
                each for each in self.seated(code) if each.phone and each.phone.seat == -revision
            ]
            self.tell(called, Listener.nudge)
            return
        with self._lock:
            brought = self._expected.pop((code, revision), False) or brought
            everyone = self._listeners.get(code, ())
            listeners = [each for each in everyone if not (brought and each.phone)]
        self.tell(listeners, lambda listener: listener.offer(revision))

    def tell(self, listeners: Collection[Listener], tell: Callable[[Listener], None]) -> None:
        """Tell some streams something, each in its own loop."""
        # A loop is woken once for all who listen in it.
        for loop in {listener.loop for listener in listeners}:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_each, listeners, loop, tell)

    def seated(self, code: str) -> list[Listener]:
        """Return the streams of a table that may bring a board."""
        with self._lock:
            return [each for each in self._listeners.get(code, ()) if each.phone]

    def codes(self) -> set[str]:
        """Return the tables with phones in this process."""
        with self._lock:
            return set(self._listeners)

    def expect(self, code: str, revision: int) -> None:
        """Ring only those without a seat once this comes back from Redis."""
        with self._lock:
            self._expected[code, revision] = True
            while len(self._expected) > EXPECTED:
                self._expected.popitem(last=False)

    def close(self) -> None:
        """End every stream, so that a stopping server need not wait for its phones."""
        with self._lock:
            listeners = [each for group in self._listeners.values() for each in group]
        for listener in listeners:
            listener.close()


class RedisBell:
    """Bell that carries announcements between processes. While Redis is away, it rings this one
    only."""

    def __init__(self, url: str, hub: Hub) -> None:
        self._url = url
        self._hub = hub
        self._rest_until = 0.0
        self._line: redis.asyncio.client.PubSub | None = None
        """How this process follows, while it does."""
        self._followed: dict[str, asyncio.Event] = {}
        """The tables it follows, and whether Redis has said so."""
        self._client = redis.Redis.from_url(
            url, socket_timeout=REDIS_TIMEOUT, socket_connect_timeout=REDIS_TIMEOUT
        )

    def announce(self, code: str, revision: int, *, brought: bool = False) -> None:
        if time.monotonic() >= self._rest_until:
            if brought:
                self._hub.expect(code, revision)
            try:
                self._client.publish(f"{CHANNEL}:{code}", f"{code} {revision}")
                if (followed := self._followed.get(code)) and followed.is_set():
                    return
            except redis.RedisError:
                self._rest_until = time.monotonic() + REDIS_REST
                log.warning("Redis does not answer; other servers' phones hear by polling")
        self._hub.ring(code, revision, brought=brought)

    async def attend(self, code: str) -> None:
        """Follow a table whose phone opens its stream; returns once Redis has said so, or does not
        answer. A phone looks at its table after that, so that it misses nothing."""
        line, followed = self._line, self._followed
        if line is None:
            return
        try:
            async with asyncio.timeout(REDIS_TIMEOUT):
                if code not in followed:
                    followed[code] = asyncio.Event()
                    await line.subscribe(f"{CHANNEL}:{code}")
                await followed[code].wait()
        except (TimeoutError, redis.RedisError, OSError):
            # The next phone tries again.
            followed.pop(code, None)

    async def follow(self) -> None:
        """Ring this process for what others announce of its tables, until cancelled."""
        pause = 0.2
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(
                        self._url, socket_timeout=None, socket_keepalive=True
                    ) as client,
                    client.pubsub() as line,
                ):
                    codes = self._hub.codes()
                    await line.subscribe(CHANNEL, *(f"{CHANNEL}:{code}" for code in codes))
                    self._followed = {code: asyncio.Event() for code in codes}
                    self._line = line
                    pause = 0.2
                    await self._listen(line)
            except (redis.RedisError, OSError, ValueError) as error:
                log.warning("Listening to Redis failed: %s", error)
            finally:
                self._line, self._followed = None, {}
            await asyncio.sleep(pause)
            pause = min(pause * 2, REDIS_REST)

    async def _listen(self, line: redis.asyncio.client.PubSub) -> None:
        """Take what comes, and leave the tables now and then whose phones are gone."""
        swept = time.monotonic()
        while True:
            message = await line.get_message(timeout=SWEEP)
            if message and message["type"] == "message":
                code, _, revision = message["data"].decode().partition(" ")
                self._hub.ring(code, int(revision))
            elif message and message["type"] == "subscribe":
                _, _, code = message["channel"].decode().removeprefix(CHANNEL).partition(":")
                if code in self._followed:
                    self._followed[code].set()
            if time.monotonic() > swept + SWEEP:
                swept = time.monotonic()
                if gone := self._followed.keys() - self._hub.codes():
                    for code in gone:
                        del self._followed[code]
                    await line.unsubscribe(*(f"{CHANNEL}:{code}" for code in gone))


hub = Hub()


@lru_cache(maxsize=1)
def _bell(redis_url: str) -> RedisBell:
    return RedisBell(redis_url, hub)


def announce(code: str, revision: int, *, entered: bool = False) -> None:
    """Tell every phone at the table that the play is at ``revision``. Never raises.

    After an entry, this process brings its own phones their boards, if it can.
    """
    try:
        brought = entered and brings is not None and brings(code, revision)
        if settings.REDIS_URL:
            _bell(settings.REDIS_URL).announce(code, revision, brought=brought)
        else:
            hub.ring(code, revision, brought=brought)
    except Exception:
        # The revision is committed: whatever goes wrong here must not fail the action.
        log.exception("A revision could not be announced")


def nudge(code: str, seat: int) -> None:
    """Have a seat's phones call their people. It goes where bells go, and may go unheard."""
    announce(code, -seat)


async def follow_others() -> None:
    """Carry over what other processes announce; returns at once without Redis."""
    if settings.REDIS_URL:
        await _bell(settings.REDIS_URL).follow()


async def stream(
    scope: Scope, receive: Receive, send: Send, phone: SeatedPhone | None = None
) -> None:
    """Answer ``GET /live/<code>/<signature>`` (ASGI) as server-sent events.

    An event is a revision; or, for a ``phone`` of a known seat, the revision and sum of what it
    has to show, the new revision and the pieces of it; or, behind an empty line, chances; or a
    nudge, which has a name.
    """
    code, _, signature = scope["path"].removeprefix("/live/").partition("/")
    if scope["method"] != "GET":
        await plain(send, 405, "This address is only listened to.")
    elif not constant_time_compare(signature, _signature(code)):
        await plain(send, 404, "There is no such stream. Open the table again.")
    elif (listener := hub.join(code, settings.LIVE_STREAMS, home := home_of(scope), phone)) is None:
        await plain(send, 503, "Too many phones are listening; this page polls instead.")
    else:
        gone = asyncio.create_task(_until_gone(receive, listener))
        try:
            if settings.REDIS_URL:
                await _bell(settings.REDIS_URL).attend(code)
            await _tell(listener, send, packed=bool(phone) and accepts_gzip(scope))
        finally:
            gone.cancel()
            hub.leave(code, listener, home)


async def _tell(listener: Listener, send: Send, *, packed: bool) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
        (b"vary", b"Accept-Encoding"),
    ]
    if packed:
        headers.append((b"content-encoding", b"gzip"))
    pack = Packer() if packed else None
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    told, quiet = b"retry: %d\n\n" % random.randint(*RETRY), 0
    while not listener.closed:
        body = pack.packed(told) if pack else told
        await send({"type": "http.response.body", "body": body, "more_body": True})
        told = await listener.wait(HEARTBEAT)
        quiet = 0 if told else quiet + 1
        told = told or b": still here\n\n"
        if pack and quiet == RESTS:
            pack.forget()
    await send({"type": "http.response.body", "body": b""})


class Packer:
    """Gzip stream of events, each to be read at once.

    An open compressor takes 130 KB of memory. Every event gets one of its own, which knows the
    events before it; their text is all that is kept, and not for a phone that no one is playing at.
    """

    def __init__(self) -> None:
        self._head = GZIP
        self._before = b""

    def packed(self, told: bytes) -> bytes:
        """Return the next bytes of the stream."""
        stream = zlib.compressobj(wbits=-WINDOW, zdict=self._before)
        packed = self._head + stream.compress(told) + stream.flush(zlib.Z_SYNC_FLUSH)
        self._head = b""
        self._before = (self._before + told)[-(2**WINDOW) :]
        return packed

    def forget(self) -> None:
        """Let the next event refer to none before it."""
        self._before = b""


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()

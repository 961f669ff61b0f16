"""Limits on tries: one table of limits, one count for all processes.

A seat (or crew member) has a count of its own, everyone else shares their network's, so that no one
at a table is refused because of others' tries.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import ngettext
from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import FixedWindowRateLimiter

from companion.requests import Request, message

LIMITS: dict[str, tuple[int, int]] = {
    "guessing": (20, 600),
    "joining": (120, 3600),
    "signing-in": (20, 600),
    "account": (10, 300),
    "creating": (60, 3600),
    "uploading": (30, 3600),
    "photographing": (200, 3600),
    "searching": (120, 60),
    "acting": (300, 60),
    "looking": (20_000, 60),
}
"""What may be tried how often in how many seconds. A whole group shares one network.

``guessing`` counts what strangers get wrong, ``joining`` what they send to a table they know,
``account`` passwords tried for one account, from wherever,
``acting`` what one seat enters, ``looking`` the milliseconds a page thread works for pages that are
no board.
"""

SHARED, EVENT = ("guessing", "joining", "creating", "searching", "looking"), 10
"""What all phones of a network share, and how many times as much of it an event needs."""

View = Callable[..., HttpResponseBase]
Answer = TypeVar("Answer")

REST = 5.0
"""Seconds without another try after Redis failed to count."""

log = logging.getLogger(__name__)


class Memory(MemoryStorage):
    """Counts in this process. The library starts a thread at a hit to forget expired counts; this
    one cleans up after N hits, which costs an action nothing.
    """

    HITS = 1000
    hits = 0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time.time()
        self.hits += 1
        if self.hits % self.HITS == 0:
            for old in [each for each, end in list(self.expirations.items()) if end <= now]:
                self.clear(old)
        self.get(key)
        with self.locks[key]:
            self.storage[key] += amount
            if self.storage[key] == amount:
                self.expirations[key] = now + expiry
            return self.storage[key]


class Counts:
    """Counts in Redis; in this process where there is none, or while it is away."""

    def __init__(self, redis_url: str) -> None:
        self._own = FixedWindowRateLimiter(Memory())
        self._shared: FixedWindowRateLimiter | None = None
        self._rest_until = 0.0
        if redis_url:
            storage = RedisStorage(
                redis_url, wrap_exceptions=True, socket_timeout=0.5, socket_connect_timeout=0.5
            )
            self._shared = FixedWindowRateLimiter(storage)

    def take(self, what: str, who: str, cost: int = 1) -> bool:
        """Count one try, or its ``cost``; ``False`` if too few were left."""
        item = _item(what)
        return self._ask(lambda limiter: limiter.hit(item, who, cost=cost))

    def spent(self, what: str, who: str) -> bool:
        """Return whether no try is left, without using one."""
        item = _item(what)
        return not self._ask(lambda limiter: limiter.test(item, who))

    def left(self, what: str, who: str) -> int:
        """Return seconds until there are tries again."""
        item = _item(what)
        end: float = self._ask(lambda limiter: limiter.get_window_stats(item, who).reset_time)
        return max(1, math.ceil(end - time.time()))

    def clear(self) -> None:
        self._own.storage.reset()

    def _ask(self, question: Callable[[FixedWindowRateLimiter], Answer]) -> Answer:
        if self._shared is not None and time.monotonic() >= self._rest_until:
            try:
                return question(self._shared)
            except StorageError:
                self._rest_until = time.monotonic() + REST
                log.warning("Redis does not answer; every process counts tries by itself")
        return question(self._own)


def _item(what: str) -> RateLimitItemPerSecond:
    amount, seconds = LIMITS[what]
    return RateLimitItemPerSecond(amount, seconds, namespace=f"sidekick-{what}")


@lru_cache(maxsize=2)
def counts(redis_url: str) -> Counts:
    return Counts(redis_url)


def take(what: str, who: str, cost: int = 1) -> bool:
    return counts(settings.REDIS_URL).take(what, who, cost)


def spent(what: str, who: str) -> bool:
    return counts(settings.REDIS_URL).spent(what, who)


def network(peer: str, forwarded: str = "") -> str:
    """Return the client's network: the peer, or the client our own proxies name.

    Every proxy adds who asked it at the end of ``X-Forwarded-For``, so with ``n`` of ours the
    ``n``-th from the right is the first that none of them made up; anything left of it was written
    by the client. One home has a whole IPv6 network of 64 bits.
    """
    hops = [hop.strip() for hop in forwarded.split(",")] if settings.PROXIES else []
    named = hops[-settings.PROXIES] if 0 < settings.PROXIES <= len(hops) else peer
    return _home(named) or _home(peer) or peer


@lru_cache(maxsize=4096)
def _home(text: str) -> str:
    """Return the network of an address; empty for what is none."""
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def neighborhood(home: str) -> str:
    """Return the network around a network; the tenant of one address often has all of these."""
    try:
        found = ipaddress.ip_network(home)
    except ValueError:
        return home
    return str(found.supernet(new_prefix=24 if found.version == 4 else 48))


def address(request: HttpRequest) -> str:
    """Return the network a request comes from."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    return network(request.META.get("REMOTE_ADDR", ""), forwarded)


def who(request: HttpRequest) -> str:
    """Return whose tries a request uses up: its seat's or person's, or else its network's."""
    known: Callable[[], str] | None = getattr(request, "known", None)
    return (known and known()) or address(request)


def limited(what: str, *, failures: tuple[int, ...] = ()) -> Callable[[View], View]:
    """Answer 429 once ``what`` is used up.

    With ``failures`` only answers of these statuses count; without, every POST (for
    ``searching``: every query) does.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not (request.method == "POST" or (what == "searching" and "q" in request.GET)):
                return view(request, *args, **kwargs)
            if spent(what, who(request)) if failures else not take(what, who(request)):
                return too_many(request, what, who(request))
            response = view(request, *args, **kwargs)
            if response.status_code in failures:
                take(what, who(request))
            return response

        return guarded

    return decorate


def too_many(request: Request, what: str, who: str) -> HttpResponseBase:
    """Return when there will be some again, if no try is left to ``who``."""
    seconds = counts(settings.REDIS_URL).left(what, who)
    n = math.ceil(seconds / 60)
    text = ngettext(
        "Too many attempts. Try again in a minute.",
        "Too many attempts. Try again in {n} minutes.",
        n,
    )
    response = message(request, 429, text.format(n=n))
    response.headers["Retry-After"] = str(seconds)
    return response

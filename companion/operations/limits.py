"""Limits per address on what a stranger may try: failed joins, new tables, searches."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

Limits = dict[str, tuple[int, int]]

LIMITS: Limits = {
    "join": (20, 3600),
    "create": (60, 3600),
    "search": (120, 60),
    "upload": (30, 3600),
}
"""What may be tried how often in how many seconds. A whole group shares one address."""


def address(request: HttpRequest) -> str:
    """Who is asking: the peer, or behind our own proxy the client it names last."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def exhausted(request: HttpRequest, what: str) -> bool:
    """Whether this address has used up its tries in the current window."""
    return int(cache.get(_key(request, what), 0)) >= LIMITS[what][0]


def count(request: HttpRequest, what: str) -> None:
    """One try more."""
    key = _key(request, what)
    if not cache.add(key, 1, LIMITS[what][1]):
        try:
            cache.incr(key)
        except ValueError:
            cache.set(key, 1, LIMITS[what][1])


def limited(what: str, *, failures: tuple[int, ...] = ()) -> Callable[..., Any]:
    """Answer 429 once an address has used up ``what``.

    With ``failures`` only answers of these statuses count, so that guessing is limited and
    playing is not; without, every POST (for ``search``: every query) counts.
    """

    def decorate(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
            tries = bool(failures) or request.method == "POST" or "q" in request.GET
            if tries and exhausted(request, what):
                return too_many(request, what)
            try:
                response = view(request, *args, **kwargs)
            except Http404:
                if 404 in failures:
                    count(request, what)
                raise
            if response.status_code in failures or (tries and not failures):
                count(request, what)
            return response

        return guarded

    return decorate


def too_many(request: HttpRequest, what: str) -> HttpResponseBase:
    from companion.plays import gate

    response = gate.message(request, 429, _("Too many tries from this network. Wait a little."))
    response.headers["Retry-After"] = str(LIMITS[what][1])
    return response


def _key(request: HttpRequest, what: str) -> str:
    window = int(time.time()) // LIMITS[what][1]
    return f"limit:{what}:{address(request)}:{window}"

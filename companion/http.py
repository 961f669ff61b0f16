"""HTTP below Django: the types of ASGI, the network of a request, an answer of one sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from companion.operations import limits

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

FORWARDED = b"x-forwarded-for"


def home_of(scope: Scope) -> str:
    """Return the network a request comes from."""
    headers = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED]
    return limits.network((scope.get("client") or ("",))[0], ",".join(headers))


def accepts_gzip(scope: Scope) -> bool:
    """Return whether whoever asks can read gzip."""
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    return any(each.strip() == b"gzip" for each in accepted.lower().split(b","))


async def plain(send: Send, status: int, sentence: str) -> None:
    """Answer a request with one plain sentence and close the connection."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})

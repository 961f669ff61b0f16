"""The plain-HTTP entry of a home server: shows how to trust the certificate, then redirects to
HTTPS.
"""

from __future__ import annotations

import re
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import quote

from companion.http import Receive, Scope, Send

TRUSTS = "trusts"
"""The cookie of a phone that has come in by the home's own certificate."""
OPEN = ("/trust/", "/static/", "/manifest.webmanifest", "/sw.js", "/healthz", "/readyz")
HOST = re.compile(rb"(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(?=$|:\d{1,5}$)")


class PlainDoor:
    """An ASGI application that answers nothing about tables itself."""

    def __init__(self, site: Any, secure: int) -> None:
        self.site, self.secure = site, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"].startswith(OPEN):
            await self.site(scope, receive, send)
            return
        head = dict(scope["headers"])
        named = HOST.match(head.get(b"host", b""))
        status, to = 400, ""
        if named:
            path = quote(scope["path"])
            path += f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
            status, to = 303, f"/trust/?next={quote(path)}"
            if trusts(head.get(b"cookie", b"")):
                status, to = 307, f"https://{named[0].decode()}:{self.secure}{path}"
        headers = [(b"location", to.encode("latin-1")), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def trusts(cookies: bytes) -> bool:
    """Return whether a phone has come in by HTTPS before."""
    try:
        return TRUSTS in SimpleCookie(cookies.decode("latin-1"))
    except CookieError:
        return False

"""Phones whose requests are answered in this very process and thread, so that CPU can be told.

Nothing but Django's handler runs between the two looks at the clock: requests are built before,
answers are unpacked after.
"""

from __future__ import annotations

import gzip
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.core.wsgi import get_wsgi_application

from bench.screen import WARNED, Screen

HOST = "127.0.0.1"
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Spent:
    """Milliseconds of one answer, and the bytes of its body on the wire and unpacked."""

    cpu: float
    wall: float
    wire: int
    whole: int


class Phone:
    """One phone with its cookies and its screen."""

    pages = None

    def __init__(self, at: str, cookies: dict[str, str]) -> None:
        Phone.pages = Phone.pages or get_wsgi_application()
        self.at, self.cookies, self.screen = at, dict(cookies), Screen()

    def open(self) -> None:
        """Load the page of the table."""
        self.page()
        self.screen.show(self.text)

    def page(self) -> Spent:
        """Return the page of the table once more; the screen stays as it is."""
        return self.ask("GET", self.at, page=True)

    def act(self, pairs: Pairs, what: str = "act") -> Spent:
        """Return a tap on this phone: the screen shows what it was answered with.

        A warning is answered as one answers who meant it, and that answer is the one told of.
        """
        spent = self._act(pairs, what)
        return self._act([*pairs, *self.screen.warned], what) if self.screen.warned else spent

    def _act(self, pairs: Pairs, what: str) -> Spent:
        key = self.screen.key or secrets.token_hex(8)
        of_board = [("revision", str(self.screen.revision)), ("key", key)]
        spent = self.ask("POST", f"{self.at}{what}", [*pairs, *of_board])
        self.screen.show(self.text)
        return spent

    def look(self) -> Spent:
        """Fetch what changed since."""
        spent = self.ask("GET", f"{self.at}board?have={self.screen.revision}")
        self.screen.show(self.text)
        return spent

    def ask(self, method: str, path: str, pairs: Pairs = (), *, page: bool = False) -> Spent:
        environ = self._environ(method, path, pairs, page)
        told: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], info: Any = None) -> None:
            told.update(status=status, headers=headers)

        wall, cpu = time.perf_counter(), time.thread_time()
        answer = Phone.pages(environ, start)  # type: ignore[misc]
        body = b"".join(answer)
        answer.close()
        cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
        for name, value in told["headers"]:
            if name == "Set-Cookie":
                self.cookies |= {key: m.value for key, m in SimpleCookie(value).items()}
        packed = ("Content-Encoding", "gzip") in told["headers"]
        self.text = (gzip.decompress(body) if packed else body).decode()
        fine = told["status"].startswith("200") or WARNED.search(self.text)
        assert fine, (told["status"], path, pairs, self.text[:800])
        return Spent(cpu * 1000, wall * 1000, len(body), len(self.text.encode()))

    def _environ(self, method: str, path: str, pairs: Pairs, page: bool) -> dict[str, Any]:
        body = urlencode(pairs).encode()
        path, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": HOST,
            "wsgi.input": BytesIO(body),
            "wsgi.url_scheme": "http",
            "HTTP_HOST": HOST,
            "HTTP_ACCEPT_ENCODING": "gzip",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        if not page:
            environ |= {"HTTP_HX_REQUEST": "true", "HTTP_X_HELD": self.screen.header}
        if method == "POST":
            environ |= {
                "CONTENT_TYPE": "application/x-www-form-urlencoded",
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_X_CSRFTOKEN": self.cookies["csrftoken"],
            }
        return environ

"""One phone over one kept-alive connection, as a browser would post and fetch."""

from __future__ import annotations

import gzip
import http.client
import time
from http.cookies import SimpleCookie
from urllib.parse import urlencode


class Phone:
    """Posts forms with the table's cookies; times each answer from first byte out to last in."""

    def __init__(self, port: int, **cookies: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = dict(cookies)
        self.wire = 0
        """Bytes of the last answer's body as they crossed the wire."""

    def get(self, path: str) -> str:
        return self._ask("GET", path, None)

    def post(self, path: str, fields: dict[str, object]) -> tuple[float, str]:
        """The milliseconds the answer took, and the answer."""
        token = self.cookies["csrftoken"]
        body = urlencode({"csrfmiddlewaretoken": token, **fields})
        started = time.perf_counter()
        text = self._ask("POST", path, body)
        return (time.perf_counter() - started) * 1000, text

    def _ask(self, method: str, path: str, body: str | None) -> str:
        headers = {
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HX-Request": "true",
        }
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        self.wire = len(data)
        for header in answer.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        if answer.headers.get("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        assert answer.status == 200, (answer.status, data[:500])
        return data.decode()

"""Pages and the event loop: one hop, answers of any length, and what no one waits for any more."""

import asyncio
import http.client
import threading
from urllib.parse import urlsplit

import pytest

from companion import bridge
from companion.asgi import Site
from companion.bridge import Bridge
from companion.request_bodies import Body
from tests.plays.test_live import in_a_loop
from tests.serving import served

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/t/\u017c/act",
    "query_string": b"",
    "http_version": "1.1",
    "client": ("127.0.0.1", 1),
    "headers": [],
}


def test_header_imitating_proxys_is_not_passed_on():
    named = [(b"x-forwarded-for", b"a"), (b"x_forwarded_for", b"b"), (b"x-forwarded-for", b"c")]
    lengths = [(b"transfer-encoding", b"chunked"), (b"content-length", b"9")]
    body = Body(3, b"abc")
    environ = bridge.environment({**SCOPE, "headers": [*named, *lengths]}, body)
    assert {name: v for name, v in environ.items() if name.startswith(("HTTP_", "CONTENT_"))} == {
        "HTTP_X_FORWARDED_FOR": "a,c",
        "CONTENT_LENGTH": "3",
    }
    assert environ["PATH_INFO"].encode("latin1").decode() == SCOPE["path"]
    assert environ["wsgi.input"].read() == b"abc"


@pytest.mark.parametrize("size", [0, 10, bridge.WHOLE, 5 * bridge.WHOLE + 1])
def test_an_answer_of_any_length_arrives_whole(size):
    closed = []

    class Long(list):
        def close(self):
            closed.append(threading.current_thread().name)

    def pages(environ, start):
        start("201 Created", [("Content-Length", str(size)), ("X-One", "1"), ("X-One", "2")])
        return Long([b"x" * min(10_000, size - at) for at in range(0, size, 10_000)])

    site = Site()
    site.pages = Bridge(pages, 1)
    with served(site) as base:
        connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=10)
        connection.request("GET", "/long")
        answer = connection.getresponse()
        assert (answer.status, answer.headers.get_all("X-One")) == (201, ["1", "2"])
        assert answer.read() == b"x" * size
        connection.close()
    assert [name.startswith("pages") for name in closed] == [True]


def test_long_answer_is_made_no_faster_than_taken():
    made = []
    taken = asyncio.Event()

    def pages(environ, start):
        start("200 OK", [])
        for n in range(9):
            made.append(n)
            yield b"x" * (bridge.WHOLE + 1)

    async def send(message):
        await taken.wait()

    async def scenario():
        answer = Bridge(pages, 1).ask(SCOPE, Body(0, b""), send)
        await asyncio.sleep(0.3)
        assert made == [0]
        taken.set()
        await answer.deliver()

    in_a_loop(scenario())
    assert len(made) == 9


def test_request_given_up_before_turn_is_not_begun():
    asked, free = [], threading.Event()

    def pages(environ, start):
        asked.append(environ["PATH_INFO"])
        free.wait(10)
        start("200 OK", [])
        return [b""]

    async def send(message):
        pass

    async def scenario():
        pool = Bridge(pages, 1)
        first, second = (
            pool.ask({**SCOPE, "path": path}, Body(0, b""), send) for path in ("/a", "/b")
        )
        second.given_up = True
        free.set()
        assert await second.page == ([], None)
        await first.deliver()

    in_a_loop(scenario())
    assert asked == ["/a"]

"""Tests that slow clients are hung up on, and no one else waits for them."""

import asyncio
import socket
import time
from contextlib import ExitStack

import pytest

from companion import slow_clients
from tests.hardening import slow
from tests.serving import served, until

pytestmark = pytest.mark.any_database


@pytest.mark.patient
def test_half_sent_requests_beyond_open_files_stop_nobody():
    found = slow.run(450, files=400)
    assert found["answered"] == 25


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(slow_clients, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(slow_clients, "BODY_SECONDS", 0.4)


def port_of(site):
    return int(site.rpartition(":")[2])


@pytest.mark.parametrize("beginning", [b"", b"GE", slow.HEAD, slow.BODY])
def test_a_request_has_to_arrive(site, hasty, beginning):
    with slow.dawdle(port_of(site), beginning) as client:
        assert not slow.hung_up(client)
        until(lambda: slow.hung_up(client), "it was waited for")


def test_a_drop_now_and_then_buys_no_time(site, hasty):
    with slow.dawdle(port_of(site), slow.HEAD) as client:
        begun = time.monotonic()
        while not slow.hung_up(client):
            assert time.monotonic() - begun < 5
            client.setblocking(True)
            try:
                client.send(b"x")
            except OSError:
                break
            time.sleep(0.05)


def test_second_request_on_kept_connection_must_arrive_too(site, hasty):
    with slow.dawdle(port_of(site), b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") as client:
        assert client.recv(4096).startswith(b"HTTP/1.1 ")
        client.sendall(slow.HEAD)
        while client.recv(4096):
            pass


def test_longest_idle_connection_goes_when_room_runs_out(site, monkeypatch):
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    monkeypatch.setattr(slow_clients, "connections_allowed", lambda: 2)
    with ExitStack() as open_:
        clients = []
        for _ in range(3):
            client = open_.enter_context(slow.dawdle(port_of(site), asked))
            assert client.recv(4096).startswith(b"HTTP/1.1 ")
            clients.append(client)
        until(lambda: slow.hung_up(clients[0]), "it was kept")
        assert not slow.hung_up(clients[1])


def test_body_arriving_at_fair_pace_is_awaited(site, hasty, monkeypatch):
    monkeypatch.setattr(slow_clients, "BODY_PACE", 1_000)
    head = b"POST /api/plays HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += b"Content-Type: application/json\r\nContent-Length: 3002\r\n\r\n{"
    with slow.dawdle(port_of(site), head) as client:
        for _ in range(10):
            client.sendall(b" " * 300)
            time.sleep(0.1)
        client.sendall(b"}")
        assert b"422" in client.recv(4096).splitlines()[0]


class Endless:
    """An application whose answer ends only when the connection does."""

    left = False

    async def __call__(self, scope, receive, send):
        await receive()
        if scope["type"] == "lifespan":
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        gone = asyncio.create_task(receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not gone.done():
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
            await asyncio.sleep(0)
        Endless.left = True


def test_an_answer_has_to_be_taken(monkeypatch):
    monkeypatch.setattr(slow_clients, "TAKEN_SECONDS", 0.4)
    with served(Endless()) as address, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port_of(address)))
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: Endless.left, "it was held for who does not read", seconds=10)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz HTTP/1.1\nHost: localhost\n\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: y\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
@pytest.mark.parametrize("split", [0, 24])
def test_ambiguous_request_is_refused_and_closed(site, head, split):
    with socket.create_connection(("127.0.0.1", port_of(site)), timeout=5) as client:
        for part in filter(None, (head[:split], head[split:])):
            client.sendall(part)
            time.sleep(0.05)
        answer = b""
        while piece := client.recv(4096):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 400 ")


def test_bare_newlines_in_a_body_are_taken(site):
    body = b"a=1\n\nb\n"
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n" % len(body)
    with socket.create_connection(("127.0.0.1", port_of(site)), timeout=5) as client:
        client.sendall(head + b"\r\n" + body)
        assert b" 403 " in client.recv(4096).split(b"\r\n")[0]
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: b"database" in client.recv(65536), "the next request was not answered")

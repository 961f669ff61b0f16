"""Clients that keep the server waiting: half-sent heads, bodies by drops, answers no one takes.

``python -m tests.hardening.slow 1100`` opens so many half-sent requests, on loopback, against a
server of its own that may have 1,024 open files. A player taps all the while and must be answered;
afterwards whoever kept the server waiting must have been hung up on.
"""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from companion import slow_clients
from tests.serving import free_port, until

ROOT = Path(__file__).parents[2]
FILES = 1024
"""Open files of the server: what a service gets where no one asked for more."""
PATIENCE = 5.0
"""Seconds within which a player is answered, however many others dawdle."""


@contextmanager
def server(files: int) -> Iterator[int]:
    """Provide a server process with that many open files at most; give its port."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="sidekick-slow-") as folder:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "companion.settings",
                "SIDEKICK_VAR": folder,
                "DATABASE_URL": "",
                "REDIS_URL": "",
                "LOG_LEVEL": "CRITICAL",
            },
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
        )
        try:
            until(lambda: _answers(port), "the server did not start", seconds=180)
            yield port
        finally:
            process.kill()
            process.wait(10)


def _answers(port: int) -> bool:
    try:
        return bool(ask(port, "/readyz"))
    except OSError:
        return False


def ask(port: int, path: str, body: Any = None, token: str = "") -> Any:
    """Send one request of a player; raise ``OSError`` when it is not answered well and in time."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def dawdle(port: int, beginning: bytes) -> socket.socket:
    """Return a connection on which a request is begun and left at that."""
    client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    client.sendall(beginning)
    return client


def hung_up(client: socket.socket) -> bool:
    """Return whether the server has closed this connection."""
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "
BODY = b"POST /api/plays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n{"


def run(times: int, files: int = FILES) -> dict[str, Any]:
    """Dawdle that many times while a player plays; return what the player saw and what became of
    them."""
    with server(files) as port, ExitStack() as stack:
        body = {"title": "animated-dice", "players": 2, "sample": True}
        table = ask(port, "/api/plays", body)
        at = f"/api/plays/{table['code']}"
        slowest, asked = 0.0, 0
        clients = []
        for n in range(times):
            begin = BODY if n % 10 == 0 else HEAD
            clients.append(stack.enter_context(dawdle(port, begin)))
            if n % max(times // 25, 1) == 0:
                begun = time.monotonic()
                seen = ask(port, at, token=table["token"])
                assert seen["revision"] == table["revision"]
                slowest, asked = max(slowest, time.monotonic() - begun), asked + 1
        limit = slow_clients.HEAD_SECONDS + slow_clients.BODY_SECONDS + PATIENCE
        until(lambda: all(map(hung_up, clients)), "they are still waited for", seconds=limit)
        ask(port, at, token=table["token"])
    return {"dawdled": times, "answered": asked, "slowest": round(slowest, 2)}


def main(times: int) -> int:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(times + 200, hard)), hard))
    found = run(times)
    print(
        f"{found['dawdled']} requests begun and never finished, on {FILES} open files: "
        f"{found['answered']} of a player's requests answered, the slowest in {found['slowest']} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1100))

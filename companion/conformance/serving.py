"""A real server in a thread of the test process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion import serve


@contextmanager
def served(application: Callable[..., object]) -> Iterator[str]:
    """Serve an ASGI application on a free port of loopback; gives its base address."""
    listening = serve.listen("127.0.0.1", 0)
    server = serve.Server(serve.config(application))
    thread = threading.Thread(target=_run, args=(server, listening), daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the server did not start")
    assert server.started, "the server did not start"
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()
        assert not thread.is_alive(), "the server did not stop"


def _run(server: serve.Server, listening: socket.socket) -> None:
    server.run(sockets=[listening])


def until(condition: Callable[[], object], sentence: str, seconds: float = 5) -> None:
    """Wait until ``condition()`` is true; fails with ``sentence`` after ``seconds``."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, sentence
        time.sleep(0.01)

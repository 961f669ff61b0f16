"""A real server in a thread of the test process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion import serve


@contextmanager
def served(application: object) -> Iterator[str]:
    """Serve an ASGI application on a free port of loopback; gives its base address."""
    listening = serve.listen("127.0.0.1", 0)
    server = serve.Server(serve.config(application))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
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


def until(condition: object, sentence: str, seconds: float = 5) -> None:
    """Wait until ``condition()`` is true; fails with ``sentence`` after ``seconds``."""
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, sentence
        time.sleep(0.01)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

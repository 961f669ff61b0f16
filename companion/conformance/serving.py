"""A real server in a thread of the test process."""

from __future__ import annotations

import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db.backends.signals import connection_created
from django.dispatch import receiver

from companion import serve

_loops: dict[int, list[str]] = {}
"""Threads with the loop of a server, and what asked the database there. Django is told to allow it
in tests, as Playwright keeps a loop of its own; elsewhere the answer is an error."""


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
        asked = _loops.pop(thread.ident or 0)
        assert not asked, f"the database was asked in the server's loop:\n{asked[0]}"


def _run(server: serve.Server, listening: socket.socket) -> None:
    _loops[threading.get_ident()] = []
    server.run(sockets=[listening])


@receiver(connection_created)
def _note(**signal: object) -> None:
    """Note who asked, where it is the thread of a loop."""
    asked = _loops.get(threading.get_ident())
    if asked is not None:
        asked.append("".join(traceback.format_stack()))


def until(condition: Callable[[], object], sentence: str, seconds: float = 5) -> None:
    """Wait until ``condition()`` is true; fails with ``sentence`` after ``seconds``."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, sentence
        time.sleep(0.01)

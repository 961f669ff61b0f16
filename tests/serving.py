"""Tools for tests of servers beside the real one of ``companion.conformance.serving``."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from companion.conformance.serving import served, until

__all__ = ["free_port", "in_a_loop", "served", "until"]

T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def in_a_loop(coroutine: Coroutine[object, object, T]) -> T:
    """Run a coroutine in a thread of its own: browser tests keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()

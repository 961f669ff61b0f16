"""Metrics of a process for Prometheus: counters and gauges."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import Metric
from prometheus_client.multiprocess import mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The client library's own setting: a folder in which processes add up their counters."""
if SHARED in os.environ:
    Path(os.environ[SHARED]).mkdir(mode=0o700, parents=True, exist_ok=True)
    # Another process may have had this number before.
    mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
REGISTRY = CollectorRegistry()
READ_AT_SCRAPES: list[Callable[[], Iterable[Metric]]] = []
"""What the apps add: read when someone asks."""
REQUESTS = Counter(
    "sidekick_requests", "Requests answered", ["method", "route", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "sidekick_request_seconds",
    "Time to answer a request",
    ["route"],
    buckets=BUCKETS,
    registry=REGISTRY,
)
DATABASE = Histogram(
    "sidekick_database_seconds",
    "Time of a request in statements of the database, commits left out",
    ["route"],
    buckets=BUCKETS,
    registry=REGISTRY,
)
STREAMS = Gauge(
    "sidekick_live_streams", "Open live streams", registry=REGISTRY, multiprocess_mode="livesum"
)
BOARD = Gauge(
    "sidekick_board_seconds",
    "Time until a board asked for by the health check was drawn, at the slowest process",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)
THREADS, BUSY, WAITING = (
    Gauge(name, about, ["urgency"], registry=REGISTRY, multiprocess_mode="livesum")
    for name, about in (
        ("sidekick_page_threads", "Threads that requests of an urgency may take"),
        ("sidekick_page_threads_busy", "Threads that answer requests of an urgency"),
        ("sidekick_pages_waiting", "Requests of an urgency that wait for a thread"),
    )
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def method(name: str | None) -> str:
    """Return a method's name as a label; one that a client has made up is not remembered."""
    return name if name in METHODS else "other"


class _Spent(threading.local):
    seconds = 0.0


spent = _Spent()
"""Time in the database since ``seconds`` was last set to 0, by thread."""


def _timed(execute: Callable[..., Any], *args: Any) -> Any:
    started = time.perf_counter()
    try:
        return execute(*args)
    finally:
        spent.seconds += time.perf_counter() - started


def time_statements(connection: Any, **signal: Any) -> None:
    """Add the time of every statement of a new connection to ``spent``."""
    if _timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(_timed)

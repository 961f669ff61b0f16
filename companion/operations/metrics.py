"""What Prometheus scrapes: counters and gauges of processes, and what is known at a scrape."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db import DatabaseError
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from companion.release import release

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The client library's own setting: a folder in which processes add up their counters."""
if SHARED in os.environ:
    Path(os.environ[SHARED]).mkdir(mode=0o700, parents=True, exist_ok=True)
    # Another process may have had this number before.
    mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
REGISTRY = CollectorRegistry()
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
    """A method's name as a label; one that a client has made up is not remembered."""
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


class Now(Collector):
    """How many plays run, what waits for a worker, and which parts are there, right now."""

    def collect(self) -> Iterator[Metric]:
        from companion.operations import backups, health, workers
        from companion.plays.models import Play

        with suppress(DatabaseError):
            # Those without an end have an index of their own.
            running = Play.objects.filter(ended_at__isnull=True).count()
            yield GaugeMetricFamily("sidekick_plays_running", "Plays without an end", running)
        if (waiting := workers.waiting()) is not None:
            yield GaugeMetricFamily("sidekick_queue_length", "Jobs that wait for a worker", waiting)
        if (age := workers.oldest()) is not None:
            about = "Since the job that has waited longest was queued"
            yield GaugeMetricFamily("sidekick_queue_age_seconds", about, age)
        if (age := backups.age()) is not None:
            yield GaugeMetricFamily("sidekick_backup_age_seconds", "Since the last backup", age)
        yield InfoMetricFamily(
            "sidekick_release", "The release that runs here", {"version": release()}
        )
        up = GaugeMetricFamily("sidekick_up", "1 for each part that is well", labels=["part"])
        for part, word in health.watch.parts().items():
            up.add_metric([part], word == health.WELL)
        yield up


REGISTRY.register(Now())


def text() -> bytes:
    """What a scrape reads: counters of every process where they share a folder for them."""
    if SHARED not in os.environ:
        return generate_latest(REGISTRY)
    _forget_dead()
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    together.register(Now())
    return generate_latest(together)


def _forget_dead() -> None:
    """Drop the gauges of processes that are no more, however they went."""
    for path in Path(os.environ[SHARED]).glob("gauge_live*_*.db"):
        pid = int(path.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        except PermissionError:
            pass

"""Counters of this process in Prometheus' format, and what the database knows at a scrape."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.db import DatabaseError
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from companion.release import release

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The client library's own setting: a folder in which processes add up their counters."""
if SHARED in os.environ:
    Path(os.environ[SHARED]).mkdir(mode=0o700, parents=True, exist_ok=True)

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "sidekick_requests", "Requests answered", ["method", "route", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "sidekick_request_seconds",
    "Time to answer a request",
    ["route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def method(name: str | None) -> str:
    """A method's name as a label; one that a client has made up is not remembered."""
    return name if name in METHODS else "other"


class Now(Collector):
    """How many plays run, how many phones listen, and which parts are there, right now."""

    def collect(self) -> Iterator[Metric]:
        from companion.operations import backups, health, workers
        from companion.plays import live
        from companion.plays.models import Play

        with suppress(DatabaseError):
            # Those without an end have an index of their own.
            running = Play.objects.filter(ended_at__isnull=True).count()
            yield GaugeMetricFamily("sidekick_plays_running", "Plays without an end", running)
        yield GaugeMetricFamily(
            "sidekick_live_streams", "Open live streams of this process", len(live.hub)
        )
        yield GaugeMetricFamily(
            "sidekick_board_seconds",
            "Time until a board asked for by the health check was drawn",
            health.canary.seconds(),
        )
        if (waiting := workers.waiting()) is not None:
            yield GaugeMetricFamily("sidekick_queue_length", "Jobs that wait for a worker", waiting)
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
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    together.register(Now())
    return generate_latest(together)

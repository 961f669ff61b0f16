"""Counters of this process in Prometheus' format, and what the database knows at a scrape."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.db import DatabaseError
from prometheus_client import CollectorRegistry, Counter, Histogram, Info
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from companion.release import release

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
Info("sidekick_release", "The release that runs here", registry=REGISTRY).info(
    {"version": release()}
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def method(name: str | None) -> str:
    """A method's name as a label; one that a client has made up is not remembered."""
    return name if name in METHODS else "other"


class Now(Collector):
    """How many plays run, how many phones listen, and which parts are there, right now."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from companion.operations import health
        from companion.plays import live
        from companion.plays.models import Play

        with suppress(DatabaseError):
            running = Play.objects.filter(outcome__isnull=True, abandoned=False).count()
            yield GaugeMetricFamily("sidekick_plays_running", "Plays without an end", running)
        yield GaugeMetricFamily(
            "sidekick_live_streams", "Open live streams of this process", len(live.hub)
        )
        yield GaugeMetricFamily(
            "sidekick_board_seconds",
            "Time until a board asked for by the health check was drawn",
            health.canary.seconds(),
        )
        up = GaugeMetricFamily("sidekick_up", "1 for each part that is well", labels=["part"])
        for part, word in health.watch.parts().items():
            up.add_metric([part], word == health.WELL)
        yield up


REGISTRY.register(Now())

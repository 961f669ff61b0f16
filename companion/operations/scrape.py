"""A scrape by Prometheus: the counters of all processes, and the state of the site right now."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from companion.operations import backups, health, metrics, workers
from companion.release import release


class Now(Collector):
    """State of the site right now: how many plays run, what waits for a worker, and which parts are
    there."""

    def collect(self) -> Iterator[Metric]:
        for read in metrics.READ_AT_SCRAPES:
            yield from read()
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


metrics.REGISTRY.register(Now())


def text() -> bytes:
    """Return the text of a scrape: counters of every process where they share a folder for them."""
    if metrics.SHARED not in os.environ:
        return generate_latest(metrics.REGISTRY)
    _forget_dead()
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    together.register(Now())
    return generate_latest(together)


def _forget_dead() -> None:
    """Drop the gauges of processes that are no more, however they went."""
    for path in Path(os.environ[metrics.SHARED]).glob("gauge_live*_*.db"):
        pid = int(path.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        except PermissionError:
            pass

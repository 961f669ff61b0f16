"""``make bench``: the record, as Markdown. ``python -m bench.run --part e`` measures one part.

Every part runs in a process, a database and a server of its own. What boards have to reach stands
in one table at the end.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import msgspec
import psycopg

from bench import record
from bench.record import Row
from tests import services
from tests.conftest import RedisServer

KEPT = Path(__file__).parent / "RECORD.md"
ON_BOTH = ("a", "i")
"""Parts that are measured on SQLite and on PostgreSQL."""
SEVERAL = ("i",)
"""Of these, those with several server processes there."""
PROCESSES = 2
PATIENCE = 240
"""Seconds after which a part is given up."""
LONG = {"h": 1200, "i": 1800, "j": 600, "k": 600}
"""Of the parts that take longer: how many more tables are tried is up to the machine."""


def main() -> int:
    """Measure and print; a whole run is kept in ``bench/RECORD.md``."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--part", choices=sorted(record.PARTS), help="measure this part only")
    asked = words.parse_args()
    # Whoever stops a run stops what it measures.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    begun = time.monotonic()
    told = [f"Measured on {machine()}."]
    print(told[0], flush=True)
    failed = 0
    reached: list[Row] = []
    for part in asked.part or record.PARTS:
        rows = list(measured(part))
        failed += not rows
        reached += [row for row in rows if row.headline]
        told.append(f"{record.heading(part)}\n{record.lines(rows)}")
        print(told[-1], flush=True)
    if reached:
        told.append(f"{record.REACHED}\n{record.lines(reached)}")
        print(told[-1])
    told.append(f"\nThe run took {time.monotonic() - begun:.0f} seconds.")
    print(told[-1])
    if not asked.part and not failed:
        KEPT.write_text("\n".join(["# The record of the last `make bench`", "", *told, ""]))
    return failed


def machine() -> str:
    """Return the kind of machine, and how much others kept it busy when the run began."""
    cores = os.cpu_count() or 1
    busy = os.getloadavg()[0] / cores
    return f"{cores} cores, shared; load per core at the start {busy:.1f}"


def measured(part: str) -> Iterator[Row]:
    """Yield the rows of one part, on every database it is for."""
    yield from child(part, "")
    if part in ON_BOTH:
        url = services.postgresql()
        if url is None:
            yield Row("on PostgreSQL", "not measured: no PostgreSQL answers")
            return
        with database(url) as made:
            yield from several(made) if part in SEVERAL else child(part, made)


def several(url: str) -> Iterator[Row]:
    """Yield part i with ``PROCESSES`` server processes, and a Redis between them."""
    program = services.redis_server()
    if program is None:
        yield Row("on PostgreSQL", "not measured: redis-server is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="sidekick-bench-") as folder:
        redis = RedisServer(program, Path(folder))
        redis.start()
        try:
            yield from child("i", url, REDIS_URL=redis.url, WEB_CONCURRENCY=str(PROCESSES))
        finally:
            redis.stop()


def child(part: str, url: str, **more: str) -> list[Row]:
    """Measure in a process of its own; what goes wrong there is on its standard error."""
    with tempfile.TemporaryDirectory(prefix="sidekick-bench-") as folder:
        settings = {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "SIDEKICK_VAR": folder,
            "DATABASE_URL": url,
            "REDIS_URL": "",
            "LOG_LEVEL": "CRITICAL",
            **more,
        }
        command = [sys.executable, "-m", "bench.part", part]
        return answered(part, command, os.environ | settings)


def answered(part: str, command: list[str], environment: dict[str, str]) -> list[Row]:
    """Return the rows a process prints; one that hangs is ended with all it has started."""
    patience = LONG.get(part, PATIENCE)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            told, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return [Row(record.PARTS[part], f"given up: no figure within {patience} seconds")]
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return msgspec.json.decode(told or b"[]", type=list[Row])


@contextmanager
def database(url: str) -> Iterator[str]:
    """Provide a PostgreSQL database for one part, dropped afterwards."""
    name = f"sidekick_bench_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


if __name__ == "__main__":
    sys.exit(main())

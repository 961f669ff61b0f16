"""Health of this process: checked in a thread of its own, reported to monitoring.

A report never waits for a page: the check has a database connection of its own, opened and closed
each time, and every service it asks has only seconds.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from companion.operations import bans, metrics, workers

EVERY = 1.0
"""Seconds between two looks."""
SILENCE = 1.5
"""Seconds without an answer after which the database is taken for away."""
STALE = 10.0
"""Seconds after which an old look says nothing any more."""
ROOM = 100_000_000
"""Bytes that have to be free on the disk of the data."""
WELL, FOREIGN = "ok", "another process signs with another key"

SLOW = 2.0
"""Seconds from asking for a board to having it that are too many for a table."""
SINGS = 5.0
"""Seconds between two boards that the canary asks for."""

VITAL = frozenset({"database", "disk", "boards"})
"""What ``/healthz`` is about: without these an evening is not kept."""
NEEDED = frozenset({"database", "migrations"})
"""Without these this process can answer no page; everything else it can do without."""


def look() -> dict[str, str]:
    """Return what there is, part by part: ``ok``, or in a word what is wrong with it."""
    return _beside(_word(database))


def _beside(known: str) -> dict[str, str]:
    """Return all parts, once it is known how the database is."""
    parts = {"database": known}
    parts["migrations"] = _word(migrated) if parts["database"] == WELL else "unknown"
    parts["disk"] = _word(disk)
    if settings.REDIS_URL:
        parts["redis"] = _word(workers.redis_answers)
        there = parts["redis"] == WELL
        parts["worker"] = _word(workers.alive, "missing") if there else "unknown"
        parts["beat"] = _word(workers.beats, "missing") if there else "unknown"
        if there:
            parts["key"] = _word(workers.key_is_shared, FOREIGN)
    return parts


def status(parts: dict[str, str], matter: frozenset[str]) -> int:
    """Return 200 while all that matters is well, else 503."""
    well = all(parts.get(part) == WELL for part in matter)
    ours = matter is VITAL or parts.get("key") != FOREIGN
    return 200 if well and ours else 503


def _word(check: Callable[[], Any], otherwise: str = "failed") -> str:
    try:
        found = check()
    except Exception:
        return "failed"
    if isinstance(found, str):
        return found
    return WELL if found else otherwise


def database() -> bool:
    """Return whether a new connection is answered."""
    with _Own() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def banned() -> bool:
    """Learn of bans that another process has entered or lifted."""
    with _Own() as connection:
        bans.refresh(connection)
    return True


def migrated() -> bool:
    """Return whether the tables are those of this release; once they are, they stay it."""
    global _migrated
    if not _migrated:
        with _Own() as connection:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


_migrated = False


def disk() -> str:
    """Return whether the folder of the data takes another file, and has room for more."""
    try:
        with tempfile.TemporaryFile(dir=settings.VAR) as file:
            file.write(b"x")
            file.flush()
    except OSError:
        return "not writable"
    found = os.statvfs(settings.VAR)
    return WELL if found.f_bavail * found.f_frsize >= ROOM else "nearly full"


class _Own:
    """A database connection for one look."""

    def __enter__(self) -> BaseDatabaseWrapper:
        self._connection = connections.create_connection("default")
        return self._connection

    def __exit__(self, *error: object) -> None:
        self._connection.close()


class HealthWatch:
    """Watch that looks again and again while the server runs; what it saw is read from any
    thread."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}
        self._seen = self._asked = self._answered = 0.0
        self._stop = threading.Event()

    def start(self) -> None:
        self._stop = threading.Event()
        self._parts = {}
        threading.Thread(target=self._run, args=(self._stop,), name="health", daemon=True).start()

    def stop(self) -> None:
        self._stop.set()

    def parts(self) -> dict[str, str]:
        """Return the last look; what it should have seen by now and has not is not well."""
        now = time.monotonic()
        parts = {**self._parts, "boards": canary.word()}
        if now - self._seen > STALE:
            parts = dict.fromkeys(parts, "unknown")
        if self._hangs(now):
            parts["database"] = "failed"
        return parts

    def database_away(self) -> bool:
        """Return whether the database was looked for and is not there."""
        return self.parts().get("database", WELL) != WELL

    def _hangs(self, now: float) -> bool:
        """Return whether the database owes an answer; that the rest takes its time says nothing of
        it."""
        return self._asked > self._answered and now - self._asked > SILENCE

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            self._asked = time.monotonic()
            known = _word(database)
            self._answered = time.monotonic()
            self._parts = _beside(known)
            self._seen = time.monotonic()
            if known == WELL:
                _word(banned)
            metrics.BOARD.set(canary.seconds())
            stop.wait(EVERY)


class Canary:
    """A board asked for again and again through the page threads, as a phone would."""

    def __init__(self) -> None:
        self._asked = self._took = 0.0

    def ask(self) -> None:
        """Note that a board is asked for."""
        self._asked = time.monotonic()

    def drawn(self) -> None:
        """Note that it is there."""
        self._took, self._asked = time.monotonic() - self._asked, 0.0

    def seconds(self) -> float:
        """Return how long the last board took, or the one under way if that is longer."""
        asked = self._asked
        return max(self._took, time.monotonic() - asked if asked else 0.0)

    def word(self) -> str:
        """Return how boards are."""
        return WELL if self.seconds() < SLOW else "slow"


canary = Canary()
watch = HealthWatch()

"""SQLite's one lock: those who write in this process wait for it together, not one after the other.

Another program may hold the lock for long. Each writer would then wait as long as the first, and
those that only read would find no thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db import OperationalError


class Writers:
    """Limit on how long each statement waits for the lock; wraps the statements of a connection."""

    PATIENCE, GLANCE = 5.0, 0.1
    """Seconds in which no one gets the lock, and that a writer waits after those."""

    def __init__(self) -> None:
        self._since: float | None = None

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        connection = context["connection"]
        if connection.in_atomic_block or sql.startswith("SELECT"):
            return execute(sql, params, many, context)
        began, since = time.monotonic(), self._since
        if since is None:
            self._since = began
        left = self.PATIENCE - (began - (since or began))
        connection.connection.execute(f"PRAGMA busy_timeout = {max(left, self.GLANCE) * 1000:.0f}")
        try:
            done = execute(sql, params, many, context)
        except OperationalError as error:
            if "database is locked" not in str(error):
                self._since = None
            raise
        self._since = None
        return done


writers = Writers()

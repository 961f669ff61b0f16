"""Reading uploads on workers: each task is one slice of one file."""

from __future__ import annotations

from typing import Any

from celery.signals import worker_ready
from django.core.cache import cache

from companion.operations.workers import task
from companion.uploads import keeper
from companion.uploads.reading import LEASE


@task
def read_uploads() -> None:
    """Have the next file read for a while, and come back for the rest.

    Where others are at it, look once more when they would have come to an end, or died.
    """
    if keeper.attend():
        read_uploads.delay()
    elif keeper.held() and cache.add("uploads-followed", True, LEASE.total_seconds()):
        read_uploads.apply_async(countdown=LEASE.total_seconds() + 1)


def resume(**kwargs: Any) -> None:
    """As a worker starts: have read what waited while there was none."""
    read_uploads.delay()


worker_ready.connect(resume)

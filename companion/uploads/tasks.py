"""Reading uploads on workers: each task is one slice of one file.

Tasks get lost: with a Redis that restarts, a worker that is killed, a page that dies between a
file and its task. So workers look for files by themselves, too.
"""

from __future__ import annotations

from typing import Any

from celery.signals import heartbeat_sent, worker_ready

from companion.operations import workers
from companion.operations.workers import task
from companion.uploads import keeper

LOOK = 30
"""Seconds between two looks of the workers for files that no one reads."""


@task
def read_uploads() -> None:
    """Have the next file read for a while, and come back for the rest."""
    if keeper.attend():
        read_uploads.delay()


@task
def look_for_uploads() -> None:
    """Have files read where no one is at it."""
    if keeper.idle():
        read_uploads()


def resume(**signal: Any) -> None:
    """Have files read as a worker starts that waited while there was none."""
    read_uploads.delay()


def look(**signal: Any) -> None:
    """Look now and then, with a worker's heartbeat."""
    if workers.due("uploads", LOOK):
        workers.send(look_for_uploads)


worker_ready.connect(resume)
heartbeat_sent.connect(look)

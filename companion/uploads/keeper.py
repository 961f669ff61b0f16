"""The readers of uploads: one process after another, started from a thread or from a worker.

The server never reads a file itself. It starts a reader, which may run out of time or memory or
be killed; then the file is tried again, and given up when no reader gets anywhere with it.
"""

from __future__ import annotations

import logging
import os
import resource
import subprocess
import sys
import threading

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connections, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from companion.uploads.models import Upload
from companion.uploads.reading import LEASE, PIECE

log = logging.getLogger(__name__)

PATIENCE = 10 * PIECE
"""Seconds by the clock after which a reader that does not come back is killed."""
DEATHS = 3
"""Readers that may die over a file without getting any further."""
NUDGE = 5
"""Seconds between two looks at a file that ask for a reader."""

_one = threading.Lock()
_closing = threading.Event()
_running: list[subprocess.Popen[bytes]] = []


def start() -> None:
    """Have waiting files read in the background, or by the workers."""
    if not settings.UPLOAD_READERS:
        return
    if settings.CELERY_TASK_ALWAYS_EAGER:
        if _one.acquire(blocking=False):
            threading.Thread(target=_beside, name="uploads", daemon=True).start()
        return
    try:
        current_app.send_task("companion.uploads.tasks.read_uploads")
    except OperationalError:
        # The file is kept; whoever looks at its page asks the workers again.
        log.warning("the workers cannot be reached")


def look_after(upload: Upload) -> None:
    """Make sure that someone reads a file when its page is looked at."""
    idle = upload.lease is None or upload.lease < timezone.now()
    if not upload.over and idle and cache.add(f"uploads-nudged-{upload.pk}", True, NUDGE):
        start()


def attend() -> bool:
    """Give the next file its slice of time; false when none waits."""
    upload = claim()
    if upload is None:
        return False
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    died = run(upload)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    mine = Upload.objects.filter(pk=upload.pk, turn=upload.turn)
    mine.update(spent=F("spent") + max(1, round(spent)), lease=None)
    if died:
        mine.update(deaths=F("deaths") + 1)
        with translation.override(upload.language):
            mine.filter(deaths__gte=DEATHS, stage=Upload.Stage.READING).update(
                stage=Upload.Stage.UNDOING, problem=_("It can't be opened here.")
            )
    return True


def claim() -> Upload | None:
    """Return the file that has waited longest for its turn, with a lease on it."""
    now = timezone.now()
    with transaction.atomic():
        under_way = Upload.objects.filter(stage__in=Upload.UNDER_WAY)
        if under_way.filter(lease__gt=now).count() >= settings.UPLOAD_READERS:
            return None
        free = under_way.filter(Q(lease=None) | Q(lease__lte=now), deaths__lt=2 * DEATHS)
        upload = free.select_for_update().order_by("served_at", "pk").first()
        if upload is None:
            return None
        upload.lease, upload.served_at, upload.turn = now + LEASE, now, upload.turn + 1
        upload.save(update_fields=["lease", "served_at", "turn"])
    return upload


def idle() -> bool:
    """Return whether files wait and no reader is at any of them."""
    under_way = Upload.objects.filter(stage__in=Upload.UNDER_WAY, deaths__lt=2 * DEATHS)
    return under_way.exists() and not under_way.filter(lease__gt=timezone.now()).exists()


def held() -> bool:
    """Return whether a reader has a file that someone else must take up, should that reader be
    dead."""
    under_way = Upload.objects.filter(stage__in=Upload.UNDER_WAY, deaths__lt=2 * DEATHS)
    return under_way.filter(lease__lte=timezone.now() + LEASE).exists()


def run(upload: Upload) -> bool:
    """Run a reader for one slice; true if it died."""
    if _closing.is_set():
        return False
    command = [sys.executable, "-m", "companion", "readupload", str(upload.pk)]
    process = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    _running.append(process)
    try:
        return process.wait(PATIENCE) != 0 and not _closing.is_set()
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    finally:
        _running.remove(process)


def wake() -> None:
    """Have files read at the start that waited while the server was away; workers do so
    themselves."""
    _closing.clear()
    if settings.CELERY_TASK_ALWAYS_EAGER:
        start()


def close() -> None:
    """Stop the reader as the server stops; the next one goes on where it was."""
    _closing.set()
    for process in _running:
        process.terminate()


def _beside() -> None:
    try:
        while not _closing.is_set():
            if not attend():
                if not held():
                    break
                _closing.wait(NUDGE)
    except Exception:
        log.exception("uploads are not read")
    finally:
        connections.close_all()
        _one.release()

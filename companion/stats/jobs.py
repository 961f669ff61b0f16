"""Files made in slices: each slice is saved with the place to go on from.

A worker that dies loses one slice at most, and a slice done twice is kept once. A worker does
slices for a few seconds and leaves the rest to its queue, so that nothing waits for the whole of a
long job. Without workers, or while all are away, every look at the progress page does the next
slice.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError, transaction
from django.utils import timezone, translation

from companion.operations.workers import BackgroundTask, later, missing, send, task
from companion.stats import picture, turning
from companion.stats.exports import archive
from companion.stats.models import Job, Piece

log = logging.getLogger(__name__)

KEPT = timedelta(days=7)
TURN = 5.0
"""Seconds a worker goes on with a job before it is the next one's turn."""
ASKED_AGAIN = 60
"""Seconds between two reminders of a job that someone waits for."""
LOST = 900
"""Seconds after which a job no one waits for is left to the workers again."""
MAKERS = {
    Job.Kind.ARCHIVE: archive.piece,
    Job.Kind.PICTURE: picture.piece,
    Job.Kind.TURNING: turning.piece,
}
"""Each makes one slice: (job) → bytes, next cursor, steps done, steps in all, finished."""


def begin(kind: str, about: str, language: str) -> Job:
    """Begin the job for this file; one that is under way or done already is taken up again."""
    Job.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
    with transaction.atomic():
        job = Job.objects.filter(kind=kind, about=about, language=language, failed="").first()
        if job is None:
            job = Job.objects.create(kind=kind, about=about, language=language)
        if not job.finished:
            later(task_of(job), job.pk)
    return job


def slice_of(job: Job) -> Job:
    """Do the next slice and save it, unless someone else has done it meanwhile.

    A job that cannot be done says so on its page; a database that is away is tried again.
    """
    try:
        with translation.override(job.language):
            made = MAKERS[Job.Kind(job.kind)](job)
    except OperationalError:
        raise
    except Exception as error:
        log.exception("%s cannot be made", job)
        job.failed = f"{type(error).__name__}: {error}"[:200]
        job.save(update_fields=["failed"])
        return job
    with transaction.atomic():
        current = Job.objects.select_for_update().filter(pk=job.pk).first()
        if current is None or current.finished or current.cursor != job.cursor:
            return current or job
        Piece.objects.create(job=current, n=current.pieces.count(), data=made.data)
        current.cursor, current.done, current.total = made.cursor, made.done, made.total
        current.finished = made.finished
        current.save(update_fields=["cursor", "done", "total", "finished"])
    return current


def run(job_id: int) -> bool:
    """Run slices until the worker's turn is over, only one where there are no workers; return
    whether the queue has more of it to do."""
    job = Job.objects.filter(pk=job_id, finished=False, failed="").first()
    ends = time.monotonic() + TURN
    while job is not None and not (job.finished or job.failed):
        job = slice_of(job)
        if settings.CELERY_TASK_ALWAYS_EAGER:
            return False
        if time.monotonic() > ends:
            return not (job.finished or job.failed)
    return False


def advance(kind: str, about: str) -> Job | None:
    """Go on with a job no one waits for, by one slice or on the workers; ``None`` if nothing is
    left to do here: it failed, or they have it."""
    job = Job.objects.filter(kind=kind, about=about).order_by("-pk").first()
    if job is not None and job.failed:
        return None
    if job is not None and job.finished:
        return job
    alone = settings.CELERY_TASK_ALWAYS_EAGER
    if not alone:
        if cache.add(f"job-advanced-{kind}-{about}", True, LOST):
            begin(kind, about, "en")
        return None
    return slice_of(job or Job.objects.create(kind=kind, about=about))


@task
def run_job(job_id: int) -> None:
    """Go on with a file that someone waits for."""
    if run(job_id):
        send(run_job, job_id)


@task
def run_chore(job_id: int) -> None:
    """Go on with what no one waits for."""
    if run(job_id):
        send(run_chore, job_id)


def task_of(job: Job) -> BackgroundTask[[int], None]:
    """Return the task that goes on with a job, in the queue where it belongs."""
    return run_chore if job.kind == Job.Kind.TURNING else run_job


def help_along(job: Job) -> Job:
    """Run the next slice when the progress page is viewed and no workers exist.

    Where there are, the job is left to them again now and then: a queue may forget.
    """
    if job.finished or job.failed:
        return job
    if settings.CELERY_TASK_ALWAYS_EAGER or missing():
        return slice_of(job)
    if cache.add(f"job-asked-{job.key}", True, ASKED_AGAIN):
        later(task_of(job), job.pk)
    return job

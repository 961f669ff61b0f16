"""Background jobs: in the request by default, on workers with Redis; all may run twice."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from companion.operations.workers import done, due, later, leave, task
from companion.plays import ledger, visibility
from companion.plays.answers import NewerReleaseError
from companion.plays.models import CLOSED_AFTER, Play
from companion.stats import jobs, play_pages, retention, tallies, turning
from companion.stats.jobs import run_chore, run_job
from companion.stats.models import Job, Record

__all__ = ["catch_up", "count_play", "run_chore", "run_job", "tidy", "tidy_today"]

log = logging.getLogger(__name__)

DAY = 24 * 3600
LATELY = timedelta(days=30)
"""A job that was lost is noticed within this time: tidying is done every day."""
FORGOTTEN = 200
"""Plays looked at in one tidying where no worker does it but a page; the rest waits for the next
day."""
AGAIN = 3600
"""Seconds until an evening that could not be counted is tried again."""
TURNING = 20
"""The newest evenings that a round looks through for a turning point."""


@task
def count_play(play_id: int) -> None:
    """Bring one play's figures up to date; a worker of an earlier release leaves it to others."""
    try:
        tallies.count(play_id)
    except NewerReleaseError:
        leave(count_play, play_id)


@task
def tidy() -> dict[str, int]:
    """Close tables no one touched for months, count what an earlier job has missed, delete what is
    due."""
    before = timezone.now() - CLOSED_AFTER
    old = Play.objects.filter(updated_at__lt=before, ended_at__isnull=True)
    closed = list(old.values_list("pk", flat=True)[: _at_once()])
    for pk in closed:
        with suppress(NewerReleaseError):
            ledger.abandon(pk)
    found = list(_missed().values_list("pk", flat=True)[: _at_once()])
    for pk in found:
        with suppress(NewerReleaseError):
            tallies.count(pk)
    return {"closed": len(closed), "counted": len(found), **retention.enforce()}


def _at_once() -> int | None:
    """Return how many plays are looked at in one go; a worker takes all."""
    return FORGOTTEN if settings.CELERY_TASK_ALWAYS_EAGER else None


def _missed() -> QuerySet[Play]:
    """Return plays that ended lately and are not in the book as they stand, the newest first."""
    lately = timezone.now() - LATELY
    ended = Play.objects.filter(updated_at__gt=lately, ended_at__isnull=False)
    missed = ended.filter(~Q(record__revision=F("revision")) | Q(record__clocks__isnull=True))
    return missed.order_by("-ended_at")


@task
def catch_up() -> bool:
    """Do a little of what is due: count an evening that was missed, tidy once a day, play on for a
    turning point. Return whether more may be left.

    Runs every half a minute, on a worker or between the pages of a site without one.
    """
    tidy_today()
    more = _count_one() or _turn_one()
    done()
    return more


def _count_one() -> bool:
    """Count a missed evening, or as many as there are on a worker; one that fails is tried again in
    an hour."""
    found = _missed().values_list("pk", "revision")[: _at_once()]
    fresh = (pk for pk, revision in found if cache.add(f"counted-{pk}-{revision}", True, AGAIN))
    alone = settings.CELERY_TASK_ALWAYS_EAGER
    counted = False
    for pk in fresh:
        counted = True
        try:
            tallies.count(pk)
        except NewerReleaseError:
            leave(count_play, pk)
        except Exception:
            log.exception("Play %s cannot be counted", pk)
        if alone:
            break
    return counted and alone


def _turn_one() -> bool:
    """Go on with the turning point of the newest evening that lacks one, with one slice or as a
    job of the workers."""
    lately = timezone.now() - LATELY
    found = Record.objects.filter(
        turning__isnull=True,
        play__isnull=False,
        result__in=(Record.Result.WON, Record.Result.LOST),
        revision=F("play__revision"),
        ended_at__gt=lately,
    ).select_related("play")
    for record in found.order_by("-ended_at")[:TURNING]:
        play = record.play
        if play is None or play.ordinal > play_pages.LONG:
            continue
        if turning.can(record) and visibility.everything(play):
            going = jobs.advance(Job.Kind.TURNING, turning.about(play))
            if going is not None:
                if going.finished:
                    turning.keep(going, play)
                return True
    return False


def tidy_today() -> None:
    """Tidy once a day, whichever process notices first, so that the server needs no scheduler."""
    if due("tidying", DAY):
        later(tidy)

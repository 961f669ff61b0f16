"""Background jobs: in the request by default, on workers with Redis; all may run twice."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.core.cache import cache
from django.db.models import F, Q
from django.utils import timezone

from companion.operations.workers import later, leave, task
from companion.plays import ledger
from companion.plays.answers import NewerReleaseError
from companion.plays.models import CLOSED_AFTER, Play
from companion.stats import tallies
from companion.stats.jobs import run_job
from companion.stats.models import Record

__all__ = ["count_play", "run_job", "tidy", "tidy_today"]

DAY = 24 * 3600
LATELY = timedelta(days=30)
"""A job that was lost is noticed within this time: tidying is done every day."""
FORGOTTEN = 200
"""Plays looked at in one tidying; the rest waits for the next day."""


@task
def count_play(play_id: int) -> None:
    """Bring one play's figures up to date; a worker of an earlier release leaves it to others."""
    try:
        tallies.count(play_id)
    except NewerReleaseError:
        leave(count_play, play_id)


@task
def tidy() -> dict[str, int]:
    """Close tables no one touched for months, and count what an earlier job has missed."""
    before = timezone.now() - CLOSED_AFTER
    old = Play.objects.filter(updated_at__lt=before, ended_at__isnull=True)
    closed = list(old.values_list("pk", flat=True)[:FORGOTTEN])
    for pk in closed:
        with suppress(NewerReleaseError):
            ledger.abandon(pk)
    lately = timezone.now() - LATELY
    ended = Play.objects.filter(updated_at__gt=lately, ended_at__isnull=False)
    finished = Q(record__figures__isnull=True) & ~Q(record__result=Record.Result.ABANDONED)
    missed = ended.filter(~Q(record__revision=F("revision")) | finished)
    found = list(missed.order_by("-ended_at").values_list("pk", flat=True)[:FORGOTTEN])
    for pk in found:
        with suppress(NewerReleaseError):
            tallies.count(pk)
    return {"closed": len(closed), "counted": len(found)}


def tidy_today() -> None:
    """Tidy once a day and process, so that the server needs no scheduler."""
    if cache.add("tidied", True, DAY):
        later(tidy)

"""Retention: what a server deletes once it has kept it long enough, every day."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session as OldSession
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from companion.crews.models import BrowserSession
from companion.plays import store
from companion.plays.models import Play, Seat
from companion.stats.jobs import KEPT
from companion.stats.models import Job, Place
from companion.uploads.models import Upload

SENT = timedelta(days=30)
"""How long the row of a file that was read is kept: it has the sender's network."""
AT_ONCE = 200
"""Games deleted in one go where no worker does it but a page."""


def enforce() -> dict[str, int]:
    """Delete what is due; return how many of each that were."""
    now = timezone.now()
    sent = Upload.objects.filter(stage__in=Upload.OVER, made_at__lt=now - SENT)
    return {
        "plays": _delete_plays(),
        "names": _delete_names(),
        "sessions": sum(
            each.objects.filter(expire_date__lt=now).delete()[0]
            for each in (BrowserSession, OldSession)
        ),
        "files": Job.objects.filter(made_at__lt=now - KEPT).delete()[0],
        "uploads": sent.delete()[0],
    }


def _ended_before(days: int) -> QuerySet[Play]:
    """Return games of no crew that ended so many days ago; none for 0 days, which is for ever."""
    plays = Play.objects.filter(crew=None)
    past = timezone.now() - timedelta(days=days)
    return plays.filter(ended_at__lt=past) if days else plays.none()


def _delete_plays() -> int:
    due = _ended_before(settings.KEEP_PLAYS).order_by("ended_at").values_list("pk", flat=True)
    chosen = list(due[:AT_ONCE] if settings.CELERY_TASK_ALWAYS_EAGER else due)
    for pk in chosen:
        store.remove(pk)
    return len(chosen)


def _delete_names() -> int:
    due = _ended_before(settings.KEEP_NAMES)
    someone = _("Someone")
    Place.objects.filter(record__play__in=due).exclude(name="").update(name="")
    named = Seat.objects.filter(play__in=due).exclude(name=someone)
    return named.update(name=someone, person=None)

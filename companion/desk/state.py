"""State of the server on one page: its parts, queues, disk, releases and failures."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.operations import backups, health, workers
from companion.operations.models import Report
from companion.plays.models import FORMAT, Play
from companion.release import release
from companion.stats.models import Job
from companion.uploads.models import Upload

LATELY = timedelta(days=7)
"""Failures older than this are no news."""
SHOWN = 20
"""Failures of a kind that are listed."""


WORDS = {
    "database": gettext_lazy("database"),
    "migrations": gettext_lazy("migrations"),
    "disk": gettext_lazy("disk"),
    "worker": gettext_lazy("worker"),
    "beat": gettext_lazy("scheduler"),
    "key": gettext_lazy("secret key"),
    "ok": gettext_lazy("ok"),
    "failed": gettext_lazy("failed"),
    "missing": gettext_lazy("missing"),
    "unknown": gettext_lazy("unknown"),
    "not writable": gettext_lazy("not writable"),
    "nearly full": gettext_lazy("nearly full"),
    health.FOREIGN: gettext_lazy("another process signs with another key"),
}
"""Parts of a server and how they are, as the desk calls them."""


class Line(NamedTuple):
    """A thing and how it is."""

    what: str
    how: str
    well: bool = True


def look() -> dict[str, list[Line]]:
    """Return every line by its heading."""
    return {
        _("Parts"): _parts(),
        _("Queues"): _queues(),
        _("Disk"): _disk(),
        _("Releases"): _releases(),
        _("Failures of the last seven days"): _failures() or [Line(_("none"), "")],
    }


def _parts() -> list[Line]:
    parts = health.look().items()
    return [
        Line(str(WORDS.get(part, part)), str(WORDS.get(word, word)), word == health.WELL)
        for part, word in parts
    ]


def _queues() -> list[Line]:
    lines = []
    if (waiting := workers.waiting()) is not None:
        lines.append(Line(_("Jobs waiting for a worker"), str(waiting)))
        lines.append(Line(_("Oldest, seconds"), f"{workers.oldest() or 0:.0f}"))
    unread = Upload.objects.filter(stage__in=Upload.UNDER_WAY).count()
    making = Job.objects.filter(finished=False, failed="").count()
    reports = Report.objects.count()
    lines.append(Line(_("Reported names"), str(reports), not reports))
    lines.append(Line(_("Uploads being read"), str(unread)))
    lines.append(Line(_("Files being made"), str(making)))
    return lines


def _disk() -> list[Line]:
    found = shutil.disk_usage(settings.VAR)
    age = backups.age()
    hours = f"{age / 3600:.0f}" if age is not None else _("none yet")
    return [
        Line(_("Free, MB"), _megabytes(found.free), found.free >= health.ROOM),
        Line(_("Database, MB"), _megabytes(_database())),
        Line(_("Last backup, hours ago"), hours, age is not None and age < 2 * 24 * 3600),
    ]


def _database() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0])


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f}"


def _releases() -> list[Line]:
    """Return what answers here, and which formats the open tables were last written in."""
    running = Play.objects.filter(ended_at__isnull=True)
    counted = running.values("format").annotate(n=Count("pk")).order_by("format")
    written = [
        Line(_("Open tables in format {n}").format(n=each["format"]), str(each["n"]))
        for each in counted
    ]
    here = _("{release}, format {n}").format(release=release(), n=FORMAT)
    return [Line(_("This process"), here), *written]


def _failures() -> list[Line]:
    since = timezone.now() - LATELY
    uploads = Upload.objects.filter(stage=Upload.Stage.FAILED, made_at__gt=since)
    jobs = Job.objects.filter(made_at__gt=since).exclude(failed="")
    return [
        *(Line(str(each), each.problem, False) for each in uploads.order_by("-pk")[:SHOWN]),
        *(Line(str(each), each.failed, False) for each in jobs.order_by("-pk")[:SHOWN]),
    ]

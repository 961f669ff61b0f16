"""The part of a story about its turning point, reckoned in a job once someone reads it."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays import visibility
from companion.plays.models import Play
from companion.plays.pages.table import speaker_for
from companion.stats import jobs, turning
from companion.stats.models import Job
from companion.stats.play_pages import LONG, StoryRequest, finished, record_of

BEGUN = 202
"""The status of an answer that comes before the job is done: ask again."""


@finished
@require_safe
@never_cache
def page(request: StoryRequest) -> HttpResponseBase:
    """Show which turns changed the odds; without workers each look plays on some games."""
    play: Play = request.play
    record, places = record_of(play)
    if not visibility.everything(play) or play.ordinal > LONG or not turning.can(record):
        return HttpResponse(status=204)
    if record.turning is None:
        asked = {"kind": Job.Kind.TURNING, "about": turning.about(play)}
        job = Job.objects.filter(**asked).order_by("-pk").first()
        job = jobs.help_along(job) if job else jobs.begin(**asked, language="en")
        if job.failed:
            return HttpResponse(status=204)
        if not job.finished:
            return HttpResponse(status=BEGUN)
        # Naming a person counts the record again; the job still has what it reckoned.
        turning.keep(job, play)
        record.refresh_from_db(fields=["turning"])
    found = turning.context(record, places, play, speaker_for(play.title))
    return render(request, "stats/turning.html", {**found, "play": play})

"""Files of one finished play: its playlog, tables, a play for BG Stats, pictures for the chat."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from companion.operations.models import Report
from companion.plays import visibility
from companion.plays.models import Play
from companion.plays.pages.files import playlog_file
from companion.requests import message
from companion.stats import history, jobs, play_pages, queries
from companion.stats import picture as pictures
from companion.stats.exports import bgstats, csvs
from companion.stats.models import Job, Record
from companion.stats.play_pages import StoryRequest, finished, record_of, too_long


@finished
@require_safe
def document(request: StoryRequest) -> HttpResponseBase:
    """Download the playlog of a finished play."""
    play: Play = request.play
    if not visibility.everything(play):
        text = _("This game has secrets: the playlog is available one hour after it ends.")
        return message(request, 409, text)
    return playlog_file(play)


@finished
@require_POST
def report(request: StoryRequest) -> HttpResponse:
    """Report the names of a story to the operator of this server."""
    if not settings.OPERATOR:
        raise Http404
    Report.objects.get_or_create(kind=Report.Kind.TABLE, row=request.play.pk)
    messages.success(request, _("The operator will look at that name."))
    return redirect("story", request.play.share)


@finished
@require_safe
def seats_csv(request: StoryRequest) -> HttpResponse:
    record, places = record_of(request.play)
    return _file(
        b"".join(csvs.seats([(record, places)])), "text/csv", f"{_name(request.play)}-seats.csv"
    )


@finished
@require_safe
def dice_csv(request: StoryRequest) -> HttpResponseBase:
    if request.play.ordinal > play_pages.LONG:
        return too_long(request)
    text = b"".join(csvs.dice(history.read(request.play)))
    return _file(text, "text/csv", f"{_name(request.play)}-dice.csv")


@finished
@require_safe
def bgsplay(request: StoryRequest) -> HttpResponseBase:
    """Download the play as a file for BG Stats; an abandoned one would arrive as a loss."""
    record, places = record_of(request.play)
    if record.result == Record.Result.ABANDONED:
        return message(request, 409, _("Abandoned plays are not sent to BG Stats."))
    debuts = queries.debuts(place.person_id for place in places if place.person_id)
    text = b"".join(bgstats.play_file([(record, places)], debuts))
    return _file(text, "application/json", f"{_name(request.play)}.bgsplay")


@finished
@require_safe
def picture(request: StoryRequest, shape: str) -> HttpResponseBase:
    """Serve a picture for the chat, ``wide`` or ``tall``: drawn once, then kept for a week."""
    play: Play = request.play
    if shape not in pictures.SIZES:
        raise Http404
    if play.ordinal > play_pages.LONG:
        return too_long(request)
    about = f"{play.share}@{play.revision}-{shape}"
    job = jobs.begin(Job.Kind.PICTURE, about, get_language())
    if not job.finished:
        job = jobs.slice_of(job)
    if not job.finished:
        return message(request, 503, _("The picture couldn't be created. Try again later."))
    data = b"".join(bytes(each) for each in job.pieces.values_list("data", flat=True))
    return HttpResponse(data, content_type="image/png")


def _name(play: Play) -> str:
    return f"{play.title}-{play.created_at:%Y%m%d-%H%M}"


def _file(data: str | bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

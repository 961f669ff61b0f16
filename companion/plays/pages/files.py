"""Playlogs out of a table and into a new one."""

from __future__ import annotations

import secrets

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.operations.limits import limited
from companion.plays import ledger, playlog, reading, seats, upgrade
from companion.plays.models import Play, Seat
from companion.plays.pages import gate
from companion.plays.pages.gate import TableRequest
from companion.requests import Request, message
from companion.uploads.views import receive


@gate.look
@require_safe
def download(request: TableRequest) -> HttpResponseBase:
    """The whole play as one file; a title with secrets gives it out only when it is over."""
    if why := reading.why_no_playlog(request.play, request.seat):
        return message(request, 403, why)
    return _file(request.play)


def _file(play: Play) -> HttpResponse:
    response = HttpResponse(playlog.encode(playlog.export(play)), content_type="application/json")
    name = f"{play.title}-{play.created_at:%Y%m%d-%H%M}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@limited("uploading")
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: Request) -> HttpResponseBase:
    """Take a playlog, to be opened as a table of this Sidekick; see ``incoming``."""
    return receive(request, "playlog", "plays/import.html")


@require_http_methods(["GET", "HEAD", "POST"])
def outgrown(request: TableRequest, code: str) -> HttpResponseBase:
    """A play that today's rules do not fold: its log as a file, or (the host) going on without."""
    seat = seats.of_request(request, code.upper())
    if seat is None or upgrade.current(seat.play):
        return redirect("table", code)
    play = seat.play
    if request.method != "POST":
        why = reading.why_no_playlog(play, seat)
        return message(request, 403, why) if why else _file(play)
    if seat.role != Seat.Role.HOST:
        return message(request, 403, _("Only the host of this table can do that."))
    upgrade.go_on_without(play.pk, key=secrets.token_urlsafe(12), seat=seat)
    return redirect("table", code)


@gate.host
@require_POST
def move(request: TableRequest) -> HttpResponseBase:
    """Give the running table out as a file to go on elsewhere, and close it here."""
    if request.play.over:
        return message(request, 409, _("This table is closed."))
    if why := reading.why_no_playlog(request.play, request.seat):
        return message(request, 403, why)
    answer = _file(request.play)
    ledger.abandon(request.play.pk, seat=request.seat)
    return answer

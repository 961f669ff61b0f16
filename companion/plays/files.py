"""Playlogs out of a table and into a new one."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.boxes.models import Box
from companion.operations.limits import limited
from companion.plays import gate, ledger, playlog, seats, upgrade
from companion.plays.models import Play, Seat
from games import registry


@gate.look
@require_safe
def download(request: Any) -> HttpResponseBase:
    """The whole play as one file; a title with secrets gives it out only when it is over."""
    play = request.play
    if not play.over and registry.referee(play.title).title.secrets:
        return gate.message(
            request, 403, _("This game has secrets: the playlog is there when it is over.")
        )
    watching = request.seat.role == Seat.Role.SPECTATOR
    if watching and not play.over:
        return gate.message(request, 403, _("Spectators get the playlog when the game is over."))
    return _file(play)


def _file(play: Play) -> HttpResponse:
    response = HttpResponse(playlog.encode(playlog.export(play)), content_type="application/json")
    name = f"{play.title}-{play.created_at:%Y%m%d-%H%M}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@limited("upload")
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponseBase:
    """Open a playlog as a table of this Sidekick; the uploader becomes its host."""
    if request.method != "POST":
        return render(request, "plays/import.html", {"flash": ""})
    file = request.FILES.get("file")
    try:
        if file is None:
            raise playlog.Broken(_("Choose a file first."))
        play = playlog.load(playlog.decode(file.read()))
    except playlog.Broken as error:
        flash = _("Nothing was imported. {problem}").format(problem=error)
        return render(request, "plays/import.html", {"flash": flash}, status=422)
    owner = seats.device(request) or secrets.token_urlsafe(16)
    if not play.sample:
        play.box = Box.objects.create(
            title=play.title, name=_("From a playlog"), owner=owner, facts=play.facts
        )
        play.save(update_fields=["box"])
    seat = play.seats.filter(role=Seat.Role.HOST).first()
    seat = seat or Seat.objects.create(play=play, name=_("Host"), role=Seat.Role.HOST)
    play.seats.filter(pk=seat.pk).update(claimed=True)
    response = redirect("people", play.code)
    seats.remember(response, seat)
    seats.mark_device(response, owner)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def outgrown(request: Any, code: str) -> HttpResponseBase:
    """A play that today's rules do not fold: its log as a file, or (the host) going on without."""
    seat = seats.of_request(request, code.upper())
    if seat is None or upgrade.current(seat.play):
        return redirect("table", code)
    play = seat.play
    if request.method != "POST":
        return _file(play)
    if seat.role != Seat.Role.HOST:
        return gate.message(request, 403, _("Only the host of this table can do that."))
    upgrade.go_on_without(play.pk, key=secrets.token_urlsafe(12), seat=seat)
    return redirect("table", code)


@gate.host
@require_POST
def move(request: Any) -> HttpResponseBase:
    """Give the running table out as a file to go on elsewhere, and close it here."""
    if request.play.over:
        return gate.message(request, 409, _("This table is closed."))
    answer = _file(request.play)
    ledger.abandon(request.play.pk, seat=request.seat)
    return answer

"""The forecast of the next roll, fetched after the board; and how much a table wants shown."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.plays import seating
from companion.plays.models import Play, Seat
from companion.plays.pages import chances, gate
from companion.plays.pages.drawers import draw
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import TablePage
from companion.requests import message


@gate.look
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ahead(request: TableRequest) -> HttpResponseBase:
    """Return the line below the question, or a page of its own; a POST chooses how much is
    shown.
    """
    if request.method == "POST":
        return _choose(request)
    table = TablePage(request.play, request.seat, seated=request.held)
    found = chances.told(table)
    if request.htmx:
        return render(request, "plays/ahead_line.html", found)
    return draw(request, "plays/ahead.html", table, **found)


def _choose(request: TableRequest) -> HttpResponseBase:
    if request.seat.role == Seat.Role.SPECTATOR:
        return message(request, 403, _("You are watching: only players can change the table."))
    how = request.POST.get("how", "")
    if how not in Play.Ahead.values:
        return message(request, 422, _("Choose what to show before a roll."))
    seating.look_ahead(request.seat, Play.Ahead(how))
    return redirect("table", request.seat.address)

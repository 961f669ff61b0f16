"""A table goes to another Sidekick by a one-time address: offered, given out, fetched."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from companion import remote
from companion.operations import limits
from companion.operations.limits import limited
from companion.plays import playlog, transfer, visibility
from companion.plays.models import Handover
from companion.plays.pages import gate
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.joining import qr
from companion.requests import Request, led_on, message
from companion.uploads import intake
from companion.uploads.models import Upload
from companion.uploads.views import admit
from games import registry

LONGEST = 300
"""Letters of an address of another Sidekick."""


@gate.host
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def offer(request: TableRequest) -> HttpResponseBase:
    """Show the one-time address of this table, as a code to scan; lead back once it was taken."""
    play = request.play
    if why := visibility.why_no_playlog(play, request.seat):
        return message(request, 403, why)
    if request.method == "POST" and not play.over:
        transfer.offer(request.seat)
        return redirect("handover", request.seat.address)
    on_offer = transfer.offered(play)
    if play.over or on_offer is None:
        return led_on(request, reverse("table", args=[request.seat.address]))
    at = request.build_absolute_uri(reverse("give", args=[on_offer.code]))
    name = "plays/handover_wait.html" if request.htmx else "plays/handover.html"
    context = {
        "address": request.seat.address,
        "title": registry.referee(play.title).title,
        "at": at,
        "qr": qr(at),
        "minutes": round(Handover.FRESH.total_seconds() / 60),
    }
    return render(request, name, context)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def give(request: Request, ticket: str) -> HttpResponseBase:
    """Show people who scan it where to open it; give another Sidekick the log, once."""
    try:
        if request.method == "POST":
            return _give(request, ticket)
        play = transfer.find(ticket).play
    except transfer.NotOfferedError:
        text = _(
            "This address was used or has expired. Create a new one at the table you are moving."
        )
        return message(request, 404, text)
    at = request.build_absolute_uri(reverse("give", args=[ticket.upper()]))
    to = remote.base(request.GET.get("to", "")[:LONGEST]) if "to" in request.GET else ""
    context = {
        "title": registry.referee(play.title).title,
        "at": at,
        "to": to,
        "typed": request.GET.get("to", "")[:LONGEST],
        "forth": f"{to}{reverse('import')[1:]}?from={at}" if to else "",
    }
    status = 422 if "to" in request.GET and not to else 200
    return render(request, "plays/give.html", context, status=status)


def _give(request: Request, ticket: str) -> HttpResponse:
    taker = request.POST.get("taker", "")
    if not 16 <= len(taker) <= 64:
        raise transfer.NotOfferedError
    what = request.POST.get("what")
    if what == "take":
        doc = transfer.take(ticket, taker)
        return HttpResponse(playlog.encode(doc), content_type="application/json")
    if what == "failed":
        transfer.failed(ticket, taker)
    elif what == "arrived":
        to = {door: request.POST.get(door, "")[:LONGEST] for door in ("join", "watch")}
        if not all(remote.split(each) for each in to.values()):
            raise transfer.NotOfferedError
        transfer.arrived(ticket, taker, to)
    else:
        raise Http404
    return HttpResponse(content_type="text/plain")


@limited("uploading")
@require_POST
def fetch(request: Request) -> HttpResponseBase:
    """Have a table fetched whose one-time address a person typed or scanned; see ``arriving``."""

    def take(**by: Any) -> Upload:
        text = request.POST.get("from", "")[:LONGEST]
        if remote.place(text) is None:
            raise intake.UploadRefusedError(
                _("That address isn't one where a Sidekick hands over a table.")
            )
        here = request.build_absolute_uri("/")
        reach = remote.reach(limits.address(request))
        return intake.fetch("table", **by, place=text, reach=reach, here=here)

    return admit(request, "plays/import.html", take)

"""Playlogs out of a table and into a new one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import msgspec
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.operations.limits import limited
from companion.plays import ledger, playlog, seats, upgrade, visibility
from companion.plays.models import Play, Seat
from companion.plays.pages import gate
from companion.plays.pages.gate import TableRequest
from companion.requests import Request, message
from companion.uploads.views import receive

AT_ONCE = 250
"""Entries of a log that are written in one piece."""
NO_ENTRIES = b'\n "entries": []'
"""A document's own entries where it has none: nothing deeper in it is indented so little."""


@gate.look
@require_safe
def download(request: TableRequest) -> HttpResponseBase:
    """Download the whole play as one file; a title with secrets gives it out only when it is
    over."""
    if why := visibility.why_no_playlog(request.play, request.seat):
        return message(request, 403, why)
    return playlog_file(request.play)


def pieces(play: Play) -> Iterator[bytes]:
    """Yield the document that ``playlog.encode`` writes, some entries at a time.

    It ends with the newest entry of ``play`` as it was read, whatever is entered meanwhile.
    """
    seats = list(play.seats.all())
    before, after = playlog.encode(playlog.document(play, seats, ())).split(NO_ENTRIES, 1)
    yield before + NO_ENTRIES[:-1]
    for low in range(0, play.revision, AT_ONCE):
        upto = min(low + AT_ONCE, play.revision)
        entries = play.entries.filter(seq__gt=low, seq__lte=upto).order_by("seq")
        some = msgspec.json.encode(list(playlog.lines(play, entries, seats)))
        listed = msgspec.json.format(some, indent=1)[1:-2].replace(b"\n", b"\n ")
        yield (b"," if low else b"") + listed
    yield (b"\n ]" if play.revision else b"]") + after


def playlog_file(play: Play) -> HttpResponseBase:
    """Return a play as a file, as it is now; a long one is written while it is sent."""
    response: HttpResponseBase
    if play.revision > AT_ONCE:
        response = StreamingHttpResponse(pieces(play), content_type="application/json")
    else:
        whole = playlog.encode(playlog.export(play))
        response = HttpResponse(whole, content_type="application/json")
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
    """Offer, for a play that today's rules do not fold, its log as a file, or (the host) going on
    without."""
    seat = seats.of_request(request, code.upper())
    if seat is None or upgrade.current(seat.play):
        return redirect("table", code)
    play = seat.play
    if request.method != "POST":
        why = visibility.why_no_playlog(play, seat)
        return message(request, 403, why) if why else playlog_file(play)
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
    if why := visibility.why_no_playlog(request.play, request.seat):
        return message(request, 403, why)
    answer = playlog_file(request.play)
    ledger.abandon(request.play.pk, seat=request.seat)
    return answer

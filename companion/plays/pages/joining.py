"""The ways to a table: its code, its seats, the link that only looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import segno
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion import names
from companion.plays import seating, seats
from companion.plays.answers import SeatReleasedError
from companion.plays.models import Play, Seat
from companion.plays.pages import gate
from companion.plays.pages.table import TablePage
from companion.requests import Request, given, message
from games.referee import MalformedError

TYPED = re.compile(r"[A-Z0-9]{4,12}")


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: Request) -> HttpResponseBase:
    """Join by a code read aloud and typed."""
    code = (request.POST.get("code") or request.GET.get("code", "")).strip().upper()
    return redirect("join", code) if TYPED.fullmatch(code) else _no_table(request, code)


def _no_table(request: Request, code: str) -> HttpResponse:
    text = _("No table has the code {code}.").format(code=code[:12].upper())
    return message(request, 404, text)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request, code: str) -> HttpResponseBase:
    """Pick or make a seat; a phone that has one goes straight back to it."""
    mine = seats.of_request(request, code.upper())
    mine = None if mine and mine.role == Seat.Role.SPECTATOR else mine
    if mine is not None and request.method != "POST":
        return redirect("table", code.upper())
    try:
        play = mine.play if mine else gate.find(code, "code")
    except Http404:
        return _no_table(request, code)
    if request.method != "POST" and (moved := _sat_under(request, play)):
        return _to_table(moved)
    if play.moved:
        place = urlsplit(play.moved["join"]).netloc
        links = {_("Continue at {place}").format(place=place): play.moved["join"]}
        return message(request, 409, _("This table has moved to another Sidekick."), **links)
    if request.method != "POST":
        return _join_page(request, play)
    claim = request.POST.get("claim", "")
    if claim and mine is None:
        return _take_up(request, play, claim)
    try:
        return _sit(request, play, mine)
    except MalformedError as error:
        return _join_page(request, play, str(error))
    except SeatReleasedError:
        return _no_table(request, code)


def _take_up(request: Request, play: Play, claim: str) -> HttpResponse:
    """Redirect to a seat that waits for a phone, chosen by its number."""
    if claimed := seating.take_up(play.pk, given(claim) or 0):
        return _to_table(claimed)
    return _join_page(request, play, _("That seat has already been claimed. Take another one."))


def _sit(request: Request, play: Play, mine: Seat | None) -> HttpResponse:
    """Sit down as typed, or play others from now on; raise ``MalformedError`` and
    ``SeatReleasedError``.
    """
    wanted, name = request.POST.getlist("parts"), seats.typed_name(request)
    if mine is not None:
        seating.change(mine, name or mine.name, wanted)
        return redirect("table", mine.address)
    seat = seating.sit_down(play.pk, name or _called(play, wanted), wanted)
    response = _to_table(seat)
    if play.title not in seats.knows(request):
        seating.coach(seat, True)
    seats.mark_known(request, response, play.title)
    seats.mark_name(response, name)
    return response


def _called(play: Play, wanted: Sequence[str]) -> str:
    """Return what someone is called who gave no name: after the parts played, or by number."""
    table = TablePage(play, None)
    played = ", ".join(part.name for part in table.parts if str(part.index) in wanted)
    called = played[: names.LENGTH]
    if called and not names.taken(called, (seat.name for seat in table.held)):
        return called
    return _("Player {n}").format(n=play.seats.count() + 1)


def _join_page(request: Request, play: Play, flash: str = "") -> HttpResponse:
    """Show the seats to choose from; with a ``flash`` it says why none was taken."""
    table = TablePage(play, None)
    waiting = [
        seat
        for seat in table.held
        if not (seat.claimed or seat.gone or seat.role == Seat.Role.SPECTATOR)
    ]
    # A phone led here from where the table stood says which seat it held there.
    place = given(request.GET.get("seat", ""))
    held = table.held[place] if place is not None and place < len(table.held) else None
    context = {
        "play": play,
        "title": table.referee.title,
        "speaker": table.speaker,
        "parts": parts_with_seats(table, request.POST.getlist("parts")),
        "name": request.POST.get("name") or seats.known_name(request),
        "late": _late(table),
        "waiting": [held] if held in waiting else waiting,
        "watch_url": reverse("watch", args=[play.watch_code]),
        "flash": flash,
    }
    return render(request, "plays/join.html", context, status=422 if flash else 200)


def _late(table: TablePage) -> str:
    """Return how someone gets a side of their own at a game under way, if anyone can."""
    if not table.play.revision:
        return ""
    said = table.soft("late", lambda: table.referee.late(table.state), None)
    return table.speaker.say(said) if said else ""


def _to_table(seat: Seat) -> HttpResponse:
    """Redirect to the table, on this seat from now on."""
    response = redirect("table", seat.address)
    seats.remember(response, seat)
    return response


def _sat_under(request: Request, play: Play) -> Seat | None:
    """Return the seat this phone still has under a code the table had before."""
    held = (seats.of_request(request, code) for code in play.former)
    return next((seat for seat in held if seat), None)


def parts_with_seats(table: TablePage, ticked: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return every side of the game with the phones that hold it, ticked as it was sent."""
    held = list(table.play.seats.filter(gone=False))
    return [
        {
            "index": part.index,
            "name": part.name,
            "detail": table.speaker.say(part.detail),
            "seats": [seat.name for seat in held if part.index in seat.parts],
            "checked": str(part.index) in ticked,
        }
        for part in table.parts
    ]


@require_safe
def watch(request: Request, code: str) -> HttpResponseBase:
    """Open the link that only looks: the one seat all spectators share, nothing to choose."""
    response = redirect("table", code.upper())
    if seats.of_request(request, code.upper()) is None:
        play = gate.find(code, "watch_code")
        seats.remember(response, seating.spectators(play.pk))
    return response


def qr(text: str) -> str:
    """Return a QR code as inline SVG that takes its colours from the style sheet."""
    code = segno.make(text, error="m", micro=False)
    return mark_safe(code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None))

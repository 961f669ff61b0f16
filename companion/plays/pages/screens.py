"""Screens of a table: the phone's board, the other options, the big screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion.plays import live, seats, statements, store
from companion.plays.models import Play, Seat
from companion.plays.pages import gate, handwork, pushing, removed
from companion.plays.pages.drawing import boards
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.joining import qr
from companion.plays.pages.table import TablePage
from companion.requests import Request, given, message, to_scan
from games import registry

LIST = "r-checklist"
"""The piece of the board with what to lay out."""


@gate.look
@require_safe
@never_cache
def table(request: TableRequest) -> HttpResponse:
    """Show the table page: the shell around the board fragment."""
    seen = TablePage(request.play, request.seat, seated=request.held)
    context = seen.context()
    return show_board(request, seen, context, page=True)


def show_board(
    request: TableRequest,
    seen: TablePage,
    context: dict[str, Any],
    *,
    page: bool,
    status: int = 200,
) -> HttpResponse:
    """Show the board of a phone: within its page, whole, or only the pieces the phone lacks."""
    held = None if page else request.headers.get("X-Held")
    csrf = get_token(request) if page else None
    context = seen.drawn(context, held, csrf)
    pushing.note(seen, context)
    if seen.newest is not None and not page:
        pushing.hand(seen, context, seen.newest)
    if page:
        context["live_url"] = live.url(seen.play.bell, context["address"], context["language"])
        response = render(request, "plays/table.html", context, status=status)
    else:
        response = HttpResponse(context["section"], status=status)
    response["X-Board"] = "page" if page else "board"
    return response


@store.in_turn
def _tick(play_id: int, line: int, done: bool) -> Play:
    play = store.locked(play_id)
    lines = {row["n"] for row in _lines(play)}
    if line in lines:
        play.laid = [each for each in play.laid if each in lines]
        store.lay(play, line, done)
    return play


def _lines(play: Play) -> list[dict[str, Any]]:
    """Return what can be ticked now: the set-up, then what the newest entry moves."""
    table = TablePage(play, None)
    found = table.to_do() if play.revision else None
    return [*table.checklist(), *(found["lines"] if found else [])]


@gate.look
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def lay(request: TableRequest) -> HttpResponseBase:
    """Show what there is to do on the table as all phones have ticked it.

    A phone that lays the game out looks again: 204 while nothing is new, 286 once it is over.
    """
    if request.method == "POST":
        if request.seat.role == Seat.Role.SPECTATOR:
            return message(request, 403, _("You are watching: only players can change the table."))
        line = given(request.POST.get("line", ""))
        if line is not None:
            request.play = _tick(request.play.pk, line, "done" in request.POST)
            if request.play.revision:
                live.announce(request.play.bell, request.play.revision)
    play = request.play
    if not request.htmx:
        return redirect("hands" if play.revision else "table", request.seat.address)
    # Where the setup has entries, the list and the newest entry's moves each have their form.
    listed = request.method != "POST" or request.headers.get("HX-Target") == LIST
    if play.revision and not (listed and TablePage(play, request.seat).lays_out()):
        return _ticked(request) if request.method == "POST" else HttpResponse(status=286)
    if request.method != "POST" and request.GET.get("laid") == handwork.ticked(play):
        return HttpResponse(status=204)
    return HttpResponse(TablePage(play, request.seat).laying())


def _ticked(request: TableRequest) -> HttpResponse:
    """Return what the newest entry moves on the table, to tick."""
    table = TablePage(request.play, request.seat)
    found = table.to_do()
    return HttpResponse(table.alone(boards.todo(found, ticks=True), get_token(request)))


def checklist(play: Play) -> list[Any]:
    """Show what to lay out, while nothing has been entered yet."""
    referee = registry.referee(play.title)
    return list(referee.checklist(referee.decode_state(play.state)))


def _shows(request: Request, play: Play, held: Sequence[Seat]) -> bool:
    """Return whether a phone that asks has all there is; one that says no ticks is not asked for
    them."""
    beside = handwork.beside(play, held)
    return request.GET.get("have") == str(play.revision) and (
        request.GET.get("laid", beside) == beside
    )


@gate.look
@require_safe
@never_cache
def board(request: TableRequest) -> HttpResponse:
    """Return the board fragment; 204 if the phone has this revision and its ticks."""
    play: Play = request.play
    if _shows(request, play, request.held):
        return HttpResponse(status=204)
    if request.seat.role == Seat.Role.SPECTATOR:
        now = play.revision, handwork.beside(play, request.held)
        seen, context = _watching(play, now, play.updated_at, get_language())
    else:
        seen = TablePage(play, request.seat, seated=request.held)
        context = seen.context(have=given(request.GET.get("have", "")))
    return show_board(request, seen, context, page=False)


@lru_cache(maxsize=200)
def _watching(
    play: Play, now: tuple[int, str], at: datetime, language: str
) -> tuple[TablePage, dict[str, Any]]:
    """Return the board of those who only look: read and said once ``now``, however many they
    are."""
    watching = TablePage(play, Seat(play=play, role=Seat.Role.SPECTATOR))
    return watching, watching.context()


@gate.look
@require_safe
@never_cache
def also(request: TableRequest) -> HttpResponse:
    """Return the options other than the expected step; opened from the board."""
    seen = TablePage(request.play, request.seat)
    csrf = None if request.htmx else get_token(request)
    context = seen.also(seen.context(), csrf)
    return render(request, "plays/also.html", context)


@require_safe
@never_cache
def tv(request: Request, code: str) -> HttpResponse:
    """Show the big screen: no controls, no secrets, the join code while seats are free."""
    sits = seats.of_request(request, code.upper())
    play = sits.play if sits else gate.find(code, "code", "watch_code")
    if _shows(request, play, statements.SEATS.all(play.pk)):
        return HttpResponse(status=204)
    if removed.gone(play):
        return removed.answer(request, play)
    seen = TablePage(play, None)
    context = seen.context()
    context["address"] = address = sits.address if sits else code.upper()
    context["seats_free"] = address == play.code and bool(seen.free) and not play.over
    context["join_url"] = to_scan(request, reverse("join", args=[play.code]))
    context["qr"] = qr(context["join_url"])
    held = request.headers.get("X-Held") if "have" in request.GET else None
    context = seen.drawn(context, held, screen=True)
    if "have" in request.GET:
        return HttpResponse(context["section"])
    context["live_url"] = live.url(play.bell)
    return render(request, "plays/tv.html", context)

"""Drawers of a table: people, more, what to do by hand. Fragments for htmx, pages without it."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays import visibility
from companion.plays.models import Seat
from companion.plays.pages import gate, tasks
from companion.plays.pages.drawing import boards
from companion.plays.pages.forms import PromptView
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.joining import parts_with_seats, qr
from companion.plays.pages.screens import checklist
from companion.plays.pages.table import TablePage
from companion.requests import to_scan
from games.pieces import BoardPiece


def draw(request: TableRequest, name: str, table: TablePage, **context: Any) -> HttpResponse:
    """Draw a drawer's template with what all of them need."""
    context |= {
        "play": request.play,
        "seat": request.seat,
        "address": request.seat.address,
        "title": table.referee.title,
        "speaker": table.speaker,
        "key": secrets.token_urlsafe(9),
        "base": "drawer.html" if request.htmx else "page.html",
    }
    return render(request, name, context)


@gate.look
@require_safe
@never_cache
def hands(request: TableRequest) -> HttpResponse:
    """Show what the newest entry moves on the table, whole, the greatest first, to tick."""
    table = TablePage(request.play, request.seat)
    found = table.to_do()
    ticks = request.seat.role != Seat.Role.SPECTATOR
    todo = table.alone(boards.todo(found, ticks=ticks), get_token(request))
    back = bool(found and found["back"])
    return draw(request, "plays/hands.html", table, todo=todo, back=back)


@gate.look
@require_safe
@never_cache
def people(request: TableRequest) -> HttpResponse:
    """Show who sits here, how to join, and what the host may do about it."""
    table = TablePage(request.play, request.seat)
    parts = {part.index: part.name for part in table.parts}
    seats = [
        {
            "pk": seat.pk,
            "name": seat.name,
            "role": seat.role,
            "me": seat.pk == request.seat.pk,
            "parts": [parts[index] for index in seat.parts if index in parts],
        }
        for seat in request.play.seats.filter(gone=False)
    ]
    watching = request.seat.role == Seat.Role.SPECTATOR
    door = reverse("join", args=[request.play.code])
    join_url = "" if watching else to_scan(request, door)
    tv_url = reverse("tv", args=[request.seat.address])
    return draw(
        request,
        "plays/people.html",
        table,
        seats=seats,
        parts=parts_with_seats(table),
        join_url=join_url,
        qr=qr(join_url) if join_url else "",
        watch_url=request.build_absolute_uri(reverse("watch", args=[request.play.watch_code])),
        tv_url=tv_url,
        tv_full=to_scan(request, tv_url),
        tv_qr=qr(to_scan(request, tv_url)),
        is_host=request.seat.role == Seat.Role.HOST,
    )


@gate.look
@require_safe
@never_cache
def ways(request: TableRequest) -> HttpResponse:
    """Return the prompt ``id``, or what may be done with one thing of the board: the prompts of the
    action ``about``, or of those it begins, whose fixed values are those asked for, as far as they
    have them."""
    table = TablePage(request.play, request.seat)
    asked = request.GET.dict()
    about, one = asked.pop("about", ""), asked.get("id")
    views = [
        view
        for view in table.views(table.prompts)
        if (view.mine and view.id == one if one else _concerns(view, about, asked))
    ]
    wide = BoardPiece("wide", "board/wide.jinja", {"views": views})
    drawn = table.alone(wide, get_token(request)) if views else ""
    return draw(request, "plays/ways.html", table, ways=drawn)


def _concerns(view: PromptView, about: str, asked: dict[str, str]) -> bool:
    named = ((name, view.fixed.get(name, value)) for name, value in asked.items())
    fits = view.do == about or view.do.startswith(f"{about}.")
    return view.mine and fits and all(asked[n] == str(v) for n, v in named)


@gate.look
@require_safe
@never_cache
def more(request: TableRequest) -> HttpResponse:
    """Show corrections, depth, definitions, export: what the table may do at any time."""
    table = TablePage(request.play, request.seat)
    csrf = get_token(request)
    wide = [prompt for prompt in table.prompts if prompt.group == "table"]
    # Numbers have a sheet of their own, which also says what could explain a difference.
    wide += (prompt for prompt in table.wide() if prompt.do != "adjust")
    views = [view for view in table.views(wide) if view.mine]
    return draw(
        request,
        "plays/more.html",
        table,
        tablewide=table.alone(BoardPiece("wide", "board/wide.jinja", {"views": views}), csrf)
        if views
        else "",
        trackers=table.soft("numbers", lambda: table.referee.trackers(table.state), ()),
        depth=getattr(table.state, "depth", ""),
        checklist=table.soft("checklist", lambda: checklist(request.play), []),
        is_host=request.seat.role == Seat.Role.HOST,
        tasks=tasks.offered(table.referee),
        no_playlog=visibility.why_no_playlog(request.play, request.seat),
        may_open=not visibility.settled(request.play),
        playlog_url=reverse("playlog", args=[request.seat.address]),
    )

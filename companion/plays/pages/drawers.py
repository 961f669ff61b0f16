"""Drawers of a table: log, people, more. Fragments for htmx, pages without it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays import fold, reading
from companion.plays.answers import Unchanged
from companion.plays.models import Entry, Seat
from companion.plays.pages import gate
from companion.plays.pages.drawing import boards
from companion.plays.pages.forms import PromptView
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.joining import parts_with_seats, qr
from companion.plays.pages.screens import checklist
from companion.plays.pages.table import Table
from companion.requests import to_scan
from games.pieces import Piece

PAGE = 40
"""Entries on one page of the log."""


def draw(request: TableRequest, name: str, table: Table, **context: Any) -> HttpResponse:
    """A drawer's template with what all of them need."""
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
    """What the newest entry moves on the table, whole, the greatest first, to tick."""
    table = Table(request.play, request.seat)
    found = table.to_do()
    ticks = request.seat.role != Seat.Role.SPECTATOR
    todo = table.alone(boards.todo(found, ticks=ticks), get_token(request))
    back = bool(found and found["back"])
    return draw(request, "plays/hands.html", table, todo=todo, back=back)


@gate.look
@require_safe
@never_cache
def log(request: TableRequest) -> HttpResponse:
    """The log, newest first: who did what, and everything that followed from it."""
    table = Table(request.play, request.seat)
    before = request.GET.get("before", "")
    upto = int(before) if before.isdecimal() and len(before) < 10 else request.play.revision + 1
    entries = list(
        request.play.entries.filter(seq__lt=upto).order_by("-seq").select_related("seat")[:PAGE]
    )
    lowest = entries[-1].seq if entries else 0
    alive = (
        {entry.seq for entry in fold.live_entries(request.play, lowest - 1)} if entries else set()
    )
    older = lowest if lowest > 1 else 0
    turns = _turns(table, entries, alive, begun=not older)
    may_go_back = request.seat.role != Seat.Role.SPECTATOR
    return draw(request, "plays/log.html", table, turns=turns, older=older, may_go_back=may_go_back)


STOOD = 4
"""Figures that stand beside the heading of a turn."""


def _turns(
    table: Table, entries: Sequence[Entry], alive: set[int], *, begun: bool
) -> list[dict[str, Any]]:
    """Entries, newest first, by the turn they belong to: what it is called and how it stood then.

    A turn begins with the entry that ends the one before, the turn of now with nothing entered
    yet; where that is on an earlier page, only the first turn of all (``begun``) has no heading
    for a reason.
    """
    turns: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for entry in entries:
        heads = [note for note in fold.notes_of(entry) if note.code in table.referee.turns]
        if heads and (lines or entry.seq == table.play.head) and entry.seq in alive:
            turns.append(_turn(table, lines, table.say_notes(heads)))
            lines = []
        lines.append(_line(table, entry, alive))
    if lines:
        turns.append(_turn(table, lines, [_("The beginning")] if begun and turns else []))
    return turns


def _turn(table: Table, lines: list[dict[str, Any]], said: list[str]) -> dict[str, Any]:
    last = next((line["seq"] for line in lines if line["kind"] == "action"), None)
    stood: list[str] = []
    if said and last is not None:
        try:
            stood = table.standing(fold.state_at(table.play, last))[:STOOD]
        except Unchanged:
            # An entry that newer rules no longer take has no figures any more.
            stood = []
    return {"head": " · ".join(said), "stood": stood, "entries": lines}


def _who(table: Table, entry: Entry) -> str:
    """The person who made an entry, with the side where it is theirs."""
    if entry.seat is None:
        return ""
    side = next((part.name for part in table.parts if part.index == entry.actor), "")
    name = entry.seat.name
    if not side or side == name or entry.actor not in entry.seat.parts:
        return name
    return _("{person} ({side})").format(person=name, side=side)


def _line(table: Table, entry: Entry, alive: set[int]) -> dict[str, Any]:
    headline, *consequences = table.say_entry(entry)
    notes = fold.notes_of(entry)
    heads = table.say_notes([note for note in notes if note.code in table.referee.turns])
    consequences = [line for line in consequences if line not in heads]
    rule = next((note.rule for note in notes if note.rule), "")
    return {
        "seq": entry.seq,
        "who": _who(table, entry),
        "when": entry.at,
        "headline": headline,
        "consequences": consequences,
        "kind": entry.kind,
        "undone": entry.kind == Entry.Kind.ACTION and entry.seq not in alive,
        "adjusted": entry.adjusted,
        "overruled": any(name.startswith("override:") for name in entry.answers),
        "rule": rule,
        "newest": entry.seq == table.play.head,
    }


@gate.look
@require_safe
@never_cache
def people(request: TableRequest) -> HttpResponse:
    """Who sits here, how to join, and what the host may do about it."""
    table = Table(request.play, request.seat)
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
    """What may be done with one thing of the board: the prompts of the actions ``about`` begins
    whose fixed values are those asked for, as far as they have them."""
    table = Table(request.play, request.seat)
    asked = request.GET.dict()
    about = f"{asked.pop('about', '')}."
    views = [view for view in table.views(table.prompts) if _concerns(view, about, asked)]
    wide = Piece("wide", "board/wide.jinja", {"views": views})
    drawn = table.alone(wide, get_token(request)) if views else ""
    return draw(request, "plays/ways.html", table, ways=drawn)


def _concerns(view: PromptView, about: str, asked: dict[str, str]) -> bool:
    named = ((name, view.fixed.get(name, value)) for name, value in asked.items())
    return view.mine and view.do.startswith(about) and all(asked[n] == str(v) for n, v in named)


@gate.look
@require_safe
@never_cache
def more(request: TableRequest) -> HttpResponse:
    """Corrections, depth, definitions, export: what the table may do at any time."""
    table = Table(request.play, request.seat)
    csrf = get_token(request)
    wide = [prompt for prompt in table.prompts if prompt.group == "table"]
    wide += table.referee.table_prompts(table.state)
    views = [view for view in table.views(wide) if view.mine]
    return draw(
        request,
        "plays/more.html",
        table,
        tablewide=table.alone(Piece("wide", "board/wide.jinja", {"views": views}), csrf)
        if views
        else "",
        trackers=table.referee.trackers(table.state),
        depth=getattr(table.state, "depth", ""),
        checklist=checklist(request.play),
        is_host=request.seat.role == Seat.Role.HOST,
        no_playlog=reading.why_no_playlog(request.play, request.seat),
        may_open=not reading.settled(request.play),
        playlog_url=reverse("playlog", args=[request.seat.address]),
    )

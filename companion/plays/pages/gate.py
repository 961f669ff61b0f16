"""One gatekeeper per access level: look (any seat), act (host and players), host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.plays import seats, upgrade, visibility
from companion.plays.answers import SeatReleasedError
from companion.plays.models import WATCH_LETTERS, Entry, Play, Seat
from companion.plays.pages import removed
from companion.plays.pages.drawing import engine
from companion.plays.replay import ReplayMisfit
from companion.requests import Request, message

P = ParamSpec("P")


class TableRequest(Request):
    """A request whose phone holds a seat at the table of its URL."""

    play: Play
    seat: Seat
    held: Sequence[Seat]
    """All seats of the table, as they were when the request came."""


View = Callable[Concatenate[TableRequest, P], HttpResponseBase]
Guarded = Callable[..., HttpResponseBase]


def look(view: View[P]) -> Guarded:
    """Let in any seat at the table; a stranger is shown the way to a seat.

    A phone that knows the table by a code it had before is sent on to the new one.
    """

    @wraps(view)
    def guarded(request: Request, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        seat = seats.of_request(request, code.upper())
        if seat is None:
            return _turn_away(request, code)
        if code.upper() == seat.address:
            return enter(request, code, seat, *args, **kwargs)
        match = request.resolver_match
        assert match is not None
        moved = reverse(match.view_name, kwargs={**match.kwargs, "code": seat.address})
        page = request.method in {"GET", "HEAD"} and not request.htmx
        response = redirect(moved) if page else enter(request, code, seat, *args, **kwargs)
        seats.remember(response, seat)
        return response

    def enter(
        request: Request, code: str, seat: Seat, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        let_in = cast(TableRequest, request)
        play = seat.play
        let_in.play, let_in.seat = play, seats.standing(request, seat)
        let_in.held = seats.beside(request, code.upper())
        if removed.gone(play):
            return removed.answer(request, play, seat)
        if not upgrade.current(play):
            if misfit := upgrade.bring_up(play.pk):
                return _outgrown(let_in, misfit)
            play.refresh_from_db()
        try:
            return view(let_in, *args, **kwargs)
        except SeatReleasedError:
            return _turn_away(request, code)

    return guarded


def act(view: View[P]) -> Guarded:
    """Let in the host and players; a spectator only looks."""

    @look
    @wraps(view)
    def guarded(request: TableRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.seat.role == Seat.Role.SPECTATOR:
            return message(request, 403, _("You are watching: only players can change the table."))
        return view(request, *args, **kwargs)

    return guarded


def host(view: View[P]) -> Guarded:
    """Let in the host alone."""

    @look
    @wraps(view)
    def guarded(request: TableRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.seat.role != Seat.Role.HOST:
            return message(request, 403, _("Only the host of this table can do that."))
        return view(request, *args, **kwargs)

    return guarded


def find(code: str, *kinds: str) -> Play:
    """Return the play that ``code`` lets strangers into, however it was typed; 404 otherwise.

    ``kinds`` are the columns it may stand in: ``code`` for the joining one, ``watch_code``.
    """
    for kind in kinds:
        play = Play.objects.filter(**{kind: code.upper()}).first()
        if play is not None and play.open_to_strangers:
            return play
    raise Http404


def _outgrown(
    request: TableRequest, misfit: ReplayMisfit[Entry] | ReplayMisfit[None]
) -> HttpResponse:
    """Show a play that today's rules do not fold: what does not fit, and two ways on."""
    play = request.play
    speaker = engine.speaker_for(get_language(), play.title)
    context = {
        "address": request.seat.address,
        "seat": request.seat,
        "entry": misfit.entry,
        "why": speaker.say(misfit.answer.message),
        "no_playlog": visibility.why_no_playlog(play, request.seat),
        "can_go_on": misfit.entry is not None and request.seat.role == Seat.Role.HOST,
    }
    return render(request, "plays/outgrown.html", context, status=409)


def _turn_away(request: Request, code: str) -> HttpResponseBase:
    """Show the way to a seat; the same for every code, so that it says nothing about any."""
    watching = len(code) == WATCH_LETTERS
    door = reverse("watch" if watching else "join", args=[code.upper()])
    if request.method in {"GET", "HEAD"} and not request.htmx:
        return redirect(door)
    text = _("This phone has no seat at this table.")
    response = message(request, 403, text, **{_("Take a seat"): door})
    response["HX-Redirect"] = door
    return response

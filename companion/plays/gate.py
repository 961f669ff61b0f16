"""One gatekeeper per access level: look (any seat), act (host and players), host."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from companion.operations.limits import limited
from companion.plays import seats, upgrade
from companion.plays.models import Play, Seat
from games import registry
from games.messages import Speaker

View = Callable[..., HttpResponseBase]


class TableRequest(HttpRequest):
    """A request whose phone holds a seat at the table of its URL."""

    play: Play
    seat: Seat


def look(view: View) -> View:
    """Any seat at the table; a stranger is shown the way to a seat."""

    @limited("join", failures=(404,))
    @wraps(view)
    def guarded(request: Any, code: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        seat = seats.of_request(request, code.upper())
        if seat is None:
            return _turn_away(request, find(code))
        play = seat.play
        request.play, request.seat = play, seat
        if not upgrade.current(play):
            if misfit := upgrade.bring_up(play.pk):
                return _outgrown(request, play, misfit)
            play.refresh_from_db()
        return view(request, *args, **kwargs)

    return guarded


def act(view: View) -> View:
    """The host and players; a spectator only looks."""

    @look
    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.seat.role == Seat.Role.SPECTATOR:
            return message(request, 403, _("You are watching: only players change the table."))
        return view(request, *args, **kwargs)

    return guarded


def host(view: View) -> View:
    """The host alone."""

    @look
    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.seat.role != Seat.Role.HOST:
            return message(request, 403, _("Only the host of this table can do that."))
        return view(request, *args, **kwargs)

    return guarded


def find(code: str) -> Play:
    """The play of a joining or watching code, however it was typed; 404 otherwise."""
    return get_object_or_404(Play, Q(code=code.upper()) | Q(watch_code=code.upper()))


def message(request: HttpRequest, status: int, text: str, **links: str) -> HttpResponse:
    """One clear sentence with the right status, as a page or inside one."""
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "plays/flash.html", {"flash": text}, status=status)
    context = {"heading": _("That did not work"), "text": text, "links": links}
    return render(request, "message.html", context, status=status)


def _outgrown(request: Any, play: Play, misfit: upgrade.Misfit) -> HttpResponse:
    """A play that today's rules do not fold: what does not fit, and two ways on."""
    speaker = Speaker(registry.referee(play.title).catalogue(), gettext, ngettext)
    context = {
        "address": request.seat.address,
        "seat": request.seat,
        "entry": misfit.entry,
        "why": speaker.say(misfit.answer.message),
        "can_go_on": misfit.entry is not None and request.seat.role == Seat.Role.HOST,
    }
    return render(request, "plays/outgrown.html", context, status=409)


def _turn_away(request: Any, play: Play) -> HttpResponseBase:
    address = request.resolver_match.kwargs["code"].upper()
    door = reverse("join" if address == play.code else "watch", args=[address])
    if request.method in {"GET", "HEAD"} and not request.htmx:
        return redirect(door)
    text = _("This phone has no seat at this table.")
    response = message(request, 403, text, **{_("Take a seat"): door})
    response["HX-Redirect"] = door
    return response

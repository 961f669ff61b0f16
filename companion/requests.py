"""Requests as middlewares and gatekeepers hand them on, and the plainest answer to one."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """Any request of a page; ``htmx`` is true where a part of one is asked for."""

    htmx: HtmxDetails
    known: Callable[[], str]
    """At an address with a code: the seat or person this comes from, empty for a stranger."""


def given(text: str) -> int | None:
    """A number as a phone writes it; ``None`` for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def led_on(request: Request, to: str) -> HttpResponse:
    """To another page, also where a script has sent the form."""
    if not request.htmx:
        return redirect(to)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = to
    return response


def message(request: Request, status: int, text: str, **links: str) -> HttpResponse:
    """One clear sentence with the right status, as a page or inside one."""
    if request.htmx:
        return render(request, "plays/flash.html", {"flash": text}, status=status)
    context = {"heading": _("That did not work"), "text": text, "links": links}
    return render(request, "message.html", context, status=status)

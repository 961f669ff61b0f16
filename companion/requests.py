"""Requests as middlewares and gatekeepers hand them on, and the plainest answer to one."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

API = "/api/"
"""Paths for scripts: errors there are also JSON."""
NUL = (b"\x00", b"%00", b"\\u0000")
"""A NUL byte as forms, addresses and JSON write it; PostgreSQL stores none of them."""
PACKED = re.compile(r"/(?:(?:crews/|c/[-\w]+/)?import|boxes/\d{1,18}/photos)/", re.ASCII)
"""Addresses that take files of up to ``UPLOAD_LIMIT`` bytes; their readers look for NULs, and
photos are full of them."""


class Request(HttpRequest):
    """Any request of a page; ``htmx`` is true where a part of one is asked for."""

    htmx: HtmxDetails
    known: Callable[[], str]
    """At an address with a code: the seat or person this comes from, empty for a stranger."""
    payer: str
    """Whose time it is that a page of some length uses up."""


def given(text: str) -> int | None:
    """Return a number as a phone writes it; ``None`` for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def to_scan(request: HttpRequest, path: str) -> str:
    """Return an absolute URL that a new phone can open.

    At home with HTTPS that is the plain door, which has it trust the home's certificate first.
    """
    at = request.build_absolute_uri(path)
    if settings.HOME_PORTS is None or not request.is_secure():
        return at
    plain, secure = settings.HOME_PORTS
    return at.replace("https://", "http://", 1).replace(f":{secure}/", f":{plain}/", 1)


def led_on(request: Request, to: str) -> HttpResponse:
    """Redirect, for both plain and htmx requests."""
    if not request.htmx:
        return redirect(to)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = to
    return response


def message(request: Request, status: int, text: str, **links: str) -> HttpResponse:
    """Return one clear sentence with the right status, as a page, inside one, or for a script."""
    if request.htmx:
        return render(request, "plays/flash.html", {"flash": text}, status=status)
    return page_of(request, status, _("That didn't work"), text, **links)


def page_of(
    request: HttpRequest, status: int, heading: str, text: str, **links: str
) -> HttpResponse:
    """Return a page with one sentence; a script gets the sentence."""
    if request.path.startswith(API):
        return JsonResponse({"error": text}, status=status)
    context = {"heading": heading, "text": text, "links": links}
    return render(request, "message.html", context, status=status)

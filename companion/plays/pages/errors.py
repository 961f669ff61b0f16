"""Error pages: one clear sentence each."""

from __future__ import annotations

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.requests import API, Request, message, page_of
from companion.sqlstates import IN_THE_WAY

INSTEAD = "sidekick.instead"
"""Set in a request's environment by the server to why its page has been waited for too long."""
AWAY, BUSY = "away", "busy"
"""The database is away, or too many pages are asked for at once."""
AGAIN = 2
"""Seconds after which a page or a script may try again."""

DISK_FULL = "53100"
OUT_OF_TIME = {*IN_THE_WAY, "57014"}
"""PostgreSQL's words for what stood in the way or took too long."""

log = logging.getLogger(__name__)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page_of(request, 404, _("Nothing here"), _("No such page or table."))


def title_gone(request: Request) -> HttpResponse:
    """Answer a request that needs the referee of a title that is not here any more."""
    text = _("This Sidekick no longer has that game. You can still read the table's log.")
    return message(request, 410, text)


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exception()
    if isinstance(error, OperationalError | InterfaceError):
        return database_away(request, error)
    text = _("Something went wrong on our side. Everything entered before is safe; try again.")
    return page_of(request, 500, _("Something went wrong"), text)


def database_away(
    request: HttpRequest, error: Exception | None = None, *, busy: bool = False
) -> HttpResponse:
    """Say that the database does not answer, or not in time: a page that tries again, or what was
    sent, to send again."""
    if _full(error):
        log.error("The disk is full")
        text = _("The server's disk is full. What was entered before is safe.")
    elif busy or _held_up(error):
        log.warning("The site is busy" if busy else "The database is busy")
        text = _("The server is very busy right now. Everything entered before is safe.")
    else:
        log.warning("The database does not answer")
        text = _(
            "The server can't reach its database right now. Everything entered before is safe."
        )
    return _later(request, text)


def newer(request: HttpRequest) -> HttpResponse:
    """Say that a later release has written this table while this process is the older one's."""
    log.warning("A later release has written this table")
    text = _("Sidekick is being updated. What was entered before is safe.")
    return _later(request, text)


def _later(request: HttpRequest, text: str) -> HttpResponse:
    """Return an answer that tries again: the page by itself, a script after ``Retry-After``."""
    response: HttpResponse
    if request.path.startswith(API):
        response = JsonResponse({"error": text}, status=503)
    else:
        context = {
            "heading": _("One moment"),
            "text": text,
            "again": AGAIN if request.method == "GET" else 0,
            "sent": _sent(request),
        }
        response = render(request, "away.html", context, status=503)
    response["Retry-After"] = str(AGAIN)
    response["Cache-Control"] = "no-store"
    # The reason is in the log already; Django would add an error for each answer.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _full(error: Exception | None) -> bool:
    """Return whether the database is there and has no room for anything new."""
    state = getattr(error and error.__cause__, "sqlstate", None)
    return state == DISK_FULL or "disk is full" in str(error)


def _held_up(error: Exception | None) -> bool:
    """Return whether the database is there and gave up a statement that waited or worked too
    long."""
    state = getattr(error and error.__cause__, "sqlstate", None)
    return state in OUT_OF_TIME or "database is locked" in str(error)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a posted form; a page can hold no file."""
    if request.method != "POST" or request.FILES:
        return []
    return [
        (name, str(value))
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a page that lay open for too long: the phone reloads itself and goes on."""
    context = {
        "heading": _("Please reload"),
        "text": _("This page has been open too long. Reload it and try again."),
    }
    response = render(request, "message.html", context, status=403)
    response["HX-Refresh"] = "true"
    return response

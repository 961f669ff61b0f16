"""Error pages: one clear sentence each."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    context = {"heading": _("Nothing here"), "text": _("There is no such page or table.")}
    return render(request, "message.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    context = {
        "heading": _("Our fault"),
        "text": _("Something broke on our side. What was entered before is safe; try again."),
    }
    return render(request, "message.html", context, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A page that lay open for too long: the phone reloads itself and goes on."""
    context = {
        "heading": _("Please reload"),
        "text": _("This page has been open for too long to trust what it sends."),
    }
    response: Any = render(request, "message.html", context, status=403)
    response["HX-Refresh"] = "true"
    return response

"""What holds for every request and every answer."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

Answer = Callable[[HttpRequest], HttpResponse]
NUL = (b"\x00", b"%00", b"\\u0000")
"""A NUL byte as forms, addresses and JSON write it; PostgreSQL stores none of them."""

PACKED = ("/crews/import/",)
"""Addresses that take a packed file; what reads it looks for NULs after unpacking."""


class ContentSecurityPolicy:
    """Sends ``SECURE_CSP`` with every answer; the name is that of Django 6's own setting."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.SECURE_CSP)
        return response


class StorableText:
    """Turns away, with one sentence, text that no database can keep."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = request.META.get("QUERY_STRING", "").encode()
        if request.method == "POST" and request.path not in PACKED:
            sent += request.body
        if any(nul in sent for nul in NUL):
            text = _("That holds a character that cannot be kept. Nothing was changed.")
            context = {"heading": _("That did not work"), "text": text}
            return render(request, "message.html", context, status=400)
        return self.get_response(request)

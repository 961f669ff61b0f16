"""Pages that a public server owes strangers: privacy, terms, whom to write to, what not to index.

They exist once ``SIDEKICK_OPERATOR`` says who runs the server. A home needs none of them.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

VALID = timedelta(days=180)
"""How long a copy of ``security.txt`` may be trusted; each answer says it anew."""
PLAIN = "text/plain; charset=utf-8"
CLOSED = ("t", "j", "w", "tv", "m", "c", "made", "api", "account", "crews", "boxes", "operator")
"""Addresses that no search engine need visit. Stories are left out: their answers say ``noindex``,
which only a visitor reads."""


def own(name: str) -> str:
    """Return the operator's own text for a page, in this language if there is one; "" without."""
    for each in (f"{name}.{get_language()}.txt", f"{name}.txt"):
        path = settings.VAR / "pages" / each
        if path.is_file():
            return str(path.read_text("utf-8"))
    return ""


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is kept about people, and for how long."""
    return _page(request, "privacy")


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """Show what is asked of people who play here."""
    return _page(request, "terms")


def _page(request: HttpRequest, name: str) -> HttpResponse:
    if not settings.OPERATOR:
        raise Http404
    context = {
        "own": own(name),
        "operator": settings.OPERATOR,
        "contact": settings.CONTACT,
        "plays": settings.KEEP_PLAYS,
        "names": settings.KEEP_NAMES,
    }
    return render(request, f"manners/{name}.html", context)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Serve ``security.txt`` (RFC 9116): whom to tell of a hole."""
    if not settings.CONTACT:
        raise Http404
    until = (timezone.now() + VALID).strftime("%Y-%m-%dT00:00:00Z")
    at = request.build_absolute_uri(request.path)
    lines = (f"Contact: {settings.CONTACT}", f"Expires: {until}", "Preferred-Languages: en, pl")
    return HttpResponse("\n".join((*lines, f"Canonical: {at}", "")), content_type=PLAIN)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve ``robots.txt``: the rules may be found, tables and crews may not."""
    lines = ("User-agent: *", *(f"Disallow: /{each}/" for each in CLOSED), "")
    return HttpResponse("\n".join(lines), content_type=PLAIN)

"""The rules of a title, to read from start to end, with a stable link to every entry."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.plays.pages import known
from companion.plays.table import speaker_for


@require_safe
def title(request: HttpRequest, slug: str) -> HttpResponse:
    """All entries of a title."""
    referee = known(slug)
    context = {
        "title": referee.title,
        "speaker": speaker_for(slug),
        "entries": list(referee.clarifications.values()),
        "one": None,
    }
    return render(request, "rulings/title.html", context)


@require_safe
def rule(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """One entry and those it points to."""
    referee = known(slug)
    entry = referee.clarifications.get(rule)
    if entry is None:
        raise Http404
    context = {
        "title": referee.title,
        "speaker": speaker_for(slug),
        "entries": [referee.clarifications[each] for each in entry.see],
        "one": entry,
    }
    return render(request, "rulings/title.html", context)

"""The rules of a title: to read from start to end, to search as one types, and in context."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.operations.limits import limited
from companion.plays.models import Seat
from companion.plays.pages import gate
from companion.plays.pages.drawers import draw
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.opening import known
from companion.plays.pages.table import TablePage, speaker_for
from companion.plays.templatetags.sidekick import called
from companion.rulings import misses
from companion.rulings.ask import Answer, can_i
from companion.rulings.house import beside
from companion.rulings.search import SearchHit, prepare, search
from games import registry
from games.pieces import BoardPiece

LIMIT = 12
"""Hits on one screen; typing more narrows them."""


@limited("searching")
@require_safe
def title(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all entries of a title, or those found."""
    referee = known(slug)
    context = {
        "title": referee.title,
        "speaker": speaker_for(slug),
        "entries": list(referee.clarifications.values()),
        "one": None,
        **asked(request, slug),
    }
    name = "rulings/hits.html" if context["part"] else "rulings/title.html"
    return render(request, name, context)


@require_safe
def rule(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """Show one entry and those it points to."""
    referee = known(slug)
    entry = referee.clarifications.get(rule)
    if entry is None:
        raise Http404
    searched = known(request.GET.get("of", slug)).title.slug
    context = {
        "title": referee.title,
        "speaker": speaker_for(slug),
        "entries": [referee.clarifications[each] for each in entry.see],
        "one": entry,
        "back": back(request, reverse("rules-title", args=[searched])),
    }
    return render(request, "rulings/title.html", context)


@limited("searching")
@gate.look
@require_safe
@never_cache
def drawer(request: TableRequest) -> HttpResponse:
    """Show at the table the entries asked for, those found, or those that govern this moment."""
    table = TablePage(request.play, request.seat)
    of = known(request.GET.get("of", request.play.title))
    entries = of.clarifications
    step = table.soft("rules", lambda: table.referee.rules_step(table.state), "")
    found = asked(request, request.play.title, step)
    if found["part"]:
        return draw(request, "rulings/hits.html", table, **found)
    wanted = [each for each in request.GET.get("ids", "").split(",") if each in entries]
    own = of.title.slug == request.play.title
    if not wanted and own:
        here = [prompt.rule for prompt in table.prompts if prompt.rule in entries]
        fitting = [key for key, entry in entries.items() if step and step in entry.steps]
        wanted = list(dict.fromkeys([*here, *fitting]))
    related = dict.fromkeys(see for each in wanted for see in entries[each].see)
    return draw(
        request,
        "plays/rules.html",
        table,
        entries=[entries[each] for each in wanted],
        related=[entries[each] for each in related if each not in wanted],
        asked_for="ids" in request.GET,
        of=of.title,
        house=beside(request.play) if own else {},
        crew=request.play.crew if own and request.seat.role != Seat.Role.SPECTATOR else None,
        back=back(request, request.path),
        **found,
    )


@limited("searching")
@gate.look
@require_safe
@never_cache
def ask(request: TableRequest) -> HttpResponse:
    """Answer "Can I …?": yes with the button, or why not; the referee itself answers.

    What no action and no thing is called is looked for in the rules.
    """
    table = TablePage(request.play, request.seat)
    query = request.GET.get("q", "")[:200]
    found = can_i(table, query, request.GET.get("do", ""), request.GET.get("thing", ""))
    answers = [
        (answer, _buttons(request, table, n, answer)) for n, answer in enumerate(found.answers)
    ]
    rules = asked(request, request.play.title) if found.unknown else {}
    name = "rulings/answers.html" if request.GET.get("part") == "answers" else "rulings/ask.html"
    told = {"q": query, "answers": answers, "do": found.do, "things": found.things}
    return draw(request, name, table, others=found.others, rules=rules, **told)


def _buttons(request: TableRequest, table: TablePage, n: int, answer: Answer) -> str:
    """Return the prompts that do what is asked, to tap where the answer stands."""
    if not answer.views:
        return ""
    piece = BoardPiece(f"can-{n}", "board/wide.jinja", {"views": answer.views})
    return table.alone(piece, get_token(request))


def asked(request: HttpRequest, slug: str, step: str = "") -> dict[str, Any]:
    """Return what a page needs of a search: the query and its hits, nothing for an empty one."""
    query = request.GET.get("q", "")
    everywhere = request.GET.get("all") == "1"
    language = get_language().partition("-")[0]
    part = request.GET.get("part") == "hits"
    # While someone types, only what still stands after a while is what was looked for.
    settled = not part or request.GET.get("settled") == "1"
    hits: tuple[SearchHit, ...] = ()
    if query.strip():
        hits = search(query, slug, language, step, everywhere, LIMIT)
        if not hits and settled and request.method == "GET":
            misses.keep(slug, language, query)
    else:
        prepare(slug)
    names = {each: called(registry.referee(each).title) for each in {hit.slug for hit in hits}}
    return {
        "q": query[:200],
        "everywhere": everywhere,
        "hits": [{"hit": hit, "title": names[hit.slug]} for hit in hits],
        "part": part,
        "way": asking("from", query, everywhere),
    }


def back(request: HttpRequest, to: str) -> str:
    """Return the address of the search a rule was opened from; empty where it was not."""
    query = request.GET.get("from", "")
    if not query.strip():
        return ""
    return f"{to}?{asking('q', query, request.GET.get('all') == '1')}"


def asking(name: str, query: str, everywhere: bool) -> str:
    """Return a search as the end of an address, the words under ``name``."""
    return urlencode({name: query[:200], **({"all": "1"} if everywhere else {})})

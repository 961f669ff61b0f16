"""Pages of a box: what a group typed in once about its physical copy."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import cookies
from companion.boxes import comparing, facts_text, library
from companion.boxes.models import Box, Offer
from companion.operations.limits import limited
from companion.plays.models import Play
from companion.plays.pages import box_filling, box_travelling, forms
from companion.plays.pages.table import speaker_for
from companion.requests import Request, message
from games import registry
from games.house_rules import DefineHouseRule
from games.messages import Speaker
from games.referee import AnyReferee, MalformedError

SCHEMA = "sidekick.box/1"
HOUSE_RULE = DefineHouseRule.__struct_config__.tag
MANY = 4
"""Forms of one kind from which on they are folded away together."""
RUNNING = timedelta(days=1)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the boxes of this phone, and the form to import one."""
    return _index(request)


def _index(request: HttpRequest, flash: str = "", status: int = 200) -> HttpResponse:
    owner = cookies.device(request)
    mine = Box.objects.filter(owner=owner) if owner else Box.objects.none()
    rows = [
        {"box": box, "title": registry.referee(box.title).title}
        for box in mine
        if box.title in registry.TITLES
    ]
    shared = [
        {"title": each.title, "n": n}
        for each in registry.referees()
        if (n := library.offers(each.title.slug))
    ]
    context = {"boxes": rows, "shared": shared, "flash": flash}
    return render(request, "boxes/list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def box(request: Request, pk: int) -> HttpResponseBase:
    """Read and correct a box, one form per kind of fact."""
    mine = box_travelling.own(request, pk)
    referee = registry.referee(mine.title)
    speaker = speaker_for(mine.title)
    flash, status, data = "", 200, None
    if request.method == "POST":
        data = request.POST
        problem = box_filling.learn(mine, data)
        if problem is None:
            return redirect("box", mine.pk)
        flash = problem if isinstance(problem, str) else speaker.say(problem.message)
        status = 422
    facts = referee.decode_box(msgspec.json.decode(mine.facts))
    prompts = referee.box_pages(facts)
    pages = [forms.PromptView(each, speaker, data=_bound(each, data)) for each in prompts]
    sure = facts_text.sure(mine.title, facts, comparing.entered(mine))
    others = Box.objects.filter(owner=mine.owner, title=mine.title).exclude(pk=mine.pk)
    context = {
        "box": mine,
        "title": referee.title,
        "speaker": speaker,
        "pages": _grouped(referee, [page for page in pages if page.do != HOUSE_RULE], speaker),
        "house_rules": [page for page in pages if page.do == HOUSE_RULE],
        "facts": facts,
        "told": facts_text.shelves(mine, speaker, request.GET.get("at", "")),
        "at": request.GET.get("at", ""),
        "photos": mine.photos.count(),
        "meters": facts_text.meters(referee, facts, sure, speaker),
        "known": facts_text.counted(referee, facts, sure),
        "played": mine.plays.count(),
        "offer": Offer.objects.filter(box=mine).first(),
        "offers": library.offers(mine.title),
        "agreed": len(library.agreed(mine)),
        "gaps": len(box_filling.gaps(mine, facts)),
        "others": [(each, box_travelling.gift(each)) for each in others],
        "flash": flash,
    }
    return render(request, "boxes/box.html", context, status=status)


def _grouped(
    referee: AnyReferee, pages: list[forms.PromptView], speaker: Speaker
) -> list[dict[str, Any]]:
    """Return the forms of each kind together, in the order of their first ones; many have a name
    to be folded under."""
    kinds: dict[str, list[forms.PromptView]] = {}
    for page in pages:
        kinds.setdefault(page.do, []).append(page)
    return [
        {
            "name": speaker.say(referee.action_name(do)) if len(same) >= MANY else "",
            "pages": same,
            "open": any(page.data for page in same),
        }
        for do, same in kinds.items()
    ]


def _bound(prompt: Any, data: Any) -> Any:
    this = data is not None and data.get("prompt") == forms.prompt_id(prompt.do, prompt.fixed)
    return data if this else None


@require_POST
def delete(request: Request, pk: int) -> HttpResponseBase:
    """Delete a copy; its games keep what they knew of it. Refuse while a table plays with it."""
    with transaction.atomic():
        mine = Box.objects.select_for_update().get(pk=box_travelling.own(request, pk).pk)
        running = running_with(mine).first()
        if running is None:
            library.withdraw(mine)
            mine.delete()
            return redirect("boxes")
    problem = _("The table {code} is playing with this copy. End that game first.")
    return message(request, 409, problem.format(code=running.code))


def running_with(mine: Box) -> QuerySet[Play]:
    """Return the tables that play with a copy; one that no one has touched for a day is over."""
    recent = timezone.now() - RUNNING
    return mine.plays.filter(ended_at=None, abandoned=False, updated_at__gte=recent)


@require_safe
def export(request: Request, pk: int) -> HttpResponse:
    """Return the box as one JSON file, so that one person types and every table has it; what its
    group calls it may be someone's name and stays here."""
    mine = box_travelling.own(request, pk)
    document = {
        "schema": SCHEMA,
        "title": mine.title,
        "facts": msgspec.json.decode(mine.facts),
    }
    text = msgspec.json.format(msgspec.json.encode(document), indent=1)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="box-{mine.title}.json"'
    return response


@limited("uploading")
@require_POST
def load(request: HttpRequest) -> HttpResponseBase:
    """Load a box from a file; a bad one is named and nothing is written."""
    file = request.FILES.get("file")
    try:
        if file is None:
            raise MalformedError(_("Choose a file first."))
        document = msgspec.json.decode(file.read())
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise MalformedError(_("This file is not a copy exported from Sidekick."))
        if str(document.get("title")) not in registry.TITLES:
            raise MalformedError(_("Unknown title."))
        referee = registry.referee(document["title"])
        facts = referee.decode_box(document.get("facts"))
    except (MalformedError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _index(request, _("Nothing was imported. {problem}").format(problem=error), 422)
    owner = cookies.device(request) or secrets.token_urlsafe(16)
    made = Box.objects.create(
        title=document["title"],
        name=_("Copy from a file"),
        owner=owner,
        facts=msgspec.json.encode(facts).decode(),
    )
    response = redirect("box", made.pk)
    cookies.mark_device(response, owner)
    return response

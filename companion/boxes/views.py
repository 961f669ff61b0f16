"""Pages of a box: what a group typed in once about its physical copy."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import names
from companion.boxes import told, travelling
from companion.boxes.models import Box
from companion.operations.limits import limited
from companion.plays import seats
from companion.plays.pages import forms
from companion.plays.pages.table import speaker_for
from games import registry
from games.referee import AnyReferee, Malformed, Refusal

SCHEMA = "sidekick.box/1"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The boxes of this phone, and the form to import one."""
    return _index(request)


def _index(request: HttpRequest, flash: str = "", status: int = 200) -> HttpResponse:
    owner = seats.device(request)
    mine = Box.objects.filter(owner=owner) if owner else Box.objects.none()
    rows = [
        {"box": box, "title": registry.referee(box.title).title}
        for box in mine
        if box.title in registry.TITLES
    ]
    return render(request, "boxes/list.html", {"boxes": rows, "flash": flash}, status=status)


def own_box(request: HttpRequest, pk: int) -> Box:
    """A box of this phone; 404 for anybody else's."""
    return get_object_or_404(Box, pk=pk, owner=seats.device(request) or "-")


@require_http_methods(["GET", "HEAD", "POST"])
def box(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Read and correct a box, one form per kind of fact."""
    mine = own_box(request, pk)
    referee = registry.referee(mine.title)
    speaker = speaker_for(mine.title)
    flash, status, data = "", 200, None
    if request.method == "POST":
        data = request.POST
        problem = _learn(mine, referee, data)
        if problem is None:
            return redirect("box", mine.pk)
        flash = problem if isinstance(problem, str) else speaker.say(problem.message)
        status = 422
    facts = referee.decode_box(msgspec.json.decode(mine.facts))
    pages = [
        forms.PromptView(prompt, speaker, data=_bound(prompt, data))
        for prompt in referee.box_pages(facts)
    ]
    others = Box.objects.filter(owner=mine.owner, title=mine.title).exclude(pk=mine.pk)
    context = {
        "box": mine,
        "title": referee.title,
        "speaker": speaker,
        "pages": pages,
        "facts": facts,
        "told": told.shelves(mine, speaker),
        "meters": told.meters(referee, facts, speaker),
        "known": told.counted(referee, facts),
        "others": [(each, travelling.gift(each)) for each in others],
        "flash": flash,
    }
    return render(request, "boxes/box.html", context, status=status)


def _bound(prompt: Any, data: Any) -> Any:
    this = data is not None and data.get("prompt") == forms.prompt_id(prompt.do, prompt.fixed)
    return data if this else None


def _learn(box: Box, referee: AnyReferee, data: Any) -> str | Refusal | None:
    """Put one posted fact into the box; what is wrong with it otherwise."""
    if "name" in data and "do" not in data:
        box.name = names.clean(data["name"], 60) or box.name
        box.save(update_fields=["name"])
        return None
    try:
        action = referee.decode_action(forms.read_action(data, referee.Action))
    except Malformed as error:
        return str(error)
    if not action.teaches:
        return _("That has nothing to do with your copy.")
    with transaction.atomic():
        locked = Box.objects.select_for_update().get(pk=box.pk)
        learned = referee.learn(referee.decode_box(msgspec.json.decode(locked.facts)), action)
        if isinstance(learned, Refusal):
            return learned
        if not referee.keepable(learned):
            return _("This box is full.")
        locked.keep(learned)
    return None


@require_safe
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The box as one JSON file, so that one person types and every table has it; what its group
    calls it may be somebody's name and stays here."""
    mine = own_box(request, pk)
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
    """A box from a file; a bad one is named and nothing is written."""
    file = request.FILES.get("file")
    try:
        if file is None:
            raise Malformed(_("Choose a file first."))
        document = msgspec.json.decode(file.read())
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise Malformed(_("This file is not a copy exported from Sidekick."))
        if str(document.get("title")) not in registry.TITLES:
            raise Malformed(_("Unknown title."))
        referee = registry.referee(document["title"])
        facts = referee.decode_box(document.get("facts"))
    except (Malformed, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _index(request, _("Nothing was imported. {problem}").format(problem=error), 422)
    owner = seats.device(request) or secrets.token_urlsafe(16)
    made = Box.objects.create(
        title=document["title"],
        name=_("Copy from a file"),
        owner=owner,
        facts=msgspec.json.encode(facts).decode(),
    )
    response = redirect("box", made.pk)
    seats.mark_device(response, owner)
    return response

"""The list for the sofa: what a copy doesn't know yet, one thing at a time, cards in hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion import names
from companion.boxes import comparing, facts_text, library, photos
from companion.boxes.comparing import CopyFact
from companion.boxes.models import Box
from companion.plays.pages import box_travelling, forms
from companion.plays.pages.table import speaker_for
from companion.requests import Request, given
from games import registry
from games.messages import Speaker
from games.referee import MalformedError, Prompt, Refusal


@dataclass(frozen=True)
class Gap:
    """One step of the list: a form for a missing fact, or an unconfirmed fact to look at."""

    form: Prompt | None = None
    fact: CopyFact | None = None


def gaps(box: Box, facts: Any) -> list[Gap]:
    """Return all steps of a copy: first what is missing, then what no one has checked."""
    referee = registry.referee(box.title)
    missing = [Gap(form=form) for form in referee.gaps(facts)]
    unsure = facts_text.unconfirmed(box.title, facts, comparing.entered(box))
    return missing + [Gap(fact=fact) for fact in unsure]


@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: Request, pk: int) -> HttpResponseBase:
    """Show one gap after the other; a saved one gives way to the next."""
    mine = box_travelling.own(request, pk)
    n = given(request.GET.get("n", "")) or 0
    if request.method == "POST":
        problem = learn(mine, request.POST)
        if problem is None:
            return redirect(f"{reverse('box-fill', args=[mine.pk])}?n={n}&saved=1")
        return _step(request, mine, n, request.POST, problem)
    return _step(request, mine, n)


def _step(
    request: Request,
    mine: Box,
    n: int,
    data: QueryDict | None = None,
    problem: str | Refusal = "",
) -> HttpResponse:
    speaker, facts = speaker_for(mine.title), comparing.decoded(mine)
    steps = gaps(mine, facts)
    gap = steps[n] if n < len(steps) else None
    form = gap and gap.form
    thing = gap and (gap.fact or _thing(facts, gap))
    told = facts_text.known_of(mine, facts)
    flash = problem if isinstance(problem, str) else speaker.say(problem.message)
    context = {
        "box": mine,
        "title": registry.referee(mine.title).title,
        "speaker": speaker,
        "n": n,
        "next": n + 1,
        "left": len(steps) - n,
        "passed": min(n, len(steps)),
        "page": forms.PromptView(form, speaker, data=data) if form else None,
        "fact": gap and gap.fact and _shown(gap.fact, speaker),
        "voices": thing and _voices(mine, thing, speaker),
        "pictured": thing and _pictured(mine, thing),
        "known": told,
        "saved": "saved" in request.GET,
        "flash": flash,
    }
    return render(request, "boxes/fill.html", context, status=422 if problem else 200)


def _voices(mine: Box, fact: CopyFact, speaker: Speaker) -> dict[str, Any]:
    """Return what other groups say of the thing that is asked for."""
    found = library.voices(mine, {fact.key: fact})[fact.key]
    others = facts_text.readings(found.others, speaker)
    return {"key": fact.key, "same": found.same, "others": others}


def _thing(facts: Any, gap: Gap) -> CopyFact | None:
    """Return what the copy already knows of the thing that a form is about."""
    named = gap.form.fixed.values() if gap.form else ()
    known = comparing.known(facts).values()
    return next((each for each in known if each.name and each.name in named), None)


def _pictured(mine: Box, fact: CopyFact) -> dict[str, Any]:
    """Return the thing that is asked for, with its photo if there is one."""
    photo = photos.of(mine).get(fact.key)
    return {"key": fact.key, "name": facts_text.named(fact), "photo": photo}


def _shown(fact: CopyFact, speaker: Speaker) -> dict[str, str]:
    text = facts_text.said(fact.said, speaker)
    kind = facts_text.kinds().get(fact.kind, "")
    return {"key": fact.key, "name": facts_text.named(fact), "kind": kind, "text": text}


def learn(box: Box, data: QueryDict) -> str | Refusal | None:
    """Put one posted fact into the box; return the problem otherwise."""
    referee = registry.referee(box.title)
    if "name" in data and "do" not in data:
        box.name = names.clean(data.get("name", ""), 60) or box.name
        box.save(update_fields=["name"])
        return None
    try:
        action = referee.decode_action(forms.read_action(data, referee.Action))
    except MalformedError as error:
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
        library.learn(locked, learned)
    return None

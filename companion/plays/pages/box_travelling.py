"""A box travels: a code by which someone else takes what it knows into a box of their own."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import cookies
from companion.boxes import comparing, facts_text, library
from companion.boxes.models import Box, Reading
from companion.operations.limits import limited
from companion.plays.pages.joining import qr
from companion.plays.pages.table import speaker_for
from companion.requests import Request, given, message
from games import registry
from games.referee import MalformedError

SALT = "box"
GOOD = 24 * 3600
"""Seconds for which the code of a box is good."""


def gift(box: Box) -> str:
    """Return the end of the address from which a box can be copied; it opens nothing else."""
    return signing.dumps(box.pk, salt=SALT)


def _given(text: str) -> Box:
    try:
        pk = signing.loads(text, salt=SALT, max_age=GOOD)
    except signing.BadSignature as error:
        raise Http404 from error
    return get_object_or_404(Box, pk=pk, title__in=registry.TITLES)


def own(request: Request, pk: int) -> Box:
    """Return a box of this phone; 404 for anyone else's."""
    return get_object_or_404(Box, pk=pk, owner=cookies.device(request) or "-")


@require_safe
@never_cache
def give(request: Request, pk: int) -> HttpResponse:
    """Show the code to scan, and the file for another Sidekick."""
    mine = own(request, pk)
    at = request.build_absolute_uri(reverse("box-from", args=[gift(mine)]))
    context = {"box": mine, "title": registry.referee(mine.title).title, "qr": qr(at), "at": at}
    return render(request, "boxes/give.html", context)


@limited("uploading")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def take(request: Request, gift: str) -> HttpResponseBase:
    """Compare another copy with a box of this phone, fact by fact, and take ours or theirs."""
    theirs = _given(gift)
    owner = cookies.device(request)
    mine = Box.objects.filter(owner=owner or "-", title=theirs.title).exclude(pk=theirs.pk)
    wanted = request.POST.get("into") or request.GET.get("into", "")
    into = mine.filter(pk=given(wanted) or 0).first()
    if into is None and wanted != "new":
        into = mine.order_by("-updated_at").first()
    if request.method != "POST":
        return _page(request, theirs, into, list(mine))
    owner = owner or secrets.token_urlsafe(16)
    try:
        box = _merged(theirs, into, owner, request.POST.getlist("take"))
    except MalformedError as error:
        return message(request, 422, str(error))
    response = redirect("box", box.pk)
    cookies.mark_device(response, owner)
    return response


def _page(request: Request, theirs: Box, into: Box | None, mine: list[Box]) -> HttpResponse:
    speaker = speaker_for(theirs.title)
    new = comparing.fresh(theirs.title)
    ours = comparing.decoded(into) if into else new
    found = comparing.differences(ours, comparing.decoded(theirs), new)
    context = {
        "title": registry.referee(theirs.title).title,
        "into": into,
        "mine": mine,
        "own": theirs.owner == cookies.device(request),
        "lines": facts_text.differs(found, speaker),
    }
    return render(request, "boxes/take.html", context)


@transaction.atomic
def _merged(theirs: Box, into: Box | None, owner: str, take: list[str]) -> Box:
    """Add theirs to the copy, or make a new one that holds all of it."""
    facts = comparing.decoded(theirs)
    if into is not None:
        into = Box.objects.select_for_update().get(pk=into.pk)
    else:
        new = comparing.fresh(theirs.title)
        take = [one.theirs.key for one in comparing.differences(new, facts, new)]
        blank = msgspec.json.encode(new).decode()
        into = Box.objects.create(
            title=theirs.title, name=_("Copy from another group"), owner=owner, facts=blank
        )
    comparing.merge(into, facts, take)
    return into


@require_POST
def look(request: Request, pk: int) -> HttpResponseBase:
    """Record that someone has looked at a thing of this copy: it is so, or another reading is
    right."""
    with transaction.atomic():
        mine = Box.objects.select_for_update().get(pk=own(request, pk).pk)
        key, says = request.POST.get("key", ""), request.POST.get("says", "")
        if says == "other":
            comparing.choose(mine, key)
        elif says:
            found = Reading.objects.filter(title=mine.title, key=key, said=says)
            library.take(mine, found)
        fact: Any = comparing.known(comparing.decoded(mine)).get(key)
        if fact is None:
            return message(request, 422, _("This copy has no such fact."))
        mine.looked = {**mine.looked, key: comparing.digest(fact.said)}
        mine.save(update_fields=["looked"])
        library.refresh(mine)
    n = given(request.POST.get("n", ""))
    if n is not None:
        return redirect(f"{reverse('box-fill', args=[mine.pk])}?n={n}&saved=1")
    return redirect("box", mine.pk)


@limited("uploading")
@require_POST
def share(request: Request, pk: int) -> HttpResponseBase:
    """Offer a copy to everyone on this server, withdraw it, or take what many groups agree on."""
    mine = own(request, pk)
    does = request.POST.get("does", "")
    try:
        if does == "offer":
            library.offer(mine)
        elif does == "withdraw":
            library.withdraw(mine)
        elif does == "agreed":
            with transaction.atomic():
                locked = Box.objects.select_for_update().get(pk=mine.pk)
                library.take(locked, library.agreed(locked))
    except library.FullError:
        return message(request, 409, _("This copy can't be offered here any more."))
    except MalformedError as error:
        return message(request, 422, str(error))
    return redirect("box", mine.pk)

"""Photos of a copy's cards: its own phone takes and deletes them, its crews see them."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion import cookies
from companion.boxes import comparing, facts_text, photos
from companion.boxes.models import Box, Photo
from companion.operations.limits import limited
from companion.plays.pages import box_travelling
from companion.plays.pages.table import speaker_for
from companion.requests import Request, given, message
from games import registry


def _seen(request: Request, pk: int) -> Box:
    """Return a copy of this phone or of one of its crews; 404 for anyone else's."""
    account = request.user.pk if request.user.is_authenticated else None
    mine = photos.seen_by(cookies.device(request), account)
    return get_object_or_404(mine, pk=pk, title__in=registry.TITLES)


@limited("photographing")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def album(request: Request, pk: int) -> HttpResponseBase:
    """Show all photos of a copy to its group; keep or delete one for its own phone."""
    if request.method == "POST":
        return _change(request, box_travelling.own(request, pk))
    box = _seen(request, pk)
    speaker, facts = speaker_for(box.title), comparing.known(comparing.decoded(box))
    shown = [
        {
            "key": key,
            "name": facts_text.named(facts[key]) if key in facts else key.partition("/")[2],
            "text": facts_text.said(facts[key].said, speaker) if key in facts else "",
            "photo": photo,
        }
        for key, photo in photos.of(box).items()
    ]
    context = {
        "box": box,
        "title": registry.referee(box.title).title,
        "shown": sorted(shown, key=lambda each: str(each["name"])),
        "own": box.owner == cookies.device(request),
    }
    return render(request, "boxes/photos.html", context)


def _change(request: Request, box: Box) -> HttpResponseBase:
    key, problem = request.POST.get("key", ""), ""
    if "delete" in request.POST:
        box.photos.filter(pk=given(request.POST["delete"]) or 0).delete()
    else:
        problem = _kept(request, box, key)
    if request.htmx:
        fact = comparing.known(comparing.decoded(box)).get(key)
        context = {
            "box": box,
            "key": key,
            "name": facts_text.named(fact) if fact else "",
            "photo": photos.of(box).get(key),
            "problem": problem,
        }
        status = 422 if problem else 200
        return render(request, "boxes/photo.html", context, status=status)
    if problem:
        return message(request, 422, problem)
    n = given(request.POST.get("n", ""))
    if n is not None:
        return redirect(f"{reverse('box-fill', args=[box.pk])}?n={n}")
    if "album" in request.POST:
        return redirect("box-photos", box.pk)
    return redirect(f"{reverse('box', args=[box.pk])}?{urlencode({'at': key})}#photographed")


def _kept(request: Request, box: Box, key: str) -> str:
    """Keep the photo that was sent; return the problem otherwise."""
    file = request.FILES.get("photo")
    if file is None:
        return _("Choose a photo first.")
    try:
        photos.keep(box, key, file, file.size or 0)
    except photos.PhotoRefusedError as error:
        return str(error)
    return ""


@require_safe
@cache_control(private=True, max_age=3600)
def photo(request: Request, pk: int, photo: int) -> HttpResponse:
    """Return one photo to the copy's own group; 404 for everyone else."""
    found = get_object_or_404(Photo, box=_seen(request, pk), pk=photo)
    response = HttpResponse(bytes(found.jpeg), content_type="image/jpeg")
    response["Content-Security-Policy"] = "default-src 'none'"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response

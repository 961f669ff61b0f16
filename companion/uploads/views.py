"""The page of a file that is being read: how far it is, stop it, go where it leads."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion import cookies
from companion.operations.limits import address
from companion.requests import Request
from companion.uploads import intake, keeper, kinds
from companion.uploads.models import Upload


def receive(
    request: Request,
    kind: str,
    template: str,
    context: Mapping[str, Any] | None = None,
    **notebook: Any,
) -> HttpResponseBase:
    """Show the upload form for one kind of file, and handle the upload.

    ``context`` is additional data for the template, ``notebook`` data for the reader.
    """
    if request.method != "POST":
        return form(request, template, context=context)

    def take(**by: str) -> Upload:
        file = request.FILES.get("file")
        if file is None:
            raise intake.UploadRefusedError(_("Choose a file first."))
        about = {"name": file.name or "", **notebook}
        return intake.take(kind, file, file.size or 0, **by, **about)

    return admit(request, template, take, context)


def admit(
    request: Request,
    template: str,
    take: Callable[..., Upload],
    context: Mapping[str, Any] | None = None,
) -> HttpResponseBase:
    """Redirect to the page of a file that ``take`` has read, or show the form again with the reason
    why not."""
    owner = cookies.device(request) or secrets.token_urlsafe(16)
    try:
        upload = take(owner=owner, address=address(request))
    except intake.UploadRefusedError as error:
        flash = _("Nothing was imported. {problem}").format(problem=error)
        return form(request, template, flash, 422, context)
    response = redirect("upload", upload.key)
    cookies.mark_device(response, owner)
    return response


def form(
    request: Request,
    template: str,
    flash: str = "",
    status: int = 200,
    context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Show the form, with the way back to a file of this phone that is still being read."""
    mine = Upload.objects.filter(owner=cookies.device(request) or "-")
    under_way = mine.exclude(stage__in=[*Upload.OVER, Upload.Stage.ARRIVING]).last()
    typed = request.POST.get("from") or request.GET.get("from", "")
    shown = {**(context or {}), "flash": flash, "under_way": under_way, "from": typed[:300]}
    return render(request, template, shown, status=status)


@require_safe
@never_cache
def progress(request: Request, key: str) -> HttpResponseBase:
    """Show a file's progress; once it is read, redirect to the result."""
    upload = _own(request, key)
    keeper.look_after(upload)
    polled = bool(request.htmx)
    if upload.stage == Upload.Stage.DONE:
        if not polled:
            return kinds.reader(upload.kind).answer(request, upload.notebook)
        response = HttpResponse()
        response["HX-Redirect"] = reverse("upload", args=[upload.key])
        return response
    name = "uploads/progress.html" if polled else "uploads/upload.html"
    status = 422 if upload.stage == Upload.Stage.FAILED and not polled else 200
    return render(request, name, {"upload": upload}, status=status)


@require_POST
def cancel(request: Request, key: str) -> HttpResponseBase:
    """Stop reading a file; anything written from it is removed."""
    upload = _own(request, key)
    Upload.objects.filter(pk=upload.pk, stage=Upload.Stage.READING).update(stop=True)
    keeper.look_after(upload)
    return redirect("upload", upload.key)


def _own(request: Request, key: str) -> Upload:
    """Return an upload of this phone; anyone else's is not there."""
    owner = cookies.device(request)
    if not owner:
        raise Http404
    return get_object_or_404(Upload, key=key, owner=owner)

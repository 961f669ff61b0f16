"""Fetch a table from another Sidekick."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urljoin

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from companion import remote
from companion.plays.models import Play
from companion.plays.pages import incoming
from companion.remote import UnreachableError
from companion.uploads import intake
from companion.uploads.kinds import BrokenFileError
from companion.uploads.reading import Work

largest = incoming.largest


def read(work: Work) -> None:
    """Fetch the log, read it like any other, and tell where it came from that it is here."""
    if not work.notebook.get("fetched"):
        _fetch(work)
    incoming.read(work)
    play = Play.objects.get(pk=work.notebook["play"])
    here = work.notebook["here"]
    # If no one hears it there, that table stays closed and says nothing of this one.
    with suppress(UnreachableError):
        _say(
            work,
            what="arrived",
            join=urljoin(here, reverse("join", args=[play.code])),
            watch=urljoin(here, reverse("watch", args=[play.watch_code])),
        )


def _fetch(work: Work) -> None:
    place = _place(work)
    work.upload.parts.all().delete()
    try:
        with remote.ask(place, work.notebook["reach"], what="take", taker=_taker(work)) as got:
            intake.write(work.upload, remote.pieces(got, largest()))
    except UnreachableError as error:
        text = _(
            "No table could be fetched from {place}: no Sidekick is reachable "
            "there, or the address was used or has expired. Create a new one at "
            "the table you are moving."
        )
        raise BrokenFileError(text.format(place=place.shown)) from error
    work.keep(fetched=True)


def _place(work: Work) -> remote.TransferAddress:
    found = remote.place(work.notebook["place"])
    assert found is not None
    return found


def _taker(work: Work) -> str:
    """Return the secret that identifies this import; its page shows the same key to the sender."""
    return work.upload.key


def _say(work: Work, **said: str) -> None:
    with remote.ask(_place(work), work.notebook["reach"], taker=_taker(work), **said):
        pass


def undo(work: Work) -> None:
    """Take back what was written, and let the table go on where it was."""
    incoming.undo(work)
    with suppress(UnreachableError):
        _say(work, what="failed")


def answer(request: HttpRequest, notebook: dict[str, Any]) -> HttpResponseBase:
    """Redirect to the table, as its host."""
    return incoming.answer(request, notebook)

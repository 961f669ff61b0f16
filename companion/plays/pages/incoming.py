"""A playlog that was sent here becomes a table, and its sender the host."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from companion.boxes.models import Box
from companion.plays import playlog, seats, store
from companion.plays.models import Play, Seat
from companion.requests import NUL
from companion.uploads.kinds import BrokenFileError
from companion.uploads.reading import Work


def largest() -> int:
    """Return the limit: fifty thousand entries with long texts; an evening has a few hundred."""
    return 32_000_000


def read(work: Work) -> None:
    """Play the whole log again, then write it: no one can see it before it is whole."""
    clear(work)
    content = work.file().read()
    if any(nul in content for nul in NUL):
        raise BrokenFileError(_("It contains a character that can't be stored."))
    doc = playlog.decode(content)
    del content

    def then(play: Play, people: list[Seat]) -> None:
        host = _settle(play, people, work.upload.owner)
        work.finish(play=play.pk, seat=host.pk, unfinished=None)

    playlog.load(doc, work.step, then, lambda play: work.keep(unfinished=play.pk))


def clear(work: Work) -> None:
    """Remove the play that a reader began to write and did not come to the end of."""
    if unfinished := work.notebook.get("unfinished"):
        store.remove(unfinished)


def _settle(play: Play, people: list[Seat], owner: str) -> Seat:
    """Give the table a box of its owner's, and the owner the host's seat."""
    if not play.sample:
        play.box = Box.objects.create(
            title=play.title, name=_("From a playlog"), owner=owner, facts=play.facts
        )
    host = next((seat for seat in people if seat.role == Seat.Role.HOST), None)
    if host is None:
        return Seat.objects.create(play=play, name=_("Host"), role=Seat.Role.HOST)
    play.seats.filter(pk=host.pk).update(claimed=True)
    return host


def undo(work: Work) -> None:
    """Undo the import; only a play in the middle of being written can be there."""
    clear(work)


def answer(request: HttpRequest, notebook: dict[str, Any]) -> HttpResponseBase:
    """Redirect to the table, on the host's seat for as long as that is still the sender's."""
    play = get_object_or_404(Play, pk=notebook.get("play"))
    response = redirect("people", play.code)
    seat = play.seats.filter(pk=notebook["seat"], gone=False, epoch=0).first()
    if seat is not None:
        seats.remember(response, seat)
    return response

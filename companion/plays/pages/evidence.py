"""An entry that a title made impossible: a sentence for the table, a playlog for the log."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.plays import faults, playlog
from companion.plays.faults import FaultyTitleError
from companion.plays.models import Play
from companion.plays.playlog import LogLine
from companion.requests import Request, message

LONGEST = 2_000
"""Entries of a log that fit into a line of the server's; of a longer one the last state does."""

log = logging.getLogger("sidekick.title")


def nothing_entered(request: Request, fault: FaultyTitleError) -> HttpResponse:
    """Answer a page or a script, and keep what shows the fault again."""
    if faults.name(fault.title, f"an entry ({fault.what})", fault.__cause__ or fault):
        keep(fault)
    text = _("This is our fault, nothing was entered. The server's log has what we need to fix it.")
    response = message(request, 500, text)
    # The same tap would fare no better: the phone need not keep it.
    response.decided = True  # type: ignore[attr-defined]
    return response


def keep(fault: FaultyTitleError) -> None:
    """Write the play and the action that was tried on it into the server's log."""
    play = Play.objects.filter(pk=fault.play_id).first() if fault.play_id else None
    if play is not None:
        log.error(
            "A playlog of it to send in: %s", msgspec.json.encode(shown(play, fault)).decode()
        )


def shown(play: Play, fault: FaultyTitleError) -> Any:
    """Show the playlog up to the action that was tried; seats are numbered instead of named."""
    tried = dict(fault.tried or {})
    if play.revision > LONGEST:
        told = {"title": play.title, "rules_version": play.rules_version, "state": play.state}
        return told | tried
    whole = playlog.export(play)
    seats = tuple(replace(seat, name=f"{n}") for n, seat in enumerate(whole.seats, 1))
    if not tried:
        return replace(whole, seats=seats)
    action = msgspec.to_builtins(tried.pop("action"))
    line = LogLine(play.revision + 1, "action", action=action, **tried)
    return replace(whole, seats=seats, entries=(*whole.entries, line))

"""Count-check: the table counts another number, and the log is asked what could explain it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays.answers import Unfit
from companion.plays.fold import Misfit, fold, live_entries, notes_of, state_at
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import gate
from companion.plays.pages.drawers import draw
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import Table
from games import registry

LATEST = 200
"""Entries looked through; what is older has been counted over many times since."""

HOW = {
    "missed": gettext_lazy("not carried out on the table?"),
    "doubled": gettext_lazy("carried out twice?"),
    "partly": gettext_lazy("carried out in part?"),
    "contributes": gettext_lazy("missed, it explains a part"),
}


@gate.look
@require_safe
@never_cache
def count(request: TableRequest) -> HttpResponse:
    """Ask for a number and what was counted; name the entries behind a difference."""
    table = Table(request.play, request.seat)
    numbers = table.referee.countable(table.state)
    where, counted = request.GET.get("where", ""), request.GET.get("counted", "")
    asked = next((each for each in numbers if each.name == where), None)
    found: dict[str, Any] = {}
    flash = ""
    if asked is not None and counted.isdecimal() and len(counted) < 5:
        found = _explained(table, asked, int(counted))
    elif where or counted:
        flash = _("Choose a number and say what was counted.")
    return draw(
        request,
        "plays/count.html",
        table,
        numbers=[{"name": n.name, "label": table.speaker.say(n.label)} for n in numbers],
        where=where,
        counted=counted,
        flash=flash,
        may_repair=request.seat.role != Seat.Role.SPECTATOR,
        **found,
    )


def _explained(table: Table, asked: Any, counted: int) -> dict[str, Any]:
    entries, log = _history(table.play)
    clues = []
    if log:
        for clue in table.referee.count_check(log, asked.name, counted).clues:
            entry = entries[clue.index]
            clues.append(
                {
                    "seq": entry.seq,
                    "what": table.say_entry(entry)[0],
                    "change": f"{clue.change:+d}",
                    "how": HOW[clue.how],
                }
            )
    return {
        "asked": table.speaker.say(asked.label),
        "expected": asked.value,
        "same": counted == asked.value,
        "clues": clues,
    }


def _history(play: Play) -> tuple[list[Entry], list[Any]]:
    """The latest live entries, oldest first, with the states around each."""
    entries = list(islice(live_entries(play), LATEST))[::-1]
    if not entries:
        return [], []
    steps = []
    for played in fold(registry.referee(play.title), state_at(play, entries[0].parent), entries):
        if isinstance(played, Misfit):
            raise Unfit(played)
        steps.append(played)
    log = [(step.before, step.action, notes_of(step.entry), step.after) for step in steps]
    return entries, log

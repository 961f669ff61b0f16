"""Count-check: the table counts another number, and the log is asked what could explain it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays import gate, ledger
from companion.plays.drawers import draw
from companion.plays.models import Entry, Play, Seat
from companion.plays.table import Table
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
def count(request: Any) -> HttpResponse:
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
            clues.append({"seq": entry.seq, "what": table.say_entry(entry)[0],
                          "change": f"{clue.change:+d}", "how": HOW[clue.how]})  # fmt: skip
    return {"asked": table.speaker.say(asked.label), "expected": asked.value,
            "same": counted == asked.value, "clues": clues}  # fmt: skip


def _history(play: Play) -> tuple[list[Entry], list[Any]]:
    """The latest live entries, oldest first, with the states around each."""
    newest = []
    for entry in ledger.live_entries(play):
        newest.append(entry)
        if len(newest) == LATEST:
            break
    entries = newest[::-1]
    referee = registry.referee(play.title)
    log = []
    state = ledger.state_at(play, entries[0].parent) if entries else None
    for entry in entries:
        after = ledger.replay(referee, state, entry)
        log.append((state, referee.decode_action(entry.action), ledger.notes_of(entry), after))
        state = after
    return entries, log

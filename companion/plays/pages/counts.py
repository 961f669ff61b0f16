"""Putting a number right: what the table counts, which entries could explain it, or just so."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.plays.answers import ReplayMisfitError
from companion.plays.models import Entry, Play, Seat
from companion.plays.pages import gate
from companion.plays.pages.drawers import draw
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import TablePage
from companion.plays.replay import (
    ReplayMisfit,
    ReplayStep,
    live_entries,
    notes_of,
    of_play,
    state_at,
)
from games.referee import Tracker

LATEST = 200
"""Entries looked through; what is older has been counted over many times since."""
DIGITS = 7
"""Of a number that may have been counted."""

HOW = {
    "missed": gettext_lazy("not done on the table?"),
    "doubled": gettext_lazy("done twice?"),
    "partly": gettext_lazy("partly done?"),
    "contributes": gettext_lazy("missing this would explain part of it"),
}


@gate.look
@require_safe
@never_cache
def count(request: TableRequest) -> HttpResponse:
    """Show one number of the table (``where``) to put right, or all of them to choose from."""
    table = TablePage(request.play, request.seat)
    numbers = table.soft("numbers", lambda: table.referee.countable(table.state), ())
    where = request.GET.get("where", "")
    asked = next((each for each in numbers if each.name == where), None)
    if asked is not None:
        return _number(request, table, asked)
    said = [(n.name, table.speaker.say(n.label), n.value) for n in numbers]
    flash = _("That number is no longer available. Choose another.") if where else ""
    return draw(request, "plays/count.html", table, numbers=said, flash=flash)


def _number(request: TableRequest, table: TablePage, asked: Tracker) -> HttpResponse:
    """Return the sheet of one number: what the log says, what was counted, what could explain
    it."""
    typed = request.GET.get("counted", str(asked.value))
    counts = typed.isdecimal() and len(typed) <= DIGITS
    counted = int(typed) if counts else asked.value
    plays = request.seat.role != Seat.Role.SPECTATOR
    clues = partial(_clues, table, asked.name, counted)
    return draw(
        request,
        "plays/number.html",
        table,
        number=asked,
        label=table.speaker.say(asked.label),
        counted=counted,
        less=max(counted - asked.step, asked.low),
        more=min(counted + asked.step, asked.high),
        fewer=_("One less") if asked.step == 1 else _("{n} less").format(n=asked.step),
        further=_("One more") if asked.step == 1 else _("{n} more").format(n=asked.step),
        same=counted == asked.value,
        clues=[] if counted == asked.value else table.soft("numbers", clues, [], ReplayMisfitError),
        flash="" if counts else _("Enter how many are there."),
        may_repair=plays,
        may_set=plays and _settable(table, asked, counted),
    )


def _settable(table: TablePage, asked: Tracker, counted: int) -> bool:
    """Return whether the table can say it is so: a sum of several numbers can be compared only."""
    own = any(each.name == asked.name for each in table.referee.trackers(table.state))
    steps = (counted - asked.low) % asked.step == 0
    return own and steps and asked.low <= counted <= asked.high


def _clues(table: TablePage, where: str, counted: int) -> list[dict[str, Any]]:
    """Return the entries that could explain a difference, newest first."""
    entries, log = _history(table.play)
    if not log:
        return []
    return [
        {
            "seq": entries[clue.index].seq,
            "what": table.say_entry(entries[clue.index])[0],
            "change": f"{clue.change:+d}",
            "how": HOW[clue.how],
        }
        for clue in table.referee.count_check(log, where, counted).clues
    ]


def _history(play: Play) -> tuple[list[Entry], list[Any]]:
    """Return the latest live entries, oldest first, with the states around each."""
    entries = list(islice(live_entries(play), LATEST))[::-1]
    if not entries:
        return [], []
    steps: list[ReplayStep[Entry]] = []
    try:
        state = state_at(play, entries[0].parent)
    except ReplayMisfitError:
        return [], []
    for played in of_play(play, state, entries):
        if isinstance(played, ReplayMisfit):
            steps.clear()
        else:
            steps.append(played)
    entries = [step.entry for step in steps]
    log = [(step.before, step.action, notes_of(step.entry), step.after) for step in steps]
    return entries, log

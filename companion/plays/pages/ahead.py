"""The forecast of the next roll, fetched after the board; and how much a table wants shown."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.plays import foresight, sitting
from companion.plays.models import Play, Seat
from companion.plays.pages import gate
from companion.plays.pages.drawers import draw
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import Table
from companion.requests import message


@gate.look
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ahead(request: TableRequest) -> HttpResponseBase:
    """Return the line below the question, or a page of its own; a POST chooses how much is
    shown.
    """
    if request.method == "POST":
        return _choose(request)
    table = Table(request.play, request.seat, seated=request.held)
    told = _told(table)
    if request.htmx:
        return render(request, "plays/ahead_line.html", told)
    return draw(request, "plays/ahead.html", table, **told)


def _told(table: Table) -> dict[str, Any]:
    """What this phone is told of the next roll, in its language."""
    if not table.looks_ahead():
        return {"lines": [], "remarks": []}
    found = foresight.of(table.play.title, table.play.state)
    lines = lines_of(table, found)
    wanted = lines or table.play.ahead == Play.Ahead.EVERYTHING
    return {"lines": lines, "remarks": remarks(found) if wanted else []}


def lines_of(table: Table, found: foresight.Foresight) -> list[dict[str, str]]:
    """Return the chances the table wants shown."""
    everything = table.play.ahead == Play.Ahead.EVERYTHING
    said = [_line(table, each) for each in found.chances if everything or each.danger]
    turn = [_line(table, each) for each in found.turn]
    if turn:
        turn[0]["head"] = _("This turn:")
    if turn and found.turn_open:
        turn[-1]["again"] = _("up to {n} % depends on what only the table knows").format(
            n=found.turn_open
        )
    return said + turn


def _line(table: Table, chance: foresight.Chance) -> dict[str, str]:
    return {
        "text": table.speaker.say(chance.text),
        "chance": chance.percent,
        "again": _again(table, chance),
        "less": _less(table, chance),
    }


def _less(table: Table, chance: foresight.Chance) -> str:
    """What lowers a danger, and to how much."""
    if chance.less is None:
        return ""
    chosen = table.speaker.join([table.speaker.say(each) for each in chance.less.chosen])
    label = table.speaker.say(chance.less.label)
    if not label:
        return chosen
    what = f"{label} ({chosen})" if chosen else label
    return _("{n}\u00a0%: {what}").format(n=chance.less.percent, what=what)


def _again(table: Table, chance: foresight.Chance) -> str:
    """How likely it is once dice are thrown again, and what for."""
    said = ((table.speaker.say(label), n) for label, n in chance.again)
    return ", ".join(_("{what}: {n}\u00a0%").format(what=what, n=n) for what, n in said)


def remarks(found: foresight.Foresight) -> list[str]:
    """How far the chances hold."""
    said = []
    if found.late:
        said.append(_("Too many possible results to work out the odds"))
    if found.error:
        said.append(_("estimated, ±{n}").format(n=found.error))
    if found.open:
        said.append(_("{n} % depends on what only the table knows").format(n=found.open))
    if found.assumed:
        said.append(_("assuming standard dice faces"))
    return said


def _choose(request: TableRequest) -> HttpResponseBase:
    if request.seat.role == Seat.Role.SPECTATOR:
        return message(request, 403, _("You are watching: only players can change the table."))
    how = request.POST.get("how", "")
    if how not in Play.Ahead.values:
        return message(request, 422, _("Choose what to show before a roll."))
    sitting.look_ahead(request.seat, Play.Ahead(how))
    return redirect("table", request.seat.address)

"""Pages of a repair: choose what should have been entered; see what follows and agree, where it
costs anything."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.plays import repair, seats
from companion.plays.answers import ChangeRejectedError, Recorded, StaleRevisionError
from companion.plays.models import Entry
from companion.plays.pages import forms, gate
from companion.plays.pages.actions import given_answers, given_key, given_revision, moved_on, why
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import TablePage
from companion.plays.repair import LogChange, Repair
from companion.plays.replay import state_at
from companion.requests import message
from games.messages import msg
from games.pieces import BoardPiece
from games.referee import MalformedError, Prompt, Refusal

KINDS = {"replace", "insert", "remove"}


@gate.act
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: TableRequest, seq: int) -> HttpResponseBase:
    """Show one entry of the past (0: the start) and the ways to repair the log there."""
    table = TablePage(request.play, request.seat)
    entry = request.play.entries.filter(seq=seq, kind=Entry.Kind.ACTION).first()
    if seq and entry is None:
        return message(request, 404, _("This entry can't be fixed."))
    if entry is not None and table.keeps_secret(entry):
        return message(request, 403, _("Only the person who entered this can fix it."))
    if request.method != "POST":
        return _choose(request, table, entry)
    try:
        return _proposed(request, table, entry)
    except MalformedError as error:
        text = table.speaker.say(msg("refusal.E_MALFORMED", problem=str(error)))
        return _choose(request, table, entry, flash=text, status=422)
    except StaleRevisionError as stale:
        return _choose(request, table, entry, flash=moved_on(stale, request.seat), status=409)
    except ChangeRejectedError as unchanged:
        text = why(unchanged, _("This entry is no longer part of the game."))
        return _choose(request, table, entry, flash=text, status=409)


def _proposed(request: TableRequest, table: TablePage, entry: Entry | None) -> HttpResponseBase:
    """Carry out a change that is agreed to or takes nothing away; else show what it would do.

    A post with ``first-said`` adds to that proposal what ``later-entry`` was instead.
    """
    instead = _instead(table, request.POST)
    data: QueryDict = request.POST
    if "first-said" in request.POST:
        data = QueryDict(request.POST.get("first-said", ""), mutable=True)
        data["mended-with"] = msgspec.json.encode(instead).decode()
    change = msgspec.structs.replace(_change(table, data, entry), instead=instead)
    agreed = "agreed" in data
    planned = None if agreed else repair.plan(request.play, change)
    if planned is None or (given_revision(data) == request.play.revision and planned.plain):
        key = forms.entry_key(request.seat.pk, given_key(data), data.dict())
        done = repair.carry_out(
            request.play.pk, change, key=key, seat=request.seat, seen=given_revision(data)
        )
        if isinstance(done, Recorded):
            return redirect("table", request.seat.address)
    planned = planned or repair.plan(request.play, change)
    if planned.answer is not None:
        kind = "refusal" if isinstance(planned.answer, Refusal) else "question"
        shown = getattr(table, kind)(planned.answer, data)
        return _choose(request, table, entry, status=422, **{kind: shown})
    again = _again(data)
    plan = {**_consequences(table, planned), "again": again, "first": urlencode(again)}
    return _draw(request, table, entry, "board/repaired.jinja", plan)


def _instead(table: TablePage, data: QueryDict) -> dict[int, dict[str, Any]]:
    """Return what later entries were instead: as said before, and what is said now of one more."""
    more = "first-said" in data
    said = QueryDict(data.get("first-said", "")) if more else data
    try:
        known = msgspec.json.decode(said.get("mended-with", "{}"), type=dict[int, dict[str, Any]])
        later = int(data.get("later-entry", "")) if more else 0
    except ValueError as error:
        raise MalformedError(str(error)) from error
    return {**known, later: forms.read_action(data, table.referee.Action)} if more else known


def _change(table: TablePage, data: QueryDict, entry: Entry | None) -> LogChange:
    kind = data.get("repair", "")
    if kind not in KINDS:
        raise MalformedError(_("choose what to repair"))
    seq = entry.seq if entry else 0
    if kind == "remove":
        return LogChange(kind, seq)
    action = forms.read_action(data, table.referee.Action)
    state = state_at(table.play, entry.parent if entry and kind == "replace" else seq)
    prompts = table.offered_at(state)
    same = entry is not None and kind == "replace" and (entry.action or {}).get("do") == data["do"]
    actor = (
        entry.actor
        if entry and same
        else seats.actor_for(table.seat, prompts, data["do"], table.free)  # type: ignore[arg-type]
    )
    return LogChange(kind, seq, action, given_answers(data), actor)


def _consequences(table: TablePage, planned: Repair) -> dict[str, Any]:
    say = table.speaker.say
    outcome = table.soft("outcome", lambda: planned.outcome, None)
    before, after = table.glances(table.state, planned.state)
    return {
        "before": before,
        "after": after,
        "differences": [
            {"label": say(label), "before": before, "after": after}
            for label, before, after in table.soft("numbers", planned.differences, [])
        ],
        "lost": [
            {
                "seq": misfit.entry.seq,
                "what": table.say_entry(misfit.entry)[0],
                "why": say(misfit.answer.message),
                "rule": misfit.answer.rule,
            }
            for misfit in planned.misfits
        ],
        "outcome": say(outcome.message) if outcome else "",
        "lacking": _lacking(table, planned),
    }


def _lacking(table: TablePage, planned: Repair) -> dict[str, Any] | None:
    """Return the first later entry that may have been another one, and what it could have been."""
    found = planned.lacking
    if found is None:
        return None
    views = [forms.PromptView(each, table.speaker) for each in found.prompts]
    return {"seq": found.entry.seq, "what": table.say_entry(found.entry)[0], "views": views}


def _choose(
    request: TableRequest,
    table: TablePage,
    entry: Entry | None,
    *,
    flash: str = "",
    status: int = 200,
    **answer: Any,
) -> HttpResponse:
    """Return the entry as a form to correct, the forms to insert after it, the button to remove
    it."""
    corrections: list[forms.PromptView] = []
    if entry is not None:
        before = state_at(request.play, entry.parent)
        offered = table.offered_at(before, wide=True)
        action = table.referee.decode_action(entry.action)
        corrections = [
            forms.PromptView(prompt, table.speaker, data=_filled(entry, action, prompt))
            for prompt in offered
            if prompt.do == entry.action["do"]
        ]
    after = state_at(request.play, entry.seq if entry else 0)
    insertions = table.offered_at(after, wide=True)
    values = {
        "refusal": None,
        "question": None,
        **answer,
        "corrections": corrections,
        "insertions": [view for view in table.views(insertions) if view.mine],
        "newest": entry is not None and entry.seq == request.play.head,
    }
    return _draw(request, table, entry, "board/repair.jinja", values, flash, status)


def _filled(entry: Entry, action: Any, prompt: Prompt) -> QueryDict:
    """Return the fields of an old action as its form would have posted them; what goes without
    saying is kept nowhere, but the form asks for it."""
    asked = (each.name for each in prompt.fields if each.kind == "flag" or not each.optional)
    said = {name: getattr(action, name) for name in asked}
    data = QueryDict(mutable=True)
    for name, value in {**said, **entry.action}.items():
        if isinstance(value, list | tuple):
            data.setlist(name, [str(each) for each in value])
            for index, each in enumerate(value):
                data[f"{name}.{index}"] = str(each)
        elif value is not None and value is not False:
            data[name] = "on" if value is True else str(value)
    return data


def _again(data: QueryDict) -> list[tuple[str, str]]:
    leave = {"csrfmiddlewaretoken", "revision", "key", "agreed"}
    return [(name, value) for name, values in data.lists() if name not in leave for value in values]


def _draw(
    request: TableRequest,
    table: TablePage,
    entry: Entry | None,
    template: str,
    values: dict[str, Any],
    flash: str = "",
    status: int = 200,
) -> HttpResponse:
    seq = entry.seq if entry else 0
    piece = BoardPiece("repair", template, {**values, "seq": seq})
    context = {
        "play": request.play,
        "seat": request.seat,
        "address": request.seat.address,
        "title": table.referee.title,
        "entry": table.say_entry(entry) if entry else [],
        "seq": seq,
        "flash": flash,
        "drawn": table.alone(piece, get_token(request)),
        "base": "page.html",
    }
    return render(request, "plays/repair.html", context, status=status)

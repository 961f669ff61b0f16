"""Pages of a repair: choose what should have been entered, see what follows, agree."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.plays import forms, gate, ledger, repair, seats
from companion.plays.actions import given_answers, given_key, given_revision, moved_on
from companion.plays.ledger import Closed, Recorded, Stale
from companion.plays.models import Entry
from companion.plays.repair import Change, Repair
from companion.plays.table import Table
from games.messages import msg
from games.referee import Malformed, Prompt, Refusal

KINDS = {"replace", "insert", "remove"}


@gate.act
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: Any, seq: int) -> HttpResponseBase:
    """One entry of the past (0: the start) and the ways to repair the log there."""
    table = Table(request.play, request.seat)
    entry = request.play.entries.filter(seq=seq, kind=Entry.Kind.ACTION).first()
    if seq and entry is None:
        return gate.message(request, 404, _("This entry cannot be repaired."))
    if entry is not None and table.keeps_secret(entry):
        return gate.message(request, 403, _("Only who made this entry can repair it."))
    if request.method != "POST":
        return _choose(request, table, entry)
    try:
        return _proposed(request, table, entry)
    except Malformed as error:
        text = table.speaker.say(msg("refusal.E_MALFORMED", problem=str(error)))
        return _choose(request, table, entry, flash=text, status=422)
    except Stale as stale:
        return _choose(request, table, entry, flash=moved_on(stale, request.seat), status=409)
    except Closed:
        text = _("This entry is no longer part of the game.")
        return _choose(request, table, entry, flash=text, status=409)


def _proposed(request: Any, table: Table, entry: Entry | None) -> HttpResponseBase:
    """Show what a proposed change would do, or carry it out once it is agreed to."""
    data = request.POST
    change = _change(table, data, entry)
    if "agreed" in data:
        key = forms.entry_key(request.seat.pk, given_key(data), data.dict())
        done = repair.carry_out(
            request.play.pk, change, key=key, seat=request.seat, seen=given_revision(data)
        )
        if isinstance(done, Recorded):
            return redirect("table", request.seat.address)
    planned = repair.plan(request.play, change)
    if planned.answer is not None:
        kind = "refusal" if isinstance(planned.answer, Refusal) else "question"
        shown = getattr(table, kind)(planned.answer, data)
        return _choose(request, table, entry, status=422, **{kind: shown})
    return _draw(request, table, entry, 200, plan=_consequences(table, planned), again=_again(data))


def _change(table: Table, data: QueryDict, entry: Entry | None) -> Change:
    kind = data.get("kind", "")
    if kind not in KINDS:
        raise Malformed(_("choose what to repair"))
    seq = entry.seq if entry else 0
    if kind == "remove":
        return Change(kind, seq)
    action = forms.read_action(data, table.referee.Action)
    state = ledger.state_at(table.play, entry.parent if entry and kind == "replace" else seq)
    prompts = table.referee.prompts(state)
    same = entry is not None and kind == "replace" and (entry.action or {}).get("do") == data["do"]
    actor = (
        entry.actor
        if entry and same
        else seats.actor_for(table.seat, prompts, data["do"], table.free)  # type: ignore[arg-type]
    )
    return Change(kind, seq, action, given_answers(data), actor)


def _consequences(table: Table, planned: Repair) -> dict[str, Any]:
    say = table.speaker.say
    outcome = planned.outcome
    return {
        "differences": [
            {"label": say(label), "before": before, "after": after}
            for label, before, after in planned.differences()
        ],
        "lost": [
            {
                "seq": lost.entry.seq,
                "what": table.say_entry(lost.entry)[0],
                "why": say(lost.answer.message),
                "rule": lost.answer.rule,
            }
            for lost in planned.lost
        ],
        "outcome": say(outcome.message) if outcome else "",
    }


def _choose(
    request: Any,
    table: Table,
    entry: Entry | None,
    *,
    flash: str = "",
    status: int = 200,
    **answer: Any,
) -> HttpResponse:
    """The entry as a form to correct, the forms to insert after it, the button to remove it."""
    corrections: list[Prompt] = []
    data = None
    if entry is not None:
        before = ledger.state_at(request.play, entry.parent)
        offered = [*table.referee.prompts(before), *table.referee.table_prompts(before)]
        corrections = [prompt for prompt in offered if prompt.do == entry.action["do"]]
        data = _filled(entry)
    after = ledger.state_at(request.play, entry.seq if entry else 0)
    insertions = [*table.referee.prompts(after), *table.referee.table_prompts(after)]
    return _draw(
        request,
        table,
        entry,
        status,
        flash=flash,
        corrections=[forms.PromptView(each, table.speaker, data=data) for each in corrections],
        insertions=table.views(insertions),
        **answer,
    )


def _filled(entry: Entry) -> QueryDict:
    """The fields of an old action as its form would have posted them."""
    data = QueryDict(mutable=True)
    for name, value in entry.action.items():
        if isinstance(value, list):
            data.setlist(name, [str(each) for each in value])
            for index, each in enumerate(value):
                data[f"{name}.{index}"] = str(each)
        elif value is not False:
            data[name] = "on" if value is True else str(value)
    return data


def _again(data: QueryDict) -> list[tuple[str, str]]:
    leave = {"csrfmiddlewaretoken", "revision", "key", "agreed"}
    return [(name, value) for name, values in data.lists() if name not in leave for value in values]


def _draw(
    request: Any, table: Table, entry: Entry | None, status: int, **context: Any
) -> HttpResponse:
    seq = entry.seq if entry else 0
    context |= {
        "play": request.play,
        "seat": request.seat,
        "address": request.seat.address,
        "title": table.referee.title,
        "speaker": table.speaker,
        "key": secrets.token_urlsafe(9),
        "post_to": reverse("repair", args=[request.seat.address, seq]),
        "entry": table.say_entry(entry) if entry else [],
        "seq": seq,
        "base": "page.html",
    }
    return render(request, "plays/repair.html", context, status=status)

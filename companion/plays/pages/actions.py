"""Posts that change a table: one action in, this phone's fresh board out."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from companion.plays import ledger, store, stumbles
from companion.plays.answers import (
    BoardKeptError,
    ChangeRejectedError,
    GameOverError,
    Recorded,
    ReplayMisfitError,
    SecretsRevealedError,
    StaleRevisionError,
    TableClosedError,
    TableFullError,
)
from companion.plays.models import Seat
from companion.plays.pages import forms, gate
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.screens import show_board
from companion.plays.pages.table import TablePage
from companion.plays.pages.warnings import UnwarnedLossError
from companion.requests import given, led_on, message
from games.messages import msg
from games.referee import MalformedError, Question, Refusal


@gate.act
@require_POST
def act(request: TableRequest) -> HttpResponseBase:
    """Do one action of the title, or say why not."""
    table = TablePage(request.play, request.seat, seated=request.held)
    data = request.POST
    if short := forms.unticked(table.prompts, data):
        text = ngettext("{what}: tick at least one.", "{what}: tick at least {n}.", short.low or 0)
        text = text.format(what=table.speaker.say(short.label), n=short.low)
        return fresh(request, flash=text, data=data, status=422)
    try:
        action = forms.read_action(data, table.referee.Action)
        answer = ledger.record(
            request.play.pk,
            action,
            key=forms.entry_key(request.seat.pk, given_key(data), action),
            seat=request.seat,
            actor=table.actor(data["do"]),
            answers=given_answers(data),
            seen=given_revision(data),
            plays={*table.own, *table.free},
            guard=table.guard(data),
        )
    except UnwarnedLossError as foreseen:
        return fresh(request, foreseen=foreseen, data=data, status=422)
    except MalformedError as error:
        text = table.speaker.say(msg("refusal.E_MALFORMED", problem=str(error)))
        return fresh(request, flash=text, data=data, status=422)
    except StaleRevisionError as stale:
        return fresh(request, flash=moved_on(stale, request.seat), status=409)
    except ChangeRejectedError as unchanged:
        return fresh(request, flash=why(unchanged, _("This table is closed.")), status=409)
    if isinstance(answer, Refusal):
        stumbles.count(request.play, answer.rule)
    if isinstance(answer, Refusal | Question):
        return fresh(request, answer=answer, data=data, status=422)
    return fresh(request, answer, before=table)


@gate.act
@require_POST
def undo(request: TableRequest) -> HttpResponseBase:
    """Take back the newest entry."""
    return _move(request, lambda **how: ledger.undo(request.play.pk, **how))


@gate.act
@require_POST
def redo(request: TableRequest) -> HttpResponseBase:
    """Bring back what was undone last."""
    return _move(request, lambda **how: ledger.redo(request.play.pk, **how))


@gate.act
@require_POST
def back(request: TableRequest) -> HttpResponseBase:
    """Go back to right after one entry of the log (0: right after set-up)."""
    seq = request.POST.get("seq", "")
    if not seq.isdecimal():
        return fresh(request, flash=_("Choose the entry to go back to."), status=422)
    return _move(request, lambda **how: ledger.go_back(request.play.pk, int(seq[:9]), **how))


@gate.act
@require_POST
def answer_wish(request: TableRequest) -> HttpResponseBase:
    """Agree to go back as someone wished, or decline."""
    agreed = request.POST.get("agreed") == "yes"
    return _move(request, lambda **how: ledger.answer_ask(request.play.pk, agreed, **how))


def _move(request: TableRequest, change: Any) -> HttpResponseBase:
    data = request.POST
    key = forms.entry_key(request.seat.pk, given_key(data), request.path)
    try:
        done = change(key=key, seat=request.seat, seen=given_revision(data))
    except StaleRevisionError as stale:
        return fresh(request, flash=moved_on(stale, request.seat), status=409)
    except ChangeRejectedError as unchanged:
        text = _("There is nothing left to undo or redo here.")
        return fresh(request, flash=why(unchanged, text), status=409)
    return fresh(request, done)


@gate.act
@require_POST
def close(request: TableRequest) -> HttpResponseBase:
    """Close the table without an ending, which the host does, or take it up again, as any may."""
    closed = request.POST.get("closed") != "no"
    if closed and request.seat.role != Seat.Role.HOST:
        return message(request, 403, _("Only the host of this table can do that."))
    try:
        ledger.abandon(request.play.pk, closed=closed, seat=request.seat)
    except (GameOverError, SecretsRevealedError):
        return message(request, 409, _("The game is over; there is nothing to close."))
    return led_on(request, reverse("table", args=[request.seat.address]))


@gate.host
@require_POST
def delete(request: TableRequest) -> HttpResponseBase:
    """Delete a table that is over and in no crew's book, with its whole log."""
    play = request.play
    if not play.over:
        return message(request, 409, _("End the game first."))
    if play.crew_id is not None:
        text = _("This game is in a crew's book. Delete yourself there, or ask the operator.")
        return message(request, 409, text)
    store.remove(play.pk)
    messages.success(request, _("The table is deleted."))
    return led_on(request, reverse("home"))


def fresh(
    request: TableRequest,
    done: Recorded | None = None,
    *,
    flash: str = "",
    answer: Refusal | Question | None = None,
    foreseen: UnwarnedLossError | None = None,
    data: QueryDict | None = None,
    status: int = 200,
    before: TablePage | None = None,
) -> HttpResponse:
    """Return this phone's board as it is now: a fragment for htmx, the page (or a redirect)
    without.

    ``done`` is the change just made, whose play need not be read again, and ``before`` the
    table it was made on.
    """
    if done is None:
        request.play.refresh_from_db()
    else:
        request.play = done.play
    request.seat.play = request.play
    if not request.htmx and status == 200:
        return redirect("table", request.seat.address)
    newest = done.entry if done and done.fresh else None
    table = TablePage(request.play, request.seat, newest, before)
    have = given_revision(request.POST)
    context = table.context(have=have, flash=flash, answer=answer or foreseen, data=data)
    return show_board(request, table, context, page=not request.htmx, status=status)


def moved_on(stale: StaleRevisionError, seat: Seat) -> str:
    """Return one sentence of what changed since this phone last looked, and who did it."""
    if not stale.since:
        return _("Your phone is out of date with the table. Refresh.")
    table = TablePage(stale.play, seat)
    newest = stale.since[-1]
    who = newest.seat.name if newest.seat else _("Someone")
    what = table.say_entry(newest)[0]
    others = len(stale.since) - 1
    text = _("The table has moved on. {who}: {what}").format(who=who, what=what)
    if others:
        more = ngettext("and one earlier change", "and {n} earlier changes", others)
        text = f"{text} ({more.format(n=others)})"
    return text


def why(unchanged: ChangeRejectedError, text: str) -> str:
    """Return why nothing was entered: ``text``, unless it is the table that takes nothing more."""
    if isinstance(unchanged, TableClosedError):
        return _("This table is closed.")
    if isinstance(unchanged, SecretsRevealedError):
        return _("This game is over and everyone can read its secrets, so nothing can be changed.")
    if isinstance(unchanged, TableFullError):
        return _("This table's log is full.")
    if isinstance(unchanged, BoardKeptError):
        return _("After this entry the board was kept as it was. Set the number itself instead.")
    if isinstance(unchanged, ReplayMisfitError):
        return _("Today's rules can't replay the game up to that entry. Choose another one.")
    return text


def given_key(data: QueryDict) -> str:
    """Return the page's key; a post without one is its own."""
    return data.get("key", "")[:80] or secrets.token_urlsafe(9)


def given_revision(data: QueryDict) -> int | None:
    return given(data.get("revision", ""))


def given_answers(data: QueryDict) -> dict[str, str]:
    """Return answers to questions (``answer:CODE``) and overruled refusals (``override:CODE``)."""
    answers = {}
    for name, text in data.items():
        if name.startswith("answer:"):
            answers[name.removeprefix("answer:")[:60]] = str(text)[:200]
        elif name.startswith("override:"):
            answers[name[:60]] = str(text).strip()[:200] or _("decided by the table")
    return answers

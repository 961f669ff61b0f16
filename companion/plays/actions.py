"""Posts that change a table: one action in, this phone's fresh board out."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from companion.plays import forms, gate, ledger
from companion.plays.ledger import Closed, Recorded, Stale
from companion.plays.models import Seat
from companion.plays.pages import NAME_LENGTH, take_seat
from companion.plays.table import Table
from games.messages import msg
from games.referee import Malformed, Question, Refusal


@gate.act
@require_POST
def act(request: Any) -> HttpResponseBase:
    """Do one action of the title, or say why not."""
    table = Table(request.play, request.seat)
    data = request.POST
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
        )
    except Malformed as error:
        text = table.speaker.say(msg("refusal.E_MALFORMED", problem=str(error)))
        return fresh(request, flash=text, data=data, status=422)
    except Stale as stale:
        return fresh(request, flash=moved_on(stale, request.seat), status=409)
    except Closed:
        return fresh(request, flash=_("This table is closed."), status=409)
    if isinstance(answer, Refusal | Question):
        return fresh(request, answer=answer, data=data, status=422)
    return fresh(request, answer, before=table)


@gate.act
@require_POST
def undo(request: Any) -> HttpResponseBase:
    """Take back the newest entry."""
    return _move(request, lambda **how: ledger.undo(request.play.pk, **how))


@gate.act
@require_POST
def redo(request: Any) -> HttpResponseBase:
    """Bring back what was undone last."""
    return _move(request, lambda **how: ledger.redo(request.play.pk, **how))


@gate.act
@require_POST
def back(request: Any) -> HttpResponseBase:
    """Go back to right after one entry of the log (0: right after set-up)."""
    seq = request.POST.get("seq", "")
    if not seq.isdecimal():
        return fresh(request, flash=_("Choose the entry to go back to."), status=422)
    return _move(request, lambda **how: ledger.go_back(request.play.pk, int(seq[:9]), **how))


@gate.act
@require_POST
def answer_wish(request: Any) -> HttpResponseBase:
    """Agree to go back as somebody wished, or decline."""
    agreed = request.POST.get("agreed") == "yes"
    return _move(request, lambda **how: ledger.answer_ask(request.play.pk, agreed, **how))


def _move(request: Any, change: Any) -> HttpResponseBase:
    data = request.POST
    key = forms.entry_key(request.seat.pk, given_key(data), request.path)
    try:
        done = change(key=key, seat=request.seat, seen=given_revision(data))
    except Stale as stale:
        return fresh(request, flash=moved_on(stale, request.seat), status=409)
    except Closed:
        return fresh(
            request, flash=_("There is nothing left to take back or bring back here."), status=409
        )
    return fresh(request, done)


@gate.look
@require_POST
def seat(request: Any) -> HttpResponseBase:
    """Change one's name or the parts one plays."""
    if request.seat.role == Seat.Role.SPECTATOR:
        return gate.message(request, 403, _("You are watching: only players change the table."))
    table = Table(request.play, request.seat)
    name = request.POST.get("name", "").strip()[:NAME_LENGTH] or request.seat.name
    try:
        take_seat(table, name, request.POST.getlist("parts"), seat=request.seat)
    except Malformed as error:
        return gate.message(request, 422, str(error))
    return redirect("people", request.seat.address)


@gate.host
@require_POST
def hand_over(request: Any) -> HttpResponseBase:
    """Make another seat the host; the old host stays as a player."""
    heir = _other_seat(request)
    if heir is None or heir.role == Seat.Role.SPECTATOR:
        return gate.message(request, 422, _("Choose a player to hand the table to."))
    request.play.seats.filter(pk=heir.pk).update(role=Seat.Role.HOST)
    request.play.seats.filter(pk=request.seat.pk).update(role=Seat.Role.PLAYER)
    return redirect("people", request.seat.address)


@gate.host
@require_POST
def revoke(request: Any) -> HttpResponseBase:
    """Take a seat away from a phone; its token no longer opens anything."""
    other = _other_seat(request)
    if other is None:
        return gate.message(request, 422, _("Choose whose seat to free."))
    request.play.seats.filter(pk=other.pk).update(gone=True, epoch=other.epoch + 1)
    return redirect("people", request.seat.address)


@gate.host
@require_POST
def release(request: Any) -> HttpResponseBase:
    """Let another phone take up a seat as it is: its old one is out of the game."""
    other = _other_seat(request)
    if other is None:
        return gate.message(request, 422, _("Choose whose seat to free."))
    request.play.seats.filter(pk=other.pk).update(claimed=False, epoch=other.epoch + 1)
    return redirect("people", request.seat.address)


@gate.host
@require_POST
def close(request: Any) -> HttpResponseBase:
    """Close the table without an ending, or open it again."""
    try:
        closed = request.POST.get("closed") != "no"
        ledger.abandon(request.play.pk, closed=closed, seat=request.seat)
    except Closed:
        return gate.message(request, 409, _("The game is over; there is nothing to close."))
    return redirect("table", request.seat.address)


def _other_seat(request: Any) -> Seat | None:
    pk = request.POST.get("seat", "")
    if not pk.isdecimal():
        return None
    return request.play.seats.filter(pk=pk, gone=False).exclude(pk=request.seat.pk).first()


def fresh(
    request: Any,
    done: Recorded | None = None,
    *,
    flash: str = "",
    answer: Refusal | Question | None = None,
    data: QueryDict | None = None,
    status: int = 200,
    before: Table | None = None,
) -> HttpResponse:
    """This phone's board as it is now: a fragment for htmx, the page (or a redirect) without.

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
    table = Table(request.play, request.seat, newest, before)
    context = table.context(flash=flash, answer=answer, data=data)
    name = "plays/board.html" if request.htmx else "plays/table.html"
    return render(request, name, context, status=status)


def moved_on(stale: Stale, seat: Seat) -> str:
    """One sentence of what changed since this phone last looked, and who did it."""
    if not stale.since:
        return _("The table is not where your phone thinks it is. Look again.")
    table = Table(stale.play, seat)
    newest = stale.since[-1]
    who = newest.seat.name if newest.seat else _("Somebody")
    what = table.say_entry(newest)[0]
    others = len(stale.since) - 1
    text = _("The table has moved on. {who}: {what}").format(who=who, what=what)
    if others:
        more = ngettext("and one more change before it", "and {n} more changes before it", others)
        text = f"{text} ({more.format(n=others)})"
    return text


def given_key(data: QueryDict) -> str:
    """The page's key; a post without one is its own."""
    return data.get("key", "")[:80] or secrets.token_urlsafe(9)


def given_revision(data: QueryDict) -> int | None:
    text = data.get("revision", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def given_answers(data: QueryDict) -> dict[str, str]:
    """Answers to questions (``answer:CODE``) and overruled refusals (``override:CODE``)."""
    answers = {}
    for name in data:
        if name.startswith("answer:"):
            answers[name.removeprefix("answer:")[:60]] = data[name][:200]
        elif name.startswith("override:"):
            answers[name[:60]] = data[name].strip()[:200] or _("the table decided")
    return answers

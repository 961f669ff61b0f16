"""Posts that change who sits where."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from companion.operations.limits import limited
from companion.operations.models import Report
from companion.plays import live, seating, seats
from companion.plays import rematch as rematch
from companion.plays.models import Seat
from companion.plays.pages import gate, tasks
from companion.plays.pages.actions import fresh
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.table import TablePage, speaker_for
from companion.requests import given, led_on, message
from games import registry
from games.referee import MalformedError, Refusal

REST = 15
"""Seconds before the same phone can be nudged again, by whomever."""


@gate.act
@require_POST
def seat(request: TableRequest) -> HttpResponseBase:
    """Change one's name or the parts one plays; a script is given the board, and stays there."""
    name = seats.typed_name(request) or request.seat.name
    wanted = request.POST.getlist("parts")
    if not request.htmx:
        return _seated(request, lambda: seating.change(request.seat, name, wanted))
    try:
        seating.change(request.seat, name, wanted)
    except MalformedError as error:
        return fresh(request, flash=str(error), status=422)
    request.seat.refresh_from_db()
    return fresh(request)


@gate.act
@require_POST
def stand(request: TableRequest) -> HttpResponseBase:
    """Let this phone enter for a side of another one until the turn passes, or end that."""
    table = TablePage(request.play, request.seat, seated=request.held)
    seats.stand_in(request.seat, given(request.POST.get("part", "")), table.turn)
    response = fresh(request)
    seats.remember_standing(response, request.seat)
    return response


@gate.act
@require_POST
def task(request: TableRequest) -> HttpResponseBase:
    """Let this phone show one task alone, or everything again."""
    wanted = request.POST.get("task", "")
    known = tasks.offered(registry.referee(request.play.title))
    request.seat.task = wanted if wanted in known else ""
    request.seat.save(update_fields=["task"])
    return fresh(request)


@gate.act
@require_POST
def nudge(request: TableRequest) -> HttpResponseBase:
    """Have the phone of a side that the table waits for call its player. Nothing is logged."""
    table = TablePage(request.play, request.seat, seated=request.held)
    part = given(request.POST.get("part", ""))
    found = [each for each in request.held if part in each.parts and not each.gone]
    if part not in table.elsewhere or not found:
        return fresh(request)
    name = table.speaker.join([each.name for each in found])
    fresh_ones = [each for each in found if cache.add(f"nudged-{each.pk}", True, REST)]
    for each in fresh_ones:
        live.nudge(request.play.bell, each.pk)
    said = _("{name} has been nudged.") if fresh_ones else _("{name} has just been nudged.")
    return fresh(request, flash=said.format(name=name))


@gate.host
@require_POST
def hand_over(request: TableRequest) -> HttpResponseBase:
    """Make another seat the host; the old host stays as a player."""
    return _seated(request, lambda: seating.hand_over(request.seat, _chosen(request)))


@gate.host
@require_POST
def revoke(request: TableRequest) -> HttpResponseBase:
    """Take a seat away from a phone; neither its token nor the code it knew opens anything."""
    return _seated(request, lambda: seating.free(request.seat, _chosen(request)))


@gate.host
@require_POST
def release(request: TableRequest) -> HttpResponseBase:
    """Let another phone take up a seat as it is: its old one is out of the game."""
    return _seated(request, lambda: seating.release(request.seat, _chosen(request)))


@gate.host
@require_POST
def codes(request: TableRequest) -> HttpResponseBase:
    """Make another joining code, or another watching link."""
    watching = request.POST.get("what") == "watch"
    return _seated(request, lambda: seating.new_codes(request.seat, watching=watching))


@gate.act
@require_POST
def report(request: TableRequest) -> HttpResponseBase:
    """Report the name of a seat to the operator of this server."""
    seat = request.play.seats.filter(pk=_chosen(request)).first()
    if seat is None or not settings.OPERATOR:
        raise Http404
    Report.objects.get_or_create(kind=Report.Kind.SEAT, row=seat.pk)
    messages.success(request, _("The operator will look at that name."))
    return led_on(request, reverse("table", args=[request.seat.address]))


@gate.act
@require_POST
def coach(request: TableRequest) -> HttpResponseBase:
    """Explain each step to this phone for a turn of everyone, or stop that."""
    seating.coach(request.seat, "on" in request.POST)
    return fresh(request)


@limited("creating")
@gate.act
@require_POST
def again(request: TableRequest) -> HttpResponseBase:
    """Redirect to one's seat at the rematch, which the first to ask begins."""
    try:
        seat = rematch.rematch(request.seat)
    except MalformedError as error:
        return message(request, 409, str(error))
    if isinstance(seat, Refusal):
        return message(request, 422, speaker_for(request.play.title).say(seat.message))
    if seat is None:
        request.play.refresh_from_db()
        assert request.play.rematch is not None
        return led_on(request, reverse("join", args=[request.play.rematch.code]))
    response = led_on(request, reverse("table", args=[seat.address]))
    seats.remember(response, seat)
    return response


def _seated(request: TableRequest, change: Callable[[], None]) -> HttpResponseBase:
    """Change a seat, and show who sits where now."""
    try:
        change()
    except MalformedError as error:
        return message(request, 422, str(error))
    seat = Seat.objects.select_related("play").get(pk=request.seat.pk)
    response = redirect("people", seat.address)
    seats.remember(response, seat)
    return response


def _chosen(request: TableRequest) -> int:
    """Return the seat chosen in a form; 0, which is no one's, for anything else."""
    return given(request.POST.get("seat", "")) or 0

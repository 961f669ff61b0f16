"""Pages of a crew: found it, join it, its people and boxes, start a table from it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from django.db.models import Count, Q
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion import cookies, names
from companion.boxes.models import Box
from companion.crews import accounts, gate, people
from companion.crews.gate import CrewRequest
from companion.crews.models import Crew, Person, make_invitation
from companion.crews.opening import CrewOpening
from companion.operations.limits import limited
from companion.plays import rematch as rematch
from companion.plays import seats, store, visibility
from companion.plays.answers import SeatReleasedError
from companion.plays.models import Play
from companion.plays.pages.joining import qr
from companion.plays.pages.opening import known
from companion.plays.pages.table import speaker_for
from companion.requests import Request, given, message, to_scan
from companion.rulings import house
from games import registry
from games.referee import Refusal


@limited("creating")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def index(request: Request) -> HttpResponseBase:
    """Show the crews of this phone or account, and the form to found one."""
    mine = people.of_request(request)
    share = request.POST.get("play") or request.GET.get("play", "")
    mine_is = seats.known_name(request)
    context = {"people": mine, "flash": "", "name": "", "me": mine_is, "play": share}
    if request.method != "POST":
        return render(request, "crews/index.html", context)
    name = names.clean(request.POST.get("name", ""), 60)
    me = names.clean(request.POST.get("me", ""))
    if not name or not me:
        context |= {"flash": _("A crew needs a name, and so do you."), "name": name, "me": me}
        return render(request, "crews/index.html", context, status=422)
    person = people.found(name, me)
    _take_along(request, share, person)
    response = redirect("people-of-crew", person.crew.key)
    people.give_phone(request, response, person)
    return response


def _take_along(request: Request, share: str, founder: Person) -> None:
    """Put the evening a crew was founded from into its book."""
    play = Play.objects.filter(share=share, crew=None).first()
    seat = seats.of_request(request, play.code) if play else None
    if play and seat and people.sat(play, seat):
        # Whoever has lost the seat meanwhile founds a crew all the same.
        with suppress(SeatReleasedError):
            people.keep(play, founder, seat)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: Request, invitation: str) -> HttpResponseBase:
    """Join a crew: as a guest it knows already, or as someone new."""
    crew = get_object_or_404(Crew, invitation=invitation)
    me = people.in_crew(request, crew)
    if me is not None:
        return redirect("crew", crew.key)
    context = {"crew": crew, "guests": people.guests(crew), "flash": "", "name": ""}
    if request.method != "POST":
        return render(request, "crews/join.html", context)
    guest = given(request.POST.get("guest", ""))
    name = seats.typed_name(request)
    if guest is not None:
        person = people.guests(crew).filter(pk=guest).first()
    elif name:
        person = Person.objects.create(crew=crew, name=name)
    else:
        person = None
    if person is None:
        context |= {"flash": _("Say who you are."), "name": name}
        return render(request, "crews/join.html", context, status=422)
    response = redirect("crew", crew.key)
    people.give_phone(request, response, person)
    return response


@gate.member
@require_safe
@never_cache
def members(request: CrewRequest) -> HttpResponse:
    """Show who belongs to the crew, the link that joins, and what can be done about either."""
    crew = request.crew
    door = crew.invitation and to_scan(request, reverse("crew-join", args=[crew.invitation]))
    rows = crew.people.annotate(
        phones=Count("devices", distinct=True), sat=Count("seats__play", distinct=True)
    )
    own = Box.objects.filter(owner=cookies.device(request) or "-").exclude(crews=crew)
    context = {
        "crew": crew,
        "me": request.me,
        "rows": rows,
        "join_url": door,
        "qr": qr(door) if door else "",
        "boxes": _titled(crew.boxes.all()),
        "own_boxes": _titled(own),
    }
    return render(request, "crews/people.html", context)


def _titled(boxes: Iterable[Box]) -> list[dict[str, Any]]:
    return [
        {"box": box, "title": registry.referee(box.title).title, "photos": box.photos.count()}
        for box in boxes
        if box.title in registry.TITLES
    ]


@gate.member
@require_POST
def share_box(request: CrewRequest) -> HttpResponseBase:
    """Let the crew play with a box of this phone, or stop that."""
    box = get_object_or_404(Box, pk=given(request.POST.get("box", "")))
    mine = box.owner == (cookies.device(request) or "-")
    if not mine and not request.me.keeper:
        return message(request, 403, _("Only the owner can share this copy."))
    if request.crew.boxes.filter(pk=box.pk).exists():
        request.crew.boxes.remove(box)
    elif mine:
        request.crew.boxes.add(box)
    return redirect("people-of-crew", request.crew.key)


@gate.keeper
@require_POST
def invitation(request: CrewRequest) -> HttpResponseBase:
    """Make a new joining link (the old one stops working), or none at all."""
    request.crew.invitation = "" if request.POST.get("close") else make_invitation()
    request.crew.save(update_fields=["invitation"])
    return redirect("people-of-crew", request.crew.key)


@gate.member
@require_POST
def rename(request: CrewRequest) -> HttpResponseBase:
    """Rename oneself or, as a keeper, the crew."""
    me = names.clean(request.POST.get("me", ""))
    name = names.clean(request.POST.get("name", ""), 60)
    if me:
        request.me.name = me
        request.me.save(update_fields=["name"])
    if name and request.me.keeper:
        request.crew.name = name
        request.crew.save(update_fields=["name"])
    return redirect("people-of-crew", request.crew.key)


@gate.member
@require_POST
def reminders(request: CrewRequest) -> HttpResponseBase:
    """Switch on or off what a new game reminds this crew of; ``to`` is the title it was about."""
    request.crew.reminded = request.POST.get("on") == "yes"
    request.crew.save(update_fields=["reminded"])
    slug = request.POST.get("to", "")
    if slug in registry.TITLES:
        return redirect("crew-start", request.crew.key, slug)
    return redirect("people-of-crew", request.crew.key)


@gate.keeper
@require_POST
def merge(request: CrewRequest) -> HttpResponseBase:
    """Say that a guest of the log and another person are one and the same."""
    guest = get_object_or_404(people.guests(request.crew), pk=given(request.POST.get("guest", "")))
    into = get_object_or_404(request.crew.people, pk=given(request.POST.get("into", "")))
    if guest != into:
        people.merge(guest, into)
    return redirect("people-of-crew", request.crew.key)


@gate.member
@require_POST
def forget(request: CrewRequest) -> HttpResponseBase:
    """Delete a person: everyone oneself, a keeper also guests and others."""
    who = get_object_or_404(request.crew.people, pk=given(request.POST.get("who", "")))
    if who != request.me and not request.me.keeper:
        return message(request, 403, _("You can remove yourself; a manager can remove others."))
    myself = who == request.me
    people.forget(who)
    return redirect("crews") if myself else redirect("people-of-crew", request.crew.key)


@gate.member
@require_POST
def phones(request: CrewRequest) -> HttpResponseBase:
    """Take lost phones out: everyone one's own others, a keeper anyone's."""
    who = get_object_or_404(request.crew.people, pk=given(request.POST.get("who", "")))
    if who == request.me:
        people.lose_phones(who, keep=cookies.device(request))
        accounts.end_other_sessions(request)
    elif request.me.keeper:
        people.lose_phones(who)
    else:
        return message(request, 403, _("You can do that for yourself; a manager can for others."))
    return redirect("people-of-crew", request.crew.key)


@gate.member
@require_safe
def mine(request: CrewRequest) -> HttpResponse:
    """Download everything the crew keeps about oneself, as one file."""
    text = msgspec.json.format(msgspec.json.encode(people.export(request.me)), indent=1)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="sidekick-me.json"'
    return response


@limited("creating")
@gate.member
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: CrewRequest, slug: str) -> HttpResponseBase:
    """Start a table whose evening goes into this crew's book."""
    crew, device = request.crew, cookies.device(request)
    boxes = Box.objects.filter(Q(crews=crew) | Q(owner=device or "-"), title=slug).distinct()
    opening = CrewOpening(request, slug, boxes, request.me)
    if request.method != "POST":
        return opening.page()
    boxless = not boxes.exists()
    applied = partial(house.applied, opening.referee, crew)
    seat = opening.open(request.me.name, device or crew.key, applied, person=request.me)
    if isinstance(seat, HttpResponse):
        return seat
    if "location" in request.POST:
        store.locate(seat.play, request.POST["location"])
    if boxless and seat.play.box:
        crew.boxes.add(seat.play.box)
    return opening.led_on(seat)


@limited("creating")
@gate.member
@require_POST
def again(request: CrewRequest) -> HttpResponseBase:
    """Start the last game of this person in the crew once more, with the same people and copy."""
    seat = people.last_seat(request.me)
    if seat is None:
        return message(request, 409, _("You have no finished game to repeat yet."))
    new = rematch.rematch(seat)
    if isinstance(new, Refusal):
        return message(request, 422, speaker_for(seat.play.title).say(new.message))
    if new is None:
        return message(request, 409, _("Your seat in the rematch was given away."))
    response = redirect("table", new.address)
    seats.remember(response, new)
    return response


@require_POST
def keep(request: Request, share: str) -> HttpResponseBase:
    """Put a play of this phone into the book of one of its crews."""
    play = get_object_or_404(Play, share=share)
    me = people.of_request(request).filter(crew__key=request.POST.get("crew", "")).first()
    seat = seats.of_request(request, play.code)
    if seat is None and not play.over:
        raise Http404
    if me is None or seat is None or not people.sat(play, seat):
        text = _("Only someone who sat at this table can add it to their crew's book.")
        return message(request, 403, text)
    try:
        kept = people.keep(play, me, seat)
    except SeatReleasedError:
        return message(request, 403, _("This phone has no seat at this table."))
    if not kept:
        return message(request, 409, _("This game is already in another crew's book."))
    return redirect("story", play.share)


@require_POST
def put(request: Request, share: str) -> HttpResponseBase:
    """Say who played a part, or that this phone's person did."""
    play = get_object_or_404(Play, share=share, crew__isnull=False)
    crew = play.crew
    assert crew is not None
    me = people.in_crew(request, crew)
    seat = seats.of_request(request, play.code)
    if me is None and not play.over:
        raise Http404
    if me is None or not people.may_name(play, me, seat):
        return message(
            request, 403, _("Only someone who sat at this table can say who played what.")
        )
    if not play.over or not visibility.everything(play):
        return message(request, 409, _("You can say this once the game is over for good."))
    part = given(request.POST.get("part", ""))
    referee = known(play.title)
    parts = {p.index for p in referee.parts(referee.decode_state(play.state))}
    who = get_object_or_404(crew.people, pk=given(request.POST.get("who", "")))
    if part is None or part not in parts:
        return message(request, 422, _("This game has no such side."))
    people.put(play, part, who, seat)
    return redirect("story", play.share)

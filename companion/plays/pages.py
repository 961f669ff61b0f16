"""Pages before and around a table: home, start, set-up, join, the table itself, TV."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from companion.boxes.models import Box
from companion.operations.limits import limited
from companion.plays import forms, gate, ledger, live, seats
from companion.plays.models import Play, Seat
from companion.plays.table import Table, speaker_for
from games import registry
from games.referee import AnyReferee, Malformed, Refusal

NAME_LENGTH = 40


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All titles, and the tables this phone sits at."""
    mine = []
    for address in seats.my_addresses(request):
        seat = seats.of_request(request, address)
        if seat and seat.play.title in registry.TITLES:
            play = seat.play
            name = registry.referee(play.title).title.name
            mine.append({"code": address, "title": name, "slug": play.title, "seat": seat,
                         "updated_at": play.updated_at, "over": play.over})  # fmt: skip
    mine.sort(key=lambda table: table["updated_at"], reverse=True)
    titles = [referee.title for referee in registry.referees()]
    return render(request, "home.html", {"titles": titles, "tables": mine})


@limited("create")
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Choose how many play, and go; everything else has a default."""
    referee = known(slug)
    title = referee.title
    owner = seats.device(request)
    boxes = Box.objects.filter(owner=owner, title=slug) if owner else Box.objects.none()
    context = {
        "title": title,
        "speaker": speaker_for(slug),
        "counts": range(title.min_players, title.max_players + 1),
        "boxes": boxes,
        "flash": "",
    }
    if request.method != "POST":
        return render(request, "plays/start.html", context)
    players = request.POST.get("players", "")
    if not players.isdecimal() or int(players) not in context["counts"]:
        context["flash"] = _("Choose how many play: {low} to {high}.").format(
            low=title.min_players, high=title.max_players
        )
        return render(request, "plays/start.html", context, status=422)
    choice = request.POST.get("box", "")
    sample = choice == "sample"
    owner = owner or secrets.token_urlsafe(16)
    box = None if sample else _box(boxes, choice, referee, owner)
    facts = referee.sample_box() if sample else referee.decode_box(msgspec.json.decode(box.facts))
    answer = ledger.begin(slug, referee.setup_default(int(players), facts), box=box, sample=sample)
    if isinstance(answer, Refusal):
        context["flash"] = context["speaker"].say(answer.message)
        return render(request, "plays/start.html", context, status=422)
    name = request.POST.get("name", "").strip()[:NAME_LENGTH] or _("Host")
    seat = Seat.objects.create(play=answer, name=name, role=Seat.Role.HOST)
    response = redirect("table", answer.code)
    seats.remember(response, seat)
    seats.mark_device(response, owner)
    return response


def _box(boxes: Any, choice: str, referee: AnyReferee, owner: str) -> Box:
    """The chosen box, else the newest of this phone, else a new one: a group owns one copy."""
    box = boxes.filter(pk=choice).first() if choice.isdecimal() else None
    box = box or boxes.order_by("-updated_at").first()
    return box or Box.objects.create(
        title=referee.title.slug,
        name=_("Our copy"),
        owner=owner,
        facts=msgspec.json.encode(referee.blank_box()).decode(),
    )


@gate.host
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: Any) -> HttpResponseBase:
    """The wizard; open until the first entry of the log."""
    play: Play = request.play
    referee = registry.referee(play.title)
    speaker = speaker_for(play.title)
    if play.revision:
        return gate.message(
            request, 409, _("The game has begun: undo to its start to change the set-up.")
        )
    facts = referee.decode_box(msgspec.json.decode(play.facts))
    draft, flash, status = referee.decode_setup(play.setup), "", 200
    data = request.POST if request.method == "POST" else None
    if data is not None:
        try:
            values = (
                play.setup | _flags(referee, draft, facts) | forms.read_fields(data, referee.Setup)
            )
            chosen = referee.decode_setup(forms.convert(values, referee.Setup))
            answer = ledger.set_up_again(play.pk, chosen)
            if not isinstance(answer, Refusal):
                return redirect("table", play.code)
            flash = speaker.say(answer.message)
        except (Malformed, ledger.Closed) as error:
            flash = str(error)
        status = 422
    pages = [forms.build_form(page, speaker, data) for page in referee.setup_pages(draft, facts)]
    context = {"play": play, "title": referee.title, "speaker": speaker, "pages": pages,
               "flash": flash, "seat": request.seat}  # fmt: skip
    return render(request, "plays/setup.html", context, status=status)


def _flags(referee: AnyReferee, draft: Any, facts: Any) -> dict[str, bool]:
    """Every flag of the wizard as off: an unticked box is not posted."""
    return {
        field.name: False
        for page in referee.setup_pages(draft, facts)
        for field in page.fields
        if field.kind == "flag"
    }


@limited("join", failures=(404,))
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest) -> HttpResponseBase:
    """A code read aloud and typed."""
    code = (request.POST.get("code") or request.GET.get("code", "")).strip().upper()
    if Play.objects.filter(code=code).exists():
        return redirect("join", code)
    return gate.message(request, 404, _("No table has the code {code}.").format(code=code[:12]))


@limited("join", failures=(404,))
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponseBase:
    """Pick or make a seat; a phone that has one goes straight back to it."""
    play = get_object_or_404(Play, code=code.upper())
    mine = seats.of_request(request, play.code)
    if mine is not None and request.method != "POST":
        return redirect("table", mine.address)
    table = Table(play, None)
    watch = request.POST.get("watch") == "1"
    context = {
        "play": play,
        "title": table.referee.title,
        "speaker": table.speaker,
        "parts": parts_with_seats(table),
        "name": request.POST.get("name", ""),
        "waiting": play.seats.filter(claimed=False, gone=False),
        "watch_url": reverse("watch", args=[play.watch_code]),
        "flash": "",
    }
    if request.method != "POST":
        return render(request, "plays/join.html", context)
    if mine is None and (claimed := _claimed(play, request.POST.get("claim", ""))):
        response = redirect("table", claimed.address)
        seats.remember(response, claimed)
        return response
    name = request.POST.get("name", "").strip()[:NAME_LENGTH]
    if not name:
        context["flash"] = _("Say who you are, so that the log can name you.")
        return render(request, "plays/join.html", context, status=422)
    try:
        seat = take_seat(table, name, request.POST.getlist("parts"), watch=watch, seat=mine)
    except Malformed as error:
        context["flash"] = str(error)
        return render(request, "plays/join.html", context, status=422)
    response = redirect("table", seat.address)
    seats.remember(response, seat)
    return response


def _claimed(play: Play, pk: str) -> Seat | None:
    """A waiting seat taken up as it is; the first phone to ask gets it."""
    waiting = play.seats.filter(pk=pk if pk.isdecimal() else 0, claimed=False, gone=False)
    if not waiting.update(claimed=True):
        return None
    seat = play.seats.get(pk=pk)
    seat.play = play
    return seat


def take_seat(
    table: Table, name: str, parts: list[Any], *, watch: bool = False, seat: Seat | None = None
) -> Seat:
    """Seat a phone with the parts it plays; raises ``Malformed`` for parts that do not exist."""
    known_parts = {str(part.index): part.index for part in table.parts}
    if unknown := [part for part in parts if str(part) not in known_parts]:
        raise Malformed(_("There is no such seat: {what}").format(what=str(unknown[0])[:20]))
    seat = seat or Seat(play=table.play)
    seat.name = name
    if seat.role != Seat.Role.HOST:
        seat.role = Seat.Role.SPECTATOR if watch else Seat.Role.PLAYER
    seat.parts = [] if watch else sorted({known_parts[str(part)] for part in parts})
    seat.save()
    live.announce(table.play.watch_code, table.play.revision)
    return seat


def parts_with_seats(table: Table) -> list[dict[str, Any]]:
    """Every side of the game with the phones that hold it."""
    held = list(table.play.seats.filter(gone=False))
    return [
        {
            "index": part.index,
            "name": part.name,
            "detail": table.speaker.say(part.detail),
            "seats": [seat.name for seat in held if part.index in seat.parts],
        }
        for part in table.parts
    ]


@limited("join", failures=(404,))
@require_safe
def watch(request: HttpRequest, code: str) -> HttpResponseBase:
    """The link that only looks: a spectator's seat, nothing to choose."""
    play = get_object_or_404(Play, watch_code=code.upper())
    seat = seats.of_request(request, play.watch_code)
    response = redirect("table", play.watch_code)
    if seat is None:
        seat = Seat.objects.create(play=play, name=_("Spectator"), role=Seat.Role.SPECTATOR)
        seats.remember(response, seat)
    return response


@gate.look
@require_safe
@never_cache
def table(request: Any) -> HttpResponse:
    """The table page: the shell around the board fragment."""
    context = Table(request.play, request.seat).context()
    context["checklist"] = checklist(request.play) if not request.play.revision else []
    return render(request, "plays/table.html", context)


def checklist(play: Play) -> list[Any]:
    """What to lay out, while nothing has been entered yet."""
    referee = registry.referee(play.title)
    return list(referee.checklist(referee.decode_state(play.state)))


@gate.look
@require_safe
@never_cache
def board(request: Any) -> HttpResponse:
    """The board fragment; 204 when the phone has this revision already."""
    play: Play = request.play
    if request.GET.get("have") == str(play.revision):
        return HttpResponse(status=204)
    if request.seat.role == Seat.Role.SPECTATOR:
        return HttpResponse(_watched(play, play.revision, play.updated_at, get_language()))
    return render(request, "plays/board.html", Table(play, request.seat).context())


@lru_cache(maxsize=200)
def _watched(play: Play, revision: int, at: datetime, language: str) -> str:
    """The board of those who only look: drawn once a revision, however many they are."""
    watching = Table(play, Seat(play=play, role=Seat.Role.SPECTATOR))
    return render_to_string("plays/board.html", watching.context())


@limited("join", failures=(404,))
@require_safe
@never_cache
def tv(request: HttpRequest, code: str) -> HttpResponse:
    """The big screen: no controls, no secrets, the join code while seats are free."""
    play = gate.find(code)
    if request.GET.get("have") == str(play.revision):
        return HttpResponse(status=204)
    seen = Table(play, None)
    context = seen.context()
    context["address"] = code.upper()
    context["seats_free"] = code.upper() == play.code and bool(seen.free) and not play.over
    context["join_url"] = request.build_absolute_uri(reverse("join", args=[play.code]))
    context["qr"] = qr(context["join_url"])
    name = "plays/tv_board.html" if "have" in request.GET else "plays/tv.html"
    return render(request, name, context)


def qr(text: str) -> str:
    """A QR code as inline SVG that takes its colours from the style sheet."""
    code = segno.make(text, error="m", micro=False)
    return mark_safe(
        code.svg_inline(scale=4, border=2, omitsize=True, svgclass="qr", lineclass=None)
    )


def known(slug: str) -> AnyReferee:
    """The referee of a slug in a URL; 404 for others."""
    if slug not in registry.TITLES:
        raise Http404
    return registry.referee(slug)

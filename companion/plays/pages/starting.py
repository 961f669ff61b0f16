"""Pages before a table is there: home, start, set-up."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import reswap

from companion import checks, cookies
from companion.boxes.models import Box
from companion.operations.limits import limited
from companion.plays import faults, ledger, seats
from companion.plays.answers import GameStartedError
from companion.plays.models import Play, Seat
from companion.plays.pages import choosing, forms, gate
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.opening import Opening
from companion.plays.pages.table import speaker_for
from companion.requests import Request, message
from games import registry
from games.messages import Speaker
from games.referee import AnyReferee, MalformedError, Refusal, Title

SHOWN = 2
"""Running tables that home shows above the way to join; more are folded with the older ones."""

YOUNG = timedelta(days=2)
"""A table touched within this time is one that is being played."""


@require_safe
def home(request: Request) -> HttpResponse:
    """Show the tables this phone plays at, the way to join one, all titles; older tables folded."""
    tables = sorted(_tables(request), key=lambda table: table["play"].updated_at, reverse=True)
    running = [table for table in tables if table["goes_on"]]
    young = [each for each in running if timezone.now() - each["play"].updated_at < YOUNG]
    shown = young[:SHOWN] or running[:1]
    context = {
        "running": shown,
        "older": [table for table in tables if table not in shown],
        "titles": _titles(request, [table["play"].title for table in tables]),
        "refused": checks.refused(),
    }
    return render(request, "home.html", context)


def _tables(request: Request) -> Iterator[dict[str, Any]]:
    for address in seats.my_addresses(request):
        seat = seats.of_request(request, address)
        if seat and seat.play.title in registry.TITLES:
            title = registry.referee(seat.play.title).title
            waits = _rematch_waits(request, seat.play)
            yield {
                "code": address,
                "title": title,
                "seat": seat,
                "play": seat.play,
                "waits": waits,
                "goes_on": waits or not seat.play.over,
                "now": "" if seat.play.over else _now(seat),
            }


def _now(seat: Seat) -> str:
    """Return whose turn it is at a running table, and how it stands."""
    slug = seat.play.title
    return faults.attempt(slug, "board", lambda: _stands(seat, registry.referee(slug)), "")


def _stands(seat: Seat, referee: AnyReferee) -> str:
    speaker = speaker_for(seat.play.title)
    state = referee.decode_state(seat.play.state)
    held = seat.play.seats.filter(gone=False).exclude(role=Seat.Role.SPECTATOR)
    names = {part.index: speaker.say(part.name) for part in referee.parts(state)}
    names |= {index: each.name for each in held for index in each.parts}
    due = next((p.actors for p in referee.prompts(state) if p.expected and p.actors), ())
    who = [*dict.fromkeys(names[index] for index in due if index in names)]
    mine = due and set(due) <= set(seat.parts)
    turn = _("Your turn") if mine else _("Next: {names}").format(names=speaker.join(who))
    return " · ".join([*([turn] if who else []), *_numbers(referee, state, speaker, names)])


def _numbers(
    referee: AnyReferee, state: Any, speaker: Speaker, names: Mapping[int, str]
) -> list[str]:
    """Return the points of a race, or the number that is nearest to its limit."""
    figures = referee.figures(state)
    race = [each for each in figures if each.name.rpartition(".")[0] == referee.race != ""]
    if race:
        ranked = sorted(race, key=lambda each: -each.value)
        return [", ".join(f"{names.get(each.part or 0, '')} {each.value}" for each in ranked)]
    limits = [each for each in figures if each.limit]
    nearest = max(limits, key=lambda each: each.value / (each.limit or 1), default=None)
    if nearest is None:
        return []
    return [f"{speaker.say(nearest.label)} {nearest.value}/{nearest.limit}"]


def _rematch_waits(request: Request, play: Play) -> bool:
    """Return whether the same people have begun another game where this phone has no seat yet."""
    new = play.rematch if play.rematch_id else None
    return new is not None and not new.over and seats.of_request(request, new.code) is None


def _titles(request: Request, played: list[str]) -> list[Title]:
    """Return all titles; those this phone has a copy of or has played stand first."""
    device = cookies.device(request)
    copies = Box.objects.filter(owner=device).order_by("-updated_at") if device else ()
    mine = list(dict.fromkeys([*played, *(box.title for box in copies)]))
    titles = [referee.title for referee in registry.referees()]
    return sorted(titles, key=lambda t: mine.index(t.slug) if t.slug in mine else len(mine))


@limited("creating")
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: Request, slug: str) -> HttpResponseBase:
    """Start a table: which copy, how many; everything else has a default."""
    owner = cookies.device(request)
    boxes = Box.objects.filter(owner=owner, title=slug) if owner else Box.objects.none()
    opening = Opening(request, slug, boxes, sample=True)
    if request.method != "POST":
        return opening.page()
    owner = owner or secrets.token_urlsafe(16)
    name = seats.typed_name(request)
    seat = opening.open(name or _("Host"), owner)
    if isinstance(seat, HttpResponse):
        return seat
    response = opening.led_on(seat)
    cookies.mark_device(response, owner)
    seats.mark_name(response, name)
    return response


class Wizard(NamedTuple):
    """A wizard's pages: the setup, the typed values, and messages about them; ``still`` if the
    phone shows these pages already."""

    draft: Any
    data: QueryDict | None = None
    flash: str = ""
    beside: dict[str, str] | None = None
    status: int = 200
    still: bool = False


@gate.host
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: TableRequest) -> HttpResponseBase:
    """Show the wizard; open until the first entry of the log."""
    play: Play = request.play
    referee = registry.referee(play.title)
    speaker = speaker_for(play.title)
    if play.revision:
        return _too_late(request)
    facts = referee.decode_box(msgspec.json.decode(play.facts))
    shown = Wizard(referee.decode_setup(play.setup))
    if request.method == "POST":
        answer = _chosen(request, facts, shown.draft)
        if not isinstance(answer, Wizard):
            return answer
        shown = answer
    asked = referee.setup_pages(shown.draft, facts)
    pages = [forms.build_form(page, speaker, shown.data) for page in asked]
    beside, flash = shown.beside, shown.flash
    if beside is not None and sum(forms.complains(page, beside) for page in pages):
        flash = _("Something isn't right yet; see the reason next to it.")
    context = {
        "play": play,
        "title": referee.title,
        "speaker": speaker,
        "pages": pages,
        "mark_name": choosing.ASKED,
        "look_name": choosing.LOOK,
        "asked": choosing.mark(asked),
        "unsaid": [speaker.say(each) for each in referee.unsaid(shown.draft, facts)],
        "flash": flash,
        "seat": request.seat,
    }
    answer = render(request, "plays/setup.html", context, status=shown.status)
    return reswap(answer, "none") if shown.still else answer


def _chosen(request: TableRequest, facts: Any, draft: Any) -> Wizard | HttpResponse:
    """Return what comes of a posted set-up: the table, what it asks for besides, or why it cannot
    be. A page that only looks gets its pages, or only what no one has entered yet."""
    play, data = request.play, request.POST
    looks = choosing.LOOK in data
    speaker = speaker_for(play.title)
    try:
        draft, further = choosing.chosen(registry.referee(play.title), draft, facts, data)
        if looks:
            return Wizard(draft, still=not further)
        if further:
            return Wizard(draft, None, _("Your choice asks for more: fill it in here."))
        answer = ledger.set_up_again(play.pk, draft)
    except MalformedError as error:
        if looks:
            return HttpResponse(status=204)
        return Wizard(draft, data, str(error), {}, 422)
    except GameStartedError:
        return _too_late(request)
    if not isinstance(answer, Refusal):
        return redirect("table", play.code)
    said = ". ".join(map(speaker.say, filter(None, (answer.message, answer.remedy))))
    return Wizard(draft, data, said, {answer.about: said} if answer.about else None, 422)


def _too_late(request: TableRequest) -> HttpResponse:
    text = _("The game has started; undo to the start to change the setup.")
    return message(request, 409, text)

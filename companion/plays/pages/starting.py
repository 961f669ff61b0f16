"""Pages before a table is there: home, start, set-up."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from companion.boxes.models import Box
from companion.operations.limits import limited
from companion.plays import ledger, seats, sitting
from companion.plays.answers import Begun
from companion.plays.models import NAME_LENGTH, Play, Seat
from companion.plays.pages import forms, gate
from companion.plays.pages.gate import TableRequest
from companion.plays.pages.screens import given
from companion.plays.pages.table import speaker_for
from companion.plays.sitting import Applied
from companion.requests import Request, message
from games import registry
from games.referee import AnyReferee, Malformed, Refusal


@require_safe
def home(request: Request) -> HttpResponse:
    """All titles, and the tables this phone sits at."""
    mine: list[dict[str, Any]] = []
    for address in seats.my_addresses(request):
        seat = seats.of_request(request, address)
        if seat and seat.play.title in registry.TITLES:
            play = seat.play
            name = registry.referee(play.title).title.name
            shown = {"code": address, "title": name, "slug": play.title, "seat": seat}
            mine.append({**shown, "updated_at": play.updated_at, "over": play.over})
    mine.sort(key=lambda table: table["updated_at"], reverse=True)
    titles = [referee.title for referee in registry.referees()]
    return render(request, "home.html", {"titles": titles, "tables": mine})


class Opening:
    """The page on which a table of one title is started, wherever it is reached from.

    ``boxes`` are those to choose from; the invented one may be chosen where ``sample`` is set.
    """

    def __init__(
        self,
        request: Request,
        slug: str,
        template: str,
        boxes: QuerySet[Box],
        *,
        sample: bool = False,
        **context: object,
    ) -> None:
        self.request, self.template, self.boxes = request, template, boxes
        self.referee = known(slug)
        self.sample = sample
        self.context = context

    def page(self, flash: str = "") -> HttpResponse:
        """The form; with a ``flash`` it says why nothing was started."""
        context = {
            **self.context,
            "title": self.referee.title,
            "speaker": speaker_for(self.referee.title.slug),
            "counts": counts_for(self.referee, self.boxes, self.sample),
            "boxes": self.boxes,
            "flash": flash,
        }
        return render(self.request, self.template, context, status=422 if flash else 200)

    def open(
        self, name: str, owner: str, applied: Applied | None = None, **host: Any
    ) -> Seat | HttpResponse:
        """The host's seat at the table that was asked for, or the page that says why not.

        ``owner`` gets a box where there is none yet; ``applied`` are the host's house rulings.
        """
        title = self.referee.title
        players = given(self.request.POST.get("players", "")) or 0
        if players not in range(title.min_players, title.max_players + 1):
            low, high = title.min_players, title.max_players
            text = _("Choose how many play: {low} to {high}.")
            return self.page(text.format(low=low, high=high))
        sample = self.sample and self.request.POST.get("box") == "sample"
        box = None if sample else self._box(owner)
        seat = sitting.open_table(
            title.slug,
            lambda facts: self.referee.setup_default(players, facts),
            name,
            box=box,
            sample=sample,
            applied=applied,
            **host,
        )
        if isinstance(seat, Refusal):
            return self.page(speaker_for(title.slug).say(seat.message))
        return seat

    def _box(self, owner: str) -> Box:
        """The chosen box, else the newest one, else a new one: a group owns one copy."""
        chosen = given(self.request.POST.get("box", "")) or 0
        box = self.boxes.filter(pk=chosen).first() or self.boxes.order_by("-updated_at").first()
        return box or Box.objects.create(
            title=self.referee.title.slug,
            name=_("Our copy"),
            owner=owner,
            facts=msgspec.json.encode(self.referee.blank_box()).decode(),
        )


def counts_for(
    referee: AnyReferee, boxes: Iterable[Box], sample: bool = False
) -> list[tuple[int, str]]:
    """How many can play, and where not every box is enough for so many, which one is."""
    copies = {box.name: referee.decode_box(msgspec.json.decode(box.facts)) for box in boxes}
    copies = copies or {_("Our own copy"): referee.blank_box()}
    if sample:
        copies[_("Sample box")] = referee.sample_box()
    counts = []
    for n in range(referee.title.min_players, referee.title.max_players + 1):
        enough = [
            name
            for name, box in copies.items()
            if not isinstance(referee.begin(referee.setup_default(n, box), box), Refusal)
        ]
        if enough:
            counts.append((n, "" if len(enough) == len(copies) else ", ".join(enough)))
    return counts


@limited("creating")
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: Request, slug: str) -> HttpResponseBase:
    """Choose how many play, and go; everything else has a default."""
    owner = seats.device(request)
    boxes = Box.objects.filter(owner=owner, title=slug) if owner else Box.objects.none()
    opening = Opening(request, slug, "plays/start.html", boxes, sample=True)
    if request.method != "POST":
        return opening.page()
    owner = owner or secrets.token_urlsafe(16)
    name = request.POST.get("name", "").strip()[:NAME_LENGTH] or _("Host")
    seat = opening.open(name, owner)
    if isinstance(seat, HttpResponse):
        return seat
    response = redirect("table", seat.play.code)
    seats.remember(response, seat)
    seats.mark_device(response, owner)
    return response


@gate.host
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: TableRequest) -> HttpResponseBase:
    """The wizard; open until the first entry of the log."""
    play: Play = request.play
    referee = registry.referee(play.title)
    speaker = speaker_for(play.title)
    if play.revision:
        return _too_late(request)
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
        except Malformed as error:
            flash = str(error)
        except Begun:
            return _too_late(request)
        status = 422
    pages = [forms.build_form(page, speaker, data) for page in referee.setup_pages(draft, facts)]
    context = {
        "play": play,
        "title": referee.title,
        "speaker": speaker,
        "pages": pages,
        "flash": flash,
        "seat": request.seat,
    }
    return render(request, "plays/setup.html", context, status=status)


def _too_late(request: TableRequest) -> HttpResponse:
    text = _("The game has begun: undo to its start to change the set-up.")
    return message(request, 409, text)


def _flags(referee: AnyReferee, draft: Any, facts: Any) -> dict[str, bool]:
    """Every flag of the wizard as off: an unticked box is not posted."""
    return {
        field.name: False
        for page in referee.setup_pages(draft, facts)
        for field in page.fields
        if field.kind == "flag"
    }


def known(slug: str) -> AnyReferee:
    """The referee of a slug in a URL; 404 for others."""
    if slug not in registry.TITLES:
        raise Http404
    return registry.referee(slug)

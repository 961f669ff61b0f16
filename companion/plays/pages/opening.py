"""The page on which a table is started: which copy, who plays, how much is tracked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from companion.boxes import library
from companion.boxes.models import Box
from companion.plays import seating, seats, store
from companion.plays.models import Play, Seat
from companion.plays.pages.table import speaker_for
from companion.plays.seating import Applied
from companion.requests import Request, given
from games import registry
from games.clarifications import Clarification
from games.referee import AnyReferee, Refusal

if TYPE_CHECKING:
    from companion.crews.models import Crew, Person


LIBRARY = "library"
"""The choice of a new copy that knows what most groups of this server say."""


class Opening:
    """The start page of one title.

    ``boxes`` are the copies to choose from, newest first, next to a new one; the sample can be
    chosen if ``sample`` is set. ``crew`` gets the game into its book.
    """

    def __init__(
        self,
        request: Request,
        slug: str,
        boxes: QuerySet[Box],
        *,
        sample: bool = False,
        crew: Crew | None = None,
    ) -> None:
        self.request, self.boxes = request, boxes.order_by("-updated_at")
        self.sample = sample
        self.slug, self.referee = slug, known(slug)
        self.crew = crew

    def page(self, flash: str = "") -> HttpResponse:
        """Show the form; with a ``flash`` it says why nothing was started."""
        title, typed = self.referee.title, self.request.POST
        blank = self.referee.blank_box()
        usual = store.usual_location(self.crew) if self.crew else ""
        context = {
            "crew": self.crew,
            "title": title,
            "counts": counts_for(self.referee, self.boxes, self.sample),
            "sample": self.sample,
            "faces": self.faces(),
            "stumbles": self.stumbles(),
            "players": given(typed.get("players", "")),
            "boxes": self.boxes,
            "taught": bool(self.referee.box_pages(blank)),
            "box": typed.get("box") or self.request.GET.get("box", ""),
            "offers": library.offers(title.slug),
            "starter": self.referee.starter(blank) != blank,
            "laid_in": not typed or "starter" in typed,
            "depths": title.depths if len(title.depths) > 1 else (),
            "depth": typed.get("depth") or title.depths[0],
            "name": typed.get("name") or seats.known_name(self.request),
            "location": typed.get("location", usual),
            "flash": flash,
        }
        return render(self.request, "plays/start.html", context, status=422 if flash else 200)

    def open(
        self, name: str, owner: str, applied: Applied | None = None, **host: Any
    ) -> Seat | HttpResponse:
        """Return the host's seat at the table that was asked for, or the page that says why not.

        ``owner`` gets a box where there is none yet; ``applied`` are the host's house rulings.
        """
        title = self.referee.title
        others = self.others()
        players = given(self.request.POST.get("players", "")) or 0
        if others is not None:
            players = max(title.min_players, 1 + len(others))
        if players not in range(title.min_players, title.max_players + 1):
            low, high = title.min_players, title.max_players
            text = _("Choose the number of players: {low} to {high}.")
            return self.page(text.format(low=low, high=high))
        sample = self.sample and self.request.POST.get("box") == "sample"
        seat = seating.open_table(
            title.slug,
            lambda facts: self._setup(players, facts),
            name,
            box=None if sample else self._box(owner),
            sample=sample,
            applied=applied,
            others=others or (),
            **host,
        )
        if isinstance(seat, Refusal):
            return self.page(speaker_for(title.slug).say(seat.message))
        return seat

    def led_on(self, seat: Seat) -> HttpResponse:
        """Redirect to the table, or first to the setup, if it was requested or only the table knows
        something about it.
        """
        choosing = self.request.POST.get("then") == "setup" or self._unsaid(seat.play)
        to = "setup" if choosing else "table"
        response = redirect(to, seat.play.code)
        seats.remember(response, seat)
        if self.slug not in seats.knows(self.request):
            seating.coach(seat, True)
        seats.mark_known(self.request, response, self.slug)
        return response

    def faces(self) -> list[dict[str, Any]]:
        """Return people to tap in or out instead of a number; a crew has them."""
        return []

    def stumbles(self) -> list[Clarification]:
        """Return rules to read again before the game; a crew may have some."""
        return []

    def others(self) -> list[Person] | None:
        """Return the people joining the host; ``None`` if only a number was given."""
        return None

    def _unsaid(self, play: Play) -> bool:
        """Return whether something of the set-up only the table knows; of invented cards nothing
        is."""
        if play.sample:
            return False
        facts = self.referee.decode_box(msgspec.json.decode(play.facts))
        return bool(self.referee.unsaid(self.referee.decode_setup(play.setup), facts))

    def _setup(self, players: int, facts: Any) -> Any:
        """Return the title's own set-up for so many, at the depth that was chosen."""
        chosen = self.referee.setup_default(players, facts)
        depth = self.request.POST.get("depth", "")
        if depth in self.referee.title.depths and hasattr(chosen, "depth"):
            chosen = msgspec.structs.replace(chosen, depth=depth)
        return chosen

    def _box(self, owner: str) -> Box:
        """Return the chosen box, else the newest one, else a new one: a group owns one copy."""
        wanted = self.request.POST.get("box", "")
        if wanted == LIBRARY and library.offers(self.slug):
            made = library.start(self.slug, owner, _("Copy from other groups"))
            self._lay_in(made)
            return made
        box = self.boxes.filter(pk=given(wanted) or 0).first() or self.boxes.first()
        if box is None or wanted == "new":
            names = {each.name for each in self.boxes}
            box = Box.objects.create(
                title=self.referee.title.slug,
                name=_("A different copy") if names else _("Our copy"),
                owner=owner,
                facts=msgspec.json.encode(self.referee.blank_box()).decode(),
            )
        self._lay_in(box)
        return box

    def _lay_in(self, box: Box) -> None:
        """Put what is public into the box, unless that was switched off."""
        if "starter" not in self.request.POST:
            return
        facts = self.referee.decode_box(msgspec.json.decode(box.facts))
        more = self.referee.starter(facts)
        if more != facts and self.referee.keepable(more):
            box.keep(more)


def counts_for(
    referee: AnyReferee, boxes: Iterable[Box], sample: bool = False
) -> list[tuple[int, str]]:
    """Return how many can play, and for larger numbers the copies that are enough."""
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


def known(slug: str) -> AnyReferee:
    """Return the referee of a slug in a URL; 404 for others."""
    if slug not in registry.TITLES:
        raise Http404
    return registry.referee(slug)

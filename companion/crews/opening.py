"""A table started by a crew: its people are tapped in or out, no one types a name twice."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from companion import names
from companion.boxes.models import Box
from companion.crews.models import Person
from companion.plays import stumbles
from companion.plays.pages.opening import Opening
from companion.requests import Request, given
from games.clarifications import Clarification


class CrewOpening(Opening):
    """The start page of a crew, for ``me`` to host."""

    def __init__(self, request: Request, slug: str, boxes: QuerySet[Box], me: Person) -> None:
        super().__init__(request, slug, boxes, crew=me.crew)
        self.me = me

    def faces(self) -> list[dict[str, Any]]:
        """Return the crew's people, who played the last time already in."""
        last = self.me.crew.plays.order_by("-updated_at").first()
        sat = set(last.seats.filter(gone=False).values_list("person", flat=True)) if last else ()
        chosen = self.request.POST.getlist("who") if self.request.POST else None
        return [
            {
                "person": one,
                "me": one == self.me,
                "checked": one.pk in sat if chosen is None else str(one.pk) in chosen,
            }
            for one in sorted(self.me.crew.people.all(), key=lambda one: one != self.me)
        ]

    def stumbles(self) -> list[Clarification]:
        """Return the rules that refused the crew most when it played this title last."""
        return stumbles.last(self.me.crew, self.slug)

    def others(self) -> list[Person] | None:
        """Return the chosen people except the host, and a guest for every typed name."""
        if "faces" not in self.request.POST:
            return None
        crew, wanted = self.me.crew, {given(pk) for pk in self.request.POST.getlist("who")}
        known = [one for one in crew.people.all() if one.pk in wanted and one != self.me]
        typed = map(names.clean, self.request.POST.get("new", "").split(","))
        fresh = [Person(crew=crew, name=name) for name in typed if name]
        return [*known, *fresh]

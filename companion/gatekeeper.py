"""The one door to every address with a code in it; who holds a seat walks through."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from companion.crews import people
from companion.crews.models import Crew
from companion.operations import limits
from companion.plays import seats
from companion.plays.models import Play
from companion.requests import Request
from companion.uploads.models import Upload

PUBLIC = {"slug", "rule", "n", "seq", "pk", "where", "shape"}
"""Parts of addresses that anybody may know; every other part is a code."""

WRONG = (401, 403, 404)
"""How a stranger is told that a code opens nothing here."""


class Gatekeeper:
    """Bounds what strangers try with codes, and what one seat enters.

    First it is asked whether the request comes from a seat (or a person of the crew) that the
    address belongs to; such a request is never held up by what others of its network tried.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        known: Callable[[], str] | None = getattr(request, "known", None)
        if known and response.status_code in WRONG and not known():
            limits.take("guessing", limits.address(request))
        return response

    def process_view(
        self, request: Request, view: object, args: object, kwargs: dict[str, str]
    ) -> HttpResponseBase | None:
        codes = {name: value for name, value in kwargs.items() if name not in PUBLIC}
        if not codes:
            return None
        request.known = known = cache(lambda: whose(request, **codes))
        home = limits.address(request)
        if limits.spent("guessing", home) and not known():
            return limits.too_many(request, "guessing", home)
        if request.method == "POST":
            what, who = ("acting", known()) if known() else ("joining", home)
            if not limits.take(what, who):
                return limits.too_many(request, what, who)
        return None


def whose(request: HttpRequest, code: str = "", share: str = "", key: str = "", **_: str) -> str:
    """The seat or person this request comes from at an address; empty for a stranger.

    A phone whose seat was freed is a stranger everywhere, but it knew the code of its table:
    that it asks again is no guess.
    """
    if share:
        code = Play.objects.filter(share=share).values_list("code", flat=True).first() or ""
    if code and (seat := seats.once(request, code.upper())):
        return f"seat {seat.pk}"
    if not key:
        return ""
    crew = Crew.objects.filter(key=key).first()
    if crew and (person := people.in_crew(request, crew)):
        return f"person {person.pk}"
    owner = seats.device(request)
    upload = Upload.objects.filter(key=key, owner=owner).first() if owner else None
    return f"upload {upload.pk}" if upload else ""

"""The one door to every address with a code in it; who holds a seat walks through."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from django.db.models import Q
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)

from companion import cookies
from companion.crews import people
from companion.crews.models import Crew
from companion.operations import limits
from companion.plays import seats
from companion.plays.models import Play
from companion.requests import Request
from companion.stats.models import Job
from companion.turns import Urgency, urgency
from companion.uploads.models import Upload

OF_DESK = {"object_id", "content_type_id", "app_label", "url"}
"""Parts of the desk's addresses, which open nothing without an operator's sign-in."""
PUBLIC = {"slug", "rule", "n", "seq", "pk", "where", "shape", "photo", *OF_DESK}
"""Parts of addresses that anyone may know; every other part is a code."""

WRONG = (401, 403, 404)
"""How a stranger learns that a code opens nothing here."""


class Gatekeeper:
    """Limits on what strangers try with codes, and what one seat enters.

    First it is asked whether the request comes from a seat (or a person of the crew) that the
    address belongs to; such a request is never held up by what others of its network tried, or
    by how much they read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.thread_time()
        response = self.get_response(request)
        if payer := getattr(request, "payer", ""):
            pay(payer, begun)
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = metered(response.streaming_content, payer)
        known: Callable[[], str] | None = getattr(request, "known", None)
        if known and response.status_code in WRONG and not known():
            limits.take("guessing", limits.address(request))
        return response

    def process_view(
        self, request: Request, view: object, args: object, kwargs: dict[str, str]
    ) -> HttpResponseBase | None:
        codes = {name: value for name, value in kwargs.items() if name not in PUBLIC}
        home = limits.address(request)
        known = cache(lambda: whose(request, **codes) if codes else seats.anywhere(request))
        if urgency(request.method or "", request.path) >= Urgency.PAGE and request.method != "POST":
            request.payer = home
            if limits.spent("looking", home):
                request.payer = known() or home
                if limits.spent("looking", request.payer):
                    return limits.too_many(request, "looking", request.payer)
        if not codes:
            return None
        request.known = known
        if limits.spent("guessing", home) and not known():
            return limits.too_many(request, "guessing", home)
        if request.method == "POST":
            what, who = ("acting", known()) if known() else ("joining", home)
            if not limits.take(what, who):
                return limits.too_many(request, what, who)
        return None


def pay(payer: str, begun: float) -> None:
    """Count the milliseconds this thread has worked for someone since it began."""
    limits.take("looking", payer, max(1, round((time.thread_time() - begun) * 1000)))


def metered(pieces: Iterable[bytes], payer: str) -> Iterator[bytes]:
    """Yield a long answer, each piece of which is paid for as well."""
    rest = iter(pieces)
    while True:
        begun = time.thread_time()
        piece = next(rest, None)
        pay(payer, begun)
        if piece is None:
            return
        yield piece


def whose(
    request: HttpRequest, code: str = "", share: str = "", key: str = "", ticket: str = "", **_: str
) -> str:
    """Return the seat or person this request comes from at an address; empty for a stranger.

    A phone whose seat was freed is a stranger everywhere, but it knew the code of its table:
    that it asks again is no guess.
    """
    codes = [code.upper()] if code else []
    crew = Crew.objects.filter(key=key).first() if key else None
    if key and not crew and (job := Job.objects.filter(key=key).first()):
        if job.kind == Job.Kind.PICTURE:
            share = job.of
        else:
            crew = Crew.objects.filter(key=job.of).first()
    if share or ticket:
        named = Q(share=share) if share else Q(handovers__code=ticket.upper())
        play = Play.objects.filter(named).select_related("crew").first()
        codes = [play.code, play.watch_code, *play.former] if play else []
        crew = play.crew if play else None
    for each in codes:
        if seat := seats.once(request, each):
            return f"seat {seat.pk}"
    if crew and (person := people.in_crew(request, crew)):
        return f"person {person.pk}"
    owner = cookies.device(request) if key else ""
    upload = Upload.objects.filter(key=key, owner=owner).first() if owner else None
    return f"upload {upload.pk}" if upload else ""

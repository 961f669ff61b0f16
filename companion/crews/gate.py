"""Access to a crew's pages: its people, and for some of them only its keepers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from companion.crews import people
from companion.crews.models import Crew, Person
from companion.requests import Request, message

P = ParamSpec("P")


class CrewRequest(Request):
    """A request of someone of the crew in its URL."""

    crew: Crew
    me: Person


View = Callable[Concatenate[CrewRequest, P], HttpResponseBase]
Guarded = Callable[..., HttpResponseBase]


def member(view: View[P]) -> Guarded:
    """Let in anyone of the crew; a stranger learns only how to become one, of any crew or none."""

    @wraps(view)
    def guarded(request: Request, key: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        crew = Crew.objects.filter(key=key).first()
        me = people.in_crew(request, crew) if crew else None
        if crew is None or me is None:
            text = _("These are a crew's pages. Ask a member for the link to join.")
            links = {_("Sign in"): f"{reverse('sign-in')}?next={request.path}"}
            return message(request, 403, text, **links)
        let_in = cast(CrewRequest, request)
        let_in.crew, let_in.me = crew, me
        return view(let_in, *args, **kwargs)

    return guarded


def keeper(view: View[P]) -> Guarded:
    """Return those who keep the crew."""

    @member
    @wraps(view)
    def guarded(request: CrewRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.me.keeper:
            return message(request, 403, _("Only the crew's managers can do that."))
        return view(request, *args, **kwargs)

    return guarded

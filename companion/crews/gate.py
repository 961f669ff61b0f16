"""Who may open a crew's pages: its people, and for some of them only its keepers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from companion.crews import people
from companion.crews.models import Crew, Person
from companion.plays.gate import message

View = Callable[..., HttpResponseBase]


class CrewRequest(HttpRequest):
    """A request of somebody of the crew in its URL."""

    crew: Crew
    me: Person


def member(view: View) -> View:
    """Anybody of the crew; a stranger learns only how to become one."""

    @wraps(view)
    def guarded(request: Any, key: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        crew = get_object_or_404(Crew, key=key)
        me = people.in_crew(request, crew)
        if me is None:
            text = _("These are the pages of a crew. Ask one of its people for the link to join.")
            links = {_("Sign in"): f"{reverse('sign-in')}?next={request.path}"}
            return message(request, 403, text, **links)
        request.crew, request.me = crew, me
        return view(request, *args, **kwargs)

    return guarded


def keeper(view: View) -> View:
    """Those who keep the crew."""

    @member
    @wraps(view)
    def guarded(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.me.keeper:
            return message(request, 403, _("Only who keeps this crew can do that."))
        return view(request, *args, **kwargs)

    return guarded

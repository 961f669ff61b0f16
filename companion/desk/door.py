"""Way to the operator's desk, which costs every other page one comparison."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from companion.operations.bans import OPERATORS


class Door:
    """Middleware that has addresses of the desk answered by the desk's own list of addresses.

    The admin is imported at the first of them, and never where no operator works.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(OPERATORS):
            request.urlconf = "companion.desk.urls"
        return self.get_response(request)

"""Rules for every request and every answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext as _
from whitenoise.middleware import WhiteNoiseMiddleware

from companion.http_redirect import TRUSTS
from companion.plays.answers import NewerReleaseError
from companion.plays.faults import FaultyTitleError
from companion.plays.pages import errors, evidence
from companion.requests import NUL, PACKED, Request, page_of
from games import registry

Answer = Callable[[HttpRequest], HttpResponse]

KEY = re.compile(r"[\w-]{1,80}", re.ASCII)
"""A key as pages make them; nothing else is repeated in a header."""


YEAR = 365 * 24 * 3600
"""Seconds a phone remembers that it has come in by the home's own certificate."""

PARTS = ("text/css", "text/javascript")
"""Static files that a page reads and no one opens: the page's policy covers them."""

OF_PAGES = ("Referrer-Policy", "Cross-Origin-Opener-Policy")
"""What no static file needs: it leads nowhere."""
OF_WHAT_CHANGES = ("ETag", "Last-Modified")
"""A file with its hash in the name is never asked for again to see whether it is still so."""
OF_PICTURES = "default-src 'none'"
"""For a picture opened by its own address: it fetches and runs nothing."""


TIED = ("user", "auser", "_messages", "htmx", "known")
"""What a request keeps that knows the request."""


class Freed:
    """Middleware that cuts what ties a request to itself, once its answer is made.

    What is tied to itself waits for the collector with all it holds: every few hundred answers that
    stopped all others for a tenth of a second. What comes in pieces may still ask who it is for.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.streaming:
            for name in TIED:
                request.__dict__.pop(name, None)
        return response


class ContentSecurityPolicy:
    """Middleware that sends ``SECURE_CSP`` with every answer that can be opened; the name is that
    of Django 6's own setting. A phone's first page has a dozen scripts, sheets and pictures:
    without what is for pages they are 4 KB less."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Content-Security-Policy", settings.SECURE_CSP)
            return response
        for name in OF_PAGES:
            response.headers.pop(name, None)
        if "immutable" in response.headers.get("Cache-Control", ""):
            for name in OF_WHAT_CHANGES:
                response.headers.pop(name, None)
        if not response.headers.get("Content-Type", "").startswith(PARTS):
            response.headers["Content-Security-Policy"] = OF_PICTURES
        return response


class Collected(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Static files that include what was collected after this process began: pages of the next
    release, which another process of this machine draws meanwhile, name its style sheets and
    scripts."""

    def __init__(self, get_response: Answer) -> None:
        super().__init__(get_response)
        if self.static_root and not self.autorefresh:
            root = f"{Path(self.static_root).absolute()}/"
            self.directories.insert(0, (root, self.static_prefix))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if path not in self.files and path.startswith(self.static_prefix) and not self.autorefresh:
            found = self.find_file(path)
            if found is not None:
                self.files[path] = found
        answer: HttpResponse = super().__call__(request)
        return answer


class Unpadded(GZipMiddleware):
    max_random_bytes = 0


class Packed(GZipMiddleware):
    """Compression of answers. Django pads each by up to 100 random bytes, so that the size of a
    page tells nothing of the tokens in it. Pieces of a board hold no token and nothing of the
    address they were asked by, and cookies do not go with what other sites ask: they go
    unpadded."""

    pieces = Unpadded(lambda request: HttpResponse())

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("X-Board") == "board":
            return self.pieces.process_response(request, response)
        return super().process_response(request, response)


class OwnAnswer:
    """Middleware that marks an answer to a tap with the key of that tap.

    A phone keeps a tap until it reads this mark: whatever else answers in Sidekick's place (a
    proxy, a sign-in page of the network, a server that is too busy) knows nothing of the table.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and self._decided(request, response):
            key = request.POST.get("key", "")
            if KEY.fullmatch(key):
                response["Sidekick-Answer"] = key
        return response

    def _decided(self, request: HttpRequest, response: HttpResponse) -> bool:
        """Return whether retrying the same tap later would give the same result."""
        if response.status_code == 403:
            return getattr(request, "csrf_processing_done", False)
        if getattr(response, "decided", False):
            return True
        return response.status_code < 500 and response.status_code != 429


class AtHome:
    """Middleware that marks a phone that came in by HTTPS at home: the plain door leads it on from
    then on."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        came_in = settings.HOME_PORTS and request.is_secure()
        if came_in and TRUSTS not in request.COOKIES:
            response.set_cookie(TRUSTS, "yes", max_age=YEAR, httponly=True, samesite="Lax")
        return response


class DatabaseAway:
    """Middleware that answers with one sentence what needs a database while there is none."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if why := request.META.get(errors.INSTEAD):
            return errors.database_away(request, busy=why == errors.BUSY)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OperationalError | InterfaceError):
            return errors.database_away(request, error)
        return None


class TableElsewhere:
    """Middleware that answers with one sentence for a table that this process can't change.

    Its title is not here any more or errs, or a later release has written it: this process would
    drop what it does not know.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        if isinstance(error, NewerReleaseError):
            return errors.newer(request)
        if isinstance(error, registry.UnknownTitleError):
            return errors.title_gone(request)
        return (
            evidence.nothing_entered(request, error)
            if isinstance(error, FaultyTitleError)
            else None
        )


class StorableText:
    """Middleware that turns away, with one sentence, text that no database can keep."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sent = request.META.get("QUERY_STRING", "").encode()
        if request.method == "POST" and not PACKED.fullmatch(request.path):
            sent += request.body
        if any(nul in sent for nul in NUL):
            text = _("That contains a character that can't be stored. Nothing was changed.")
            return page_of(request, 400, _("That didn't work"), text)
        return self.get_response(request)

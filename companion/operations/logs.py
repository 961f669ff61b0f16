"""One structured line per request, with the ids needed to follow it; never names or tokens."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from companion.operations import metrics

REQUEST_ID = "X-Request-ID"
SHORTEST_CODE = 6
log = structlog.get_logger("sidekick.request")
_at_hand: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def configure() -> dict[str, Any]:
    """Return Django's ``LOGGING``: JSON lines on standard error, ours and the libraries' alike."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_codes,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "filters": {"untraced": {"()": lambda: untraced}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
        "loggers": {"django.security.DisallowedHost": {"filters": ["untraced"]}},
        "root": {"handlers": ["console"]},
    }


def untraced(record: logging.LogRecord) -> bool:
    """Log a request for another host as one warning: it is a stranger's fault, not ours."""
    record.exc_info = None
    record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def without_codes(logger: Any, method: str, said: Any) -> Any:
    """Return a log line without the address of its request and whatever code stood in it.

    Django names the path of what it could not answer, and an error may quote anything.
    """
    request = _at_hand.get()
    if request is None:
        return said
    match = request.resolver_match
    route = match.route if match else "(no such address)"
    codes = [value for value in (match.kwargs if match else {}).values() if isinstance(value, str)]
    came_from = request.META.get("HTTP_REFERER", "")
    struck = [came_from, request.get_full_path(), request.path, *codes, *request.GET.values()]
    for name in ("event", "exception"):
        text = said.get(name)
        if isinstance(text, str):
            for each in sorted(filter(None, struck), key=len, reverse=True):
                # What is shorter opens nothing, and might be part of any word.
                if len(each) >= SHORTEST_CODE:
                    text = re.sub(re.escape(each), lambda _: route, text, flags=re.IGNORECASE)
            said[name] = text
    return said


class RequestLog:
    """Middleware that times every request, counts it, and logs it where ``sidekick.request`` is at
    INFO."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        metrics.spent.seconds = 0.0
        request_id = _given_id(request) or secrets.token_hex(8)
        _at_hand.set(request)
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        response = self.get_response(request)
        seconds = time.perf_counter() - started
        route = request.resolver_match.route if request.resolver_match else "none"
        metrics.REQUESTS.labels(
            metrics.method(request.method), route, str(response.status_code)
        ).inc()
        metrics.SECONDS.labels(route).observe(seconds)
        metrics.DATABASE.labels(route).observe(metrics.spent.seconds)
        # No one asks what became of a static file, and a phone's first page has a dozen of them.
        if not request.path.startswith(settings.STATIC_URL):
            response.headers[REQUEST_ID] = request_id
        if logging.getLogger("sidekick.request").isEnabledFor(logging.INFO):
            play = getattr(request, "play", None)
            log.info(
                "request",
                method=request.method,
                route=route,
                status=response.status_code,
                ms=round(seconds * 1000, 1),
                play=play.pk if play else None,
                revision=play.revision if play else None,
            )
        return response


def _given_id(request: HttpRequest) -> str:
    """Return the proxy's request id, if it is one we are told to trust and looks like an id."""
    given = request.headers.get(REQUEST_ID, "") if settings.PROXIES else ""
    return given if 0 < len(given) <= 64 and given.replace("-", "").isalnum() else ""

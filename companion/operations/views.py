"""Health, readiness and metrics for the operator; and how to trust the server."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from companion.certificates import Home
from companion.operations import health, scrape
from companion.release import release


@require_safe
@never_cache
def healthy(request: HttpRequest) -> HttpResponse:
    """Answer what the server answers without Django (``companion.asgi``), for other servers."""
    parts = {**health.look(), "boards": health.canary.word()}
    return JsonResponse({**parts, "release": release()}, status=health.status(parts, health.VITAL))


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """Answer likewise whether this process should get traffic."""
    parts = health.look()
    return JsonResponse({**parts, "release": release()}, status=health.status(parts, health.NEEDED))


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Show Prometheus metrics to this machine, or to a client that sends ``METRICS_TOKEN`` as
    bearer."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    # Behind a proxy on this machine everyone comes from here.
    direct = not (settings.HTTPS or settings.PROXIES or "X-Forwarded-For" in request.headers)
    here = direct and request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"}
    if not (here or (token and constant_time_compare(given, token))):
        return HttpResponse(status=404)
    return HttpResponse(scrape.text(), content_type=CONTENT_TYPE_LATEST)


@require_safe
@never_cache
def trust(request: HttpRequest) -> HttpResponse:
    """Show how a phone comes to trust this home's certificate, once, and the way on from there."""
    home, (plain, secure) = _home()
    asked = request.GET.get("next", "/")
    path = asked if asked.startswith("/") and not asked.startswith("//") else "/"
    host = request.get_host().removesuffix(f":{plain}").removesuffix(f":{secure}")
    context = {"on": f"https://{host}:{secure}{path}", "fingerprint": home.fingerprint}
    return render(request, "trust.html", context)


@require_safe
@never_cache
def authority(request: HttpRequest) -> HttpResponse:
    """Download the certificate to trust, as phones take it in."""
    home, _ports = _home()
    response = HttpResponse(home.authority.read_bytes(), content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="sidekick.crt"'
    return response


def _home() -> tuple[Home, tuple[int, int]]:
    """Return the home's certificates and ports; 404 where it has none."""
    if settings.HOME_PORTS is None:
        raise Http404
    return Home(settings.HOME_CERTIFICATES), settings.HOME_PORTS

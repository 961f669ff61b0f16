"""Manifest and service worker, which make the site installable and readable offline."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Serve the web app manifest."""
    icon = {"src": static("favicon.svg"), "type": "image/svg+xml", "sizes": "any"}
    return JsonResponse(
        {
            "name": "Sidekick",
            "short_name": "Sidekick",
            "description": _("The referee on the phones at your table"),
            "start_url": "/",
            "display": "standalone",
            "background_color": "#0b0d13",
            "theme_color": "#0b0d13",
            "icons": [{**icon, "purpose": "any"}, {**icon, "purpose": "maskable"}],
        },
        content_type="application/manifest+json",
    )


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so that it may keep every page."""
    script = Path(str(finders.find("js/sw.js"))).read_text()
    response = HttpResponse(script, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response

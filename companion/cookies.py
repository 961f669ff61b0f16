"""Cookies that we sign: what a phone is to this site, for whatever it owns without an account."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

MAX_AGE = 60 * 60 * 24 * 90
DEVICE_COOKIE = "device"


def device(request: HttpRequest) -> str:
    """Return the id of this phone for what it owns without an account; empty before
    ``mark_device``."""
    return word(request, DEVICE_COOKIE)


def mark_device(response: HttpResponseBase, value: str) -> None:
    set_cookie(response, DEVICE_COOKIE, signing.dumps(value, salt=DEVICE_COOKIE))


def word(request: HttpRequest, cookie: str) -> str:
    """Return what we wrote into a cookie ourselves; empty where someone else has, or no one."""
    try:
        value = signing.loads(request.COOKIES.get(cookie, ""), salt=cookie)
    except signing.BadSignature:
        return ""
    return value if isinstance(value, str) else ""


def set_cookie(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=MAX_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )

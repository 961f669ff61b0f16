"""Fixtures: the real site on a real server, phones and big screens in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.conformance import browsers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from companion.conformance.phone import Phone

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
    "reduced_motion": "reduce",
}
SCREEN: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "has_touch": False,
    "is_mobile": False,
}


@pytest.fixture(scope="session")
def without_browser() -> Callable[[str], object]:
    """Skip or fail a journey without a browser, with the reason."""
    return lambda why: pytest.skip(f"Journeys cannot run: {why}")


@pytest.fixture(scope="session")
def chromium(without_browser: Callable[[str], object]) -> Iterator[Browser]:
    """Provide the browser of a whole run."""
    if why := browsers.lacking():
        without_browser(why)
    with browsers.started() as browser:
        yield browser


@pytest.fixture(scope="session")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the static files as players get them: hashed and compressed."""
    from django.core.management import call_command
    from django.test import override_settings

    root = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=root, STORAGES=_storages()):
        call_command("collectstatic", verbosity=0, interactive=False)
    return root


@pytest.fixture
def site(transactional_db: None, settings: Any, static_root: Path) -> Iterator[str]:
    """Provide the real ASGI application on a real server; give its address without a final
    slash."""
    from companion.asgi import Site
    from companion.conformance.serving import served

    settings.STATIC_ROOT = static_root
    settings.STORAGES = _storages()
    with served(Site()) as address:
        yield address


def _storages() -> dict[str, dict[str, str]]:
    from django.conf import settings

    name = "companion.storage.StaticFiles"
    return {**settings.STORAGES, "staticfiles": {"BACKEND": name}}


@pytest.fixture
def phone(site: str, chromium: Browser) -> Iterator[Callable[..., Phone]]:
    """Pick up another phone (390 by 844): its own browser context, watched for errors."""
    from companion.conformance.phone import Phone

    with ExitStack() as stack:
        phones: list[Phone] = []

        def pick_up(**options: Any) -> Phone:
            context = chromium.new_context(base_url=site, **{**PHONE, **options})
            context.set_default_timeout(browsers.PATIENCE)
            stack.callback(browsers.put_away, context)
            phones.append(Phone(context.new_page()))
            return phones[-1]

        yield pick_up
        for each in phones:
            each.complains_about_nothing()


@pytest.fixture
def seated(site: str, phone: Callable[..., Phone]) -> Callable[..., Phone]:
    """Pick up a phone that has sat down at a play before: it opens at the table. ``again`` is one
    that is in hand already."""
    from companion.plays import seats
    from companion.plays.models import Seat

    def sit(
        play: Any,
        name: str,
        *parts: int,
        role: str = "player",
        again: Phone | None = None,
        **options: Any,
    ) -> Phone:
        seat = Seat.objects.create(play=play, name=name, role=role, parts=list(parts))
        one = again or phone(**options)
        cookie = {"name": seats.cookie_name(seat.address), "value": seats.token(seat), "url": site}
        one.page.context.add_cookies([cookie])  # type: ignore[list-item]
        one.open(f"/t/{seat.address}/")
        one.is_at_the_table()
        return one

    return sit

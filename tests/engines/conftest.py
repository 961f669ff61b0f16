"""Fixtures: phones in another engine, at a table of the real site, over a line that can be cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from companion.plays import seats
from companion.plays.models import Play
from tests import services
from tests.engines import drivers
from tests.engines.line import Line
from tests.engines.phones import Phone

OF_FRAMES = "frame-ancestors 'none'"


@pytest.fixture(scope="session", params=drivers.STARTED)
def browsers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[drivers.Engine]]:
    """Provide two browsers of an engine, for a whole run."""
    if why := drivers.lacking(request.param):
        services.demand(request.param, why)
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp(request.param) for _ in range(2)]
        yield [stack.enter_context(drivers.STARTED[request.param](each)) for each in folders]


@pytest.fixture
def watched(settings: Any) -> None:
    """Let pages be in a frame of their own site, and hear complaints."""
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.engines.watched.Watched"]
    settings.X_FRAME_OPTIONS = "SAMEORIGIN"
    assert OF_FRAMES in settings.SECURE_CSP
    settings.SECURE_CSP = settings.SECURE_CSP.replace(
        OF_FRAMES, "frame-ancestors 'self'; frame-src 'self'"
    )


@pytest.fixture
def line(watched: None, site: str) -> Iterator[Line]:
    """Provide the line between the phones and the site."""
    with Line(int(site.rpartition(":")[2])) as line:
        yield line


@pytest.fixture
def phones(browsers: list[drivers.Engine], line: Line) -> Iterator[Callable[[Play], list[Phone]]]:
    """Provide the phones of everyone who has a seat at a play, each at the table."""
    picked: list[Phone] = []

    def pick_up(play: Play) -> list[Phone]:
        for engine, seat in zip(browsers, play.seats.order_by("pk"), strict=True):
            one = Phone(engine, line.address)
            one.sits_down(f"/t/{seat.address}/", seats.cookie_name(seat.address), seats.token(seat))
            picked.append(one)
        return picked

    yield pick_up
    heard = [each for one in picked for each in one.complaints()]
    for one in picked:
        one.leaves()
    assert heard == []

"""Every title's big screen in the Chromium of a television of 2018, compared with a current one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.conformance.looks import CUT, OVERFULL, TEXTS
from companion.conformance.phone import Phone
from companion.plays import ledger
from companion.plays.models import Seat
from games.registry import TITLES, referee
from tests import fetch_browser, services
from tests.journeys.test_big_screen import NAMES, begun, longest

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTH, HEIGHT = 1920, 1080
NEAR = 24
"""Pixels that a piece may lie elsewhere: one rem."""
DRAWN = """() => {
  const drawn = (one) => one.getClientRects().length && !one.closest(".vh, defs");
  const pieces = [...document.querySelectorAll("#board *")].filter(drawn);
  return {
    link: document.querySelector("#link").dataset.link,
    ground: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    places: pieces.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const kind = (one.getAttribute("class") || "").replace(" one-line", "");
      return [`${one.localName}.${kind}`, left, top, right, bottom];
    }),
  };
}"""
# What measures a screen speaks of today's browsers.
SPEAKS = """Element.prototype.checkVisibility = function () {
  return this.getClientRects().length > 0 && getComputedStyle(this).visibility === "visible";
};"""


@pytest.fixture(scope="session")
def television() -> Path:
    """Return the packages of a Chromium 69."""
    if why := fetch_browser.fetch_television():
        services.demand("Television", why)
    return services.TELEVISION


def seen(television: Path, address: str, measure: str) -> Any:
    """Return what the measure says of a page on a screen of 1920 × 1080 there."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(television),
        "QT_QPA_PLATFORM": "offscreen",
        "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox --force-prefers-reduced-motion",
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
    }
    command = [sys.executable, "tests/television.py", f"{WIDTH}x{HEIGHT}", measure, address]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stdout + done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert "Chrome/69." in said["agent"]
    assert said["complaints"] == []
    return json.loads(said["found"][0])


@pytest.mark.parametrize("slug", TITLES)
def test_big_screen_is_same_on_television_of_2018(
    phone: Callable[..., Phone], site: str, television: Path, slug: str
) -> None:
    doc = longest(slug)
    play = begun(doc, int(len(doc.entries) * 0.6))
    for code in (play.watch_code, play.code):
        is_the_same(phone, site, television, f"/tv/{code}/")


def test_three_tablets_are_the_same_there(
    phone: Callable[..., Phone], site: str, television: Path
) -> None:
    title = referee("gotham-chronicles")
    play = ledger.begin("gotham-chronicles", title.setup_default(4, title.sample_box()))
    for part, name in enumerate(NAMES[:4]):
        Seat.objects.create(play=play, name=name, parts=[part], claimed=False)
    for code in (play.watch_code, play.code):
        is_the_same(phone, site, television, f"/tv/{code}/")


def is_the_same(phone: Callable[..., Phone], site: str, television: Path, path: str) -> None:
    """Check that every mark of a screen is there, in the place where a current browser draws it."""
    size = {"width": WIDTH, "height": HEIGHT}
    today = phone(viewport=size, has_touch=False, is_mobile=False)
    today.open(path)
    today.page.locator("#link[data-link=live]").wait_for(state="attached")
    expected = today.page.evaluate(DRAWN)
    measures = f"drawn: ({DRAWN})(), cut: ({CUT})({json.dumps(TEXTS)}), full: ({OVERFULL})()"
    there = seen(television, site + path, f"{SPEAKS} JSON.stringify({{{measures}}})")
    assert there["cut"] == there["full"] == []
    drawn = there["drawn"]
    places, others = drawn.pop("places"), expected.pop("places")
    assert drawn == expected
    assert [name for name, *_ in places] == [name for name, *_ in others]
    moved = [
        (name, here, place)
        for (name, *here), (_, *place) in zip(places, others, strict=True)
        if max(abs(a - b) for a, b in zip(here, place, strict=True)) > NEAR
    ]
    assert moved == []

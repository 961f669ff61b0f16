"""Packed style sheets draw in a current browser what their sources say, layers and all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders

from companion.conformance.phone import Phone
from companion.styles import tight
from games.registry import TITLES
from tests.journeys.test_big_screen import begun, longest

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAWN = """() => {
  const names = ["display", "position", "zIndex", "opacity", "color", "backgroundColor",
    "backgroundImage", "boxShadow", "outline", "font", "textTransform", "textAlign", "padding",
    "margin", "border", "borderRadius", "content", "fill", "cursor", "clipPath", "animationName"];
  return [...document.querySelectorAll("body *")].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const drawn = [null, "::before"].map((part) => {
      const style = getComputedStyle(one, part);
      return names.map((name) => style[name]).join("; ");
    });
    return `${one.localName}.${one.getAttribute("class")} ${[left, top, width, height]} ${drawn}`;
  });
}"""
PAGES = ("/", "/boxes/", "/g/{slug}/", "/rules/{slug}/")


def source(route: Any) -> None:
    """Answer with a style sheet as it is written, whatever hash its packed one is called by."""
    folder, _, named = urlsplit(route.request.url).path.removeprefix("/static/").rpartition("/")
    name = f"{folder}/{named.split('.')[0]}.css"
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            if path == name:
                with storage.open(path) as file:
                    route.fulfill(body=tight(file.read().decode()), content_type="text/css")
                return


@pytest.mark.parametrize("slug", TITLES)
def test_packed_styles_draw_what_their_sources_say(
    phone: Callable[..., Phone], seated: Callable[..., Phone], slug: str
) -> None:
    doc = longest(slug)
    play = begun(doc, len(doc.entries) // 2)
    host = seated(play, "Zoe", *range(play.seats.count()), role="host")
    paths = [urlsplit(host.page.url).path, f"/tv/{play.watch_code}/"]
    paths += [page.format(slug=slug) for page in PAGES]
    packed = {path: drawn(host, path) for path in paths}
    host.page.route("**/*.css", source)
    for path in paths:
        assert drawn(host, path) == packed[path], path


def drawn(one: Phone, path: str) -> list[str]:
    one.open(path)
    settled = "#link[data-link=live], body:not(:has(#link))"
    one.page.locator(settled).first.wait_for(state="attached")
    seen: list[str] = []
    # Chances arrive after the board: what two looks agree on is there to stay.
    while seen != (seen := list(one.page.evaluate(DRAWN))):
        one.page.wait_for_timeout(300)
    return seen

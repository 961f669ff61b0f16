"""Takes the pictures of ``docs/screens`` anew: ``python -m pytest tests/journeys/pictures.py``.

Golden games bring the boards; the pictures called ``then-and-now`` stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.conformance.phone import Phone
from companion.plays import playlog, seats
from companion.plays.models import Play, Seat
from games.registry import TITLES
from tests import golden
from tests.journeys import test_big_screen
from tests.messages import ROOT

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENS = ROOT / "docs" / "screens"
SETTLED, PEAK = 1_200, 9_000
"""Milliseconds until pieces have come, and until a highlight has gone."""
WHERE, DIE, RESULTS = "deploy", "doom", "results"


@pytest.fixture(autouse=True)
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_big_screen, "NAMES", ["Mia", "Leo", "Noor", "Jonas", "Ada", "Wiktor"])


def take(phone: Phone, name: str, wait: int = SETTLED) -> None:
    phone.page.wait_for_timeout(wait)
    phone.page.screenshot(path=SCREENS / f"{name}.png")


def sits(phone: Callable[..., Phone], site: str, play: Play, part: int) -> Phone:
    """Return the phone of a part's person, at the table."""
    seat = next(each for each in Seat.objects.filter(play=play) if part in each.parts)
    one = phone()
    cookie: Any = {"name": seats.cookie_name(seat.address), "value": seats.token(seat), "url": site}
    one.page.context.add_cookies([cookie])
    one.open(f"/t/{seat.address}/")
    one.is_at_the_table()
    return one


def moment(name: str, do: str, share: float) -> tuple[playlog.Playlog, int, int]:
    """Return a game, and the first entry after a share of it where ``do`` is expected of whom."""
    doc = golden.read(golden.at(name))
    done = playlog.replay(doc)
    for n in range(int(len(doc.entries) * share), len(doc.entries)):
        due = [each for each in done.referee.prompts(done.states[n]) if each.expected]
        if any(each.do == do for each in due):
            actors = next((each.actors for each in due if each.actors), None)
            return doc, n, actors[0] if actors else 0
    raise LookupError(f"{name} never expects {do}")


@pytest.mark.parametrize("slug", TITLES)
def test_big_screens(phone: Callable[..., Phone], slug: str) -> None:
    doc = test_big_screen.longest(slug)
    path = test_big_screen.shown(doc, int(len(doc.entries) * 0.6))
    for width, height, name in ((1280, 720, ""), (1920, 1080, "-1080")):
        size = {"width": width, "height": height}
        screen = phone(viewport=size, has_touch=False, is_mobile=False)
        screen.open(path)
        take(screen, f"screen-{slug}{name}", PEAK)


@pytest.mark.parametrize(
    ("name", "do"), [("where", WHERE), ("villain-die", DIE), ("results", RESULTS)]
)
def test_steps_of_a_turn(phone: Callable[..., Phone], site: str, name: str, do: str) -> None:
    doc, n, who = moment("batman-who-laughs/lost-track", do, 0.35)
    one = sits(phone, site, test_big_screen.begun(doc, n), who)
    if do == RESULTS:
        for card in one.page.locator("#board label:has(input[type=checkbox])").all()[:2]:
            card.click()
    take(one, name)
    if do == WHERE:
        one.open("/")
        take(one, "home")


def test_whose_turn_it_is(phone: Callable[..., Phone], site: str) -> None:
    doc, n, who = moment("batman-who-laughs/lost-heroes", WHERE, 0.2)
    play = test_big_screen.begun(doc, n)
    take(sits(phone, site, play, who), "phone-your-turn")
    take(sits(phone, site, play, 1 if who > 1 else who + 1), "phone-waiting")


def test_a_warning(phone: Callable[..., Phone], site: str) -> None:
    doc = golden.read(golden.at("fire-nation/lost-team-after-ruin"))
    play = test_big_screen.begun(doc, len(doc.entries) - 1)
    take(sits(phone, site, play, 0), "phone-warning", PEAK)


def test_the_end(phone: Callable[..., Phone], site: str) -> None:
    doc = golden.read(golden.at("batman-who-laughs/lost-track"))
    one = sits(phone, site, test_big_screen.begun(doc, len(doc.entries)), 0)
    take(one, "phone-lost", PEAK)
    one.tap("To do", within="nav.dock")
    take(one, "phone-to-do")


def test_start_page(phone: Callable[..., Phone]) -> None:
    one = phone()
    one.open("/")
    one.tap("Gotham City Chronicles")
    take(one, "start")

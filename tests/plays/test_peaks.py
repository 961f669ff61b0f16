"""Great moments: each one a title declares is reached, and drawn for every phone and the screen."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from companion.plays import seats
from companion.plays.models import Play
from companion.plays.pages.drawing.hyphens import SOFT_HYPHEN
from games.messages import Msg, Speaker
from games.registry import TITLES, referee
from tests import highlights

pytestmark = pytest.mark.django_db
NAMES = ["Maximilian", "Leo", "Noor", "Jonas", "Ada", "Wiktor"]


def phones(play: Play) -> list[str]:
    """Return the table as everyone sees it, then the big screen."""
    pages = []
    for seat in play.seats.order_by("pk"):
        seat.play = play
        client = Client()
        client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        pages.append(client.get(f"/t/{seat.address}/").content.decode())
    pages.append(Client().get(f"/tv/{play.watch_code}/").content.decode())
    return [page.replace(SOFT_HYPHEN, "") for page in pages]


def words(html: str) -> str:
    """Return what a page says in its great moment."""
    found = re.search(r'<section[^>]*class="peak .*?</section>', html, re.DOTALL)
    assert found
    return unescape(" ".join(re.sub("<[^>]*>", " ", found[0]).split()))


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_every_titles_great_moments_are_drawn_for_everybody(slug):
    title = referee(slug)
    say = Speaker(title.catalogue()).say
    steps = highlights.peaks(slug)
    assert set(steps) == set(title.highlights)
    for code, step in steps.items():
        play = highlights.seated(slug, len(title.parts(step.state)), NAMES)
        highlights.entered(play, step)
        for html in phones(play):
            told = words(html)
            assert say(Msg(title.highlights[code])) in told
            for note in step.ruling().notes:
                assert note.code != code or say(Msg(note.code, note.facts)) in told


def test_two_great_moments_in_entry_tell_greater_first():
    step = highlights.peaks("talisman-batman")["note.enters-control"]
    play = highlights.seated("talisman-batman", 2, NAMES)
    highlights.entered(play, step)
    for html in phones(play):
        greater = r"<h2[^>]*>Batman comes</h2>\s*<p>[^<]+</p>"
        assert re.search(rf"{greater}\s*<h3>The Control Room</h3>", html)


@pytest.mark.parametrize("slug", TITLES)
def test_every_ending_is_own_one_of_each_phone(slug):
    title = referee(slug)
    for (result, winners), step in highlights.endings(slug).items():
        parts = len(title.parts(step.state))
        play = highlights.seated(slug, parts, NAMES)
        highlights.entered(play, step)
        *each, screen = phones(play)
        for part, html in enumerate(each):
            won = result == "won" and (title.title.cooperative or part in winners)
            assert ("You won" in html, "You lost" in html) == (won, result != "ended" and not won)
        alone = result == "won" and len(winners) == 1 and not title.title.cooperative
        said = (
            f"{NAMES[winners[0]]} wins"
            if alone
            else {"ended": "The end"}.get(result, result.capitalize())
        )
        heading = screen.partition('id="over-h"')[2].partition("</h2>")[0]
        assert said in heading

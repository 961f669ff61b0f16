"""Everybody's phone and the screen in the middle of golden games: whose turn, peaks, warnings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.plays import ledger, seats
from games.registry import TITLES, referee
from tests import golden
from tests.journeys.test_big_screen import NAMES, begun, fullest, longest, peak_of

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 3
"""Phones that are picked up; a fourth would show nothing new."""


@pytest.fixture
def everybody(site, phone):
    """The phones of the first people at a table, each in its own seat."""

    def sit(play):
        phones = []
        for seat in play.seats.order_by("pk")[:MOST]:
            seat.play = play
            one = phone()
            cookie = {"name": seats.cookie_name(seat.address), "value": seats.token(seat)}
            one.page.context.add_cookies([{**cookie, "url": site}])
            one.open(f"/t/{seat.address}/")
            one.is_at_the_table()
            phones.append(one)
        return phones

    return sit


@pytest.mark.parametrize("slug", TITLES)
def test_the_phone_whose_turn_it_is_says_so_and_no_other(everybody, slug):
    doc = longest(slug)
    title = referee(slug)
    play = begun(doc, len(doc.entries) // 2)
    state = title.decode_state(play.state)
    due = next(prompt for prompt in title.prompts(state) if prompt.expected).actors or ()
    for part, one in enumerate(everybody(play)):
        said = f"{NAMES[part]}, your turn"
        if part in due:
            expect(one.page.locator(".yours")).to_contain_text(said)
            assert one.page.title().startswith(said)
        else:
            expect(one.page.locator(".yours")).to_have_count(0)
            assert "your turn" not in one.page.title()


@pytest.mark.parametrize("slug", TITLES)
def test_a_great_moment_comes_to_everybody_and_the_screen(everybody, phone, slug):
    doc = longest(slug)
    at = peak_of(doc)
    play = begun(doc, at - 1)
    phones = everybody(play)
    screen = phone(viewport={"width": 1280, "height": 720}, has_touch=False, is_mobile=False)
    screen.open(f"/tv/{play.watch_code}/")
    line = doc.entries[at - 1]
    ledger.record(play.pk, line.action, key="k", actor=line.actor, answers=line.answers)
    for one in (*phones, screen):
        expect(one.page.locator("#board .peak h2")).to_be_visible(timeout=15_000)


def test_the_warning_stands_where_it_is_entered_and_the_loss_on_every_phone(everybody):
    doc = golden.read(golden.FOLDER / "fire-nation/lost-team-after-ruin.txt")
    play = begun(doc, 49)
    aang, katara, *_ = everybody(play)
    told = katara.page.locator(".dread")
    expect(told).to_contain_text("now loses the game")
    expect(told).to_contain_text("Sample Hero 26 of Katara is defeated")
    katara.page.get_by_role("button", name="No Aid from the Spirits").click()
    expect(aang.page.locator(".outcome h2")).to_have_text("You lost", timeout=15_000)
    expect(katara.page.locator(".outcome h2")).to_have_text("You lost")


def test_undo_redo_and_what_to_do_stand_side_by_side_on_the_smallest_phone(everybody):
    doc, at, _ = fullest("talisman-batman")
    one = everybody(begun(doc, at))[0]
    one.page.locator("#undo").click()
    expect(one.page.locator("#redo")).to_be_visible()
    for width, height in ((320, 640), (390, 664), (844, 390)):
        one.page.set_viewport_size({"width": width, "height": height})
        for name in ("undo", "redo", "r-hands", "to-more"):
            expect(one.page.locator(f"#{name}")).to_be_in_viewport(ratio=1)

"""From the last turn of a game to the crew's figures on one phone, without typing a thing."""

import re

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from companion.plays import ledger, seats
from companion.plays.models import Seat
from companion.stats.models import Record
from tests.sixth_game import Setup
from tests.stats.conftest import make_group


def give(phone, site, cookies):
    """Put cookies into a phone as the site would have set them."""
    phone.page.context.add_cookies(
        [{"name": name, "value": value, "url": site} for name, value in cookies.items()]
    )


@pytest.fixture
def evening(acorns, transactional_db):
    """Ana hosts a game for Bo and herself that her next roll wins."""
    group = make_group()
    play = ledger.begin("acorns", Setup(2, 10))
    play.crew = group.crew
    play.save()
    host = Seat.objects.create(
        play=play, name="Ana", person=group.people["Ana"], role=Seat.Role.HOST, parts=[0]
    )
    Seat.objects.create(play=play, name="Bo", person=group.people["Bo"], parts=[1])
    for n, face in enumerate((6, 2)):
        ledger.record(play.pk, {"do": "roll", "face": face}, key=str(n), actor=n)
    return group, play, host


def test_the_evening_is_already_in_the_book(phone, site, evening):
    group, play, host = evening
    ana = phone()
    answer = HttpResponse()
    seats.remember(answer, host)
    seats.mark_device(answer, f"phone-{group.people['Ana'].pk}")
    give(ana, site, {name: morsel.value for name, morsel in answer.cookies.items()})
    ana.open(f"/t/{play.code}/")
    ana.is_at_the_table()

    ana.tap("4", within=".prompt.expected", exact=True)
    expect(ana.page.get_by_role("heading", name="Won")).to_be_visible()
    assert Record.objects.get().result == "won"

    ana.tap("The story of this evening")
    expect(ana.page.get_by_role("heading", name="Turning points")).to_be_visible()
    expect(ana.page.get_by_text("Squirrel 1 has a full store", exact=True)).to_be_visible()
    table = ana.page.locator("figure.fig details").first
    table.locator("summary").click()
    expect(table.get_by_role("cell", name="10", exact=True)).to_be_visible()
    no_faults(ana)

    ana.tap("The Cellar")
    expect(ana.page.get_by_role("heading", name="Who wins")).to_be_visible()
    expect(ana.page.locator("section", has_text="Who wins").get_by_text("1 of 1")).to_be_visible()
    no_faults(ana)
    ana.tap("Dice ledger")
    expect(ana.page.get_by_text(re.compile("Too few rolls"))).to_be_visible()
    no_faults(ana)


def test_a_picture_for_the_chat_is_two_taps_away(phone, site, evening):
    _group, play, _host = evening
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="last", actor=0)
    anybody = phone()
    anybody.open(f"/p/{play.share}/")
    anybody.tap("Draw a picture for the chat")
    picture = anybody.page.locator("img.picture")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth") == 1080


@pytest.mark.patient
def test_every_page_fits_a_phone_and_a_screen_reader(phone, site, evening):
    group, play, _host = evening
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="last", actor=0)
    ana = phone()
    answer = HttpResponse()
    seats.mark_device(answer, f"phone-{group.people['Ana'].pk}")
    give(ana, site, {name: morsel.value for name, morsel in answer.cookies.items()})
    crew = f"/c/{group.crew.key}/"
    person = f"{crew}who/{group.people['Ana'].pk}/"
    for path in (
        "/crews/",
        crew,
        f"{crew}people/",
        f"{crew}plays/",
        f"{crew}g/acorns/",
        person,
        f"{crew}start/acorns/",
        f"/p/{play.share}/",
        f"/p/{play.share}/log/",
        f"/p/{play.share}/step/2/",
        "/account/",
        "/account/new/",
        "/crews/import/",
    ):
        ana.open(path)
        for each in ana.page.locator("details > summary").all():
            each.click()
        no_faults(ana)
    stranger = phone()
    stranger.open(f"/crews/join/{group.crew.invitation}/")
    no_faults(stranger)


def no_faults(phone):
    """Nothing wider than the phone, and nothing a screen reader would stumble over."""
    from axe_playwright_python.sync_playwright import Axe

    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    found = Axe().run(phone.page).response["violations"]
    told = [(fault["id"], fault["nodes"][0]["html"]) for fault in found]
    assert told == [], phone.page.url

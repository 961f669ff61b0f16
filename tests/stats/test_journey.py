"""From the last turn of a game to the crew's figures on one phone, without typing a thing."""

import json
import re

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from companion import cookies
from companion.plays import ledger, seats
from companion.plays.models import Seat
from companion.stats import luck_report
from companion.stats.models import Record
from tests.sample_game import Setup
from tests.stats.conftest import make_group
from tests.stats.elsewhere import FILE, looked, taken


def give(phone, site, cookies):
    """Put cookies into a phone as the site would have set them."""
    phone.page.context.add_cookies(
        [{"name": name, "value": value, "url": site} for name, value in cookies.items()]
    )


@pytest.fixture
def evening(acorns, transactional_db):
    """Return a game Ana hosts for Bo and herself that her next roll wins."""
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
    cookies.mark_device(answer, f"phone-{group.people['Ana'].pk}")
    give(ana, site, {name: morsel.value for name, morsel in answer.cookies.items()})
    ana.open(f"/t/{play.code}/")
    ana.is_at_the_table()

    ana.tap("4", within=".prompt.expected", exact=True)
    expect(ana.page.get_by_role("heading", name="Won")).to_be_visible()
    assert Record.objects.get().result == "won"

    ana.tap("The story of this game")
    expect(ana.page.get_by_role("heading", name="Highlights")).to_be_visible()
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
    expect(ana.page.get_by_text(re.compile("Too few dice"))).to_be_visible()
    no_faults(ana)


SHARE = luck_report.Share("Ana", 9, 60, 40, 60, "Ana was lucky.")
SHEET = """
  navigator.canShare = () => true;
  navigator.share = async (sent) => {
    const { text, url, files: [{ type, size }] } = sent;
    document.documentElement.dataset.sent = JSON.stringify([text, url, type, size]);
  };
"""


def test_one_tap_shares_the_story_with_its_picture(phone, site, evening):
    _group, play, _host = evening
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="last", actor=0)
    anybody = phone()
    anybody.page.add_init_script(SHEET)
    anybody.open(f"/p/{play.share}/")
    anybody.tap("Share", exact=True)
    page = anybody.page.locator("html")
    expect(page).to_have_attribute("data-sent", re.compile("png"))
    sent = json.loads(page.get_attribute("data-sent"))
    assert sent[:3] == ["Acorns: Ana won", f"{site}/p/{play.share}/", "image/png"]
    assert 1_000 < sent[3] < 300_000
    picture = anybody.page.locator("img.picture")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 1200)


def test_story_says_luck_once_somebody_comes_to_it(phone, site, evening, monkeypatch):
    _group, play, _host = evening
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="last", actor=0)
    monkeypatch.setattr(luck_report, "_shares", lambda rolls, told: [SHARE] if told else [])
    anybody = phone()
    anybody.open(f"/p/{play.share}/")
    anybody.page.locator("#luck").scroll_into_view_if_needed()
    expect(anybody.page.get_by_text("Ana was lucky.")).to_be_visible()


def test_board_of_turning_point_opens_where_told(phone, site, evening):
    _group, play, _host = evening
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="last", actor=0)
    anybody = phone()
    anybody.open(f"/p/{play.share}/")
    first = anybody.page.locator("details.then").first
    first.locator("summary").click()
    expect(first.locator(".scene")).to_contain_text("6")
    expect(anybody.page.locator("details.then .scene")).to_have_count(1)


@pytest.mark.patient
def test_every_page_fits_phone_and_screen_reader(phone, site, evening):
    group, play, _host = evening
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="last", actor=0)
    ana = phone()
    answer = HttpResponse()
    cookies.mark_device(answer, f"phone-{group.people['Ana'].pk}")
    give(ana, site, {name: morsel.value for name, morsel in answer.cookies.items()})
    crew = f"/c/{group.crew.key}/"
    person = f"{crew}who/{group.people['Ana'].pk}/"
    waiting, brought = two_files(group)
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
        f"{crew}import/",
        f"{crew}import/{brought.imported_id}/",
        f"{crew}import/{waiting.pk}/",
        f"{crew}past/{brought.pk}/",
    ):
        ana.open(path)
        for each in ana.page.locator("details > summary").all():
            each.click()
        no_faults(ana)
    stranger = phone()
    stranger.open(f"/crews/join/{group.crew.invitation}/")
    no_faults(stranger)


def two_files(group):
    """Return a file that waits to be taken in, and a play of one that was."""
    ana, at = group.phones["Ana"], f"/c/{group.crew.key}/import/"
    taken(ana, looked(ana, at))
    looked(ana, at, FILE.replace(b'"A', b'"B').replace(b"2024-07", b"soon"))
    return group.crew.imports.get(stage="looked"), Record.objects.get(source_id="A1")


def no_faults(phone):
    """Check that nothing is wider than the phone, and nothing a screen reader would stumble
    over."""
    from axe_playwright_python.sync_playwright import Axe

    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    found = Axe().run(phone.page).response["violations"]
    told = [(fault["id"], fault["nodes"][0]["html"]) for fault in found]
    assert told == [], phone.page.url

"""Tests of what another Sidekick may say at the one-time address of a table, and what a person is
shown."""

import pytest
from django.test import Client

from companion.plays import transfer
from companion.plays.models import Play, Seat

TAKER = "t" * 16
GONE = "This address was used or has expired."


@pytest.fixture
def at(cast):
    """Return the one-time address of the table."""
    return f"/m/{transfer.offer(cast.play.seats.get(role=Seat.Role.HOST)).code}/"


@pytest.fixture
def another():
    """Return another Sidekick: no browser, no cookie, no token of a form."""
    return Client(enforce_csrf_checks=True)


def here(cast):
    return Play.objects.get(pk=cast.play.pk)


@pytest.mark.parametrize(("letters", "status"), [(15, 404), (16, 200), (64, 200), (65, 404)])
def test_takers_key_has_sixteen_to_sixty_four_letters(cast, at, another, letters, status):
    answer = another.post(at, {"what": "take", "taker": "t" * letters})
    assert answer.status_code == status
    assert here(cast).abandoned is (status == 200)
    if status == 404:
        assert GONE in answer.content.decode()
    else:
        assert (answer["Content-Type"], answer.json()["title"]) == ("application/json", "acorns")


def test_taker_can_say_table_cannot_stand_there(cast, at, another):
    another.post(at, {"what": "take", "taker": TAKER})
    said = another.post(at, {"what": "failed", "taker": TAKER})
    assert (said.status_code, said.content) == (200, b"")
    assert not here(cast).abandoned


def ways(join="http://b/j/AB/", watch="http://b/w/CD/"):
    return {"what": "arrived", "taker": TAKER, "join": join, "watch": watch}


def test_who_took_it_says_where_it_stands_now(cast, at, another):
    another.post(at, {"what": "take", "taker": TAKER})
    assert another.post(at, ways()).status_code == 200
    assert here(cast).moved == {"join": "http://b/j/AB/", "watch": "http://b/w/CD/"}
    assert another.post(at, ways()).status_code == 404


@pytest.mark.parametrize(
    "told", [{"join": ""}, {"watch": ""}, {"join": "ftp://b/"}, {"watch": "javascript:alert(1)"}]
)
def test_table_stands_only_at_two_web_addresses(cast, at, another, told):
    another.post(at, {"what": "take", "taker": TAKER})
    assert another.post(at, ways(**told)).status_code == 404
    assert here(cast).moved == {}


def test_table_address_has_at_most_three_hundred_letters(cast, at, another):
    another.post(at, {"what": "take", "taker": TAKER})
    another.post(at, ways(join="http://b/" + "x" * 292))
    assert here(cast).moved["join"] == "http://b/" + "x" * 291


def test_nothing_else_is_said_there(cast, at, another):
    another.post(at, {"what": "take", "taker": TAKER})
    assert another.post(at, {"what": "dance", "taker": TAKER}).status_code == 404
    assert here(cast).abandoned


# -- people ----------------------------------------------------------------------------------------


def test_person_is_asked_destination_and_then_led_there(at):
    phone = Client()
    asked = phone.get(at.lower())
    assert asked.status_code == 200
    assert (asked.context["at"], asked.context["forth"]) == (f"http://testserver{at}", "")
    led = phone.get(at, {"to": " home:8000 "})
    assert (led.status_code, led.context["typed"]) == (200, " home:8000 ")
    assert led.context["forth"] == f"http://home:8000/import/?from=http://testserver{at}"
    for text in ("", "ftp://home", "x" * 300):
        wrong = phone.get(at, {"to": text})
        assert (wrong.status_code, wrong.context["to"], wrong.context["forth"]) == (422, "", "")
    assert phone.get(at, {"to": "x" * 301}).context["typed"] == "x" * 300


def test_a_used_address_says_so_to_people(cast, at, another):
    transfer.take(at.strip("/")[2:], TAKER)
    another.post(at, ways())
    answer = Client().get(at)
    assert answer.status_code == 404
    assert GONE in answer.content.decode()


def test_host_waits_at_code_until_table_is_taken(cast, at):
    page = cast.host.get(f"{cast.at}handover")
    assert page.status_code == 200
    assert page.context["at"] == f"http://testserver{at}"
    assert page.context["minutes"] == 15
    assert cast.player.get(f"{cast.at}handover").status_code == 403
    transfer.take(at.strip("/")[2:], TAKER)
    for answer in (cast.host.get(f"{cast.at}handover"), cast.host.post(f"{cast.at}handover")):
        assert (answer.status_code, answer["Location"]) == (302, cast.at)
    led = cast.host.get(f"{cast.at}handover", headers={"HX-Request": "true"})
    assert (led.status_code, led["HX-Redirect"]) == (204, cast.at)


def test_table_that_was_offered_to_nobody_leads_back(cast):
    assert cast.host.get(f"{cast.at}handover")["Location"] == cast.at
    assert cast.host.post(f"{cast.at}handover")["Location"] == f"{cast.at}handover"
    assert cast.host.get(f"{cast.at}handover").status_code == 200


@pytest.mark.parametrize("text", ["", "home:8000", "x" * 301])
def test_what_is_no_table_address_is_never_fetched(db, text):
    answer = Client().post("/import/from", {"from": text})
    assert answer.status_code == 422
    assert (
        "That address isn&#x27;t one where a Sidekick hands over a table."
        in answer.content.decode()
    )

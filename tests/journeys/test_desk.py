"""An operator at the desk, in a browser that blocks what the policy for content does not allow."""

from __future__ import annotations

import os

import pytest

from companion.operations import bans
from companion.plays import ledger
from companion.plays.models import Play, Seat
from tests.desk.conftest import Operator
from tests.sample_game import Setup

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def picture(phone, name):
    """Save what is shown where a person asks to see it."""
    if folder := os.environ.get("SIDEKICK_PICTURES"):
        phone.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_operator_signs_in_finds_and_closes_a_table(phone, acorns):
    play = ledger.begin(acorns, Setup(2, 20))
    Seat.objects.create(play=play, name="Zyta", role="host")
    operator, desk = Operator(), phone()
    page = desk.page
    desk.open("/operator/login/?next=/operator/")
    page.get_by_label("Username").fill(operator.name)
    page.get_by_label("Password").fill(operator.password)
    page.get_by_label("Code").fill(operator.token())
    picture(desk, "desk-sign-in")
    desk.tap("Sign in")
    page.get_by_role("link", name="Server: queues").wait_for()
    picture(desk, "desk-index")
    desk.open("/operator/plays/play/?q=zyta")
    page.locator("input.action-select").first.check()
    page.locator("select[name=action]").select_option("close")
    picture(desk, "desk-tables")
    page.get_by_role("button", name="Go", exact=True).click()
    page.locator(".messagelist").wait_for()
    assert Play.objects.get(pk=play.pk).abandoned
    desk.open(f"/operator/plays/seat/{Seat.objects.get().pk}/change/")
    picture(desk, "desk-seat")
    page.get_by_label("Name").fill("Zoe")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".messagelist").wait_for()
    assert Seat.objects.get().name == "Zoe"
    desk.open("/operator/state/")
    picture(desk, "desk-state")
    desk.open("/operator/admin/logentry/")
    picture(desk, "desk-log")
    assert "renamed" in page.locator("#result_list").inner_text()
    desk.complains_about_nothing()


@pytest.fixture(autouse=True)
def no_bans():
    yield
    bans._banned = frozenset()

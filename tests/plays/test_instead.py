"""A phone that waits may enter what another one is asked: for whom is said, and who did it."""

from __future__ import annotations

import pytest

from companion.plays import seats
from companion.plays.models import Seat
from companion.plays.pages.table import TablePage
from games.referee import Prompt
from tests.pageplayer import forms_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def stands(client, at: str, part: str = "0"):
    return client.post(f"{at}stand", {"part": part}, headers=HTMX).content.decode()


def fields(html: str, do: str) -> dict[str, str]:
    form = next(form for form in forms_of(html) if form.fixed("do") == do)
    return dict(form.data({"face": 4}))


def test_only_waiting_phone_is_offered_to_enter_instead(cast):
    assert "Enter for Ana" in cast.player.get(cast.at).content.decode()
    assert 'id="for-' not in cast.host.get(cast.at).content.decode()
    assert 'id="for-' not in cast.spectator.get(cast.watched_at).content.decode()


def test_buttons_to_enter_name_each_person_once(cast):
    ana, bo = cast.play.seats.get(name="Ana"), cast.play.seats.get(name="Bo")
    cy = cast.play.seats.create(name="Di", role=Seat.Role.PLAYER, parts=[7])
    for seat, parts in ((ana, [0, 1]), (bo, [1])):
        seat.parts = parts
        seat.save()
    table = TablePage(cast.play, cy)
    table.elsewhere = (0, 1)
    assert [each["name"] for each in table.instead([])] == ["Ana", "Ana and Bo"]
    bo.parts = []
    bo.save()
    table = TablePage(cast.play, cy)
    table.elsewhere = (0, 1)
    assert table.instead([]) == [{"part": 0, "name": "Ana", "here": True}]


def test_entering_instead_counts_for_asked_and_names_enterer(cast):
    board = stands(cast.player, cast.at)
    assert "You enter for Ana" in board
    answer = cast.player.post(f"{cast.at}act", fields(board, "roll"), headers=HTMX)
    assert answer.status_code == 200
    entry = cast.play.entries.get()
    assert (entry.actor, entry.seat.name) == (0, "Bo")
    assert " · Bo ·" in " ".join(cast.player.get(f"{cast.at}log").content.decode().split())


def test_waiting_phone_enters_for_seat_with_phone_away(cast):
    cast.play.seats.filter(name="Ana").update(claimed=False)
    assert "Enter for Ana" in cast.player.get(cast.at).content.decode()
    assert "You enter for Ana" in stands(cast.player, cast.at)


def test_standing_in_ends_with_turn_or_by_tap(cast):
    board = stands(cast.player, cast.at)
    cast.player.post(f"{cast.at}act", fields(board, "roll"), headers=HTMX)
    assert "You enter for" not in cast.player.get(cast.at).content.decode()
    cast.play.refresh_from_db()
    assert "You enter for Bo" in stands(cast.host, cast.at, "1")
    assert "You enter for Bo" in cast.host.get(cast.at).content.decode()
    stands(cast.host, cast.at, "")
    assert "You enter for" not in cast.host.get(cast.at).content.decode()


def test_standing_in_is_per_phone_and_side_asked(cast):
    form = fields(stands(cast.player, cast.at), "roll")
    for said in ("", "1", "7", "x"):
        assert "You enter for" not in stands(cast.player, cast.at, said)
        assert cast.player.post(f"{cast.at}act", form, headers=HTMX).status_code == 422
    for cookie in ("0", "0-x", "x-0", "0-99", "9" * 40):
        cast.player.cookies[f"for-{cast.play.code}"] = cookie
        assert cast.player.post(f"{cast.at}act", form, headers=HTMX).status_code == 422
    assert not cast.play.entries.exists()


def test_who_watches_enters_for_nobody(cast):
    form = fields(stands(cast.player, cast.at), "roll")
    assert cast.spectator.post(f"{cast.watched_at}stand", {"part": "0"}).status_code == 403
    answer = cast.spectator.post(f"{cast.watched_at}act", form, headers=HTMX)
    assert answer.status_code == 403
    assert not cast.play.entries.exists()


def test_refused_entry_instead_is_asked_again_as_typed(cast):
    form = fields(stands(cast.player, cast.at), "roll") | {"face": "9"}
    answer = cast.player.post(f"{cast.at}act", form, headers=HTMX)
    assert answer.status_code == 422
    again = answer.content.decode()
    assert "You enter for Ana" in again
    assert fields(again, "roll")


@pytest.mark.parametrize(
    ("role", "actors", "group", "may"),
    [
        ("player", (0,), "", True),
        ("player", (0,), "now", True),
        ("player", (0,), "more", True),
        ("player", None, "", False),
        ("player", (), "", False),
        ("spectator", (0,), "", False),
        ("host", (0,), "", True),
    ],
)
def test_who_may_stand_in_for_whom(role, actors, group, may):
    prompt = Prompt("roll", "roll", actors=actors, group=group)
    assert seats.may_stand_in(Seat(role=role, parts=[1]), prompt) is may
    assert not seats.may_stand_in(None, prompt)
    actor = seats.actor_for(Seat(role=role, parts=[1]), [prompt], "roll", (), 0)
    assert (actor == 0) is (may or role == "host")

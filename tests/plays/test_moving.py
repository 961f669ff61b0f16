"""A table moves to another Sidekick as one file; every phone finds its seat again."""

import pytest
from django.test import Client

from companion.boxes.models import Box
from companion.plays.models import Play, Seat
from tests.sending import sent


@pytest.fixture
def moved(cast):
    """Return the table after two rolls, moved: the new play, and the phone that opened the file."""
    for n, face in enumerate((3, 5)):
        cast.host.post(f"{cast.at}act", {"do": "roll", "face": face, "key": f"k{n}", "revision": n})
    laptop = Client()
    answer = sent(laptop, "/import/", cast.host.post(f"{cast.at}move").content)
    assert answer.status_code == 302
    return Play.objects.exclude(pk=cast.play.pk).get(), laptop


def test_nothing_is_lost_and_old_table_is_closed(cast, moved):
    play, laptop = moved
    old = Play.objects.get(pk=cast.play.pk)
    assert old.abandoned
    assert (play.state, play.revision, play.abandoned) == (old.state, 2, False)
    assert play.box == Box.objects.get()
    assert laptop.post(f"/t/{play.code}/act", {"do": "roll", "face": 4}).status_code == 302
    play.refresh_from_db()
    assert play.revision == 3


def test_every_phone_takes_up_its_old_seat_once(moved):
    play, _ = moved
    bo = play.seats.get(name="Bo")
    phone = Client()
    page = phone.get(f"/j/{play.code}/").content.decode()
    assert "I am Bo" in page
    assert "I am Ana" not in page
    assert phone.post(f"/j/{play.code}/", {"claim": bo.pk}).status_code == 302
    assert phone.get(f"/t/{play.code}/").status_code == 200
    late = Client()
    assert late.post(f"/j/{play.code}/", {"claim": bo.pk}).status_code == 422
    assert "I am Bo" not in late.get(f"/j/{play.code}/").content.decode()
    assert (play.seats.count(), play.seats.get(name="Bo").parts) == (3, [1])


def test_only_host_moves_table_and_only_once(cast):
    assert cast.player.post(f"{cast.at}move").status_code == 403
    assert cast.host.post(f"{cast.at}move").status_code == 200
    assert cast.host.post(f"{cast.at}move").status_code == 409


def test_another_phone_takes_seat_from_old_one(cast):
    bo = Seat.objects.get(name="Bo")
    assert cast.player.post(f"{cast.at}release", {"seat": bo.pk}).status_code == 403
    assert cast.host.post(f"{cast.at}release", {"seat": bo.pk}).status_code == 302
    assert cast.player.get(cast.at).status_code == 302
    new = Client()
    new.post(f"/j/{cast.play.code}/", {"claim": bo.pk})
    assert new.get(cast.at).status_code == 200


@pytest.mark.parametrize("claim", ["x", "0", "9" * 12, "9" * 30, "²", "-1"])
def test_seat_that_does_not_wait_cannot_be_claimed(cast, claim):
    answer = Client().post(f"/j/{cast.play.code}/", {"claim": claim})
    assert answer.status_code == 422
    bo = Seat.objects.get(name="Bo")
    assert Client().post(f"/j/{cast.play.code}/", {"claim": bo.pk}).status_code == 422

"""A coached first game: one sentence a step, for a phone that is new to the title."""

from __future__ import annotations

import pytest
from django.test import Client

from companion.plays import seating
from companion.plays.models import Play, Seat
from games import registry

DICE = "/g/animated-dice/"


def board(client, play):
    return client.get(f"/t/{play.code}/board").content.decode()


@pytest.fixture
def first(db):
    """Return someone's first dice game for two."""
    phone = Client()
    phone.post(DICE, {"players": 2, "box": "sample"})
    return phone, Play.objects.get()


def enters(phone, play, points):
    phone.post(f"/t/{play.code}/act", {"do": "total", "points": points})


def test_new_phone_is_coached_until_everybody_had_turn(first):
    phone, play = first
    assert 'id="coach"' in board(phone, play)
    enters(phone, play, 3)
    assert "roll them and tap each face" in board(phone, play)
    enters(phone, play, 2)
    assert 'id="coach"' not in board(phone, play)


def test_second_game_explains_nothing_unless_it_is_wished(first):
    phone, _play = first
    phone.post(DICE, {"players": 2, "box": "sample"})
    second = Play.objects.order_by("-pk")[0]
    assert 'id="coach"' not in board(phone, second)
    phone.post(f"/t/{second.code}/coach", {"on": "yes"})
    assert 'id="coach"' in board(phone, second)
    phone.post(f"/t/{second.code}/coach")
    assert 'id="coach"' not in board(phone, second)


def test_it_comes_back_for_somebody_new(first):
    phone, play = first
    for points in (3, 2, 1):
        enters(phone, play, points)
    late = Client()
    late.post(f"/j/{play.code}/", {"parts": ["1"]})
    assert 'id="coach"' in board(late, play)
    assert 'id="coach"' not in board(phone, play)
    assert Seat.objects.get(play=play, role="player").coached > 1


def test_whoever_waits_or_watches_is_told_nothing(first):
    _phone, play = first
    other, watcher = Client(), Client()
    other.post(f"/j/{play.code}/", {"parts": ["1"]})
    assert 'id="coach"' not in board(other, play)
    watcher.get(f"/w/{play.watch_code}/")
    assert 'id="coach"' not in watcher.get(f"/t/{play.watch_code}/board").content.decode()


@pytest.mark.parametrize("slug", registry.TITLES)
def test_the_first_step_of_every_title_is_explained(db, slug):
    phone = Client()
    phone.post(f"/g/{slug}/", {"players": 2, "box": "new", "starter": "on"})
    play = Play.objects.get()
    if slug == "gotham-chronicles":
        # First it is asked how many miniatures stand on the map.
        phone.post(f"/t/{play.seats.get().address}/act", {"do": "next"})
        play.refresh_from_db()
    assert 'id="coach"' in board(phone, play)


@pytest.mark.parametrize(
    ("slug", "before"),
    [
        ("gotham-chronicles", 2),
        ("animated-dice", 2),
        ("talisman-batman", 3),
        ("fire-nation", 3),
    ],
)
def test_lesson_lasts_as_long_as_everybodys_turn_needs(db, slug, before):
    phone = Client()
    phone.post(f"/g/{slug}/", {"players": 2, "box": "sample"})
    seat = Seat.objects.select_related("play").get()
    seating.coach(seat, True)
    assert seat.coached == before

"""A nudge: who may send it, whom it reaches, and that it leaves nothing behind."""

from __future__ import annotations

import asyncio

import pytest
from django.core.cache import cache

from companion.plays import live
from companion.plays.live import Hub, Listener, SeatedPhone
from companion.plays.models import Play

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def rested():
    cache.clear()


@pytest.fixture
def called(monkeypatch) -> list[int]:
    """Return the seats that are nudged, as it happens."""
    found: list[int] = []
    monkeypatch.setattr(live, "nudge", lambda code, seat: found.append(seat))
    return found


def nudges(client, at: str, part: str) -> str:
    answer = client.post(f"{at}nudge", {"part": part}, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def test_waiting_phone_nudges_one_asked_once(cast, called):
    ana = cast.play.seats.get(name="Ana")
    assert "Ana has been nudged." in nudges(cast.player, cast.at, "0")
    assert "Ana has just been nudged." in nudges(cast.player, cast.at, "0")
    assert called == [ana.pk]
    play = Play.objects.get(pk=cast.play.pk)
    assert (play.revision, play.entries.count()) == (0, 0)


@pytest.mark.parametrize("part", ["1", "7", "", "x"])
def test_nobody_is_nudged_who_is_not_asked(cast, called, part):
    assert "nudged" not in nudges(cast.player, cast.at, part)
    assert "nudged" not in nudges(cast.host, cast.at, "0")
    assert called == []


def test_side_without_a_phone_has_no_button(cast, called):
    cast.play.seats.filter(name="Ana").update(parts=[])
    assert "Nudge" not in cast.player.get(cast.at).content.decode()
    assert "nudged" not in nudges(cast.player, cast.at, "0")
    assert called == []


def test_only_waiting_phone_has_the_button(cast):
    assert "Nudge Ana" in cast.player.get(cast.at).content.decode()
    assert "Nudge" not in cast.host.get(cast.at).content.decode()
    assert "Nudge" not in cast.spectator.get(cast.watched_at).content.decode()


def test_a_nudge_rings_seats_own_phones_alone():
    async def heard() -> list[bytes]:
        hub = Hub()
        phones = [SeatedPhone(1, seat, 0, "ABC234", "en") for seat in (7, 8)]
        streams = [hub.join("ABC234", 10, phone=phone) for phone in phones]
        streams.append(hub.join("ABC234", 10))
        hub.ring("ABC234", -7)
        return [await each.wait(0.1) for each in streams if isinstance(each, Listener)]

    assert asyncio.run(heard()) == [live.NUDGE, b"", b""]

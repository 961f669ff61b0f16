"""A friend who comes late to a Rising table: the way in, a team of one's own, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from companion.plays import ledger, playlog, rematch, seats
from companion.plays.models import Play, Seat
from games import registry
from tests.games.rising.board.test_pages import table
from tests.pageplayer import PagePlayer

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"]),
]


@dataclass
class Evening:
    """Ana hosts the first team, Bo plays the second, Cy has come late and sits without one."""

    play: Play
    ana: PagePlayer
    bo: PagePlayer
    cy: PagePlayer

    @property
    def state(self) -> Any:
        self.play.refresh_from_db()
        return registry.referee(self.play.title).decode_state(self.play.state)

    def joins(self) -> None:
        self.ana.tap("team.join", team=self.state.spare[0].name)


def evening(slug: str) -> Evening:
    host = table(slug, box="sample")
    play = Play.objects.get(code=host.at.split("/")[2])
    Seat.objects.filter(play=play).update(parts=[0])
    host.tap("deal", rest=True)

    def sits(name: str, *parts: int) -> PagePlayer:
        seat = Seat.objects.create(play=play, name=name, parts=list(parts))
        phone = Client()
        phone.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        return PagePlayer(phone, host.at)

    return Evening(play, host, sits("Bo", 1), sits("Cy"))


def test_way_in_says_how_to_get_a_team(slug):
    told = "For a team of your own"
    host = table(slug, box="sample")
    code = host.at.split("/")[2]
    assert told not in Client().get(f"/j/{code}/").content.decode()
    host.tap("deal", rest=True)
    assert told in Client().get(f"/j/{code}/").content.decode()


def test_late_friend_is_asked_for_the_new_team(slug):
    found = evening(slug)
    found.joins()
    found.ana.tap("adjust", tracker="active", value=3)
    found.bo.look()
    assert not found.bo.offers("deploy")
    found.cy.look()
    found.cy.tap("deploy", location=1)
    assert found.state.turn.location == 1


def test_team_taken_back_leaves_its_friend_seated(slug):
    found = evening(slug)
    found.joins()
    Seat.objects.filter(play=found.play, name="Cy").update(parts=[2])
    found.play.refresh_from_db()
    found.ana.client.post(f"{found.ana.at}undo", {"revision": found.play.revision})
    assert len(found.state.teams) == 2
    for phone in (found.ana, found.bo, found.cy):
        for page in ("", "board", "log", "more", "also"):
            assert phone.client.get(f"{phone.at}{page}").status_code == 200, page
    doc = playlog.decode(playlog.encode(playlog.export(found.play)))
    assert doc.seats[2].parts == (2,)
    assert playlog.replay(doc).state == found.state


def test_friend_keeps_the_late_team_in_the_rematch(slug):
    found = evening(slug)
    found.joins()
    Seat.objects.filter(play=found.play, name="Cy").update(parts=[2])
    ledger.abandon(found.play.pk)
    seat = Seat.objects.select_related("play").get(play=found.play, name="Ana")
    new = rematch.rematch(seat).play
    state = registry.referee(slug).decode_state(new.state)
    assert [each.name for each in state.teams] == [each.name for each in found.state.teams]
    assert [each.parts for each in new.seats.order_by("pk")] == [[0], [1], [2]]

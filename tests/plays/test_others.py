"""Which prompts the host's phone holds for somebody else's phone."""

import msgspec
import pytest

from companion.plays.models import Play, Seat
from companion.plays.table import Table

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def others(play: Play, name: str) -> dict[str, bool]:
    seat = play.seats.get(name=name)
    table = Table(play, seat)
    return {view.do: view.others for view in table.views(table.prompts)}


def test_what_another_phone_plays_is_told_apart(cast):
    assert others(cast.play, "Ana") == {"roll": False, "find": False, "paint": False}
    assert others(cast.play, "Bo")["roll"]


def test_a_part_nobody_has_taken_is_for_whoever_is_there(cast):
    cast.play.seats.filter(name="Ana").update(parts=[], role=Seat.Role.SPECTATOR)
    assert not others(cast.play, "Bo")["roll"]


def test_waiting_names_nobody_twice(cast):
    bo = Table(cast.play, cast.play.seats.get(name="Bo"))
    views = bo.views(bo.prompts)
    assert bo.waiting(views) == f"Squirrel 1: {views[0].label}"
    named = msgspec.structs.replace(bo.prompts[0], label="Squirrel 1: roll the die")
    assert bo.waiting(bo.views([named])) == "Squirrel 1: roll the die"

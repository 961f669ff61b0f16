"""Tests of which parts are free, who may do what is offered, and in whose name it is done."""

import pytest

from companion.plays import seats
from companion.plays.models import Seat
from games.referee import Part, Prompt

PARTS = tuple(Part(n, str(n)) for n in range(3))
HOST, PLAYER, WATCHES = Seat.Role.HOST, Seat.Role.PLAYER, Seat.Role.SPECTATOR


def seat(*parts, role=PLAYER, gone=False):
    return Seat(role=role, parts=list(parts), gone=gone)


def test_part_is_free_until_present_player_has_it():
    assert seats.free_parts([], PARTS) == {0, 1, 2}
    assert seats.free_parts([seat(0), seat(2, role=HOST)], PARTS) == {1}
    assert seats.free_parts([seat(0, gone=True), seat(1, role=WATCHES)], PARTS) == {0, 1, 2}
    assert seats.free_parts([seat(0, 1, 2)], PARTS) == set()


ANYBODY, FIRST, NOBODY = (Prompt("x", "x", actors=actors) for actors in (None, (0,), ()))


@pytest.mark.parametrize(
    ("who", "prompt", "free", "may"),
    [
        (None, ANYBODY, {0}, False),
        (seat(0, role=WATCHES), ANYBODY, {0}, False),
        (seat(0, role=WATCHES), FIRST, {0}, False),
        (seat(role=HOST), FIRST, (), True),
        (seat(1, role=HOST), NOBODY, (), True),
        (seat(1), ANYBODY, (), True),
        (seat(0), FIRST, (), True),
        (seat(1), FIRST, (), False),
        (seat(1, 0), FIRST, (), True),
        (seat(), FIRST, {0}, True),
        (seat(), FIRST, {1}, False),
        (seat(1), FIRST, {0}, False),
        (seat(0), NOBODY, {0}, False),
    ],
)
def test_phone_may_act_for_own_or_untaken_parts(who, prompt, free, may):
    assert seats.may_act(who, prompt, free) is may


ROLL = Prompt("roll", "roll", actors=(1,), expected=True)
HELP = Prompt("help", "help", actors=(0, 2))
ALL = Prompt("all", "all")


@pytest.mark.parametrize(
    ("who", "do", "free", "actor"),
    [
        # The host acts for whoever is due, for an own part first.
        (seat(role=HOST), "roll", (), 1),
        (seat(2, role=HOST), "help", (), 2),
        (seat(1, role=HOST), "help", (), 0),
        (seat(1, role=HOST), "all", (), 1),
        (seat(role=HOST), "all", (), None),
        # A player for an own part that is due, else as the first and is told so.
        (seat(1), "roll", (), 1),
        (seat(2, 1), "roll", (), 1),
        (seat(2, 0), "roll", (), 2),
        (seat(0, 2), "help", (), 0),
        (seat(2), "all", (), 2),
        # Without a part for those no one has taken.
        (seat(), "roll", (1,), 1),
        (seat(), "roll", (0,), -1),
        (seat(), "all", (0,), None),
        # What is not on offer concerns whoever is expected.
        (seat(1), "gone", (), 1),
        (seat(role=HOST), "gone", (), 1),
    ],
)
def test_phone_acts_in_name_of_whoever_is_due(who, do, free, actor):
    assert seats.actor_for(who, (HELP, ROLL, ALL), do, free) == actor

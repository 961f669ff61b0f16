"""Whose turn a phone says it is, by name, and for whom a game was won."""

from __future__ import annotations

import re

import pytest

from companion.plays import ledger

pytestmark = pytest.mark.django_db


def board(client, at):
    return client.get(at).content.decode()


def turn(client, at):
    return re.search(r'data-turn="([^"]*)"', board(client, at)).group(1)


def test_only_the_phone_of_whoever_is_asked_says_so(cast):
    assert turn(cast.host, cast.at) == "Ana, your turn"
    assert turn(cast.player, cast.at) == ""
    assert turn(cast.spectator, cast.watched_at) == ""


def test_who_waits_is_told_the_person_and_the_side(cast):
    assert "Ana (Squirrel 1): " in board(cast.player, cast.at)


def test_a_table_on_one_phone_tells_nobody_whose_turn_it_is(cast):
    cast.play.seats.filter(name="Bo").delete()
    cast.play.seats.filter(name="Ana").update(parts=[0, 1])
    assert turn(cast.host, cast.at) == ""


def test_each_phone_says_for_whom_it_ended(cast):
    for n in range(7):
        ledger.record(cast.play.pk, {"do": "roll", "face": 6}, key=f"k{n}", actor=n % 2)
    assert "You won" in board(cast.host, cast.at)
    assert "You lost" in board(cast.player, cast.at)
    watched = board(cast.spectator, cast.watched_at)
    assert "You" not in watched
    assert "Winner: Ana (Squirrel 1)" in watched

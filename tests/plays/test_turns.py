"""Tests of whose turn a phone says it is, by name, and for whom a game was won."""

from __future__ import annotations

import re

import pytest

from companion.plays import ledger
from companion.plays.models import Seat
from tests import highlights
from tests.plays.test_peaks import NAMES, phones

pytestmark = pytest.mark.django_db


def board(client, at):
    return client.get(at).content.decode()


def turn(client, at):
    return re.search(r'data-turn="([^"]*)"', board(client, at)).group(1)


def test_only_phone_of_whoever_is_asked_says_so(cast):
    assert turn(cast.host, cast.at) == "Ana, your turn"
    assert turn(cast.player, cast.at) == ""
    assert turn(cast.spectator, cast.watched_at) == ""


def test_who_waits_is_told_person_and_side(cast):
    assert "Ana (Squirrel 1): " in board(cast.player, cast.at)


def test_table_on_one_phone_tells_nobody_whose_turn(cast):
    cast.play.seats.filter(name="Bo").delete()
    cast.play.seats.filter(name="Ana").update(parts=[0, 1])
    assert turn(cast.host, cast.at) == ""


def test_everybody_asked_at_once_is_told_so():
    steps = highlights.recorded("talisman-batman")
    step = next(each for each in steps if each.entry["do"] == "villain" and each.actor == 0)
    play = highlights.seated("talisman-batman", 3, NAMES)
    highlights.placed(play, step)
    *each, screen = phones(play)
    told = [re.search(r'data-turn="([^"]*)"', html).group(1) for html in each]
    assert told == [f"{name}, your turn" for name in NAMES[:3]]
    assert "Maximilian, Leo and Noor" in screen


def test_fight_with_dice_anybody_tells_calls_fighters():
    steps = highlights.recorded("talisman-batman")
    step = next(each for each in steps if each.entry["do"] == "strike" and each.state.fight.foe)
    play = highlights.seated("talisman-batman", 3, NAMES)
    highlights.placed(play, step)
    *each, screen = phones(play)
    fight = step.state.fight
    fighters = {fight.me.seat, fight.foe.seat}
    told = [re.search(r'data-turn="([^"]*)"', html).group(1) for html in each]
    assert told == [f"{NAMES[n]}, your turn" if n in fighters else "" for n in range(3)]
    named = [NAMES[n] for n in sorted(fighters)]
    assert " and ".join(named) in " ".join(screen.partition('class="turn"')[2].split())


def test_screen_says_what_is_asked_of_anybody():
    steps = highlights.recorded("fire-nation")
    step = next(each for each in steps if each.entry["do"] == "refill")
    play = highlights.seated("fire-nation", len(step.referee.parts(step.state)), NAMES)
    highlights.placed(play, step)
    turn = phones(play)[-1].partition('class="turn')[2].partition("</header>")[0]
    assert re.search(r"<p>[^<]+</p>", turn)


def test_agreement_asked_for_is_as_loud_as_turn(cast):
    for n, part in enumerate((0, 1, 0)):
        seat = Seat.objects.get(play=cast.play, parts=[part])
        face = {"do": "roll", "face": 2}
        ledger.record(cast.play.pk, face, key=f"k{n}", seat=seat, actor=part)
    ana = Seat.objects.get(play=cast.play, name="Ana")
    ledger.go_back(cast.play.pk, 1, key="b", seat=ana)
    assert turn(cast.player, cast.at) == "Bo, your decision"
    assert turn(cast.spectator, cast.watched_at) == turn(cast.host, cast.at) == ""


def test_each_phone_says_for_whom_it_ended(cast):
    for n in range(7):
        ledger.record(cast.play.pk, {"do": "roll", "face": 6}, key=f"k{n}", actor=n % 2)
    assert "You won" in board(cast.host, cast.at)
    assert "You lost" in board(cast.player, cast.at)
    watched = board(cast.spectator, cast.watched_at)
    assert "You" not in watched
    assert "Winner: Ana (Squirrel 1)" in watched

"""Tests of what the crew's page suggests for tonight, and the tap that starts it."""

from datetime import timedelta

from django.http import QueryDict
from django.utils import timezone

from companion.plays import seats
from companion.plays.models import Play
from companion.stats.models import Record
from companion.stats.tonight import Tonight
from tests.stats.conftest import roll


def played(crew, title, players, minutes, days):
    ended = timezone.now() - timedelta(days=days)
    return Record.objects.create(
        crew=crew, title=title, players=players, minutes=minutes, result="won", book="clean",
        revision=0, started_at=ended, ended_at=ended, source_id=f"{title}{minutes}{days}",
    )  # fmt: skip


def asked(group, *names, minutes=""):
    query = QueryDict(mutable=True)
    query.update({"here": "yes", "time": minutes})
    query.setlist("with", [str(group.people[name].pk) for name in names])
    tonight = Tonight(group.crew, group.people["Ana"], query)
    return {each.title.slug: each for each in tonight.found}


def test_longest_unplayed_title_comes_first(group):
    for title, days in (("fire-nation", 3), ("talisman-batman", 40), ("animated-dice", 9)):
        played(group.crew, title, 2, 50, days)
    order = [slug for slug in asked(group, "Bo") if slug in ("fire-nation", "talisman-batman")]
    assert order == ["talisman-batman", "fire-nation"]


def test_usual_length_is_of_this_many_players(group):
    for minutes in (40, 50, 60, 200):
        played(group.crew, "animated-dice", 2, minutes, minutes)
    played(group.crew, "animated-dice", 3, 10, 1)
    lines = asked(group, "Bo")["animated-dice"].lines
    assert lines[0] == "With 2 players 55 min, mostly 48 min to 1 h 35 min."
    assert asked(group, "Bo", "Di")["animated-dice"].lines[0] == "With 3 players about 10 min."
    assert lines[-1] == "Last played 1 day ago: Won."


def test_title_too_long_for_tonight_is_not_suggested(group):
    played(group.crew, "animated-dice", 2, 80, 5)
    assert asked(group, "Bo", minutes="90")["animated-dice"].suits
    found = asked(group, "Bo", minutes="60")["animated-dice"]
    assert not found.suits
    assert "Usually longer than you have." in found.lines


def test_title_for_more_people_says_how_many(group):
    found = asked(group)["animated-dice"]
    assert not found.suits
    assert found.lines[0] == "Number of players: 2 to 5."


def test_one_tap_starts_with_those_who_are_here(group):
    ana = group.phones["Ana"]
    bo = group.people["Bo"]
    page = ana.get(f"/c/{group.crew.key}/?here=yes&with={bo.pk}").content.decode()
    assert "Start with 2 players" in page
    sent = {"faces": "yes", "who": [group.people["Ana"].pk, bo.pk]}
    assert ana.post(f"/c/{group.crew.key}/start/animated-dice/", sent).status_code == 302
    play = Play.objects.get(title="animated-dice")
    assert {seat.name for seat in play.seats.all()} == {"Ana", "Bo"}


def test_home_says_whose_turn_and_how_it_stands(group):
    play = group.play(6, 1)
    ana = group.phones["Ana"]
    seat = play.seats.get(name="Ana")
    ana.cookies[seats.cookie_name(play.code)] = seats.token(seat)
    text = ana.get("/").content.decode()
    assert "Your turn · Ana 6, Bo 1" in text
    roll(play, 3, [*play.seats.all()])
    assert "Next: Bo · Ana 9, Bo 1" in ana.get("/").content.decode()

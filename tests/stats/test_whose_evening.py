"""Tests of what the page of an evening offers to whom: naming a player, keeping it, its files."""

import pytest
from django.test import Client

from companion.plays import ledger, seats
from companion.plays.models import Play, Seat
from companion.stats import play_pages
from tests.sample_game import Setup


@pytest.fixture
def unnamed(group):
    """Return an evening of Ana with someone no one has named."""
    play = group.finished(names="Ana Zed")
    play.seats.filter(name="Zed").update(person=None)
    return play


def page(phone, play):
    return phone.get(f"/p/{play.share}/").content.decode()


def test_keeper_and_attendees_are_asked_who_it_was(group, unnamed):
    assert "Who was it?" in page(group.phones["Ana"], unnamed)
    for phone in (group.phones["Bo"], group.phones["Di"], group.stranger):
        assert "Who was it?" not in page(phone, unnamed)
    unnamed.seats.filter(name="Ana").update(person=group.people["Di"])
    assert "Who was it?" in page(group.phones["Di"], unnamed)


def test_evening_is_offered_to_crews_of_its_players(group, acorns):
    play = ledger.begin(acorns, Setup(1, 5))
    seat = Seat.objects.create(play=play, name="Ana", parts=[0])
    ledger.record(play.pk, {"do": "roll", "face": 6}, key="k", seat=seat, actor=0)
    play = Play.objects.get(pk=play.pk)
    phone = group.phones["Ana"]
    assert "Into" not in page(phone, play)
    phone.cookies[seats.cookie_name(play.code)] = seats.token(Seat.objects.get(pk=seat.pk))
    assert "Into The Cellar's book" in page(phone, play)
    alone = Client()
    alone.cookies[seats.cookie_name(play.code)] = seats.token(Seat.objects.get(pk=seat.pk))
    assert "This game is in no crew" in page(alone, play)
    Play.objects.filter(pk=play.pk).update(crew=group.crew)
    assert "Into" not in page(phone, play)
    assert "This game is in no crew" not in page(alone, play)


def test_running_log_leads_only_its_people_to_table(group):
    play = group.play(3)
    at = f"/p/{play.share}/"
    assert group.stranger.get(at).status_code == 404
    told = group.phones["Bo"].get(f"{at}log/")
    assert told.status_code == 409
    assert "This game gets its page when it is over." in told.content.decode()
    seat = play.seats.get(name="Ana")
    group.stranger.cookies[seats.cookie_name(play.code)] = seats.token(seat)
    assert group.stranger.get(f"{at}log/")["Location"] == f"/t/{play.code}/"
    assert group.stranger.get(at).status_code == 200


def test_gone_title_leaves_its_log_to_read(group):
    play = group.finished()
    Play.objects.filter(pk=play.pk).update(title="chess")
    answer = group.stranger.get(f"/p/{play.share}/")
    assert answer.status_code == 200
    assert answer.templates[0].name == "plays/removed.html"


def test_page_outcome_is_said_with_rule_and_page(group):
    play = group.finished()
    assert play_pages._outcome(play) == {
        "result": "won",
        "text": "Squirrel 1 has a full store",
        "rule": "N-01",
        "page": "1",
        "also": [],
    }
    play.outcome = {**play.outcome, "rule": "N-99", "also": ["full"]}
    told = play_pages._outcome(play)
    assert (told["page"], told["also"]) == ("", ["Squirrel 1 has a full store"])
    play.outcome = None
    assert play_pages._outcome(play) is None


def test_step_beyond_end_leads_to_last(group):
    play = group.finished()
    at = f"/p/{play.share}/step"
    assert group.stranger.get(f"{at}/{play.ordinal}/").status_code == 200
    beyond = group.stranger.get(f"{at}/{play.ordinal + 1}/")
    assert beyond["Location"] == f"{at}/{play.ordinal}/"
    first = group.stranger.get(f"{at}/0/").content.decode()
    assert "Squirrel 1 rolled" not in first.partition("<nav")[0]


@pytest.mark.parametrize("long", [False, True])
def test_too_long_log_is_read_for_no_file(group, monkeypatch, long):
    play = group.finished()
    monkeypatch.setattr(play_pages, "LONG", play.ordinal - long)
    status = 409 if long else 200
    assert group.stranger.get(f"/p/{play.share}/dice.csv").status_code == status
    drawn = group.stranger.get(f"/p/{play.share}/picture-wide.png")
    assert drawn.status_code == (409 if long else 200)


def test_abandoned_play_is_linked_to_no_other_book(group):
    done, left = group.finished(), group.play(5)
    ledger.abandon(left.pk)
    assert "app.bgstatsapp.com" in page(group.stranger, done)
    assert "app.bgstatsapp.com" not in page(group.stranger, left)

"""A rematch in one tap, a crew's next evening, and a table that was stopped."""

from __future__ import annotations

import re

import pytest
from django.core import signing
from django.test import Client

from companion import cookies
from companion.crews import people
from companion.plays import ledger, rematch, seating, seats
from companion.plays.models import Play, Seat
from games import registry
from games.referee import MalformedError, Refusal


def stopped(cast):
    ledger.abandon(cast.play.pk)
    cast.play.refresh_from_db()
    return cast.play


def follower(play) -> Play:
    play.refresh_from_db()
    assert play.rematch is not None
    return play.rematch


def shown(client, at):
    return client.get(at).content.decode()


def test_first_asker_hosts_rematch_others_keep_seats(cast):
    play = stopped(cast)
    answer = cast.player.post(f"{cast.at}again")
    new = follower(play)
    assert answer["Location"] == f"/t/{new.code}/"
    assert [(s.name, s.role, s.parts, s.claimed) for s in new.seats.all()] == [
        ("Ana", "player", [0], False),
        ("Bo", "host", [1], True),
    ]
    assert cast.player.get(answer["Location"]).status_code == 200
    assert cast.host.post(f"{cast.at}again")["Location"] == f"/t/{new.code}/"
    assert cast.host.get(f"/t/{new.code}/").status_code == 200
    assert new.seats.get(name="Ana").claimed
    assert Play.objects.count() == 2


def test_running_game_and_spectators_get_no_rematch(cast):
    assert cast.host.post(f"{cast.at}again").status_code == 409
    with pytest.raises(MalformedError):
        rematch.rematch(Seat.objects.select_related("play").get(name="Ana"))
    stopped(cast)
    assert cast.spectator.post(f"{cast.watched_at}again").status_code == 403
    assert cast.stranger.post(f"{cast.at}again").status_code == 403
    assert Play.objects.count() == 1


def test_everybody_hears_of_the_rematch(cast):
    play = stopped(cast)
    before = play.revision
    assert "Rematch" in shown(cast.player, f"{cast.at}board")
    cast.host.post(f"{cast.at}again")
    play.refresh_from_db()
    assert play.revision == before + 1
    assert "Your seat in the rematch" in shown(cast.player, f"{cast.at}board?have={before}")
    assert "Your seat in the rematch" not in shown(cast.spectator, f"{cast.watched_at}board")
    assert "Began a rematch" in shown(cast.player, f"{cast.at}log")
    assert "the rematch has started" in shown(cast.player, "/")
    assert "the rematch has started" not in shown(cast.host, "/")


def test_table_with_waiting_rematch_stands_among_running_ones(cast):
    play = stopped(cast)
    above, _, older = shown(cast.player, "/").partition("Older tables")
    assert (play.code in above, play.code in older) == (False, True)
    cast.host.post(f"{cast.at}again")
    above, _, older = shown(cast.player, "/").partition("Older tables")
    assert (play.code in above, play.code in older) == (True, False)
    ledger.abandon(follower(play).pk)
    above, _, older = shown(cast.player, "/").partition("Older tables")
    assert (play.code in above, play.code in older) == (False, True)


def test_old_phone_cannot_retake_given_away_seat(cast):
    play = stopped(cast)
    cast.host.post(f"{cast.at}again")
    new = follower(play)
    host = Seat.objects.select_related("play").get(play=new, role="host")
    seating.release(host, new.seats.get(name="Bo").pk)
    new.refresh_from_db()
    assert cast.player.post(f"{cast.at}again")["Location"] == f"/j/{new.code}/"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_the_next_one_begins_and_everything_else_stays(slug):
    referee = registry.referee(slug)
    box = referee.sample_box()
    first = referee.draw(referee.setup_default(referee.title.max_players, box), box, lambda n: 0)
    state = referee.begin(first, box).state
    parts, setup = len(referee.parts(state)), first
    for turn in range(parts):
        setup = referee.again(setup, state)
        assert not isinstance(referee.begin(setup, box), Refusal)
        if hasattr(first, "first"):
            assert setup.first == (first.first + turn + 1) % parts
    assert setup == first


def test_who_would_begin_is_on_the_button(db):
    phone = Client()
    phone.post("/g/animated-dice/", {"players": 2, "box": "sample"})
    play = Play.objects.get()
    ledger.abandon(play.pk)
    assert "Rematch: Catwoman goes first" in shown(phone, f"/t/{play.code}/")


# -- stopped ---------------------------------------------------------------------------------------


def test_stopped_table_says_so_and_any_player_resumes(cast):
    ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k", actor=0)
    assert cast.player.post(f"{cast.at}close").status_code == 403
    assert cast.host.post(f"{cast.at}close")["Location"] == cast.at
    assert "Stopped" in shown(cast.host, f"{cast.at}board")
    assert "Resume" in shown(cast.player, f"{cast.at}board")
    watched = shown(cast.spectator, f"{cast.watched_at}board")
    assert "Stopped" in watched
    assert "Resume" not in watched
    answer = cast.player.post(f"{cast.at}close", {"closed": "no"}, HTTP_HX_REQUEST="true")
    assert (answer.status_code, answer["HX-Redirect"]) == (204, cast.at)
    assert "What did the die show?" in shown(cast.player, f"{cast.at}board")


def test_log_of_stopped_table_says_how_it_stood(db):
    phone = Client()
    phone.post("/g/animated-dice/", {"players": 2, "box": "sample"})
    play = Play.objects.get()
    ledger.record(play.pk, {"do": "total", "points": 3}, key="a", actor=0)
    ledger.abandon(play.pk)
    ledger.abandon(play.pk, closed=False)
    ledger.record(play.pk, {"do": "total", "points": 9}, key="b", actor=1)
    page = shown(phone, f"/t/{play.code}/log")
    stood = page.partition("Ended the table without a result")[2].partition("</ul>")[0]
    assert [text.strip() for text in re.findall(r"<li>([^<]*)", stood)] == [
        "Total of The Joker: 3",
        "Total of Catwoman: 0",
    ]


# -- a crew ----------------------------------------------------------------------------------------


@pytest.fixture
def crew(db, acorns):
    """Return a crew of three; Ana keeps it and is on this phone."""
    ana = people.found("Squirrels", "Ana")
    ana.devices.create(key="ana-phone")
    jo, mia = (ana.crew.people.create(name=name) for name in ("Jo", "Mia"))
    phone = Client()
    phone.cookies[cookies.DEVICE_COOKIE] = signing.dumps("ana-phone", salt=cookies.DEVICE_COOKIE)
    return phone, ana, jo, mia


def test_faces_are_tapped_instead_of_a_number(crew):
    phone, ana, jo, mia = crew
    at = f"/c/{ana.crew.key}/start/acorns/"
    page = shown(phone, at)
    assert "Who is playing?" in page
    assert 'name="players"' not in page
    phone.post(at, {"faces": "yes", "who": [jo.pk], "new": "Ola, "})
    play = Play.objects.get()
    assert play.setup["players"] == 3
    assert [(s.name, s.person.name, s.parts, s.claimed) for s in play.seats.all()] == [
        ("Jo", "Jo", [1], False),
        ("Ola", "Ola", [2], False),
        ("Ana", "Ana", [0], True),
    ]
    assert "I am Jo" in shown(Client(), f"/j/{play.code}/")
    many = phone.post(at, {"faces": "yes", "who": [jo.pk, mia.pk], "new": "A, B, C"})
    assert many.status_code == 422
    assert not ana.crew.people.filter(name="A").exists()


def test_who_played_the_last_time_is_in_already(crew):
    phone, ana, jo, mia = crew
    at = f"/c/{ana.crew.key}/start/acorns/"
    phone.post(at, {"faces": "yes", "who": [mia.pk]})
    ticked = [line for line in shown(phone, at).split("<label")[1:] if "checked" in line]
    assert any(f'value="{mia.pk}"' in line for line in ticked)
    assert not any(f'value="{jo.pk}"' in line for line in ticked)


def test_whoever_waits_for_phone_is_entered_for_meanwhile(crew):
    phone, ana, jo, _mia = crew
    phone.post(f"/c/{ana.crew.key}/start/acorns/", {"faces": "yes", "who": [jo.pk]})
    play = Play.objects.get()
    acorns = registry.referee("acorns")
    parts = acorns.parts(acorns.decode_state(play.state))
    assert seats.free_parts(play.seats.all(), parts) == {1}


def test_the_crew_page_offers_the_last_game_again(crew):
    phone, ana, jo, _mia = crew
    at = f"/c/{ana.crew.key}/"
    assert "Play again:" not in shown(phone, at)
    assert phone.post(f"{at}again").status_code == 409
    phone.post(f"{at}start/acorns/", {"faces": "yes", "who": [jo.pk]})
    play = Play.objects.get()
    ledger.abandon(play.pk)
    assert "Play again:" in shown(phone, at)
    answer = phone.post(f"{at}again")
    new = follower(play)
    assert answer["Location"] == f"/t/{new.code}/"
    assert new.crew == ana.crew
    assert [(s.name, s.claimed) for s in new.seats.all()] == [("Jo", False), ("Ana", True)]
    # Another tap leads back to it and starts no third one.
    assert phone.post(f"{at}again")["Location"] == f"/t/{new.code}/"
    assert Play.objects.count() == 2


def test_what_is_said_after_stop_reopens_no_table(cast):
    ended = stopped(cast).ended_at
    cast.host.post("/crews/", {"name": "Hounds", "me": "Ana", "play": cast.play.share})
    cast.host.post(f"{cast.at}again")
    cast.play.refresh_from_db()
    assert (cast.play.ended_at, cast.play.abandoned) == (ended, True)


def test_a_founded_crew_takes_the_evening_along(cast):
    play = stopped(cast)
    cast.stranger.post("/crews/", {"name": "Thieves", "me": "Eve", "play": play.share})
    cast.host.post("/crews/", {"name": "Hounds", "me": "Ana", "play": play.share})
    play.refresh_from_db()
    assert play.crew.name == "Hounds"
    assert {person.name for person in play.crew.people.all()} == {"Ana", "Bo"}

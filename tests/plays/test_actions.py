"""Posts to a table: each bad one gets a clear sentence, loses nothing, doubles nothing."""

import re

import pytest
from django.core import signing

from companion.plays import ledger, seats
from companion.plays.models import Entry, Play, Seat

HTMX = {"HTTP_HX_REQUEST": "true"}


def revision(cast):
    return Play.objects.get(pk=cast.play.pk).revision


def roll(client, cast, face=4, key="k", seen=0, **more):
    data = {"do": "roll", "face": face, "key": key, "revision": seen, **more}
    return client.post(f"{cast.at}act", data, **HTMX)


def test_tap_becomes_entry_and_fresh_board(cast):
    answer = roll(cast.host, cast)
    assert answer.status_code == 200
    assert 'data-revision="1"' in answer.content.decode()
    assert "Squirrel 1 rolled 4" in answer.content.decode()
    entry = Entry.objects.get()
    assert (entry.seat.name, entry.actor, entry.action) == ("Ana", 0, {"do": "roll", "face": 4})


def test_without_javascript_tap_leads_back_to_table(cast):
    answer = cast.host.post(f"{cast.at}act", {"do": "roll", "face": 4})
    assert (answer.status_code, answer["Location"]) == (302, cast.at)


def test_the_same_tap_twice_counts_once(cast):
    first, second = roll(cast.host, cast), roll(cast.host, cast)
    assert (first.status_code, second.status_code) == (200, 200)
    assert revision(cast) == 1


def test_same_die_entered_by_two_phones_counts_once(cast):
    roll(cast.host, cast)
    answer = roll(cast.player, cast, key="other")
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "The table has moved on. Ana: Squirrel 1 rolled 4" in text
    assert 'data-revision="1"' in text
    assert revision(cast) == 1


def test_small_taps_of_two_phones_both_count(cast):
    for client, key in ((cast.host, "a"), (cast.player, "b")):
        data = {"do": "find", "squirrel": 1, "key": key, "revision": 0}
        assert client.post(f"{cast.at}act", data, **HTMX).status_code == 200
    assert revision(cast) == 2


def test_player_out_of_turn_is_refused_with_rule(cast):
    answer = roll(cast.player, cast)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "It is Squirrel 1&#39;s turn" in text
    assert "N-01" in text
    assert revision(cast) == 0


def test_table_overrules_refusal_and_log_says_so(cast):
    answer = roll(cast.player, cast, **{"override:E_NOT_ACTIVE": "house rule"})
    assert answer.status_code == 200
    entry = Entry.objects.get()
    assert entry.answers == {"override:E_NOT_ACTIVE": "house rule"}
    assert "Overruled by the table: house rule" in cast.player.get(f"{cast.at}log").content.decode()


def test_a_question_is_answered_with_one_tap(cast):
    asked = roll(cast.host, cast, face=1)
    assert asked.status_code == 422
    assert "Did the crow look?" in asked.content.decode()
    assert roll(cast.host, cast, face=1, **{"answer:CROW": "yes"}).status_code == 200
    assert Entry.objects.get().answers == {"CROW": "yes"}


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": ""},
        {"do": "fly"},
        {"do": "roll"},
        {"do": "roll", "face": "six"},
        {"do": "roll", "face": "1e400"},
        {"do": "roll", "face": ""},
        {"do": "adjust", "tracker": "store.0", "value": "9" * 400},
        {"do": "roll", "face": "9", "revision": "-1"},
        {"do": "paint", "colour": "x\x00"},
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(cast, data):
    answer = cast.host.post(f"{cast.at}act", data, **HTMX)
    assert answer.status_code in (400, 422)
    assert revision(cast) == 0


@pytest.mark.parametrize("face", [0, 7, -1, 10**30])
def test_impossible_numbers_are_refused(cast, face):
    answer = roll(cast.host, cast, face=face)
    assert answer.status_code == 422
    assert revision(cast) == 0


def test_a_refused_form_keeps_what_was_typed(cast):
    data = {"do": "adjust", "prompt": "p-adjust", "tracker": "store.0", "value": "99", "key": "k"}
    answer = cast.host.post(f"{cast.at}act", data, **HTMX)
    assert answer.status_code == 422
    assert "from 0 to 20" in answer.content.decode()


@pytest.mark.parametrize("where", ["act", "undo", "redo", "back"])
def test_a_closed_table_says_so_whatever_is_tapped(cast, where):
    roll(cast.host, cast)
    ledger.abandon(cast.play.pk)
    data = {"do": "roll", "face": 4, "seq": 0, "revision": 2}
    answer = cast.host.post(f"{cast.at}{where}", data, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "This table is closed." in answer.content.decode()


def test_a_spectator_only_looks(cast):
    answer = cast.spectator.post(f"{cast.watched_at}act", {"do": "roll", "face": 4}, **HTMX)
    assert answer.status_code == 403
    assert "You are watching" in answer.content.decode()
    assert cast.spectator.get(cast.watched_at).status_code == 200
    assert cast.spectator.post(f"{cast.watched_at}undo").status_code == 403
    assert revision(cast) == 0


def test_a_spectator_never_learns_the_joining_code(cast):
    for page in ("", "board", "log", "people", "more", "rules"):
        text = cast.spectator.get(cast.watched_at + page).content.decode()
        assert cast.play.code not in text, page


def test_watchers_share_one_board_in_their_own_languages(cast, django_assert_num_queries):
    roll(cast.host, cast)
    seen = cast.spectator.get(f"{cast.watched_at}board").content.decode()
    assert 'data-revision="1"' in seen
    assert not re.search(r'name="csrfmiddlewaretoken" value="[^"]', seen)
    with django_assert_num_queries(2):
        assert cast.spectator.get(f"{cast.watched_at}board").content.decode() == seen
    polish = cast.spectator.get(f"{cast.watched_at}board", HTTP_ACCEPT_LANGUAGE="pl")
    assert "Stół" in polish.content.decode()
    roll(cast.host, cast, key="again", seen=1, face=3)
    assert 'data-revision="2"' in cast.spectator.get(f"{cast.watched_at}board").content.decode()


def test_a_stranger_is_shown_the_door(cast):
    assert cast.stranger.get(cast.at)["Location"] == f"/j/{cast.play.code}/"
    answer = cast.stranger.post(f"{cast.at}act", {"do": "roll", "face": 4}, **HTMX)
    assert answer.status_code == 403
    assert "no seat at this table" in answer.content.decode()
    assert revision(cast) == 0


@pytest.mark.parametrize("make", ["garbage", "", "other_key", "other_play", "revoked"])
def test_a_forged_seat_cookie_opens_nothing(cast, acorns, make):
    from companion.plays import ledger
    from tests.sample_game import Setup

    host = Seat.objects.get(name="Ana")
    token = {
        "garbage": "abc:def:ghi",
        "": "",
        "other_key": signing.dumps({"p": cast.play.pk, "s": host.pk, "e": 0}, salt="other"),
    }.get(make, seats.token(host))
    if make == "other_play":
        elsewhere = ledger.begin(acorns, Setup())
        token = seats.token(Seat.objects.create(play=elsewhere, name="X", role="host"))
    if make == "revoked":
        Seat.objects.filter(pk=host.pk).update(epoch=1)
    cast.stranger.cookies[seats.cookie_name(cast.play.code)] = token
    assert cast.stranger.post(f"{cast.at}act", {"do": "roll", "face": 4}).status_code == 403
    assert revision(cast) == 0


def test_undo_from_another_phone_and_redo(cast):
    roll(cast.host, cast)
    undone = cast.player.post(f"{cast.at}undo", {"revision": 1, "key": "u"}, **HTMX)
    assert "Undone: Squirrel 1 rolled 4" in undone.content.decode()
    again = cast.host.post(f"{cast.at}redo", {"revision": 2, "key": "r"}, **HTMX)
    assert "Redone: Squirrel 1 rolled 4" in again.content.decode()
    assert revision(cast) == 3


def test_undo_meant_for_another_entry_is_not_done(cast):
    roll(cast.host, cast)
    answer = cast.player.post(f"{cast.at}undo", {"revision": 0, "key": "u"}, **HTMX)
    assert answer.status_code == 409
    assert revision(cast) == 1


def test_nothing_to_undo_is_said(cast):
    answer = cast.host.post(f"{cast.at}undo", {"revision": 0, "key": "u"}, **HTMX)
    assert answer.status_code == 409
    assert "nothing left to undo" in answer.content.decode()


def test_go_back_to_an_entry(cast):
    for n, face in enumerate([2, 3, 4]):
        roll(cast.host, cast, face=face, key=f"k{n}", seen=n)
    answer = cast.host.post(f"{cast.at}back", {"seq": 1, "revision": 3, "key": "b"}, **HTMX)
    assert answer.status_code == 200
    assert cast.host.post(f"{cast.at}back", {"seq": "x"}, **HTMX).status_code == 422
    assert cast.host.post(f"{cast.at}back", {"seq": 77, "revision": 4}, **HTMX).status_code == 409


def test_only_the_host_hands_over_and_revokes(cast):
    bo = Seat.objects.get(name="Bo")
    assert cast.player.post(f"{cast.at}host", {"seat": bo.pk}).status_code == 403
    assert cast.host.post(f"{cast.at}host", {"seat": bo.pk}).status_code == 302
    assert Seat.objects.get(name="Bo").role == Seat.Role.HOST
    assert Seat.objects.get(name="Ana").role == Seat.Role.PLAYER
    ana = Seat.objects.get(name="Ana")
    assert cast.player.post(f"{cast.at}revoke", {"seat": ana.pk}).status_code == 302
    assert cast.host.get(cast.at).status_code == 302
    assert cast.player.post(f"{cast.at}host", {"seat": "x"}).status_code == 422


def test_post_without_csrf_token_is_turned_away(cast):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.cookies = cast.host.cookies
    answer = strict.post(f"{cast.at}act", {"do": "roll", "face": 4}, **HTMX)
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")
    assert revision(cast) == 0

"""Tests of what a phone may keep of what was typed, and when a tap that waits may leave."""

import pytest
from django.http import HttpResponse
from django.test import Client

from companion.plays import ledger, replay
from companion.plays.answers import Recorded
from companion.plays.pages import actions, drafts


def post(client, play, **data):
    return client.post(f"/t/{play.code}/act", data, headers={"HX-Request": "true"})


def stale(play, have):
    play.refresh_from_db()
    return drafts.stale(play, have)


def made(play, **action):
    done = ledger.record(play.pk, action, key=f"{play.revision}")
    assert isinstance(done, Recorded)
    play.refresh_from_db()


def test_typed_text_holds_until_its_step_is_entered(cast):
    made(cast.play, do="find", squirrel=0)
    assert stale(cast.play, 1) == []
    assert stale(cast.play, 0) == ["find"]
    made(cast.play, do="roll", face=4)
    assert stale(cast.play, 1) == ["*"]


def test_card_text_outlasts_table_moves_until_told(cast):
    made(cast.play, do="roll", face=4)
    assert stale(cast.play, 0) == ["*"]
    assert drafts.taught(cast.play.title) == "paint"
    made(cast.play, do="paint", colour="teal")
    assert stale(cast.play, 1) == ["paint"]
    assert stale(cast.play, 0) == ["*", "paint"]


def test_undoing_step_ends_draft_of_next_one(cast):
    made(cast.play, do="roll", face=4)
    ledger.undo(cast.play.pk, key="u")
    assert stale(cast.play, 1) == ["*"]


def test_phone_that_slept_through_whole_evening_keeps_nothing(cast):
    for _ in range(replay.WINDOW):
        made(cast.play, do="find", squirrel=0)
        ledger.undo(cast.play.pk, key=f"u{cast.play.revision}")
        cast.play.refresh_from_db()
    assert stale(cast.play, 0) == ["*"]


def test_board_tells_phone_what_it_may_not_keep(cast):
    made(cast.play, do="roll", face=4)
    page = cast.host.get(f"{cast.at}board?have=0").content.decode()
    assert 'data-stale="*"' in page
    assert 'data-small="find" data-taught="paint"' in page
    assert 'data-stale=""' in cast.host.get(f"{cast.at}board?have=nonsense").content.decode()


def answered(answer):
    return answer.headers.get("Sidekick-Answer")


def test_an_answer_to_a_tap_names_its_key(cast):
    tap = {"do": "roll", "face": "4", "revision": "0", "key": "tap-1"}
    assert answered(post(cast.host, cast.play, **tap)) == "tap-1"
    late = post(cast.player, cast.play, **{**tap, "face": "5", "key": "tap-2"})
    assert (late.status_code, answered(late)) == (409, "tap-2")
    wrong = post(cast.host, cast.play, do="roll", face="9", revision="1", key="tap-3")
    assert (wrong.status_code, answered(wrong)) == (422, "tap-3")
    watcher = cast.spectator.post(f"{cast.watched_at}act", {"do": "roll", "key": "tap-4"})
    assert (watcher.status_code, answered(watcher)) == (403, "tap-4")
    assert answered(cast.host.post(f"{cast.at}undo", {"key": "tap-5", "revision": "1"})) == "tap-5"


def test_only_key_page_could_have_made_is_repeated(cast):
    odd = post(cast.host, cast.play, do="roll", face="4", key="a\r\nSet-Cookie: b=c")
    assert odd.status_code < 500
    assert answered(odd) is None
    assert answered(cast.host.get(cast.at, {"key": "tap"})) is None


def test_page_open_too_long_keeps_its_tap(cast):
    phone = Client(enforce_csrf_checks=True)
    phone.cookies = cast.host.cookies
    answer = phone.post(f"{cast.at}act", {"do": "roll", "face": "4", "key": "tap"})
    assert answer.status_code == 403
    assert answered(answer) is None


@pytest.mark.parametrize("status", [429, 500, 503])
def test_who_is_too_busy_has_not_answered(cast, monkeypatch, status):
    monkeypatch.setattr(actions, "fresh", lambda *args, **kwargs: HttpResponse(status=status))
    assert answered(post(cast.host, cast.play, do="roll", face="4", key="tap")) is None

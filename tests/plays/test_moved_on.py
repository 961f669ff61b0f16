"""Tests of what a post is told where it changes nothing, and how much of what it says is kept."""

import pytest
from django.http import QueryDict
from django.utils import timezone

from companion.plays import ledger, visibility
from companion.plays.answers import (
    ChangeRejectedError,
    SecretsRevealedError,
    StaleRevisionError,
    TableClosedError,
    TableFullError,
)
from companion.plays.models import Play, Seat
from companion.plays.pages import actions, forms
from games.referee import Field

HTMX = {"HTTP_HX_REQUEST": "true"}


def rolled(cast, *names):
    for n, name in enumerate(names):
        seat = Seat.objects.filter(name=name).first()
        action = {"do": "roll", "face": n + 2}
        ledger.record(cast.play.pk, action, key=f"k{n}", seat=seat, actor=n % 2)


def told(cast, revision):
    """Return what Bo's phone is told whose roll was meant for this revision."""
    data = {"do": "roll", "face": 6, "key": "late", "revision": revision}
    answer = cast.player.post(f"{cast.at}act", data, **HTMX)
    assert answer.status_code == 409
    return answer.context["flash"] if answer.context else answer.content.decode()


def test_late_phone_hears_last_change_and_earlier_count(cast):
    rolled(cast, "Ana", "Bo", "Ana")
    last = "The table has moved on. Ana: Squirrel 1 rolled 4"
    for revision, before in ((2, ""), (1, " (and one earlier"), (0, " (and 2 earlier")):
        text = told(cast, revision)
        assert f"{last}{before}" in text
        assert ("earlier change" in text) is bool(before)


def test_who_has_no_seat_is_somebody(cast):
    rolled(cast, "Nobody")
    assert "The table has moved on. Someone: Squirrel 1 rolled 2" in told(cast, 0)


def test_phone_ahead_of_table_is_asked_to_refresh(cast):
    seat = Seat.objects.get(name="Ana")
    text = actions.moved_on(StaleRevisionError(cast.play, []), seat)
    assert text == "Your phone is out of date with the table. Refresh."
    assert "Refresh." in told(cast, 9)


@pytest.mark.parametrize(
    ("unchanged", "text"),
    [
        (TableClosedError(), "This table is closed."),
        (SecretsRevealedError(), "everyone can read its secrets"),
        (TableFullError(), "This table's log is full"),
        (ChangeRejectedError(), "Nothing to do."),
    ],
)
def test_why_nothing_was_entered_is_said(unchanged, text):
    assert text in actions.why(unchanged, "Nothing to do.")


@pytest.mark.parametrize(
    ("low", "text"), [(1, "Cards: tick at least one."), (2, "Cards: tick at least 2.")]
)
def test_list_lacking_ticks_is_named_with_required_number(cast, monkeypatch, low, text):
    short = Field("cards", "choices", "Cards", low=low)
    monkeypatch.setattr(forms, "unticked", lambda prompts, data: short)
    answer = cast.host.post(f"{cast.at}act", {"do": "roll", "face": 4}, **HTMX)
    assert answer.status_code == 422
    assert text in answer.content.decode()


def test_answers_and_reasons_are_cut_to_log_limits():
    code, over = "C" * 60, "override:" + "E" * 51
    data = QueryDict(mutable=True)
    data.update({"answer:CROW": "yes", f"answer:{code}C": "y" * 201, "face": "4"})
    data.update({f"{over}E": "r" * 201, "override:E_OVER": "  ", "override:E_PAID": " so we said "})
    assert actions.given_answers(data) == {
        "CROW": "yes",
        code: "y" * 200,
        over: "r" * 200,
        "override:E_OVER": "decided by the table",
        "override:E_PAID": "so we said",
    }


def test_post_without_key_is_one_of_its_own():
    assert actions.given_key(QueryDict("key=" + "k" * 81)) == "k" * 80
    first, second = (actions.given_key(QueryDict(text)) for text in ("", "key="))
    assert first
    assert second
    assert first != second


# -- closing ---------------------------------------------------------------------------------------


def abandoned(cast):
    return Play.objects.get(pk=cast.play.pk).abandoned


def test_host_closes_table_any_player_reopens_it(cast):
    assert cast.player.post(f"{cast.at}close", {"closed": "yes"}).status_code == 403
    assert cast.spectator.post(f"{cast.watched_at}close", {"closed": "no"}).status_code == 403
    assert not abandoned(cast)
    closed = cast.host.post(f"{cast.at}close")
    assert (closed.status_code, closed["Location"]) == (302, cast.at)
    assert abandoned(cast)
    opened = cast.player.post(f"{cast.at}close", {"closed": "no"}, **HTMX)
    assert (opened.status_code, opened["HX-Redirect"]) == (204, cast.at)
    assert not abandoned(cast)


@pytest.mark.parametrize("closed", ["yes", "no"])
def test_finished_game_is_neither_closed_nor_reopened(cast, closed):
    Play.objects.update(outcome={"result": "won"}, ended_at=timezone.now())
    answer = cast.host.post(f"{cast.at}close", {"closed": closed})
    assert answer.status_code == 409
    assert "The game is over; there is nothing to close." in answer.content.decode()


def test_closed_table_with_read_secrets_stays_closed(cast, monkeypatch):
    cast.host.post(f"{cast.at}close")
    monkeypatch.setattr(visibility, "settled", lambda play: True)
    assert cast.player.post(f"{cast.at}close", {"closed": "no"}).status_code == 409
    assert abandoned(cast)


# -- going back ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seq", ["", "x", "-1", "1.0"])
def test_where_to_go_back_to_is_a_number(cast, seq):
    rolled(cast, "Ana")
    answer = cast.host.post(f"{cast.at}back", {"seq": seq, "revision": 1}, **HTMX)
    assert answer.status_code == 422
    assert "Choose the entry to go back to." in answer.content.decode()

"""Seats and codes: who sits where is said in the log, a host changes the codes, codes end."""

from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from companion.plays import ledger, seating, seats
from companion.plays.answers import SeatReleasedError
from companion.plays.models import CODES_LINGER, Entry, Play, Seat

HTMX = {"HTTP_HX_REQUEST": "true"}


def roll(cast, face=3):
    return cast.host.post(f"{cast.at}act", {"do": "roll", "face": face}, **HTMX)


def log(client, at):
    return client.get(f"{at}log", follow=True).content.decode()


@pytest.fixture
def begun(cast):
    """Return the table after its first roll."""
    assert roll(cast).status_code == 200
    return cast


def test_change_of_seats_is_entry_once_game_began(cast):
    cast.player.post(f"{cast.at}seat", {"name": "Bo", "parts": ["0", "1"]})
    assert not Entry.objects.exists()
    roll(cast)
    cast.player.post(f"{cast.at}seat", {"name": "Bodo", "parts": "1"})
    Client().post(f"/j/{cast.play.code}/", {"name": "Cy", "parts": "1"})
    said = log(cast.host, cast.at)
    assert "Now plays Squirrel 2" in said
    assert "Sat down" in said
    assert "Asks to play Squirrel 2" in said
    assert list(Entry.objects.values_list("kind", flat=True)) == ["action", "seat", "seat", "ask"]


def test_another_name_alone_is_no_entry(begun):
    begun.player.post(f"{begun.at}seat", {"name": "Bodo", "parts": "1"})
    assert Seat.objects.filter(name="Bodo").exists()
    assert Entry.objects.count() == 1


def test_what_the_host_does_with_seats_is_said(begun):
    cy = Seat.objects.create(play=begun.play, name="Cyd")
    begun.host.post(f"{begun.at}release", {"seat": cy.pk})
    begun.host.post(f"{begun.at}host", {"seat": cy.pk})
    said = log(begun.player, begun.at)
    assert "Lets another phone take over Cyd&#x27;s seat" in said
    assert "Made Cyd the host" in said


def test_tap_made_while_somebody_changed_seats_still_counts(begun):
    Client().post(f"/j/{begun.play.code}/", {"name": "Cy"})
    data = {"do": "roll", "face": 4, "revision": 1, "key": "x"}
    assert begun.player.post(f"{begun.at}act", data, **HTMX).status_code == 200
    late = {**data, "key": "y"}
    assert begun.player.post(f"{begun.at}act", late, **HTMX).status_code == 409


def test_seat_entry_goes_through_playlog_and_back(begun):
    from companion.plays import playlog

    begun.player.post(f"{begun.at}seat", {"name": "Bo", "parts": "0"})
    play = Play.objects.get(pk=begun.play.pk)
    again = playlog.load(playlog.decode(playlog.encode(playlog.export(play))))
    mine, theirs = (p.entries.get(kind="seat").action for p in (play, again))
    assert mine == theirs


def test_new_code_ends_old_one_and_everybody_stays(begun):
    old = begun.play.code
    answer = begun.host.post(f"{begun.at}codes", {"what": "join"})
    play = Play.objects.get(pk=begun.play.pk)
    assert play.code != old
    assert answer["Location"] == f"/t/{play.code}/people"
    assert Client().get(f"/j/{old}/").status_code == 404
    assert Client().post(f"/j/{old}/", {"name": "Eve"}).status_code == 404
    assert Client().get(f"/tv/{old}/").status_code == 404
    assert Client().get(f"/j/{play.code}/").status_code == 200
    assert begun.player.get(begun.at)["Location"] == f"/t/{play.code}/"
    assert begun.player.get(f"/t/{play.code}/").status_code == 200
    assert "Gave the table a new code" in log(begun.player, f"/t/{play.code}/")


def test_open_page_goes_on_after_code_has_changed(begun):
    begun.host.post(f"{begun.at}codes", {"what": "join"})
    play = Play.objects.get(pk=begun.play.pk)
    rolled = begun.player.post(f"{begun.at}act", {"do": "roll", "face": 4}, **HTMX)
    assert rolled.status_code == 200
    assert f"/t/{play.code}/act" in rolled.content.decode()
    again = begun.player.post(f"/t/{play.code}/undo", **HTMX)
    assert again.status_code == 200
    token = seats.token(play.seats.get(name="Bo"))
    script = Client(headers={"Authorization": f"Bearer {token}"})
    assert script.get(f"/api/plays/{begun.play.code}").status_code == 200


def test_new_watching_link_ends_old_and_watchers_stay(begun):
    old = begun.play.watch_code
    begun.host.post(f"{begun.at}codes", {"what": "watch"})
    play = Play.objects.get(pk=begun.play.pk)
    assert (play.code, play.watch_code != old) == (begun.play.code, True)
    assert Client().get(f"/w/{old}/").status_code == 404
    assert begun.spectator.get(begun.watched_at)["Location"] == f"/t/{play.watch_code}/"


def test_only_the_host_changes_the_codes(cast):
    assert cast.player.post(f"{cast.at}codes", {"what": "join"}).status_code == 403
    assert Play.objects.get(pk=cast.play.pk).code == cast.play.code


def test_freed_player_comes_back_by_no_known_code(cast):
    bo = Seat.objects.get(name="Bo")
    assert cast.host.post(f"{cast.at}revoke", {"seat": bo.pk}).status_code == 302
    for path in (cast.at, f"/t/{cast.play.code}/people"):
        assert cast.player.get(path, follow=True).status_code == 404
    for door in (f"/j/{cast.play.code}/", f"/w/{cast.play.watch_code}/"):
        assert cast.player.get(door).status_code == 404
        assert cast.player.post(door, {"name": "Bo"}).status_code in (404, 405)


def test_freeing_watcher_changes_link_and_not_code(cast):
    di = Seat.objects.get(role=Seat.Role.SPECTATOR)
    cast.host.post(f"{cast.at}revoke", {"seat": di.pk})
    assert cast.spectator.get(cast.watched_at, follow=True).status_code == 404
    assert cast.player.get(cast.at).status_code == 200
    assert Client().get(f"/j/{cast.play.code}/").status_code == 200


def test_codes_of_finished_table_die_with_evening(cast):
    cast.host.post(f"{cast.at}close")
    doors = [f"/j/{cast.play.code}/", f"/w/{cast.play.watch_code}/", f"/tv/{cast.play.code}/"]
    assert [Client().get(door).status_code for door in doors] == [200, 302, 200]
    ended = timezone.now() - CODES_LINGER - timedelta(seconds=1)
    Play.objects.update(ended_at=ended)
    assert [Client().get(door).status_code for door in doors] == [404, 404, 404]
    joined = Client().post(f"/api/plays/{cast.play.code}/join", {"name": "E"}, "application/json")
    assert joined.status_code == 404
    assert cast.player.get(cast.at).status_code == 200
    cast.host.post(f"{cast.at}close", {"closed": "no"})
    assert [Client().get(door).status_code for door in doors] == [200, 302, 200]


def test_a_table_seats_no_more_than_it_can(cast, monkeypatch):
    monkeypatch.setattr(seating, "MOST", 3)
    full = Client().post(f"/j/{cast.play.code}/", {"name": "Late"})
    assert full.status_code == 422
    assert "This table is full" in full.content.decode()
    assert Seat.objects.count() == 3


def test_seat_freed_while_phone_rejoins_is_no_fault(begun, monkeypatch):
    def freed(*given):
        raise SeatReleasedError

    monkeypatch.setattr(seating, "change", freed)
    assert begun.player.post(f"/j/{begun.play.code}/", {"name": "Bo"}).status_code == 404
    monkeypatch.setattr(ledger, "still", freed)
    refused = begun.host.post(f"{begun.at}revoke", {"seat": Seat.objects.get(name="Bo").pk})
    assert refused.status_code == 403
    assert not Seat.objects.filter(gone=True).exists()


def test_pending_action_does_not_count_once_seat_freed(begun):
    bo = seats.of_token(begun.player.cookies[f"seat-{begun.play.code}"].value)
    seating.free(Seat.objects.get(name="Ana"), bo.pk)
    with pytest.raises(SeatReleasedError):
        ledger.record(begun.play.pk, {"do": "roll", "face": 3}, key="late", seat=bo, actor=1)
    with pytest.raises(SeatReleasedError):
        seating.change(bo, "Bo", ["1"])
    assert Seat.objects.get(pk=bo.pk).gone


@pytest.mark.parametrize("change", [{"gone": True}, {"epoch": 1}, {"play": None}])
def test_token_opens_only_existing_seat_of_this_phone(cast, change):
    bo = Seat.objects.get(name="Bo")
    text = seats.token(bo)
    found = seats.of_token(text)
    assert (found, found.play) == (bo, cast.play)
    if change == {"play": None}:
        bo.delete()
    else:
        Seat.objects.filter(pk=bo.pk).update(**change)
    assert seats.of_token(text) is None
    for forged in (
        "",
        text[:-1],
        signing.dumps({}, salt=seats.SALT),
        signing.dumps(1, salt="seat"),
    ):
        assert seats.of_token(forged) is None

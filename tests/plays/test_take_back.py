"""Undoing what others have built upon asks them; anyone can undo the newest entry."""

import pytest

from companion.plays import ledger, playlog
from companion.plays.answers import NothingToUndoError, StaleRevisionError
from companion.plays.models import Entry, Play, Seat
from tests.sample_game import Acorns, Setup

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def play(cast):
    """Return a play: Ana rolled 2, Bo 3, Ana 4."""
    ana, bo = (Seat.objects.get(name=name) for name in ("Ana", "Bo"))
    for n, (seat, face) in enumerate(((ana, 2), (bo, 3), (ana, 4))):
        data = {"do": "roll", "face": face}
        ledger.record(cast.play.pk, data, key=f"k{n}", seat=seat, actor=n % 2)
    return cast.play


def stores(play):
    return Acorns().decode_state(Play.objects.get(pk=play.pk).state).stores


def back(client, at, seq, revision):
    return client.post(
        f"{at}back", {"seq": seq, "revision": revision, "key": f"b{revision}"}, **HTMX
    )


def answer(client, at, agreed, revision):
    return client.post(
        f"{at}wish", {"agreed": agreed, "revision": revision, "key": f"w{revision}"}, **HTMX
    )


def test_going_back_over_anothers_entry_only_asks(cast, play):
    asked = back(cast.host, cast.at, 1, 3)
    assert asked.status_code == 200
    assert "Asks to go back to: Squirrel 1 rolled 2" in asked.content.decode()
    assert stores(play) == (6, 3)
    assert Entry.objects.last().kind == "ask"


def test_the_other_agrees_and_the_table_goes_back(cast, play):
    back(cast.host, cast.at, 1, 3)
    assert "Agree" in cast.player.get(cast.at).content.decode()
    assert "Agree" not in cast.host.get(cast.at).content.decode()
    assert answer(cast.player, cast.at, "yes", 4).status_code == 200
    assert stores(play) == (2, 0)


def test_the_other_declines_and_nothing_moves(cast, play):
    back(cast.host, cast.at, 1, 3)
    assert answer(cast.player, cast.at, "no", 4).status_code == 200
    assert stores(play) == (6, 3)
    assert "Declines to go back" in cast.host.get(f"{cast.at}log").content.decode()
    assert answer(cast.player, cast.at, "yes", 5).status_code == 409


def test_nobody_answers_an_own_wish_and_spectators_none(cast, play):
    back(cast.host, cast.at, 1, 3)
    assert answer(cast.host, cast.at, "yes", 4).status_code == 409
    assert answer(cast.spectator, cast.watched_at, "yes", 4).status_code == 403
    assert stores(play) == (6, 3)


def test_whatever_is_entered_next_ends_the_wish(cast, play):
    back(cast.host, cast.at, 1, 3)
    cast.player.post(f"{cast.at}act", {"do": "roll", "face": 5, "revision": 4, "key": "r"}, **HTMX)
    assert answer(cast.player, cast.at, "yes", 5).status_code == 409
    assert stores(play) == (6, 8)


def test_own_entries_and_the_newest_one_are_free(cast, play):
    assert (
        cast.player.post(f"{cast.at}undo", {"revision": 3, "key": "u"}, **HTMX).status_code == 200
    )
    assert stores(play) == (2, 3)
    cast.player.post(f"{cast.at}undo", {"revision": 4, "key": "v"}, **HTMX)
    assert stores(play) == (2, 0)


def test_nobody_needs_to_agree_once_asked_seat_left(cast, play):
    Seat.objects.filter(name="Bo").update(gone=True)
    back(cast.host, cast.at, 1, 3)
    assert stores(play) == (2, 0)


def test_wishes_travel_in_the_playlog(cast, play):
    back(cast.host, cast.at, 1, 3)
    answer(cast.player, cast.at, "no", 4)
    back(cast.player, cast.at, 0, 5)
    answer(cast.host, cast.at, "yes", 6)
    play.refresh_from_db()
    text = playlog.encode(playlog.export(play))
    twin = playlog.load(playlog.decode(text))
    assert (twin.state, twin.head, twin.future) == (play.state, play.head, play.future)
    assert playlog.encode(playlog.export(twin)) == text


def test_only_who_is_asked_answers(play):
    with pytest.raises(NothingToUndoError):
        ledger.answer_ask(play.pk, True, key="x", seat=Seat.objects.get(name="Bo"))


def test_wish_asks_entries_owners_or_all_once_gone(cast, play):
    di = Seat.objects.create(play=play, name="Di")
    ana, bo = (Seat.objects.get(name=name) for name in ("Ana", "Bo"))
    asked = ledger.go_back(play.pk, 1, key="b", seat=ana).entry
    assert ledger.who_answers(asked) == {bo.pk}
    with pytest.raises(NothingToUndoError):
        ledger.answer_ask(play.pk, True, key="d", seat=di)
    Seat.objects.filter(name="Bo").update(gone=True)
    assert ledger.who_answers(asked) == {di.pk}
    ledger.answer_ask(play.pk, True, key="d", seat=di)
    assert stores(play) == (2, 0)


def test_tap_on_what_is_not_there_is_stale(play):
    """A change of seats alone, even before the first entry, makes none."""
    ana, fresh = Seat.objects.get(name="Ana"), ledger.begin("acorns", Setup(2, 20))
    ledger.say_seat(fresh, ana, "sits", (), ())
    roll = {"do": "roll", "face": 3}
    for seen in (-1, 2):
        with pytest.raises(StaleRevisionError):
            ledger.record(fresh.pk, roll, key=f"s{seen}", seen=seen)
    assert ledger.record(fresh.pk, roll, key="s", seen=0).entry.seq == 2

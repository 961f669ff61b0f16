"""An entry belongs to a time, a seat and a step, whatever is repaired around it."""

from datetime import timedelta

import pytest

from companion.plays import ledger, repair, replay
from companion.plays.models import Entry, Play
from companion.plays.pages.table import TablePage
from companion.plays.repair import LogChange
from tests.hardening.thief import set_up
from tests.sample_game import Acorns, Setup

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(acorns):
    """Return squirrel 1 and 2 in turns: 2, 3, 4, each a minute after the other."""
    play = ledger.begin(acorns, Setup(2, 20))
    for n, face in enumerate([2, 3, 4], 1):
        ledger.record(play.pk, {"do": "roll", "face": face}, key=f"k{n}", actor=(n - 1) % 2)
        Entry.objects.filter(play=play, seq=n).update(at=play.created_at + timedelta(minutes=n))
    return Play.objects.get(pk=play.pk)


def test_entries_after_a_repaired_one_keep_their_time(play):
    change = LogChange("replace", 1, {"do": "roll", "face": 6}, actor=0)
    repair.carry_out(play.pk, change, key="c")
    play.refresh_from_db()
    _new, *kept = replay.oldest_first(play)
    assert [(entry.at - play.created_at).seconds // 60 for entry in kept] == [2, 3]


def test_step_of_table_is_known_after_each_entry(play):
    start, *steps = (replay.step_at(play, seen) for seen in range(4))
    assert start == Acorns().step(replay.state_at(play, 0))
    assert steps == [entry.step for entry in play.entries.order_by("seq")]
    assert len({start, *steps}) == 4
    assert replay.step_at(play, 4) is None


def test_who_entered_last_is_known_without_another_look(cast, django_assert_num_queries):
    cast.host.post(f"{cast.at}act", {"do": "roll", "face": 2, "key": "k", "revision": 0})
    seat = cast.play.seats.select_related("play").get(name="Bo")
    held = [*seat.play.seats.all()]
    assert TablePage(seat.play, seat, seated=held).context()["last_by"] == "Ana"
    with django_assert_num_queries(0):
        assert TablePage(seat.play, seat, seated=held).context()["last_by"] == "Ana"


def test_entry_asked_too_early_is_found_once_there(cast):
    seat = cast.play.seats.select_related("play").get(name="Bo")
    assert TablePage(seat.play, seat).context(have=1)["last_by"] == ""
    cast.host.post(f"{cast.at}act", {"do": "roll", "face": 2, "key": "k", "revision": 0})
    seat = cast.play.seats.select_related("play").get(name="Bo")
    assert TablePage(seat.play, seat).context(have=0)["last_by"] == "Ana"


def test_secret_entry_is_repaired_by_its_maker_alone():
    robbed = set_up()
    seat = robbed.play.seats.select_related("play").get(name="Ana")
    hidden = [
        e.seq for e in robbed.play.entries.all() if TablePage(seat.play, seat).keeps_secret(e)
    ]
    assert hidden
    at = f"/t/{robbed.play.code}/repair/{hidden[0]}"
    assert robbed.phones["Ana"].get(at).status_code == 403
    assert robbed.phones["Bo"].get(at).status_code == 200

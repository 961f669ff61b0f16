"""Statements that are written once read and write what the ORM reads and writes."""

import pytest

from companion.plays import ledger, statements
from companion.plays.models import Entry, Play, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


def values(row):
    found = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: list(each) if isinstance(each, tuple) else each for name, each in found.items()}


def test_entry_and_play_are_stored_as_held(cast):
    seat = Seat.objects.get(name="Ana")
    done = ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k", seat=seat, actor=0)
    assert values(Entry.objects.get()) == values(done.entry)
    assert values(Play.objects.get()) == values(done.play)
    assert not done.entry._state.adding


def test_outcome_is_stored_and_goes_with_last_entry(cast):
    seat = Seat.objects.get(name="Ana")
    for n in range(8):
        actor = n % 2
        done = ledger.record(cast.play.pk, {"do": "roll", "face": 6}, key=f"k{n}", actor=actor)
        if done.play.outcome:
            break
    assert done.play.outcome
    assert Play.objects.get().outcome["result"] == done.play.outcome["result"]
    assert Play.objects.get().ended_at == done.play.ended_at
    ledger.undo(cast.play.pk, key="u", seat=seat)
    assert (Play.objects.get().outcome, Play.objects.get().ended_at) == (None, None)


def test_rows_are_those_of_the_orm(cast):
    ledger.record(cast.play.pk, {"do": "roll", "face": 3}, key="k")
    assert values(statements.PLAY.one(cast.play.pk)) == values(Play.objects.get())
    orm = [values(seat) for seat in Seat.objects.filter(play=cast.play)]
    assert [values(seat) for seat in statements.SEATS.all(cast.play.pk)] == orm
    assert values(statements.ENTRY_OF_KEY.one(cast.play.pk, "k")) == values(Entry.objects.get())

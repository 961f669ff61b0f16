"""Tests that what anyone may read of a long log reads little of it."""

import json

import pytest
from django.test import Client

from companion.plays import ledger, playlog, seats
from companion.plays.models import Entry, Play, Seat
from tests.hardening.uploads import costly_log

LONG = 1_000
FEW = 300
"""Entries that a page may read as they are; a playlog alone reads all, some at a time."""


@pytest.fixture
def read(monkeypatch):
    """Return the numbers of the entries that were read whole, and what of them was needed."""
    numbers = []
    from_db = Entry.from_db.__func__

    def counted(cls, *args):
        numbers.append(1)
        return from_db(cls, *args)

    monkeypatch.setattr(Entry, "from_db", classmethod(counted))
    return numbers


def brought(*, over):
    doc = costly_log(LONG, "animated-dice", "score.0")
    text = json.dumps(doc | {"abandoned": over, "seats": [{"name": "Eve", "role": "host"}]})
    play = playlog.load(playlog.decode(text))
    Seat.objects.filter(play=play).update(claimed=True)
    client = Client()
    client.cookies[f"seat-{play.code}"] = seats.token(play.seats.get())
    return play, client


def test_log_of_a_table_reads_few_entries(db, read):
    play, client = brought(over=False)
    read.clear()
    assert client.get(f"/t/{play.code}/log?before=50").status_code == 200
    assert len(read) < FEW


@pytest.mark.parametrize("page", ["log/", "log/?after=900", "step/1/", f"step/{LONG}/"])
def test_pages_of_a_long_story_read_few_entries(db, read, page):
    play, _ = brought(over=True)
    stranger = Client()
    stranger.get(f"/p/{play.share}/")  # Its record is counted once and kept.
    read.clear()
    assert stranger.get(f"/p/{play.share}/{page}").status_code in (200, 409)
    assert len(read) < FEW


def test_going_far_back_reads_few_entries(db, read):
    play, _ = brought(over=False)
    read.clear()
    done = ledger.go_back(play.pk, 5, key="back")
    assert len(read) < FEW
    assert (done.play.head, done.play.future[0]) == (5, LONG)
    assert Play.objects.get(pk=play.pk).future == list(range(LONG, 5, -1))

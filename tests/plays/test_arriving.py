"""A table is fetched once, however often its reading is taken up; the other side is told."""

from contextlib import contextmanager
from io import BytesIO

import pytest

from companion import elsewhere
from companion.elsewhere import Unreachable
from companion.plays import ledger, playlog
from companion.plays.models import Play
from companion.plays.pages import arriving, incoming
from companion.uploads.kinds import Broken
from companion.uploads.models import Upload
from companion.uploads.reading import Work
from tests.sixth_game import Setup

NOTEBOOK = {"place": "http://home:8000/m/ABCDEFGHJK/", "reach": 0, "here": "http://testserver/"}


@pytest.fixture
def upload(cast):
    """A table that waits to be fetched."""
    return Upload.objects.create(
        kind="table", owner="somebody", size=0, stage="reading", notebook=NOTEBOOK
    )


@pytest.fixture
def asked(cast, monkeypatch):
    """What the other Sidekick was asked; it has the log of Acorns' table."""
    told = []
    doc = playlog.encode(playlog.export(cast.play))

    @contextmanager
    def ask(place, reach, **said):
        told.append((place.shown, reach, said))
        yield BytesIO(doc)

    monkeypatch.setattr(elsewhere, "ask", ask)
    return told


def work(upload):
    return Work(Upload.objects.get(pk=upload.pk))


def away(*given, **said):
    raise Unreachable


def test_the_other_side_gives_the_log_and_is_told_where_the_table_stands(cast, upload, asked):
    arriving.read(work(upload))
    play = Play.objects.exclude(pk=cast.play.pk).get()
    taken, arrived = asked
    taker = {"taker": upload.key}
    assert taken == ("home:8000", 0, {"what": "take", **taker})
    assert arrived[2] == {
        **taker,
        "what": "arrived",
        "join": f"http://testserver/j/{play.code}/",
        "watch": f"http://testserver/w/{play.watch_code}/",
    }


def test_a_reading_taken_up_again_fetches_nothing_anew(cast, upload, asked, monkeypatch):
    read = incoming.read

    def ends(work):
        raise MemoryError

    monkeypatch.setattr(incoming, "read", ends)
    with pytest.raises(MemoryError):
        arriving.read(work(upload))
    monkeypatch.setattr(incoming, "read", read)
    monkeypatch.setattr(elsewhere, "ask", away)
    arriving.read(work(upload))
    assert Play.objects.exclude(pk=cast.play.pk).get().state == cast.play.state


def test_where_nobody_answers_it_is_said_who_does_not(cast, upload, monkeypatch):
    monkeypatch.setattr(elsewhere, "ask", away)
    with pytest.raises(Broken, match="No table could be fetched from home:8000"):
        arriving.read(work(upload))
    assert Play.objects.get() == cast.play


def test_what_cannot_stand_here_is_told_to_the_other_side_if_it_hears(upload, asked, monkeypatch):
    arriving.undo(work(upload))
    assert [said for _, _, said in asked] == [{"what": "failed", "taker": upload.key}]
    monkeypatch.setattr(elsewhere, "ask", away)
    arriving.undo(work(upload))


def test_what_was_written_of_a_table_that_cannot_stand_here_is_gone(cast, acorns, upload, asked):
    begun = ledger.begin(acorns, Setup(2, 20))
    work(upload).keep(unfinished=begun.pk)
    arriving.undo(work(upload))
    assert Play.objects.get() == cast.play

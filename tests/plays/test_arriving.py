"""A table is fetched once, however often its reading is taken up; the other side is told."""

from contextlib import contextmanager
from io import BytesIO

import pytest

from companion import remote
from companion.plays import ledger, playlog
from companion.plays.models import Play
from companion.plays.pages import import_table, incoming
from companion.remote import UnreachableError
from companion.uploads.kinds import BrokenFileError
from companion.uploads.models import Upload
from companion.uploads.reading import Work
from tests.sample_game import Setup

NOTEBOOK = {"place": "http://home:8000/m/ABCDEFGHJK/", "reach": 0, "here": "http://testserver/"}


@pytest.fixture
def upload(cast):
    """Return a table that waits to be fetched."""
    return Upload.objects.create(
        kind="table", owner="somebody", size=0, stage="reading", notebook=NOTEBOOK
    )


@pytest.fixture
def asked(cast, monkeypatch):
    """Return what the other Sidekick was asked; it has the log of Acorns' table."""
    told = []
    doc = playlog.encode(playlog.export(cast.play))

    @contextmanager
    def ask(place, reach, **said):
        told.append((place.shown, reach, said))
        yield BytesIO(doc)

    monkeypatch.setattr(remote, "ask", ask)
    return told


def work(upload):
    return Work(Upload.objects.get(pk=upload.pk))


def away(*given, **said):
    raise UnreachableError


def test_other_side_gives_log_and_learns_tables_address(cast, upload, asked):
    import_table.read(work(upload))
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
        import_table.read(work(upload))
    monkeypatch.setattr(incoming, "read", read)
    monkeypatch.setattr(remote, "ask", away)
    import_table.read(work(upload))
    assert Play.objects.exclude(pk=cast.play.pk).get().state == cast.play.state


def test_unanswered_call_says_who_does_not_answer(cast, upload, monkeypatch):
    monkeypatch.setattr(remote, "ask", away)
    with pytest.raises(BrokenFileError, match="No table could be fetched from home:8000"):
        import_table.read(work(upload))
    assert Play.objects.get() == cast.play


def test_other_side_hears_what_cannot_stand_here(upload, asked, monkeypatch):
    import_table.undo(work(upload))
    assert [said for _, _, said in asked] == [{"what": "failed", "taker": upload.key}]
    monkeypatch.setattr(remote, "ask", away)
    import_table.undo(work(upload))


def test_written_parts_of_impossible_table_are_gone(cast, acorns, upload, asked):
    begun = ledger.begin(acorns, Setup(2, 20))
    work(upload).keep(unfinished=begun.pk)
    import_table.undo(work(upload))
    assert Play.objects.get() == cast.play

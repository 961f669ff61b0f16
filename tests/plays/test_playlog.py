"""Playlogs: a round trip loses nothing, a bad line is named and nothing is written."""

import io
import json

import msgspec
import pytest
from django.core.management import CommandError, call_command

from companion.plays import ledger, playlog, store
from companion.plays.models import Entry, Play, Snapshot
from companion.plays.pages import files
from tests.sample_game import Setup
from tests.sending import sent

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


@pytest.fixture
def play(cast):
    play = cast.play
    seat = play.seats.first()

    def roll(face, **how):
        key = f"k{Play.objects.get(pk=play.pk).revision}"
        data = {"do": "roll", "face": face}
        ledger.record(play.pk, data, key=key, seat=seat, answers={"CROW": "yes"}, **how)

    roll(6)
    roll(1)
    roll(5)
    ledger.undo(play.pk, key="u1", seat=seat)
    ledger.undo(play.pk, key="u2")
    ledger.redo(play.pk, key="r1")
    roll(4, actor=0)
    ledger.go_back(play.pk, 1, key="b1")
    for _ in range(store.SNAPSHOT_EVERY):
        roll(1)
    roll(6, actor=None)
    play.refresh_from_db()
    return play


def columns(play):
    drop = {"id", "code", "watch_code", "share", "box_id", "updated_at", "_state"}
    return {k: v for k, v in Play.objects.get(pk=play.pk).__dict__.items() if k not in drop}


def entries(play):
    drop = {"id", "play_id", "seat_id", "key", "_state"}
    return [
        {k: v for k, v in entry.__dict__.items() if k not in drop} for entry in play.entries.all()
    ]


def test_export_and_import_lose_nothing(play):
    text = playlog.encode(playlog.export(play))
    twin = playlog.load(playlog.decode(text))
    assert columns(twin) == columns(play)
    assert entries(twin) == entries(play)
    assert [seat.name for seat in twin.seats.all()] == [seat.name for seat in play.seats.all()]
    ledger.undo(twin.pk, key="more")
    ledger.undo(play.pk, key="more")
    assert columns(twin)["state"] == columns(play)["state"]


def test_replay_agrees_with_the_stored_play(play):
    done = playlog.replay(playlog.export(play))
    assert done.referee.encode_state(done.state) == play.state
    assert (done.head, list(done.future)) == (play.head, play.future)


BAD = {
    "action": lambda d: d["entries"][1].update(action={"do": "fly"}),
    "refused": lambda d: d["entries"][1].update(actor=0),
    "face": lambda d: d["entries"][1].update(action={"do": "roll", "face": 7}),
    "gap": lambda d: d["entries"].pop(1),
    "seat": lambda d: d["entries"][1].update(seat=9),
    "question": lambda d: d["entries"][1].pop("answers"),
}


@pytest.mark.parametrize("make", BAD)
def test_broken_line_is_named_and_nothing_is_written(play, make):
    document = json.loads(playlog.encode(playlog.export(play)))
    BAD[make](document)
    before = (Play.objects.count(), Entry.objects.count(), Snapshot.objects.count())
    with pytest.raises(playlog.BrokenFileError, match=r"entry [23]:"):
        playlog.load(playlog.decode(json.dumps(document)))
    assert (Play.objects.count(), Entry.objects.count(), Snapshot.objects.count()) == before


@pytest.mark.parametrize("to", [0, 3, 99])
def test_an_undo_that_leads_nowhere_is_named(acorns, to):
    doc = playlog.export(ledger.begin(acorns, Setup()))
    broken = msgspec.structs.replace(doc, entries=(playlog.LogLine(1, "undo", to=to),))
    with pytest.raises(playlog.BrokenFileError, match="entry 1"):
        playlog.replay(broken)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": "other"}', "\xff"])
def test_what_is_no_playlog_is_called_none(text):
    with pytest.raises(playlog.BrokenFileError, match="not a playlog"):
        playlog.decode(text.encode("latin-1"))


def test_an_outcome_that_does_not_follow_is_named(play):
    doc = msgspec.structs.replace(playlog.export(play), outcome={"result": "won"})
    with pytest.raises(playlog.BrokenFileError, match="outcome"):
        playlog.replay(doc)


def test_the_command_prints_outcome_and_final_state(play, tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(playlog.encode(playlog.export(play)))
    bad.write_text("{}")
    out = io.StringIO()
    call_command("playlog", str(good), stdout=out)
    line = json.loads(out.getvalue())
    assert line["state"].items() >= json.loads(play.state).items()
    assert line["state"]["depth"] == "quick"
    assert line["outcome"] is None
    with pytest.raises(CommandError, match="1 of 2"):
        call_command("playlog", str(good), str(bad), stdout=io.StringIO())
    with pytest.raises(CommandError):
        call_command("playlog", str(tmp_path / "missing.json"), stdout=io.StringIO())


def test_file_is_opened_as_table_over_page(play, cast):
    downloaded = cast.host.get(f"{cast.at}playlog.json").content
    answer = sent(cast.stranger, "/import/", downloaded)
    assert answer.status_code == 302
    assert cast.stranger.get(answer["Location"]).status_code == 200
    bad = downloaded.replace(b'"face": 6', b'"face": 9', 1)
    answer = sent(cast.stranger, "/import/", bad)
    assert answer.status_code == 422
    assert "Nothing was imported. entry 1:" in answer.content.decode()
    assert cast.stranger.post("/import/").status_code == 422


@pytest.mark.parametrize("at_once", [1, 2, 250])
def test_pieces_of_a_playlog_make_the_whole(play, cast, monkeypatch, at_once):
    monkeypatch.setattr(files, "AT_ONCE", at_once)
    newest = Play.objects.get(pk=play.pk)
    whole = playlog.encode(playlog.export(newest))
    pieces = files.pieces(newest)
    first = next(pieces)
    # What is entered while it is sent is no part of it.
    ledger.undo(play.pk, key="meanwhile")
    assert first + b"".join(pieces) == whole


def test_pieces_of_an_empty_playlog_make_the_whole(cast):
    pieces = b"".join(files.pieces(cast.play))
    assert pieces == playlog.encode(playlog.export(cast.play))


def test_long_playlog_is_sent_in_pieces(play, cast, monkeypatch):
    monkeypatch.setattr(files, "AT_ONCE", 2)
    answer = cast.host.get(f"{cast.at}playlog.json")
    assert answer.streaming
    newest = Play.objects.get(pk=play.pk)
    assert b"".join(answer.streaming_content) == playlog.encode(playlog.export(newest))

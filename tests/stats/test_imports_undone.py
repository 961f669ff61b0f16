"""Plays logged elsewhere, once they are in: taken back, merged, forgotten, archived."""

import gzip
import io
import json
from types import SimpleNamespace

import pytest

from companion.crews import people
from companion.crews.models import Person
from companion.plays.models import Play
from companion.stats import tallies
from companion.stats.exports import archive
from companion.stats.imports import taking, unpacking
from companion.stats.models import Import, Place, Record, StagedPlay
from companion.uploads.kinds import BrokenFileError
from tests.stats.conftest import phone_of
from tests.stats.elsewhere import looked, taken, whole
from tests.stats.test_exports import packed

pytestmark = pytest.mark.django_db


def test_one_tap_takes_everything_back(group, ana, at):
    group.finished()
    before, roster = whole(group.crew), set(group.crew.people.values_list("pk", flat=True))
    where = looked(ana, at)
    taken(ana, where)
    assert whole(group.crew) != before
    answer = ana.post(f"{where}back")
    assert answer["Location"] == at
    assert whole(group.crew) == before
    assert set(group.crew.people.values_list("pk", flat=True)) == roster
    assert Record.objects.count() == 1
    assert not Import.objects.exists()


def test_guest_with_plays_or_phone_survives_undone_import(group, ana, at):
    where = looked(ana, at)
    taken(ana, where)
    zoe = Person.objects.get(crew=group.crew, name="Zoe")
    phone_of(zoe)
    ana.post(f"{where}back")
    assert Person.objects.filter(pk=zoe.pk).exists()
    assert not group.crew.tallies.filter(plays__gt=0).exists()


def test_a_file_nobody_took_in_can_be_dropped(group, ana, at):
    where = looked(ana, at)
    ana.post(f"{where}back")
    assert not StagedPlay.objects.exists()
    assert ana.get(where).status_code == 404


def test_file_stopped_early_takes_nothing_back():
    taking.undo(SimpleNamespace(notebook={}))
    assert not Import.objects.exists()


def test_another_crew_can_neither_see_nor_take_back(group, ana, at):
    where = looked(ana, at)
    taken(ana, where)
    other = people.found("Tuesday", "Eve")
    eve = phone_of(other)
    assert eve.post(f"{where}back").status_code == 403
    theirs = where.replace(group.crew.key, other.crew.key)
    assert eve.get(theirs).status_code == 404
    assert eve.post(f"{theirs}back").status_code == 404
    assert Record.objects.filter(crew=group.crew).count() == 3


def test_earlier_plays_follow_when_entries_are_one_person(group, ana, at):
    taken(ana, looked(ana, at))
    zoe = Person.objects.get(crew=group.crew, name="Zoe")
    people.merge(zoe, group.people["Di"])
    assert group.crew.tallies.get(kind="person", title="", who=group.people["Di"].pk).won == 1
    counted = whole(group.crew)
    tallies.recount(group.crew)
    assert whole(group.crew) == counted


def test_forgotten_person_leaves_earlier_plays_and_waiting_files(group, ana, at):
    taken(ana, looked(ana, at))
    zoe = Person.objects.get(crew=group.crew, name="Zoe")
    looked(ana, at)
    people.forget(zoe)
    assert not Place.objects.filter(name="Zoe").exists()
    assert "Zoe" not in json.dumps([each.found for each in Import.objects.all()])
    assert not StagedPlay.objects.exists()
    where = f"{at}{Import.objects.get().pk}/"
    ana.post(f"{where}back")
    assert not group.crew.tallies.filter(plays__gt=0).exists()


def book(crew):
    """Return what the crew's book says of plays logged elsewhere, without the ids of its rows."""
    return [
        {
            **{name: getattr(record, name) for name in ("title", "result", "note", "margin")},
            **{name: getattr(record, name) for name in ("minutes", "turns", "variant", "players")},
            "times": (record.started_at, record.ended_at),
            "places": [
                (p.part, p.name, p.role, p.winner, p.rank, p.score, p.person and p.person.name)
                for p in record.places.all()
            ],
        }
        for record in crew.records.filter(play=None).order_by("source_id")
    ]


def test_archive_of_crew_takes_earlier_plays_along(group, ana, at, monkeypatch):
    group.finished()
    taken(ana, looked(ana, at), alike="on")
    before = book(group.crew)
    assert len(before) == 3
    monkeypatch.setattr(archive, "SLICE", 0.0)
    data = packed(group.crew)
    Play.objects.all().delete()
    group.crew.delete()
    crew = unpacking.load(io.BytesIO(data))
    assert book(crew) == before
    tallies.count(crew.plays.get().pk)
    counted = whole(crew)
    tallies.recount(crew)
    assert whole(crew) == counted
    assert Import.objects.get(crew=crew).found["taken"] == 3
    taking.take_back(Import.objects.get(crew=crew))
    assert book(crew) == []
    assert crew.tallies.get(book="clean", kind="all").plays == 1


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        ({"title": "m" * 41}, ".*length <= 40"),
        ({"started_at": "1969-12-31T23:59:59Z"}, "play: nobody played in the year 1969"),
        ({"ended_at": "9999-01-01T00:00:00Z"}, "play: nobody played in the year 9999"),
        ({"key": "A1"}, "Something appears in it twice."),
    ],
)
def test_archive_with_bad_earlier_play_is_refused_whole(group, ana, at, spoil, why):
    taken(ana, looked(ana, at))
    data = packed(group.crew)
    Play.objects.all().delete()
    group.crew.delete()
    lines = [json.loads(line) for line in gzip.decompress(data).splitlines()]
    lines[2] |= spoil
    text = b"\n".join(json.dumps(line).encode() for line in lines)
    with pytest.raises(BrokenFileError, match=f"line 3: {why}"):
        unpacking.load(io.BytesIO(gzip.compress(text)))
    assert not Record.objects.exists()
    assert not Import.objects.exists()

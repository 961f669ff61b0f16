"""A deleted person's name is nowhere: not in any table, and not in any file made here."""

import gzip
import json
import zlib

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from companion.boxes.models import Box, Photo
from companion.crews import people
from companion.crews.models import Crew, Device, Person
from companion.plays.models import Play
from companion.rulings.models import HouseRuling
from companion.stats import jobs, tallies
from companion.stats.models import DieName, Import, Job, Place, Record
from companion.uploads.models import Upload
from tests.desk.conftest import command

pytestmark = pytest.mark.each_database

NAME = "Zdzisława"
"""A name of the only person called so, with a letter that JSON may escape."""
ACCOUNT = "zdzislawa77"
SPELLINGS = {
    spelled.casefold() for name in (NAME, ACCOUNT) for spelled in (name, json.dumps(name)[1:-1])
}


def texts(value):
    """Yield what a column says: its text, and what is packed in its bytes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes | memoryview):
        raw = bytes(value)
        yield raw.decode("utf-8", "replace")
        for unpack in (gzip.decompress, zlib.decompress, zlib.decompressobj(31).decompress):
            try:
                yield unpack(raw).decode("utf-8", "replace")
            except (OSError, EOFError, zlib.error):
                continue
    elif value is not None:
        yield str(value)


def holding():
    """Return every column of every table in which the name stands, in any spelling of it."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [each[0] for each in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    said = " ".join(texts(value)).casefold()
                    if any(spelled in said for spelled in SPELLINGS):
                        found.add(f"{table}.{column}")
    return found


def packed(kind, about):
    """Make a file of this kind to its end."""
    job = jobs.begin(kind, about, "en")
    while not (job.finished or job.failed):
        job = jobs.slice_of(job)
    assert not job.failed, job.failed


@pytest.fixture
def person(group):
    """Return someone of two crews, whose name stands wherever a name may stand."""
    user = User.objects.create_user(ACCOUNT, password="a long pass phrase")
    phone = Client()
    phone.post("/account/", {"username": ACCOUNT, "password": "a long pass phrase"})
    other = people.found(f"{NAME}'s friends", "Else")
    mine = Person.objects.create(crew=group.crew, name=NAME, user=user)
    Person.objects.create(crew=other.crew, name=NAME.upper(), user=user)
    Device.objects.create(person=mine, key="her phone")
    Device.objects.create(person=other, key="another")
    group.people[NAME] = mine
    play = group.finished(names=f"{NAME} Bo")
    group.play(3, names=f"{NAME} Bo")
    Play.objects.filter(pk=play.pk).update(location=f"at {NAME}'s")
    tallies.count(play.pk)
    imported = Import.objects.create(
        crew=group.crew,
        by=mine,
        file=f"{NAME}.csv",
        stage=Import.Stage.TAKEN,
        found={"people": [{"name": NAME, "named": True}]},
        choices={"people": {NAME: str(mine.pk)}},
    )
    kept = Record.objects.create(
        imported=imported,
        crew=group.crew,
        source_id="1",
        revision=0,
        title="acorns",
        result="won",
        book="clean",
        note=f"{NAME} spilled the tea",
        raw={"seats": [{"name": NAME}]},
        started_at=timezone.now(),
        ended_at=timezone.now(),
    )
    Place.objects.create(record=kept, part=0, name=NAME, ended_at=timezone.now())
    HouseRuling.objects.create(
        crew=group.crew, title="acorns", entry="N-01", reading=f"as {NAME} says", by=NAME
    )
    DieName.objects.create(crew=group.crew, title="acorns", die="d6", name=f"{NAME}'s die")
    box = Box.objects.create(title="acorns", name=f"{NAME}'s box", owner="her phone", facts="{}")
    Photo.objects.create(box=box, key="cards/Batman", jpeg=b"card", size=4)
    Upload.objects.create(
        kind="csv", owner="her phone", stage="done", notebook={"name": f"{NAME}.csv"}
    )
    packed(Job.Kind.ARCHIVE, f"{group.crew.key}@9")
    packed(Job.Kind.PICTURE, f"{play.share}@{play.revision}-wide")
    return mine


def test_name_is_found_in_every_kind_of_place(person):
    assert {
        "auth_user.username",
        "boxes_box.name",
        "crews_crew.name",
        "crews_person.name",
        "plays_play.location",
        "plays_seat.name",
        "rulings_houseruling.by",
        "rulings_houseruling.reading",
        "stats_diename.name",
        "stats_import.choices",
        "stats_import.file",
        "stats_import.found",
        "stats_piece.data",
        "stats_place.name",
        "stats_record.location",
        "stats_record.note",
        "stats_record.raw",
        "uploads_upload.notebook",
    } <= holding()


def test_deleted_person_is_in_no_table_or_file(person, group):
    from companion.crews.models import BrowserSession as Session

    sessions = Session.objects.count()
    command("operator", "olga")
    assert command("desk", "find", NAME).count(f"person {person.pk}:") == 1
    command("desk", "delete-person", str(person.pk))
    assert holding() == set()
    assert not Photo.objects.exists()
    assert not User.objects.filter(username=ACCOUNT).exists()
    assert Session.objects.count() == sessions - 1
    assert "deleted everywhere: person" in command("desk", "log")
    assert Play.objects.count() == 2
    assert Crew.objects.get(pk=group.crew.pk).people.filter(name="Ana").exists()
    assert Record.objects.get(source_id="1").note == "Someone spilled the tea"


def test_deleting_person_leaves_longer_names_alone(group):
    group.finished()
    Crew.objects.filter(pk=group.crew.pk).update(name="Anatomy and ana")
    command("operator", "olga")
    command("desk", "delete-person", str(group.people["Ana"].pk))
    assert Crew.objects.get(pk=group.crew.pk).name == "Anatomy and Someone"
    assert Person.objects.filter(crew=group.crew, name="Bo").exists()

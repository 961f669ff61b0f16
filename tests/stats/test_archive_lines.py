"""Tests of what an archive may hold, line by line, and where its reading goes on."""

import gzip
import io
import json

import pytest
from django.test import Client

from companion.boxes.models import Box
from companion.crews.models import Crew, Person
from companion.plays.models import Play
from companion.stats import jobs
from companion.stats.exports import archive
from companion.stats.imports import unpacking
from companion.stats.models import DieName, Job
from companion.uploads import intake, keeper, reading
from companion.uploads.kinds import BrokenFileError
from companion.uploads.models import Upload


@pytest.fixture
def lines(group):
    """Return the lines of a crew with a box, a named die, a house ruling and two plays; it is
    gone."""
    box = Box.objects.create(title="acorns", name="Nest", owner="x", facts='{"colour":"teal"}')
    group.crew.boxes.add(box)
    DieName.objects.create(crew=group.crew, title="acorns", die="d6", name="Old Nut")
    group.crew.rulings.create(title="acorns", entry="N-02", reading="No crow", by="Ana")
    first = group.finished()
    first.box = box
    first.save()
    group.play(3)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@now")
    while not job.finished:
        job = jobs.slice_of(job)
    packed = b"".join(bytes(data) for data in job.pieces.values_list("data", flat=True))
    Play.objects.all().delete()
    Box.objects.all().delete()
    group.crew.delete()
    return [json.loads(line) for line in gzip.decompress(packed).splitlines()]


def load(lines):
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    return unpacking.load(io.BytesIO(gzip.compress(text)))


def refused(lines, why):
    with pytest.raises(BrokenFileError, match=why):
        load(lines)
    assert not Crew.objects.exists()
    assert not Play.objects.exists()
    assert not Box.objects.exists()
    assert not Person.objects.exists()


def test_as_it_is_it_can_be_read(lines):
    crew = load(lines)
    assert (crew.people.count(), crew.boxes.count(), crew.plays.count()) == (4, 1, 2)
    assert crew.invitation
    first, second = crew.plays.order_by("pk")
    assert (first.box, second.box) == (crew.boxes.get(), None)
    assert (first.share, second.share) == (lines[1]["share"], lines[2]["share"])
    assert (first.ended_at is None, second.ended_at) == (False, None)


@pytest.mark.parametrize("time", ["1969-12-31T23:59:59Z", "9999-01-01T00:00:00Z"])
@pytest.mark.parametrize(
    "where",
    [
        lambda head, play: (head, "made_at"),
        lambda head, play: (head["people"][3], "joined_at"),
        lambda head, play: (head["boxes"][0], "updated_at"),
        lambda head, play: (head["rulings"][0], "made_at"),
        lambda head, play: (play, "created_at"),
        lambda head, play: (play, "updated_at"),
        lambda head, play: (play, "ended_at"),
        lambda head, play: (play["seats"][1], "joined_at"),
    ],
)
def test_impossible_time_is_refused_wherever_it_stands(lines, where, time):
    thing, name = where(lines[0], lines[1])
    thing[name] = time
    refused(lines, r"^line [12]: \w+: nobody played in the year (1969|9999)$")


@pytest.mark.parametrize("part", ["people", "dice", "rulings"])
def test_what_can_be_there_once_is_refused_twice(lines, part):
    lines[0][part].append(lines[0][part][0])
    refused(lines, "line 1: Something appears in it twice")


def test_a_line_without_a_crew_is_refused(lines):
    lines[0]["people"], lines[0]["name"] = [], ""
    refused(lines[:1], "There is no crew in it")


@pytest.mark.parametrize("gone", ["people", "name"])
def test_a_crew_may_lack_a_name_or_people(lines, gone):
    lines[0][gone] = "" if gone == "name" else []
    assert load(lines[:1]).name == lines[0]["name"]


@pytest.mark.parametrize("part", ["people", "boxes", "dice", "rulings"])
def test_a_crew_has_its_limits_in_everything(lines, part, monkeypatch):
    head = lines[0]
    head["people"], head["boxes"] = head["people"][:1], head["boxes"][:1]
    head[part] = head[part][:1] * 2
    if part != "boxes":
        head[part][1] = {**head[part][0], **CHANGED[part]}
    monkeypatch.setattr(unpacking, "PEOPLE", 1)
    refused([head], "It is larger than a crew can be")
    monkeypatch.setattr(unpacking, "PEOPLE", 2)
    assert load([head]).name == head["name"]


CHANGED = {
    "people": {"uid": "00000000-0000-4000-8000-000000000001"},
    "dice": {"die": "d8"},
    "rulings": {"entry": "N-01"},
}


def test_person_already_here_is_named_with_crew(lines):
    load(lines[:1])
    with pytest.raises(
        BrokenFileError, match="Ana is on this Sidekick already, in the crew The Cellar"
    ):
        load(lines[:1])


def test_a_title_nobody_knows_is_refused(lines):
    lines[0]["boxes"][0]["title"] = "chess"
    refused(lines, "line 1: unknown title: 'chess'")


@pytest.mark.parametrize("box", [1, 7])
def test_play_with_missing_box_is_refused(lines, box):
    lines[1]["box"] = box
    refused(lines, "line 2: There is no such copy for it")


def test_play_with_box_of_another_title_is_refused(lines):
    lines[0]["boxes"].append({**lines[0]["boxes"][0], "title": "animated-dice", "facts": {}})
    lines[1]["box"] = 1
    refused(lines, "line 2: There is no such copy for it")


def test_play_naming_other_seats_than_log_is_refused(lines):
    lines[1]["seats"].pop()
    refused(lines, "line 2: Its seats don't match its log")


def test_person_outside_crew_sits_there_as_nobody(lines):
    lines[1]["seats"][0]["person"] = "00000000-0000-4000-8000-000000000001"
    lines[1]["seats"][1]["person"] = None
    play = load(lines).plays.order_by("pk")[0]
    assert [seat.person for seat in play.seats.all()] == [None, None]


def test_address_that_is_taken_is_not_given_twice(lines, group, acorns):
    from companion.plays import ledger
    from tests.sample_game import Setup

    taken = ledger.begin(acorns, Setup(2, 10))
    Play.objects.filter(pk=taken.pk).update(share=lines[1]["share"])
    first, second = load(lines).plays.order_by("pk")
    assert first.share not in ("", lines[1]["share"])
    assert second.share == lines[2]["share"]


def test_finished_play_without_time_ended_when_read(lines):
    lines[1]["ended_at"] = None
    assert load(lines).plays.order_by("pk")[0].ended_at is not None


def test_running_play_has_no_end_whatever_file_says(lines):
    lines[2]["ended_at"] = lines[1]["ended_at"]
    assert load(lines).plays.order_by("pk")[1].ended_at is None


def test_line_and_archive_unpack_only_so_much(lines, monkeypatch):
    text = [len(json.dumps(line)) + 1 for line in lines]
    monkeypatch.setattr(unpacking, "LINE", max(text) - 1)
    refused(lines, "Unpacked, it is larger than a crew can be")
    monkeypatch.setattr(unpacking, "LINE", max(text))
    monkeypatch.setattr(unpacking, "WHOLE", sum(text) - 1)
    refused(lines, "Unpacked, it is larger than a crew can be")
    monkeypatch.setattr(unpacking, "WHOLE", sum(text))
    assert load(lines).plays.count() == 2


def test_what_is_read_now_nobody_else_claims(lines, monkeypatch, settings):
    settings.UPLOAD_READERS = 2
    claimed, go_on = [], reading.go_on
    monkeypatch.setattr(
        reading, "go_on", lambda *a, **k: claimed.append(keeper.claim()) or go_on(*a, **k)
    )
    load(lines[:1])
    assert claimed == [None]


def test_an_empty_file_is_called_empty(db):
    with pytest.raises(BrokenFileError, match="The file is empty"):
        unpacking.load(io.BytesIO(gzip.compress(b"")))


def test_reading_goes_on_after_line_that_was_done(lines, monkeypatch):
    """A reader stops after each line; every line is read once, and no one can join before."""
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    upload = Upload.objects.create(kind="archive", owner="")
    intake.keep(upload, io.BytesIO(gzip.compress(text)))
    read = []
    head, play = unpacking._load_head, unpacking._load_play
    monkeypatch.setattr(unpacking, "_load_head", lambda *a: (read.append("head"), head(*a)))
    monkeypatch.setattr(unpacking, "_load_play", lambda *a: (read.append(a[2]), play(*a)))
    doors = []
    for _ in range(10):
        upload = reading.go_on(upload.pk, slice_=0)
        doors += list(Crew.objects.values_list("invitation", flat=True))
        if upload.stage == Upload.Stage.DONE:
            break
    assert read == ["head", 2, 3]
    assert len(doors) > 1
    assert not any(doors[:-1])
    assert doors[-1]
    upload.delete()


def test_crew_nobody_can_join_yet_has_no_door(lines, rf):
    from django.http import Http404

    crew = load(lines[:1])
    at = unpacking.answer(rf.get("/"), {"crew": crew.pk})["Location"]
    assert Client().get(at).status_code == 200
    crew.invitation = ""
    crew.save()
    for notebook in ({"crew": crew.pk}, {"crew": crew.pk + 1}, {}):
        with pytest.raises(Http404):
            unpacking.answer(rf.get("/"), notebook)


# -- packing ---------------------------------------------------------------------------------------


def test_each_slice_says_progress_first_alone_has_head(group, monkeypatch):
    """Where a slice may take no time at all, it holds one play."""
    for _ in range(2):
        group.finished()
    monkeypatch.setattr(archive, "SLICE", -1)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@now")
    seen, texts = [], []
    while not job.finished:
        job = jobs.slice_of(job)
        seen.append((job.done, job.total, job.finished))
        data = bytes(job.pieces.order_by("-n")[0].data)
        texts.append([next(iter(json.loads(line))) for line in gzip.decompress(data).splitlines()])
    assert seen == [(1, 2, False), (2, 2, False), (2, 2, True)]
    assert texts == [["name", "share"], ["share"], []]
    assert list(job.pieces.values_list("n", flat=True).order_by("n")) == [0, 1, 2]


def test_play_made_during_packing_is_counted_too(group, monkeypatch):
    group.finished()
    monkeypatch.setattr(archive, "SLICE", -1)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@now")
    job = jobs.slice_of(job)
    group.finished()
    while not job.finished:
        job = jobs.slice_of(job)
    assert (job.done, job.total) == (2, 2)


def test_lent_box_goes_along_but_strange_one_stays(group):
    used = Box.objects.create(title="acorns", name="Lent", owner="y", facts="{}")
    Box.objects.create(title="acorns", name="Strange", owner="z", facts="{}")
    play = group.finished()
    play.box = used
    play.save()
    assert [box.name for box in archive._boxes(group.crew)] == ["Lent"]

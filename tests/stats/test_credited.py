"""Whose dice they were, and how much of a name is kept."""

import logging

import pytest

from companion.stats import jobs, tallies
from companion.stats.models import DieName, Faces, Job, Place, Record


def test_dice_nobody_rolled_are_not_credited_to_whoever_helped_without_a_part():
    record = Record(title="acorns", dice=[[-1, "d6", "4", 2], [0, "d6", "6", 1]])
    places = [Place(part=0, person_id=7), Place(part=-1, person_id=8), Place(part=1)]
    assert list(tallies._dice(record, places)) == [
        ((0, "acorns", "d6", "4"), 2),
        ((0, "acorns", "d6", "6"), 1),
        ((7, "acorns", "d6", "6"), 1),
    ]


def test_a_die_and_its_name_are_kept_as_long_as_there_is_room_for(group):
    told = {"title": "t" * 100, "die": "d" * 100, "name": "n" * 100}
    group.phones["Ana"].post(f"/c/{group.crew.key}/dice/", told)
    kept = DieName.objects.get()
    for field, text in told.items():
        assert getattr(kept, field) == text[: DieName._meta.get_field(field).max_length]


def test_why_a_file_cannot_be_made_is_told_to_whoever_runs_the_site(group, caplog):
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    with caplog.at_level(logging.ERROR, logger="companion.stats.jobs"):
        jobs.slice_of(job)
    assert "cannot be made" in caplog.text
    assert "DoesNotExist" in caplog.text
    job.refresh_from_db()
    assert job.failed.startswith("DoesNotExist: ")
    assert len(job.failed) <= Job._meta.get_field("failed").max_length


def test_the_reason_is_cut_to_what_the_row_holds(group, monkeypatch):
    def fails(job):
        raise RuntimeError("x" * 1000)

    monkeypatch.setitem(jobs.MAKERS, Job.Kind.ARCHIVE, fails)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    assert len(jobs.slice_of(job).failed) == Job._meta.get_field("failed").max_length


def test_a_database_that_is_away_is_no_reason_to_give_a_file_up(group, monkeypatch):
    from django.db import OperationalError

    def away(job):
        raise OperationalError("gone")

    monkeypatch.setitem(jobs.MAKERS, Job.Kind.ARCHIVE, away)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    with pytest.raises(OperationalError):
        jobs.slice_of(job)
    job.refresh_from_db()
    assert not job.failed


def test_workers_go_on_to_the_end_and_a_single_process_stops_after_a_slice(
    group, monkeypatch, settings
):
    from companion.stats.exports import archive

    for _ in range(2):
        group.finished()
    monkeypatch.setattr(archive, "SLICE", -1)
    for eager, pieces in ((True, 1), (False, 3)):
        settings.CELERY_TASK_ALWAYS_EAGER = eager
        job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@{eager}")
        jobs.run(job.pk)
        job.refresh_from_db()
        assert (job.pieces.count(), job.finished) == (pieces, not eager)


def test_a_long_name_of_a_die_or_face_is_kept_as_far_as_there_is_room(group, monkeypatch):
    from companion.stats import history
    from games.referee import Rolled
    from tests.sixth_game import Acorns

    play = group.play(6)
    monkeypatch.setattr(
        Acorns, "rolled", lambda self, state, action: (Rolled("d" * 99, "f" * 99, "", None),)
    )
    (key,) = history.read(play).dice
    most = [Faces._meta.get_field(name).max_length for name in ("die", "face")]
    assert key == (0, "d" * most[0], "f" * most[1])

"""Tests of whose dice they were, and how much of a name is kept."""

import logging

import pytest

from companion.stats import jobs, tallies
from companion.stats.models import DieName, Faces, Job, Place, Record


def test_unrolled_dice_are_not_credited_to_partless_helpers():
    record = Record(title="acorns", dice=[[-1, "d6", "4", 2], [0, "d6", "6", 1]])
    places = [Place(part=0, person_id=7), Place(part=-1, person_id=8), Place(part=1)]
    assert list(tallies._dice(record, places)) == [
        ((0, "acorns", "d6", "4"), 2),
        ((0, "acorns", "d6", "6"), 1),
        ((7, "acorns", "d6", "6"), 1),
    ]


def test_die_and_name_are_kept_within_available_room(group):
    told = {"title": "t" * 100, "die": "d" * 100, "name": "n" * 100}
    group.phones["Ana"].post(f"/c/{group.crew.key}/dice/", told)
    kept = DieName.objects.get()
    for field, text in told.items():
        assert getattr(kept, field) == text[: DieName._meta.get_field(field).max_length]


def test_site_operator_learns_why_file_cannot_be_made(group, caplog):
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    with caplog.at_level(logging.ERROR, logger="companion.stats.jobs"):
        jobs.slice_of(job)
    assert "cannot be made" in caplog.text
    assert "DoesNotExist" in caplog.text
    job.refresh_from_db()
    assert job.failed.startswith("DoesNotExist: ")
    assert len(job.failed) <= Job._meta.get_field("failed").max_length


def test_reason_is_cut_to_what_row_holds(group, monkeypatch):
    def fails(job):
        raise RuntimeError("x" * 1000)

    monkeypatch.setitem(jobs.MAKERS, Job.Kind.ARCHIVE, fails)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    assert len(jobs.slice_of(job).failed) == Job._meta.get_field("failed").max_length


def test_absent_database_is_no_reason_to_abandon_file(group, monkeypatch):
    from django.db import OperationalError

    def away(job):
        raise OperationalError("gone")

    monkeypatch.setitem(jobs.MAKERS, Job.Kind.ARCHIVE, away)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    with pytest.raises(OperationalError):
        jobs.slice_of(job)
    job.refresh_from_db()
    assert not job.failed


def test_workers_finish_but_single_process_stops_after_slice(group, monkeypatch, settings):
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


def test_long_name_of_die_or_face_is_shortened(group, monkeypatch):
    from companion.stats import history
    from games.referee import Rolled
    from tests.sample_game import Acorns

    play = group.play(6)
    monkeypatch.setattr(
        Acorns, "rolled", lambda self, state, action: (Rolled("d" * 99, "f" * 99, "", None),)
    )
    (key,) = history.read(play).dice
    most = [Faces._meta.get_field(name).max_length for name in ("die", "face")]
    assert key == (0, "d" * most[0], "f" * most[1])

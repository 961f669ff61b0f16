"""Files made in slices, whoever dies on the way."""

import gzip
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from kombu.exceptions import OperationalError as QueueAway
from PIL import Image

from companion.crews import people
from companion.operations import workers
from companion.stats import jobs, picture, tallies
from companion.stats.exports import archive
from companion.stats.job_slice import JobSlice
from companion.stats.models import Job, Record
from tests.stats.conftest import make_group


def lines(job):
    packed = b"".join(bytes(data) for data in job.pieces.values_list("data", flat=True))
    return [json.loads(line) for line in gzip.decompress(packed).splitlines()]


def test_slice_is_short_and_next_look_goes_on(group, monkeypatch):
    for _ in range(3):
        group.finished()
    ticks = iter(range(100))
    monkeypatch.setattr(archive.time, "monotonic", lambda: next(ticks))
    at = group.phones["Ana"].post(f"/c/{group.crew.key}/pack")["Location"]
    first = group.phones["Ana"].get(at).content.decode()
    assert "1 of 3 done" in first
    assert "<progress" in first
    for _ in range(3):
        page = group.phones["Ana"].get(at, headers={"HX-Request": "true"}).content.decode()
    assert "Ready" in page
    assert len(lines(Job.objects.get())) == 4


def test_a_slow_machine_packs_everything_once(group, monkeypatch):
    """Every look at the clock finds the slice over."""
    for _ in range(3):
        group.finished()
    ticks = iter(range(0, 1000, 10))
    monkeypatch.setattr(archive.time, "monotonic", lambda: next(ticks))
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")
    while not job.finished:
        job = jobs.slice_of(job)
    assert ["share" in line for line in lines(job)] == [False, True, True, True]


def test_a_slice_done_twice_is_kept_once(group):
    group.finished()
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")
    early = Job.objects.get(pk=job.pk)
    done = jobs.slice_of(job)
    assert done.finished
    again = jobs.slice_of(early)
    assert again.finished
    assert len(lines(again)) == 2
    assert job.pieces.count() == 1


def test_slice_that_dies_is_done_by_next(group, monkeypatch):
    group.finished()
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")

    def die(**row):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(jobs.Piece.objects, "create", die)
        with pytest.raises(KeyboardInterrupt):
            jobs.slice_of(job)
    job.refresh_from_db()
    assert (job.cursor, job.finished) == (0, False)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.finished
    assert len(lines(job)) == 2


def test_a_file_that_cannot_be_made_says_so(group):
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    jobs.run(job.pk)
    page = group.stranger.get(f"/made/{job.key}/").content.decode()
    assert "It couldn't be created" in page
    assert "hx-get" not in page


@pytest.mark.parametrize(("by_workers", "slices"), [(True, 4), (False, 1)])
def test_file_is_made_whole_by_worker_else_sliced(group, monkeypatch, settings, by_workers, slices):
    settings.CELERY_TASK_ALWAYS_EAGER = not by_workers
    for _ in range(3):
        group.finished()
    monkeypatch.setattr(archive, "SLICE", 0.0)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.pieces.count(), job.finished) == (slices, by_workers)


@pytest.mark.parametrize("kind", [Job.Kind.ARCHIVE, Job.Kind.TURNING])
def test_long_job_returns_to_its_queue_after_turn(group, monkeypatch, settings, kind):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    clock = itertools.count()
    monkeypatch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(jobs, "TURN", 2)

    def slowly(job):
        return JobSlice(b"", job.cursor + 1, job.cursor + 1, 7, job.cursor == 6)

    monkeypatch.setitem(jobs.MAKERS, kind, slowly)
    job = Job.objects.create(kind=kind, about="long@1")
    queued = [job.pk]
    monkeypatch.setattr(jobs.task_of(job), "delay", queued.append)
    seen = []
    while queued:
        jobs.task_of(job)(queued.pop())
        job.refresh_from_db()
        seen.append(job.cursor)
    assert seen == [3, 6, 7]
    assert job.finished


def test_what_nobody_waits_for_stands_behind_files(group, monkeypatch):
    asked = []
    monkeypatch.setattr(jobs, "later", lambda task, pk: asked.append(task.name))
    for kind in (Job.Kind.TURNING, Job.Kind.ARCHIVE, Job.Kind.PICTURE):
        jobs.begin(kind, "nothing@1", "en")
    assert asked == ["companion.stats.jobs.run_chore", *["companion.stats.jobs.run_job"] * 2]


def test_a_worker_tries_what_cannot_be_made_once(group, monkeypatch, settings):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    tries = []

    def fail(job):
        tries.append(job.pk)
        raise ValueError("no") if len(tries) < 2 else OperationalError

    monkeypatch.setitem(jobs.MAKERS, Job.Kind.ARCHIVE, fail)
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1")
    jobs.run(job.pk)
    assert tries == [job.pk]
    assert Job.objects.get().failed == "ValueError: no"


def test_the_same_file_is_not_made_twice(group):
    group.finished()
    path = f"/c/{group.crew.key}/pack"
    first = group.phones["Ana"].post(path)["Location"]
    assert group.phones["Bo"].post(path)["Location"] == first


def test_ready_or_failed_file_is_not_begun_again(group, monkeypatch):
    group.finished()
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")
    while not job.finished:
        job = jobs.slice_of(job)
    failed = Job.objects.create(kind=Job.Kind.ARCHIVE, about="nothing@1", failed="no")

    def never(job):
        raise AssertionError(job)

    monkeypatch.setattr(jobs, "slice_of", never)
    for done in (job, failed):
        assert jobs.help_along(done) is done
        jobs.run(done.pk)
    fresh = jobs.begin(Job.Kind.ARCHIVE, "nothing@1", "en")
    assert fresh.pk != failed.pk
    assert jobs.begin(Job.Kind.ARCHIVE, f"{group.crew.key}@1", "pl").pk != job.pk
    assert jobs.begin(Job.Kind.ARCHIVE, f"{group.crew.key}@1", "en").pk == job.pk


def test_files_are_kept_for_a_week(group):
    from datetime import timedelta

    from django.utils import timezone

    ages = {6: "young", 8: "old"}
    for days, about in ages.items():
        made = timezone.now() - timedelta(days=days)
        Job.objects.create(kind=Job.Kind.ARCHIVE, about=about, made_at=made)
    jobs.begin(Job.Kind.ARCHIVE, f"{group.crew.key}@1", "en")
    assert set(Job.objects.values_list("about", flat=True)) == {"young", f"{group.crew.key}@1"}


def test_file_is_made_without_queue_or_workers(
    group, monkeypatch, settings, django_capture_on_commit_callbacks
):
    group.finished()

    def away(*arguments):
        raise QueueAway("the queue does not answer")

    monkeypatch.setattr(jobs.run_job, "delay", away)
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with django_capture_on_commit_callbacks(execute=True):
        at = group.phones["Ana"].post(f"/c/{group.crew.key}/pack")["Location"]
    assert "Ready" in group.phones["Ana"].get(at).content.decode()
    assert len(lines(Job.objects.get())) == 2


def test_job_forgotten_by_queue_returns_to_workers(
    group, monkeypatch, settings, redis_server, django_capture_on_commit_callbacks
):
    group.finished()
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")
    asked = []
    monkeypatch.setattr(jobs.run_job, "delay", asked.append)
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.REDIS_URL = redis_server.url
    workers.beat()
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            group.phones["Ana"].get(f"/made/{job.key}/")
    assert asked == [job.pk]
    assert not Job.objects.get().finished


@pytest.mark.parametrize(("shape", "size"), [("wide", (1200, 630)), ("tall", (1080, 1920))])
def test_picture_is_small_png_and_drawn_once(group, monkeypatch, shape, size):
    play = group.finished(2, 5, 6, 2, 6, goal=12)
    at = f"/p/{play.share}/picture-{shape}.png"
    first = group.stranger.get(at)
    image = Image.open(io.BytesIO(first.content))
    assert (first["Content-Type"], image.format, image.size) == ("image/png", "PNG", size)
    assert len(first.content) < 300_000
    assert len(image.getcolors(100_000)) > 10
    monkeypatch.setattr(picture, "draw", None)
    assert group.stranger.get(at).content == first.content


def test_undrawable_picture_is_told_and_shapeless_not_found(group, monkeypatch):
    play = group.finished()
    monkeypatch.setattr(picture, "draw", None)
    assert group.stranger.get(f"/p/{play.share}/picture-wide.png").status_code == 503
    assert group.stranger.get(f"/p/{play.share}/picture-round.png").status_code == 404


def test_a_file_of_nothing_is_not_found(group):
    assert group.stranger.get("/made/nothing/").status_code == 404
    assert group.stranger.get("/made/nothing/file").status_code == 404


# -- real workers ------------------------------------------------------------------------------

ROOT = Path(__file__).parent.parent.parent


class Worker:
    """A Celery worker of its own process group on the test's database and Redis."""

    def __init__(self, url, hold=""):
        # The pool's children die with the group: no one is left to finish the job in secret.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.stats.worker"],
            cwd=ROOT,
            env={**os.environ, "SIDEKICK_TEST_BROKER": url, "SIDEKICK_TEST_HOLD": hold}
            | database_of_this_test(),
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


def database_of_this_test():
    return {
        "SIDEKICK_TEST_DATABASE": json.dumps(
            {
                "ENGINE": connection.settings_dict["ENGINE"],
                **{
                    key: connection.settings_dict[key]
                    for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")
                },
            }
        )
    }


def until(condition, seconds=90):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the worker did not come to it"
        time.sleep(0.1)


@pytest.mark.patient
@pytest.mark.django_db(transaction=True)
def test_worker_killed_in_middle_of_job_loses_nothing(acorns, redis_server, tmp_path, monkeypatch):
    group = make_group()
    play = group.play(6, 4, 4)
    tallies.count(play.pk)
    sums = tallies.stored(group.crew)
    Record.objects.all().delete()
    group.crew.tallies.all().delete()
    group.crew.faces.all().delete()
    held = tmp_path / "held"
    dying = Worker(redis_server.url, str(held))
    send(redis_server.url, "companion.stats.tasks.count_play", play.pk)
    until(held.exists)
    assert not Record.objects.exists()
    dying.kill()
    assert not Record.objects.exists()
    # A starting worker looks once for jobs no one acknowledged in time, then rarely.
    time.sleep(2)
    # A worker looks for jobs left unacknowledged as it starts, and then only every 100 s.
    time.sleep(3.5)
    living = Worker(redis_server.url)
    try:
        until(Record.objects.exists)
        until(lambda: tallies.stored(group.crew) == sums)
    finally:
        living.kill()
    assert people.guests(group.crew).count() == 1


@pytest.mark.patient
@pytest.mark.django_db(transaction=True)
def test_evening_without_workers_is_counted_on_their_return(acorns, redis_server, settings):
    for each in (workers.DUE, workers.DONE):
        redis_server.forget(each)
    group = make_group()
    play = group.play(6, 4, 4)
    # No job for it has ever reached a queue.
    Record.objects.all().delete()
    living = Worker(redis_server.url)
    try:
        until(lambda: Record.objects.filter(play=play).exists(), 60)
        settings.REDIS_URL = redis_server.url
        until(workers.beats, 30)
    finally:
        living.kill()


def send(url, name, *arguments):
    """Queue a task as another process would: by its name, through the broker."""
    from celery import Celery

    with Celery(broker=url, set_as_current=False) as app:
        app.send_task(name, arguments)


def test_unbegun_file_stands_at_nothing_of_one(group, monkeypatch):
    job = Job.objects.create(kind=Job.Kind.ARCHIVE, about=f"{group.crew.key}@1")
    monkeypatch.setattr(jobs, "help_along", lambda job: job)
    page = group.stranger.get(f"/made/{job.key}/")
    assert (page.context["done"], page.context["total"]) == (0, 1)
    assert len(job.key) == 16


def test_file_goes_to_worker_whenever_asked_until_done(group, monkeypatch):
    asked = []
    monkeypatch.setattr(jobs, "later", lambda work, pk: asked.append((work, pk)))
    about = (Job.Kind.ARCHIVE, f"{group.crew.key}@1", "en")
    job = jobs.begin(*about)
    assert jobs.begin(*about) == job
    assert asked == [(jobs.run_job, job.pk)] * 2
    Job.objects.update(finished=True)
    assert jobs.begin(*about) == job
    assert len(asked) == 2


def test_packed_crew_is_kept_by_no_cache(group):
    job = jobs.begin(Job.Kind.ARCHIVE, f"{group.crew.key}@0-0", "en")
    while not job.finished:
        job = jobs.slice_of(job)
    answer = group.stranger.get(f"/made/{job.key}/file")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]

"""The real thing: a server, readers in processes of their own, phones that send files."""

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from datetime import timedelta
from functools import partial

import pytest
from celery.signals import heartbeat_sent
from django.conf import settings as configured
from django.db import connection
from django.utils import timezone

from companion.crews.models import Crew
from companion.operations import health
from companion.plays import ledger, playlog
from companion.plays.models import Play
from companion.uploads import keeper, tasks
from companion.uploads.models import Upload
from tests.sample_game import Setup
from tests.sending import stored
from tests.serving import until
from tests.stats.test_exports import packed
from tests.stats.test_jobs import Worker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def readers(settings, monkeypatch):
    """Start readers, on the database of this test."""
    settings.UPLOAD_READERS = 1
    database = {
        key: connection.settings_dict[key]
        for key in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")
    }
    monkeypatch.setenv("SIDEKICK_TEST_DATABASE", json.dumps(database))
    # A server that an earlier test stopped in this process has closed the keeper for good.
    monkeypatch.setattr(keeper, "_closing", threading.Event())
    yield
    until(lambda: not keeper._one.locked(), "the keeper did not come to its end", 180)


def a_log(entries=6):
    play = ledger.begin("acorns", Setup(2, 50))
    for n in range(entries):
        ledger.record(play.pk, {"do": "roll", "face": 1}, key=f"k{n}", answers={"CROW": "no"})
    return playlog.encode(playlog.export(Play.objects.get(pk=play.pk)))


def an_archive(plays):
    crew = Crew.objects.create(name="Tuesday")
    for _ in range(plays):
        play = ledger.begin("acorns", Setup(2, 20))
        Play.objects.filter(pk=play.pk).update(crew=crew)
    file = packed(crew)
    Play.objects.all().delete()
    crew.delete()
    return file


def over(upload):
    def look():
        upload.refresh_from_db()
        return upload.over

    return look


@pytest.mark.patient
def test_phone_opens_playlog_and_is_host(acorns, readers, phone, tmp_path):
    file = tmp_path / "play.json"
    file.write_bytes(a_log())
    Play.objects.all().delete()
    one = phone()
    one.open("/import/")
    one.page.set_input_files("#file", file)
    one.tap("Open as a table")
    one.page.wait_for_url("**/people", timeout=30_000)
    play = Play.objects.get()
    assert play.revision == 6
    one.open(f"/t/{play.code}/")
    one.is_at_the_table()


@pytest.mark.patient
def test_table_moves_by_its_code_and_phones_follow(acorns, readers, seated):
    old = ledger.begin("acorns", Setup(2, 50))
    ana, bo = seated(old, "Ana", 0, role="host"), seated(old, "Bo", 1)
    ledger.record(old.pk, {"do": "roll", "face": 3}, key="k", actor=0)
    ana.pulls("More")
    ana.tap("Move this table", exact=True)
    address = ana.page.locator("a[href*='/m/']").inner_text()
    ana.page.get_by_label("Address of the other Sidekick").fill(address.split("/m/")[0])
    ana.tap("Next")
    ana.tap("Go to")
    ana.tap("Fetch the table")
    ana.page.wait_for_url("**/people", timeout=30_000)
    bo.tap("Continue at")
    bo.tap("I am Bo")
    bo.is_at_the_table()
    new = Play.objects.exclude(pk=old.pk).get()
    assert new.code in bo.page.url
    bo.shows_revision(new.revision)
    assert Play.objects.get(pk=old.pk).abandoned


@pytest.mark.patient
def test_a_phone_without_scripts_gets_there_as_well(acorns, readers, phone, tmp_path):
    file = tmp_path / "crew.jsonl.gz"
    file.write_bytes(an_archive(3))
    one = phone(java_script_enabled=False)
    one.open("/crews/import/")
    one.page.set_input_files("#file", file)
    one.page.click("main button.go")
    one.page.wait_for_url("**/crews/join/**", timeout=30_000)
    assert Crew.objects.get().plays.count() == 3


def test_file_page_says_what_is_wrong_with_it(acorns, readers, phone, tmp_path):
    file = tmp_path / "play.json"
    file.write_bytes(b'{"title": "acorns"}')
    one = phone()
    one.open("/import/")
    one.page.set_input_files("#file", file)
    one.tap("Open as a table")
    one.page.wait_for_selector("text=Nothing was imported. not a playlog", timeout=30_000)


@pytest.mark.patient
def test_reader_that_is_killed_is_followed_by_another(acorns, readers, monkeypatch):
    upload = stored("archive", an_archive(120))
    seen = []
    real = subprocess.Popen

    class Watched(real):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            seen.append(self)

    monkeypatch.setattr(keeper.subprocess, "Popen", Watched)
    keeper.start()
    until(lambda: Play.objects.count() > 5, "nothing was read", 180)
    os.kill(seen[0].pid, signal.SIGKILL)
    until(over(upload), "the file was not read to its end", 300)
    assert upload.stage == Upload.Stage.DONE
    assert len(seen) > 1
    assert Crew.objects.get().plays.count() == 120


def left_by_a_dead_reader(**wait):
    left = timezone.now() + timedelta(**wait)
    return stored("playlog", a_log(), lease=left, turn=1, address="10.0.0.9")


@pytest.mark.patient
def test_file_of_dead_server_is_read_unwatched(acorns, readers, monkeypatch):
    monkeypatch.setattr(keeper, "NUDGE", 0.1)
    upload = left_by_a_dead_reader(seconds=1)
    keeper.wake()
    until(over(upload), "nobody followed the dead reader", 120)
    assert upload.stage == Upload.Stage.DONE


@pytest.mark.patient
def test_worker_looks_for_files_whose_task_was_lost(acorns, readers, monkeypatch, settings):
    """No one looks at the page: only the worker's own heartbeats are left."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    sent = []
    for name in ("read_uploads", "look_for_uploads"):
        monkeypatch.setattr(getattr(tasks, name), "delay", partial(sent.append, name))
    upload = left_by_a_dead_reader(seconds=60)
    heartbeat_sent.send(sender=None)
    heartbeat_sent.send(sender=None)
    assert sent == ["look_for_uploads"]
    tasks.look_for_uploads()
    assert not over(upload)(), "the reader may still be alive"
    Upload.objects.update(lease=timezone.now())
    tasks.look_for_uploads()
    assert over(upload)()
    assert sent == ["look_for_uploads", "read_uploads"]


LIMITED = """
from companion.uploads import reading
reading.MEMORY, reading.PIECE = 2**29, 1
reading.limit_memory()
reading.mind_the_time()
try:
    bytearray(2**30)
except MemoryError:
    print("memory")
try:
    while True:
        pass
except reading.PlayTooLongError:
    print("time")
"""


@pytest.mark.patient
def test_reader_gets_only_so_much_memory_and_time():
    done = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(){LIMITED}"],
        cwd=configured.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["memory", "time"]


@pytest.mark.patient
def test_table_is_played_while_file_is_read(acorns, readers, site):
    """What another table does is not held up, whatever is in the file."""
    upload = stored("archive", an_archive(60))
    play = ledger.begin("acorns", Setup(2, 50))
    until(lambda: health.watch.parts().get("database") == health.WELL, "nobody looked around")
    keeper.start()
    for n in range(30):
        done = ledger.record(
            play.pk, {"do": "roll", "face": 1}, key=f"t{n}", answers={"CROW": "no"}
        )
        assert done.entry.seq == n + 1
        with urllib.request.urlopen(f"{site}/healthz", timeout=5) as answer:
            assert answer.status == 200
    until(over(upload), "the file was not read", 300)
    assert upload.stage == Upload.Stage.DONE


@pytest.mark.patient
def test_a_worker_reads_what_waited_for_it(acorns, redis_server, readers, monkeypatch):
    """With a Redis the same readers are started by workers, as soon as there is one."""
    monkeypatch.setenv("SIDEKICK_TEST_READERS", "1")
    upload = stored("archive", an_archive(12))
    worker = Worker(redis_server.url)
    try:
        until(over(upload), "the worker did not come to it", 90)
    finally:
        worker.kill()
    assert upload.stage == Upload.Stage.DONE
    assert Crew.objects.get().plays.count() == 12

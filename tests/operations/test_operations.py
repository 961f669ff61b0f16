"""Health, metrics, logs and limits: what the person behind the server relies on."""

import io
import json
import logging
import re
import threading
import time
import urllib.error
import urllib.request
from functools import partial
from types import SimpleNamespace

import redis
from django.db import OperationalError
from django.test import Client

from companion import asgi
from companion.operations import health, workers
from companion.plays import ledger
from companion.plays.pages import canary
from companion.release import release
from tests.pageplayer import forms_of
from tests.serving import served, until


def test_a_healthy_server_says_so(db):
    well = {"database": "ok", "migrations": "ok", "disk": "ok", "release": release()}
    assert Client().get("/healthz").json() == {**well, "boards": "ok"}
    assert Client().get("/readyz").json() == well


def test_missing_redis_and_worker_are_said_pages_served(db, settings, redis_server):
    settings.REDIS_URL = redis_server.url
    redis_server.forget(workers.SIGN)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["worker"]) == (200, "missing")
    workers.beat()
    assert Client().get("/readyz").json()["worker"] == "ok"
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (200, "failed")
    assert Client().get("/healthz").status_code == 200


def test_ready_says_when_no_one_does_the_chores(db, settings, redis_server, monkeypatch):
    settings.REDIS_URL = redis_server.url
    for each in (workers.DUE, workers.DONE):
        redis_server.forget(each)
    sent = []
    monkeypatch.setattr(workers, "send", sent.append)
    for _ in range(3):
        workers.beat()
    assert [task.name for task in sent] == ["companion.stats.tasks.catch_up"]
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["beat"]) == (200, "missing")
    sent[0]()
    assert Client().get("/readyz").json()["beat"] == "ok"
    with redis.Redis.from_url(redis_server.url) as client:
        assert 28_000 < client.pttl(workers.DUE) <= 30_000
        assert 88_000 < client.pttl(workers.DONE) <= 90_000


def test_one_process_alone_does_what_is_due(settings, redis_server):
    settings.REDIS_URL = redis_server.url
    redis_server.forget(f"{workers.DUE}:tidying")
    assert [workers.due("tidying", 1) for _ in range(3)] == [True, False, False]
    time.sleep(1.1)
    assert workers.due("tidying", 1)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert not workers.due("tidying", 1)


def test_each_job_goes_to_its_queue():
    from companion.celery import app

    app.loader.import_default_modules()
    asked = {
        name: app.amqp.router.route({}, name)["queue"].name
        for name in app.tasks
        if name.startswith("companion.")
    }
    assert asked == {
        "companion.stats.tasks.count_play": "celery",
        "companion.stats.jobs.run_job": "files",
        "companion.stats.jobs.run_chore": "chores",
        "companion.uploads.tasks.read_uploads": "files",
        "companion.uploads.tasks.look_for_uploads": "files",
        "companion.stats.tasks.tidy": "chores",
        "companion.stats.tasks.catch_up": "chores",
    }
    assert {each.name for each in app.amqp.queues.consume_from.values()} == set(asked.values())


def test_worker_sign_fades_seconds_after_its_last_beat(db, settings, redis_server):
    settings.REDIS_URL = redis_server.url
    workers.beat()
    with redis.Redis.from_url(redis_server.url) as client:
        assert 4_000 < client.pttl(workers.SIGN) <= 6_000


def test_dead_database_is_unhealthy_and_never_500(db, monkeypatch):
    def broken():
        raise OSError("gone")

    monkeypatch.setattr(health, "database", broken)
    assert Client().get("/healthz").status_code == 503
    assert Client().get("/readyz").status_code == 503


def test_a_full_or_locked_disk_is_unhealthy(db, monkeypatch, settings, tmp_path):
    monkeypatch.setattr(health, "ROOM", 10**18)
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "nearly full")
    assert Client().get("/readyz").status_code == 200
    settings.VAR = tmp_path / "not there"
    assert Client().get("/healthz").json()["disk"] == "not writable"


def test_answering_database_is_there_however_long_others_take(monkeypatch):
    watch, looked, go_on = health.HealthWatch(), threading.Event(), threading.Event()
    monkeypatch.setattr(health, "SILENCE", 0.02)
    monkeypatch.setattr(health, "database", lambda: True)
    monkeypatch.setattr(health, "migrated", lambda: looked.set() or go_on.wait(5))
    watch._parts = {"database": "ok"}
    watch._seen = time.monotonic()
    looking = threading.Thread(target=watch._run, args=(watch._stop,))
    looking.start()
    try:
        assert looked.wait(5)
        time.sleep(0.1)
        assert not watch.database_away()
    finally:
        watch.stop()
        go_on.set()
        looking.join()


def test_a_look_that_hangs_is_no_good_news(monkeypatch):
    watch = health.HealthWatch()
    let_go = threading.Event()
    answers = iter([True])
    monkeypatch.setattr(health, "database", lambda: next(answers, None) or let_go.wait(10))
    monkeypatch.setattr(health, "_beside", lambda known: {"database": known})
    monkeypatch.setattr(health, "EVERY", 0.05)
    monkeypatch.setattr(health, "SILENCE", 0.2)
    watch.start()
    try:
        until(lambda: watch.parts().get("database") == "ok", "it did not look")
        until(watch.database_away, "a look that hangs was taken for a good one")
    finally:
        watch.stop()
        let_go.set()


def test_health_is_told_without_the_redirect_to_https(site, settings):
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True

    def told(path):
        try:
            with urllib.request.urlopen(site + path, timeout=5) as answer:
                return (answer.status, answer.url) == (200, site + path)
        except urllib.error.HTTPError:
            return False

    for path in ("/healthz", "/readyz"):
        # A server that has just begun has not looked around yet.
        until(partial(told, path), f"{path} never told that all is well", 20)


def test_what_was_sent_can_be_sent_again(cast, monkeypatch):
    def away(*anything, **named):
        raise OperationalError("the database system is shutting down")

    with monkeypatch.context() as down:
        down.setattr(ledger, "record", away)
        answer = cast.host.post(f"{cast.at}act", {"do": "roll", "face": 5, "key": "k1"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    (form,) = forms_of(answer.content.decode())
    assert form.action == f"{cast.at}act"
    assert {("do", "roll"), ("face", "5"), ("key", "k1")} <= set(form.hidden)
    again = cast.host.post(form.action, dict(form.hidden))
    assert again.status_code < 400
    assert cast.play.entries.count() == 1


def test_metrics_count_requests_by_route_and_stay_private(cast, settings):
    cast.host.get(cast.at)
    text = Client().get("/metrics").content.decode()
    assert 'sidekick_requests_total{method="GET",route="t/<slug:code>/",status="200"}' in text
    assert re.search(r"^sidekick_plays_running 1(\.0)?$", text, re.MULTILINE)
    assert cast.play.code not in text
    behind = {"X-Forwarded-For": "203.0.113.9"}
    assert Client().get("/metrics", headers=behind).status_code == 404
    settings.HTTPS = True
    settings.METRICS_TOKEN = "let me in"
    https = {"secure": True}
    assert Client().get("/metrics", **https).status_code == 404
    wrong = {"Authorization": "Bearer wrong"}
    assert Client().get("/metrics", headers=wrong, **https).status_code == 404
    right = {"Authorization": "Bearer let me in"}
    assert Client().get("/metrics", headers=right, **https).status_code == 200


def test_invented_methods_do_not_make_the_metrics_grow(db):
    phone = Client()
    for n in range(50):
        phone.generic(f"MADEUP{n}", "/")
    text = Client().get("/metrics").content.decode()
    assert "MADEUP" not in text
    assert text.count('method="other"') < 10


def test_metrics_tell_which_parts_are_there(db, monkeypatch):
    monkeypatch.setattr(health.watch, "parts", lambda: {"database": "ok", "worker": "missing"})
    text = Client().get("/metrics").content.decode()
    assert 'sidekick_up{part="database"} 1.0' in text
    assert 'sidekick_up{part="worker"} 0.0' in text


def test_request_is_json_line_with_ids_without_secrets(cast, monkeypatch):
    out = io.StringIO()
    (console,) = [each for each in logging.getLogger().handlers if each.name == "console"]
    monkeypatch.setattr(console, "stream", out)
    logger = logging.getLogger("sidekick.request")
    logger.setLevel(logging.INFO)
    answer = cast.host.get(cast.at)
    logger.setLevel(logging.NOTSET)
    (line,) = out.getvalue().splitlines()
    entry = json.loads(line)
    assert entry["play"] == cast.play.pk
    assert entry["request_id"] == answer["X-Request-ID"]
    assert entry["route"] == "t/<slug:code>/"
    assert cast.play.code not in line
    assert "Ana" not in line


def test_canary_draws_the_newest_board(cast):
    assert 'id="board"' in canary.draw()


def test_canary_needs_no_table(db):
    assert canary.draw() == ""


def test_health_is_bad_while_boards_wait(transactional_db, cast, monkeypatch):
    monkeypatch.setattr(health, "SLOW", 0.3)
    monkeypatch.setattr(health, "SINGS", 0.05)
    free = threading.Event()
    monkeypatch.setattr(asgi, "canary", SimpleNamespace(draw=lambda: free.wait(10)))

    def word(base):
        try:
            return json.load(urllib.request.urlopen(f"{base}/healthz"))["boards"]
        except urllib.error.HTTPError as error:
            return json.load(error).get("boards") if error.code == 503 else ""

    with served(asgi.Site()) as base:
        until(lambda: word(base) == "slow", "boards are slow")
        assert health.canary.seconds() > 0.3
        free.set()
        until(lambda: word(base) == "ok", "boards are well again")
        assert urllib.request.urlopen(f"{base}/healthz").status == 200

"""Tests of what Prometheus scrapes: right with several processes, and cheap."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import yaml
from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from companion.operations import backups, metrics, workers
from companion.plays.models import Play
from companion.turns import Turns, Urgency
from tests.serving import until
from tests.stats.test_jobs import send

NOW = 1_800_000_000.0
ROOT = Path(__file__).parents[2]
ONE = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
django.setup()
from companion.operations import metrics, scrape
metrics.REQUESTS.labels("GET", "t/", "200").inc({})
print(scrape.text().decode())
"""

LISTENING = """
import asyncio, os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
django.setup()
from companion.operations import scrape
from companion.plays import live
async def listen():
    for _ in range({}):
        live.hub.join("ABCDEF", 100)
asyncio.run(listen())
for _ in sys.stdin:
    print([line for line in scrape.text().decode().split("\\n") if "live_streams " in line][-1])
    sys.stdout.flush()
"""


class Process:
    """A process with open streams, asked for the metrics of all."""

    def __init__(self, folder, streams):
        self.process = subprocess.Popen(
            [sys.executable, "-c", LISTENING.format(streams)],
            cwd=ROOT,
            env={
                **os.environ,
                "PROMETHEUS_MULTIPROC_DIR": str(folder),
                "SIDEKICK_VAR": str(folder),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def streams(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline().split()[-1])

    def kill(self):
        self.process.kill()
        self.process.communicate()


def scraped():
    return Client().get("/metrics", REMOTE_ADDR="127.0.0.1").content.decode()


def test_counters_of_several_processes_add_up(tmp_path):
    folder = str(tmp_path / "metrics")
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": folder, "SIDEKICK_VAR": str(tmp_path)}
    for n in (3, 4):
        done = subprocess.run(
            [sys.executable, "-c", ONE.format(n)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.findall(r"sidekick_requests_total{.*?} (\S+)", done.stdout)
    assert found == ["7.0"]
    assert "sidekick_release_info" in done.stdout


def test_streams_of_live_processes_add_up(tmp_path):
    one, other = Process(tmp_path, 2), Process(tmp_path, 3)
    try:
        assert other.streams() >= 3.0
        one.streams()
        assert other.streams() == 5.0
        assert one.streams() == 5.0
        other.kill()
        assert one.streams() == 2.0
    finally:
        one.kill()


def value(name, **labels):
    found = metrics.REGISTRY.restricted_registry([name]).collect()
    samples = (each for family in found for each in family.samples)
    return next((each.value for each in samples if each.labels == labels), 0.0)


def test_page_threads_are_busy_while_they_work():
    pool, begun, end = Turns(4, counted=True), threading.Event(), threading.Event()
    first = pool.submit(Urgency.BOARD, "a", lambda: begun.set() or end.wait(10))
    assert begun.wait(10)
    assert value("sidekick_page_threads_busy", urgency="board") == 1.0
    later = [pool.submit(Urgency.BOARD, "a", lambda: end.wait(10)) for _ in range(3)]
    until(lambda: value("sidekick_pages_waiting", urgency="board") == 3.0, "none waits")
    assert value("sidekick_page_threads_busy", urgency="board") == 1.0
    end.set()
    for each in (first, *later):
        each.result(10)
    until(lambda: value("sidekick_page_threads_busy", urgency="board") == 0.0, "still busy")
    assert value("sidekick_pages_waiting", urgency="board") == 0.0
    assert value("sidekick_page_threads", urgency="board") == 1.0
    pool.close()


def test_requests_tell_their_time_in_the_database(cast):
    name = "sidekick_database_seconds"
    before = value(f"{name}_count", route="t/<slug:code>/")
    spent = value(f"{name}_sum", route="t/<slug:code>/")
    cast.host.get(cast.at)
    assert value(f"{name}_count", route="t/<slug:code>/") == before + 1
    took = value(f"{name}_sum", route="t/<slug:code>/") - spent
    assert 0 < took <= value("sidekick_request_seconds_sum", route="t/<slug:code>/")


@pytest.mark.django_db
def test_metrics_tell_how_long_the_oldest_job_waits(settings, redis_server, monkeypatch):
    settings.REDIS_URL = redis_server.url
    assert "sidekick_queue_age_seconds 0.0" in scraped()
    for task, age in (("tasks.tidy", 90), ("tasks.count_play", 30)):
        monkeypatch.setattr(workers.time, "time", lambda age=age: NOW - age)
        send(redis_server.url, f"companion.stats.{task}", 1)
    monkeypatch.setattr(workers.time, "time", lambda: NOW)
    assert "sidekick_queue_age_seconds 90.0" in scraped()
    assert "sidekick_queue_length 2.0" in scraped()


@pytest.mark.django_db
def test_running_plays_are_counted_by_their_index():
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("SET enable_seqscan = off")
        plan = Play.objects.filter(ended_at__isnull=True).explain()
    assert "play_running" in plan


@pytest.mark.django_db
def test_scrape_is_not_redirected_to_https(settings):
    settings.SECURE_SSL_REDIRECT = settings.HTTPS = True
    settings.METRICS_TOKEN = "secret"
    asked = {"headers": {"Authorization": "Bearer secret"}}
    assert Client().get("/metrics", **asked).status_code == 200
    assert Client().get("/").status_code == 301


@pytest.mark.django_db
def test_metrics_tell_the_age_of_the_backup(settings, tmp_path):
    settings.VAR = tmp_path
    assert "sidekick_backup_age_seconds" not in scraped()
    (tmp_path / backups.LAST).touch()
    assert re.search(r"sidekick_backup_age_seconds \d", scraped())


@pytest.mark.django_db
def test_metrics_tell_the_length_of_the_queue(monkeypatch):
    assert "sidekick_queue_length" not in scraped()
    monkeypatch.setattr(workers, "waiting", lambda: 7)
    assert "sidekick_queue_length 7.0" in scraped()


SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "info": ("_info",)}


def rules():
    found = yaml.safe_load((ROOT / "docs/operating/alerts.yml").read_text())
    return [rule for group in found["groups"] for rule in group["rules"]]


def panels():
    return json.loads((ROOT / "docs/operating/dashboard.json").read_text())["panels"]


@pytest.mark.django_db
def test_dashboard_and_alerts_name_metrics_that_exist(monkeypatch):
    monkeypatch.setattr(workers, "waiting", lambda: 0)
    monkeypatch.setattr(workers, "oldest", lambda: 0.0)
    monkeypatch.setattr(backups, "age", lambda: 0.0)
    there = {
        f"{family.name}{suffix}"
        for family in text_string_to_metric_families(scraped())
        for suffix in SUFFIXES.get(family.type, ("",))
    }
    shown = [target["expr"] for panel in panels() for target in panel["targets"]]
    drawn = set(re.findall(r"sidekick_\w+", " ".join(shown)))
    warned = set(re.findall(r"sidekick_\w+", " ".join(rule["expr"] for rule in rules())))
    page = (ROOT / "docs/deploy.md").read_text()
    told = set(re.findall(r"`(sidekick_[a-z_]+)", page))
    assert drawn - there == set()
    assert warned - there == set()
    assert {name.removesuffix("_total") for name in told} <= {
        re.sub("_(total|bucket|sum|count)$", "", name) for name in there
    }
    assert {re.sub("_(bucket|sum|count)$", "", name) for name in drawn} == told


def test_every_alert_says_what_to_do():
    for rule in rules():
        assert {"summary", "description"} == rule["annotations"].keys(), rule["alert"]
        assert rule["labels"]["severity"] in {"page", "ticket"}


def test_panels_do_not_overlap():
    taken = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels())
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _y in taken) < 24


def test_nginx_logs_no_address():
    page = (ROOT / "docs/deploy.md").read_text()
    (form,) = re.findall(r"log_format sidekick '(.*?)'", page)
    logged = set(re.findall(r"\$(\w+)", form))
    assert not logged & {"request", "request_uri", "uri", "http_referer", "args"}
    # Debian's own logs would be written beside those of the whole, not beside a server's.
    for server in page.split("\nserver {")[1:]:
        head = server.partition("```")[0]
        assert "    access_log /var/log/nginx/sidekick.log sidekick;" in head
        assert re.search(r"    error_log \S+ crit;", head)

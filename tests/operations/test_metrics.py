"""What Prometheus scrapes: right with several processes, and cheap."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from companion.operations import backups, workers
from companion.plays.models import Play

ROOT = Path(__file__).parents[2]
ONE = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
django.setup()
from companion.operations import metrics
metrics.REQUESTS.labels("GET", "t/", "200").inc({})
print(metrics.text().decode())
"""


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

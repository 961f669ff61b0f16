"""Settings with wrong values get a sentence, whoever reads them."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from companion import checks, environment, settings

SETTINGS = Path(settings.__file__)
WRONG = {
    "DATABASE_URL": ["mysql://host/name", "postgres://host:many/name", "postgres://h/n?no=1"],
    "DATABASE_POOLED": ["perhaps"],
    "DEBUG": ["perhaps"],
    "LIVE_STREAMS": ["many", "-1", "1.5"],
    "SIDEKICK_EVENT": ["perhaps"],
    "SIDEKICK_JOINS": ["many", "0"],
    "LOG_LEVEL": ["loud"],
    "REDIS_URL": ["http://host", "redis://host:port"],
    "SIDEKICK_HOSTS": ["https://sidekick.example.org", "sidekick.example.org:8000"],
    "SIDEKICK_HTTPS": ["sometimes"],
    "SIDEKICK_KEEP_NAMES": ["a year", "-1"],
    "SIDEKICK_KEEP_PLAYS": ["forever", "-1"],
    "SIDEKICK_PROXIES": ["one"],
    "TZ": ["Mars/Phobos", "Europe", "../etc"],
    "UPLOAD_MB": ["0", "huge"],
    "UPLOAD_READERS": ["two"],
    "WEB_CONCURRENCY": ["0", "²"],
}


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, vs in WRONG.items() for v in vs])
def test_wrong_setting_is_named_in_a_sentence(name, value, tmp_path, monkeypatch):
    monkeypatch.setenv("SIDEKICK_VAR", str(tmp_path))
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        checks.processes() if name == "WEB_CONCURRENCY" else runpy.run_path(str(SETTINGS))


def test_password_of_a_wrong_address_is_not_shown():
    with pytest.raises(ImproperlyConfigured) as caught:
        settings.database("postgres://me:secret@host:many/name")
    assert "secret" not in str(caught.value)


def test_every_setting_read_is_tried_with_wrong_value():
    read = re.findall(r'environment\.(?!text)\w+\(\s*"(\w+)"', SETTINGS.read_text())
    assert {*read, "DATABASE_URL", "REDIS_URL", "TZ", "WEB_CONCURRENCY"} == set(WRONG)


@pytest.mark.parametrize("wrong", [{"LOG_LEVEL": "loud"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_start_with_a_wrong_setting_shows_one_line(wrong, tmp_path):
    env = {**os.environ, "PYTHONCOERCECLOCALE": "0", "SIDEKICK_VAR": str(tmp_path), **wrong}
    env["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    command = [sys.executable, "-m", "companion", "play", "--port", "0"]
    done = subprocess.run(command, cwd=SETTINGS.parents[1], env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.fullmatch(r"Sidekick cannot start: .+\n", done.stderr), done.stderr


def test_values_are_taken_however_they_are_written(monkeypatch):
    written = {"LOG_LEVEL": " info ", "DEBUG": "Yes", "LIVE_STREAMS": "", "TZ": ":Europe/Warsaw"}
    for name, value in {**written, "SIDEKICK_HOSTS": "a.example, fd00::1,,*"}.items():
        monkeypatch.setenv(name, value)
    assert environment.log_level("LOG_LEVEL") == "INFO"
    assert environment.flag("DEBUG")
    assert environment.number("LIVE_STREAMS", 500) == 500
    assert environment.time_zone() == "Europe/Warsaw"
    assert environment.hosts("SIDEKICK_HOSTS") == ["a.example", "[fd00::1]", "*"]


@pytest.mark.parametrize(("machine", "zone"), [("Asia/Tokyo", "Asia/Tokyo"), (None, "UTC")])
def test_time_zone_is_the_machines_without_tz(machine, zone, monkeypatch):
    monkeypatch.delenv("TZ")
    monkeypatch.setattr(environment.tzlocal, "get_localzone_name", lambda: machine)
    assert environment.time_zone() == zone

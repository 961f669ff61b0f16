"""Tests of what is said before anything is served: the release, and why this cannot start."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from companion import __main__ as shell
from companion import checks, serve
from companion.release import release
from tests.serving import free_port

ROOT = Path(__file__).parent.parent


@pytest.fixture
def folder(db, settings, tmp_path, monkeypatch):
    """Return the data's folder of a server that would stop at once."""
    settings.VAR = tmp_path
    monkeypatch.setattr(serve, "run", lambda *served: None)
    monkeypatch.setattr("companion.plays.management.commands.play.call_command", lambda *a, **k: 0)
    monkeypatch.setattr("companion.operations.backups.before_migrating", lambda: None)
    return tmp_path


@pytest.mark.parametrize("how", [{}, {"https": True}])
def test_second_server_on_one_folder_is_refused(folder, how):
    with (folder / "serving").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="Another Sidekick serves the tables in"):
            call_command("play", port=free_port(), **how)
    call_command("play", host="127.0.0.1", port=free_port())


def test_servers_with_postgresql_and_redis_share_a_folder(folder, monkeypatch):
    monkeypatch.setattr(checks, "lacking", lambda workers: [])
    with (folder / "serving").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_SH)
        call_command("play", host="127.0.0.1", port=free_port())


def test_release_is_named_wherever_it_is_asked(db, capsys):
    said = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert release() == said
    shell.main(["sidekick", "--version"])
    assert capsys.readouterr().out == f"Sidekick {said}\n"
    client = Client()
    assert client.get("/healthz").json()["release"] == said
    assert f'sidekick_release_info{{version="{said}"}} 1.0' in client.get("/metrics").text
    assert f"Sidekick {said}</small>" in client.get("/").text


def test_running_server_names_the_release(site):
    try:
        answer = urllib.request.urlopen(f"{site}/healthz")
    except urllib.error.HTTPError as before_the_first_look:
        answer = before_the_first_look
    with answer:
        assert json.load(answer)["release"] == release()


def test_windows_is_told_about_wsl(monkeypatch):
    monkeypatch.setattr(shell, "sys", SimpleNamespace(platform="win32", exit=sys.exit))
    with pytest.raises(SystemExit, match="WSL"):
        shell.main(["sidekick", "play"])


def test_database_that_does_not_answer_gets_a_sentence(tmp_path):
    env = {**os.environ, "SIDEKICK_VAR": str(tmp_path), "DATABASE_URL": "postgres://127.0.0.1:1/x"}
    env["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    command = [sys.executable, "-m", "companion", "play", "--port", str(free_port())]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Sidekick cannot use its database: "), done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("exit 1", "Sidekick needs Python 3.11"),
        ('case "$*" in *ensurepip*) exit 1;; esac', "venv is missing"),
        ('case "$*" in *"-m venv"*) exit 1;; esac', "cannot be made"),
    ],
)
def test_make_says_why_there_is_no_environment(python, sentence, tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.lock").touch()
    fake = tmp_path / "python"
    fake.write_text(f"#!/bin/sh\n{python}\n")
    fake.chmod(0o755)
    command = ["make", "--no-print-directory", "play", f"PYTHON={fake}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode
    told = [line for line in done.stdout.splitlines() if not line.startswith("Making")]
    assert sentence in "\n".join(told)
    assert len(told) == 1

"""Tests that nothing goes on serving when the process that was started is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from companion import serve
from tests import services
from tests.serving import free_port, until

ROOT = Path(__file__).parents[2]


RUN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tests.hardening import {0} as run
run.filled = lambda **told: dict.fromkeys(("code", "token", "shared", "story"), "none")
run.main(60)
"""
"""A run without the long tables, which take a minute to fill; it heeds Ctrl-C wherever it began."""


@pytest.fixture
def database():
    url = services.postgresql()
    if url is None:
        services.demand("PostgreSQL", "none answers; DATABASE_URL can name one")
    name = f"sidekick_orphans_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{url.rpartition('/')[0]}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.patient
def test_a_killed_parent_leaves_no_server_behind(database, redis_server, tmp_path):
    port = free_port()
    serving = ["play", "--host", "127.0.0.1", "--port", str(port), "--workers", "2"]
    parent = subprocess.Popen(
        [sys.executable, "manage.py", *serving],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "companion.settings",
            "DATABASE_URL": database,
            "REDIS_URL": redis_server.url,
            "SIDEKICK_VAR": str(tmp_path),
        },
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until(lambda: len(serving_processes(parent.pid)) >= 3, "it did not start", seconds=180)
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait(60)
        until(lambda: not serving_processes(parent.pid), "somebody went on serving", seconds=60)
        serve.listen("127.0.0.1", port).close()
    finally:
        for pid in serving_processes(parent.pid):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.patient
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("run", ["greedy", "uploads"])
def test_stopped_run_stops_its_server(run, how, tmp_path):
    begun = subprocess.Popen(
        [sys.executable, "-c", RUN.format(run)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: servers_of(begun.pid), "it did not start a server", seconds=180)
        (server,) = servers_of(begun.pid)
        begun.send_signal(how)
        begun.wait(60)
        until(lambda: not Path(f"/proc/{server}").exists(), "the server went on", seconds=5)
    finally:
        begun.kill()


def servers_of(parent):
    """List processes that this one has started to serve."""
    command = ["pgrep", "-P", str(parent), "-f", "manage.py play"]
    listed = subprocess.run(command, capture_output=True, text=True)
    return [int(pid) for pid in listed.stdout.split()]


def serving_processes(session):
    """List processes of this session that hold the listening socket, by now or still."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "-s", str(session)], capture_output=True, text=True
    )
    return [int(pid) for pid in listed.stdout.split()]

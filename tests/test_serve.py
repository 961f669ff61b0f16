"""Tests of where the server listens, what it says at the start, and what it refuses."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from companion import checks, network, serve
from companion.operations import workers
from companion.plays.management.commands.play import Command
from tests.serving import free_port, until

ROOT = Path(__file__).parent.parent


def ids(found):
    return [message.id for message in found]


def test_taken_port_is_named_with_way_out():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            serve.CannotListenError, match=rf"Port {port} is taken.*PORT={port + 1}"
        ):
            serve.listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("192.0.2.77", 8000, "192.0.2.77 is not an address of this machine"),
        ("127.0.0.1", 70_000, "Cannot listen on 127.0.0.1 port 70000"),
    ],
)
def test_an_impossible_address_gets_one_sentence(host, port, sentence):
    with pytest.raises(serve.CannotListenError, match=sentence):
        serve.listen(host, port)


def test_name_listens_on_every_address_passing_host_check(settings, monkeypatch):
    monkeypatch.setenv("SIDEKICK_HOSTS", "")
    settings.ALLOWED_HOSTS = ["localhost"]
    with serve.listen("game-night.local", 0) as listening:
        assert listening.getsockname()[0] == "0.0.0.0"
    assert Command().advertised("game-night.local") == "game-night.local"
    assert settings.ALLOWED_HOSTS == ["localhost", "game-night.local"]
    assert os.environ["SIDEKICK_HOSTS"] == "game-night.local"


def test_without_host_address_on_this_network_is_advertised(monkeypatch):
    monkeypatch.setattr(
        "companion.plays.management.commands.play.outgoing_address", lambda: "198.51.100.7"
    )
    assert Command().advertised("") == "198.51.100.7"
    assert network.outgoing_address() is None or network.is_address(network.outgoing_address())


@pytest.mark.parametrize(
    ("host", "drawn", "url"),
    [
        ("198.51.100.7", True, "http://198.51.100.7:8000/"),
        ("2001:db8::7", True, "http://[2001:db8::7]:8000/"),
        ("127.0.0.1", False, "http://127.0.0.1:8000/"),
    ],
)
def test_address_is_drawn_where_phone_can_reach_it(host, drawn, url):
    out = io.StringIO()
    Command(stdout=out).announce(host, 8000)
    assert url in out.getvalue()
    assert ("Scan with any phone" in out.getvalue()) is drawn
    assert ("Only this computer" in out.getvalue()) is not drawn
    assert (out.getvalue().count("\n") > 15) is drawn


@pytest.mark.parametrize(("encoding", "halves"), [("UTF-8", True), ("ascii", False)])
def test_code_is_drawn_in_half_blocks_where_writable(encoding, halves):
    out = io.BytesIO()
    written = io.TextIOWrapper(out, encoding)
    Command(stdout=written).announce("198.51.100.7", 8000)
    assert ("▀" in out.getvalue().decode()) is halves


@pytest.fixture
def configured(monkeypatch):
    """Change the settings the checks look at, and only those."""

    def configure(engine: str, redis_url: str = "", *hosts: str, **options: str) -> None:
        database = {"ENGINE": f"django.db.backends.{engine}", "OPTIONS": options}
        changed = SimpleNamespace(
            DATABASES={"default": database}, REDIS_URL=redis_url, ALLOWED_HOSTS=list(hosts)
        )
        monkeypatch.setattr(checks, "settings", changed)

    return configure


def test_several_processes_need_postgresql_and_redis(configured, monkeypatch):
    configured("sqlite3")
    assert len(checks.lacking(2)) == 2
    assert checks.lacking(1) == []
    with pytest.raises(CommandError, match=r"2 server processes need PostgreSQL .* and Redis"):
        call_command("play", workers=2)
    monkeypatch.setenv("WEB_CONCURRENCY", "3")
    assert ids(checks.several_processes()) == ["sidekick.E001"]
    configured("postgresql", "redis://localhost")
    assert ids(checks.several_processes()) == []


def test_configuration_mistakes_have_ids(configured, monkeypatch):
    configured("sqlite3", "", "*")
    assert ids(checks.immediate_transactions()) == ["sidekick.E002"]
    assert ids(checks.hosts_are_named()) == ["sidekick.W001"]
    configured("sqlite3", "", "localhost", transaction_mode="IMMEDIATE")
    assert ids(checks.immediate_transactions()) == ids(checks.hosts_are_named()) == []
    monkeypatch.setitem(checks.registry.TITLES, "squirrels", "tests.sample_game:Acorns")
    monkeypatch.setitem(checks.registry.TITLES, "ghosts", "tests.no_such_module:Ghosts")
    assert ids(checks.titles_agree()) == ["sidekick.E003", "sidekick.E003"]


def test_missing_worker_is_named_before_anybody_misses_it(db, settings, redis_server):
    settings.REDIS_URL = ""
    assert ids(checks.a_worker_runs()) == []
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert ids(checks.a_worker_runs()) == ["sidekick.W003"]
    settings.REDIS_URL = redis_server.url
    redis_server.forget(workers.SIGN)
    assert ids(checks.a_worker_runs()) == ["sidekick.W003"]
    workers.beat()
    assert ids(checks.a_worker_runs()) == []


@pytest.mark.patient
def test_server_starts_on_empty_folder_and_stops_immediately(tmp_path):
    port = free_port()
    command = [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "companion.settings",
        "SIDEKICK_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "PYTHONUNBUFFERED": "1",
    }
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    address = f"http://127.0.0.1:{port}/"

    def answers():
        try:
            return urllib.request.urlopen(address, timeout=2).status == 200
        except OSError:
            return False

    try:
        until(answers, "the server did not start", seconds=180)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=10)
    finally:
        process.kill()
    assert address in said
    assert "The table is kept" in said
    assert (tmp_path / "db.sqlite3").exists()


def test_starting_server_keeps_nobody_waiting():
    with serve.listen("127.0.0.1", 0) as listening, pytest.raises(ConnectionRefusedError):
        socket.create_connection(listening.getsockname(), timeout=2)


def test_small_answers_are_sent_at_once():
    listening = serve.listen("127.0.0.1", 0)
    try:
        assert listening.proto == socket.IPPROTO_TCP
    finally:
        listening.close()


def test_server_is_imported_without_models():
    alone = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    command = [sys.executable, "-c", "import companion.serve, tests.serving"]
    subprocess.run(command, cwd=ROOT, env=alone, check=True)

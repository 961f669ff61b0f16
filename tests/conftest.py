"""Fixtures of the whole suite: a table with its people, a Redis; phones are the plugin's."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection
from django.test import Client
from django.utils import translation

from tests import services
from tests.serving import free_port, until

DATABASE_FIXTURES = {"db", "transactional_db"}

if unpacked := services.chromium():
    os.environ["CHROMIUM"] = unpacked
services.use_fonts()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, which runs on PostgreSQL, and what is to run on each."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        touches = fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db")
        if touches and not item.get_closest_marker("any_database"):
            item.add_marker("database")
        marked = item.get_closest_marker("django_db")
        if "transactional_db" in fixtures or (marked and marked.kwargs.get("transaction")):
            item.add_marker("each_database")
        if "chromium" in fixtures:
            item.add_marker("browser")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    # With workers, only reports come back to the process that writes the summary.
    what, found, why = str(getattr(report, "longrepr", "")).partition(" tests cannot run: ")
    if found and report.skipped:
        services.lacking[what.rpartition("Skipped: ")[2]] = why.rstrip("')")


def pytest_report_header() -> str:
    """Say whose fonts browsers draw with: with others, tests of how pages look fail."""
    if services.FONTS.exists():
        return "fonts: the tests' own"
    return "fonts: this machine's; get the tests' own: python -m tests.fetch_browser"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for what, why in services.lacking.items():
        terminalreporter.write_line(f"{what} tests did not run: {why}", red=True, bold=True)


@pytest.fixture(autouse=True)
def without_a_language() -> Iterator[None]:
    """Leave no language behind: a request in Polish would have the next test speak Polish."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def no_limits_used() -> None:
    """Give every test all tries of its address to start with."""
    from django.core.cache import cache

    from companion.operations import limits

    cache.clear()
    limits.counts("").clear()


@pytest.fixture(autouse=True)
def nothing_left_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every draw of a set-up the first possibility."""
    from companion.plays import ledger

    monkeypatch.setattr(ledger, "pick", lambda n: 0)


# -- people -----------------------------------------------------------------------------------


@dataclass
class Cast:
    """Everyone page tests need at one table of Acorns, each with a client of their own."""

    play: object
    host: Client
    player: Client
    spectator: Client
    stranger: Client

    @property
    def at(self) -> str:
        return f"/t/{self.play.code}/"

    @property
    def watched_at(self) -> str:
        """The table's address for spectators, who never learn the joining code."""
        return f"/t/{self.play.watch_code}/"


@pytest.fixture
def acorns(monkeypatch: pytest.MonkeyPatch) -> str:
    """Add the sixth game to the list of titles; return its slug."""
    from games import registry

    monkeypatch.setitem(registry.TITLES, "acorns", "tests.sample_game:Acorns")
    return "acorns"


@pytest.fixture
def cast(db: None, acorns: str) -> Cast:
    """Return a fresh table of Acorns for two squirrels: Ana hosts the first, Bo plays the
    second."""
    from companion.plays import ledger, seats
    from companion.plays.models import Seat
    from tests.sample_game import Setup

    play = ledger.begin(acorns, Setup(2, 20))

    def sits(name: str, role: str, *parts: int) -> Client:
        seat = Seat.objects.create(play=play, name=name, role=role, parts=list(parts))
        client = Client()
        client.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
        return client

    return Cast(
        play,
        sits("Ana", Seat.Role.HOST, 0),
        sits("Bo", Seat.Role.PLAYER, 1),
        sits("Cy", Seat.Role.SPECTATOR),
        Client(),
    )


@pytest.fixture
def inside(db: None) -> Iterator[None]:
    """Let requests be answered in this process without touching the test's connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


# -- the real thing ---------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End what servers and readers still hold, so that PostgreSQL drops the database of a run."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """Provide a Redis of this run's own, which a test may stop and start."""
    program = services.redis_server()
    if program is None:
        services.demand("Redis", "redis-server is not installed")
    server = RedisServer(program, tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


class RedisServer:
    def __init__(self, program: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, "Redis did not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None

    def listeners(self, channel: str) -> int:
        with redis.Redis.from_url(self.url) as client:
            return int(client.pubsub_numsub(channel)[0][1])

    def publish(self, channel: str, text: str) -> int:
        """Announce something; return how many heard it."""
        with redis.Redis.from_url(self.url) as client:
            return int(client.publish(channel, text))

    def forget(self, key: str) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.delete(key)

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


# -- phones -----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def without_browser() -> Callable[[str], object]:
    """Leave out no journey in CI; elsewhere say at the end that it was."""
    return lambda why: services.demand("Browser", why)

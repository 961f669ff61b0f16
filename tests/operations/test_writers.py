"""Another program holds SQLite's lock: writers wait for it together, and nothing is lost."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from companion import checks
from companion.asgi import BOUNDS
from companion.operations import health
from companion.operations.writers import Writers, writers
from companion.plays.models import Play
from tests.hardening.guesses import Home


def test_each_connection_of_a_server_is_bounded(db):
    with health._Own() as own, own.cursor() as cursor:
        if own.vendor == "sqlite":
            assert writers in own.execute_wrappers
        else:
            cursor.execute("SELECT current_setting('lock_timeout')")
            assert cursor.fetchone()[0] in BOUNDS


def test_pooled_connection_keeps_nothing_of_a_session(db, settings):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has no pooler")
    settings.POOLED = True
    with health._Own() as own, own.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        assert cursor.fetchone() == ("0",)
    found = {}
    for limit in ("0", "10s"):
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{limit}'")
        found[limit] = [each.id for each in checks.statements_are_bounded()]
    assert found == {"0": ["sidekick.W006"], "10s": []}


@pytest.mark.patient
def test_writers_wait_once_while_another_program_locks(transactional_db, site, acorns):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL ends a wait for a lock by itself")

    def create(_):
        begun = time.monotonic()
        answer = Home(site).ask("POST", "/api/plays", {"title": acorns, "sample": True})
        return answer[0], time.monotonic() - begun

    def all_at_once():
        with ThreadPoolExecutor(6) as phones:
            return list(phones.map(create, range(6)))

    assert {status for status, _ in all_at_once()} == {201}
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    first, then = all_at_once(), all_at_once()
    assert {status for status, _ in first + then} == {503}
    assert max(seconds for _, seconds in first) < Writers.PATIENCE + 2
    assert max(seconds for _, seconds in then) < 2
    other.rollback()
    assert {status for status, _ in all_at_once()} == {201}
    assert Play.objects.count() == 12

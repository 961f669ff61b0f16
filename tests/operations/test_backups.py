"""A backup is restored to exactly what it was, on both databases."""

import os
import sqlite3
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from companion.operations import backups
from companion.plays import ledger
from companion.plays.management.commands.play import Command
from companion.plays.models import Entry, Play
from companion.uploads.models import Upload
from tests.sample_game import Setup

pytestmark = pytest.mark.each_database


@pytest.mark.django_db(transaction=True)
def test_what_was_lost_after_a_backup_comes_back(acorns, tmp_path):
    play = ledger.begin(acorns, Setup())
    ledger.record(play.pk, {"do": "roll", "face": 4}, key="k1")
    file = tmp_path / "night.backup"
    call_command("backup", str(file), verbosity=0)
    before = Play.objects.get().state
    ledger.record(play.pk, {"do": "roll", "face": 5}, key="k2")
    Entry.objects.filter(seq=1).delete()
    call_command("backup", str(file), "--restore", verbosity=0)
    assert list(Entry.objects.values_list("seq", flat=True)) == [1]
    assert Play.objects.get().state == before
    ledger.record(play.pk, {"do": "roll", "face": 6}, key="k3")
    assert Play.objects.get().revision == 2


@pytest.mark.django_db(transaction=True)
def test_restore_is_refused_while_a_server_holds_sqlite(acorns, tmp_path, settings):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL is restored under a running server")
    settings.VAR = tmp_path
    file = tmp_path / "night.backup"
    call_command("backup", str(file), verbosity=0)
    ledger.begin(acorns, Setup())
    with Command().alone(), pytest.raises(CommandError, match=r"Stop it first; nothing was"):
        call_command("backup", str(file), "--restore", verbosity=0)
    assert Play.objects.count() == 1
    call_command("backup", str(file), "--restore", verbosity=0)
    assert Play.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_file_that_is_no_backup_changes_nothing(acorns, tmp_path):
    ledger.begin(acorns, Setup())
    bad = tmp_path / "bad"
    bad.write_text("not a database at all, not a database at all")
    with pytest.raises(CommandError):
        call_command("backup", str(bad), "--restore", verbosity=0)
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "missing"), "--restore", verbosity=0)
    assert Play.objects.count() == 1


def a_foreign_database(path, *migrations):
    """Set up a database of someone else's, or one that has been through these migrations."""
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE plants (name TEXT)")
        if migrations:
            other.execute("CREATE TABLE django_migrations (id INTEGER, app TEXT, name TEXT)")
            other.executemany("INSERT INTO django_migrations VALUES (1, ?, ?)", migrations)
    other.close()


@pytest.mark.django_db(transaction=True)
def test_database_of_somebody_else_is_not_let_in(acorns, tmp_path):
    ledger.begin(acorns, Setup())
    file = tmp_path / "other.backup"
    if connection.vendor == "sqlite":
        a_foreign_database(file, ("blog", "0001_initial"))
    else:
        backups._run(
            "pg_dump", "--format=custom", "--table=boxes_box", f"--file={file}", backups._name()
        )
    with pytest.raises(CommandError, match="no backup of Sidekick"):
        call_command("backup", str(file), "--restore", verbosity=0)
    assert Play.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_backup_of_newer_release_is_not_let_in(acorns, tmp_path):
    ledger.begin(acorns, Setup())
    file = tmp_path / "newer.backup"
    MigrationRecorder.Migration.objects.create(app="plays", name="9999_later")
    call_command("backup", str(file), verbosity=0)
    MigrationRecorder.Migration.objects.filter(name="9999_later").delete()
    with pytest.raises(CommandError, match=r"newer Sidekick \(plays.9999_later\)"):
        call_command("backup", str(file), "--restore", verbosity=0)
    assert Play.objects.count() == 1


@pytest.mark.patient
@pytest.mark.django_db(transaction=True)
def test_older_releases_backup_is_brought_up_to_date(acorns, tmp_path):
    """The tables the older one did not have are made anew; what is in it now is not mixed in."""
    ledger.begin(acorns, Setup())
    file = tmp_path / "older.backup"
    call_command("migrate", "uploads", "zero", verbosity=0)
    try:
        call_command("backup", str(file), verbosity=0)
    finally:
        call_command("migrate", verbosity=0)
    Upload.objects.create(kind="playlog", owner="x")
    call_command("backup", str(file), "--restore", verbosity=0)
    assert Play.objects.count() == 1
    assert not Upload.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_restore_that_breaks_off_leaves_what_was_there(acorns, tmp_path):
    ledger.begin(acorns, Setup())
    file = tmp_path / "cut.backup"
    call_command("backup", str(file), verbosity=0)
    file.write_bytes(file.read_bytes()[:-4000])
    with pytest.raises(CommandError):
        call_command("backup", str(file), "--restore", verbosity=0)
    assert Play.objects.count() == 1
    assert ledger.begin(acorns, Setup())


@pytest.mark.django_db(transaction=True)
def test_nobody_else_on_machine_reads_data_or_backup(acorns, tmp_path):
    file = tmp_path / "night.backup"
    umask = os.umask(0)
    try:
        call_command("backup", str(file), verbosity=0)
    finally:
        os.umask(umask)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.patient
def test_new_sidekicks_files_are_for_its_user_alone(tmp_path):
    var = tmp_path / "data" / "var"
    own = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS"))
    }
    for command in (["migrate"], ["collectstatic", "--noinput"], ["backup", f"{var}/b/x.backup"]):
        (var / "b").mkdir(parents=True, exist_ok=True, mode=0o700)
        subprocess.run(
            [sys.executable, "manage.py", *command, "-v0"],
            cwd=settings.BASE_DIR,
            env={**own, "SIDEKICK_VAR": str(var)},
            check=True,
            umask=0o022,
            stdout=subprocess.DEVNULL,
        )
    found = [var, *var.rglob("*")]
    assert {"db.sqlite3", "secret_key", "x.backup"} <= {path.name for path in found}
    kept = [path for path in found if "static" not in path.parts]
    for path in kept:
        assert path.stat().st_mode & 0o077 == 0, path


# -- before an update ------------------------------------------------------------------------------


@pytest.fixture
def older(settings, tmp_path):
    """Provide a home whose tables are those of an earlier release."""
    if connection.vendor != "sqlite":
        pytest.skip("only a home makes backups by itself")
    settings.VAR = tmp_path
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("plays")
    MigrationRecorder(connection).record_unapplied(*newest)
    yield tmp_path / "backups"
    MigrationRecorder(connection).record_applied(*newest)


@pytest.mark.django_db(transaction=True)
def test_home_is_backed_up_before_its_tables_change(older):
    for n in range(backups.KEPT + 2):
        older.mkdir(exist_ok=True)
        (older / f"2020010{n}-000000.sidekick").write_text("old")
    saved = backups.before_migrating()
    assert saved == max(older.iterdir())
    assert len(list(older.iterdir())) == backups.KEPT
    with sqlite3.connect(saved) as found:
        assert found.execute("SELECT count(*) FROM plays_play").fetchone() == (0,)


@pytest.mark.django_db(transaction=True)
def test_up_to_date_home_makes_no_backup(settings, tmp_path):
    settings.VAR = tmp_path
    assert backups.before_migrating() is None
    assert not list(tmp_path.iterdir())


@pytest.mark.django_db(transaction=True)
def test_update_stops_where_no_backup_can_be_made(older, monkeypatch):
    def full(path):
        raise OSError("No space left on device")

    monkeypatch.setattr(backups, "backup", full)
    with pytest.raises(CommandError, match="Nothing was changed"):
        Command().save_before_migrating()

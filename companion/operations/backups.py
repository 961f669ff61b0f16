"""Backup and restore of the whole database, whichever it is, while the site may be running."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

MIGRATIONS = "django_migrations"
OURS = ("plays", "0001_initial")
"""What every database of Sidekick has been through."""

Migrations = set[tuple[str, str]]


class BackupFailed(Exception):
    """The database's own tool refused, or the file is none of ours; the message says which."""


def backup(path: Path) -> None:
    """Write one consistent file, for our eyes only; a half-written one never takes its name."""
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(partial)])
    else:
        _run("pg_dump", "--format=custom", "--no-owner", f"--file={partial}", _name())
    partial.replace(path)


def restore(path: Path) -> None:
    """Put the database back to what the file holds. The site must not be running on SQLite.

    Nothing is touched before it is known that the file is a backup of Sidekick that this release
    can read, and the database of now is there until that of then is in.
    """
    if not path.is_file():
        raise BackupFailed(f"There is no file {path.name}.")
    if connection.vendor == "sqlite":
        _restore_sqlite(path)
    else:
        _restore_postgresql(path)
    call_command("migrate", verbosity=0)


def _must_be_ours(held: Migrations) -> None:
    if OURS not in held:
        raise BackupFailed("This is no backup of Sidekick. Nothing was changed.")
    loader = MigrationLoader(None, ignore_no_migrations=True)
    here = {config.label for config in apps.get_app_configs()}
    newer = sorted(each for each in held if each[0] in here and each not in loader.disk_migrations)
    if newer:
        raise BackupFailed(
            f"This backup was made by a newer Sidekick ({'.'.join(newer[-1])}). Update first; "
            "nothing was changed."
        )


def _restore_sqlite(path: Path) -> None:
    try:
        with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as source:
            _must_be_whole(source, path)
            found = source.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [MIGRATIONS])
            held: Migrations = set()
            if found.fetchone():
                held = set(source.execute(f"SELECT app, name FROM {MIGRATIONS}"))
            _must_be_ours(held)
            connection.ensure_connection()
            # One transaction of SQLite's own: cut off in the middle, the old pages are still there.
            source.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        raise BackupFailed(str(error)) from error


def _must_be_whole(source: sqlite3.Connection, path: Path) -> None:
    """SQLite itself does not miss what was cut off the end."""
    size = source.execute("SELECT * FROM pragma_page_count(), pragma_page_size()").fetchone()
    sound = source.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    if not sound or size[0] * size[1] != path.stat().st_size:
        raise BackupFailed("The backup file is damaged. Nothing was changed.")


def _restore_postgresql(path: Path) -> None:
    listed = _run("pg_restore", "--data-only", f"--table={MIGRATIONS}", "--file=-", str(path))
    rows = [line.split("\t") for line in listed.splitlines()]
    _must_be_ours({(row[1], row[2]) for row in rows if len(row) == 4 and row[0].isdecimal()})
    with connection.cursor() as cursor:
        tables = [
            connection.ops.quote_name(t) for t in connection.introspection.table_names(cursor)
        ]
    connection.close()
    # Tables of a newer release are not in the file and have to make room as well.
    room = f"DROP TABLE IF EXISTS {', '.join(tables)} CASCADE;\n" if tables else ""
    script = _run("pg_restore", "--no-owner", "--file=-", str(path))
    _run(
        "psql",
        "--quiet",
        "--no-psqlrc",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        f"--dbname={_name()}",
        given=room + script,
    )


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _run(tool: str, *arguments: str, given: str | None = None) -> str:
    if shutil.which(tool) is None:
        raise BackupFailed(f"{tool} is not installed.")
    settings: dict[str, Any] = connection.settings_dict
    place = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
    }
    environment = {**os.environ, **{name: str(value) for name, value in place.items() if value}}
    done = subprocess.run(
        [tool, *arguments],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupFailed(done.stderr.strip())
    return done.stdout

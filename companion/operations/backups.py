"""Backup and restore of the whole database, whichever it is, while the site may be running."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from django.db import connection


class BackupFailed(Exception):
    """The database's own tool refused; the message is what it said."""


def backup(path: Path) -> None:
    """Write one consistent file; a half-written one never takes the final name."""
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(partial)])
    else:
        _run("pg_dump", "--format=custom", "--no-owner", f"--file={partial}", _name())
    partial.replace(path)


def restore(path: Path) -> None:
    """Put the database back to what the file holds. The site must not be running on SQLite."""
    if not path.is_file():
        raise BackupFailed(f"There is no file {path.name}.")
    if connection.vendor == "sqlite":
        _restore_sqlite(path)
    else:
        connection.close()
        _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction",
             f"--dbname={_name()}", str(path))  # fmt: skip


def _restore_sqlite(path: Path) -> None:
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as source:
            if source.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupFailed("The backup file is damaged.")
            connection.ensure_connection()
            source.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        raise BackupFailed(str(error)) from error


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _run(tool: str, *arguments: str) -> None:
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
        [tool, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupFailed(done.stderr.strip())

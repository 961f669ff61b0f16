"""Backup and restore of the whole database, whichever it is, while the site may be running.

A whole backup has the secret key, too: without it no one's seat opens on another machine.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, cast

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

LAST = "last_backup"
"""A file that is as old as the newest backup."""
KEPT = 5
"""Backups kept from before updates."""
DATA, KEYS = "data", "secret_keys"
"""The members of a whole backup."""

MIGRATIONS = "django_migrations"
OURS = ("plays", "0001_initial")
"""What every database of Sidekick has been through."""

Migrations = set[tuple[str, str]]


class BackupError(Exception):
    """The database's own tool refused, or the file is none of ours; the message says which."""


@contextmanager
def serving(how: int) -> Iterator[None]:
    """Hold the folder of the data, as a server does; raises ``BlockingIOError`` if it is held."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR / "serving").open("w") as held:
        fcntl.flock(held, how | fcntl.LOCK_NB)
        yield


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
    with suppress(OSError):
        (settings.VAR / LAST).touch()


def age() -> float | None:
    """Return the seconds since the last backup; ``None`` before the first."""
    with suppress(OSError):
        return max(time.time() - (settings.VAR / LAST).stat().st_mtime, 0.0)
    return None


def before_migrating() -> Path | None:
    """Back up a home's data if its tables are not those of this release; return where it is.

    A server makes backups on its own clock.
    """
    if connection.vendor != "sqlite":
        return None
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not waiting or OURS not in executor.loader.applied_migrations:
        return None
    folder = settings.VAR / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{timezone.now():%Y%m%d-%H%M%S}.sidekick"
    backup(path)
    for old in sorted(folder.glob("*.sidekick"))[:-KEPT]:
        old.unlink()
    return path


def backup_whole(path: Path) -> None:
    """Write one file with the data and the secret keys."""
    partial = path.with_name(path.name + ".part")
    with TemporaryDirectory(dir=settings.VAR) as folder:
        data, keys = Path(folder, DATA), Path(folder, KEYS)
        backup(data)
        keys.write_text("\n".join([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]))
        partial.unlink(missing_ok=True)
        for_us = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(for_us, "wb") as file, tarfile.open(fileobj=file, mode="w") as packed:
            packed.add(data, DATA)
            packed.add(keys, KEYS)
    partial.replace(path)


def restore_any(path: Path) -> bool:
    """Put back what the file holds; return whether the secret key was among it."""
    if not (path.is_file() and tarfile.is_tarfile(path)):
        restore(path)
        return False
    with TemporaryDirectory(dir=settings.VAR) as folder, tarfile.open(path) as packed:
        members = {each.name: each for each in packed if each.isfile()}
        if sorted(members) != [DATA, KEYS] or len(packed.getmembers()) != len(members):
            raise BackupError("This is no backup of Sidekick. Nothing was changed.")
        for name, member in members.items():
            # Debian 12's Python has no filter for extracting, so only the bytes are taken.
            source = cast(IO[bytes], packed.extractfile(member))
            with source, Path(folder, name).open("wb") as file:
                shutil.copyfileobj(source, file)
        restore(Path(folder, DATA))
        _take_over(Path(folder, KEYS).read_text().splitlines())
    return True


def _take_over(keys: list[str]) -> None:
    """Sign with the keys of a backup, or accept them where the environment says which key signs."""
    if os.environ.get("SECRET_KEY"):
        known = {settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS}
        fallbacks = [*settings.SECRET_KEY_FALLBACKS, *(each for each in keys if each not in known)]
    else:
        _keep_secret("secret_key", keys[0])
        fallbacks = keys[1:]
    _keep_secret("secret_key_fallbacks", "\n".join(fallbacks))


def _keep_secret(name: str, text: str) -> None:
    partial = settings.VAR / f"{name}.part"
    partial.unlink(missing_ok=True)
    with open(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(text)
    partial.replace(settings.VAR / name)


def restore(path: Path) -> None:
    """Put the database back to what the file holds; refused while a server runs on SQLite.

    Nothing is touched before it is known that the file is a backup of Sidekick that this release
    can read, and the database of now is there until that of then is in.
    """
    if not path.is_file():
        raise BackupError(f"There is no file {path.name}.")
    if connection.vendor != "sqlite":
        _restore_postgresql(path)
        call_command("migrate", verbosity=0)
        return
    try:
        with serving(fcntl.LOCK_EX):
            _restore_sqlite(path)
            call_command("migrate", verbosity=0)
    except BlockingIOError as error:
        raise BackupError(
            f"Sidekick serves the tables in {settings.VAR}. Stop it first; nothing was changed."
        ) from error


def _must_be_ours(held: Migrations) -> None:
    if OURS not in held:
        raise BackupError("This is no backup of Sidekick. Nothing was changed.")
    loader = MigrationLoader(None, ignore_no_migrations=True)
    here = {config.label for config in apps.get_app_configs()}
    newer = sorted(each for each in held if each[0] in here and each not in loader.disk_migrations)
    if newer:
        raise BackupError(
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
        raise BackupError(str(error)) from error


def _must_be_whole(source: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that was cut off; SQLite itself does not notice what is missing at the end."""
    size = source.execute("SELECT * FROM pragma_page_count(), pragma_page_size()").fetchone()
    sound = source.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    if not sound or size[0] * size[1] != path.stat().st_size:
        raise BackupError("The backup file is damaged. Nothing was changed.")


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
        raise BackupError(f"{tool} is not installed.")
    server: dict[str, Any] = connection.settings_dict
    place = {
        "PGHOST": server["HOST"],
        "PGPORT": server["PORT"],
        "PGUSER": server["USER"],
        "PGPASSWORD": server["PASSWORD"],
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
        raise BackupError(done.stderr.strip())
    return done.stdout

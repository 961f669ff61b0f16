"""Programs some tests need beside Python, where they are found, and what is said when they are
not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from companion.conformance import browsers

CACHE = Path(os.environ.get("SIDEKICK_TOOLS", Path(__file__).parent.parent / "var" / "tools"))
"""Where ``make test`` unpacks fonts, and a browser when the machine has none."""
FONTS = CACHE / "fonts" / "fonts.conf"
TELEVISION = CACHE / "television"
"""Where a Chromium of 2018 is unpacked for those tests alone that open a big screen in it."""

lacking: dict[str, str] = {}
"""What this run had to do without, and why; told at its end."""


def demand(what: str, why: str) -> None:
    """End a test that lacks something: a failure in CI, elsewhere a skip told at the end."""
    lacking[what] = why
    sentence = f"{what} tests cannot run: {why}"
    if os.environ.get("CI"):
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


def chromium() -> str | None:
    """Return the browser to use: one of this machine, or the one unpacked here."""
    unpacked = CACHE / "chromium" / "chromium"
    own = str(unpacked) if unpacked.exists() and not os.environ.get("CHROMIUM") else None
    return browsers.chromium() or own


def use_fonts() -> None:
    """Make every browser started from here draw with the tests' own fonts, if they are here."""
    if FONTS.exists():
        os.environ["FONTCONFIG_FILE"] = str(FONTS)


def listed(*words: str, at: Path) -> list[str]:
    """Return what ``git ls-files`` lists in a checkout; a machine may have no git."""
    if shutil.which("git") is None:
        demand("Git", "git is not installed")
    command = ["git", "ls-files", *words]
    done = subprocess.run(command, cwd=at, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def postgresql() -> str | None:
    """Return the address of a PostgreSQL where databases can be made, or ``None``."""
    asked = os.environ.get("DATABASE_URL", "")
    if asked.startswith("postgres"):
        return asked
    user = quote(os.environ.get("PGUSER", "postgres"))
    password = os.environ.get("PGPASSWORD")
    host = os.environ.get("PGHOST", "127.0.0.1")
    port = os.environ.get("PGPORT", "5432")
    secret = f":{quote(password)}" if password else ""
    url = f"postgres://{user}{secret}@{host}:{port}/postgres"
    query = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(query).fetchone()
    except psycopg.Error:
        return None
    return url if row and row[0] else None


def redis_server() -> str | None:
    """Return the program tests start a Redis of their own with."""
    return shutil.which("redis-server")

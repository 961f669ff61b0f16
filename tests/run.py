"""``make test``: every check, then the tests on PostgreSQL where one is found and on SQLite.

What has passed on PostgreSQL, the stricter one, runs on SQLite again only where databases differ
(``each_database``) or a browser is driven.

Two cores carry browsers, servers and workers at once, and one of them may starve. So up to three
tests that failed are tried once more, alone; what passes only then is named at the end.

``python -m tests.run patient`` runs what it leaves out: tests that torment a server for minutes or
throw dice by the thousand, whole evenings, and walks through every title, size and theme. Other
people's browsers are a stage of their own, ``python -m tests.engines``; what is
``reading`` is run by hand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE, STDOUT

from tests import fetch_browser, services

Done = subprocess.CompletedProcess[bytes]

BIN = Path(sys.executable).parent
CHECKS = {
    "lint": ["ruff", "check", "--quiet", "."],
    "format": ["ruff", "format", "--check", "--quiet", "."],
    "templates": ["djlint", "--check", "--quiet", "templates", "games"],
    "boards": ["djangofmt", "--check", "--quiet", "templates", "games"],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-logo"],
    "configuration": ["python", "manage.py", "check", "--fail-level", "WARNING"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
}
# Journeys wait for pages half of their time: four workers keep two cores busy.
PYTEST = [
    *("python", "-m", "pytest", "-q", "-n", "4", "--dist", "worksteal", "--cache-clear"),
    *("--durations=8", "--durations-min=5"),
]
AGAIN = ["python", "-m", "pytest", "-q", "--last-failed", "--last-failed-no-failures=none"]
FAILED = Path(".pytest_cache/v/cache/lastfailed")
STARVED = 3
"""More failures than these are no matter of a busy machine."""


def main(patient: bool = False) -> int:
    """Run every check and all tests but the patient ones, or those alone; how many steps failed."""
    failed = [] if patient else [name for name, passed in checked().items() if not passed]
    failed += [f"{what}: {why}" for what, why in missing().items() if os.environ.get("CI")]
    part = "patient and not engines and not reading" if patient else "not patient"
    starved: list[str] = []
    if url := services.postgresql():
        marks = f"database and not browser and {part}"
        if not tested("tests on PostgreSQL", marks, starved, DATABASE_URL=url):
            failed.append("tests on PostgreSQL")
        else:
            part += " and (not database or browser or each_database)"
    if not tested("tests on SQLite", part, starved, DATABASE_URL=""):
        failed.append("tests on SQLite")
    if starved:
        print("\nPassed only when tried again, alone: " + "; ".join(starved), flush=True)
    if failed:
        print("\nFailed: " + "; ".join(failed), flush=True)
    return len(failed)


def missing() -> dict[str, str]:
    """Return what this machine lacks; said at once, so that a skipped test surprises no one."""
    found: dict[str, str] = {}
    if why := fetch_browser.fetch():
        found["Browser"] = why
    if services.postgresql() is None:
        found["PostgreSQL"] = "none answers; DATABASE_URL can name one"
    if services.redis_server() is None:
        found["Redis"] = "redis-server is not installed"
    for what, why in found.items():
        print(f"{what} tests will be skipped: {why}", flush=True)
    if why := fetch_browser.fetch_fonts():
        found["Fonts"] = why
        print(f"Browser tests use this machine's fonts and may fail for it: {why}", flush=True)
    return found


def checked() -> dict[str, bool]:
    """Run the checks, two at a time; prints what each says, in their order."""
    passed = {}
    with ThreadPoolExecutor(2) as pool:
        running = {name: pool.submit(ran, command, stdout=PIPE) for name, command in CHECKS.items()}
        for name, done in running.items():
            print(f"\n== {name}\n{done.result().stdout.decode()}", end="", flush=True)
            passed[name] = done.result().returncode == 0
    return passed


def tested(name: str, marks: str, starved: list[str], **environment: str) -> bool:
    """Run the tests so marked; adds to ``starved`` what passed only when tried again."""
    if step(name, [*PYTEST, "-m", marks], **environment):
        return True
    few = list(json.loads(FAILED.read_text())) if FAILED.exists() else []
    if not 0 < len(few) <= STARVED or not step(f"{name}, again", AGAIN, **environment):
        return False
    starved += few
    return True


def step(name: str, command: list[str], **environment: str) -> bool:
    """Run one program of this environment; prints its output, and how long it took to fail."""
    print(f"\n== {name}", flush=True)
    started = time.monotonic()
    done = ran(command, **environment)
    if done.returncode:
        print(f"== {name} failed after {time.monotonic() - started:.0f} s", flush=True)
    return done.returncode == 0


def ran(command: list[str], stdout: int | None = None, **environment: str) -> Done:
    program, *words = command
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    # Every worker and every server that a test starts reads all sources; compiled once is enough.
    settings = {"PATH": path, "PYTHONDONTWRITEBYTECODE": "", **environment}
    errors = STDOUT if stdout else None
    return subprocess.run(
        [BIN / program, *words], env={**os.environ, **settings}, stdout=stdout, stderr=errors
    )


if __name__ == "__main__":
    sys.exit(main(patient=sys.argv[1:] == ["patient"]))

"""Two releases side by side: the one before and today's on today's tables, as in a rolling update.

``python -m tests.rolling`` starts the release before (the newest tag that the changelog names, or
else the commit ``FIRST``) with its worker, brings the tables up to date while it runs, starts
today's beside it, and ends an evening through the old one. It needs PostgreSQL and Redis.
"""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from tests import evening
from tests.evening import Phone, wait
from tests.hardening.services import ROOT, Services, free_port
from tests.installed import well

FIRST = "28c2ae8f"
"""The commit of 1.0.0, for a clone without its tag: there is nothing older to upgrade from."""
SHEET = re.compile(rb'/static/[^"\s>]+\.(?:css|js)')
KNOWS = """
import json, os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
django.setup()
import msgspec
from companion.plays import models
from games import registry
told = {"format": getattr(models, "FORMAT", 1)}
for each in registry.referees():
    schema = msgspec.json.schema(each.State), msgspec.json.schema(each.Action)
    told[each.title.slug] = each.title.rules_version, json.dumps(schema, sort_keys=True)
print(json.dumps(told))
"""


def main() -> int:
    begun, revision = time.monotonic(), before()
    with tempfile.TemporaryDirectory(prefix="sidekick-rolling-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own.
        old = folder / "before"
        if not released(revision, old):
            print(f"{revision} is not in this clone (git fetch --unshallow --tags): nothing tried.")
            return 0
        services = Services(folder / "services", old)
        services.folder.mkdir()
        try:
            services.start()
            formats(services, old)
            side_by_side(services, old)
        except Exception:
            print(services.log.read_text()[-3000:], file=sys.stderr)
            raise
        finally:
            services.stop()
    print(f"{revision} and today's side by side: {time.monotonic() - begun:.0f} s")
    return 0


def before() -> str:
    """Return the newest release of the changelog that is tagged, or that of 1.0.0."""
    versions = re.findall(r"(?m)^## \[?v?(\d[\w.]*)", (ROOT / "CHANGELOG.md").read_text())
    tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    return next((f"v{each}" for each in versions if f"v{each}" in tags), FIRST)


def released(revision: str, into: Path) -> bool:
    """Lay a commit out in a folder; ``False`` if this clone does not have it."""
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True)
    if packed.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(into)
    return True


def formats(services: Services, old: Path) -> None:
    """Check that what is stored has a higher number where it looks different."""
    told = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", KNOWS],
                cwd=root,
                env={**services.environment, "PYTHONPATH": str(root)},
                check=True,
                capture_output=True,
                text=True,
            ).stdout.splitlines()[-1]
        )
        for root in (old, ROOT)
    ]
    was, now = told
    if now.pop("format") > was.pop("format"):
        return
    silent = [slug for slug in was if now.get(slug, was[slug])[0] == was[slug][0] != now[slug]]
    changed = [slug for slug in silent if now[slug][1] != was[slug][1]]
    assert not changed, f"raise rules_version (or FORMAT): {changed} store something else"


def side_by_side(services: Services, old: Path) -> None:
    """Play an evening through the old release on today's tables, counted through today's."""
    earlier = Phone(f"http://127.0.0.1:{services.port}")
    wait(lambda: well(earlier.base, worker="ok"), "the release before does not start", 60)
    crew = evening.found(earlier)
    code, token = evening.sit_down(earlier, crew)
    with today(services) as address:
        later = Phone(address)
        for cookie in earlier.jar:
            later.jar.set_cookie(cookie)
        table = evening.play(earlier, code, token)
        assert table["outcome"]["result"] == "won", table["outcome"]
        wait(lambda: evening.counted(later, crew) == 2, "the evening was not counted")
        sheets(earlier, later, crew)
        code, token = evening.sit_down(later, crew)
        left_alone(earlier, later, code, token)
        table = evening.play(later, code, token, seed=2)
        assert table["outcome"]["result"] == "won", table["outcome"]
        assert services.worker
        services.worker.terminate()
        services.worker.wait(30)
        services.root = ROOT
        services.start_worker()
        wait(lambda: evening.counted(later, crew) == 4, "today's evening was not counted", 60)


def left_alone(earlier: Phone, later: Phone, code: str, token: str) -> None:
    """Check that a table of today's release is not touched by the one before: it says to try
    again."""
    _, table = later.call(f"/api/plays/{code}", None, token)
    table = evening.turn(later, code, token, table, random.Random(1))
    status, answer = earlier.call(f"/api/plays/{code}", None, token)
    assert status in {200, 503}, (status, answer)
    _, again = later.call(f"/api/plays/{code}", None, token)
    assert again["state"] == table["state"], "the release before has changed the table"


def sheets(earlier: Phone, later: Phone, crew: str) -> None:
    """Check that the style sheets and scripts of both releases come from both."""
    named = [set(SHEET.findall(phone.get(crew)[1])) for phone in (earlier, later)]
    assert all(named)
    for phone in (later, earlier):
        for path in sorted(named[0] | named[1]):
            assert served(phone.base + path.decode()), f"{path.decode()} is missing at {phone.base}"


def served(address: str) -> bool:
    try:
        with urlopen(address, timeout=10) as answer:
            return bool(answer.read())
    except HTTPError:
        return False


@contextmanager
def today(services: Services) -> Iterator[str]:
    """Provide a web process of today's release on the tables of the services."""
    port = free_port()
    log = (services.folder / "today.log").open("ab")
    running = subprocess.Popen(
        [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)],
        env=services.environment,
        cwd=ROOT,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait(lambda: well(address), "today's release does not start", 60)
        yield address
    finally:
        running.terminate()
        running.wait(20)


if __name__ == "__main__":
    sys.exit(main())

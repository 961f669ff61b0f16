"""``make lighthouse``: Lighthouse's marks for the table page of every title, as a phone sees it.

Lighthouse itself comes from the npm registry, once, into ``var/tools``.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from tests import needs
from tests.conftest import CHROMIUM_ARGS

LIGHTHOUSE = "lighthouse@12"
AIM = 95
KINDS = ("performance", "accessibility", "best-practices")


def main() -> int:
    """Print the marks; the number of pages below the aim in performance or accessibility."""
    found = program()
    if isinstance(found, str) or needs.chromium() is None:
        print(found if isinstance(found, str) else "No Chromium found; set CHROMIUM.")
        return 1
    with tempfile.TemporaryDirectory(prefix="sidekick-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "SIDEKICK_VAR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "LOG_LEVEL": "CRITICAL",
        }
        return marks(found, folder)


def program() -> Path | str:
    """The installed program, or a sentence that says why there is none."""
    at = needs.CACHE / "lighthouse"
    found = at / "node_modules" / ".bin" / "lighthouse"
    if found.exists():
        return found
    npm = shutil.which("npm")
    if npm is None:
        return "Lighthouse needs npm, which is not installed."
    at.mkdir(parents=True, exist_ok=True)
    install = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(at)]
    done = subprocess.run([*install, LIGHTHOUSE])
    return f"npm could not install {LIGHTHOUSE}." if done.returncode else found


def marks(lighthouse: Path, folder: str) -> int:
    """Serve a table of every title and mark its page."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    from bench import tables
    from bench.part import server
    from games import registry

    low = 0
    made = {slug: tables.table(slug, 10) for slug in registry.TITLES}
    with server() as served, chromium(f"{folder}/browser") as (context, port):
        for slug, table in made.items():
            cookies = [{"name": n, "value": v, "url": served.base} for n, v in table.cookie.items()]
            context.add_cookies(cookies)
            report = look(lighthouse, served.base + table.at, port)
            got = {kind: round(100 * report["categories"][kind]["score"]) for kind in KINDS}
            print(slug, *(f"{kind} {mark}" for kind, mark in got.items()), sep="  ", flush=True)
            if min(got["performance"], got["accessibility"]) < AIM:
                low += 1
                print(*wanting(report), sep="\n", flush=True)
    return low


@contextmanager
def chromium(folder: str) -> Iterator[tuple[BrowserContext, int]]:
    """A browser that Lighthouse can steer, on a port of loopback; it keeps its cookies."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    args = [*CHROMIUM_ARGS, f"--remote-debugging-port={port}"]
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder, executable_path=needs.chromium(), args=args
        )
        yield context, port
        context.close()


def look(lighthouse: Path, url: str, port: int) -> Any:
    """Lighthouse's report on one page, as a middling phone on a slow line sees it."""
    command = [
        lighthouse, url, f"--port={port}", "--output=json", "--quiet", "--disable-storage-reset",
        f"--only-categories={','.join(KINDS)}",
    ]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=180)
    report = json.loads(done.stdout)
    assert report["finalDisplayedUrl"] == url, f"led to {report['finalDisplayedUrl']}"
    return report


def wanting(report: Any) -> list[str]:
    """The audits without full marks."""
    return [
        f"    {audit['score']}  {audit['title']}  {audit.get('displayValue', '')}"
        for audit in report["audits"].values()
        if audit["score"] is not None and audit["score"] < 0.9
    ]


if __name__ == "__main__":
    sys.exit(main())

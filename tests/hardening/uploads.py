"""Files that cost far more than they weigh, sent all at once while a table plays on.

``python -m tests.hardening.uploads 60`` starts a server of its own on loopback, measures taps
and ``/healthz`` in peace, sends the files from several addresses at once and measures again for
that many seconds. Every tap has to be answered with a success; how much slower it was is said.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from games import registry

ROOT = Path(__file__).parents[2]
TITLE, TRACKER = "gotham-chronicles", "hero.0.defence"
"""What costs most to play again: one number set up and down."""
PACE = 0.25
"""Seconds between two taps: a table where everyone is quick."""
LIMIT = 8.0
"""Seconds a phone waits for an answer before it calls it lost."""


def costly_log(entries: int, title: str = TITLE, tracker: str = TRACKER) -> dict[str, Any]:
    """Return a playlog of so many adjustments, each of which checks the whole table twice."""
    referee = registry.referee(title)
    box = referee.sample_box()
    setup = referee.setup_default(referee.title.max_players, box)
    state = referee.begin(setup, box).state  # type: ignore[union-attr]
    value = next(each.value for each in referee.trackers(state) if each.name == tracker)
    lines = [
        {
            "n": n,
            "kind": "action",
            "action": {"do": "adjust", "tracker": tracker, "value": value + n % 2},
        }
        for n in range(1, entries + 1)
    ]
    return {
        "schema": "sidekick.playlog/1",
        "title": title,
        "rules_version": referee.title.rules_version,
        "setup": msgspec.to_builtins(setup),
        "box": msgspec.to_builtins(box),
        "entries": lines,
    }


def costly_archive(plays: int, entries: int) -> bytes:
    """Return a crew of so many plays of so many entries; packed it weighs next to nothing."""
    now = "2026-01-01T00:00:00Z"
    head = {"schema": "sidekick.crew/1", "name": "Heavy", "made_at": now}
    play = {"created_at": now, "updated_at": now, "ended_at": None, "seats": []}
    log = costly_log(entries)
    lines = [head, *({**play, "share": f"heavy-{n}", "playlog": log} for n in range(plays))]
    return gzip.compress(b"\n".join(json.dumps(line).encode() for line in lines))


def nasty() -> dict[str, tuple[str, bytes]]:
    """Return every file by its name: where it is sent to, and its bytes."""
    deep = b"[" * 300_000
    bomb = gzip.compress(b'{"name": "' + b"a" * 300_000_000, 9)
    return {
        "40,000 entries in one play": ("/crews/import/", costly_archive(1, 40_000)),
        "400 plays of 500 entries": ("/crews/import/", costly_archive(400, 500)),
        "a playlog of 3,000 entries": ("/import/", json.dumps(costly_log(3_000)).encode()),
        "300 MB of one letter": ("/crews/import/", bomb),
        "300,000 brackets": ("/import/", deep),
    }


@dataclass
class Seen:
    """Times of answers, and those that were no success."""

    seconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def said(self) -> str:
        ordered = sorted(self.seconds)
        p95 = ordered[int(len(ordered) * 0.95)]
        middle = statistics.median(ordered)
        return (
            f"{len(ordered)} answers, median {middle * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, "
            f"slowest {ordered[-1] * 1000:.0f} ms, {len(self.failed)} failed"
        )


class Client:
    """One phone with its cookies, at an address of loopback of its own."""

    def __init__(self, port: int, own: str = "127.0.0.1") -> None:
        self.port, self.own = port, own
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=LIMIT * 10, source_address=(self.own, 0)
        )
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            for each in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = each.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location", ""), answer.read()
        finally:
            connection.close()

    def upload(self, path: str, content: bytes) -> tuple[int, str, bytes]:
        _, _, page = self.ask("GET", path)
        found = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found, page
        edge = b"--------sidekick"
        body = (
            b"--"
            + edge
            + b'\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
            + found[1]
            + b"\r\n--"
            + edge
            + b'\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n'
            + b"Content-Type: application/octet-stream\r\n\r\n"
            + content
            + b"\r\n--"
            + edge
            + b"--\r\n"
        )
        kind = f"multipart/form-data; boundary={edge.decode()}"
        return self.ask("POST", path, body, Content_Type=kind)


class Table:
    """A table at which someone taps and someone looks whether the site is well."""

    def __init__(self, port: int) -> None:
        self.client = Client(port)
        body = json.dumps({"title": "animated-dice", "players": 2, "sample": True, "name": "Ana"})
        status, _, answer = self.client.ask("POST", "/api/plays", body.encode())
        assert status == 201, answer
        shown = json.loads(answer)
        self.path, self.token, self.n = f"/api/plays/{shown['code']}/actions", shown["token"], 0

    def play_for(self, seconds: float) -> tuple[Seen, Seen]:
        """Tap and look, side by side, at the pace of a table."""
        taps, looks = Seen(), Seen()
        end = time.monotonic() + seconds
        other = threading.Thread(target=self._look, args=(looks, end))
        other.start()
        while time.monotonic() < end:
            self.n += 1
            action = {"do": "adjust", "tracker": "score.0", "value": self.n % 2 or 2}
            body = json.dumps({"action": action, "key": f"k{self.n}"}).encode()
            _timed(taps, self.client, "POST", self.path, body, self.token)
            time.sleep(PACE)
        other.join()
        return taps, looks

    def _look(self, seen: Seen, end: float) -> None:
        while time.monotonic() < end:
            _timed(seen, self.client, "GET", "/healthz")
            time.sleep(PACE)


def _timed(seen: Seen, client: Client, *what: Any) -> None:
    method, path, body, token = (*what, None, "")[:4] if len(what) < 4 else what
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    begun = time.monotonic()
    try:
        status, _, answer = Client(client.port).ask(method, path, body, **headers)
        if status != 200:
            seen.failed.append(f"{path}: {status} {answer[:100]!r}")
    except OSError as error:
        seen.failed.append(f"{path}: {error!r}")
    took = time.monotonic() - begun
    seen.seconds.append(took)
    if took > LIMIT:
        seen.failed.append(f"{path}: answered after {took:.1f} s")


class Server:
    """The site as ``make play`` starts it, on a folder and a port of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env={**_environment(), "SIDEKICK_VAR": str(folder), "LOG_LEVEL": "CRITICAL"},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        for _ in range(300):
            try:
                if Client(self.port).ask("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.2)
        raise AssertionError("the site did not start")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def _environment() -> dict[str, str]:
    own = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SIDEKICK_", "WEB_CONCURRENCY")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}


def run(port: int, peace: float, attack: float) -> tuple[list[str], list[str]]:
    """Return what was measured, as lines to read, and what was not answered as it has to be."""
    said, failed = [], []
    with tempfile.TemporaryDirectory(prefix="sidekick-uploads-") as name:
        server = Server(Path(name) / "var", port)
        try:
            table = Table(port)
            table.play_for(1)
            before = table.play_for(peace)
            files = list(nasty().items())
            sending = [
                threading.Thread(target=_send, args=(port, n, *file, said))
                for n, file in enumerate(files, 2)
            ]
            for each in sending:
                each.start()
            during = table.play_for(attack)
            for each in sending:
                each.join()
            for what, calm, loaded in zip(("tap", "healthz"), before, during, strict=True):
                ratio = statistics.median(loaded.seconds) / statistics.median(calm.seconds)
                said.append(f"{what} in peace: {calm.said()}")
                said.append(f"{what} meanwhile: {loaded.said()}; {ratio:.2f} times as long")
                failed += calm.failed + loaded.failed
        finally:
            server.stop()
    return said, failed


def _send(port: int, n: int, name: str, file: tuple[str, bytes], said: list[str]) -> None:
    path, content = file
    begun = time.monotonic()
    status, _, _ = Client(port, f"127.0.0.{n}").upload(path, content)
    took = time.monotonic() - begun
    said.append(f"{name}: {len(content) // 1000} kB, {status} after {took:.1f} s")


def main(seconds: float) -> int:
    from tests.serving import free_port

    # Whatever stops this run stops its server as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    said, failed = run(free_port(), min(seconds, 15), seconds)
    print("\n".join(said))
    for each in failed:
        print("FAILED", each)
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 30))

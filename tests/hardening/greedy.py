"""Strangers who read all they can get while another table plays.

``python -m tests.hardening.greedy 20`` starts a server of its own on loopback with a table of
20,000 entries, measures taps in peace and then, for that many seconds each, while readers ask as
fast as they are answered: for the shared playlog, for the playlog of a table of their own, for a
story and its replay, for a page of rules. No tap of the innocent table may take longer than a
second, and ``/healthz`` has to know what taps know.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.hardening.uploads import ROOT, Client, Seen, Server, Table, costly_log

LONG, STORY = 20_000, 1_900
TITLE, TRACKER = "animated-dice", "score.0"
SLOWEST = 1.0
"""Seconds a tap of a table may take that has nothing to do with the readers."""


@dataclass(frozen=True)
class Greed:
    """Reading load: what is read, by how many connections at once, from how many networks."""

    name: str
    paths: tuple[str, ...]
    connections: int
    networks: int = 1
    cookie: tuple[str, str] = ("", "")


def fill() -> dict[str, str]:
    """Bring the long tables into this database; gives what opens them."""
    import django

    django.setup()
    from companion.plays import playlog, seats
    from companion.plays.models import Seat

    def brought(entries: int, over: bool) -> tuple[str, str, str]:
        doc = costly_log(entries, TITLE, TRACKER) | {"abandoned": over, "seats": [{"name": "Eve"}]}
        play = playlog.load(playlog.decode(json.dumps(doc)))
        seat = Seat.objects.get(play=play)
        Seat.objects.filter(pk=seat.pk).update(claimed=True, role=Seat.Role.HOST)
        return play.code, play.share, seats.token(seat)

    code, _, token = brought(LONG, over=False)
    shared, story = brought(LONG, over=True)[1], brought(STORY, over=True)[1]
    return {"code": code, "token": token, "shared": shared, "story": story}


def greeds(at: dict[str, str]) -> list[Greed]:
    own = f"/t/{at['code']}/"
    cookie = (f"seat-{at['code']}", at["token"])
    shared, story = f"/p/{at['shared']}/", f"/p/{at['story']}/"
    pages = (shared, f"{shared}log/", f"{shared}step/{LONG // 2}/", f"{story}step/900/", story)
    return [
        Greed("shared playlog", (f"{shared}playlog.json",), 24),
        Greed("shared playlog, 24 networks", (f"{shared}playlog.json",), 24, 24),
        Greed("own playlog and log", (f"{own}playlog.json", f"{own}log?before=90"), 24, 1, cookie),
        Greed("six strangers on a story", (story,), 6, 6),
        Greed("story, log and replay", pages, 12, 12),
        Greed("a page of rules", ("/rules/gotham-chronicles/",), 24, 24),
    ]


def read(port: int, greed: Greed, n: int, end: float, answered: Counter[str]) -> None:
    """Ask until the end, as fast as answers come."""
    client = Client(port, f"127.0.5.{n % greed.networks + 1}")
    if greed.cookie[0]:
        client.cookies[greed.cookie[0]] = greed.cookie[1]
    while time.monotonic() < end:
        for path in greed.paths:
            try:
                status, _, _ = client.ask("GET", path, Accept_Encoding="gzip")
            except (OSError, http.client.HTTPException):
                status = 0
            answered[str(status)] += 1
            if status in (0, 429, 503):
                time.sleep(0.05)


def begun(
    port: int, greed: Greed, seconds: float, answered: Counter[str]
) -> list[threading.Thread]:
    """Return the readers of one kind, who read by now."""
    end = time.monotonic() + seconds
    readers = [
        threading.Thread(target=read, args=(port, greed, n, end, answered), daemon=True)
        for n in range(greed.connections)
    ]
    for each in readers:
        each.start()
    return readers


def one_by_one(port: int, at: dict[str, str], seconds: float) -> Counter[str]:
    """Return all kinds of readers, each for its part of so many seconds; and what they were
    answered."""
    answered: Counter[str] = Counter()
    kinds = greeds(at)
    for greed in kinds:
        begun(port, greed, seconds / len(kinds), answered)
        time.sleep(seconds / len(kinds))
    return answered.copy()


def greedily(port: int, table: Table, greed: Greed, seconds: float) -> tuple[Seen, str]:
    """Return the taps of a table while others read; and what the readers were answered."""
    answered: Counter[str] = Counter()
    readers = begun(port, greed, seconds, answered)
    taps, looks = table.play_for(seconds)
    for each in readers:
        each.join(90)
    of_readers = ", ".join(f"{n} × {status}" for status, n in sorted(answered.items()))
    return taps, f"{of_readers}; healthz {looks.said()}"


def filled(**told: str) -> dict[str, str]:
    """Have the data of a site made and filled, before it is served."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "companion.settings", **told}
    python = [sys.executable]
    subprocess.run([*python, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    made = subprocess.run(
        [*python, "-m", "tests.hardening.greedy", "--fill"],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
    )
    at: dict[str, str] = json.loads(made.stdout)
    return at


def run(port: int, seconds: float) -> tuple[list[str], list[str]]:
    """Return what was measured, as lines to read, and what was too slow."""
    said, failed = [], []
    with tempfile.TemporaryDirectory(prefix="sidekick-greedy-") as name:
        folder = Path(name) / "var"
        at = filled(SIDEKICK_VAR=str(folder))
        server = Server(folder, port)
        try:
            table = Table(port)
            table.play_for(1)
            said.append(f"in peace: {table.play_for(min(seconds, 5))[0].said()}")
            for greed in greeds(at):
                taps, others = greedily(port, table, greed, seconds)
                said.append(f"{greed.name}: {taps.said()}\n    readers: {others}")
                failed += taps.failed
                if (worst := max(taps.seconds)) > SLOWEST:
                    failed.append(f"{greed.name}: a tap took {worst:.1f} s")
        finally:
            server.stop()
    return said, failed


def main(seconds: float) -> int:
    from tests.serving import free_port

    # Whatever stops this run stops its server as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    said, failed = run(free_port(), seconds)
    print("\n".join(said))
    for each in failed:
        print("FAILED", each)
    return bool(failed)


if __name__ == "__main__":
    if sys.argv[1:] == ["--fill"]:
        print(json.dumps(fill()))
    else:
        raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 20))

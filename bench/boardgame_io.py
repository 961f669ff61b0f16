"""The yardstick of part k: boardgame.io in memory, at a table of four, with the same states.

It comes from the npm registry, once, into ``var/tools``. An action of a recorded game brings the
state that followed it, which four of its own clients are sent whole or as a patch. It rules on
nothing, stores nothing and draws nothing: its clients would.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.part import Served
from tests import golden, services

PACKAGE = "boardgame.io@0.50.2"
PROGRAMS = Path(__file__).parent / "boardgame"


def program() -> Path | str:
    """Return the folder to run it in, or a sentence that says why there is none."""
    at = services.CACHE / "boardgame"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "not measured: node and npm are not installed"
    at.mkdir(parents=True, exist_ok=True)
    if not (at / "node_modules" / "boardgame.io").exists():
        install = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(at)]
        if subprocess.run([*install, PACKAGE]).returncode:
            return f"not measured: npm could not install {PACKAGE}"
    for each in PROGRAMS.glob("*.cjs"):
        shutil.copy(each, at)
    return at


def cost(at: Path, path: Path, how: str) -> float:
    """Return the milliseconds of CPU that its server needs for an action of a recorded game;
    ``how`` a state is sent: ``whole`` or as a ``patch``."""
    with tempfile.TemporaryDirectory(prefix="sidekick-bench-") as folder:
        file = Path(folder) / "states.json"
        done = golden.replayed(path)
        states = [json.loads(done.referee.encode_state(each)) for each in done.states.values()]
        file.write_text(json.dumps(states))
        with subprocess.Popen(
            ["node", "server.cjs", file, how], cwd=at, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                assert server.stdout is not None
                port = re.search(r"serving on (\d+)", server.stdout.readline())
                assert port is not None
                served = Served(int(port[1]), server.pid)
                return _played(at, served, file, how) / (len(states) - 1)
            finally:
                server.terminate()


def _played(at: Path, served: Served, *words: object) -> float:
    """Return the milliseconds that the second of two games takes it."""
    with subprocess.Popen(
        ["node", "clients.cjs", *map(str, (served.port, *words))],
        cwd=at,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as clients:
        assert clients.stdin is not None
        assert clients.stdout is not None
        try:
            spent = 0.0
            for _ in range(2):
                assert clients.stdout.readline() == "seated\n"
                before = served.cpu()
                print(file=clients.stdin, flush=True)
                assert clients.stdout.readline() == "played\n"
                spent = served.cpu() - before
            return spent * 1000
        finally:
            clients.kill()

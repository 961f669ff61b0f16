"""Measures one part in this process and writes its rows as JSON to standard output."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import msgspec

MODULES = {
    "a": "bench.actions",
    "b": "bench.logs",
    "c": "bench.phones",
    "d": "bench.loads",
    "e": "bench.referees",
    "f": "bench.rules",
    "g": "bench.crews",
    "h": "bench.taps",
    "i": "bench.crowd",
    "j": "bench.foretold",
    "k": "bench.tables",
}
UNSAFE = "DJANGO_ALLOW_ASYNC_UNSAFE"
STARTS = 60.0
"""Seconds the server may take to start."""


def main(part: str) -> None:
    """Make the database and the collected files, measure, write the rows."""
    import django
    from django.core.management import call_command

    with redirect_stdout(sys.stderr):
        django.setup()
        call_command("migrate", run_syncdb=True, verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        rows = import_module(MODULES[part]).measure()
    sys.stdout.buffer.write(msgspec.json.encode(rows))


@dataclass(frozen=True)
class Served:
    """The measured server."""

    port: int
    pid: int

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float:
        """Return seconds of CPU of the server's processes, by the operating system's clock."""
        return _cpu_of(self.pid)


def _cpu_of(pid: int) -> float:
    threads = Path(f"/proc/{pid}/task").iterdir()
    spent = sum(int((each / "schedstat").read_text().split()[0]) for each in threads)
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return spent / 1e9 + sum(_cpu_of(int(child)) for child in children)


@contextmanager
def server(*, chores: bool = True) -> Iterator[Served]:
    """Provide the real server in a process of its own, on a free port of loopback; without
    ``chores`` it does only what phones ask for."""
    command = [sys.executable, "-m", "bench.server", *([] if chores else ["--no-chores"])]
    # As people have it: what the measuring process is allowed would hide a fault here.
    environment = {name: value for name, value in os.environ.items() if name != UNSAFE}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        served = Served(int(process.stdout.readline()), process.pid)
        _wait_for(served.port)
        yield served
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(port: int) -> None:
    """Wait until connections are taken; they are refused before."""
    end = time.monotonic() + STARTS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


if __name__ == "__main__":
    main(sys.argv[1])

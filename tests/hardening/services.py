"""The site as it runs for many tables, to be killed and restarted part by part."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import inf
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKERS = 2
PATIENCE = 12.0
"""Seconds after a blow in which a server error is the blow's and not a fault."""


@dataclass
class Blow:
    """One part that was killed or restarted, from its end until it was started again."""

    what: str
    begun: float
    ended: float = inf


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Services:
    """PostgreSQL, Redis, the web processes and a worker, each of them mortal."""

    def __init__(
        self, folder: Path, root: Path = ROOT, python: str | Path = sys.executable, **told: str
    ) -> None:
        self.folder, self.root, self.python, self.told = folder, root, python, told
        self.pg_port, self.redis_port, self.port = free_port(), free_port(), free_port()
        self.blows: list[Blow] = []
        self.counts: Counter[str] = Counter()
        self.data = folder / "pg"
        self.log = folder / "site.log"
        self.redis: subprocess.Popen[bytes] | None = None
        self.web: subprocess.Popen[bytes] | None = None
        self.worker: subprocess.Popen[bytes] | None = None

    @cached_property
    def bin(self) -> Path:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        pg_ctl = str(found[-1]) if found else shutil.which("pg_ctl")
        assert pg_ctl, "PostgreSQL is not installed"
        return Path(pg_ctl).parent

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.pg_port}/postgres",
            "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "SECRET_KEY": "only for the fault run",
            "SIDEKICK_VAR": str(self.folder / "var"),
            "LOG_LEVEL": "INFO",
            **self.told,
        }

    def _as_postgres(self, *command: str) -> None:
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        subprocess.run([*user, *command], check=True, capture_output=True, cwd="/")

    def start(self) -> None:
        self.folder.chmod(0o755)
        self.data.mkdir()
        if os.geteuid() == 0:
            shutil.chown(self.data, "postgres", "postgres")
        self._as_postgres(str(self.bin / "initdb"), "-A", "trust", "-U", "postgres", str(self.data))
        self.postgres("start")
        self.start_redis()
        self.manage("migrate", "-v0")
        manage = [self.python, "manage.py"]
        serve = ["play", "--host", "127.0.0.1", "--port", str(self.port), "--workers", str(WORKERS)]
        self.web = subprocess.Popen(
            [*manage, *serve],
            env=self.environment,
            cwd=self.root,
            stdout=self.log.open("ab"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.start_worker()
        for _ in range(500):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=2)
                return
            except OSError:
                time.sleep(0.2)
        raise AssertionError("the site did not start")

    def manage(self, *words: str) -> str:
        """Run one command of the site; gives what it said."""
        done = subprocess.run(
            [self.python, "manage.py", *words],
            check=True,
            env=self.environment,
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.stdout

    def postgres(self, what: str) -> None:
        # Processes die here, not the machine: nothing needs to have reached its disk.
        options = f"-p {self.pg_port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        options += " -c fsync=off"
        self._as_postgres(
            str(self.bin / "pg_ctl"),
            what,
            "-w",
            "-m",
            "fast",
            "-D",
            str(self.data),
            "-o",
            options,
            "-l",
            str(self.data / "log"),
        )

    def postmaster(self) -> list[int]:
        """Return the process of PostgreSQL, which descends from none of ours, while there is
        one."""
        try:
            return [int((self.data / "postmaster.pid").read_text().split()[0])]
        except (OSError, IndexError):
            return []

    def start_redis(self) -> None:
        self.redis = subprocess.Popen(
            [
                "redis-server",
                "--port",
                str(self.redis_port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--dir",
                str(self.folder),
            ],
            stdout=subprocess.DEVNULL,
        )

    def start_worker(self) -> None:
        self.worker = subprocess.Popen(
            [self.python, "-m", "celery", "-A", "companion", "worker", "-c1", "-lINFO"],
            env=self.environment,
            cwd=self.root,
            stdout=self.log.open("ab"),
            stderr=subprocess.STDOUT,
        )

    def keep_worker(self) -> None:
        """Start the worker again whenever it has ended, as systemd does; for ever.

        Celery's may end of itself where Redis goes away in the middle of a task.
        """
        while True:
            if self.worker and self.worker.poll() is not None:
                self.counts["worker started again"] += 1
                self.start_worker()
            time.sleep(3)

    def web_processes(self) -> list[int]:
        """Return the processes that answer requests: children of the one we started."""
        assert self.web
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.web.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in listed.stdout.split()]

    def blow(self, what: str) -> None:
        self.blows.append(blow := Blow(what, time.monotonic()))
        self.counts[what] += 1
        match what:
            case "web process killed":
                for pid in random.sample(self.web_processes(), 1):
                    os.kill(pid, signal.SIGKILL)
            case "PostgreSQL restarted":
                self.postgres("restart")
            case "Redis restarted":
                assert self.redis
                self.redis.kill()
                self.redis.wait()
                time.sleep(1)
                self.start_redis()
            case "worker killed":
                assert self.worker
                self.worker.kill()
                self.worker.wait()
        blow.ended = time.monotonic()

    def excused(self, moment: float) -> bool:
        return any(blow.begun <= moment < blow.ended + PATIENCE for blow in self.blows)

    def stop(self) -> None:
        worker, self.worker = self.worker, None
        for process in (worker, self.redis):
            if process:
                process.kill()
        if self.web:
            os.killpg(self.web.pid, signal.SIGKILL)
        if (self.data / "postmaster.pid").exists():
            self.postgres("stop")

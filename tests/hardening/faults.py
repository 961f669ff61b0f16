"""The fault run: tables play on while processes and services die under them.

``python -m tests.hardening.faults 600`` plays 20 tables for that many seconds against several
server processes, a worker, a PostgreSQL and a Redis of this run's own, all on loopback. Web
processes are killed every few seconds, PostgreSQL and Redis restarted twice each, the worker
killed once. Afterwards every acknowledged action must be in its log exactly once, every log
must replay to the stored state, and every phone must be shown the final revision.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TABLES, PHONES, WORKERS = 20, 3, 2
REPEATED = STALE = UNDONE = 0.1
PATIENCE = 12.0
"""Seconds after a blow in which a server error is the blow's and not a fault."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Services:
    """PostgreSQL, Redis, the web processes and a worker, each of them mortal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pg_port, self.redis_port, self.port = free_port(), free_port(), free_port()
        self.blows: list[float] = []
        self.counts: Counter[str] = Counter()
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        pg_ctl = str(found[-1]) if found else shutil.which("pg_ctl")
        assert pg_ctl, "PostgreSQL is not installed"
        self.bin = Path(pg_ctl).parent
        self.data = folder / "pg"
        self.redis: subprocess.Popen[bytes] | None = None
        self.web: subprocess.Popen[bytes] | None = None
        self.worker: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.pg_port}/postgres",
            "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "SECRET_KEY": "only for the fault run",
            "SIDEKICK_VAR": str(self.folder / "var"),
            "LOG_LEVEL": "CRITICAL",
            "POOL_SIZE": "6",
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
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "-v0"], check=True, env=self.environment, cwd=ROOT)
        serve = ["play", "--host", "127.0.0.1", "--port", str(self.port), "--workers", str(WORKERS)]
        self.web = subprocess.Popen(
            [*manage, *serve], env=self.environment, cwd=ROOT, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self.start_worker()
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=2)
                return
            except OSError:
                time.sleep(0.2)
        raise AssertionError("the site did not start")

    def postgres(self, what: str) -> None:
        options = f"-p {self.pg_port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        self._as_postgres(
            str(self.bin / "pg_ctl"), what, "-w", "-m", "fast", "-D", str(self.data),
            "-o", options, "-l", str(self.data / "log"),
        )  # fmt: skip

    def start_redis(self) -> None:
        self.redis = subprocess.Popen(
            ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", "",
             "--dir", str(self.folder)], stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def start_worker(self) -> None:
        self.worker = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "companion", "worker", "-c1", "-lCRITICAL"],
            env=self.environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def web_processes(self) -> list[int]:
        """The processes that answer requests: children of the one we started."""
        assert self.web
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.web.pid)],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in listed.stdout.split()]

    def blow(self, what: str) -> None:
        self.blows.append(time.monotonic())
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
                self.start_worker()
        self.blows.append(time.monotonic())

    def excused(self, moment: float) -> bool:
        return any(0 <= moment - blow < PATIENCE for blow in self.blows)

    def stop(self) -> None:
        for process in (self.worker, self.redis):
            if process:
                process.kill()
        if self.web:
            os.killpg(self.web.pid, signal.SIGKILL)
        self.postgres("stop")


@dataclass
class Phone:
    """One seat, and what the server has acknowledged to it."""

    token: str
    acknowledged: dict[str, int] = field(default_factory=dict)


class Table(threading.Thread):
    """One table of three phones that play at random until told to stop."""

    def __init__(self, services: Services, number: int, until: float, seen: Counter[str]) -> None:
        super().__init__(daemon=True)
        self.services, self.until, self.seen = services, until, seen
        self.rng = random.Random(number)
        self.phones: list[Phone] = []
        self.code = ""
        self.faults: list[str] = []
        self.n = 0

    def call(self, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """One request, repeated as it is until somebody answers it for good."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        url = f"http://127.0.0.1:{self.services.port}{path}"
        for _ in range(400):
            try:
                request = urllib.request.Request(url, data, headers)
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    return error.code, json.load(error)
                if not self.services.excused(time.monotonic()):
                    self.faults.append(f"{error.code} for {path}")
                self.seen["answered with a server error during a blow"] += 1
            except (OSError, ValueError, http.client.HTTPException):
                self.seen["connection lost and request repeated"] += 1
            time.sleep(0.25)
        raise AssertionError(f"no answer for {path}")

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.faults.append(repr(error))

    def _sit_down(self) -> Any:
        body = {"title": "animated-dice", "players": 3, "sample": True, "name": "P0"}
        _, shown = self.call("/api/plays", body)
        self.code = shown["code"]
        self.phones = [Phone(shown["token"])]
        for n in range(1, PHONES):
            _, joined = self.call(f"/api/plays/{self.code}/join", {"name": f"P{n}"})
            self.phones.append(Phone(joined["token"]))
        return shown

    def _play(self) -> None:
        shown = self._sit_down()
        while time.monotonic() < self.until:
            if shown["outcome"] is not None:
                shown = self.post(self.phones[0], "back", {"seq": 0}, shown)
            elif self.rng.random() < UNDONE:
                shown = self.post(self.rng.choice(self.phones), "undo", {}, shown)
            else:
                shown = self.act(self.rng.choice(self.phones), shown)
            time.sleep(self.rng.uniform(0.2, 1.0))

    def act(self, phone: Phone, shown: Any) -> Any:
        prompt = self.rng.choice([each for each in shown["prompts"] if each.get("expected")])
        values = {each["name"]: self.value(each) for each in prompt.get("fields", [])}
        action = {"do": prompt["do"], **prompt.get("fixed", {}), **values}
        return self.post(phone, "actions", {"action": action}, shown)

    def value(self, spec: Any) -> Any:
        if spec["kind"] == "dice":
            return [self.rng.choice(die["faces"])["value"] for die in spec["dice"]]
        if spec["kind"] == "choices":
            return [each["value"] for each in spec["choices"][: spec.get("high") or 1]]
        if spec["kind"] == "number":
            return self.rng.randint(spec["low"], spec["high"])
        return self.rng.choice(spec["choices"])["value"]

    def post(self, phone: Phone, where: str, body: dict[str, Any], shown: Any) -> Any:
        """Send, sometimes twice and sometimes too late; remember what was acknowledged."""
        self.n += 1
        key = f"{self.code}-{self.n}"
        stale = self.rng.random() < STALE and shown["revision"] > 0
        revision = shown["revision"] - 1 if stale else shown["revision"]
        sent = {**body, "key": key, "revision": revision}
        path = f"/api/plays/{self.code}/{where}"
        status, answer = self.call(path, sent, phone.token)
        if answer.get("kind") == "question":
            sent["answers"] = {answer["code"]: answer["options"][0]}
            status, answer = self.call(path, sent, phone.token)
        self.seen[f"answered {status}"] += 1
        if status == 200:
            phone.acknowledged[key] = answer["entry"]
            if self.rng.random() < REPEATED:
                again, second = self.call(path, sent, phone.token)
                self.seen["repeated"] += 1
                if (again, second.get("entry"), second.get("fresh")) != (
                    200,
                    answer["entry"],
                    False,
                ):
                    self.faults.append(f"a repeated {where} was not the same entry")
            return answer
        _, fresh = self.call(f"/api/plays/{self.code}", None, phone.token)
        return fresh


def verify(tables: list[Table], services: Services) -> list[str]:
    """Everything that was acknowledged is there once, and everything there replays."""
    os.environ.update(services.environment)
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    import django

    django.setup()
    from companion.plays import forms, playlog, seats
    from companion.plays.models import Play

    wrong = []
    for table in tables:
        wrong += [f"{table.code}: {fault}" for fault in table.faults]
        play = Play.objects.get(code=table.code)
        keys = dict(play.entries.values_list("key", "seq"))
        for phone in table.phones:
            seat = seats.of_token(phone.token)
            assert seat is not None
            for key, seq in phone.acknowledged.items():
                if keys.get(forms.entry_key(seat.pk, key)) != seq:
                    wrong.append(f"{table.code}: entry {seq} was acknowledged and is not there")
            _, shown = table.call(f"/api/plays/{table.code}", None, phone.token)
            if shown["revision"] != play.revision:
                wrong.append(f"{table.code}: a phone shows {shown['revision']} of {play.revision}")
        if sorted(keys.values()) != list(range(1, play.revision + 1)):
            wrong.append(f"{table.code}: the log has gaps")
        done = playlog.replay(playlog.export(play))
        if done.referee.encode_state(done.state) != play.state:
            wrong.append(f"{table.code}: the log does not replay to the stored state")
    return wrong


def plan(seconds: float) -> list[tuple[float, str]]:
    """When which blow falls."""
    blows = [(at, "web process killed") for at in range(5, int(seconds) - 5, 7)]
    blows += [(seconds * share, "PostgreSQL restarted") for share in (0.3, 0.7)]
    blows += [(seconds * share, "Redis restarted") for share in (0.2, 0.55)]
    return sorted([*blows, (seconds * 0.45, "worker killed")])


def main(seconds: float) -> int:
    with tempfile.TemporaryDirectory(prefix="sidekick-faults-") as name:
        services = Services(Path(name))
        services.start()
        try:
            begun = time.monotonic()
            seen: Counter[str] = Counter()
            tables = [Table(services, n, begun + seconds, seen) for n in range(TABLES)]
            for table in tables:
                table.start()
            for at, what in plan(seconds):
                time.sleep(max(0.0, begun + at - time.monotonic()))
                services.blow(what)
            for table in tables:
                table.join(timeout=120)
            time.sleep(3)
            wrong = verify(tables, services)
        finally:
            services.stop()
    acknowledged = sum(len(p.acknowledged) for t in tables for p in t.phones)
    for what, n in [*services.counts.most_common(), *seen.most_common()]:
        print(f"{n:6} {what}")
    print(f"{acknowledged:6} entries acknowledged on {TABLES} tables, {len(wrong)} faults")
    for line in wrong[:20]:
        print("   ", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 120.0))

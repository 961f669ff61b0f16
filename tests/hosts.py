"""Two hosts behind a proxy: tables play, one host loses its cable, and everything goes on.

``python -m tests.hosts 500`` (as root, on Linux) plays that many tables of two light phones on two
web hosts, which share a third with PgBouncer, PostgreSQL and Redis. Every host is a network
namespace of this run's own, and HAProxy and PgBouncer run by the files in docs/scale.md. In the
middle one host's cable is pulled and its processes killed. Afterwards every acknowledged tap must
be in its log once, every log must replay to the stored state, every phone must show its table's
last revision, and no phone may have waited for more than five seconds.

Everything runs in namespaces of processes and mounts as well, so that nothing stays, however the
run ends. Needs Debian's haproxy, pgbouncer, iproute2, postgresql and redis-server.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.evening import wait
from tests.installed import well
from tests.rolling import served

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "scale.md"
BLOCK = re.compile(r"```\w+\n# /(\S+)\n(.*?)```", re.DOTALL)
INSIDE = "SIDEKICK_HOSTS_RUN"
"""The folder of the run, once it has its namespaces."""
EDGE, DATA, WEB = "10.0.0.1", "10.0.0.2", ("10.0.0.11", "10.0.0.12")
PORTS = (8001, 8002)
FRONT = 8443
TAPS = 8.0
"""Taps a second at all tables together: what two cores take next to everything else of the run."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hosts", description=__doc__)
    parser.add_argument("tables", nargs="?", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=90, help="they play, half with each host")
    parser.add_argument("--pace", type=float, default=0, help="seconds between a table's taps")
    parser.add_argument("--spread", action="store_true", help="tables are not hashed: any process")
    asked = parser.parse_args()
    lacking = [each for each in ("ip", "haproxy", "pgbouncer", "redis-server") if not has(each)]
    if os.geteuid() or lacking:
        print(f"not tried: needs root and {', '.join(lacking) or 'nothing else'}")
        return 2 if os.environ.get("CI") else 0
    if folder := os.environ.get(INSIDE):
        return inside(Path(folder), asked)
    with tempfile.TemporaryDirectory(prefix="sidekick-hosts-") as name:
        Path(name).chmod(0o755)  # PostgreSQL runs as a user of its own.
        # However this process ends, the first one of the namespace ends with it, and with that all.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        apart = ["setpriv", "--pdeathsig", "KILL"]
        apart += ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        again = [sys.executable, "-m", "tests.hosts", *sys.argv[1:]]
        known = {**os.environ, INSIDE: name}
        return subprocess.run([*apart, *again], env=known, cwd=ROOT, check=False).returncode


def has(program: str) -> bool:
    return shutil.which(program) is not None


def run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/")
    assert not done.returncode, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


class Hosts:
    """The hosts, each a network namespace on one bridge; the phones and the proxy are outside."""

    def __init__(self, folder: Path, *, spread: bool) -> None:
        self.folder, self.spread = folder, spread
        self.log = folder / "log"
        self.running: dict[str, list[subprocess.Popen[bytes]]] = {}
        self.files = {Path(name).name: text for name, text in BLOCK.findall(PAGE.read_text())}

    def connect(self) -> None:
        """Make the namespaces and the cables between them."""
        Path("/run/netns").mkdir(exist_ok=True)
        run("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "address", "add", f"{EDGE}/24", "dev", "bridge")
        run("ip", "link", "set", "bridge", "up")
        for address in (DATA, *WEB):
            name = cable(address)
            run("ip", "netns", "add", name)
            run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "link", "set", name, "master", "bridge", "up")
            run("ip", "-n", name, "address", "add", f"{address}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                run("ip", "-n", name, "link", "set", device, "up")

    def start(self, address: str, *words: str, user: str = "", **told: str) -> None:
        """Start a program on a host; on the ``EDGE`` it runs where the phones are."""
        at = [] if address == EDGE else ["ip", "netns", "exec", cable(address)]
        as_user = ["runuser", "-u", user, "--"] if user else []
        process = subprocess.Popen(
            [*at, *as_user, *words],
            env={**os.environ, **told},
            cwd=ROOT if not user else "/",
            stdin=subprocess.DEVNULL,
            stdout=self.log.open("ab"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.running.setdefault(address, []).append(process)

    def database(self) -> None:
        """Start PostgreSQL, PgBouncer and Redis on their host."""
        own = self.folder / "pg"
        own.mkdir()
        shutil.chown(own, "postgres")
        bins = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        as_postgres = ("runuser", "-u", "postgres", "--")
        run(*as_postgres, str(bins / "initdb"), "-A", "trust", "-U", "postgres", str(own / "data"))
        with (own / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host sidekick sidekick 10.0.0.0/24 scram-sha-256\n")
        # Web hosts die here, not the one of the database: its disk may be late.
        options = {"listen_addresses": DATA, "unix_socket_directories": str(own), "fsync": "off"}
        settings = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        server = str(bins / "postgres")
        self.start(DATA, server, "-D", str(own / "data"), *settings, user="postgres")
        wait(lambda: (own / ".s.PGSQL.5432").exists(), "PostgreSQL does not start")
        time.sleep(1)
        self.sql("CREATE ROLE sidekick LOGIN PASSWORD 'secret'")
        self.sql("CREATE DATABASE sidekick OWNER sidekick")
        users = self.folder / "userlist.txt"
        users.write_text('"sidekick" "secret"\n')
        users.chmod(0o644)
        ini = self.folder / "pgbouncer.ini"
        ini.write_text(self.files[ini.name].replace("/etc/pgbouncer", str(self.folder)))
        self.start(DATA, "pgbouncer", str(ini), user="postgres")
        self.start(DATA, "redis-server", "--bind", DATA, "--protected-mode", "no", "--save", "")

    def sql(self, *statements: str) -> list[tuple[Any, ...]]:
        """Ask PostgreSQL itself, over its socket; return the rows of the last statement."""
        import psycopg

        with psycopg.connect(
            host=str(self.folder / "pg"), user="postgres", autocommit=True
        ) as connection:
            for each in statements:
                cursor = connection.execute(each)
            return cursor.fetchall() if cursor.description else []

    def environment(self, address: str, *, jobs: bool = False) -> dict[str, str]:
        var = self.folder / f"var-{address}"
        return {
            "DATABASE_URL": f"postgres://sidekick:secret@{DATA}:6432/sidekick{'_jobs' * jobs}",
            "DATABASE_POOLED": "1",
            "REDIS_URL": f"redis://{DATA}:6379/0",
            "SECRET_KEY": "only for the run of two hosts",
            "SIDEKICK_PROXIES": "1",
            "SIDEKICK_EVENT": "1",
            "LIVE_STREAMS": "4000",
            "SIDEKICK_VAR": str(var),
        }

    def site(self) -> None:
        """Start a worker and two web processes on each web host, and the proxy."""
        manage = (sys.executable, "manage.py")
        jobs = {**os.environ, **self.environment(EDGE, jobs=True)}
        subprocess.run([*manage, "migrate", "-v0"], env=jobs, cwd=ROOT, check=True)
        before = Path(self.environment(WEB[0])["SIDEKICK_VAR"], "static", "css", "before.css")
        before.parent.mkdir(parents=True)
        before.write_text("/* of a release that only one host has had */")
        for address in WEB:
            for port in PORTS:
                serve = ("play", "--host", address, "--port", str(port))
                self.start(address, *manage, *serve, **self.environment(address))
            celery = (sys.executable, "-m", "celery", "-A", "companion", "worker", "-c1")
            self.start(address, *celery, **self.environment(address, jobs=True))
        for address in WEB:
            for port in PORTS:
                at = f"http://{address}:{port}"
                wait(lambda at=at: well(at), f"{at} does not start", 90)
        text = self.files["haproxy.cfg"]
        text = re.sub(r"bind .*", f"bind 127.0.0.1:{FRONT}", text)
        if self.spread:
            text = re.sub(r"balance .*", "balance roundrobin", text)
        # Debian's unit raises the limit of open files; here it is what it is.
        text = re.sub(r"maxconn .*", "maxconn 5000", text)
        config = self.folder / "haproxy.cfg"
        config.write_text(text)
        self.start(EDGE, "haproxy", "-db", "-f", str(config))
        front = f"http://127.0.0.1:{FRONT}"
        wait(lambda: well(front), "the proxy does not start")
        for _ in range(2 * len(WEB)):
            assert served(f"{front}/static/css/{before.name}"), "one release's files are missing"

    def counted(self) -> list[str]:
        """Return what PostgreSQL and Redis have to do with it."""
        import redis

        ((used,),) = self.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'sidekick'")
        client = redis.Redis(DATA)
        channels = client.pubsub_channels("sidekick:live:*")
        followed = sum(n for _, n in client.pubsub_numsub(*channels))
        return [
            f"PostgreSQL has {used} connections for the site's "
            f"{len(WEB) * len(PORTS)} processes of 8 and {len(WEB)} workers",
            f"{len(channels)} tables have a channel, followed by {followed} processes",
        ]

    def pull(self, address: str = WEB[1]) -> None:
        """Take a host away: its cable first, so that no one is told that it goes."""
        run("ip", "link", "set", cable(address), "down")
        for each in self.running.pop(address):
            os.killpg(each.pid, signal.SIGKILL)

    def worked(self) -> dict[str, float]:
        """Return what each kind of program has used so far: seconds of CPU, and bytes of the
        database's log."""
        from bench.crowd import _cpu_of

        kinds = {
            "web processes and workers": [each for one in WEB for each in self.running[one]],
            **dict(zip(("PostgreSQL", "PgBouncer", "Redis"), self.running[DATA], strict=True)),
            "HAProxy": self.running[EDGE],
        }
        used = {
            kind: sum(_cpu_of(each.pid) for each in (found if isinstance(found, list) else [found]))
            for kind, found in kinds.items()
        }
        ((written,),) = self.sql("SELECT pg_current_wal_lsn() - '0/0'")
        return {**used, "bytes": float(written)}


def cable(address: str) -> str:
    """Return a host's name, which is also that of its cable."""
    return f"host{address.rpartition('.')[2]}"


def inside(folder: Path, asked: argparse.Namespace) -> int:
    """Play in namespaces of our own."""
    begun = time.monotonic()
    hosts = Hosts(folder, spread=asked.spread)
    pace = asked.pace or asked.tables / TAPS
    try:
        hosts.connect()
        hosts.database()
        hosts.site()
        known = {**hosts.environment(EDGE, jobs=True), "DJANGO_SETTINGS_MODULE": "bench.settings"}
        os.environ |= {**known, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        import django

        django.setup()
        from tests.hosts_tables import Evening

        wrong = Evening(hosts, asked.tables, pace, asked.seconds).spend()
    except BaseException:
        print(hosts.log.read_text(errors="replace")[-3000:], file=sys.stderr)
        raise
    print(f"{time.monotonic() - begun:.0f} s in all, {len(wrong)} faults")
    for line in wrong[:20]:
        print("   ", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""The deployment page, pasted from start to end: files, users, services, two proxies, TLS.

``python -m tests.deployed`` (as root) runs the blocks of docs/deploy.md in a copy of this machine's
root file system that is thrown away, and in a network of its own, so that every path, user and port
is the page's own and nothing stays. systemd does not run there: its units are checked by
``systemd-analyze verify`` where it exists, and their commands started as they say.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from tests import roots
from tests.evening import wait

ROOT = Path(__file__).parents[1]
NAME = "sidekick.example.org"
BLOCK = re.compile(r"```(sh|ini|nginx|caddy)\n(.*?)```", re.DOTALL)
ASKED = "run/asked-of-systemctl"
STAND_IN = f'#!/bin/sh\necho "$@" >> /{ASKED}\n'
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Machine:
    """A throw-away root file system and network; give its commands as one would type them."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.services: dict[str, subprocess.Popen[bytes]] = {}
        self.cluster = ""
        upper, work = folder / "upper", folder / "work"
        for each in (self.root, upper, work):
            each.mkdir()
        layers = f"lowerdir=/,upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, self.root], check=True)
        roots.bind_kernel(self.root)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.root / "run"], check=True)
        self.network = subprocess.Popen(["unshare", "--net", "sleep", "1800"])
        self._as_new()

    def _as_new(self) -> None:
        """Make the machine as a new one: without a database cluster with something in it, and
        systemd."""
        for each in ("etc/postgresql", "var/lib/postgresql", "srv", "etc/nginx/sites-enabled"):
            shutil.rmtree(self.root / each, ignore_errors=True)
        (self.root / "srv").mkdir()
        (self.root / "usr/local/sbin").mkdir(exist_ok=True)
        stand_in = self.root / "usr/local/sbin/systemctl"
        stand_in.write_text(STAND_IN)
        stand_in.chmod(0o755)
        with (self.root / "etc/hosts").open("a") as hosts:
            hosts.write(f"127.0.0.1 {NAME}\n")

    def command(self, *words: str, outside: bool = False) -> list[str]:
        """Run a command there; ``outside`` leaves it in this machine's network, for what is
        fetched."""
        network = [] if outside else ["nsenter", f"--net=/proc/{self.network.pid}/ns/net"]
        return [*network, "chroot", str(self.root), "/usr/bin/env", "-i", f"PATH={PATH}", *words]

    def run(self, script: str, outside: bool = False) -> str:
        keep = [f"{k}={v}" for k, v in os.environ.items() if outside and k.startswith("PIP_")]
        command = self.command(*keep, "HOME=/root", "sh", "-e", "-c", script, outside=outside)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"{script}\n{done.stdout[-1500:]}\n{done.stderr[-3000:]}")
        return done.stdout

    def serve(self, name: str, script: str, user: str = "root") -> None:
        """Start a service in the background."""
        command = self.command("runuser", "-u", user, "--", "sh", "-c", script)
        self.services[name] = subprocess.Popen(
            command, start_new_session=True, stdout=subprocess.DEVNULL
        )

    def kill(self, name: str, how: int = signal.SIGKILL) -> None:
        service = self.services.pop(name)
        os.killpg(service.pid, how)
        service.wait(20)

    def close(self) -> None:
        for name in reversed(list(self.services)):
            self.kill(name)
        if self.cluster:
            self.run(f"pg_ctlcluster -m immediate {self.cluster} main stop")
        self.network.kill()
        self.network.wait()
        subprocess.run(["umount", "-R", "-l", self.root], check=False)


def unit(machine: Machine, name: str) -> defaultdict[str, list[str]]:
    """Return what a unit says: the values of each setting, with its instance filled in."""
    stem, _, instance = name.partition("@")
    text = (
        machine.root / f"etc/systemd/system/{stem}{'@' if instance else ''}.service"
    ).read_text()
    said = defaultdict[str, list[str]](list)
    for line in text.replace("%i", instance).replace("%%", "%").splitlines():
        key, _, value = line.partition("=")
        said[key].append(value)
    return said


def start(machine: Machine, name: str) -> None:
    """Do for a service what systemd would."""
    said = unit(machine, name)
    # The environment file is root's: it is read before the user is changed.
    files = [f". {file}" for file in said["EnvironmentFile"]]
    begin = "; ".join(
        ["set -a", *said["Environment"], *files, "set +a", f"umask {said['UMask'][0]}"]
    )
    (folder,), (user,) = said["WorkingDirectory"], said["User"]
    command = " && ".join(said["ExecStart"])
    script = f'{begin}; cd {folder}; exec runuser -u {user} -- sh -c "exec 3>&-; $COMMANDS"'
    if said["Type"] == ["oneshot"]:
        machine.run(f"COMMANDS={quoted(command)}; {script}")
    else:
        first = " && ".join(said["ExecStartPre"]) or "true"
        command = f"until {first}; do sleep 1; done; exec {command}"
        machine.serve(name, f"COMMANDS={quoted(command)}; {script}")


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def paste(machine: Machine, kind: str, text: str) -> None:
    """Run one block of the page: typed, or written to the file its first line names."""
    if kind != "sh":
        path = machine.root / text.splitlines()[0].removeprefix("# /")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return
    machine.run(text.replace("REPOSITORY", "/srv.git"), outside="apt-get" in text)
    if "apt-get" in text:
        services(machine)
    asked = machine.root / ASKED
    for line in asked.read_text().splitlines() if asked.exists() else ():
        do, *names = line.split()
        if do == "daemon-reload":
            verify(machine)
        elif do == "enable":
            for name in names[1:]:
                if not name.endswith(".timer"):
                    start(machine, name)
        elif (do, *names) == ("reload", "nginx"):
            machine.serve("nginx", "exec nginx -g 'daemon off;'")
    asked.unlink(missing_ok=True)


def services(machine: Machine) -> None:
    """Start what Debian starts by itself once it is installed."""
    version = machine.run("ls /usr/lib/postgresql | sort -V | tail -1").strip()
    machine.run("ip link set lo up")
    machine.run(
        "install -d -o postgres -g postgres /run/postgresql; install -d -o redis /run/redis"
    )
    machine.run(f"pg_createcluster {version} main && pg_ctlcluster {version} main start")
    machine.cluster = version
    machine.serve("redis", "exec redis-server --bind 127.0.0.1 --save '' --dir /tmp", "redis")


def verify(machine: Machine) -> None:
    """Check the units by what systemd itself thinks of them."""
    if shutil.which("systemd-analyze") is None:
        print("not tried: systemd-analyze verify, which is not installed", flush=True)
        return
    units = "sidekick@8001.service sidekick-worker.service sidekick-backup.service"
    said = machine.run(
        f"cd /etc/systemd/system && systemd-analyze verify {units} sidekick-backup.timer 2>&1"
    )
    ours = [line for line in said.splitlines() if "sidekick" in line]
    assert not ours, "\n".join(ours)


def ask(machine: Machine, what: str, *more: str) -> str:
    """Ask the site something from inside, as ``tests.visits`` does; return what that prints."""
    certificate = "SSL_CERT_FILE=/etc/ssl/sidekick/cert.pem"
    asked = f"tests.visits {what} https://{NAME} {' '.join(map(quoted, more))}"
    return machine.run(f"cd /srv/sidekick && {certificate} python3 -m {asked}").strip()


def killed_and_restarted(machine: Machine) -> None:
    """Kill one of two web processes and see it come back while a table plays on."""
    command = machine.command(
        "SSL_CERT_FILE=/etc/ssl/sidekick/cert.pem",
        "sh",
        "-c",
        f"cd /srv/sidekick && exec python3 -m tests.visits plays_on https://{NAME}",
    )
    table = subprocess.Popen(command)
    for port in (8001, 8002):
        time.sleep(4)
        machine.kill(f"sidekick@{port}")
        time.sleep(3)
        start(machine, f"sidekick@{port}")
        wait(lambda port=port: _answers(machine, port), f"{port} did not come back", 60)
    assert table.wait(120) == 0, "the table did not play on"


def _answers(machine: Machine, port: int) -> bool:
    url = f"http://127.0.0.1:{port}/healthz"
    fetch = f"import urllib.request as u; assert not u.urlopen('{url}', timeout=2).read() == b''"
    try:
        machine.run(f'python3 -c "{fetch}"')
    except AssertionError:
        return False
    return True


def saved(machine: Machine) -> None:
    """Check that the nightly backup is written for its owner only, and old ones go."""
    folder = "/var/backups/sidekick"
    machine.run(f"touch -d '40 days ago' {folder}/2000-01-01.sidekick")
    start(machine, "sidekick-backup")
    (name,) = machine.run(f"ls {folder}").split()
    assert machine.run(f"stat -c '%a %U' {folder}/{name}").split() == ["600", "sidekick"]


def operated(machine: Machine, page: str) -> None:
    """Do what an operator does, as the page says it: name yourself, make an operator, find, close
    and delete a table, take it back from a backup, let someone recover a password."""
    lines = re.findall(r"^    (SIDEKICK_(?:OPERATOR|CONTACT)=.*)$", page, re.MULTILINE)
    assert len(lines) == 2, lines
    with (machine.root / "etc/sidekick.env").open("a") as settings:
        settings.write("\n".join([*lines, ""]))
    for port in (8001, 8002):
        machine.kill(f"sidekick@{port}", signal.SIGTERM)
        start(machine, f"sidekick@{port}")
        wait(lambda port=port: _answers(machine, port), f"{port} did not come back", 60)
    printed = machine.run("sidekick operator olga")
    password, code = re.findall(r"Password: (\S+)|without the phone: (\S+)", printed)
    table = ask(machine, "sits")
    assert f": {table}," in machine.run(f"sidekick desk find {table}")
    machine.run(f"sidekick desk close {table}")
    before = "/var/backups/sidekick/before.sidekick"
    machine.run(f"sidekick backup {before}")
    machine.run(f"sidekick desk delete-table {table}")
    assert not machine.run(f"sidekick desk find {table}")
    machine.run(f"sidekick backup {before} --restore")
    assert f": {table}," in machine.run(f"sidekick desk find {table}")
    assert "closed: play" in machine.run("sidekick desk log")
    ask(machine, "operates", password[0], code[1])
    ask(machine, "recovers")
    assert "database" in machine.run("sidekick desk state")


def counted(machine: Machine) -> None:
    """Check that both web processes count into the folder that their unit names.

    Each is asked by its own port: a proxy may have led every table of the evening to one.
    """
    for port in (8001, 8002):
        line = f"c = http.client.HTTPConnection('127.0.0.1', {port})"
        machine.run(
            f"python3 -c \"import http.client; {line}; c.request('GET', '/'); c.getresponse()\""
        )
    (shared,) = unit(machine, "sidekick@8001")["Environment"]
    folder = shared.removeprefix("PROMETHEUS_MULTIPROC_DIR=")
    files = machine.run(f"ls {folder}").split()
    assert len([name for name in files if name.startswith("counter_")]) >= 2, files


def main() -> int:
    return roots.run_apart("tests.deployed", deployed)


def deployed(folder: Path) -> None:
    machine = Machine(folder)
    try:
        evening_of(machine)
    finally:
        machine.close()


def evening_of(machine: Machine) -> None:
    page = (ROOT / "docs/deploy.md").read_text()
    bare = ["git", "clone", "-q", "--bare", str(ROOT), str(machine.root / "srv.git")]
    subprocess.run(bare, check=True)
    begun = time.monotonic()
    if shutil.which("caddy") is None:
        # As the page says it: before its own Caddyfile takes the place of the package's.
        machine.run("apt-get -q update && apt-get install -y --no-install-recommends caddy", True)
    blocks = [(kind, text) for kind, text in BLOCK.findall(page)]
    for kind, text in blocks:
        paste(machine, kind, text)
    print(f"{len(blocks)} blocks pasted: {time.monotonic() - begun:.0f} s", flush=True)
    for port in (8001, 8002):
        wait(lambda port=port: _answers(machine, port), f"{port} did not start", 60)
    ask(machine, "whole")
    counted(machine)
    killed_and_restarted(machine)
    saved(machine)
    operated(machine, page)
    print(f"behind nginx: {time.monotonic() - begun:.0f} s", flush=True)
    machine.kill("nginx", signal.SIGTERM)
    machine.serve("caddy", "HOME=/tmp exec caddy run --config /etc/caddy/Caddyfile 2>/dev/null")
    ask(machine, "whole")
    print(f"behind Caddy: {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())

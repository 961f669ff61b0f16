"""The README's two commands on a machine with nothing on it but Python and make.

``python -m tests.fresh`` (as root) makes an empty Debian with those two (``debootstrap``), lays a
clean clone there, and runs ``make play`` and ``make test`` as a user without root. The package
registries are reached as they are from here; no service of this machine is seen: PostgreSQL would
answer on its port, which is why the tests there are told another. They have to say what they skip
for the want of it. Rules of games need nothing of a machine, so their tests are left to ``make
test`` itself.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tests import roots

ROOT = Path(__file__).parents[1]
PACKAGES = "make,python3-venv"
HOME = "home/player"
USER = 1000
REGISTRIES = ("etc/pip.conf", "etc/npmrc", "etc/ssl/certs/ca-certificates.crt")
"""What leads to the registries, where a machine has it."""
REACHED = re.compile(r"(PIP|NPM_CONFIG)_.*|https?_proxy|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS", re.I)
MISSED = ("PostgreSQL tests will be skipped", "Redis tests will be skipped")
LASTS = 900
"""Seconds that a step may take on a busy machine."""
SUITE = "env PYTEST_ADDOPTS=--ignore=tests/games make test"


def main() -> int:
    return roots.run_apart("tests.fresh", fresh)


def fresh(folder: Path) -> None:
    machine = folder / "root"
    step("an empty machine", lambda: unpack(machine))
    try:
        step("make play", lambda: play(machine))
        step("make test", lambda: test(machine))
    finally:
        subprocess.run(["umount", "-R", "-l", machine], check=False)


def step(name: str, do: Callable[[], None]) -> None:
    begun = time.monotonic()
    do()
    print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)


def unpack(machine: Path) -> None:
    """Unpack an empty Debian, the way to the registries, and a clean clone in someone's home."""
    release = re.search(r"VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text())
    assert release, "this is no Debian"
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", release[1], machine]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    for each in REGISTRIES:
        if Path("/", each).exists():
            (machine / each).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path("/", each), machine / each)
    shutil.copy("/etc/resolv.conf", machine / "etc/resolv.conf")
    subprocess.run(["mount", "--bind", machine, machine], check=True)
    roots.bind_kernel(machine)
    clone = machine / HOME / "sidekick"
    subprocess.run(["git", "clone", "-q", "--no-local", ROOT, clone], check=True)
    subprocess.run(["chown", "-R", f"{USER}:{USER}", machine / HOME], check=True)


@contextmanager
def running(machine: Path, line: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command of the README, typed in the clone, until the block ends."""
    reached = [f"{name}={value}" for name, value in os.environ.items() if REACHED.fullmatch(name)]
    user = [f"HOME=/{HOME}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "PGPORT=1"]
    command = [
        *("chroot", f"--userspec={USER}:{USER}", machine, "/usr/bin/env", "-i", *reached, *user),
        *("sh", "-c", f"cd ~/sidekick && exec {line}"),
    ]
    begun = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        yield begun
    finally:
        if begun.poll() is None:
            os.killpg(begun.pid, signal.SIGKILL)
            begun.wait()


def play(machine: Path) -> None:
    """Start it, open the address it prints, stop it as people do."""
    with running(machine, "make play") as server:
        said = ""
        for line in server.stdout:
            said += line
            if address := re.fullmatch(r"\s*(http://\S+/)\s*", line):
                break
        else:
            raise AssertionError(f"make play gave no address:\n{said}")
        home = opened(address[1])
        assert b"/g/animated-dice/" in home, home[-2000:]
        os.killpg(server.pid, signal.SIGINT)
        rest = server.communicate(timeout=60)[0]
        assert "Good night." in rest, rest


def opened(address: str) -> bytes:
    """Return the page there, once the server that has printed the address takes connections."""
    for _ in range(60):
        try:
            with urlopen(address, timeout=10) as page:
                return page.read()
        except ConnectionRefusedError:
            pass
        except OSError as error:
            if not isinstance(getattr(error, "reason", None), ConnectionRefusedError):
                raise
        time.sleep(0.5)
    raise AssertionError(f"{address} takes no connection")


def test(machine: Path) -> None:
    """Run what a machine may change; without services, which it has to say."""
    with running(machine, SUITE) as suite:
        said = ""
        for line in suite.stdout:
            said += line
            print(f"  {line}", end="", flush=True)
    assert suite.returncode == 0, "make test failed on a fresh machine"
    assert all(sentence in said for sentence in MISSED), "what is missing is not said"


if __name__ == "__main__":
    sys.exit(main())

"""Proof that an installation is enough: a clean copy, its own lock only, an evening up to the
backup.

``python -m tests.installed`` unpacks the committed tree, installs what ``make play`` installs, and
spends an evening with ``make play`` itself, and another with several processes, a worker,
PostgreSQL and Redis. Then the README's ``pip install`` in an empty environment: two phones play on
nothing but the package, far from its sources. It needs no package of the tests.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import evening
from tests.evening import Phone, wait
from tests.hardening.services import ROOT, Services, free_port


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="sidekick-installed-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own.
        copy = unpack(folder)
        step("installed by make", lambda: make(copy, ".venv/.play"))
        step("an evening with make play", lambda: at_home(copy))
        step("an evening with processes and a worker", lambda: outgrown(copy, folder))
        step("installed by pip", lambda: pip(copy, folder))
        step("an evening with the package", lambda: packaged(folder))
    return 0


def step(name: str, do: Callable[[], object]) -> None:
    begun = time.monotonic()
    do()
    print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)


def unpack(folder: Path) -> Path:
    """Return the tree as it is committed, and nothing that lies about beside it."""
    copy = folder / "sidekick"
    copy.mkdir()
    packed = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "x", "-C", copy], input=packed.stdout, check=True)
    return copy


def alone() -> dict[str, str]:
    """Return this environment without what would point at another installation or its data."""
    ours = ("VIRTUAL_ENV", "PYTHONPATH", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
    services = ("DATABASE_URL", "REDIS_URL", "SIDEKICK_VAR", "WEB_CONCURRENCY")
    return {name: value for name, value in os.environ.items() if name not in ours + services}


def make(copy: Path, *words: str) -> None:
    subprocess.run(["make", "-s", "-C", copy, *words], check=True, env=alone())


def at_home(copy: Path) -> None:
    """Run ``make play`` as it is: SQLite, one process, no services."""
    port = free_port()
    command = ["make", "-s", "-C", str(copy), "play", "HOST=127.0.0.1", f"PORT={port}"]
    with serving(command, port, alone()) as address:
        evening.spend(Phone(address))


def pip(copy: Path, folder: Path) -> None:
    """Do what the README says without make, in an environment of its own, as its own wheel."""
    (line,) = re.findall(r"`(pip install [^`]+)`", (copy / "README.md").read_text())
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    # The versions of today may be others than those that were tested.
    known = re.findall(
        r"^(\S+==.*?) \\$", (copy / "requirements-test.lock").read_text(), re.MULTILINE
    )
    (folder / "known.txt").write_text("\n".join(known))
    environment = {**on_its_own(folder), "PIP_CONSTRAINT": str(folder / "known.txt")}
    subprocess.run(f"{line} -q", shell=True, check=True, cwd=copy, env=environment)
    shutil.rmtree(copy)


def on_its_own(folder: Path) -> dict[str, str]:
    """Return an environment with one home and the programs of one installation in front."""
    path = f"{folder / 'env/bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    kept = {name: value for name, value in alone().items() if not name.startswith("XDG_")}
    return {**kept, "HOME": str(folder / "home"), "PATH": path}


def packaged(folder: Path) -> None:
    """Check that two phones play a table of the package, and its data is where the platform keeps
    data."""
    home, port = folder / "home", free_port()
    home.mkdir(exist_ok=True)
    command = ["sidekick", "play", "--host", "127.0.0.1", "--port", str(port)]
    with serving(command, port, on_its_own(folder), home) as address:
        ana, bo = Phone(address), Phone(address)
        crew = evening.found(ana)
        code = evening.lay(ana, crew)
        phones = {evening.seat(ana, code, "Cleo", 0): ana, evening.seat(bo, code, "Bo", 1): bo}
        table = evening.play_together(phones, code)
        assert table["outcome"]["result"] == "won", table["outcome"]
        asked = urllib.request.Request(f"{address}/", headers={"Accept-Language": "pl"})
        with urllib.request.urlopen(asked) as home_page:
            assert "Przejdź do treści" in home_page.read().decode(), (
                "the catalogues are not in the package"
            )
    backup = folder / "night.sidekick"
    subprocess.run(["sidekick", "backup", backup], env=on_its_own(folder), cwd=home, check=True)
    assert backup.stat().st_size > 10_000, "the backup is empty"
    kept = [path for path in home.rglob("db.sqlite3") if "sidekick" in path.parts]
    assert len(kept) == 1, "the data does not lie in the user's data folder"


@contextmanager
def serving(
    command: list[str], port: int, environment: dict[str, str], at: Path | None = None
) -> Iterator[str]:
    """Provide a site that is started so, until the block ends; give its address."""
    running = subprocess.Popen(
        command,
        env=environment,
        cwd=at,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait(lambda: well(address), f"{' '.join(command)} did not start", 60)
        yield address
    finally:
        os.killpg(running.pid, signal.SIGINT)
        running.wait(20)


def outgrown(copy: Path, folder: Path) -> None:
    """Check several processes, a worker that is missed at first, and a backup that is restored."""
    services = Services(folder / "services", copy, copy / ".venv/bin/python")
    services.folder.mkdir()
    try:
        services.start()
        address = f"http://127.0.0.1:{services.port}"
        wait(lambda: well(address, worker="ok"), "the worker is not heard of", 60)
        assert "sidekick." not in services.manage("check", "--deploy").replace("W002", "")
        phone = Phone(address)
        spent = evening.spend(phone)
        file = folder / "night.sidekick"
        services.manage("backup", str(file))
        worker_is_missed(services, phone, spent.crew)
        services.manage("backup", str(file), "--restore")
        assert evening.counted(phone, spent.crew) == 2, "the backup was not put back"
        state = phone.call(f"/api/plays/{spent.code}", None, spent.token)[1]["state"]
        assert state == spent.table["state"], "the table is not what it was"
    finally:
        services.stop()


def worker_is_missed(services: Services, phone: Phone, crew: str) -> None:
    """Check that without a worker nothing is lost, it is said, and the next worker catches up."""
    assert services.worker
    services.worker.terminate()
    services.worker.wait(30)
    code, token = evening.sit_down(phone, crew)
    evening.play(phone, code, token, seed=2)
    wait(lambda: well(phone.base, worker="missing"), "a missing worker is not noticed", 60)
    assert "sidekick.W003" in services.manage("check", "--deploy")
    assert evening.pack(phone, crew), "without a worker nothing is packed"
    assert evening.counted(phone, crew) == 2, "somebody else did the worker's work"
    services.start_worker()
    wait(lambda: evening.counted(phone, crew) == 4, "the worker did not catch up", 60)


def well(address: str, **parts: str) -> bool:
    """Return whether the site is ready, and these parts are said to be so."""
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=3) as answer:
            told = json.load(answer)
    except OSError:
        return False
    return all(told.get(part) == word for part, word in parts.items())


if __name__ == "__main__":
    sys.exit(main())

"""``make audit``: known vulnerabilities of what the lock files name.

pip-audit comes from the package index, once, into an environment of its own. Fails on findings.
Where no advisory service can be reached, it says that nothing was audited, and compares: every
locked package with the newest its range allows. Fails on a lag (beyond ``--lag-allowed N``), and
where nothing at all can be found out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import Version

from tests import services
from tests.only_locked import locked

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-test.lock")
PIP_AUDIT = "pip-audit==2.10.1"
PATIENCE = 300
"""Seconds the advisory service gets for all packages together."""
UNREACHABLE = "Not audited: no advisory service can be reached."
NOT_THERE = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "Could not connect", "timed out")


def main(lag_allowed: int) -> int:
    """Print what is known; 1 if that is a vulnerability or a lag, or if nothing is known."""
    code = audited()
    if code is not None:
        return code
    print(UNREACHABLE)
    held = {name: version for lock in LOCKS for name, version in locked(ROOT / lock).items()}
    return compared(held, newest(), lag_allowed)


def audited() -> int | None:
    """Return what pip-audit makes of the locks; ``None`` where it cannot ask anyone."""
    program = installed()
    if program is None:
        print(f"{PIP_AUDIT} cannot be installed.")
        return None
    locks = [word for lock in LOCKS for word in ("-r", str(ROOT / lock))]
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(
            [program, *locks, *options], capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    return verdict(done.stdout, done.stderr)


def newest() -> dict[str, str]:
    """Return the newest versions our ranges allow; empty if the package index does not answer."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        options = ["--quiet", "--dry-run", "--ignore-installed", "--report", str(report)]
        done = subprocess.run([*pip, *options, *asked], capture_output=True, timeout=PATIENCE)
        found = json.loads(report.read_text()) if done.returncode == 0 else {"install": []}
    packages = [each["metadata"] for each in found["install"]]
    return {canonicalize_name(each["name"]): each["version"] for each in packages}


def compared(held: dict[str, str], newest: dict[str, str], lag_allowed: int) -> int:
    """Say which locked packages lag; 1 if too many do, or if the index does not answer either."""
    if not newest:
        print("The package index does not answer either: nothing is known of what is locked.")
        return 1
    known = {name: version for name, version in held.items() if name in newest}
    behind = [name for name in known if Version(newest[name]) > Version(known[name])]
    for name in behind:
        print(f"{name} {known[name]}: {newest[name]} is out (make lock UPGRADE=1)")
    print(f"{len(behind)} of {len(known)} locked packages lag behind what their ranges allow")
    if rest := sorted(held.keys() - known.keys()):
        print(f"Not compared, being for other systems: {', '.join(rest)}")
    return 1 if len(behind) > lag_allowed else 0


def installed() -> Path | None:
    """Install the program if it is not yet there; return it, or ``None`` if it cannot be."""
    at = services.CACHE / PIP_AUDIT.replace("==", "-")
    program = at / "bin" / "pip-audit"
    if not program.exists():
        venv.create(at, with_pip=True, clear=True)
        pip = [at / "bin" / "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
        subprocess.run([*pip, PIP_AUDIT], timeout=PATIENCE)
    return program if program.exists() else None


def verdict(report: str, complaint: str) -> int | None:
    """Say what pip-audit's report means; ``None`` if there is none since no one could be asked."""
    if not report.strip():
        if any(sign in complaint for sign in NOT_THERE):
            return None
        print(complaint)
        return 1
    packages: list[dict[str, Any]] = json.loads(report)["dependencies"]
    unknown = [each["name"] for each in packages if "skip_reason" in each]
    if len(unknown) == len(packages):
        return None
    found = [(each, flaw) for each in packages for flaw in each.get("vulns", ())]
    for each, flaw in found:
        mended = ", ".join(flaw["fix_versions"]) or "no version yet"
        print(f"{each['name']} {each['version']}: {flaw['id']}, mended in {mended}")
    print(f"{len(packages) - len(unknown)} packages audited, {len(found)} vulnerabilities known")
    if unknown:
        print(f"Not known to the advisory service: {', '.join(unknown)}")
    return 1 if found else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--lag-allowed", type=int, default=0, metavar="N")
    sys.exit(main(options.parse_args().lag_allowed))

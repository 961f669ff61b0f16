"""``make audit``: known vulnerabilities of what the lock files name.

pip-audit comes from the package index, once, into an environment of its own. Fails on findings;
where the advisory service cannot be reached, it says so and fails nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from tests import needs

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements.lock", "requirements-test.lock")
PIP_AUDIT = "pip-audit==2.10.1"
PATIENCE = 300
"""Seconds the advisory service gets for all packages together."""
UNREACHABLE = "The advisory service cannot be reached: nothing was audited."
NOT_THERE = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "Could not connect", "timed out")


def main() -> int:
    """Print what is known; 1 if that is a vulnerability or the audit itself fails."""
    program = installed()
    if program is None:
        print(f"{PIP_AUDIT} cannot be installed. {UNREACHABLE}")
        return 0
    locks = [word for lock in LOCKS for word in ("-r", str(ROOT / lock))]
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(
            [program, *locks, *options], capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        print(UNREACHABLE)
        return 0
    return verdict(done.stdout, done.stderr)


def installed() -> Path | None:
    """The program, installed now if it is not yet; ``None`` if it cannot be."""
    at = needs.CACHE / PIP_AUDIT.replace("==", "-")
    program = at / "bin" / "pip-audit"
    if not program.exists():
        venv.create(at, with_pip=True, clear=True)
        pip = [at / "bin" / "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
        subprocess.run([*pip, PIP_AUDIT], timeout=PATIENCE)
    return program if program.exists() else None


def verdict(report: str, complaint: str) -> int:
    """Say what pip-audit's report means, or why there is none."""
    if not report.strip():
        if any(sign in complaint for sign in NOT_THERE):
            print(UNREACHABLE)
            return 0
        print(complaint)
        return 1
    packages: list[dict[str, Any]] = json.loads(report)["dependencies"]
    unknown = [each["name"] for each in packages if "skip_reason" in each]
    if len(unknown) == len(packages):
        print(UNREACHABLE)
        return 0
    found = [(each, flaw) for each in packages for flaw in each.get("vulns", ())]
    for each, flaw in found:
        mended = ", ".join(flaw["fix_versions"]) or "no version yet"
        print(f"{each['name']} {each['version']}: {flaw['id']}, mended in {mended}")
    print(f"{len(packages) - len(unknown)} packages audited, {len(found)} vulnerabilities known")
    if unknown:
        print(f"Not known to the advisory service: {', '.join(unknown)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Tests of what is installed: locked by hash, complete, and from wherever the installer is set to
look."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.only_locked import locked

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock")


def asked(lock: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]["test"] if "test" in lock else []
    return [Requirement(each) for each in project["dependencies"] + extra]


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_every_requirement_at_allowed_version(lock):
    found = locked(ROOT / lock)
    for requirement in asked(lock):
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        assert name in found, f"{name} is not locked: run make lock"
        assert requirement.specifier.contains(found[name]), f"{name} {found[name]}: run make lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_hashes_every_line_and_names_no_index(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert text.count("==") <= text.count("--hash=sha256:")
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.patient
def test_installed_products_imports_are_in_its_own_lock(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.only_locked", "requirements.lock"],
        cwd=ROOT,
        env={**os.environ, "SIDEKICK_VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]

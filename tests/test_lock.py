"""What is installed: locked by hash, complete, and from wherever the installer is set to look."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LOCKED = re.compile(r"^([a-z0-9-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)
LOCKS = ("requirements.lock", "requirements-test.lock")


def asked(lock: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]["test"] if "test" in lock else []
    return [Requirement(each) for each in project["dependencies"] + extra]


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_holds_every_requirement_at_an_allowed_version(lock):
    locked = dict(LOCKED.findall((ROOT / lock).read_text()))
    for requirement in asked(lock):
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        assert name in locked, f"{name} is not locked: run make lock"
        assert requirement.specifier.contains(locked[name]), f"{name} {locked[name]}: run make lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_hashes_every_line_and_names_no_index(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert text.count("==") <= text.count("--hash=sha256:")
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]

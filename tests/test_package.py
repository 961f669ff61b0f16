"""The package: whole, found by its own means, with data where the platform keeps data."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests import services

ROOT = Path(__file__).parent.parent
FILES = ("locale", "static", "templates")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory) -> Path:
    """Return the wheel of this tree, as an installer lays it out."""
    folder = tmp_path_factory.mktemp("package")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "-w", folder, ROOT], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def sidekick(unpacked: Path, home: Path, *words: str, **settings: str) -> tuple[int, str]:
    """Run the console command's function on nothing of the checkout; status and what it said."""
    kept = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(unpacked)}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=home,
        env={**kept, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


def test_every_file_of_site_is_in_package(unpacked):
    missing = []
    for name in services.listed("companion", "games", *FILES, at=ROOT):
        if "recorded" in Path(name).parts:
            continue
        at = Path("companion/files", name) if name.split("/")[0] in FILES else Path(name)
        if not (unpacked / at).exists() and (ROOT / name).exists():
            missing.append(name)
    assert not missing


def test_nothing_but_the_site_is_in_the_package(unpacked):
    own = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert own == {"companion", "games"}
    assert not list(unpacked.glob("games/*/recorded"))


def test_console_command_is_one_that_runs_here(unpacked):
    (named,) = unpacked.glob("*.dist-info/entry_points.txt")
    assert "sidekick = companion.__main__:main" in named.read_text()


@pytest.mark.patient
def test_command_alone_tells_what_site_can_do(unpacked, tmp_path):
    status, said = sidekick(unpacked, tmp_path)
    assert status == 0
    for name in ("backup", "crew", "play", "playlog"):
        assert f"\n  {name} " in said
    assert "\n  migrate" not in said


@pytest.mark.patient
def test_data_lies_where_platform_keeps_data_of_programs(unpacked, tmp_path):
    status, said = sidekick(unpacked, tmp_path, "migrate", "-v0", XDG_DATA_HOME=f"{tmp_path}/kept")
    assert status == 0, said
    (database,) = tmp_path.rglob("db.sqlite3")
    assert "sidekick" in database.parts
    assert not list(unpacked.rglob("db.sqlite3"))


@pytest.mark.patient
def test_the_package_finds_its_own_files(unpacked, tmp_path):
    where = "from django.conf import settings as s; print(s.BASE_DIR, s.INSTALLED)"
    status, said = sidekick(unpacked, tmp_path, "shell", "-v0", "-c", where)
    assert (status, said.split()) == (0, [str(unpacked / "companion/files"), "True"])
    status, said = sidekick(unpacked, tmp_path, "findstatic", "-v0", "css/app.css")
    assert (status, said.strip()) == (0, str(unpacked / "companion/files/static/css/app.css"))


def test_folder_taking_no_data_is_told_in_sentence(unpacked, tmp_path):
    (tmp_path / "file").touch()
    status, said = sidekick(unpacked, tmp_path, "play", SIDEKICK_VAR=f"{tmp_path}/file/data")
    assert status == 1
    assert "Traceback" not in said
    assert "SIDEKICK_VAR names another folder" in said

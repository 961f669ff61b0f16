"""Titles as wheels beside an installed Sidekick: played on two phones, and removed again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from games.plugins import CONTRACT
from tests import evening
from tests.evening import Phone
from tests.installed import serving
from tests.serving import free_port

pytestmark = pytest.mark.patient

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "sidekick-pig"
EMPTY = {"PYTHONPATH": "", "DJANGO_SETTINGS_MODULE": "", "DATABASE_URL": "", "REDIS_URL": ""}


class Installation:
    """An environment of its own with Sidekick's wheel; what that needs lies beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "env" / "bin"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
        (site,) = (folder / "env").glob("lib/python*/site-packages")
        self.site = site
        needed = next(path for path in sys.path if path.endswith("site-packages"))
        (site / "needed.pth").write_text(needed + "\n")
        self.home = folder / "home"
        self.home.mkdir()

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in EMPTY}
        return {**kept, "HOME": str(self.home), "SIDEKICK_VAR": str(self.folder / "var")}

    def pip(self, *words: str | Path) -> None:
        command = [sys.executable, "-m", "pip", "--python", self.bin / "python", *words]
        subprocess.run(command, check=True, env=self.environment, capture_output=True)

    def install(self, source: Path) -> None:
        """Build a wheel of a source tree, and install that and nothing else."""
        wheels = Path(tempfile.mkdtemp(dir=self.folder))
        build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
        subprocess.run([*build, "-w", wheels, source], check=True, capture_output=True)
        (wheel,) = wheels.glob("*.whl")
        self.pip("install", "-q", "--no-deps", "--no-index", "--force-reinstall", wheel)

    @contextmanager
    def open(self) -> Iterator[str]:
        """Provide the site as its console command serves it."""
        port = free_port()
        words = [str(self.bin / "sidekick"), "play", "--host", "127.0.0.1", "--port", str(port)]
        with serving(words, port, self.environment, self.home) as address:
            yield address


@pytest.fixture(scope="module")
def installation(tmp_path_factory) -> Installation:
    made = Installation(tmp_path_factory.mktemp("packages"))
    made.install(ROOT)
    return made


def two_at(address: str, slug: str) -> tuple[str, dict[str, Phone]]:
    """Return a table for two: its code, and the phones by the tokens of their seats."""
    ana, bo = Phone(address), Phone(address)
    at, _ = ana.send(f"{evening.found(ana)}start/{slug}/", players=2)
    code = at.strip("/").partition("/")[2]
    return code, {evening.seat(ana, code, "Cy", 0): ana, evening.seat(bo, code, "Bo", 1): bo}


def page(phone: Phone, at: str) -> str:
    return phone.get(at)[1].decode()


def test_example_is_played_from_wheel_leaving_readable_tables(
    installation: Installation,
) -> None:
    installation.install(EXAMPLE)
    with installation.open() as address:
        code, phones = two_at(address, "pig")
        table = evening.play_together(phones, code)
        assert table["outcome"]["result"] == "won", table["outcome"]
        ana = next(iter(phones.values()))
        for at in (f"/t/{code}/", f"/tv/{code}/"):
            assert "The race to 100" in page(ana, at)
        running, _ = two_at(address, "pig")
    installation.pip("uninstall", "-q", "-y", "sidekick-pig")
    with installation.open() as address:
        visitor = Phone(address)
        assert ">Pig<" not in page(visitor, "/")
        assert "no longer has that game" in page(visitor, f"/tv/{code}/")
        assert "holds" not in page(visitor, f"/tv/{running}/")
        assert "Hold: Player 1" in page(visitor, f"/tv/{code}/")


def test_example_passes_what_every_title_is_held_to(
    installation: Installation, tmp_path: Path
) -> None:
    installation.install(EXAMPLE)
    own = shutil.copytree(EXAMPLE, tmp_path / "pig")
    for words in (("pytest", "-q"), ("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)):
        command = [installation.bin / "python", "-m", *words]
        done = subprocess.run(
            command, cwd=own, env=installation.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_new_title_installs_by_readme_line_and_plays(
    installation: Installation, tmp_path: Path
) -> None:
    sidekick, env = installation.bin / "sidekick", installation.environment
    subprocess.run([sidekick, "newtitle", "pears"], check=True, cwd=tmp_path, env=env)
    folder = tmp_path / "sidekick-pears"
    (line,) = re.findall(r"^pip (install .*)$", (folder / "README.md").read_text(), re.MULTILINE)
    words = line.replace(" .", f" {folder}").split()
    installation.pip(*words, "-q", "--no-deps")
    missing = [sidekick, "title", "pears", "--missing"]
    told = subprocess.run(missing, check=True, env=env, capture_output=True, text=True).stdout
    assert "The board is a list of numbers" in told
    with installation.open() as address:
        code, phones = two_at(address, "pears")
        table = evening.play_together(phones, code)
        assert table["outcome"]["result"] == "won", table["outcome"]
    installation.pip("uninstall", "-q", "-y", "sidekick-pears")


def moved_out(folder: Path) -> tuple[Path, Path]:
    """Return Sidekick without the dice game, and the dice game in a package: two source trees."""
    site, title = folder / "sidekick", folder / "sidekick-dice"
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("companion", "games", "templates", "static", "locale"):
        shutil.copytree(ROOT / name, site / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, site / name)
    package = title / "sidekick_dice"
    shutil.copytree(site / "games/animated_dice", package)
    shutil.rmtree(site / "games/animated_dice")
    for path in package.rglob("*.py"):
        text = path.read_text().replace("games.animated_dice", "sidekick_dice")
        path.write_text(text.replace(DECLARED, f"{DECLARED}\n    contract = {CONTRACT}\n"))
    registry = site / "games/registry.py"
    lines = registry.read_text().splitlines(keepends=True)
    registry.write_text("".join(line for line in lines if "animated" not in line))
    (title / "pyproject.toml").write_text(DICE)
    return site, title


DECLARED = "class AnimatedDice(Referee[Setup, State, Box]):"
DICE = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "sidekick-dice"
version = "1"
[project.entry-points."sidekick.titles"]
animated-dice = "sidekick_dice:AnimatedDice"
[tool.hatch.build.targets.wheel]
packages = ["sidekick_dice"]
"""


def test_moved_out_title_keeps_its_open_table_going(
    installation: Installation, tmp_path: Path
) -> None:
    site, title = moved_out(tmp_path)
    with installation.open() as address:
        code, phones = two_at(address, "animated-dice")
        rng = Random(3)
        for token, phone in [*phones.items()] * 3:
            table = phone.call(f"/api/plays/{code}", None, token)[1]
            if evening.expected(table):
                evening.turn(phone, code, token, table, rng)
    installation.install(site)
    with installation.open() as address:
        visitor = Phone(address)
        assert "Dice Game" not in page(visitor, "/")
    installation.install(title)
    with installation.open() as address:
        assert "Dice Game" in page(Phone(address), "/")
        again = {token: Phone(address) for token in phones}
        table = evening.play_together(again, code)
        assert table["outcome"]["result"] == "won", table["outcome"]
        assert table["revision"] > 3

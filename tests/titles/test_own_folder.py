"""A title is one package: what is its own lies in its folder, whoever wrote it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion.scaffold import lacks
from games import registry
from tests import services

ROOT = Path(__file__).parents[2]
SHARED = ("bench", "companion", "locale", "static", "templates", "tests")


@pytest.mark.parametrize("slug", registry.TITLES)
def test_no_title_file_lies_in_site_folders(slug: str) -> None:
    """Its tests mirror the tree, in ``tests/games``."""
    listed = services.listed("--cached", "--others", "--exclude-standard", *SHARED, at=ROOT)
    names = {slug, slug.replace("-", "_"), registry.referee(slug).title.family or slug}
    kept = [Path(line) for line in listed if (ROOT / line).exists()]
    shared = [path for path in kept if not path.is_relative_to("tests/games")]
    assert shared
    assert not [path for path in shared if names & {path.stem, *path.parts}]


STAYS = {
    "games/registry.py": "what ships and in which order: a checkout has no entry points",
    "tests/loss_positions.py": "moments built for laws of all titles, an example from each",
    "tests/journeys/pictures.py": "what is pictured in the documents, of every title",
    "tests/hardening/dice_ways.py": "answers of each title enumerated apart from its own code",
    "tests/hardening/variants.py": "tables dealt for the chances of each title",
    "tests/hardening/called.py": "the two titles in which an unknown number decides a loss",
    "tests/hardening/calibration.py": "faces on which chances called are tried",
    "tests/hardening/uploads.py": "one title's file, and another's table beside it",
}
"""Files that name several titles, and why."""


def test_no_shared_file_has_table_of_titles() -> None:
    """What differs between titles each of them says; a test may take its examples anywhere."""
    files = [*(ROOT / "games").glob("*.py")]
    files += [path for room in ("odds", "rising") for path in (ROOT / "games" / room).rglob("*.py")]
    files += [path for room in ("companion", "bench") for path in (ROOT / room).rglob("*.py")]
    own = ROOT / "tests/games"
    files += [path for path in (ROOT / "tests").rglob("*.py") if own not in path.parents]
    files = [path for path in files if not path.name.startswith("test_")]
    tables = {str(path.relative_to(ROOT)) for path in files if len(named(path)) > 1}
    assert tables == set(STAYS)


def named(path: Path) -> set[str]:
    """Return the titles that ship which a module names, by slug or by package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value.partition("/")[0].replace("_", "-"))
        elif isinstance(node, ast.ImportFrom):
            found |= {part.replace("_", "-") for part in (node.module or "").split(".")}
    return found & {slug for slug, at in registry.TITLES.items() if at.startswith("games.")}


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_shipped_title_lacks_nothing_installed_ones_are_told(slug: str) -> None:
    assert list(lacks.lacks(registry.referee(slug), registry.folder(slug))) == []


def test_shipped_titles_are_found_like_installed_ones() -> None:
    for room in ("templates", "static"):
        kept = registry.folders(room)
        for slug in registry.TITLES:
            assert [folder for folder in kept if (folder / "games" / slug).is_dir()], (slug, room)

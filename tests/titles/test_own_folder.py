"""A title is one package: what is its own lies in its folder, whoever wrote it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion.scaffold import lacks
from games import registry
from tests import needs

ROOT = Path(__file__).parents[2]
SHARED = ("bench", "companion", "locale", "static", "templates", "tests")


@pytest.mark.parametrize("slug", registry.TITLES)
def test_no_file_of_a_title_lies_in_folders_of_the_site(slug: str) -> None:
    """Its tests mirror the tree, in ``tests/games``."""
    listed = needs.listed("--cached", "--others", "--exclude-standard", *SHARED, at=ROOT)
    names = {slug, slug.replace("-", "_"), registry.referee(slug).title.family or slug}
    kept = [Path(line) for line in listed if (ROOT / line).exists()]
    shared = [path for path in kept if not path.is_relative_to("tests/games")]
    assert shared
    assert not [path for path in shared if names & {path.stem, *path.parts}]


STAYS = {
    "games/registry.py": "what ships and in which order: a checkout has no entry points",
    "tests/threatened.py": "moments built for laws of all titles, an example from each",
    "tests/journeys/pictures.py": "what is pictured in the documents, of every title",
    "tests/hardening/calibration.py": "faces on which chances called are tried",
    "tests/hardening/uploads.py": "one title's file, and another's table beside it",
}
"""Files that name several titles, and why."""


def test_no_file_of_all_titles_has_a_table_of_them() -> None:
    """What differs between titles each of them says; a test may take its examples anywhere."""
    files = [*(ROOT / "games").glob("*.py"), *(ROOT / "games/rising").rglob("*.py")]
    files += [path for room in ("companion", "bench") for path in (ROOT / room).rglob("*.py")]
    own = ROOT / "tests/games"
    files += [path for path in (ROOT / "tests").rglob("*.py") if own not in path.parents]
    files = [path for path in files if not path.name.startswith("test_")]
    tables = {str(path.relative_to(ROOT)) for path in files if len(named(path)) > 1}
    assert tables == set(STAYS)


def named(path: Path) -> set[str]:
    """The titles that ship which a module names, by slug or by package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value.partition("/")[0].replace("_", "-"))
        elif isinstance(node, ast.ImportFrom):
            found |= {part.replace("_", "-") for part in (node.module or "").split(".")}
    return found & {slug for slug, at in registry.TITLES.items() if at.startswith("games.")}


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_a_title_that_ships_lacks_nothing_that_installed_ones_are_told_of(slug: str) -> None:
    assert list(lacks.lacks(registry.referee(slug), registry.folder(slug))) == []


def test_what_ships_is_found_as_what_is_installed_is() -> None:
    for room in ("templates", "static"):
        kept = registry.folders(room)
        for slug in registry.TITLES:
            assert [folder for folder in kept if (folder / "games" / slug).is_dir()], (slug, room)

"""A reader never has too much before the eyes: how long a function or file, how wide a folder."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("games", "companion", "bench")
"""Where no function is longer than it may be."""

LINES, LONGEST = 40, 500
NAMES = 13
"""At most: the lines of a function and of a file, what a folder of a title shows but for its
``__init__.py``."""

TITLES, TESTS = (
    sorted(path.parent for path in (ROOT / room).glob("*/__init__.py"))
    for room in ("games", "tests/games")
)
DATA = {"recorded", "static", "locale", "__pycache__"}
"""Folders of a title whose own are sorted by what they are for: games, pictures, words."""
DRAWN = {"asked", "stage", "state", "screen"}
"""Folders of templates, called after the parts of a board."""


def functions(folder):
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(folder)} {node.name}", node.end_lineno - node.lineno + 1


def files(folder):
    for path in sorted(folder.rglob("*.py")):
        yield str(path.relative_to(folder)), len(path.read_text().splitlines())


def rooms(folder):
    yield folder
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in DATA:
            yield from rooms(path)


def shown(folder):
    hidden = {"__init__.py", "__pycache__"}
    return sorted(path.name for path in folder.iterdir() if path.name not in hidden)


def wide(title):
    return {
        str(room.relative_to(title.parent)): names
        for room in rooms(title)
        if len(names := shown(room)) > NAMES
    }


def named(folder):
    """The rooms and chapters of a title: a folder or a file each."""
    found = [path for path in folder.rglob("*") if path.suffix == ".py" or path.is_dir()]
    return {path.relative_to(folder).with_suffix("") for path in found}


@pytest.mark.parametrize("name", FOLDERS)
def test_no_function_is_longer_than_a_screen(name):
    assert {where: n for where, n in functions(ROOT / name) if n > LINES} == {}


@pytest.mark.parametrize("name", [*FOLDERS, "examples", "tests"])
def test_no_file_is_longer_than_a_chapter(name):
    assert {where: n for where, n in files(ROOT / name) if n > LONGEST} == {}


@pytest.mark.parametrize("title", TITLES + TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_folder_of_a_title_shows_more_than_a_contents_page(title):
    assert wide(title) == {}


def test_tests_lie_in_rooms_of_the_code():
    code = set().union(*map(named, TITLES))
    rooms = [path.parent.relative_to(own) for own in TESTS for path in own.rglob("__init__.py")]
    assert {str(room) for room in rooms if room.parts and room not in code} == set()


def test_templates_lie_in_parts_of_the_board():
    drawn = (ROOT / "games").glob("*/templates/games/*/*")
    assert {path.name for path in drawn if path.is_dir()} == DRAWN


def test_a_long_function_and_a_wide_folder_are_seen(tmp_path):
    body = "\n".join(["def long():", *["    x = 1"] * LINES])
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text(body)
    assert dict(functions(tmp_path)) == {"room/a.py long": LINES + 1}
    assert dict(files(tmp_path)) == {"room/a.py": LINES + 1}
    for i in range(NAMES):
        (tmp_path / "room" / f"b{i}.py").touch()
    assert len(wide(tmp_path)[f"{tmp_path.name}/room"]) == NAMES + 1

"""A reader never has too much before the eyes: how long a function or file, how wide a folder."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("games", "companion", "bench")
"""Where no function is longer than it may be."""

LINES, LONGEST = 40, 500
NAMES = 13
WORDS = 8
"""At most: the lines of a function and of a file, what a folder of a title shows but for its
``__init__.py``, the words of a test's name."""

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
    """Return the rooms and chapters of a title: a folder or a file each."""
    found = [path for path in folder.rglob("*") if path.suffix == ".py" or path.is_dir()]
    return {path.relative_to(folder).with_suffix("") for path in found}


def too_long(sizes, most, advice):
    """Return a sentence for everything longer than ``most`` lines."""
    found = [f"{where} has {n} lines, at most {most}" for where, n in sizes if n > most]
    return "".join(f"\n{each}: {advice}." for each in found)


def too_wide(title):
    advice = "put files of one chapter into a folder of their own"
    return "".join(
        f"\n{room} shows {len(names)} names, at most {NAMES}: {advice}."
        for room, names in wide(title).items()
    )


@pytest.mark.parametrize("name", FOLDERS)
def test_no_function_is_longer_than_a_screen(name):
    faults = too_long(functions(ROOT / name), LINES, "move a step of it into a function")
    assert not faults, faults


@pytest.mark.parametrize("name", [*FOLDERS, "examples", "tests"])
def test_no_file_is_longer_than_a_chapter(name):
    faults = too_long(files(ROOT / name), LONGEST, "move a chapter of it into a file of its own")
    assert not faults, faults


@pytest.mark.parametrize("title", TITLES + TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_title_folder_shows_more_than_contents_page(title):
    assert not too_wide(title), too_wide(title)


@pytest.mark.parametrize("name", ["companion/conformance", "examples", "tests"])
def test_no_test_name_has_too_many_words(name):
    names = {name.rpartition(" ")[2] for name, _ in functions(ROOT / name)}
    long = sorted(each for each in names if each.startswith("test_") and wordy(each))
    assert not long, f"{long}: say subject, result and condition in at most {WORDS} words"


def wordy(name):
    return len(name.removeprefix("test_").split("_")) > WORDS


def test_tests_lie_in_rooms_of_the_code():
    code = set().union(*map(named, TITLES))
    rooms = [path.parent.relative_to(own) for own in TESTS for path in own.rglob("__init__.py")]
    lost = sorted(str(room) for room in rooms if room.parts and room not in code)
    assert not lost, f"{lost}: no title has such a room; name a test folder after the code it tests"


def test_templates_lie_in_parts_of_the_board():
    drawn = (ROOT / "games").glob("*/templates/games/*/*")
    other = {path.name for path in drawn if path.is_dir()} ^ DRAWN
    assert not other, f"{sorted(other)}: template folders are called {sorted(DRAWN)}, all of them"


def test_long_function_and_wide_folder_are_seen(tmp_path):
    body = "\n".join(["def long():", *["    x = 1"] * LINES])
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text(body)
    assert dict(functions(tmp_path)) == {"room/a.py long": LINES + 1}
    assert dict(files(tmp_path)) == {"room/a.py": LINES + 1}
    assert too_long(files(tmp_path), LINES, "cut it") == (
        f"\nroom/a.py has {LINES + 1} lines, at most {LINES}: cut it."
    )
    for i in range(NAMES):
        (tmp_path / "room" / f"b{i}.py").touch()
    assert [wordy("test_" + "_".join("a" * n)) for n in (WORDS, WORDS + 1)] == [False, True]
    assert f"{tmp_path.name}/room shows {NAMES + 1} names, at most {NAMES}: " in too_wide(tmp_path)

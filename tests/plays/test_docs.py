"""Tests that what the documentation says is what happens."""

import doctest
import importlib
import io
import re
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from companion.plays.pages.forms import action_types
from games import referee, registry
from tests import documents

DOCS = Path(__file__).parents[2] / "docs"
WITHOUT_EXAMPLES = {"codec", "trackers", "referee", "pieces", "prospects"}


def test_api_pages_example_plays_whole_game(site):
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text(), re.DOTALL)
    example = {"__name__": "example"}
    exec(compile(code, "docs/api.md", "exec"), example)
    outcome = example["play"](site, "animated-dice", 2)
    assert outcome["result"] == "won"
    assert len(outcome["winners"]) == 1
    assert outcome["rule"]


def test_pages_made_from_code_say_what_it_says():
    made = documents.pages()
    assert {path.name for path in made} >= {"contract.md", "playlog.md", "boxes.md"}
    for path, text in made.items():
        assert path.read_text() == text, f"{path.name}: run python -m tests.documents"


def test_every_word_of_contract_is_in_its_reference():
    listed = {
        name
        for chapter in documents.CHAPTERS.values()
        for names in chapter.values()
        for name in names
    }
    assert set(referee.__all__) - {"AnyReferee", "FieldKind", "Frozen"} <= listed


@pytest.mark.parametrize(
    "module", sorted({m for each in documents.CHAPTERS.values() for m in each})
)
def test_the_examples_of_the_reference_run(module):
    found = doctest.testmod(importlib.import_module(f"games.{module}"))
    assert found.failed == 0
    assert found.attempted or module in WITHOUT_EXAMPLES


def test_titles_page_is_printed_and_unknown_one_named():
    printed = io.StringIO()
    call_command("playlog", "--document", "talisman-batman", stdout=printed)
    page = printed.getvalue()
    assert page.startswith("# Talisman: Batman Super-Villains Edition in a playlog\n")
    listed = re.findall(r"^### `(\S+)`$", page, re.MULTILINE)
    assert listed == sorted(action_types(registry.referee("talisman-batman").Action))
    with pytest.raises(CommandError, match="There is no title chess; there are"):
        call_command("playlog", "--document", "chess")


HOP = re.compile(r"^\d+\. \*\*(`\S+\.(?:py|js)`.*?)\*\*(?: \(([^)]*)\))?", re.MULTILINE)
PAGE = (DOCS / "architecture.md").read_text()


def test_every_place_an_action_passes_is_there() -> None:
    named = [(path, places) for paths, places in HOP.findall(PAGE) for path in ticked(paths)]
    assert len(named) == 16
    for path, places in named:
        source = (DOCS.parent / path).read_text()
        for name in ticked(places):
            assert re.search(rf"\b{re.split('[.:]', name)[-1]}\b", source), f"{path}: {name}"


def ticked(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


@pytest.mark.django_db(transaction=True)
def test_an_action_walks_as_the_page_says(cast) -> None:
    """The hops from the middleware to the answer and the bell, in order, as they are run."""
    walked: list[tuple[str, str]] = []
    root = f"{DOCS.parent}/"

    def seen(frame, event, argument):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(root):
            walked.append((code.co_filename.removeprefix(root), code.co_name))

    data = {"do": "roll", "face": 4, "key": "k", "revision": 0}
    sys.setprofile(seen)
    try:
        answer = cast.host.post(f"{cast.at}act", data, HTTP_HX_REQUEST="true", HTTP_X_HELD="a")
    finally:
        sys.setprofile(None)
    assert answer.status_code == 200
    hops = [(path, ticked(places)) for paths, places in HOP.findall(PAGE) for path in ticked(paths)]
    first = next(i for i, (path, _) in enumerate(hops) if path.endswith("operations/logs.py"))
    last = next(i for i, (path, _) in enumerate(hops) if path.endswith("drawing/boards.py"))
    at = 0
    for path, names in hops[first : last + 1]:
        steps = [i for i, (where, name) in enumerate(walked) if where == path and i >= at]
        called = [i for i in steps if walked[i][1] in names] or (steps if "gate.py" in path else [])
        found = called if names else steps
        assert found, f"{path} {names} is not passed there"
        at = found[0]
    bell = walked.index(("companion/plays/live.py", "announce"))
    assert walked.index(("companion/plays/store.py", "append")) < bell < at

"""What the documentation says is what happens."""

import re
from pathlib import Path

from companion.plays.management import playlog_document

DOCS = Path(__file__).parents[2] / "docs"


def test_the_example_of_the_api_page_plays_a_whole_game(site):
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text(), re.DOTALL)
    example = {"__name__": "example"}
    exec(compile(code, "docs/api.md", "exec"), example)
    outcome = example["play"](site, "animated-dice", 2)
    assert outcome["result"] == "won"
    assert len(outcome["winners"]) == 1
    assert outcome["rule"]


def test_the_playlog_page_is_what_the_types_say():
    written = (DOCS / "playlog.md").read_text()
    assert written == playlog_document.page(), (
        "run: python manage.py playlog --document > docs/playlog.md"
    )


def test_every_place_an_action_passes_is_there() -> None:
    page = (DOCS / "action.md").read_text()
    named = re.findall(r"^\d+\. \*\*`(\S+\.(?:py|js))`.*?\*\*(?: \(([^)]*)\))?", page, re.MULTILINE)
    assert len(named) == 18
    for path, places in named:
        source = (DOCS.parent / path).read_text()
        for name in re.findall(r"`(?:\w+[.:])*(\w+)`", places):
            assert re.search(rf"\b{name}\b", source), f"{path}: {name}"

"""What the documentation says is what happens."""

import re
from pathlib import Path

from companion.plays import playlog_page

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
    assert written == playlog_page.page(), (
        "run: python manage.py playlog --document > docs/playlog.md"
    )

"""The log reads like a game: turns as headings, how it stood, who did it; mending behind a tap."""

from __future__ import annotations

import re

import pytest

from games.registry import TITLES
from tests import golden
from tests.plays.test_warnings import begun

pytestmark = pytest.mark.django_db


def shown(name: str, until: int) -> str:
    _, ana = begun(name, until, (0,))
    return str(ana.client.get(f"{ana.at}log").content.decode())


def test_a_turn_has_a_heading_and_how_it_stood_at_its_end():
    page = shown("batman-who-laughs/lost-track", 26)
    heads = re.findall(r"<h3[^>]*>\s*<span>([^<]+)</span>", page)
    assert heads[-1] == "The beginning"
    assert [head for head in heads if head.startswith("Turn 2: ")]
    first = page.partition("Turn 2: ")[2].partition("</h3>")[0]
    assert re.search(r"Losses|Heroes|Dark Knights", first)
    assert "<li>Turn 2: " not in page


@pytest.mark.parametrize("slug", TITLES)
def test_the_log_of_every_title_has_turns(slug):
    path = max(
        (each for each in golden.files() if each.parent.name == slug),
        key=lambda each: len(golden.read(each).entries),
    )
    page = shown(golden.named(path), len(golden.read(path).entries))
    assert page.count("<h3") > 1


def test_what_changes_the_log_waits_behind_a_tap():
    page = shown("animated-dice/won", 30)
    assert page.count('class="mend"') == 30
    changing = list(re.finditer(r'aria-label="(Repair entry|Go back to right after)', page))
    assert len(changing) == 59
    for found in changing:
        before = page[: found.start()]
        assert before.count("<details") > before.count("</details>")


def test_an_entry_says_who_did_it_and_for_which_side():
    page = shown("batman-who-laughs/lost-track", 26)
    assert "Ana (Determination)" in page

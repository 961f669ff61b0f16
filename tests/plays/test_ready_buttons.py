"""Nothing on a phone is refused for what stands above it: walks through recorded games, taking
every button that needs no further choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.http import QueryDict

from companion.conformance import buttons
from companion.plays.pages.table import TablePage
from games.referee import Question
from games.registry import TITLES, referee
from tests import golden

pytestmark = pytest.mark.django_db
EVERY = 23
"""Of the states of all games of a title one in so many is looked at in a short run."""


def phones(slug: str, path: Path, step: int = 1) -> Iterator[TablePage]:
    """Yield the phone that is asked, at the states of a recorded game."""
    for state in [*golden.replayed(path).states.values()][::step]:
        yield buttons.asked(referee(slug), state)


def refused(slug: str, step: int) -> list[str]:
    return [
        f"{path.stem}: {why}"
        for path in golden.games(slug)
        for table in phones(slug, path, step)
        for why in buttons.refused(table)
    ]


@pytest.mark.parametrize("slug", TITLES)
def test_no_ready_button_is_refused(slug):
    assert refused(slug, EVERY) == []


@pytest.mark.patient
@pytest.mark.parametrize("slug", TITLES)
def test_no_ready_button_is_refused_in_whole_games(slug):
    assert refused(slug, 2) == []


@pytest.mark.parametrize("slug", TITLES)
def test_question_replaces_the_buttons_it_holds_up(slug):
    for path in golden.games(slug):
        for table in phones(slug, path, EVERY):
            asked = Question("ASKED", "")
            drawn = table.drawn(table.context(answer=asked, data=QueryDict("do=x")))["drawn"]
            if 'id="r-asked"' not in drawn:
                continue
            acts = drawn.partition('id="r-asked"')[2]
            assert 'class="contents behind"' in acts
            return
    raise AssertionError("nothing is asked")


def test_held_up_buttons_are_hidden_whatever_draws_them():
    """No part of the page comes after the layer that hides them."""
    sheet = (Path(str(settings.BASE_DIR)) / "static/css/app.css").read_text()
    last = sheet.partition("@layer utilities {")[2]
    assert re.search(r"\.behind \{\s*display: none;\s*\}", last)


def test_form_with_an_open_choice_is_not_ready():
    one = (
        '<form id="f"><input name="do" value="x"><input type="radio" name="a" value="1" {}></form>'
    )
    button = '<button form="f">Go</button>'
    assert not list(buttons.ready(one.format("required") + button))
    assert not list(buttons.ready(one.format("data-least") + button))
    assert [d.urlencode() for d in buttons.ready(one.format("required checked") + button)] == [
        "do=x&a=1"
    ]

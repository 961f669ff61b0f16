"""The look of every title: colours that stand out in both themes, signs, and its weight."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from companion.conformance.contrast import palette, weak
from companion.styles import packed
from games.referee import AnyReferee

HEAVY, HEAVY_PACKED = 35_500, 8_500
"""Bytes of the site's style sheet with a title's own, plain and compressed."""
SIGN = 4_000


def sheet(name: str) -> str:
    """Return a file as it is collected: gathered from the site and its titles."""
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            if path == name:
                with storage.open(path) as file:
                    return str(file.read(), "utf-8")
    pytest.fail(f"{name} is nowhere")


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_its_colours_stand_out(referee: AnyReferee, light: bool) -> None:
    assert weak(palette(sheet("css/app.css"), referee.title.slug, light)) == []


def test_a_phone_bears_its_weight(referee: AnyReferee) -> None:
    title = referee.title
    named = filter(None, (title.family, title.slug))
    sheets = [finders.find(f"games/{name}/style.css") for name in named]
    colours = finders.find(f"games/{title.slug}/palette.css")
    site = Path(str(finders.find("css/app.css"))).read_text()
    own = [Path(each).read_text() for each in (*sheets, colours) if each]
    for each in own:
        text = packed("".join((site, each)))
        assert len(text.encode()) <= HEAVY
        assert len(gzip.compress(text.encode())) <= HEAVY_PACKED


def test_its_signs_are_drawn_and_small(referee: AnyReferee) -> None:
    sprite = sheet("icons.svg")
    art = referee.title.art or "die"
    assert f'id="{art}"' in sprite, f"nobody draws {art}: see Title.art"
    for symbol in sprite.split("<symbol ")[1:]:
        if symbol.startswith(f'id="{referee.title.slug}-'):
            assert len(symbol) < SIGN, symbol[:60]

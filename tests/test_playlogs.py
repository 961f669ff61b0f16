"""Games logged by earlier releases are replayed forever."""

import pytest

from companion.plays import playlog
from games import registry
from tests import boxes, old_logs

FIRST = {path.stem.removesuffix("-first") for path in boxes.FOLDER.glob("*-first.json")}
"""The titles of the first release."""


def named(path):
    return "/".join([*path.parts[-3:-1], path.stem])


@pytest.mark.parametrize("path", old_logs.files(), ids=named)
def test_a_game_of_an_earlier_release_still_ends_as_it_did(path):
    doc = old_logs.read(path)
    assert path.parts[-3] == doc.schema.replace("/", "-")
    assert playlog.plain(playlog.replay(doc).outcome) == doc.outcome


def test_the_first_release_left_games_of_every_title():
    assert len(FIRST) == 5
    assert set(registry.TITLES) >= FIRST
    assert {path.parent.name for path in old_logs.files()} >= FIRST


def test_a_box_that_is_kept_has_one_name():
    for slug in registry.TITLES:
        for name in (boxes.SAMPLE, *([f"{slug}-first"] if slug in FIRST else [])):
            facts = boxes.read(slug, name)
            assert boxes.same(slug, boxes.read(slug, boxes.name(slug, facts)), facts)
    with pytest.raises(LookupError):
        boxes.name("animated-dice", {"dice": [9, 9, 9]})

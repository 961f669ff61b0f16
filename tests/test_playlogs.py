"""Games logged by earlier releases are replayed forever."""

import pytest

from companion.plays import playlog
from games import registry
from tests import boxes, old_logs

FIRST = {slug for slug in registry.TITLES if f"{slug}-first" in boxes.kept(slug)}
"""The titles of the first release."""


def named(path):
    return "/".join([path.parent.name, path.parents[3].name, path.stem])


@pytest.mark.parametrize("path", old_logs.files(), ids=named)
def test_a_game_of_an_earlier_release_still_ends_as_it_did(path):
    doc = old_logs.read(path)
    assert path.parent.name == doc.schema.replace("/", "-")
    assert playlog.plain(playlog.replay(doc).outcome) == doc.outcome


def test_the_first_release_left_games_of_every_title():
    assert len(FIRST) == 5
    assert all(old_logs.games(slug) for slug in FIRST)


def test_a_box_that_is_kept_has_one_name():
    for slug in registry.TITLES:
        for name in (boxes.SAMPLE, *boxes.kept(slug)):
            facts = boxes.read(slug, name)
            assert boxes.same(slug, boxes.read(slug, boxes.name(slug, facts)), facts)
    with pytest.raises(LookupError):
        boxes.name("animated-dice", {"dice": [9, 9, 9]})

"""Games logged by the releases from 1.0.0 on are replayed forever."""

import pytest

from companion.plays import playlog
from games import registry
from tests import boxes, old_logs

FIRST = "1.0.0"


def named(path):
    return "/".join([path.parent.name, path.parents[3].name, path.stem])


@pytest.mark.parametrize("path", old_logs.files(), ids=named)
def test_earlier_releases_game_still_ends_as_it_did(path):
    doc = old_logs.read(path)
    found = playlog.plain(playlog.replay(doc).outcome)
    assert playlog.decided(found) == playlog.decided(doc.outcome)
    assert found["result"] == doc.outcome["result"]


def test_the_first_release_left_games_of_every_title():
    for slug in registry.TITLES:
        assert FIRST in {path.parent.name for path in old_logs.games(slug)}


def test_a_box_that_is_kept_has_one_name():
    for slug in registry.TITLES:
        for name in (boxes.SAMPLE, *boxes.kept(slug)):
            facts = boxes.read(slug, name)
            assert boxes.same(slug, boxes.read(slug, boxes.name(slug, facts)), facts)
    with pytest.raises(LookupError):
        boxes.name("animated-dice", {"dice": [9, 9, 9]})

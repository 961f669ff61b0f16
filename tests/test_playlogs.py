"""Recorded games are replayed forever, and every way a game can end has one."""

from pathlib import Path

import pytest

from companion.plays import playlog
from games import registry
from games.referee import Adjust

FOLDER = Path(__file__).parent / "playlogs"
FILES = sorted(FOLDER.glob("*/*.json"))
FIRST = sorted((Path(__file__).parent / "playlogs_first").glob("*/*.json"))
"""Games recorded by the first release; they are never recorded anew."""


def named(path):
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FIRST, ids=named)
def test_a_game_of_the_first_release_still_ends_as_it_did(path):
    doc = playlog.decode(path.read_bytes())
    assert playlog.plain(playlog.replay(doc).outcome) == doc.outcome


def test_the_first_release_left_games_of_every_title():
    assert {path.parent.name for path in FIRST} == set(registry.TITLES)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_recorded_game_ends_as_it_did(path):
    doc = playlog.decode(path.read_bytes())
    done = playlog.replay(doc)
    assert doc.outcome is not None
    assert playlog.plain(done.outcome) == doc.outcome
    for state in done.states.values():
        assert done.referee.check(state) == ()
    ends = [n for n, state in done.states.items() if done.referee.outcome(state)]
    assert ends == [done.head], "no outcome before the last entry"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_recorded_game_was_played_by_the_rules(path):
    doc = playlog.decode(path.read_bytes())
    referee = registry.referee(doc.title)
    for line in doc.entries:
        assert not any(name.startswith("override:") for name in line.answers)
        if line.action:
            assert not isinstance(referee.decode_action(line.action), Adjust)


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_way_to_end_has_a_recorded_game(slug):
    referee = registry.referee(slug)
    ways = {
        code.removeprefix("outcome.") for code in referee.messages if code.startswith("outcome.")
    }
    seen = set()
    for path in (FOLDER / slug).glob("*.json"):
        seen.add(playlog.decode(path.read_bytes()).outcome["condition"])
    assert ways <= seen, f"without a recorded game: {sorted(ways - seen)}"

"""Golden games: every ending played by the rules of today, and read like a report of it."""

from itertools import product

import pytest

from games import registry
from games.referee import Adjust
from tests import action_snapshots, board_fingerprints, boxes, golden, offers, transcript
from tests.playthroughs.__main__ import main

FILES = golden.files()
AGAIN = "if this is meant: python -m tests.playthroughs, and read the diff"


@pytest.mark.parametrize("path", FILES, ids=golden.named)
def test_a_golden_game_reads_as_it_did(path):
    assert golden.write(golden.read(path), golden.replayed(path)) == path.read_text(), AGAIN


@pytest.mark.parametrize("path", FILES, ids=golden.named)
def test_golden_game_was_played_by_rules_to_end(path):
    doc = golden.read(path)
    done = golden.replayed(path)
    for line in doc.entries:
        assert not any(name.startswith("override:") for name in line.answers)
        assert not isinstance(done.referee.decode_action(line.action), Adjust)
    for state in done.states.values():
        assert done.referee.check(state) == ()
    ends = [n for n, state in done.states.items() if done.referee.outcome(state)]
    assert ends == [done.head], "no outcome before the last entry"


@pytest.mark.parametrize("path", FILES, ids=golden.named)
def test_golden_game_can_be_started_today(path):
    assert golden.unasked(golden.read(path)) == [], "no page of the wizard offers it"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_depth_on_either_copy_has_golden_game(slug):
    referee = registry.referee(slug)
    found = set()
    for doc in map(golden.read, golden.games(slug)):
        setup = referee.decode_setup(doc.setup)
        if setup in golden.offered(doc):
            found.add((boxes.name(slug, doc.box), setup.depth))
    wanted = set(product((boxes.SAMPLE, boxes.BLANK), referee.title.depths))
    assert wanted <= found, f"python -m tests.record --missing {slug}"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_way_to_end_has_a_golden_game(slug):
    ways = {
        code.removeprefix("outcome.")
        for code in registry.referee(slug).catalogue()
        if code.startswith("outcome.")
    }
    seen = {golden.replayed(path).outcome.condition for path in golden.games(slug)}
    assert ways <= seen, f"without a golden game: {sorted(ways - seen)}"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_golden_games_ask_same_things_within_same_bounds(slug):
    assert offers.write(slug) == offers.kept(slug), AGAIN


def test_offers_of_a_new_title_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(offers, "path", lambda slug: tmp_path / f"{slug}.txt")
    assert main(["animated-dice"]) == 0
    assert offers.kept("animated-dice") == offers.write("animated-dice")


@pytest.mark.patient
@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_try_comes_to_what_it_did(slug):
    assert action_snapshots.write(slug, action_snapshots.read(slug)) == action_snapshots.kept(
        slug
    ), AGAIN


@pytest.mark.parametrize("slug", registry.TITLES)
def test_boards_are_made_of_what_they_were(slug):
    assert board_fingerprints.write(slug) == board_fingerprints.kept(slug), AGAIN


@pytest.fixture
def won():
    return golden.at("animated-dice/won")


def changed(won):
    """Return what is in a golden game now and was not before."""
    before = won.read_text().splitlines()
    return [line for line in golden.write(golden.read(won)).splitlines() if line not in before]


def test_a_changed_sentence_shows(won, monkeypatch):
    referee = registry.referee("animated-dice")
    monkeypatch.setattr(referee, "messages", {**referee.messages, "note.score": "{who} gets {n}"})
    lines = changed(won)
    assert lines
    assert all(line.startswith("> ") and " gets " in line for line in lines)


def test_a_changed_number_shows(won, monkeypatch):
    from games.animated_dice.state import Turn

    points = Turn.points

    def one_more(turn, villain, how):
        loot, bonus = points(turn, villain, how)
        return loot, bonus + (villain.slug == "riddler" and how == "bust")

    monkeypatch.setattr(Turn, "points", one_more)
    assert any(line.startswith("  The Riddler ") for line in changed(won))


def test_a_prompt_that_is_no_longer_offered_shows(won, monkeypatch):
    referee = registry.referee("animated-dice")
    offered = referee.prompts
    monkeypatch.setattr(
        referee, "prompts", lambda state: tuple(p for p in offered(state) if p.do != "total")
    )
    text = golden.write(golden.read(won))
    assert "- total:" in won.read_text()
    assert "- total:" not in text


@pytest.mark.parametrize("language", ["en", "pl"])
def test_transcript_says_every_sentence_of_a_game(language):
    lines = list(transcript.lines("gotham-chronicles", language))
    assert sum(line.startswith("? ") for line in lines) > 3
    assert not [line for line in lines if "note." in line or "prompt." in line]

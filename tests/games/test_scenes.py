"""The big screen: what a title warns of, shouts and draws is so in every golden game of it."""

from __future__ import annotations

import pytest

from games.messages import Plural
from games.referee import Referee
from games.registry import TITLES, referee
from tests import golden

FILES = golden.files()


def own(question: str) -> list[str]:
    """Return the titles that answer a question otherwise than every title would."""
    given = getattr(Referee, question)
    return [slug for slug in TITLES if getattr(type(referee(slug)), question) is not given]


OWN_SCENES = [path for path in FILES if golden.title(path) in own("scene")]


@pytest.mark.parametrize("slug", own("highlights"))
def test_every_great_moment_has_note_and_word(slug):
    title = referee(slug)
    catalogue = title.catalogue()
    assert title.highlights
    for note, word in title.highlights.items():
        assert note in catalogue
        assert catalogue[word]


@pytest.mark.parametrize("path", FILES, ids=golden.named)
def test_nearest_end_leads_and_nothing_threatens_once_over(path):
    done = golden.replayed(path)
    for state in [*done.states.values()][::3]:
        threats = done.referee.threats(done.referee.board(state, None))
        assert all(threat.left >= 0 for threat in threats)
        if done.referee.outcome(state) is None:
            first = [threat.near for threat in threats]
            assert first == sorted(first, reverse=True) or not any(first[1:])
        words = {done.referee.catalogue()[threat.text.code] for threat in threats}
        assert all(isinstance(word, Plural) for word in words)


@pytest.mark.parametrize("slug", own("threats"))
def test_some_golden_game_nears_every_kind_of_end(slug):
    paths = [path for path in FILES if golden.title(path) == slug]
    boards = [
        golden.replayed(path).referee.board(state, None)
        for path in paths
        for state in [*golden.replayed(path).states.values()][::2]
    ]
    threats = [threat for board in boards for threat in referee(slug).threats(board)]
    assert {True, False} == {threat.near for threat in threats}
    assert any(threat.part is not None for threat in threats)


@pytest.mark.parametrize("path", OWN_SCENES, ids=golden.named)
def test_the_scene_names_everybody_who_plays(path):
    done = golden.replayed(path)
    parts = done.referee.parts(done.states[0])
    people = {part.index: f"Person {part.index}" for part in parts}
    for state in [*done.states.values()][:: max(1, len(done.states) // 8)]:
        pieces = done.referee.scene(done.referee.board(state, None), people)
        told = repr(pieces)
        assert all(person in told for person in people.values())
        assert len({piece.name for piece in pieces}) == len(pieces)

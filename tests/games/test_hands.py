"""Tests of what hands do after an entry: said by the notes, in every title."""

from __future__ import annotations

import pytest

from games.registry import TITLES, referee
from tests import golden

OF_RISING = {
    *("note.turn", "note.attack", "note.figure.stays", "note.doom.same"),
    *("note.card.spaces", "note.card.not_full"),
}
STILL = {
    "animated-dice": {"note.roll", "note.keep", "note.stop", "note.won"},
    "batman-who-laughs": OF_RISING,
    "fire-nation": OF_RISING,
    "gotham-chronicles": {"note.rolled", "note.successes", "note.phase", "note.heroes-turn"},
    "talisman-batman": {"note.turn", "note.rolled", "note.won", "note.ends"},
}
"""Notes after which everything lies where it lay."""


@pytest.mark.parametrize("slug", TITLES)
def test_signs_belong_to_notes_that_move_something(slug):
    title = referee(slug)
    known = {code for each in TITLES for code in referee(each).catalogue()}
    assert title.physical_steps
    assert set(title.physical_steps) <= known
    assert not STILL[slug] & set(title.physical_steps)


@pytest.mark.parametrize("slug", TITLES)
def test_no_note_naming_cubes_or_damage_is_forgotten(slug):
    title = referee(slug)
    missing = {
        note.code
        for path in golden.files()
        if golden.title(path) == slug
        for notes in golden.replayed(path).notes.values()
        for note in notes
        if any(note.facts.get(fact) for fact in ("cubes", "damage"))
        if note.code not in {*title.physical_steps, *STILL[slug]}
    }
    assert missing == set()


@pytest.mark.parametrize("path", golden.files(), ids=golden.named)
def test_counts_are_numbers_or_lists_of_moved_things(path):
    done = golden.replayed(path)
    for notes in done.notes.values():
        for note in notes:
            hand = done.referee.physical_steps.get(note.code)
            if hand and hand.count:
                assert isinstance(note.facts[hand.count], int | list | tuple), note
                if cubes := note.facts.get("cubes"):
                    assert hand.many({hand.count: cubes}) == sum(each[-1] for each in cubes)

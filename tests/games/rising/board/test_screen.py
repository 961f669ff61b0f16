"""The big screen of the Rising games: dice lie on prices, those still to lay where the team is."""

from __future__ import annotations

from random import Random

import pytest

from companion.conformance import chance
from companion.plays.pages.drawing import regions
from companion.plays.pages.drawing.regions import BoardLook
from games.referee import Ruling, SetDepth
from games.registry import referee


def rolled(slug: str):
    """Return a table in full depth whose team has rolled its dice and laid none yet."""
    title, rng = referee(slug), Random(1)
    state = title.apply(chance.begin(title, 3), SetDepth("full")).state
    for _ in range(300):
        if any(die.face and die.place == "pool" for die in state.turn.dice):
            return title, state
        prompt = next(each for each in title.prompts(state) if each.expected)
        ruling, _answers = chance.answered(
            title, state, chance.action(prompt, rng), (prompt.actors or (None,))[0], rng
        )
        state = ruling.state if isinstance(ruling, Ruling) else state
    raise AssertionError("nobody ever rolled")


@pytest.mark.parametrize("slug", ["batman-who-laughs", "fire-nation"])
def test_dice_to_lay_are_only_where_team_is(slug):
    title, state = rolled(slug)
    board = title.board(state, None)
    left = [die for die in state.turn.dice if die.face and die.place == "pool"]
    pieces = title.scene(board, {0: "Mia"})
    places = {each.name: each for each in pieces if each.name.startswith("place-")}
    drawn = {name: regions.draw(BoardLook(slug, "en"), each) for name, each in places.items()}
    here = f"place-{state.turn.location}"
    assert drawn[here].count('class="d dc-') == len(left)
    assert all('class="in-hand"' not in text for name, text in drawn.items() if name != here)


def test_the_next_bead_of_balance_says_its_price():
    title, state = rolled("fire-nation")
    tracks = next(p for p in title.scene(title.board(state, None), {}) if p.name == "tracks")
    drawn = regions.draw(BoardLook("fire-nation", "en"), tracks)
    assert drawn.count("Next Balance space costs") == 1
    assert "Msg(" not in drawn

"""Tests of a game's own turns drawn again: endings, what is too little, what a turn brings."""

from random import Random

import pytest

from games.odds import redrawn_turns
from games.odds.redrawn_turns import FEWEST, course, play_on
from games.odds.turning_point import WinChance
from games.referee import Figure
from tests import golden


def figures(doom, boss, heroes=2):
    return (
        Figure("doom", "Doom", doom, limit=10),
        Figure("boss", "Boss", boss, limit=4, wins=True),
        Figure("heroes", "Heroes", heroes, 0, least=0),
        Figure("tokens", "Tokens", 7),
    )


def game(*turns):
    return course([figures(*each) for each in turns])


def chance(found, at, won=True, games=60):
    counts = WinChance()
    for n in range(games):
        counts = counts.plus(play_on(found, at, won, Random(n).randrange))
    return counts


def test_only_figures_that_end_games_count():
    found = game((0, 0), (2, 1))
    assert [(each.name, each.at, each.wins) for each in found.endings] == [
        ("doom", 10, False),
        ("boss", 4, True),
        ("heroes", 0, False),
    ]
    assert found.changes == ((2, 1, 0),)


def test_steady_turns_end_as_they_must():
    assert chance(game((0, 0), (2, 1), (4, 2)), 0) == WinChance(60, 0, 60)
    assert chance(game((0, 0), (3, 1), (6, 2)), 1) == WinChance(60, 0, 60)
    assert chance(game((0, 0), (4, 1), (8, 2)), 0) == WinChance(0, 0, 60)
    assert chance(game((0, 0, 3), (1, 1, 2), (2, 2, 1)), 0) == WinChance(0, 0, 60)


def test_win_at_moment_of_loss_wins():
    assert chance(game((6, 2), (8, 3)), 0) == WinChance(60, 0, 60)


def test_last_turn_is_how_game_ended():
    found = game((0, 0), (2, 1), (4, 2))
    assert chance(found, 2, won=False) == WinChance(0, 0, 60)


def test_turns_that_change_nothing_stay_undecided(monkeypatch):
    monkeypatch.setattr(redrawn_turns, "ENTRIES", 20)
    assert chance(game((0, 0), (0, 0)), 0, games=2) == WinChance(0, 2, 2)


def test_figure_of_late_turns_counts_from_zero():
    late = [each for each in figures(0, 0) if each.name != "boss"]
    assert course([late, figures(1, 1)]).values == ((0, 2, 0), (1, 2, 1))


def test_late_team_loses_nothing_before_it_came():
    alone = [each for each in figures(0, 0) if each.name != "heroes"]
    assert course([alone, alone, figures(1, 1, 2)]).values == ((0, 0, 2), (0, 0, 2), (1, 1, 2))


def test_too_few_turns_tell_nothing():
    turns = [(n, n // 3) for n in range(FEWEST + 1)]
    assert game(*turns).tells
    assert not game(*turns[:-1]).tells
    assert not game(*((n, 0) for n in range(FEWEST + 1))).tells


@pytest.mark.parametrize("name", ["batman-who-laughs/won", "fire-nation/won-after-ruin"])
def test_recorded_win_is_likelier_near_its_end(name):
    done = golden.replayed(golden.at(name))
    states = [done.states[n] for n in sorted(done.states)]
    turns = [done.referee.turn(state) for state in states]
    ends = [states[0], *(a for a, n, m in zip(states, turns, turns[1:], strict=False) if n != m)]
    found = course([done.referee.figures(state) for state in (*ends, states[-1])])
    assert found.tells
    early, late = (chance(found, at) for at in (0, len(ends) - 1))
    assert 0 < early.share < 1
    assert 0 < late.share < 1
    assert chance(found, len(ends)).share == 1

"""Tests of games played on from a table: repeatable, bounded, right at the end, no noise."""

from random import Random

import pytest

from games import registry
from games.odds import turning_point
from games.odds.turning_point import WinChance, play_on, playout, swings
from games.referee import Outcome
from tests import golden


def game(name):
    done = golden.replayed(golden.at(name))
    return done.referee, [done.states[n] for n in sorted(done.states)], done.outcome


def chance(referee, state, winners, games=12):
    found = WinChance()
    for n in range(games):
        found = found.plus(play_on(referee, state, winners, Random(n).randrange)[0])
    return found


def test_playouts_of_one_seed_end_alike():
    referee, states, _ = game("animated-dice/target-by-first")
    ends = [playout(referee, states[60], Random(n).randrange) for n in range(6)]
    assert [playout(referee, states[60], Random(n).randrange) for n in range(6)] == ends
    assert len({(end.winners, entries) for end, entries in ends}) > 1


def test_playout_beyond_its_entries_is_undecided(monkeypatch):
    referee, states, outcome = game("animated-dice/target-by-first")
    monkeypatch.setattr(turning_point, "ENTRIES", 5)
    assert playout(referee, states[0], Random(0).randrange) == (None, 5)
    assert play_on(referee, states[0], outcome.winners, Random(0).randrange) == (
        WinChance(0, 1, 1),
        5,
    )


@pytest.mark.parametrize("name", ["target-by-first", "target-by-last", "won"])
def test_winner_is_likely_late_and_certain_last(name):
    referee, states, outcome = game(f"animated-dice/{name}")
    early = chance(referee, states[1], outcome.winners)
    late = chance(referee, states[-4], outcome.winners)
    assert chance(referee, states[-1], outcome.winners) == WinChance(12, 0, 12)
    assert early.share < late.share
    assert late.share >= 0.7


def test_loser_has_no_chance_at_the_end():
    referee, states, outcome = game("animated-dice/target-by-first")
    losers = {part.index for part in referee.parts(states[-1])} - {*outcome.winners}
    assert chance(referee, states[-1], losers) == WinChance(0, 0, 12)
    assert chance(referee, states[-4], losers).share <= 0.3


def test_cooperative_game_is_won_by_all_or_nobody():
    for name, won in (("won", 1), ("lost-team", 0)):
        referee, states, outcome = game(f"batman-who-laughs/{name}")
        assert isinstance(outcome, Outcome)
        assert play_on(referee, states[-1], (), Random(0).randrange) == (WinChance(won, 0, 1), 0)


@pytest.mark.parametrize("slug", ["talisman-batman", "gotham-chronicles", "fire-nation"])
def test_title_without_endings_says_it_cannot(slug):
    referee, states, outcome = game(golden.named(golden.games(slug)[0]))
    assert not registry.referee(slug).plays_on
    assert chance(referee, states[1], outcome.winners, games=3) == WinChance(0, 3, 3)


def test_undecided_games_widen_the_band_on_both_sides():
    low, high = WinChance(20, 20, 60).band()
    assert low == pytest.approx(WinChance(20, 0, 60).band()[0])
    assert high == pytest.approx(WinChance(40, 0, 60).band()[1])
    assert WinChance(20, 20, 60).share == WinChance(20, 0, 40).share


def test_only_changes_larger_than_the_bands_are_swings():
    noise = [WinChance(n, 0, 60) for n in (30, 28, 35, 17, 30)]
    assert swings(noise) == []
    course = [WinChance(n, 0, 60) for n in (30, 36, 8, 20, 50, 24, 60)]
    assert [(each.at, each.after.won) for each in swings(course)] == [(2, 8), (4, 50)]


@pytest.mark.parametrize(
    ("won", "turned"),
    [
        ((30, 8, 30, 24, 60), [(1, 8), (2, 30)]),
        ((30, 30, 8, 60), [(2, 8), (3, 60)]),
        ((30, 30, 60), [(2, 60)]),
    ],
)
def test_last_turn_counts_only_without_earlier_swing(won, turned):
    course = [WinChance(n, 0, 60) for n in won]
    assert [(each.at, each.after.won) for each in swings(course)] == turned

"""The exact chances, against the table of the specification."""

import pytest

from games.talisman_batman.rules.combat.odds import (
    against_fixed,
    die_against_die,
    reroll,
    with_fate,
)

DUEL = {
    -4: (2.8, 5.6, 91.7, 5.1, 5.1, 89.8),
    -3: (8.3, 8.3, 83.3, 14.4, 6.9, 78.7),
    -2: (16.7, 11.1, 72.2, 26.9, 8.3, 64.8),
    -1: (27.8, 13.9, 58.3, 41.7, 9.3, 49.1),
    0: (41.7, 16.7, 41.7, 57.9, 9.7, 32.4),
    1: (58.3, 13.9, 27.8, 74.5, 6.9, 18.5),
    2: (72.2, 11.1, 16.7, 86.1, 4.6, 9.3),
    3: (83.3, 8.3, 8.3, 93.5, 2.8, 3.7),
    4: (91.7, 5.6, 2.8, 97.7, 1.4, 0.9),
}
GUARD = {
    3: (0, 16.7),
    4: (16.7, 16.7),
    5: (33.3, 16.7),
    6: (50, 16.7),
    7: (66.7, 16.7),
    8: (83.3, 16.7),
    9: (100, 0),
}


@pytest.mark.parametrize("lead", DUEL)
def test_die_against_die(lead):
    assert (*die_against_die(lead).percent, *with_fate(lead).percent) == DUEL[lead]


@pytest.mark.parametrize("total", GUARD)
def test_the_guard(total):
    chances = against_fixed(total - 9)
    assert chances.percent[:2] == GUARD[total]
    assert chances.win + chances.tie + chances.loss == 1


def test_a_reroll_needs_what_is_missing():
    assert reroll(4).percent == (33.3, 16.7, 50.0)

"""The exact chances, against the table of the specification."""

import pytest

from games.messages import Msg
from games.talisman_batman.rules.combat.odds import die_against_die, on_a_die
from tests.games.talisman_batman.table import SAY

DUEL = {
    -4: (2.8, 5.6, 91.7),
    -3: (8.3, 8.3, 83.3),
    -2: (16.7, 11.1, 72.2),
    -1: (27.8, 13.9, 58.3),
    0: (41.7, 16.7, 41.7),
    1: (58.3, 13.9, 27.8),
    2: (72.2, 11.1, 16.7),
    3: (83.3, 8.3, 8.3),
    4: (91.7, 5.6, 2.8),
}
FACES = {
    -7: "lose on 1 to 6",
    -6: "tie on 6 and lose on 1 to 5",
    -4: "win on 5 to 6, tie on 4 and lose on 1 to 3",
    -1: "win on 2 to 6 and tie on 1",
    0: "win on 1 to 6",
}


@pytest.mark.parametrize("lead", DUEL)
def test_two_dice_win_tie_lose_among_36_rolls(lead):
    rolls = die_against_die(lead).rolls
    assert sum(rolls.values()) == 36
    assert tuple(round(n / 0.36, 1) for n in rolls.values()) == DUEL[lead]


@pytest.mark.parametrize("lead", FACES)
def test_one_die_is_told_in_its_faces(lead):
    assert SAY(Msg("help.reroll", {"odds": on_a_die(lead)})).endswith(FACES[lead])

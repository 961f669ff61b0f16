"""Tests of which logged changes could explain that the table counts another number."""

import pytest

from games.counting import CountCheck, explains
from games.referee import Adjust
from tests.sample_game import Acorns, Find, Setup


@pytest.mark.parametrize(
    ("change", "missing", "how"),
    [
        # +3 was logged, the table has 3 less: no one laid them down; 3 more: twice.
        (3, -3, "missed"),
        (3, 3, "doubled"),
        (-3, 3, "missed"),
        (-3, -3, "doubled"),
        # Of 3 only some were laid down, or it is one of several that were forgotten.
        (3, -1, "partly"),
        (-3, 1, "partly"),
        (1, -3, "contributes"),
        (-1, 3, "contributes"),
        # In the same direction but of another size: that explains nothing.
        (1, 3, None),
        (3, 1, None),
        (-1, -3, None),
        (0, 3, None),
        (3, 0, None),
        (0, 0, None),
    ],
)
def test_a_change_explains_a_difference_or_does_not(change, missing, how):
    assert explains(change, missing) == how


def test_difference_is_counted_number_less_what_app_holds():
    assert CountCheck("store.0", 5, 3).difference == -2


def counted(where, number):
    """Return two finds of the first squirrel, one of the second, then three set right for the
    first."""
    game = Acorns()
    state = game.begin(Setup(2, 20), game.blank_box()).state
    log = []
    for action in (Find(0), Find(1), Find(0), Adjust("store.0", 5)):
        ruling = game.apply(state, action)
        log.append((state, action, ruling.notes, ruling.state))
        state = ruling.state
    return game.count_check(log, where, number)


def test_newest_clue_comes_first_and_names_its_entry():
    check = counted("store.0", 4)
    assert (check.where, check.expected, check.counted) == ("store.0", 5, 4)
    assert [(clue.index, clue.change, clue.how) for clue in check.clues] == [
        (3, 3, "partly"),
        (2, 1, "missed"),
        (0, 1, "missed"),
    ]


def test_a_number_that_agrees_needs_no_clue():
    assert counted("store.1", 1).clues == ()


def test_a_number_nobody_keeps_cannot_be_counted():
    with pytest.raises(ValueError, match=r"store\.7"):
        counted("store.7", 1)
